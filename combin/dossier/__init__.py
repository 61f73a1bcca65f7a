"""The contents of a game's report as data; nothing is formatted here."""
