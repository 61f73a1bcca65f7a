"""Deuces Wild: draw poker in which the four twos are wild; the final hand is paid from three of a kind up.

Rules: common published rules, read in November 2026. A royal flush without a two
pays 800 for one where five coins are bet, 250 for one with fewer.
"""

from combin.rules import (
    ALWAYS, FIVE_CARD_DRAW, Bet, Choice, Deck, Game, Hand, HandRanking, Pays, Paytable, Pick, Row, Settlement, Wager,
)  # fmt: skip

RANKING = HandRanking(
    "poker, twos wild", 5,
    (
        "royal-flush", "four-deuces", "wild-royal-flush", "five-of-a-kind", "straight-flush", "four-of-a-kind",
        "full-house", "flush", "straight", "three-of-a-kind", "two-pair", "pair", "high-card",
    ),
    wild="2",
)  # fmt: skip

PAYTABLE = Paytable(
    "",
    {
        "royal-flush":      Pick("coins", {"five": 800, "fewer": 250}),
        "four-deuces":      200,
        "wild-royal-flush": 25,
        "five-of-a-kind":   Pick("paytable", {"full-pay": 15, "nsud": 16, "15-11": 15, "illinois": 15}),
        "straight-flush":   Pick("paytable", {"full-pay": 9, "nsud": 10, "15-11": 11, "illinois": 9}),
        "four-of-a-kind":   Pick("paytable", {"full-pay": 5, "nsud": 4, "15-11": 4, "illinois": 4}),
        "full-house":       Pick("paytable", {"full-pay": 3, "nsud": 4, "15-11": 4, "illinois": 4}),
        "flush":            Pick("paytable", {"full-pay": 2, "nsud": 3, "15-11": 3, "illinois": 3}),
        "straight":         2,
        "three-of-a-kind":  1,
    },
    for_one=True,
)  # fmt: skip

GAME = Game(
    slug="deuces-wild",
    title="Deuces Wild",
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
            "what hands pay for 1: wild royal flush, five of a kind, straight flush, four, full house, flush, straight",
            {
                "full-pay": "25, 15, 9, 5, 3, 2, 2", "nsud": "25, 16, 10, 4, 4, 3, 2 (not so ugly)",
                "15-11": "25, 15, 11, 4, 4, 3, 2", "illinois": "25, 15, 9, 4, 4, 3, 2",
            },
        ),
        Choice("coins", "how many coins are bet", {"five": "five, royal flush 800 for 1", "fewer": "fewer than five, royal flush 250 for 1"}),
    ),
    notes=(
        "Some programs call another table not so ugly: 25, 13, 4, 3, 2, 2, 1 from five of a kind down.",
    ),
)  # fmt: skip
