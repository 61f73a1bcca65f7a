"""Caribbean Stud: five cards against the dealer's five, one of them seen; fold, or raise twice the ante.

Rules: S.D. Admin. R. 20:18:16:15.05 and common published rules, read in November 2026. The dealer qualifies with
ace-king or better. The raise is paid by the United States standard table unless the choice `raise` says otherwise. One
description of the game mentions five of a kind "when using wild cards"; it is played without any.
"""

from combin.ranking import POKER
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Below, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, OfMeter, Pays,
    Paytable, Pick, Row, Settlement, SideBet, Ties, Wager,
)  # fmt: skip
from fractions import Fraction

RAISE = Paytable(
    "",
    {
        "royal-flush": Pick("raise", {"1": 100, "2": 200, "3": 250, "4": 999}),
        "straight-flush": Pick("raise", {"4": 199, "otherwise": 50}),
        "four-of-a-kind": Pick("raise", {"4": 99, "otherwise": 20}),
        "full-house": Pick("raise", {"4": 14, "otherwise": 7}),
        "flush": Pick("raise", {"4": 9, "otherwise": 5}),
        "straight": Pick("raise", {"4": 5, "otherwise": 4}),
        "three-of-a-kind": 3,
        "two-pair": Pick("raise", {"4": 1, "otherwise": 2}),
        "pair": 1,
        "ace-king": 1,
    },
)  # fmt: skip

PROGRESSIVE = Paytable(
    "",
    {
        "royal-flush": OfMeter(1),
        "straight-flush": OfMeter(Fraction(1, 10)),
        "four-of-a-kind": Pick("progressive", {"1": 100, "2": 150, "3": 500, "4": 500}),
        "full-house": Pick("progressive", {"1": 75, "2": 100, "3": 100, "4": 150}),
        "flush": 50,
    },
    for_one=True,
    meter=100_000,
)  # fmt: skip

GAME = Game(
    slug="caribbean-stud",
    title="Caribbean Stud",
    source="S.D. Admin. R. 20:18:16:15.05; common published rules",
    deck=Deck(),
    play=(
        Deal("player", 5, "the player's cards"),
        Deal("up", 1, "the dealer's face-up card"),
        Decide("fold or raise", (Action("fold", ends=True), Action("raise", {"raise": 2}))),
        Deal("down", 4, "the dealer's face-down cards"),
    ),
    hands=(
        Hand("player", POKER, ("player",)),
        Hand("dealer", POKER, ("up", "down")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("raise")),
            base="ante",
            settlements=(
                Settlement(
                    ("ante", "raise"),
                    (
                        Row("fold",                    Chose("fold"),               (LOSE, PUSH)),
                        Row("dealer-does-not-qualify", Below("dealer", "ace-king"), (1,    PUSH)),
                        Row("player-wins",             Beats("player", "dealer"),   (1,    Pays(RAISE, "player"))),
                        Row("tie",                     Ties("player", "dealer"),    (PUSH, PUSH)),
                        Row("dealer-wins",             ALWAYS,                      (LOSE, LOSE)),
                    ),
                ),
            ),
        ),
        SideBet("progressive", (Row("", ALWAYS, (Pays(PROGRESSIVE, "player"),)),)),
    ),
    choices=(
        Choice(
            "raise",
            "what the raise pays",
            {
                "1": "100, 50, 20, 7, 5, 4, 3, 2, 1 (United States standard)",
                "2": "the same with 200 for a royal flush",
                "3": "the same with 250 for a royal flush",
                "4": "999, 199, 99, 14, 9, 5, 3, 1, 1, 1 (an online schedule)",
            },
        ),
        Choice(
            "progressive",
            "fixed pays of the progressive bet: four of a kind, full house, flush",
            {"1": "100, 75, 50", "2": "150, 100, 50", "3": "500, 100, 50", "4": "500, 150, 50"},
        ),
    ),
    notes=(
        "The progressive bet pays a royal flush the whole meter and a straight flush a tenth of it; the meter is a pay "
        "(progressive.meter), in units of the bet.",
    ),
)  # fmt: skip
