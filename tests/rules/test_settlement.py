"""Which facts settle a bet, and the row and line they lead to, on a settlement small enough to be
read.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from combin.cards import Deck
from combin.ranking import THREE_CARD
from combin.rules import (
    ALWAYS,
    LOSE,
    PUSH,
    Action,
    All,
    Any,
    Beats,
    Below,
    Bet,
    Chose,
    Deal,
    Decide,
    Hand,
    Not,
    OfMeter,
    Pays,
    Paytable,
    Reaches,
    Row,
    Settlement,
    Ties,
    Wager,
)  # fmt: skip
from combin.rules.facts import (
    Order,
    PaidLine,
    Settler,
    Under,
    best_line,
    chosen,
    facts_asked,
    facts_of,
    holds,
    left_of,
    rows_left,
)  # fmt: skip
from combin.rules.game import Game
from combin.rules.picks import concrete


def exact(word):
    """Return a word as a resolved game holds it."""
    return concrete(word, {}, "the test")


FOLD, CALL, BIG = (
    Action("fold", ends=True),
    Action("call", {"play": 1}),
    Action("big", {"play": Fraction(5, 2)}),
)
FOLDED, CALLED = (("first", FOLD),), (("first", CALL), ("second", CALL))
TABLE = Paytable("", {"flush": 5, "pair": 2})
MAIN = exact(Settlement(
    ("ante", "play"),
    (
        Row("fold", Chose("fold"), (LOSE, PUSH)),
        Row("weak", Below("dealer", "queen-high"), (1, PUSH)),
        Row("won", Beats("player", "dealer"), (1, Pays(TABLE, "player"))),
        Row("tied", Ties("player", "dealer"), (PUSH, PUSH)),
        Row("called", Chose("call", "second"), (Fraction(-1, 2), LOSE)),
        Row("lost", ALWAYS, (LOSE, LOSE)),
    ),
))  # fmt: skip
BONUS = exact(
    Settlement(
        ("ante",),
        (Row("", ALWAYS, (Pays(Paytable("bonus", {"straight": 4}, less=PUSH), "player"),)),),
        "bonus",
    )
)
BET = Bet("base", (Wager("ante", Fraction(1)), Wager("play", Fraction(0))), "ante", (MAIN, BONUS))
SIDE = Bet(
    "side",
    (Wager("side", Fraction(1)),),
    "side",
    (exact(Settlement(("side",), (Row("", ALWAYS, (Pays(TABLE, "player"),)),))),),
)
GAME = Game(
    "settled", "Settled", "none", Deck(),
    (Deal("mine", 3), Decide("first", (FOLD, CALL, BIG)), Deal("yours", 3), Decide("second", (Action("wait"), CALL))),
    (Hand("player", THREE_CARD, ("mine",)), Hand("dealer", THREE_CARD, ("yours",))), (BET, SIDE),
)  # fmt: skip

UNDER, ORDER, LINE, STRAIGHT = (
    Under("dealer", "queen-high"),
    Order("player", "dealer"),
    PaidLine("player", ("flush", "pair")),
    PaidLine("player", ("straight",)),
)


def values(under: int = 0, order: int = 0, line: int = 2, straight: int = 1) -> dict:
    return {UNDER: under, ORDER: order, LINE: (line,), STRAIGHT: (straight,)}


def test_an_action_is_chosen_at_its_decision_or_at_any():
    path = (("first", CALL), ("second", Action("wait")))
    assert chosen(Chose("call"), path) and chosen(Chose("call", "first"), path)
    assert (
        not chosen(Chose("call", "second"), path)
        and not chosen(Chose("fold"), path)
        and not chosen(Chose("call"), ())
    )


def test_rows_end_at_the_first_that_the_actions_decide():
    assert [row.name for row in rows_left(MAIN, FOLDED)] == ["fold"]
    assert [row.name for row in rows_left(MAIN, CALLED)] == ["weak", "won", "tied", "called"]
    assert [row.name for row in rows_left(MAIN, (("first", CALL), ("second", Action("wait"))))] == [
        "weak",
        "won",
        "tied",
        "lost",
    ]
    below_always = Settlement(
        ("ante",), (Row("all", ALWAYS, (1,)), Row("never", Beats("player", "dealer"), (2,)))
    )
    assert [row.name for row in rows_left(below_always, ())] == ["all"]


def test_a_condition_asks_for_the_facts_of_its_parts():
    below, beats = Below("dealer", "queen-high"), Beats("player", "dealer")
    for one in (below, Reaches("dealer", "queen-high"), Not(below)):
        assert [*facts_asked(one)] == [UNDER]
    assert [*facts_asked(beats)] == [*facts_asked(Ties("player", "dealer"))] == [ORDER]
    assert [*facts_asked(ALWAYS)] == [*facts_asked(Chose("call"))] == []
    for join in (All, Any):
        assert [*facts_asked(join((beats, Chose("call"), Not(below))))] == [ORDER, UNDER]
    assert (UNDER.hands, ORDER.hands, LINE.hands) == (
        ("dealer",),
        ("player", "dealer"),
        ("player",),
    )


def test_each_fact_is_asked_for_once():
    assert facts_of(BET, CALLED) == (UNDER, ORDER, LINE, STRAIGHT)
    assert facts_of(BET, FOLDED) == (STRAIGHT,)
    assert facts_of(SIDE, ()) == (LINE,)


def test_a_bet_depends_on_actions_by_its_stakes_or_by_its_rows():
    assert GAME.depends_on_actions(BET) and not GAME.depends_on_actions(SIDE)
    rows = (Row("fold", Chose("fold"), (LOSE,)), Row("", ALWAYS, (Fraction(1),)))
    assert GAME.depends_on_actions(
        Bet("asks", (Wager("asks", 1),), "asks", (Settlement(("asks",), rows),))
    )
    assert GAME.depends_on_actions(
        Bet("adds", (Wager("play", 1),), "play", (Settlement(("play",), rows[1:]),))
    )


@pytest.mark.parametrize(
    ("pays", "menu", "line"),
    [
        ((5, 2), (1,), 1), ((5, 2), (0, 1), 0), ((2, 5), (0, 1), 1), ((2, 2), (0, 1), 0), ((2, 2), (0, 1, 2), 0),
        ((-2, -3), (0, 1, 2), 2), ((-1, -3), (0, 1, 2), 0),
    ],
)  # fmt: skip
def test_the_best_paying_line_of_a_menu_and_of_equal_ones_the_higher(pays, menu, line):
    assert best_line(exact(Paytable("", dict(zip(("flush", "pair"), pays)))), menu) == line


def test_a_condition_holds_by_its_fact():
    assert holds(Below("dealer", "queen-high"), values(under=1)) is True
    assert holds(Below("dealer", "queen-high"), values(under=0)) is False
    assert [holds(Beats("player", "dealer"), values(order=order)) for order in range(3)] == [
        False,
        False,
        True,
    ]
    assert [holds(Ties("player", "dealer"), values(order=order)) for order in range(3)] == [
        False,
        True,
        False,
    ]
    assert holds(ALWAYS, {}) is True
    weak, won = Below("dealer", "queen-high"), Beats("player", "dealer")
    for under, order in product((0, 1), (0, 1, 2)):
        known = values(under=under, order=order)
        assert holds(Reaches("dealer", "queen-high"), known) is (under == 0)
        assert holds(Not(won), known) is (order != 2)
        assert holds(All((weak, won)), known) is (under == 1 and order == 2)
        assert holds(Any((weak, won)), known) is (under == 1 or order == 2)


def test_what_was_chosen_leaves_the_rest_of_a_condition():
    weak, called = Below("dealer", "queen-high"), Chose("call")
    folded, went_on = FOLDED, CALLED
    assert left_of(All((weak, called)), went_on) == left_of(Any((weak, called)), folded) == weak
    assert left_of(All((weak, called)), folded) is None
    assert left_of(Any((weak, called)), went_on) == left_of(Not(called), folded) == ALWAYS
    assert left_of(Not(called), went_on) is None
    assert left_of(Not(All((weak, called))), went_on) == Not(weak)
    assert left_of(Not(All((weak, called))), folded) == ALWAYS


@pytest.mark.parametrize(
    ("path", "facts", "outcome", "net", "staked"),
    [
        (FOLDED, {}, "fold, bonus less", -1, 1),
        (FOLDED, {"straight": 0}, "fold, bonus straight", 3, 1),
        (CALLED, {"under": 1, "order": 2, "line": 0}, "weak, bonus less", 1, 3),
        (CALLED, {"order": 2, "line": 0}, "won.flush, bonus less", 1 + 2 * 5, 3),
        (
            CALLED,
            {"order": 2, "line": 1, "straight": 0},
            "won.pair, bonus straight",
            1 + 2 * 2 + 4,
            3,
        ),
        (CALLED, {"order": 2}, "won.less, bonus less", 1 - 2, 3),
        (CALLED, {"order": 1}, "tied, bonus less", 0, 3),
        (CALLED, {}, "called, bonus less", Fraction(-1, 2) - 2, 3),
        (
            (("first", BIG), ("second", Action("wait"))),
            {},
            "lost, bonus less",
            Fraction(-7, 2),
            Fraction(7, 2),
        ),
    ],
)
def test_a_deal_is_settled_by_the_first_row_that_holds(path, facts, outcome, net, staked):
    settler = Settler(BET)
    for _ in range(2):  # what is remembered says the same
        result = settler.settle(path, values(**facts))
        assert (result.outcome, result.net, result.staked) == (outcome, net, staked)
        assert isinstance(result.net, Fraction) and isinstance(result.staked, Fraction)


def test_a_single_settlement_does_not_tell_its_name():
    alone = Bet("base", BET.wagers, "ante", (BONUS,))
    assert Settler(alone).settle(CALLED, values(straight=0)).outcome == "straight"


def test_a_table_pays_to_one_for_one_and_shares_of_a_meter():
    table = exact(Paytable("", {"flush": OfMeter(Fraction(1, 10)), "pair": 3}, meter=Fraction(25)))
    assert [table.net(line) for line in range(3)] == [Fraction(5, 2), 3, -1]
    paying = Paytable(
        "",
        {"flush": OfMeter(Fraction(1, 10)), "pair": 3},
        less=PUSH,
        for_one=True,
        meter=Fraction(25),
    )
    for_one = exact(paying)
    assert [for_one.net(line) for line in range(3)] == [Fraction(3, 2), 2, 0]
    assert table.lines == ("flush", "pair")
