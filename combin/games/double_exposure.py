"""Double Exposure: blackjack with both of the dealer's cards face up; he wins all ties but that of two naturals.

Rules: published ones, read in copies of wizardofodds.com in November 2026, with what differs from table to table. The shoe is fresh each round.
"""

from fractions import Fraction

from combin.rules import Choice, CountUp, Deck, Double, DrawsBelow, Natural, Pairs, Pick

GAME = CountUp(
    slug="double-exposure",
    title="Double Exposure",
    source="published rules, read in copies of wizardofodds.com in November 2026",
    deck=Pick("packs", {"8": Deck(packs=8), "1": Deck(), "2": Deck(packs=2), "4": Deck(packs=4), "6": Deck(packs=6)}),
    dealer=DrawsBelow(17, soft=Pick("soft17", {"stand": 17, "hit": 18}), seen=2),
    natural=Natural(
        Pick("natural", {"1": 1, "6-5": Fraction(6, 5), "3-2": Fraction(3, 2)}),
        tied=Pick("tied", {"wins": 1, "push": 0}),
    ),
    actions=(
        Double(
            Pick("double", {"9-11": (9, 10, 11), "any": (), "9-11-soft": (9, 10, 11), "10-11": (10, 11)}),
            split=Pick("das", {"yes": True, "no": False}),
            soft=Pick("double", {"9-11": (), "any": (), "9-11-soft": (19, 20), "10-11": ()}),
        ),
        Pairs(Pick("splits", {"2": 2, "1": 1, "3": 3, "4": 4, "5": 5}), aces=Pick("aces", {"one-card": "one-card", "resplit": "resplit", "hit": "hit"})),
    ),
    ties="lose",
    model=Pick("model", {"zero-memory": "zero-memory", "first-hand": "first-hand", "total": "total"}),
    choices=(
        Choice("packs", "the number of decks in the shoe", {"8": "8 decks", "1": "1 deck", "2": "2 decks", "4": "4 decks", "6": "6 decks"}),
        Choice("soft17", "whether the dealer hits soft 17", {"stand": "the dealer stands on soft 17", "hit": "the dealer hits soft 17"}),
        Choice("natural", "what a natural pays", {"1": "even money", "6-5": "6 to 5", "3-2": "3 to 2"}),
        Choice("tied", "what a natural does against the dealer's", {"wins": "it wins even money", "push": "it pushes"}),
        Choice(
            "double",
            "which two cards may be doubled",
            {
                "9-11": "hard totals of 9, 10 and 11",
                "any": "any two cards",
                "9-11-soft": "hard totals of 9, 10 and 11 and soft totals of 19 and 20",
                "10-11": "hard totals of 10 and 11",
            },
        ),
        Choice("das", "whether split hands may be doubled", {"yes": "double after split", "no": "no double after split"}),
        Choice(
            "splits",
            "the number of hands a pair may be split into",
            {"2": "up to 2 hands", "1": "no splitting", "3": "up to 3 hands", "4": "up to 4 hands", "5": "up to 5 hands"},
        ),
        Choice(
            "aces",
            "how split aces are played",
            {
                "one-card": "one card each, no resplitting",
                "resplit": "one card each, resplitting allowed",
                "hit": "played like other pairs",
            },
        ),
        Choice(
            "model",
            "how the hands of a split are played",
            {
                "zero-memory": "played like the same cards without a split",
                "first-hand": "all played alike, optimally for the first of them",
                "total": "played by a chart, one action for each total and each total of the dealer's",
            },
        ),
    ),
    notes=(
        "The dealer's natural is seen at once: it beats every hand but a natural, and nothing is drawn.",
        "Any two ten-value cards are a pair. Some tables split like ones alone.",
        "A column of the chart is a total of the dealer's two cards, 12 or A6; the play by the cards goes by both of them.",
    ),
)
