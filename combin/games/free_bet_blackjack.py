"""Free Bet Blackjack: the house puts up the bets of most doubles and splits; the dealer's 22 ties.

Rules: published ones, read in copies of wizardofodds.com in November 2026, and what casinos print of it. The shoe is fresh each round.
"""

from fractions import Fraction

from combin.rules import Choice, CountUp, Deck, Double, DrawsBelow, InsuranceBet, Natural, Pairs, Pick, Surrender

DOUBLE = Double(split=Pick("das", {"yes": True, "no": False}), free=(9, 10, 11))
SPLIT = Pairs(
    Pick("splits", {"4": 4, "3": 3, "2": 2, "1": 1}),
    aces=Pick("aces", {"resplit": "resplit", "one-card": "one-card", "hit": "hit"}),
    free=Pick("free", {"all": (1, 2, 3, 4, 5, 6, 7, 8, 9), "no-fours": (1, 2, 3, 5, 6, 7, 8, 9)}),
)

GAME = CountUp(
    slug="free-bet-blackjack",
    title="Free Bet Blackjack",
    source="published rules, read in copies of wizardofodds.com in November 2026",
    deck=Pick("packs", {"6": Deck(packs=6), "1": Deck(), "2": Deck(packs=2), "4": Deck(packs=4), "8": Deck(packs=8)}),
    dealer=DrawsBelow(17, soft=Pick("soft17", {"hit": 18, "stand": 17}), pushes=22),
    natural=Natural(Pick("natural", {"3-2": Fraction(3, 2), "6-5": Fraction(6, 5), "1": 1})),
    actions=Pick("surrender", {"none": (DOUBLE, SPLIT), "late": (DOUBLE, SPLIT, Surrender("late"))}),
    model=Pick("model", {"zero-memory": "zero-memory", "first-hand": "first-hand", "total": "total"}),
    bets=(InsuranceBet("insurance", 2),),
    choices=(
        Choice("packs", "the number of decks in the shoe", {"6": "6 decks", "1": "1 deck", "2": "2 decks", "4": "4 decks", "8": "8 decks"}),
        Choice("soft17", "whether the dealer hits soft 17", {"hit": "the dealer hits soft 17", "stand": "the dealer stands on soft 17"}),
        Choice("natural", "what a natural pays", {"3-2": "3 to 2", "6-5": "6 to 5", "1": "even money"}),
        Choice("das", "whether split hands may be doubled", {"yes": "double after split", "no": "no double after split"}),
        Choice("splits", "the number of hands a pair may be split into", {"4": "up to 4 hands", "3": "up to 3 hands", "2": "up to 2 hands", "1": "no splitting"}),
        Choice(
            "aces",
            "how split aces are played",
            {
                "resplit": "one card each, resplitting allowed",
                "one-card": "one card each, no resplitting",
                "hit": "played like other pairs",
            },
        ),
        Choice("free", "which pairs may be split for free", {"all": "all but ten-value cards", "no-fours": "all but ten-value cards and fours"}),
        Choice("surrender", "whether the first two cards may be surrendered for half the bet", {"none": "no surrender", "late": "late surrender"}),
        Choice(
            "model",
            "how the hands of a split are played",
            {
                "zero-memory": "played like the same cards on the same kind of bet without a split",
                "first-hand": "all played alike, optimally for the first of them that have the same bet",
                "total": "played by a chart, one action for each total and up card; free hands by one of their own",
            },
        ),
    ),
    notes=(
        "Two cards of a hard 9, 10 or 11 are doubled for free, all others with a bet of one's own. A free bet that wins is paid, one that loses costs nothing.",
        "Of a pair that is split for free the first hand has the bet, and every further hand lies on a free one.",
        "The dealer's 22 ties with all hands in play; a natural is paid before he draws.",
        "At its debut, in June 2012, hands of more than two cards were doubled for free, too: that is another game.",
    ),
)
