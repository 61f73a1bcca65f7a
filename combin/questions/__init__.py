"""Questions about a game: each asks a bet, as a subject or by its family, and gives a result."""
