"""The games that ship, and which of them take longest at full size: most of their tests there run on
demand, `pytest -m whole`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

import combin
from shipped import DEALT

# Read once for all the modules whose cases follow from the games.
GAMES = {slug: combin.load(slug) for slug in DEALT}

# Casino Hold'em stays for boards that are shared, Four Card Poker for hands of the dealer that avoid
# the player's.
LARGE = frozenset(
    {
        "criss-cross-poker",
        "flushes-gone-wild",
        "heads-up-holdem",
        "high-card-flush",
        "pai-gow-poker",
        "texas-holdem-bonus",
        "ultimate-texas-holdem",
    }
)

# Hands that are set are not listed one by one: they have no rounds, laws or lines.
SPLIT = frozenset({"pai-gow-poker"})

# Counted as Jacks or Better is, which stands for them where each takes long.
LIKE_JACKS = frozenset({"bonus-poker", "deuces-wild", "double-double-bonus", "joker-poker"})

# Hands that are drawn to: lists of what to hold have words of their own, and tests.
DRAWS = LIKE_JACKS | {"jacks-or-better"}


def sized(cases: Iterable[Any], more: frozenset[str] = frozenset()) -> list[Any]:
    """Return cases of tests, each a game or a tuple that begins with one, those of large games
    marked, and of `more` games.
    """
    return on_demand(cases, LARGE | more)


def on_demand(cases: Iterable[Any], games: Collection[str]) -> list[Any]:
    """Return cases of tests, as for `sized`, those of some games marked."""
    return [_marked(case) if _game_of(case) in games else case for case in cases]


def _game_of(case: Any) -> str:
    return case if isinstance(case, str) else case[0]


def _marked(case: Any) -> Any:
    return pytest.param(*([case] if isinstance(case, str) else case), marks=pytest.mark.whole)
