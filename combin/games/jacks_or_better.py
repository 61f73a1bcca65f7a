"""Jacks or Better: five cards, any of them thrown away and replaced once; the final hand is paid from a pair of jacks up.

Rules: common published rules, read in November 2026. A table is called by what a full house and a flush pay. A royal flush
pays 800 for one where five coins are bet, 250 for one with fewer.
"""

from combin.ranking import POKER
from combin.rules import (
    ALWAYS, FIVE_CARD_DRAW, Bet, Choice, Deck, Game, Hand, Pays, Paytable, Pick, Row, Settlement, Wager,
)  # fmt: skip

PAYTABLE = Paytable(
    "",
    {
        "royal-flush":     Pick("coins", {"five": 800, "fewer": 250}),
        "straight-flush":  50,
        "four-of-a-kind":  25,
        "full-house":      Pick("paytable", {"9-6": 9, "9-5": 9, "8-6": 8, "8-5": 8, "7-5": 7, "6-5": 6}),
        "flush":           Pick("paytable", {"9-6": 6, "8-6": 6, "otherwise": 5}),
        "straight":        4,
        "three-of-a-kind": 3,
        "two-pair":        2,
        "pair-of-jacks":   1,
    },
    for_one=True,
)  # fmt: skip

GAME = Game(
    slug="jacks-or-better",
    title="Jacks or Better",
    source="common published rules",
    deck=Deck(),
    play=FIVE_CARD_DRAW,
    hands=(Hand("final", POKER, ("hand", "new")),),
    bets=(
        Bet(
            "base",
            wagers=(Wager("coin", 1),),
            base="coin",
            settlements=(Settlement(("coin",), (Row("", ALWAYS, (Pays(PAYTABLE, "final"),)),)),),
        ),
    ),
    choices=(
        Choice(
            "paytable",
            "what a full house and a flush pay for 1",
            {
                "9-6": "9 and 6 (full pay)", "9-5": "9 and 5", "8-6": "8 and 6", "8-5": "8 and 5", "7-5": "7 and 5",
                "6-5": "6 and 5",
            },
        ),
        Choice("coins", "how many coins are bet", {"five": "five, royal flush 800 for 1", "fewer": "fewer than five, royal flush 250 for 1"}),
    ),
    names={"pair-of-jacks": "jacks or better"},
)  # fmt: skip
