"""Pontoon, as casinos in Australia and Malaysia deal it: Spanish 21 against a dealer without a hole card.

Rules: the guides of Resorts World Genting and of Australian casinos, as wizardofodds.com/games/pontoon and Wikipedia
("Pontoon (card game)", house edge) print them, read in November 2026. A 21 is paid at once, a rescue is taken at once, and
a natural of the dealer's takes all that is staked then. Rules by which it takes less are not said here.
"""

from fractions import Fraction

from combin.rules import Bonus, Choice, CountUp, Deck, Double, DrawsBelow, Natural, Pairs, Pick, Surrender

RANKS = "23456789JQKA"
THREE_TO_TWO = Fraction(3, 2)
SEVEN_CARDS = Bonus(3, cards=7)
SIX_CARDS = Bonus(2, cards=6)
FIVE_CARDS = Bonus(THREE_TO_TWO, cards=5)
RUN = Bonus(THREE_TO_TWO, ranks="678", suited=2, spades=3)
SEVENS = Bonus(THREE_TO_TWO, ranks="777", suited=2, spades=3)
SUPER = Bonus(THREE_TO_TWO, ranks="777", up="7", suited=102, spades=103, split=False)
DOUBLE = Double(
    Pick("totals", {"9-11": (9, 10, 11), "any": (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)}),
    split=True,
    later=Pick("double", {"two-cards": False, "any": True}),
    times=Pick("redouble", {"no": 1, "twice": 2}),
    rescue=Pick("rescue", {"yes": True, "no": False}),
)
SPLIT = Pairs(
    Pick("splits", {"3": 3, "4": 4, "2": 2, "1": 1}),
    aces=Pick("aces", {"one-card": "one-card", "resplit": "resplit", "hit": "hit"}),
)

GAME = CountUp(
    slug="pontoon",
    title="Pontoon",
    source="published rules of Australian and Malaysian casinos",
    deck=Pick(
        "packs",
        {"8": Deck(ranks=RANKS, packs=8), "6": Deck(ranks=RANKS, packs=6), "4": Deck(ranks=RANKS, packs=4)},
    ),
    dealer=DrawsBelow(17, soft=Pick("soft17", {"hit": 18, "stand": 17})),
    natural=Natural(THREE_TO_TWO, looks="never", beats=True),
    actions=Pick("surrender", {"late": (DOUBLE, SPLIT, Surrender("late")), "none": (DOUBLE, SPLIT)}),
    wins_21=True,
    bonuses=Pick(
        "super",
        {
            "none": (SEVEN_CARDS, SIX_CARDS, FIVE_CARDS, RUN, SEVENS),
            "100": (SEVEN_CARDS, SIX_CARDS, FIVE_CARDS, RUN, SUPER, SEVENS),
        },
    ),
    model=Pick("model", {"zero-memory": "zero-memory", "first-hand": "first-hand", "total": "total"}),
    choices=(
        Choice("packs", "the number of 48-card decks in the shoe", {"8": "8 decks", "6": "6 decks", "4": "4 decks"}),
        Choice("soft17", "whether the dealer hits soft 17", {"hit": "the dealer hits soft 17", "stand": "the dealer stands on soft 17"}),
        Choice("totals", "which hard totals may be doubled", {"9-11": "9, 10 and 11", "any": "any"}),
        Choice("double", "which hands may be doubled", {"two-cards": "two cards", "any": "any number of cards"}),
        Choice(
            "redouble",
            "whether a doubled hand may be doubled again",
            {"no": "no", "twice": "once again, twice in all"},
        ),
        Choice(
            "rescue",
            "whether half of what is on a doubled hand may be given up for the other half",
            {"yes": "yes, at once", "no": "no"},
        ),
        Choice(
            "splits",
            "the number of hands a pair may be split into",
            {"3": "up to 3 hands", "4": "up to 4 hands", "2": "up to 2 hands", "1": "no splitting"},
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
            {"late": "unless the dealer has a natural, which takes the whole bet", "none": "no surrender"},
        ),
        Choice(
            "super",
            "how many bets three sevens of a suit win beside, against a seven and not after a split",
            {"none": "none", "100": "100"},
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
        "Decisions go by ranks; the suits of 6-7-8 and 7-7-7 are paid as often as they come.",
        "By the suits of his first two cards, too, a player would win at most 0.0006 % of a bet more, with the super bonus 0.009 %.",
        "Casinos let a soft hand be doubled, its ace counting 1 then; that is never best, and is left out.",
        "Casinos allow surrender against an ace or a picture alone; it is never best against another card.",
        "Rules are left out by which a natural takes the first bet alone, or busted bets and one more.",
        "A pair that is split is split again as long as there may be more hands.",
    ),
)
