"""Super Fun 21: a natural of diamonds pays more and others even money, five cards of 21 pay double.

Rules: wizardofodds.com/games/super-fun-21, as blackjackgamesvariety.com and www.bonusblackjack.org print them, read in
November 2026. Where they differ, about doubling with more than two cards and about surrender, there is a choice.
"""

from fractions import Fraction

from combin.rules import Bonus, Choice, CountUp, Deck, Double, DrawsBelow, Natural, Pairs, Pick, Surrender

DOUBLE = Double(later=Pick("double", {"any": True, "two-cards": False}), rescue=Pick("rescue", {"yes": True, "no": False}))
SPLIT = Pairs(
    Pick("splits", {"4": 4, "3": 3, "2": 2, "1": 1}),
    aces=Pick("aces", {"hit": "hit", "resplit": "resplit", "one-card": "one-card"}),
)

GAME = CountUp(
    slug="super-fun-21",
    title="Super Fun 21",
    source="published rules of the game",
    deck=Pick("packs", {"1": Deck(), "2": Deck(packs=2), "6": Deck(packs=6)}),
    dealer=DrawsBelow(17, soft=Pick("soft17", {"hit": 18, "stand": 17})),
    natural=Natural(
        Pick("natural", {"1": 1, "6-5": Fraction(6, 5)}),
        beats=True,
        suited=Pick("diamonds", {"2": {"d": 2}, "none": {}}),
    ),
    actions=Pick(
        "surrender",
        {
            "any": (DOUBLE, SPLIT, Surrender("late", later=True, split=True)),
            "unsplit": (DOUBLE, SPLIT, Surrender("late", later=True)),
            "late": (DOUBLE, SPLIT, Surrender("late")),
            "none": (DOUBLE, SPLIT),
        },
    ),
    charlie=6,
    bonuses=(Bonus(2, cards=5),),
    model=Pick("model", {"zero-memory": "zero-memory", "first-hand": "first-hand", "total": "total"}),
    choices=(
        Choice("packs", "the number of decks in the shoe", {"1": "1 deck", "2": "2 decks", "6": "6 decks"}),
        Choice("soft17", "whether the dealer hits soft 17", {"hit": "the dealer hits soft 17", "stand": "the dealer stands on soft 17"}),
        Choice("natural", "what a natural pays", {"1": "even money", "6-5": "6 to 5"}),
        Choice("diamonds", "what a natural of diamonds pays", {"2": "2 to 1", "none": "the same as other naturals"}),
        Choice("double", "which hands may be doubled", {"any": "any number of cards", "two-cards": "two cards"}),
        Choice(
            "rescue",
            "whether half of what is on a doubled hand may be given up for the other half",
            {"yes": "yes", "no": "no"},
        ),
        Choice(
            "splits",
            "the number of hands a pair may be split into",
            {"4": "up to 4 hands", "3": "up to 3 hands", "2": "up to 2 hands", "1": "no splitting"},
        ),
        Choice(
            "aces",
            "how split aces are played",
            {
                "hit": "played like other pairs",
                "resplit": "one card each, resplitting allowed",
                "one-card": "one card each, no resplitting",
            },
        ),
        Choice(
            "surrender",
            "when half the bet may be kept, unless the dealer has a natural",
            {
                "any": "with any number of cards, after a split too",
                "unsplit": "with any number of cards that are not of a split",
                "late": "with the first two cards",
                "none": "never",
            },
        ),
        Choice(
            "model",
            "how the hands of a split are played",
            {
                "zero-memory": "played like the same cards without a split",
                "first-hand": "all played alike, optimally for the first of them",
                "total": "played by a chart, one action for each total and up card",
            },
        ),
    ),
    notes=(
        "Six cards win even money, of 21 two to one, and are not played on; a doubled hand wins neither.",
        "Naturals of diamonds are paid as often as they come.",
        "A pair that is split is split again as long as there may be more hands.",
    ),
)
