"""Pays moved by hand: a game of three cards, A K Q, of which the player is dealt two.

He sees the first and folds, for -1, or raises to two units: an ace and a king win x, an ace and a
queen y, a king and a queen lose. Raised, the first card is worth

    A: (2 x + 2 y) / 2 = x + y,    K: (2 x - 2) / 2 = x - 1,    Q: (2 y - 2) / 2 = y - 1,

so that he folds a king where x < 0 and a queen where y < 0. With x = 2 and y = 1/2 the game is worth
(2 x + 2 y - 2) / 3 = 1.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from fractions import Fraction
from functools import cache
from types import SimpleNamespace

from combin.cards import Deck
from combin.errors import CombinError
from combin.exact import parse_edge, parse_interval, parse_share
from combin.ranking import TWO_CARD
from combin.render.sensitivity import points_note
from combin.rules import (
    ALWAYS,
    LOSE,
    Action,
    Bet,
    Chose,
    Deal,
    Decide,
    Game,
    Hand,
    Pays,
    Paytable,
    Row,
    Settlement,
    Wager,
)  # fmt: skip
from combin.sensitivity import Counted, LinearForm, formula, points, region, sweep, target
from combin.sensitivity.best_value import value_of
from combin.sensitivity.boxes import (
    BoxPlay,
    TiedRows,
    best_within,
    forms_throughout,
    has_one_decision,
)
from combin.sensitivity.envelope import Function, Kink, envelope, key_of, summed
from combin.sensitivity.front import ROOM, Candidate, Front, _Stairs
from combin.sensitivity.points import PayPoints
from combin.sensitivity.redundancy import binding
from combin.sensitivity.spans import spans_of
from combin.sensitivity.sums import Columns, Ends, Units, bounds
from combin.sensitivity.sweep import Piece, value_at
from combin.sensitivity.tangents import Tangent, Tangents
from combin.sensitivity.target import target_range

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
X, Y = "wins.ace-king", "wins.ace-high"


@cache
def counted() -> Counted:
    wins = Pays(Paytable("wins", {"ace-king": Fraction(2), "ace-high": HALF}), "hand")
    rows = Row("fold", Chose("fold"), (LOSE,)), Row("", ALWAYS, (wins,))
    bet = Bet("base", (Wager("bet", Fraction(1)),), "bet", (Settlement(("bet",), rows),))
    choice = Decide("play", (Action("fold", ends=True), Action("raise", {"bet": Fraction(1)})))
    play = Deal("first", 1), choice, Deal("second", 1)
    hand = Hand("hand", TWO_CARD, ("first", "second"))
    return Counted(Game("toy", "Toy", "none", Deck("QKA", "c"), play, (hand,), (bet,)).resolve())


# --- One pay ---------------------------------------------------------------------------------------


def test_the_formula():
    """A king and an ace are paid in 2 of 6 deals on two units, and so are a queen and an ace."""
    found = formula(counted())
    assert found.value == 1 and found.form.slope(X) == 2 * THIRD
    told = {term.pay: (term.probability, term.slope) for term in found.terms}
    assert told[X] == told[Y] == (THIRD, 2 * THIRD)


def test_a_sweep():
    """Below x = 0 a king is folded: (x + y - 1 + y - 1) / 3; y = 1/2."""
    found = sweep(counted(), X, Fraction(-1), Fraction(3))
    assert [(one.start, one.end, one.constant, one.slope) for one in found.pieces] == [
        (-1, 0, -THIRD, THIRD),
        (0, 3, -THIRD, 2 * THIRD),
    ]
    ((change,),) = (piece.changes for piece in found.pieces[1:])
    assert (change.before, change.after, change.share, change.cards) == (
        "fold",
        "raise",
        THIRD,
        "Kc",
    )
    assert [found.at(Fraction(x)) for x in (-1, 0, 2)] == [-2 * THIRD, -THIRD, 1]
    assert [found.where(Fraction(value)) for value in (-THIRD * 2, -HALF, 1, 2)] == [
        -1,
        -HALF,
        2,
        None,
    ]
    assert Piece(Fraction(0), Fraction(3), -THIRD, 2 * THIRD).at(HALF) == 0


def test_a_value_beyond_the_solvers_numbers(monkeypatch):
    """Where pays are too large to solve, the lines of the actions are compared in wider numbers."""
    bet, paying = counted(), Counted.paying

    def refuses(self, pays):
        raise CombinError("too large")

    monkeypatch.setattr(Counted, "paying", refuses)
    assert [value_at(bet, X, Fraction(x)) for x in (-1, HALF, 2)] == [-2 * THIRD, 0, 1]
    assert paying is not Counted.paying


def test_a_target():
    """No edge at 2 x + 1 - 2 = 0; looked for from 0, where it is 1/3, to 10, where it is -19/3."""
    found = target(counted(), Fraction(0), X)
    assert (found.at, found.low, found.high, found.edge_today) == (HALF, 0, 10, -1)
    assert found.reach == (THIRD, Fraction(-19, 3))
    assert found.beside == ((0, THIRD), (1, -THIRD))
    assert target(counted(), Fraction(-20), X, (None, Fraction(50))).at == Fraction(61, 2)
    assert target(counted(), Fraction(1), X).at is None


def test_a_target_from_an_edge_to_another():
    """(2 x - 1) / 3 is from -1/3 to 1 for x from 0 to 2."""
    found = target_range(counted(), (Fraction(-1), THIRD), X)
    assert found.at == (0, 2)
    assert found.units == ((0, THIRD), (1, -THIRD), (2, -1))


def test_a_target_that_many_pays_reach():
    """With y = -1 a queen is folded, and so are an ace and a king where x < 0: -1 up to there; from
    there on (2 x - 3) / 3.
    """
    bet = counted().paying({Y: Fraction(-1)})
    limits = Fraction(-1), Fraction(3)
    assert target_range(bet, (Fraction(1), Fraction(3, 2)), X, limits).at == (-1, 0)
    assert target_range(bet, (2 * THIRD, Fraction(1)), X, limits).at == (-1, HALF)


def test_tangents():
    """1 at x = 2 with the slope 2/3, and -2/3 at -1 with 1/3."""
    one = Tangent(Fraction(2), Fraction(1), 2 * THIRD)
    assert (one.at(HALF), one.where(Fraction(0))) == (0, HALF)
    found = Tangents(counted(), X, Fraction(-1), Fraction(3))
    assert found.touching(Fraction(-1)) == Tangent(Fraction(-1), -2 * THIRD, THIRD)
    assert [found.where(Fraction(value)) for value in (0, -HALF, 7)] == [HALF, -HALF, None]


def test_round_values_of_a_pay():
    """With x = -1/4 an ace is raised from y = -3/4 on, a king and a queen are folded. At -0.8 the
    game is worth -1, at -0.7 it is -2.95/3. Half way it is still worth -1, the straight line
    0.05/6 more.
    """
    found = points(counted().paying({X: Fraction(-1, 4)}), Y, Fraction(-1), Fraction(0))
    assert [one.pay for one in found.found] == [Fraction(place, 10) for place in range(-10, 1)]
    assert [one.value for one in found.found[2:4]] == [-1, Fraction(-295, 300)]
    assert found.bend == Fraction(5, 600)


def test_kinks_of_a_maximum():
    """The highest of 0, x - 1 and 3 x - 7 turns at 1 and at 3; two turns at 1 added up are one."""
    lines = [Function(0, 0, ()), Function(-1, 1, ()), Function(-7, 3, ())]
    found = envelope(lines, 0, key_of(10, 1), "here")
    assert [(kink.place, kink.da, kink.db, kink.origin[1:]) for kink in found] == [
        (1, -1, 1, (0, 1)),
        (3, -6, 2, (1, 2)),
    ]
    assert len(envelope(lines, 0, key_of(3, 1), "here")) == 1  # below 3
    # 0, from 2 on 2 x - 4, from 5 on 3 x - 9 is always above x - 9, and keeps its turns
    turned = Function(0, 0, [Kink(key_of(2, 1), -4, 2, "first"), Kink(key_of(5, 1), -5, 1, "then")])
    above = envelope([turned, Function(-9, 1, ())], 0, key_of(20, 1), "here")
    assert [(kink.place, kink.db) for kink in above] == [(2, 2), (5, 1)]
    # x - 1 from 1 on is met at 13 by 2 x - 14, which turned at 2 while it was lower, from -10
    turned = Function(0, 0, [Kink(key_of(1, 1), -1, 1, "first")])
    lower = Function(-10, 0, [Kink(key_of(2, 1), -4, 2, "then")])
    met = envelope([turned, lower], 0, key_of(20, 1), "here")
    assert [(kink.place, kink.da, kink.db) for kink in met] == [(1, -1, 1), (13, -13, 1)]
    assert len(envelope([turned, lower], 0, key_of(13, 1), "here")) == 1
    (one, other) = summed([found, [Kink(key_of(1, 1), -2, 2, "there")]])
    assert (one.da, one.db, other.da, other.db) == (-3, 3, -6, 2)


# --- Several pays ------------------------------------------------------------------------------------


def test_numbers_as_they_are_typed():
    """A percentage may have its sign at the end alone."""
    assert parse_edge("2.5%") == Fraction(1, 40) and parse_share("1/40", "a share") == Fraction(
        1, 40
    )
    assert parse_interval("3..4%", "the edge", lambda end, _: parse_edge(end)) == (
        Fraction(3, 100),
        Fraction(4, 100),
    )
    assert parse_interval("..4", "a pay") == (None, 4) and parse_interval("7/2", "a pay") == (
        Fraction(7, 2),
        Fraction(7, 2),
    )


def test_linear_forms():
    form = LinearForm.of(Fraction(-2, 3), {"x": 2 * THIRD, "y": Fraction(0)})
    assert form == LinearForm(-2, {"x": 2}, 3)
    assert (form.at({"x": Fraction(2)}), form.slope("x"), form.slope("y")) == (
        2 * THIRD,
        2 * THIRD,
        0,
    )


def test_the_region_in_which_play_stays_best():
    """x + y >= -1 of an ace, x >= 0 of a king and y >= 0 of a queen; the last two imply the first."""
    found = region(counted())
    told = {
        tuple(one.coefficients.items()): (one.constant, one.slack) for one in found.inequalities
    }
    assert told == {
        ((X, 1),): (0, 2),
        ((Y, 1),): (0, HALF),
        ((X, 1), (Y, 1)): (1, Fraction(7, 2)),
    }
    assert found.bind is not None
    assert {one.cards for one in found.bind} == {"Kc", "Qc"} and found.distinct == 3
    assert [(one.pay, one.low, one.high) for one in found.ranges] == [(X, 0, None), (Y, 0, None)]


def test_the_range_of_one_pay():
    """x alone: a king gives x >= 0, an ace x >= -3/2 with y = 1/2."""
    (found,) = region(counted(), (X,)).ranges
    assert (found.low, found.high, found.today) == (0, None, 2)
    assert found.below is not None and found.below.cards == "Kc"


def test_inequalities_that_follow_from_others():
    """Of x >= 0, y >= 0 and x + y >= -1, with slacks 2, 1/2 and 7/2 told in halves, the last does;
    x + y >= 3, with the slack -1/2 + ... 0, does not.
    """
    assert binding([(1, 0, 1), (4, 1, 0), (7, 1, 1)]) == [0, 1]
    assert binding([(1, 0, 1), (4, 1, 0), (3, 1, 1)]) == [0, 1, 2]


def test_pays_that_fall():
    """An ace and a king pay no less than an ace and a queen: one pair, and no value above 3."""
    asked = {X: tuple(map(Fraction, (0, 2, 4))), Y: tuple(map(Fraction, (1, 3)))}
    found = spans_of(counted().plan.bet, counted().ends.pays, asked, most=Fraction(3))
    assert (found.pays, found.pairs, found.strict) == ((X, Y), ((0, 1),), False)
    assert found.values == ((2,), (1,)) and found.combinations == 1


def test_stairs_of_candidates():
    """A spread of 2 with 1 lost beats that of 2 with 5 and that of 3 with 2, not 1 with 9."""
    stairs = _Stairs()
    for spread, lost in ((1, 9), (2, 5), (3, 2)):
        stairs.add(SimpleNamespace(spread=spread, lost=lost))
    assert stairs.beat(SimpleNamespace(spread=2, lost=5))
    assert not stairs.beat(SimpleNamespace(spread=2, lost=4))
    stairs.add(SimpleNamespace(spread=2, lost=1))
    assert (stairs.spreads, stairs.lost) == ([1, 2], [9, 1])


def test_paytables_that_none_beats():
    """Of three numbers that tell: the second is as rough, further off; the third has fewer lines; the
    fourth is rounder, though it has more.
    """

    def one(rough: int, off: int, lines: int, total: int = 0) -> Candidate:
        return Candidate(rough, off, 5, 5, lines, total, ())

    front = Front()
    front._room = 2
    best, beaten, shorter, rounder = one(3, 1, 4), one(3, 2, 4), one(3, 3, 2), one(1, 4, 9)
    front.add(best)
    assert front._room == 2
    front.add(beaten)
    assert (front._kept, front._room) == ([best], 2 + ROOM)
    for more in (shorter, rounder, alike := one(3, 1, 4, 7)):
        front.add(more)
    assert len(front._kept) == 4
    assert front.unbeaten() == [rounder, best, alike, shorter]


def test_the_best_value_at_any_pays():
    """max(-1, x + y) + max(-1, x - 1) + max(-1, y - 1), divided by 3."""
    found = value_of(counted())
    for x, y in [(2, HALF), (-1, HALF), (-1, -1), (1, -2)]:
        expected = sum(max(Fraction(-1), Fraction(one)) for one in (x + y, x - 1, y - 1)) / 3
        assert found.at({**counted().ends.pays, X: Fraction(x), Y: Fraction(y)}) == expected


# --- Boxes of pays -----------------------------------------------------------------------------------


def test_whole_numbers_of_a_box():
    """2 + 3 P - Q with P from 1 to 2 and Q from 0 to 5 is from 0 to 8; its square is told where no
    pay changes it, and it is won where it is more than 0.
    """
    assert bounds((2, 3, -1), [(1, 2), (0, 5)]) == (0, 8)
    columns = Columns([((2, 3, -1), 2), ((-4, 0, 0), 1)], 2, False)
    assert columns.of(((-4, 0, 0), 1)) == (-4, 0, 0, 16, 0, 0)
    assert columns.of(((2, 3, -1), 2)) == (2, 3, -1, 0, 0, 1)


def test_the_totals_at_the_ends_of_a_box():
    """An action is worth nothing, another 5 - P, at two sets beside a total of 1: P = 0 gives 11, and
    P = 10 leaves 1.
    """
    rows = TiedRows(array("i", [0, 2]), array("q", [0, 0, 0, 0, 5, -1, 0, 0]), array("q", [2]))
    play = BoxPlay(Columns([], 1, False), [1, 0, 0, 0], rows)
    found, ends, _ = play.within([(0, 10)])
    assert ends == (11, 1) and found.open == play.open == 2


def test_the_best_play_in_a_box():
    """Six deals at x from -1 to 1 and y = 1/2: an ace is raised and a queen, of a king it is open.
    Nets of the deals, in halves: 2 x 2 and 2 at the ace, (2 x 2, -4) or (-2, -2) at the king, (2, -4)
    at the queen.
    """
    assert has_one_decision(counted())
    asked = {X: tuple(map(Fraction, (-1, 0, 1)))}
    spans = spans_of(counted().plan.bet, counted().ends.pays, asked, order="any")
    units = Units(counted(), asked)
    forms = forms_throughout(counted(), spans)
    assert forms is not None and (units.of_pay, units.of_net) == (1, 2)
    values = [units.pays(asked[X])]
    lowest = counted().paying({X: Fraction(-1)})
    ends = Ends(lowest, units, forms)
    limits = [(-1, 1)]
    play = best_within(lowest, ends, 1, limits)
    assert play is not None and play.open == 2
    raised = best_within(counted().paying({X: Fraction(1)}), ends, 1, limits)
    assert raised is not None
    for one in (play, raised):  # the totals at both ends, as below
        assert one.within(limits)[1] == (-8, 4)
    found = {
        x: (total, square) for (x,), total, square, *_ in play.paytables(values, spans, (-99, 99))
    }
    assert found == {
        -1: (-4 + 2 - 2 - 2 + 2 - 4, 16 + 4 + 4 + 4 + 4 + 16),
        0: (0 + 2 - 2 - 2 + 2 - 4, 0 + 4 + 4 + 4 + 4 + 16),
        1: (4 + 2 + 4 - 4 + 2 - 4, 16 + 4 + 16 + 16 + 4 + 16),
    }


def test_a_bend_at_a_row_is_no_straight_line():
    """A king is raised from x = 0 on, a value that is solved; above it play stays the same."""
    whole = [Tangent(Fraction(x), Fraction(value), Fraction(slope)) for x, value, slope in (
        (-1, -2, 1), (0, -1, 2), (1, 1, 2)
    )]  # fmt: skip
    found = PayPoints(counted().game, "base", "ante", X, Fraction(2), tuple(whole))
    assert found.bend == 0
    assert points_note(found).startswith("Between two rows the edge is a straight line")
    assert points_note(replace(found, found=tuple(whole[1:]))).startswith("One straight line")
