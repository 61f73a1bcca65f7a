"""Solutions and rounds after them by hand: a coin that wins a unit three times in four."""

from __future__ import annotations

from array import array
from fractions import Fraction
from types import SimpleNamespace

from combin.rules import Hold
from combin.solving.ahead import standings
from combin.solving.basis import Basis, Mixed
from combin.solving.dominated import _between, _direction
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult, Outcome
from combin.solving.variance_tiebreak import _spreads

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


def test_what_parts_equal_holds():
    """Two ways to 5 and one to -1: 2 x 25 + 1; three ways to -1 alone: 3."""
    hold = object.__new__(Hold)
    object.__setattr__(hold, "kept", 0b101)
    tally = SimpleNamespace(columns=2, rows=lambda path, places: [2, 1, 0, 3])
    found = [*_spreads(tally, ((None, hold),), [0, 1], array("q", [5, -1]), ["flush", "less"])]
    assert found == [
        (51, -2, (((5, "flush"), 2), ((-1, "less"), 1))),
        (3, -2, (((-1, "less"), 3),)),
    ]


def test_facts_of_a_path():
    """Those known at its last decision, and with those open where it ends."""
    stages = [SimpleNamespace(known=(known,)) for known in ("first", "second")]
    plan = SimpleNamespace(stages=stages, columns=("open",))
    payoffs = SimpleNamespace(ends={("end",): ()}, known=("known",), plan=plan)
    assert Payoffs.facts(payoffs, ("one", "two")) == ("second",)
    assert Payoffs.facts(payoffs, ("end",)) == ("known", "open")
