"""Houses and a shoe by which tests of games that count up go through every option."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from combin.families.count_up import Shoe

# What a house may be, the usual value first, and a shoe small enough for all of it.
OPTIONS: dict[str, tuple[Any, ...]] = {
    "hits_soft_17": (False, True),
    "peek": ("first", "never", "original"),
    "doubles": (None, frozenset({9, 10, 11}), frozenset({10, 11})),
    "das": (True, False),
    "hands": (4, 1, 2, 3),
    "aces": ("one-card", "resplit", "hit"),
    "surrender": ("none", "late", "early"),
    "natural": (Fraction(3, 2), Fraction(6, 5), Fraction(1), Fraction(2)),
    "charlie": (None, 5, 6, 7),
}
SMALL: Shoe = (2, 0, 0, 0, 3, 3, 0, 0, 0, 6)  # aces, fives, sixes and tens
