"""Words of strategies that are known by hand."""

from __future__ import annotations

from combin.ranking import TWO_CARD
from combin.strategies.starting import any_hand, read_hands


def test_starting_hands_are_written_as_runs():
    """Each run as short as it can be: up to the highest, from one to another, or one hand."""
    words = "33+, A2+, K2s+, Q9s-Q7s, QJo"
    assert any_hand(TWO_CARD, read_hands(words.lower())).phrase == words
    assert any_hand(TWO_CARD, read_hands("qq-tt, kq, k9-k7")).phrase == "QQ-TT, KQ, K9-K7"
    assert any_hand(TWO_CARD, read_hands("aa, kj+")).phrase == "AA, KJ+"
    assert len(read_hands("33+")) == 12 and len(read_hands("k2s+")) == 11
