"""Spanish 21: blackjack from packs without tens, in which a player's 21 always wins, and some pay more.

Rules: 58 Pa. Code chapter 635a, read in November 2026 (§ 635a.12 the pays; three sevens against a seven are paid in
dollars there, here in bets). Doubling, redoubling and what may be done with split aces are a casino's to set.
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
SUPER = Bonus(THREE_TO_TWO, ranks="777", up="7", suited=202, spades=203, split=False)
DOUBLE = Double(
    split=True,
    later=Pick("double", {"any": True, "two-cards": False}),
    times=Pick("redouble", {"no": 1, "twice": 2, "three-times": 3}),
    rescue=Pick("rescue", {"yes": True, "no": False}),
)
SPLIT = Pairs(
    Pick("splits", {"4": 4, "3": 3, "2": 2, "1": 1}),
    aces=Pick("aces", {"hit": "hit", "resplit": "resplit", "one-card": "one-card"}),
)

GAME = CountUp(
    slug="spanish-21",
    title="Spanish 21",
    source="58 Pa. Code chapter 635a",
    deck=Pick(
        "packs",
        {
            "6": Deck(ranks=RANKS, packs=6),
            "8": Deck(ranks=RANKS, packs=8),
            "4": Deck(ranks=RANKS, packs=4),
            "2": Deck(ranks=RANKS, packs=2),
        },
    ),
    dealer=DrawsBelow(17, soft=Pick("soft17", {"hit": 18, "stand": 17})),
    natural=Natural(THREE_TO_TWO, beats=True),
    actions=Pick("surrender", {"late": (DOUBLE, SPLIT, Surrender("late")), "none": (DOUBLE, SPLIT)}),
    wins_21=True,
    bonuses=Pick(
        "super",
        {
            "none": (SEVEN_CARDS, SIX_CARDS, FIVE_CARDS, RUN, SEVENS),
            "200": (SEVEN_CARDS, SIX_CARDS, FIVE_CARDS, RUN, SUPER, SEVENS),
        },
    ),
    model=Pick("model", {"zero-memory": "zero-memory", "first-hand": "first-hand", "total": "total"}),
    choices=(
        Choice(
            "packs", "the number of 48-card decks in the shoe", {"6": "6 decks", "8": "8 decks", "4": "4 decks", "2": "2 decks"}
        ),
        Choice("soft17", "whether the dealer hits soft 17", {"hit": "the dealer hits soft 17", "stand": "the dealer stands on soft 17"}),
        Choice("double", "which hands may be doubled", {"any": "any number of cards", "two-cards": "two cards"}),
        Choice(
            "redouble",
            "whether a doubled hand may be doubled again",
            {"no": "no", "twice": "once again, twice in all", "three-times": "twice again, three times in all"},
        ),
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
            "whether the first two cards may be surrendered for half the bet",
            {"late": "late surrender", "none": "no surrender"},
        ),
        Choice(
            "super",
            "how many bets three sevens of a suit win beside, against a seven and not after a split",
            {"none": "none", "200": "200: $1,000 on $5, or $5,000 on $25"},
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
        "A rescued hand that is doubled again keeps half of all that is on it.",
        "A pair that is split is split again as long as there may be more hands.",
        "The envy bonus, which three sevens pay to other players, is left out.",
    ),
)
