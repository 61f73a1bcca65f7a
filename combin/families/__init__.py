"""Families of game: each hands out a stream of decisions under a policy, as blocks to be folded."""
