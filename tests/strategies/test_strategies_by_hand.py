"""Words of strategies that are known by hand, and lists that are found as they stand here."""

from __future__ import annotations

from fractions import Fraction

from combin.ranking import TWO_CARD
from combin.strategies import classes, find, ladder, losses
from combin.strategies.starting import any_hand, read_hands
from matrix import TALLY

PLAY = "play: otherwise"


def test_starting_hands_are_written_as_runs():
    """Each run as short as it can be: up to the highest, from one to another, or one hand."""
    words = "33+, A2+, K2s+, Q9s-Q7s, QJo"
    assert any_hand(TWO_CARD, read_hands(words.lower())).phrase == words
    assert any_hand(TWO_CARD, read_hands("qq-tt, kq, k9-k7")).phrase == "QQ-TT, KQ, K9-K7"
    assert any_hand(TWO_CARD, read_hands("aa, kj+")).phrase == "AA, KJ+"
    ways = any_hand(TWO_CARD, read_hands("qjs, qto")).ways
    assert [(way[1].low, way[1].high) for way in ways] == [(2, 2), (1, 1)]  # of one suit, of two
    assert len(read_hands("33+")) == 12 and len(read_hands("k2s+")) == 11


def rungs(limit: int = 9) -> list[tuple[Fraction, list[str]]]:
    found = find(TALLY.resolve(), "base", limit)
    return [(rung.cost, f"{rung.lines}".splitlines()[2:]) for rung in found.rungs]


def test_lists_of_three_card_poker_on_ten_cards(monkeypatch):
    """The second list plays a hand that is too weak, 1/420; of many sets the words are fewer, and
    only hands between those that are always played and always folded are searched.
    """
    last = [
        "play: a pair of jacks or better",
        "play: a card queen or higher and A-K-J or better and less than any pair T-A",
        "fold: otherwise",
    ]
    high = "play: at least two cards jack or higher and A-K-J or better"
    assert rungs() == [
        (Fraction(64, 525), [PLAY]),
        (Fraction(1, 420), [high, "fold: otherwise"]),
        (Fraction(1, 700), last),
    ]
    monkeypatch.setattr(classes, "MANY", 0)
    monkeypatch.setattr(losses, "FEW", 0)
    ladder._SEARCHED.clear()
    short = [
        (Fraction(64, 525), [PLAY]),
        (Fraction(1, 84), ["play: A-K-J or better", "fold: otherwise"]),
    ]
    assert rungs() == [*short, (Fraction(1, 700), last)]
    assert rungs(2) == short
    ladder._SEARCHED.clear()
