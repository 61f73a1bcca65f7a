"""Families of game, a folder each; `listed.py` has the list."""

import combin.counting  # noqa: F401 - its methods take what the folders count, so it comes first
