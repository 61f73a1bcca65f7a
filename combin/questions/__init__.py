"""Questions about a game: each asks the family of a bet, and gives a result."""
