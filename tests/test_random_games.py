"""Small games drawn at random, the same each time: the engine equals the literal reference on all
that validation accepts.
"""

from __future__ import annotations

import pytest

from combin.counting.methods import BOARDS, LAST_CARD, LONGEST, REMOVAL, WALK
from random_games import SHAPES, prove

EXAMPLES = 25  # of ten drawn, most may be refused
METHODS = {"opponent": REMOVAL, "flushes": LONGEST, "boards": BOARDS, "last card": LAST_CARD}


@pytest.mark.parametrize("shape", SHAPES)
def test_random_games(shape):
    met = prove(shape, EXAMPLES)
    assert met[METHODS.get(shape, WALK)]
    assert met["refused"] + met["large"] < met.total() / 2, met
