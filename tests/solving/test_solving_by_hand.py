"""Solutions and rounds after them by hand: a coin that wins a unit three times in four."""

from __future__ import annotations

from fractions import Fraction

from combin.cards import Deck
from combin.questions.measures import _hands, law, square, telling_rounds
from combin.solving.ahead import standings
from combin.solving.basis import Basis, Mixed
from combin.solving.dominated import _between, _direction
from combin.solving.result import BetResult, Outcome

ONE = Fraction(1)
COIN = BetResult(
    "base", "bet", 4, (Outcome((), "win", ONE, ONE, 3), Outcome((), "lose", -ONE, ONE, 1))
)


def test_what_a_coin_wins():
    """The mean is 1/2, that of the square 1."""
    assert (COIN.expected_value, COIN.house_edge, COIN.variance) == (
        Fraction(1, 2),
        Fraction(-1, 2),
        Fraction(3, 4),
    )
    assert [(one.net, one.probability) for one in law(COIN)] == [
        (-1, Fraction(1, 4)),
        (1, Fraction(3, 4)),
    ]
    assert telling_rounds(COIN) == 3  # 3/4 over (1/2)^2


def test_how_a_player_stands_after_some_rounds():
    """Of two coins 9 of 16 cases win both, 6 one; of five, 10 x 27 + 5 x 81 + 243 of 1024 win three
    or more.
    """
    by_rounds = {one.rounds: one for one in standings(COIN)}
    two, five = by_rounds[2], by_rounds[5]
    assert (two.mean, two.variance) == (1, Fraction(3, 2))
    assert (two.ahead, two.even, two.behind) == (Fraction(9, 16), Fraction(6, 16), Fraction(1, 16))
    assert (five.ahead, five.even, five.missing) == (Fraction(918, 1024), 0, 0)
    assert five.chances == (Fraction(918, 1024), 0, Fraction(106, 1024))


def test_tables_as_sums_of_others():
    """(6, 7, 11) is 2 (1, 0, 2) + 3 (0, 1, 1) + 4; (1, 0, 2) is half of (2, 0, 4)."""
    basis = Basis([(1, 0, 2), (0, 1, 1), (6, 7, 11)])
    assert basis.tables == [(1, 0, 2), (0, 1, 1)]
    assert basis.mixed((6, 7, 11)) == Mixed((2, 3), 4, 1)
    assert Basis([(2, 0, 4), (1, 0, 2)]).mixed((1, 0, 2)) == Mixed((1,), 0, 2)
    assert Basis([(5, 5, 5)]).mixed((5, 5, 5)) == Mixed((), 5, 1)


def test_a_raise_between_two_others():
    """Two units win the mean of one and three; a unit and a half on one end alone does not."""
    raised = {name: [{0: -times}, {0: times}] for name, times in (("1", 1), ("2", 2), ("3", 3))}
    assert [*_between(raised)] == ["2"]
    assert [*_between({**raised, "2": [{0: -2}, {0: 3}]})] == []
    assert _direction([1, 2], [5, -4]) == (2, -3) and _direction([1, 2], [1, 2]) == (0, 0)


def test_hands_of_two_cards_and_of_five():
    """Ace-king high: three of 11 ranks beside these, but for the straight, in all suits but one:
    164 x (4^5 - 4) = 167,280, as published for Caribbean Stud.
    """
    assert _hands(Deck(), "AK") == 164 * 1020 == 167_280
    assert square("QKA") == ["AA", "AKs", "AQs", "AKo", "KK", "KQs", "AQo", "KQo", "QQ"]
