"""Games whose player and opponent share a board, one for each way to deal it and decide."""

from __future__ import annotations

from fractions import Fraction

from combin.cards import Deck
from combin.ranking import POKER
from combin.rules import (
    ALWAYS,
    LOSE,
    PUSH,
    Action,
    Beats,
    Below,
    Bet,
    Chose,
    Deal,
    Decide,
    Hand,
    Pays,
    Paytable,
    Row,
    Settlement,
    Ties,
    Wager,
)
from combin.rules.game import Sheet

SHORT = Deck("89TJQKA", "cdhs")
WON = Fraction(1)
BONUS = Paytable(
    "",
    {
        "four-of-a-kind": Fraction(10),
        "full-house": Fraction(3),
        "flush": Fraction(2),
        "straight": WON,
    },
    less=PUSH,
)

HOLE, FLOP, TURN, RIVER = Deal("hole", 2), Deal("flop", 3), Deal("turn", 1), Deal("river", 1)
LAST_TWO, WHOLE, DEALER = Deal("last-two", 2), Deal("board", 5), Deal("dealer", 2)
CHECK, FOLD = Action("check"), Action("fold", ends=True)
SMALL, LARGE = Action("small", {"bet": WON}), Action("large", {"bet": Fraction(3)}, ends=True)

PLAYS = {
    "three streets": (
        HOLE, Decide("first", (CHECK, LARGE)), FLOP, Decide("second", (CHECK, SMALL)), LAST_TWO,
        Decide("third", (FOLD, Action("call", {"bet": WON}))), DEALER,
    ),
    "a turn": (
        HOLE, Decide("first", (FOLD, SMALL)), FLOP, Decide("second", (CHECK, LARGE)), TURN,
        Decide("third", (CHECK, SMALL)), RIVER, DEALER,
    ),
    "a flop alone": (HOLE, FLOP, Decide("first", (FOLD, SMALL)), LAST_TWO, DEALER),
    "before the board": (HOLE, Decide("first", (FOLD, SMALL)), WHOLE, DEALER),
    "the whole board": (HOLE, WHOLE, Decide("first", (FOLD, SMALL)), DEALER),
    "first and last": (
        HOLE, Decide("first", (CHECK, LARGE)), WHOLE, Decide("second", (FOLD, SMALL)), DEALER,
    ),
    "the turn alone": (HOLE, FLOP, TURN, Decide("first", (FOLD, SMALL)), RIVER, DEALER),
    "nothing decided": (HOLE, FLOP, LAST_TWO, DEALER),
}  # fmt: skip


def sheet_of(name: str) -> Sheet:
    """Return a game with one way to deal and decide; it pays by all kinds of facts."""
    play_of = PLAYS[name]
    board = tuple(d.zone for d in play_of if isinstance(d, Deal) and d not in (HOLE, DEALER))
    folded = any(isinstance(step, Decide) and FOLD in step.actions for step in play_of)
    rows = [Row("fold", Chose("fold"), (LOSE, PUSH))] if folded else []
    rows += [
        Row("no-qualifier", Below("dealer", "pair-of-kings"), (PUSH, WON)),
        Row("player-wins", Beats("player", "dealer"), (Pays(BONUS, "player"), WON)),
        Row("tie", Ties("player", "dealer"), (PUSH, PUSH)),
        Row("dealer-wins", ALWAYS, (LOSE, LOSE)),
    ]
    wagers = (
        Wager("ante", WON),
        Wager("bet", Fraction(0) if any(map(is_decision, play_of)) else WON),
    )
    bet = Bet("base", wagers, "ante", (Settlement(("ante", "bet"), tuple(rows)),))
    hands = (Hand("player", POKER, ("hole", *board)), Hand("dealer", POKER, ("dealer", *board)))
    return Sheet("shared", "Shared", "test", SHORT, play_of, hands, (bet,))


def is_decision(step: object) -> bool:
    return isinstance(step, Decide)
