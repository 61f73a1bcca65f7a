"""Double Double Bonus: Jacks or Better with higher pays for four of a kind, and more beside a low fifth card.

Rules: common published rules, read in November 2026. A table is called by what a full house and a flush pay. A royal flush pays
800 for one where five coins are bet, 250 for one with fewer.
"""

from combin.rules import (
    ALWAYS, FIVE_CARD_DRAW, Bet, Choice, Deck, Game, Hand, HandRanking, Pays, Paytable, Pick, Row, Settlement, Wager,
)  # fmt: skip

RANKING = HandRanking(
    "poker, fours by rank and fifth card", 5,
    (
        "royal-flush", "straight-flush", "four-aces-with-two-to-four", "four-aces", "four-twos-to-fours-with-ace-to-four",
        "four-twos-to-fours", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind", "two-pair", "pair",
        "high-card",
    ),
)  # fmt: skip

PAYTABLE = Paytable(
    "",
    {
        "royal-flush":                         Pick("coins", {"five": 800, "fewer": 250}),
        "straight-flush":                      50,
        "four-aces-with-two-to-four":          400,
        "four-aces":                           160,
        "four-twos-to-fours-with-ace-to-four": 160,
        "four-twos-to-fours":                  80,
        "four-of-a-kind":                      50,
        "full-house":                          Pick("paytable", {"9-6": 9, "9-5": 9, "8-5": 8, "7-5": 7, "6-5": 6, "10-6": 10}),
        "flush":                               Pick("paytable", {"9-6": 6, "10-6": 6, "otherwise": 5}),
        "straight":                            4,
        "three-of-a-kind":                     3,
        "two-pair":                            1,
        "pair-of-jacks":                       1,
    },
    for_one=True,
)  # fmt: skip

GAME = Game(
    slug="double-double-bonus",
    title="Double Double Bonus",
    source="common published rules",
    deck=Deck(),
    play=FIVE_CARD_DRAW,
    hands=(Hand("final", RANKING, ("hand", "new")),),
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
                "9-6": "9 and 6 (full pay)", "10-6": "10 and 6", "9-5": "9 and 5", "8-5": "8 and 5", "7-5": "7 and 5",
                "6-5": "6 and 5",
            },
        ),
        Choice("coins", "how many coins are bet", {"five": "five, royal flush 800 for 1", "fewer": "fewer than five, royal flush 250 for 1"}),
    ),
    names={"pair-of-jacks": "jacks or better"},
)  # fmt: skip
