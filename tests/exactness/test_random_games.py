"""Small games drawn at random, the same each time: the engine equals the literal reference on all
that validation accepts.
"""

from __future__ import annotations

import pytest

from combin.families.board import counting as streets
from combin.families.methods import (
    BOARDS,
    COMMUNITY,
    DRAWS,
    LAST_CARD,
    LONGEST,
    REMOVAL,
    SEVERAL_HANDS,
    SHOE,
    WALK,
)
from random_games import SHAPES, prove

EXAMPLES = 30
SLOWEST = ("shared board", "split")  # the smallest decks take the reference many seconds
METHODS = {
    "opponent": REMOVAL, "flushes": LONGEST, "boards": BOARDS, "last card": LAST_CARD, "shoe": SHOE,
    "shoe decided twice": SHOE,
    "draw": DRAWS, "community": COMMUNITY, "several hands": SEVERAL_HANDS,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape not in SLOWEST])
def test_random_games(shape):
    met = prove(shape, EXAMPLES)
    assert met[METHODS.get(shape, WALK)]
    assert met.total() - met["refused"] - met["large"] > EXAMPLES / 4, met


@pytest.mark.slow  # the smallest deck takes the reference twelve seconds
@pytest.mark.parametrize("most", [0, streets.MOST_KEPT], ids=["street by street", "as tallies"])
def test_boards_that_are_shared(most, monkeypatch):
    """Whether the information sets are kept or counted street by street."""
    monkeypatch.setattr(streets, "MOST_KEPT", most)
    assert prove("shared board", 2)[WALK]


@pytest.mark.whole  # a deck of fourteen cards takes the reference a minute
def test_hands_that_are_split():
    assert prove("split", 4)["split"]
