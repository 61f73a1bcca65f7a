"""What contradicts itself in the rules, or in what a user sets, is refused in one line that names
the thing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from decimal import Decimal
from fractions import Fraction
from numbers import Number
from types import UnionType
from typing import get_args, get_origin, get_type_hints

import numpy as np
import pytest
import sympy

import combin
from combin import games, ranking
from combin.cards import Deck, card_text, parse_card
from combin.counting import levels, memory, plan, pooling, tally
from combin.errors import CombinError
from combin.exact import parse_number, whole_number
from combin.games import sheet_of
from combin.questions import solve as solver
from combin.ranking import JOKER_BUG, POKER, THREE_CARD, TWO_CARD
from combin.rules import (
    ALWAYS,
    LOSE,
    OTHERWISE,
    PUSH,
    Action,
    All,
    Amount,
    Beats,
    Below,
    Bet,
    Choice,
    Chose,
    Chosen,
    Deal,
    Decide,
    Game,
    Hand,
    Is,
    Not,
    OfMeter,
    Pays,
    Paytable,
    Pick,
    Reaches,
    Row,
    Settlement,
    SideBet,
    Ties,
    Wager,
    choices,
    game,
    loader,
    words,
)  # fmt: skip
from combin.rules import facts as settlement
from shipped import DEALT
from sizes import on_demand

TABLE = Paytable("", {"flush": 5, "pair": 1})
DEALS = (
    Deal("own", 3),
    Decide("more", (Action("stay"), Action("raise", {"ante": 1}))),
    Deal("dealer", 3),
)
HANDS = (Hand("mine", THREE_CARD, ("own",)), Hand("yours", THREE_CARD, ("dealer",)))
# As they are once the deck has said which ranks follow each other.
RESOLVED = tuple(replace(hand, ranking=hand.ranking.with_runs_of(Deck().ranks)) for hand in HANDS)
BEST = Hand("best", POKER, ("own", "dealer"))
ROWS = (
    Row("weak", Below("yours", "queen-high"), (PUSH,)),
    Row("won", Beats("mine", "yours"), (Pays(TABLE, "mine"),)),
    Row("lost", ALWAYS, (LOSE,)),
)


ANTE = (Wager("ante", 1),)


def bet(rows=ROWS, wagers=ANTE, base="ante", columns=("ante",), key="base") -> Bet:
    return Bet(key, wagers, base, (Settlement(columns, rows),))


def always(cell, hand: str = "mine") -> tuple[Row, ...]:
    return (Row("", ALWAYS, (Pays(cell, hand) if isinstance(cell, Paytable) else cell,)),)


TOY = Game("toy", "Toy", "none", Deck(), DEALS, HANDS, (bet(),))
WILD = tuple(replace(hand, ranking=JOKER_BUG, zones=("own", "dealer")) for hand in HANDS)


def refused(words: str, act, *arguments) -> None:
    with pytest.raises(CombinError) as caught:
        act(*arguments)
    text = str(caught.value)
    assert words in text
    assert "\n" not in text and len(text) < 300


def test_the_toy_is_in_order():
    assert solver.solve(TOY.resolve(), threads=1)["base"].deals > 0


# --- The play and the hands --------------------------------------------------------------------

MORE = DEALS[1]
CONTRADICTIONS = {
    "more cards than the "
    "deck": ({"play": (Deal("own", 26), MORE, Deal("dealer", 27))}, "deals 53 cards from a deck "
                                                                    "of 52"),
    "one card too many for a short "
    "deck": ({"deck": Deck("89TJ", "c")}, "deals 6 cards from a deck of 4"),
    "no cards": ({"play": (), "hands": ()}, "deals no cards"),
    "a zone without cards": ({"play": (Deal("own", 3), MORE, Deal("dealer", 0))}, "zone 'dealer' "
                                                                                  "is a whole number from 1 up"),
    "half a card": ({"play": (Deal("own", Fraction(5, 2)), MORE, Deal("dealer", 3))}, "a whole number from 1 up, not Fraction(5"),
    "half a card, as a "
    "float": ({"play": (Deal("own", 2.5), MORE, Deal("dealer", 3))}, "a whole number from 1 up, "
                                                                     "not Fraction(5, 2)"),
    "a truth for a number of "
    "cards": ({"play": (Deal("own", True), MORE, Deal("dealer", 3))}, "from 1 up, not True"),
    "an action that ends by a "
    "word": ({"play": (DEALS[0], Decide("more", (Action("stay", ends="no"),)), DEALS[2])}, "is a bool"),
    "a decision that is never reached": (
        {"play": (DEALS[0], Decide("stop", (Action("a", ends=True), Action("b", ends=True))), *DEALS[1:])},
        "the decision 'more' is never reached: 'stop' ends the play"),
    "a hand that nothing reads": ({"hands": (*HANDS, BEST)}, "the hand 'best' decides nothing"),
    "a zone without a name": ({"play": (Deal("", 3), *DEALS)}, "each zone has a name, text that is "
                                                               "not empty, not ''"),
    "two zones of one name": ({"play": (Deal("own", 3), MORE, Deal("own", 3))}, "two zones are "
                                                                                "called 'own'"),
    "two decisions of one "
    "name": ({"play": (Deal("own", 3), MORE, MORE, Deal("dealer", 3))}, "two decisions are called "
                                                                        "'more'"),
    "a decision on nothing": ({"play": (MORE, *DEALS[::2])}, "'more' comes before any card is "
                                                             "seen"),
    "no title": ({"title": " "}, "the title is empty"),
    "a decision with a "
    "colon": ({"play": (DEALS[0], Decide("more: now", MORE.actions), DEALS[2])}, "not 'more: now'"),
    "an action with a "
    "stroke": ({"play": (DEALS[0], Decide("more", (Action("1/2"),)), DEALS[2])}, "a name without : "
                                                                                 "# /, not '1/2'"),
    "an action without a "
    "name": ({"play": (DEALS[0], Decide("more", (Action(""),)), DEALS[2])}, "text that is not "
                                                                            "empty"),
    "a decision without "
    "actions": ({"play": (DEALS[0], Decide("more", ()), DEALS[2])}, "'more' has no actions"),
    "two actions of one "
    "name": ({"play": (DEALS[0], Decide("more", (Action("stay"),) * 2), DEALS[2])}, "are called 'stay'"),
    "a list for a play": ({"play": list(DEALS)}, "cannot stand in the rules of a game"),
    "a stranger in the play": ({"play": (*DEALS, HANDS[0])}, "is a Deal, Decide, Part, Draw, Split or Turns"),
    "a hand of no zone": ({"hands": (*HANDS, Hand("odd", TWO_CARD, ("boards",)))}, "'boards', which is not dealt"),
    "a near miss is "
    "suggested": ({"hands": (*HANDS, Hand("odd", TWO_CARD, ("deler",)))}, "did you mean 'dealer'"),
    "two hands of one name": ({"hands": (*HANDS, HANDS[0])}, "two hands are called 'mine'"),
    "a hand of too few "
    "cards": ({"hands": (*HANDS, Hand("odd", POKER, ("own",)))}, "fewer than the 5 cards its "
                                                                 "ranking needs"),
    "a hand of too few cards names "
    "rankings that fit": ({"hands": (*HANDS, Hand("odd", POKER, ("own",)))}, "(rankings of 3 cards: THREE_CARD, "),
    "a hand of no cards": ({"hands": (*HANDS, Hand("odd", TWO_CARD, ()))}, "fewer than the 2 "
                                                                           "cards"),
    "must use what is not "
    "its own": ({"hands": (*HANDS, Hand("odd", TWO_CARD, ("own",), ("dealer",)))}, "not among its zones"),
    "must use too many": ({"hands": (*HANDS, Hand("odd", TWO_CARD, ("own",), ("own",)))}, "more cards than its 2 places"),
    "a zone counted twice": ({"hands": (*HANDS, Hand("odd", POKER, ("own", "own")))}, "'odd'"),
    "a joker without a reading": ({"deck": Deck(jokers=1)}, "says nothing of it"),
    "no ranking": ({"hands": (*HANDS, Hand("odd", "poker", ("own",)))}, "the ranking of hand 'odd' "
                                                                        "is a HandRanking"),
}  # fmt: skip


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_a_play_that_contradicts_itself(case):
    changes, words = CONTRADICTIONS[case]
    refused(words, replace(TOY, **changes).resolve)


# --- Bets and settlements ----------------------------------------------------------------------

LAST = ROWS[-1]
BETS = {
    "no bet": ((), "the first bet has the key 'base'"),
    "no base game": ((bet(key="side"),), "the first bet has the key 'base'"),
    "two bets of one key": ((bet(), bet()), "two bets are called 'base'"),
    "a base that is no "
    "wager": ((bet(base="antes"),), "the base 'antes' of bet 'base' is none of its wagers"),
    "two wagers of one "
    "name": ((bet(wagers=(Wager("ante", 1), Wager("ante"))),), "two wagers are called 'ante'"),
    "nothing staked": ((bet(wagers=(Wager("ante"),)),), "nothing is staked"),
    "a negative stake": ((bet(wagers=(Wager("ante", -1),)),), "is negative"),
    "a stake of words": ((bet(wagers=(Wager("ante", "1"),)),), "the stake of wager 'ante'"),
    "a stake that is "
    "infinite": ((bet(wagers=(Wager("ante", float("inf")),)),), "each number in wager 'ante' is a "
                                                                "number"),
    "a stake that is a "
    "truth": ((bet(wagers=(Wager("ante", True),)),), "the stake of wager 'ante' is a number, not "
                                                     "True"),
    "a wager never settled": ((bet(wagers=(Wager("ante", 1), Wager("extra", 1))),), "'extra' of bet 'base' is never settled"),
    "settles no wager": ((bet(columns=("aunt",), wagers=(Wager("ante", 1),)),), "'ante' of bet "
                                                                                "'base' is never "
                                                                                "settled"),
    "settles a stranger": ((bet(columns=("ante", "aunt"), rows=(Row("", ALWAYS, (0, 0)),)),), "settles 'aunt', which is none"),
    "no rows": ((bet(rows=()),), "some outcomes of ante have no pay"),
    "no last row": ((bet(rows=ROWS[:2]),), "some outcomes of ante have no pay; the last row's "
                                           "condition must be ALWAYS"),
    "too few cells": ((bet(rows=(Row("", ALWAYS, ()),)),), "row '' has 0 cells for 1 wager"),
    "one cell for two wagers": (
        (bet(columns=("ante", "more"), wagers=(Wager("ante", 1), Wager("more")), rows=(Row("", ALWAYS, (0,)),)),),
        "row '' has 1 cell for 2 wagers"),
    "too many cells": ((bet(rows=(Row("", ALWAYS, (1, 1)),)),), "row '' has 2 cells for 1 wager"),
    "a cell that is no number": ((bet(rows=always("lost")),), "each of the cells of row ''"),
    "a cell that is no number "
    "at all": ((bet(rows=always(float("nan"))),), "is a number such as 9, 7/2 or 12.5, not nan"),
    "a cell that is a truth": ((bet(rows=always(True)),), "is a number or Pays, not True"),
    "a cell that loses more than the "
    "stake": ((bet(rows=always(Fraction(-3, 2))),), "loses more than the stake (-3/2 a unit)"),
    "a settlement of no wager": (
        (Bet("base", ANTE, "ante", (Settlement(("ante",), ROWS), Settlement((), (Row("", ALWAYS, ()),)))),), "settles no wager"),
    "columns in one text": ((bet(columns="ante"),), "the columns of a settlement of bet 'base' "
                                                    "stand in a tuple"),
    "a hand against itself": ((bet(rows=(Row("odd", Ties("yours", "yours"), (0,)), LAST)),), "compares the hand 'yours' with itself"),
    "a hand that beats "
    "itself": ((bet(rows=(Row("odd", Beats("mine", "mine"), (0,)), LAST)),), "the hand 'mine' with "
                                                                             "itself"),
    "two rows of one name": ((bet(rows=(*ROWS[:2], Row("won", Ties("mine", "yours"), (0,)), LAST)),), "are called 'won'"),
    "a row called like a "
    "line": ((bet(rows=(replace(ROWS[0], name="flush"), *ROWS[1:])),), "are both called 'flush'"),
    "a row called like the last "
    "line": ((bet(rows=(replace(ROWS[0], name="less"), *ROWS[1:])),), "are both called 'less'"),
    "a row with a dot": ((bet(rows=(replace(ROWS[0], name="a.b"), *ROWS[1:])),), "the name of a "
                                                                                 "row is text "
                                                                                 "without . =, not "
                                                                                 "'a.b'"),
    "a row below all": ((bet(rows=(replace(LAST, name="all"), *ROWS)),), "row 'weak' that settles "
                                                                         "ante never applies"),
    "a row below its like": ((bet(rows=(ROWS[0], replace(ROWS[0], name="again"), *ROWS[1:])),), "row 'again'"),
    "a row below a wider one": (
        (bet(rows=(ROWS[0], Row("odd", Below("yours", "jack-high"), (0,)), *ROWS[1:])),), "row 'odd' that settles ante never"),
    "below the lowest": ((bet(rows=(Row("odd", Below("yours", "high-card"), (0,)), *ROWS)),), "row 'odd' that settles ante never"),
    "nothing left for the last row": (
        (bet(rows=(ROWS[1], Row("tied", Ties("yours", "mine"), (0,)), Row("beaten", Beats("yours", "mine"), (0,)), LAST)),),
        "row 'lost' that settles ante never applies"),
    "every action has its row": (
        (bet(rows=(Row("stays", Chose("stay"), (0,)), Row("raises", Chose("raise"), (0,)), LAST)),), "row 'lost' that settles"),
    "an action's row below its like": (
        (bet(rows=(Row("a", Chose("stay"), (0,)), Row("b", Chose("stay", at="more"), (0,)), LAST)),), "row 'b' that settles"),
    "a row of one address with another": (
        (Bet("base", ANTE, "ante", (Settlement(("ante",), ROWS), Settlement(("ante",), ROWS))),),
        "row 'weak', wager 'ante' of bet 'base' and row 'weak', wager 'ante' of bet 'base' have "
        "one address, 'weak.ante'"),
    "a row that a formula calls like another": (
        (bet(rows=(replace(ROWS[0], name="is-lost"), *ROWS[1:2], replace(LAST, name="is_lost"))),), "have one address"),
    "a table called like a bet": (
        (bet(rows=always(replace(TABLE, name="side"))),
         bet(always(TABLE), (Wager("side", 1),), "side", ("side",), "side")), "have one address, "
                                                                              "'side.flush'"),
    "a hand that is not "
    "there": ((bet(rows=(Row("odd", Below("my", "flush"), (0,)), LAST)),), "names the hand 'my'"),
    "another that is not "
    "there": ((bet(rows=(Row("odd", Beats("mine", "theirs"), (0,)), LAST)),), "names the hand "
                                                                              "'theirs'"),
    "a name that is no "
    "hand": ((bet(rows=(Row("odd", Below("mine", "flsh"), (0,)), LAST)),), "did you mean 'flush'?"),
    "no condition at all": ((bet(rows=(Row("odd", "always", (0,)), LAST)),), "the condition of row "
                                                                             "'odd'"),
    "an action not offered": ((bet(rows=(Row("odd", Chose("fold"), (0,)), LAST)),), "the action 'fold', which is not offered"),
    "an action not offered "
    "there": ((bet(rows=(Row("odd", Chose("stay", "later"), (0,)), LAST)),), "not offered at "
                                                                             "'later'"),
    "no condition": ((bet(rows=(Row("odd", None, (0,)), LAST)),), "the condition of row 'odd'"),
    "a pay for no hand": ((bet(rows=always(TABLE, "ours")),), "pays the hand 'ours'"),
    "a table without lines": ((bet(rows=always(Paytable("", {}))),), "has no lines"),
    "an unknown line": ((bet(rows=always(Paytable("", {"flsh": 5}))),), "did you mean 'flush'?"),
    "lines out of order": ((bet(rows=always(Paytable("", {"pair": 1, "flush": 5}))),), "lists 'flush' below a hand"),
    "a line under two "
    "names": ((bet(rows=always(Paytable("", {"pair": 1, "pair-of-twos": 5}))),), "lists 'pair-of-twos' below"),
    "a pay of words": ((bet(rows=always(Paytable("", {"pair": "1"}))),), "the pay of 'pair'"),
    "a pay that is a truth": ((bet(rows=always(Paytable("", {"pair": False}))),), "the pay of 'pair' is a number or OfMeter, not False"),
    "a pay below the stake": ((bet(rows=always(Paytable("", {"pair": -2}))),), "line 'pair' of bet "
                                                                               "'base' loses more "
                                                                               "than"),
    "a pay for 1 below "
    "nothing": ((bet(rows=always(Paytable("", {"pair": -1}, for_one=True))),), "(-2 a unit)"),
    "less than the stake": ((bet(rows=always(Paytable("", {"pair": 1}, less=-2))),), "line 'less' "
                                                                                     "of bet 'base' loses more"),
    "for 1 in words": ((bet(rows=always(Paytable("", {"pair": 1}, for_one="yes"))),), "pays for 1 is a bool"),
    "a meter that nothing "
    "reads": ((bet(rows=always(Paytable("", {"pair": 1}, meter=9))),), "no line pays a share "
                                                                       "of it"),
    "a share of no meter": ((bet(rows=always(Paytable("", {"pair": OfMeter(1)}))),), "and the paytable has none"),
    "a share of words": ((bet(rows=always(Paytable("", {"pair": OfMeter("all")}, meter=9))),), "the share of the meter"),
    "two tables of one name": (
        (bet(rows=(replace(ROWS[1], cells=(Pays(Paytable("", {"pair": 2}), "mine"),)), *always(TABLE))),),
        "two different paytables"),
}  # fmt: skip


@pytest.mark.parametrize("case", BETS)
def test_a_bet_that_contradicts_itself(case):
    bets, words = BETS[case]
    refused(words, replace(TOY, bets=bets).resolve)


def test_hands_that_cannot_be_compared():
    odd = bet(rows=(Row("odd", Ties("mine", "best"), (0,)), LAST))
    refused("have different rankings", replace(TOY, hands=(*HANDS, BEST), bets=(odd,)).resolve)
    same = replace(TOY, hands=(HANDS[0], replace(HANDS[0], name="best")), bets=(odd,))
    refused("which are the same cards and always tie", same.resolve)
    longer = replace(HANDS[0], name="best", zones=("own", "dealer"))
    beats = bet(rows=(Row("odd", Beats("mine", "best"), (0,)), LAST))
    refused(
        "row 'odd' that settles ante never applies",
        replace(TOY, hands=(HANDS[0], longer), bets=(beats,)).resolve,
    )
    held = replace(longer, must_use=("own",))
    assert replace(
        TOY, hands=(HANDS[0], replace(held, must_use=("dealer",))), bets=(beats,)
    ).resolve()


@pytest.mark.slow
def test_numbers_of_every_kind_become_pythons_own():
    """What computes in a width of its own, or approximately, goes no further than the rules."""
    five, half = np.int8(5), np.float64(0.5)
    table = Paytable(
        "", {"flush": five, "pair": Decimal("1.5")}, less=np.float32(-0.1), for_one=True, meter=None
    )
    jackpot = Paytable(
        "jackpot",
        {"flush": OfMeter(np.float64(0.1)), "pair": sympy.Rational(1, 3)},
        meter=np.uint8(200),
    )
    rows = (
        Row("won", Beats("mine", "yours"), (Pays(jackpot, "mine"),)),
        Row("", ALWAYS, (Pays(table, "mine"),)),
    )
    play = (
        Deal("own", np.int16(3)),
        Decide("more", (Action("stay"), Action("raise", {"ante": half}))),
        Deal("dealer", 3.0),
    )
    ranking = replace(THREE_CARD, size=np.int64(3))
    game = replace(
        TOY,
        deck=Deck(jokers=np.int64(0)),
        play=play,
        hands=tuple(replace(hand, ranking=ranking) for hand in HANDS),
        bets=(bet(rows=rows, wagers=(Wager("ante", Fraction(np.int64(3), np.int64(2))),)),),
    ).resolve()
    game = game.with_pays({"flush": np.int8(101)})
    assert game.pays() == {
        "jackpot.meter": 200,
        "jackpot.pair": Fraction(1, 3),
        "flush": 101,
        "pair": Fraction(3, 2),
    }
    for number in numbers_of(game):
        assert type(number) in (int, bool, Fraction)
        assert type(number.numerator) in (int, bool) and type(number.denominator) is int
    assert combin.solve(game, threads=1)["base"].variance > 0


def numbers_of(item) -> Iterator[Number]:
    """Yield every number of resolved rules; `sheet` keeps them as they were written."""
    if isinstance(item, Number):
        yield item
    elif is_dataclass(item):
        for one in fields(item):
            if one.name != "sheet":
                yield from numbers_of(getattr(item, one.name))
    elif isinstance(item, (tuple, dict)):
        for part in item.values() if isinstance(item, dict) else item:
            yield from numbers_of(part)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (5, 5), ("5", 5), (" 7/2 ", Fraction(7, 2)), (np.int8(-5), -5), (np.uint64(2**63), 2**63), (np.float32(9.1), Fraction("9.1")),
        (np.longdouble("0.25"), Fraction(1, 4)), (0.1, Fraction(1, 10)), (1e22, 10**22), (1e-5, Fraction(1, 10**5)), (-0.0, 0),
        (Decimal("1E+2"), 100), (Decimal("0.10"), Fraction(1, 10)), (sympy.Integer(3), 3), (sympy.Rational(-3, 7), Fraction(-3, 7)),
        (sympy.Float("0.5"), Fraction(1, 2)), (Fraction(np.int64(7), np.int64(5)), Fraction(7, 5)),
    ],
)  # fmt: skip
def test_a_number_of_any_kind_is_read_exactly(value, number):
    found = parse_number(value, "the pay")
    assert found == number
    assert type(found) is Fraction and type(found.numerator) is type(found.denominator) is int


@pytest.mark.parametrize(
    "value",
    [True, np.bool_(True), float("nan"), float("-inf"), np.float32("inf"), Decimal("nan"), Decimal("sNaN"), Decimal("1e999999"),
     10**130, 10**5000, Fraction(1, 10**130), 1e300, 1j, None, b"5", "1e3", "", (5,), np.array([5, 6]),
     sympy.pi, sympy.oo, sympy.nan, object()],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_what_is_no_exact_number_is_refused(value):
    refused("the pay is a number such as 9, 7/2 or 12.5, not ", parse_number, value, "the pay")
    refused(
        "threads is a whole number from 1 to 1024, not ", whole_number, value, "threads", 1, 1024
    )


@pytest.mark.parametrize("value", ["5", 5.5, Fraction(1, 2), 0, -1, 1025])
def test_what_is_no_whole_number_within_limits(value):
    refused(
        "threads is a whole number from 1 to 1024, not ", whole_number, value, "threads", 1, 1024
    )


def acting(*actions: Action) -> Game:
    return replace(TOY, play=(DEALS[0], Decide("more", actions), DEALS[2]))


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (acting(Action("raise", {"aunt": 1})), "adds to 'aunt', which is no wager (did you mean "
                                               "'ante'?)"),
        (acting(Action("pull", {"ante": -2})), "the action 'pull' takes back more of 'ante' than "
                                               "was staked"),
        (replace(acting(Action("raise", {"side": 1})), bets=(bet(), bet(ROWS, (Wager("side", 1),), "side", ("side",), "side"))),
         "adds to 'side', which is not of the base bet"),
        (replace(TOY, play=(DEALS[0], *(Decide(name, (Action("pull", {"ante": -1}),)) for name in "ab"), DEALS[2])),
         "takes back more"),
    ],
)  # fmt: skip
def test_stakes_that_are_not_there(game, words):
    refused(words, game.resolve)


def test_an_end_that_is_not_known_yet():
    """Who ends his decisions on a hand still face down waits until it is shown."""
    game = acting(Action("stop", ends=True), Action("raise", {"ante": 1}))
    waiting = acting(Action("stop"), Action("raise", {"ante": 1}))
    found, same = (solver.solve(one.resolve(), threads=1) for one in (game, waiting))
    assert found["base"].outcomes == same["base"].outcomes
    known = replace(
        game, bets=(bet(rows=(Row("stopped", Chose("stop"), (Pays(TABLE, "mine"),)), *ROWS)),)
    )
    assert solver.solve(known.resolve(), threads=1)["base"].deals > 0


def test_hands_that_may_hold_the_joker_are_not_compared():
    game = replace(TOY, deck=Deck(jokers=1), hands=WILD)
    refused("can be paid but not compared (row 'weak')", game.resolve)
    refused(
        "can be paid but not compared (row 'won')",
        replace(game, bets=(bet(rows=ROWS[1:]),)).resolve,
    )
    assert replace(game, hands=WILD[:1], bets=(bet(rows=always(TABLE)),)).resolve().deck.jokers == 1


def test_a_worse_hand_that_pays_more_among_six_cards_with_the_joker():
    game = replace(TOY, deck=Deck(jokers=1), hands=WILD[:1])
    refused(
        "pays a worse hand more",
        replace(game, bets=(bet(rows=always(Paytable("", {"flush": 5, "pair": 6}))),)).resolve,
    )
    falling = replace(game, bets=(bet(rows=always(TABLE)),)).resolve()
    refused("pays a worse hand more", falling.with_pays, {"pair": 6})
    assert falling.with_pays({"pair": 5}).pays()["pair"] == 5


# --- Choices -----------------------------------------------------------------------------------

CHOOSING = replace(
    TOY,
    hands=HANDS[:1],
    bets=(bet(rows=always(Paytable("", {
        "straight": Pick("table", {"1": None, OTHERWISE: 4}), "flush": Pick("table", {"1": 5, "2": 6, OTHERWISE: 7}),
        "pair": Chosen("price"),
    }))),),
    choices=(Choice("table", "what it pays", {"1": "5", "2": "6", "3": "7"}),
             Amount("price", "what a pair pays", Fraction(-1))),
)  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "pays"),
    [
        ({}, {"flush": 5, "pair": 0}),
        ({"table": "2"}, {"flush": 6, "straight": 4, "pair": 0}),
        ({"table": "3", "price": "7/2"}, {"flush": 7, "straight": 4, "pair": Fraction(7, 2)}),
        ({"price": "-1"}, {"flush": 5, "pair": -1}),
        ({"price": "0.25"}, {"flush": 5, "pair": Fraction(1, 4)}),
    ],
)
def test_choices_stand_where_rules_differ(settings, pays):
    game = CHOOSING.resolve(settings)
    assert game.pays() == pays
    assert game.chosen == {
        "table": "1",
        "price": "0",
        **settings,
        **({"price": "1/4"} if "0.25" in settings.values() else {}),
    }


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"tabel": "1"}, "toy has no choice 'tabel' (did you mean 'table'?)"),
        ({"table": "4"}, "choice table has no value '4'; it takes 1, 2, 3"),
        ({"table": ""}, "choice table has no value ''"),
        ({"price": "-2"}, "choice price is at least -1"),
        ({"price": "dear"}, "choice price is a number such as 9, 7/2 or 12.5, not 'dear'"),
        ({"price": "1/0"}, "choice price is a number"),
        ({"price": "inf"}, "choice price is a number"),
        ({"price": "nan"}, "choice price is a number"),
        ({"price": "1e3"}, "choice price is a number"),
        ({"price": "1" * 61}, "choice price is a number"),
    ],
)
def test_a_setting_that_is_not_known(settings, words):
    refused(words[:120], CHOOSING.resolve, settings)


def test_picks_and_amounts_that_nothing_declares():
    refused(
        "a Pick names the choice 'table', which the game does not declare",
        replace(CHOOSING, choices=CHOOSING.choices[1:]).resolve,
    )
    refused(
        "Chosen names the amount 'price', which the game does not declare",
        replace(CHOOSING, choices=CHOOSING.choices[:1]).resolve,
    )
    refused(
        "Chosen names the amount 'table'",
        replace(CHOOSING, bets=(bet(rows=always(Chosen("table"))),)).resolve,
    )


@pytest.mark.parametrize(
    ("pick", "words"),
    [
        (Pick("table", {"1": 1}), "the Pick on 'table' says nothing for '2'"),
        (
            Pick("table", {"1": 1, "tow": 2, OTHERWISE: 3}),
            "a Pick on 'table' names 'tow', none of its values (known: 1, 2, 3)",
        ),
        (Pick("table", {"1": 1, "2": 2, "3": 3, OTHERWISE: 4}), "its OTHERWISE stands for nothing"),
        (Pick("tabel", {"1": 1}), "which the game does not declare (did you mean 'table'?)"),
        (Pick("price", {"0": 1}), "the Pick on 'price' says nothing for other amounts"),
        (Pick("price", {"0.0": 1, OTHERWISE: 2}), "a Pick on 'price' writes 0 as '0.0'"),
        (Pick("price", {"-2": 1, OTHERWISE: 2}), "choice price is at least -1"),
        (Pick("price", {"free": 1, OTHERWISE: 2}), "choice price is a number such as"),
        (Pick("table", (1, 2)), "what the Pick on 'table' stands for is a Mapping"),
        (
            Pick("table", {"1": 1, OTHERWISE: Pick("table", {"1": 1, "tow": 2, OTHERWISE: 3})}),
            "names 'tow'",
        ),
    ],
)
def test_a_pick_names_the_values_of_its_choice_and_no_others(pick, words):
    game = replace(CHOOSING, bets=(bet(rows=(Row("", ALWAYS, (pick,)),)),))
    refused(words, game.resolve)


def test_a_choice_that_nothing_reads():
    spare = (Choice("spare", "of no use", {"a": "a"}), Amount("more", "of no use"))
    refused(
        "the choice 'spare' decides nothing",
        replace(CHOOSING, choices=(*CHOOSING.choices, spare[0])).resolve,
    )
    refused(
        "the choice 'more' decides nothing",
        replace(CHOOSING, choices=(*CHOOSING.choices, spare[1])).resolve,
    )
    refused(
        "choice 'spare' has no values",
        replace(CHOOSING, choices=(Choice("spare", "", {}),)).resolve,
    )
    refused("is a Choice or Amount", replace(CHOOSING, choices=("table",)).resolve)


def test_two_choices_of_one_name():
    refused("'table'", replace(CHOOSING, choices=(*CHOOSING.choices, CHOOSING.choices[0])).resolve)


def test_what_is_no_word_of_the_rules():
    refused("cannot stand in the rules of a game", replace(TOY, notes=({"a", "b"},)).resolve)


# --- Pays --------------------------------------------------------------------------------------


def test_pays_are_replaced_by_their_address():
    game = TOY.resolve().with_pays(
        {"flush": "7/2", "base.pair": "12.5", "weak.ante": 2, "lost.ante": Fraction(-1, 2)}
    )
    assert game.pays() == {
        "weak.ante": 2,
        "flush": Fraction(7, 2),
        "pair": Fraction(25, 2),
        "lost.ante": Fraction(-1, 2),
    }
    assert game.priced == {
        "flush": Fraction(7, 2),
        "pair": Fraction(25, 2),
        "weak.ante": 2,
        "lost.ante": Fraction(-1, 2),
    }
    assert TOY.resolve().pays()["flush"] == 5


@pytest.mark.parametrize(
    ("pays", "words"),
    [
        ({"flsh": 5}, "toy has no pay 'flsh' (did you mean 'flush'?)"),
        ({"side.flush": 5}, "toy has no pay 'side.flush'"),
        ({"": 5}, "toy has no pay ''"),
        ({"flush": "five"}, "pay flush is a number such as 9, 7/2 or 12.5, not 'five'"),
        ({"flush": ""}, "pay flush is a number"),
        ({"flush": "1/0"}, "pay flush is a number"),
        ({"flush": "inf"}, "pay flush is a number"),
        ({"flush": "-inf"}, "pay flush is a number"),
        ({"flush": "nan"}, "pay flush is a number"),
        ({"flush": "1e999999999"}, "pay flush is a number"),
        ({"flush": float("nan")}, "pay flush is a number"),
        ({"flush": -2}, "line 'flush' of bet 'base' loses more than the stake"),
        ({"weak.ante": "-1.5"}, "row 'weak' of bet 'base' loses more than the stake"),
        ({"flush": float("inf")}, "pay flush is a number"),
        ({"flush": None}, "pay flush is a number"),
        ({"flush": True}, "pay flush is a number"),
        ({"flush": "٣"}, "pay flush is a number"),
    ],
)
def test_a_pay_that_is_none(pays, words):
    refused(words, TOY.resolve().with_pays, pays)


@pytest.mark.slow_after(8)
@pytest.mark.parametrize("slug", on_demand(DEALT, ["baccarat", "blackjack-side-bets"]))
def test_every_address_of_a_game_replaces_one_pay(slug):
    """Pays are told apart: the value asked for is found again, and no other changes."""
    game = combin.load(slug)
    for address, pay in game.pays().items():
        changed = game.with_pays({address: pay + 1}).pays()
        assert changed == {**game.pays(), address: pay + 1}
        assert (
            game.with_pays({address: str(pay + 1)}).bets
            == game.with_pays({address: pay + 1}).bets
            != game.bets
        )


# --- Cards and decks ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "A", "1s", "Asx", "10", "Zs", "11h", "A♠", "joke", "10 s", "TTs"]
)
def test_what_is_no_card(text):
    refused("is not a card", parse_card, text)


def test_every_card_is_written_and_read():
    assert [parse_card(card_text(card)) for card in Deck(jokers=1).cards] == Deck(jokers=1).cards
    assert (
        parse_card("10d") == parse_card("Td") == parse_card(" tD ")
        and parse_card("JOKER") == parse_card("jk") == 63
    )


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        ({"ranks": ""}, "a deck's ranks"), ({"ranks": "AA"}, "a deck's ranks"), ({"ranks": "A1"}, "a deck's ranks"),
        ({"suits": "x"}, "a deck's suits"),
        ({"suits": "cc"}, "a deck's suits"), ({"suits": ("c", "d")}, "a deck's suits"), ({"jokers": 2}, "from 0 to 1, not 2"),
        ({"jokers": -1}, "from 0 to 1, not -1"), ({"jokers": True}, "from 0 to 1, not True"),
    ],
)  # fmt: skip
def test_a_deck_that_cannot_be(deck, words):
    refused(words, lambda: Deck(**deck))


def test_a_deck_tells_what_it_is():
    assert (str(Deck()), str(Deck(jokers=1)), len(Deck(jokers=1))) == (
        "52 cards",
        "52 cards and the joker",
        53,
    )
    assert str(Deck("AK", "sc", 1)) == "5 cards: ranks KA in suits cs and the joker"
    assert Deck("AK") == Deck("KA")


def test_a_resolved_game_takes_no_other_choice():
    """Its picks are gone: another value would be told beside the numbers of the old one."""
    bug = combin.load("phil-em-up", {"joker": "bug"})
    assert bug.resolve() == bug.resolve({"joker": "bug"}) == bug and bug.resolve().chosen == {
        "joker": "bug"
    }
    refused(
        "resolved already, with joker=bug",
        lambda: combin.solve(bug, {"joker": "any-ace-or-straight-flush"}),
    )


# --- Addresses, stakes and paths, word by word -------------------------------------------------

METERED = Paytable("", {"straight-flush": OfMeter(Fraction(1, 2)), "flush": 5}, meter=Fraction(100))
BONUS = Paytable("bonus", {"pair": 1}, less=PUSH)


def settled(*settlements: Settlement, key: str = "base") -> Bet:
    return Bet(
        key,
        ANTE if key == "base" else (Wager(key, 1),),
        "ante" if key == "base" else key,
        settlements,
    )


def test_a_single_settlement_does_not_name_its_pays():
    rows = (Row("won", Beats("mine", "yours"), (2,)), Row("lost", ALWAYS, (LOSE,)))
    alone = replace(TOY, bets=(settled(Settlement(("ante",), rows, "hand")),)).resolve()
    assert alone.pays() == {"won.ante": 2, "lost.ante": -1}
    assert alone.with_pays({"won.ante": 3}).pays() == {"won.ante": 3, "lost.ante": -1}
    both = (Settlement(("ante",), rows, "hand"), Settlement(("ante",), rows, "other"))
    two = replace(TOY, bets=(settled(*both),)).resolve()
    assert set(two.pays()) == {
        "hand.won.ante",
        "hand.lost.ante",
        "other.won.ante",
        "other.lost.ante",
    }
    changed = two.with_pays({"other.won.ante": 7}).pays()
    assert changed == {**two.pays(), "other.won.ante": 7}


def test_pays_of_a_side_bet_a_table_and_a_meter_are_addressed_by_their_names():
    main = Settlement(("ante",), always(BONUS))
    side = Settlement(("side",), (Row("none", Below("mine", "pair"), (LOSE,)), *always(METERED)))
    game = replace(TOY, hands=HANDS[:1], bets=(settled(main), settled(side, key="side"))).resolve()
    assert game.pays() == {
        "bonus.pair": 1,
        "side.none.side": -1,
        "side.meter": 100,
        "side.flush": 5,
    }
    more = game.with_pays({"side.meter": "250", "base.bonus.pair": 2})
    assert more.pays() == {
        "bonus.pair": 2,
        "side.none.side": -1,
        "side.meter": 250,
        "side.flush": 5,
    }
    assert more.bets[1].settlements[0].rows[1].cells[0].table.net(0) == 125
    assert list(more.bets[1].settlements[0].rows[1].cells[0].table.pays) == [
        "straight-flush",
        "flush",
    ]


def test_a_number_in_a_row_without_a_name_has_no_address():
    game = replace(
        TOY, bets=(bet(rows=(Row("", Below("yours", "pair"), (2,)), *always(TABLE))),)
    ).resolve()
    assert game.pays() == {"flush": 5, "pair": 1}
    assert game.with_pays({"flush": 6}).bets[0].settlements[0].rows[0].cells == (2,)


def test_what_was_usual_is_kept_when_a_pay_is_replaced_again():
    game = TOY.resolve()
    once = game.with_pays({"flush": 7})
    twice = once.with_pays({"flush": 8, "pair": 2})
    assert (once.priced, once.usual) == ({"flush": 7}, {"flush": 5})
    assert (twice.priced, twice.usual) == ({"flush": 8, "pair": 2}, {"flush": 5, "pair": 1})
    assert game.with_pays({"flush": 5, "pair": "1"}) is game and game.with_pays({}) is game
    refused("pay flush is given twice", game.with_pays, {"flush": 6, "base.flush": 7})


def test_what_a_replaced_pay_contradicts_is_refused():
    wild = replace(
        TOY, deck=Deck(jokers=1), hands=WILD[:1], bets=(bet(rows=always(TABLE)),)
    ).resolve()
    refused("pays a worse hand more", wild.with_pays, {"flush": 0})


STEPS = (
    Action("out", ends=True),
    Action("half", {"ante": Fraction(-1, 2)}),
    Action("more", {"ante": 2, "other": 5}),
)
STEPPED = game.Game(
    "toy",
    "Toy",
    "none",
    Deck(),
    play=(DEALS[0], Decide("first", STEPS), DEALS[2], Decide("second", (STEPS[1], STEPS[2]))),
    hands=HANDS,
    bets=(bet(),),
)


def test_a_path_ends_where_an_action_ends_the_play():
    paths = [tuple(action.name for action in path) for path in STEPPED.paths()]
    assert paths == [
        ("out",),
        ("half", "half"),
        ("half", "more"),
        ("more", "half"),
        ("more", "more"),
    ]
    early = replace(
        STEPPED, play=(DEALS[0], Decide("first", STEPS[1:]), DEALS[2], Decide("second", STEPS[:2]))
    )
    paths = [tuple(action.name for action in path) for path in early.paths()]
    assert paths == [("half", "out"), ("half", "half"), ("more", "out"), ("more", "half")]
    assert list(replace(TOY, play=DEALS[::2]).resolve().paths()) == [()]


def test_stakes_are_what_was_put_down_and_added_to_wagers_of_the_bet():
    stakes = [STEPPED.bets[0].stakes(path) for path in STEPPED.paths()]
    assert stakes == [{"ante": units} for units in (1, 0, Fraction(5, 2), Fraction(5, 2), 5)]
    assert STEPPED.bets[0].wagers[0].stake == 1


def test_decisions_belong_to_the_rules_of_the_base_game_alone():
    side = replace(settled(Settlement(("side",), always(TABLE)), key="side"))
    game = replace(TOY, bets=(bet(), side)).resolve()
    dearer = Action("raise", {"ante": Fraction(2)})
    other = replace(game, play=(DEALS[0], Decide("more", (Action("stay"), dearer)), DEALS[2]))
    assert game.rules_of("side") == other.rules_of("side") and game.rules_of(
        "base"
    ) != other.rules_of("base")
    assert (
        game.rules_of("base")
        == replace(game, title="Other").rules_of("base")
        != game.rules_of("side")
    )
    short = replace(game, deck=Deck("89TJQKA"))
    assert short.rules_of("side") != game.rules_of("side")


def test_parts_are_found_by_their_names():
    toy = TOY.resolve()
    assert [deal.zone for deal in toy.deals] == ["own", "dealer"] and [
        step.name for step in toy.decisions
    ] == ["more"]
    assert toy.hand("yours") == RESOLVED[1] and toy.bet("base") is toy.bets[0]
    refused("toy has no bet 'bass' (did you mean 'base'?)", toy.bet, "bass")


def test_an_amount_is_nothing_unless_it_is_set():
    refused(
        "amount 'fee' is 0 unless it is set, so `least` is at most 0, not 1/2",
        Amount,
        "fee",
        "a fee",
        Fraction(1, 2),
    )
    fee = Amount("fee", "a fee")
    assert (fee.least, fee.default, fee.accept("0"), fee.accept("2.50")) == (0, "0", "0", "5/2")
    refused("choice fee is at least 0, not -1", fee.accept, "-1")
    assert Amount("fee", "a fee", Fraction(0)).accept("0") == "0"
    assert CHOOSING.choices[0].default == "1" and CHOOSING.choices[0].accept("3") == "3"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7/2", Fraction(7, 2)), (" 12.5 ", Fraction(25, 2)), (".5", Fraction(1, 2)), ("-1", -1), ("+3", 3), ("5.", 5),
        ("1" * 60, int("1" * 60)), (5, 5), (Fraction(1, 3), Fraction(1, 3)),
    ],
)  # fmt: skip
def test_a_number_is_read_exactly(text, number):
    found = parse_number(text, "it")
    assert found == number and type(found) is Fraction


def test_losing_and_pushing_are_whole_stakes():
    assert (
        (LOSE, PUSH) == (-1, 0) and Paytable("", {"pair": 1}).less == -1 and Wager("w").stake == 0
    )
    assert (
        Paytable("", {"pair": 1}).for_one is False
        and Action("a").ends is False
        and Action("a").adds == {}
    )
    assert (Deal("z", 1).note, Chose("a").at, Settlement((), ()).name) == ("", "", "")


def test_everything_below_a_pick_is_resolved():
    """Within a decision, a table, a row and a tuple alike; a line whose pay is None is left out."""
    picked = Pick("table", {"1": 1, OTHERWISE: 2})
    game = replace(
        CHOOSING,
        play=(DEALS[0], Decide("more", (Action("stay"), Action("raise", {"ante": picked}))), DEALS[2]),
        bets=(bet(rows=(Row("weak", Below("mine", Pick("table", {"2": "ace-high", OTHERWISE: "pair"})), (picked,)), *always(Paytable("", {"flush": 5, "pair": Chosen("price")})))),),
        notes=(Pick("table", {"3": "three", OTHERWISE: "other"}),),
    )  # fmt: skip
    found = {value: game.resolve({"table": value}) for value in "123"}
    assert [g.decisions[0].actions[1].adds["ante"] for g in found.values()] == [1, 2, 2]
    assert [g.bets[0].settlements[0].rows[0].when.name for g in found.values()] == [
        "pair",
        "ace-high",
        "pair",
    ]
    assert [g.pays()["weak.ante"] for g in found.values()] == [1, 2, 2]
    assert [g.notes for g in found.values()] == [("other",), ("other",), ("three",)]
    assert [g.chosen["table"] for g in found.values()] == ["1", "2", "3"] and found[
        "1"
    ].choices == game.choices


@pytest.mark.parametrize(
    "module",
    [words, choices, game, ranking, settlement, plan, levels, memory, pooling, tally],
    ids=lambda module: module.__name__,
)
def test_what_is_stated_or_counted_cannot_be_changed(module):
    """Words, facts and tallies are remembered by what they say: each is frozen, and equal where it
    says the same.
    """
    stated = [
        item
        for item in vars(module).values()
        if isinstance(item, type) and is_dataclass(item) and item.__module__ == module.__name__
    ]
    assert stated
    for word in stated:
        with pytest.raises(FrozenInstanceError):
            setattr(object.__new__(word), fields(word)[0].name if fields(word) else "any", 0)


@pytest.mark.slow
def test_rules_that_say_the_same_are_one_key():
    for slug in {*DEALT} - {*games.FORMER}:  # those have no file
        file = os.path.join(games.FOLDER, f"{slug}.game")
        one, other = (loader.load(file, proved=True).resolve() for _ in range(2))  # read twice
        assert one.play == other.play and one.play is not other.play
        assert len({one, other, one.resolve(), combin.load(slug)}) == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bets": (bet(), bet(key="side"))}, "toy: two wagers are called 'ante'"),
        ({"bets": (bet(wagers=(*ANTE, *ANTE)),)}, "toy: two wagers are called 'ante'"),
        ({"bets": (bet(), bet())}, "toy: two bets are called 'base'"),
        ({"bets": (bet(key="side"),)}, "toy: the first bet has the key 'base'"),
        ({"bets": ()}, "toy: the first bet has the key 'base'"),
        (
            {"bets": (replace(bet(), settlements=(ROWS[0],)),)},
            "toy: each of the settlements of bet 'base' is a Settlement, not",
        ),
        (
            {"bets": (replace(bet(), settlements="main"),)},
            "toy: the settlements of bet 'base' stand in a tuple",
        ),
        (
            {"bets": (replace(bet(), wagers=(ROWS[0],)),)},
            "toy: each of the wagers of bet 'base' is a Wager, not",
        ),
        (
            {"bets": (bet(rows=(*ROWS[:2], TABLE)),)},
            "toy: each of the rows that settle ante is a Row, not",
        ),
        ({"notes": (5,)}, "toy: each of slug, title, source and notes is a str, not 5"),
        ({"source": None}, "toy: each of slug, title, source and notes is a str, not None"),
    ],
)
def test_what_a_game_states_is_of_its_kind(change, words):
    refused(words, replace(TOY, **change).resolve)


# --- Sheets, games, and what their types promise -----------------------------------------------


def fits(value, hint) -> bool:
    """Return whether a value is, all the way down, of the type that is stated for it; of subclasses
    none will do.
    """
    parts = get_args(hint)
    if isinstance(hint, UnionType):
        return any(fits(value, part) for part in parts)
    if get_origin(hint) is tuple:
        return type(value) is tuple and all(fits(part, parts[0]) for part in value)
    if get_origin(hint) is Mapping:
        return all(fits(name, parts[0]) and fits(part, parts[1]) for name, part in value.items())
    if type(value) is not hint:
        return False
    stated = get_type_hints(hint) if is_dataclass(hint) else {}
    return (
        all(
            fits(getattr(value, one.name), stated[one.name])
            for one in fields(hint)
            if one.name != "sheet"
        )
        if stated
        else True
    )


@pytest.mark.slow
@pytest.mark.parametrize("slug", DEALT)
def test_a_resolved_game_is_what_its_types_say(slug):
    """Every stake and pay is a Fraction and no pick is left, whatever is chosen; of the sheet only
    the choices are known.
    """
    stated = sheet_of(slug)
    assert type(stated) is game.Sheet is Game and isinstance(combin.load(slug), Game)
    for choice in stated.choices or (None,):
        for value in choice.tried if choice else ("",):
            resolved = stated.resolve({choice.name: value} if choice else {})
            assert resolved.sheet is stated and fits(resolved, game.Game)
            assert fits(resolved.with_pays({next(iter(resolved.pays())): 1234}), game.Game)


def test_what_a_sheet_says_in_whole_numbers_is_no_game_yet():
    written = game.Game("toy", "Toy", "none", Deck(), DEALS, RESOLVED, (bet(),))
    assert (
        not fits(written, game.Game)
        and fits(written.resolve(), game.Game)
        and written.resolve() == written
    )


def test_no_field_of_the_resolved_rules_is_of_any_type():
    kinds = [kind for kind in vars(words).values() if is_dataclass(kind)]
    for kind in (*kinds, game.Game):
        for one in fields(kind):
            assert not {"Any", "object", "Pick", "Chosen"} & {*re.findall(r"\w+", str(one.type))}, (
                kind,
                one.name,
            )


@pytest.mark.parametrize(
    "module", [words, choices, game, settlement], ids=lambda module: module.__name__
)
def test_every_field_of_a_word_has_its_line(module):
    kinds = [
        kind
        for kind in vars(module).values()
        if is_dataclass(kind) and kind.__module__ == module.__name__
    ]
    for kind in kinds:
        for one in fields(kind):
            assert re.search(rf"^ +{one.name}: \S", kind.__doc__, re.M), (kind.__name__, one.name)


def test_the_cells_of_a_bet_come_in_the_order_of_the_felt():
    wagers = (Wager("ante", 1), Wager("play", 1))
    main = Settlement(
        ("play", "ante"), (Row("won", Beats("mine", "yours"), (1, 2)), Row("lost", ALWAYS, (3, 4)))
    )
    extra = Settlement(("ante",), always(BONUS))
    found = Bet("base", wagers, "ante", (main, extra))
    told = [(one.settlement is main, one.row.name, one.wager, one.cell) for one in found.cells()]
    assert told == [
        (True, "won", "play", 1), (True, "won", "ante", 2), (True, "lost", "play", 3), (True, "lost", "ante", 4),
        (False, "", "ante", Pays(BONUS, "mine")),
    ]  # fmt: skip
    assert [row.name for row in found.rows()] == ["won", "lost", ""]
    resolved = replace(TOY, bets=(found,)).resolve().bets[0]
    assert list(resolved.tables()) == [resolved.settlements[1].rows[0].cells[0].table]


def test_what_a_bet_leaves_open_is_named_whatever_else_is_chosen():
    spot = sheet_of("hot-poker-spot")
    assert spot.open_in("base") == {
        "option",
        "cost",
        "variant",
    }  # the variant matters only where staying costs something
    card = sheet_of("three-card-poker")
    assert card.open_in("pair-plus") == {"pair-plus", "suited-ace-king-queen"} and card.open_in(
        "base"
    ) == {"ante-bonus"}


def a_game_whose_side_bet_wins(when, **hands) -> Game:
    """A pair or three cards of points beside a coin's bet, and a side bet on them."""
    made = {
        "pair": (TWO_CARD, ("one", "two")),
        "points": (ranking.BACCARAT, ("one", "two")),
    } | hands
    return Game(
        slug="is",
        title="Is",
        source="made up",
        deck=Deck(packs=2),
        play=(Deal("one", 1, ""), Deal("two", 1, "")),
        hands=tuple(Hand(name, *made[name]) for name in made),
        bets=(
            SideBet("side", (Row("yes", when, (1,)), Row("no", ALWAYS, (LOSE,)))),
            Bet(
                "base",
                (Wager("coin", 1),),
                "coin",
                (
                    Settlement(
                        ("coin",),
                        (
                            Row("pair", Reaches("pair", "pair"), (3,)),
                            Row("eight", Reaches("points", "8"), (2,)),
                            Row("lost", ALWAYS, (LOSE,)),
                        ),
                    ),
                ),
            ),
        )[::-1],
    )


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(
    "kind, said",
    [
        (Is("points", "6"), All((Reaches("points", "6"), Below("points", "7")))),
        (Is("points", "0"), Below("points", "1")),
        (Is("points", "9"), Reaches("points", "9")),
        (Is("pair", "pair"), Reaches("pair", "pair")),
        (Is("pair", "high-card"), Below("pair", "pair")),
        (Not(Is("points", "6")), Not(All((Reaches("points", "6"), Below("points", "7"))))),
    ],
)
def test_a_hand_is_of_one_kind_if_it_reaches_it_and_not_the_next(kind, said):
    short, full = (a_game_whose_side_bet_wins(when).resolve() for when in (kind, said))
    assert short.bet("side") == full.bet("side")
    side = Bet("side", (Wager("side", 1),), "side", short.bet("side").settlements)
    assert short.bet("side") == side
    assert combin.solve(short, bets=["side"])["side"] == combin.solve(full, bets=["side"])["side"]


@pytest.mark.parametrize(
    "kind, refusal",
    [
        (Is("point", "6"), "Is('point', '6'): there is no hand 'point' (did you mean 'points'?)"),
        (Is("points", "10"), "10 points cannot be with the ranking 'points modulo ten'"),
        (
            Is("pair", "pairs"),
            "Is('pair', 'pairs'): no kind of hand of the ranking 'two cards' (did you mean 'pair'?)",
        ),
    ],
)
def test_a_kind_that_is_not_there_is_refused(kind, refusal):
    with pytest.raises(CombinError, match=re.escape(refusal)):
        a_game_whose_side_bet_wins(kind).resolve()
