"""Boards that player and opponent share."""

import combin.counting  # noqa: F401 - its methods take what this folder counts, so it comes first
