"""Lists of holds in games with a draw."""
