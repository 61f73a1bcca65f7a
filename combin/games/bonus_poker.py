"""Bonus Poker: Jacks or Better with higher pays for four of a kind.

Rules: common published rules, read in November 2026. A table is called by what a full house and a flush pay. A royal flush pays
800 for one where five coins are bet, 250 for one with fewer.
"""

from combin.rules import (
    ALWAYS, FIVE_CARD_DRAW, Bet, Choice, Deck, Game, Hand, HandRanking, Pays, Paytable, Pick, Row, Settlement, Wager,
)  # fmt: skip

RANKING = HandRanking(
    "poker, fours by rank", 5,
    (
        "royal-flush", "straight-flush", "four-aces", "four-twos-to-fours", "four-of-a-kind", "full-house", "flush",
        "straight", "three-of-a-kind", "two-pair", "pair", "high-card",
    ),
)  # fmt: skip

PAYTABLE = Paytable(
    "",
    {
        "royal-flush":        Pick("coins", {"five": 800, "fewer": 250}),
        "straight-flush":     50,
        "four-aces":          80,
        "four-twos-to-fours": 40,
        "four-of-a-kind":     25,
        "full-house":         Pick("paytable", {"8-5": 8, "7-5": 7, "6-5": 6}),
        "flush":              5,
        "straight":           4,
        "three-of-a-kind":    3,
        "two-pair":           2,
        "pair-of-jacks":      1,
    },
    for_one=True,
)  # fmt: skip

GAME = Game(
    slug="bonus-poker",
    title="Bonus Poker",
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
            {"8-5": "8 and 5 (full pay)", "7-5": "7 and 5", "6-5": "6 and 5"},
        ),
        Choice("coins", "how many coins are bet", {"five": "five, royal flush 800 for 1", "fewer": "fewer than five, royal flush 250 for 1"}),
    ),
    names={"pair-of-jacks": "jacks or better"},
)  # fmt: skip
