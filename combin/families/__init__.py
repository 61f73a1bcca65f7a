"""Families of game, a folder each; `listed.py` has the list."""
