"""Joker Poker: draw poker with a wild joker; the final hand is paid from a pair of kings up.

Rules: common published rules, read in November 2026. A table is called by what four of a kind and a full house pay. A royal
flush without the joker pays 800 for one where five coins are bet, 250 for one with fewer.
"""

from combin.rules import (
    ALWAYS, FIVE_CARD_DRAW, Bet, Choice, Deck, Game, Hand, HandRanking, Pays, Paytable, Pick, Row, Settlement, Wager,
)  # fmt: skip

RANKING = HandRanking(
    "poker, joker wild", 5,
    (
        "royal-flush", "five-of-a-kind", "wild-royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush",
        "straight", "three-of-a-kind", "two-pair", "pair", "high-card",
    ),
    joker="wild",
)  # fmt: skip

PAYTABLE = Paytable(
    "",
    {
        "royal-flush":      Pick("coins", {"five": 800, "fewer": 250}),
        "five-of-a-kind":   200,
        "wild-royal-flush": 100,
        "straight-flush":   50,
        "four-of-a-kind":   Pick("paytable", {"20-7": 20, "18-7": 18, "17-7": 17}),
        "full-house":       7,
        "flush":            5,
        "straight":         3,
        "three-of-a-kind":  2,
        "two-pair":         1,
        "pair-of-kings":    1,
    },
    for_one=True,
)  # fmt: skip

GAME = Game(
    slug="joker-poker",
    title="Joker Poker",
    source="common published rules",
    deck=Deck(jokers=1),
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
            "what four of a kind and a full house pay for 1",
            {"20-7": "20 and 7 (full pay)", "18-7": "18 and 7", "17-7": "17 and 7"},
        ),
        Choice("coins", "how many coins are bet", {"five": "five, royal flush 800 for 1", "fewer": "fewer than five, royal flush 250 for 1"}),
    ),
    names={"pair-of-kings": "kings or better"},
)  # fmt: skip
