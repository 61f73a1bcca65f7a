"""Small games drawn at random, the same each time: the engine equals the literal reference on all that validation accepts."""

from __future__ import annotations

import pytest

from random_games import SHAPES, prove

EXAMPLES = {"many": 8}


@pytest.mark.parametrize("shape", SHAPES)
def test_random_games(shape):
    met = prove(shape, EXAMPLES.get(shape, 25))
    assert met[{"opponent": "removal", "boards": "boards", "rows": "rows"}.get(shape, "walk")]
    assert met["refused"] + met["large"] < met.total() / 2, met
