"""Ultimate Texas Hold'em: one play bet, the larger the earlier it is made, against the dealer's best five of seven.

Rules: 58 Pa. Code ch. 653a and common published rules, read in November 2026. The dealer qualifies with a pair, which
concerns the ante alone. A fold loses ante and blind; the side bets stay in action. Trips is settled on the player's
best five of seven, the progressive on his two cards and the flop, the bad beat on the lower of the two hands.
"""

from fractions import Fraction

from combin.ranking import POKER
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Below, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, OfMeter, Pays,
    Paytable, Pick, Reaches, Row, Settlement, SideBet, Ties, Wager,
)  # fmt: skip

BLIND = Paytable(
    "blind",
    {
        "royal-flush": 500,
        "straight-flush": 50,
        "four-of-a-kind": 10,
        "full-house": 3,
        "flush": Fraction(3, 2),
        "straight": Pick("blind", {"standard": 1, "straight-pushes": None}),
    },
    less=PUSH,
)  # fmt: skip

TRIPS = Paytable(
    "",
    {
        "royal-flush": 50,
        "straight-flush": 40,
        "four-of-a-kind": Pick("trips", {"4": 20, "otherwise": 30}),
        "full-house": Pick("trips", {"1": 9, "2": 8, "3": 8, "4": 7}),
        "flush": Pick("trips", {"1": 7, "2": 6, "3": 7, "4": 6}),
        "straight": Pick("trips", {"1": 4, "2": 5, "3": 4, "4": 5}),
        "three-of-a-kind": 3,
    },
)  # fmt: skip

PROGRESSIVE = Paytable(
    "",
    {
        "royal-flush": OfMeter(1),
        "straight-flush": OfMeter(Fraction(1, 10)),
        "four-of-a-kind": 300,
        "full-house": 50,
        "flush": 40,
        "straight": 30,
        "three-of-a-kind": 9,
    },
    for_one=True,
    meter=10_000,
)  # fmt: skip

BAD_BEAT = Paytable(
    "",
    {
        "straight-flush": 7500,
        "four-of-a-kind": 500,
        "full-house": 50,
        "flush": 30,
        "straight": 20,
        "three-of-a-kind": 9,
    },
)  # fmt: skip

CHECK = Action("check")
FOUR = Action("4x", {"play": 4}, ends=True)

GAME = Game(
    slug="ultimate-texas-holdem",
    title="Ultimate Texas Hold'em",
    source="58 Pa. Code ch. 653a; common published rules",
    deck=Deck(),
    play=(
        Deal("hole", 2, "the player's own cards"),
        Decide(
            "before the flop",
            Pick("raise", {"3x-or-4x": (CHECK, Action("3x", {"play": 3}, ends=True), FOUR), "4x": (CHECK, FOUR)}),
        ),
        Deal("flop", 3, "community cards"),
        Decide("after the flop", (CHECK, Action("2x", {"play": 2}, ends=True))),
        Deal("turn-and-river", 2, "community cards"),
        Decide("after the river", (Action("fold", ends=True), Action("1x", {"play": 1}, ends=True))),
        Deal("dealer", 2, "the dealer's cards, face down until now"),
    ),
    hands=(
        Hand("player", POKER, ("hole", "flop", "turn-and-river")),
        Hand("dealer", POKER, ("dealer", "flop", "turn-and-river")),
        Hand("first-five", POKER, ("hole", "flop")),
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
                ),
                Settlement(
                    ("blind", "play"),
                    (
                        Row("fold",        Chose("fold"),             (LOSE,                  PUSH)),
                        Row("player-wins", Beats("player", "dealer"), (Pays(BLIND, "player"), 1)),
                        Row("tie",         Ties("player", "dealer"),  (PUSH,                  PUSH)),
                        Row("dealer-wins", ALWAYS,                    (LOSE,                  LOSE)),
                    ),
                    "blind-and-play",
                ),
            ),
        ),
        Bet(
            "trips",
            wagers=(Wager("trips", 1),),
            base="trips",
            settlements=(
                Settlement(
                    ("trips",),
                    Pick(
                        "trips-paid",
                        {
                            "always": (Row("", ALWAYS, (Pays(TRIPS, "player"),)),),
                            "wins-only": (
                                Row("player-wins", Beats("player", "dealer"),            (Pays(TRIPS, "player"),)),
                                Row("returned",    Reaches("player", "three-of-a-kind"), (PUSH,)),
                                Row("lost",        ALWAYS,                               (LOSE,)),
                            ),
                        },
                    ),
                ),
            ),
        ),
        SideBet("progressive", (Row("", ALWAYS, (Pays(PROGRESSIVE, "first-five"),)),)),
        SideBet("bad-beat", (
            Row("player-beaten", Beats("dealer", "player"), (Pays(BAD_BEAT, "player"),)),
            Row("dealer-beaten", Beats("player", "dealer"), (Pays(BAD_BEAT, "dealer"),)),
            Row("tie",           ALWAYS,                    (PUSH,)),
        )),
    ),
    choices=(
        Choice(
            "blind",
            "what the blind pays for a straight that wins",
            {"standard": "even money", "straight-pushes": "nothing, it pushes (Pennsylvania's table B)"},
        ),
        Choice(
            "raise",
            "what may be raised before the flop",
            {"3x-or-4x": "three or four times the ante", "4x": "four times the ante only"},
        ),
        Choice(
            "trips",
            "what trips pays: four of a kind, full house, flush, straight",
            {"1": "30, 9, 7, 4", "2": "30, 8, 6, 5", "3": "30, 8, 7, 4", "4": "20, 7, 6, 5"},
        ),
        Choice(
            "trips-paid",
            "when trips is paid",
            {
                "always": "with any dealer hand",
                "wins-only": "if the player beats the dealer; three of a kind or better pushes if not",
            },
        ),
    ),
    notes=(
        "The progressive bet pays a royal flush the whole meter and a straight flush a tenth of it; the meter is a pay "
        "(progressive.meter), in units of the bet. The other pays are those of the same maker's table for Mississippi Stud.",
        "The bad beat bet is paid on the hand that loses, whoever holds it.",
    ),
    names={"bad-beat": "Bad Beat"},
)  # fmt: skip
