"""Ultimate Texas Hold'em: one play bet, the larger the earlier it is made, against the dealer's best five of seven.

Rules: common published rules. The house edge of the base game is 50643648973/2317817502000 of one ante.
"""

from fractions import Fraction

from combin.ranking import POKER
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Below, Bet, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Row, Settlement,
    Ties, Wager,
)  # fmt: skip

BLIND = Paytable(
    "blind",
    {
        "royal-flush": 500,
        "straight-flush": 50,
        "four-of-a-kind": 10,
        "full-house": 3,
        "flush": Fraction(3, 2),
        "straight": 1,
    },
    less=PUSH,
)

TRIPS = Paytable(
    "",
    {
        "royal-flush": 50,
        "straight-flush": 40,
        "four-of-a-kind": 30,
        "full-house": 8,
        "flush": 7,
        "straight": 4,
        "three-of-a-kind": 3,
    },
)

GAME = Game(
    slug="ultimate-texas-holdem",
    title="Ultimate Texas Hold'em",
    source="common published rules",
    deck=Deck(),
    play=(
        Deal("hole", 2, "the player's own cards"),
        Decide(
            "before the flop",
            (Action("check"), Action("3x", {"play": 3}, ends=True), Action("4x", {"play": 4}, ends=True)),
        ),
        Deal("flop", 3, "community cards"),
        Decide("after the flop", (Action("check"), Action("2x", {"play": 2}, ends=True))),
        Deal("turn-and-river", 2, "community cards"),
        Decide("after the river", (Action("fold", ends=True), Action("1x", {"play": 1}, ends=True))),
        Deal("dealer", 2, "the dealer's cards, face down until now"),
    ),
    hands=(
        Hand("player", POKER, ("hole", "flop", "turn-and-river")),
        Hand("dealer", POKER, ("dealer", "flop", "turn-and-river")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("blind", 1), Wager("play")),
            base="ante",
            settlements=(
                Settlement(
                    ("ante",),
                    (
                        Row("fold",                    Chose("fold"),             (LOSE,)),
                        Row("dealer-does-not-qualify", Below("dealer", "pair"),   (PUSH,)),
                        Row("player-wins",             Beats("player", "dealer"), (1,)),
                        Row("tie",                     Ties("player", "dealer"),  (PUSH,)),
                        Row("dealer-wins",             ALWAYS,                    (LOSE,)),
                    ),
                    "ante",
                ),  # fmt: skip
                Settlement(
                    ("blind", "play"),
                    (
                        Row("fold",        Chose("fold"),             (LOSE,                  PUSH)),
                        Row("player-wins", Beats("player", "dealer"), (Pays(BLIND, "player"), 1)),
                        Row("tie",         Ties("player", "dealer"),  (PUSH,                  PUSH)),
                        Row("dealer-wins", ALWAYS,                    (LOSE,                  LOSE)),
                    ),
                    "blind-and-play",
                ),  # fmt: skip
            ),
        ),
        Bet(
            "trips",
            wagers=(Wager("trips", 1),),
            base="trips",
            settlements=(Settlement(("trips",), (Row("", ALWAYS, (Pays(TRIPS, "player"),)),)),),
        ),
    ),
)
