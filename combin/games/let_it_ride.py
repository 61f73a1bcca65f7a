"""Let It Ride: three equal bets on five cards against a pay schedule; two of them may be pulled back on the way.

Rules: S.D. Admin. R. 20:18:16:15.03 (by title) and common published rules, read in November 2026. The three bets are three
units of one wager, settled alike; the house edge is divided by one of them.
"""

from combin.ranking import POKER, THREE_CARD
from combin.rules import (
    ALWAYS, Action, Bet, Choice, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick, Row, Settlement, SideBet, Wager,
)  # fmt: skip

SCHEDULE = Paytable(
    "",
    {
        "royal-flush":            Pick("paytable", {"1": 1000, "2": 500}),
        "straight-flush":         Pick("paytable", {"1": 200,  "2": 100}),
        "four-of-a-kind":         Pick("paytable", {"1": 50,   "2": 25}),
        "full-house":             Pick("paytable", {"1": 11,   "2": 15}),
        "flush":                  Pick("paytable", {"1": 8,    "2": 10}),
        "straight":               5,
        "three-of-a-kind":        3,
        "two-pair":               2,
        "pair-of-tens-or-better": 1,
    },
)  # fmt: skip

THREE_CARD_BONUS = Paytable(
    "",
    {"suited-ace-king-queen": 50, "straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 3, "pair": 1},
)  # fmt: skip

PULL_OR_RIDE = (Action("pull-back", {"bet": -1}), Action("let-it-ride"))

GAME = Game(
    slug="let-it-ride",
    title="Let It Ride",
    source="S.D. Admin. R. 20:18:16:15.03; common published rules",
    deck=Deck(),
    play=(
        Deal("player", 3, "the player's cards"),
        Decide("bet 1", PULL_OR_RIDE),
        Deal("first", 1, "community card"),
        Decide("bet 2", PULL_OR_RIDE),
        Deal("second", 1, "community card"),
    ),
    hands=(
        Hand("final", POKER, ("player", "first", "second")),
        Hand("three", THREE_CARD, ("player",)),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("bet", 3),),
            base="bet",
            settlements=(Settlement(("bet",), (Row("", ALWAYS, (Pays(SCHEDULE, "final"),)),)),),
        ),
        SideBet("three-card-bonus", (Row("", ALWAYS, (Pays(THREE_CARD_BONUS, "three"),)),)),
    ),
    choices=(
        Choice(
            "paytable",
            "what the bets pay",
            {"1": "1000, 200, 50, 11, 8, 5, 3, 2, 1", "2": "500, 100, 25, 15, 10, 5, 3, 2, 1"},
        ),
    ),
    names={"three-card-bonus": "3 Card Bonus"},
)  # fmt: skip
