"""Small games drawn at random, the same each time: the engine equals the literal reference on all
that validation accepts.
"""

from __future__ import annotations

import pytest

from combin.counting.methods import BOARDS, DRAWS, LAST_CARD, LONGEST, REMOVAL, SHOE, WALK
from random_games import SHAPES, prove

EXAMPLES = {"draw": 8}
METHODS = {
    "opponent": REMOVAL, "flushes": LONGEST, "boards": BOARDS, "last card": LAST_CARD, "shoe": SHOE,
    "draw": DRAWS,
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_random_games(shape):
    met = prove(shape, EXAMPLES.get(shape, 16))
    assert met[METHODS.get(shape, WALK)]
    assert met["refused"] + met["large"] < met.total() / 2, met
