"""Small games drawn at random, the same each time: the engine equals the literal reference on all
that validation accepts.
"""

from __future__ import annotations

import pytest

from combin.counting.methods import BOARDS, DRAWS, LAST_CARD, LONGEST, REMOVAL, SHOE, WALK
from random_games import SHAPES, prove

EXAMPLES = 50
METHODS = {
    "opponent": REMOVAL, "flushes": LONGEST, "boards": BOARDS, "last card": LAST_CARD, "shoe": SHOE,
    "shoe decided twice": SHOE,
    "draw": DRAWS,
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_random_games(shape):
    met = prove(shape, EXAMPLES)
    assert met[METHODS.get(shape, WALK)]
    assert met.total() - met["refused"] - met["large"] > EXAMPLES / 4, met
