"""Blackjack: nearer to 21 than the dealer without going over.

Rules: common published rules, read in November 2026. The shoe is fresh each round; cards burnt change nothing.
"""

from fractions import Fraction

from combin.rules import BustBet, Choice, CountUp, Deck, Double, DrawsBelow, InsuranceBet, Natural, Pairs, Pick, Surrender

PAIRS_TO = Pick("splits", {"4": 4, "3": 3, "2": 2, "1": 1})
DOUBLE = Double(
    Pick("double", {"any": (), "9-11": (9, 10, 11), "10-11": (10, 11)}),
    split=Pick("das", {"yes": True, "no": False}),
)
SPLIT = Pairs(PAIRS_TO, aces=Pick("aces", {"one-card": "one-card", "resplit": "resplit", "hit": "hit"}))

GAME = CountUp(
    slug="blackjack",
    title="Blackjack",
    source="common published rules",
    deck=Pick(
        "packs",
        {
            "6": Deck(packs=6),
            "1": Deck(),
            "2": Deck(packs=2),
            "3": Deck(packs=3),
            "4": Deck(packs=4),
            "5": Deck(packs=5),
            "7": Deck(packs=7),
            "8": Deck(packs=8),
        },
    ),
    dealer=DrawsBelow(17, soft=Pick("soft17", {"stand": 17, "hit": 18})),
    natural=Natural(
        Pick("natural", {"3-2": Fraction(3, 2), "6-5": Fraction(6, 5), "1": 1, "2": 2}),
        looks=Pick("peek", {"yes": "first", "no": "never", "original": "original"}),
    ),
    actions=Pick(
        "surrender",
        {
            "none": (DOUBLE, SPLIT),
            "late": (DOUBLE, SPLIT, Surrender("late")),
            "early": (DOUBLE, SPLIT, Surrender("early")),
        },
    ),
    charlie=Pick("charlie", {"none": None, "5": 5, "6": 6, "7": 7}),
    model=Pick(
        "model",
        {"zero-memory": "zero-memory", "first-hand": "first-hand", "total": "total", "full-memory": "full-memory"},
    ),
    bets=(
        InsuranceBet("insurance", 2),
        BustBet(
            "buster",
            Pick(
                "buster",
                {
                    "12": {"3": 2, "4": 2, "5": 4, "6": 12, "7": 50, "8": 250},
                    "15": {"3": 2, "4": 2, "5": 4, "6": 15, "7": 50, "8": 250},
                    "20": {"3": 1, "4": 2, "5": 8, "6": 20, "7": 50, "8": 250},
                },
            ),
        ),
    ),
    choices=(
        Choice(
            "packs",
            "the number of decks in the shoe",
            {"6": "6 decks", "1": "1 deck", "2": "2 decks", "3": "3 decks", "4": "4 decks", "5": "5 decks", "7": "7 decks", "8": "8 decks"},
        ),
        Choice("soft17", "whether the dealer hits soft 17", {"stand": "the dealer stands on soft 17", "hit": "the dealer hits soft 17"}),
        Choice(
            "peek",
            "when the dealer finds a natural of his own",
            {
                "yes": "before the players act, under a ten or an ace",
                "no": "after the players act, no hole card; a natural takes all bets",
                "original": "after the players act, no hole card; a natural takes the original bet only",
            },
        ),
        Choice(
            "double",
            "which two cards may be doubled",
            {"any": "any two cards", "9-11": "hard totals of 9, 10 and 11", "10-11": "hard totals of 10 and 11"},
        ),
        Choice("das", "whether split hands may be doubled", {"yes": "double after split", "no": "no double after split"}),
        Choice(
            "splits",
            "the number of hands a pair may be split into",
            {"4": "up to 4 hands", "3": "up to 3 hands", "2": "up to 2 hands", "1": "no splitting"},
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
            "surrender",
            "whether the first two cards may be surrendered for half the bet",
            {"none": "no surrender", "late": "late surrender", "early": "early surrender"},
        ),
        Choice(
            "natural",
            "what a natural pays",
            {"3-2": "3 to 2", "6-5": "6 to 5", "1": "even money", "2": "2 to 1"},
        ),
        Choice(
            "charlie",
            "how many cards win, whatever the dealer has but a natural",
            {"none": "no Charlie", "5": "5 cards", "6": "6 cards", "7": "7 cards"},
        ),
        Choice(
            "buster",
            "what the bet buster pays when the dealer busts with 3, 4, 5, 6, 7, 8 or more cards",
            {"12": "2, 2, 4, 12, 50, 250", "15": "2, 2, 4, 15, 50, 250", "20": "1, 2, 8, 20, 50, 250"},
        ),
        Choice(
            "model",
            "how the hands of a split are played",
            {
                "zero-memory": "played like the same cards without a split",
                "first-hand": "all played alike, optimally for the first of them",
                "total": "played by a chart, one action for each total and up card",
                "full-memory": "played optimally for all cards seen in the round, two hands at most (splits=2)",
            },
        ),
    ),
    notes=(
        "Bets on the first cards, 21+3 and others, are those of the game blackjack-side-bets.",
        "Insurance is settled by itself; its edge is that of a player who knows the ace alone. For buster the dealer draws to the end.",
        "A pair that is split is split again as long as there may be more hands.",
        "Where the dealer has no hole card, a surrender loses the whole bet to a natural.",
    ),
)
