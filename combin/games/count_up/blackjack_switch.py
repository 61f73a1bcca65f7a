"""Blackjack switch: two hands, whose second cards may be exchanged; naturals pay even money, and the dealer's 22 ties.

Rules: wizardofodds.com, blackjack switch, read in November 2026. The shoe is fresh each round.
"""

from fractions import Fraction

from combin.rules import Choice, CountUp, Deck, Double, DrawsBelow, InsuranceBet, Natural, Pairs, Pick, Surrender, Switch

DOUBLE = Double(split=Pick("das", {"yes": True, "no": False}))
SPLIT = Pairs(Pick("splits", {"4": 4, "3": 3, "2": 2, "1": 1}), aces=Pick("aces", {"one-card": "one-card", "resplit": "resplit", "hit": "hit"}))
SWITCH = Switch(natural=Pick("switched", {"21": False, "natural": True}))

GAME = CountUp(
    slug="blackjack-switch",
    title="Blackjack switch",
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
        Choice("packs", "how many packs of cards are in the shoe", {"6": "six", "1": "one", "2": "two", "4": "four", "8": "eight"}),
        Choice("soft17", "what the dealer does with a soft 17", {"hit": "draws", "stand": "stands"}),
        Choice("natural", "what a natural pays", {"1": "even money", "6-5": "6 to 5", "3-2": "3 to 2"}),
        Choice("switched", "what a natural is that comes by an exchange", {"21": "21, no natural", "natural": "a natural"}),
        Choice(
            "peek",
            "when the dealer finds a natural of his own",
            {
                "yes": "first: he looks under a ten or an ace, and only the bets are lost",
                "no": "last: he has no hole card, and all that is staked is lost",
            },
        ),
        Choice("das", "whether hands of a split may be doubled", {"yes": "yes", "no": "no"}),
        Choice("splits", "how many hands a pair may become", {"4": "four", "3": "three", "2": "two", "1": "one: no pair is split"}),
        Choice(
            "aces",
            "how split aces are played",
            {
                "one-card": "one card each, and not split again",
                "resplit": "one card each, but split again",
                "hit": "as other pairs",
            },
        ),
        Choice(
            "surrender",
            "whether half a bet may be kept with two cards",
            {"none": "no", "late": "unless the dealer has a natural", "early": "before the dealer looks"},
        ),
    ),
    notes=(
        "All figures are for one of the two hands, which have equal bets.",
        "The model: each hand is played by its own cards as is best in a shoe that lacks the dealer's card alone, its split hands as the same cards that were not split. What two hands are worth so is exact, all five cards gone from the shoe, and the cards are exchanged where that is more.",
        "A player who looks at both hands while he plays wins more; how much is not known.",
        "The dealer's 22 ties with all hands in play; a natural is paid before he draws.",
    ),
)
