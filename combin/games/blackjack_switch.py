"""Blackjack Switch: two hands, whose second cards may be exchanged; naturals pay even money, and the dealer's 22 ties.

Rules: wizardofodds.com, blackjack switch, read in November 2026. The shoe is fresh each round.
"""

from fractions import Fraction

from combin.rules import Choice, CountUp, Deck, Double, DrawsBelow, InsuranceBet, Natural, Pairs, Pick, Surrender, Switch

DOUBLE = Double(split=Pick("das", {"yes": True, "no": False}))
SPLIT = Pairs(Pick("splits", {"4": 4, "3": 3, "2": 2, "1": 1}), aces=Pick("aces", {"one-card": "one-card", "resplit": "resplit", "hit": "hit"}))
SWITCH = Switch(natural=Pick("switched", {"21": False, "natural": True}))

GAME = CountUp(
    slug="blackjack-switch",
    title="Blackjack Switch",
    source="wizardofodds.com/blackjackswitch, read in November 2026",
    deck=Pick("packs", {"6": Deck(packs=6), "1": Deck(), "2": Deck(packs=2), "4": Deck(packs=4), "8": Deck(packs=8)}),
    dealer=DrawsBelow(17, soft=Pick("soft17", {"hit": 18, "stand": 17}), pushes=22),
    natural=Natural(
        Pick("natural", {"1": 1, "6-5": Fraction(6, 5), "3-2": Fraction(3, 2)}),
        looks=Pick("peek", {"yes": "first", "no": "never"}),
    ),
    actions=Pick(
        "surrender",
        {"none": (DOUBLE, SPLIT, SWITCH), "late": (DOUBLE, SPLIT, SWITCH, Surrender("late")), "early": (DOUBLE, SPLIT, SWITCH, Surrender("early"))},
    ),
    bets=(InsuranceBet("insurance", 2),),
    choices=(
        Choice("packs", "the number of decks in the shoe", {"6": "6 decks", "1": "1 deck", "2": "2 decks", "4": "4 decks", "8": "8 decks"}),
        Choice("soft17", "whether the dealer hits soft 17", {"hit": "the dealer hits soft 17", "stand": "the dealer stands on soft 17"}),
        Choice("natural", "what a natural pays", {"1": "even money", "6-5": "6 to 5", "3-2": "3 to 2"}),
        Choice("switched", "what a natural made by a switch counts as", {"21": "an ordinary 21", "natural": "a natural"}),
        Choice(
            "peek",
            "when the dealer finds a natural of his own",
            {
                "yes": "before the players act, under a ten or an ace",
                "no": "after the players act, no hole card; a natural takes all bets",
            },
        ),
        Choice("das", "whether split hands may be doubled", {"yes": "double after split", "no": "no double after split"}),
        Choice("splits", "the number of hands a pair may be split into", {"4": "up to 4 hands", "3": "up to 3 hands", "2": "up to 2 hands", "1": "no splitting"}),
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
            "whether half a bet may be kept with two cards",
            {"none": "no surrender", "late": "late surrender", "early": "early surrender"},
        ),
    ),
    notes=(
        "All figures are for one of the two hands, which have equal bets.",
        "The model: each hand is played by its own cards as is best in a shoe that lacks the dealer's card alone, its split hands played like the same cards without a split. What two hands are worth so is exact, all five cards gone from the shoe, and the cards are exchanged where that is more.",
        "A player who looks at both hands while he plays wins more; how much is not known.",
        "The dealer's 22 ties with all hands in play; a natural is paid before he draws.",
    ),
)
