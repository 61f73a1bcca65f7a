"""Blackjack: nearer to 21 than the dealer without going over.

Rules: common published rules, read in November 2026. The shoe is fresh each round; cards burnt change nothing.
The bets on the first cards are decided by the player's two or three, the dealer's up card and hole card. An ace counts 1 in over and
under 13; 1 or 11 in lucky lucky; 11 with a nine in lucky ladies. Super sevens deals a third card in any case.
"""

from fractions import Fraction

from combin.ranking import THREE_CARDS_OF_PACKS, TWO_CARDS_OF_PACKS, Points
from combin.rules import (
    ALWAYS, LOSE, All, Any, Below, BustBet, Choice, CountUp, Deal, Deck, Double, DrawsBelow, Hand, InsuranceBet, Is, Natural, Pairs, Pays,
    Paytable, Pick, Reaches, Row, SideBet, Surrender,
)  # fmt: skip

PAIRS_TO = Pick("splits", {"4": 4, "3": 3, "2": 2, "1": 1})
DOUBLE = Double(
    Pick("double", {"any": (), "9-11": (9, 10, 11), "10-11": (10, 11)}),
    split=Pick("das", {"yes": True, "no": False}),
)
SPLIT = Pairs(PAIRS_TO, aces=Pick("aces", {"one-card": "one-card", "resplit": "resplit", "hit": "hit"}))

LOW = Points("aces low", {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10})
HIGH = Points("aces high", {"A": 11, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10})
ACES = Points("aces", {"A": 1})
SIX_SEVEN_EIGHT = Points("sixes, sevens and eights", {"6": 1, "7": 10, "8": 100})
QUEENS_OF_HEARTS = Points("queens of hearts", {"Qh": 1})
CLUBS = Points("clubs", {"Ac": 1, "2c": 1, "3c": 1, "4c": 1, "5c": 1, "6c": 1, "7c": 1, "8c": 1, "9c": 1, "Tc": 1, "Jc": 1, "Qc": 1, "Kc": 1})
DIAMONDS = Points("diamonds", {"Ad": 1, "2d": 1, "3d": 1, "4d": 1, "5d": 1, "6d": 1, "7d": 1, "8d": 1, "9d": 1, "Td": 1, "Jd": 1, "Qd": 1, "Kd": 1})
HEARTS = Points("hearts", {"Ah": 1, "2h": 1, "3h": 1, "4h": 1, "5h": 1, "6h": 1, "7h": 1, "8h": 1, "9h": 1, "Th": 1, "Jh": 1, "Qh": 1, "Kh": 1})
SPADES = Points("spades", {"As": 1, "2s": 1, "3s": 1, "4s": 1, "5s": 1, "6s": 1, "7s": 1, "8s": 1, "9s": 1, "Ts": 1, "Js": 1, "Qs": 1, "Ks": 1})
SEVEN = Points("sevens", {"7": 1})
KING_AND_QUEEN = Points("king and queen", {"K": 1, "Q": 10})

TWO_SUITED = Any((Reaches("two-clubs", "2"), Reaches("two-diamonds", "2"), Reaches("two-hearts", "2"), Reaches("two-spades", "2")))
THREE_SUITED = Any((Reaches("clubs", "3"), Reaches("diamonds", "3"), Reaches("hearts", "3"), Reaches("spades", "3")))
ROYAL = Is("king-queen", "11")

TWENTY = Is("two-high", "20")
LADIES = Reaches("queens-of-hearts", "2")
DEALER_NATURAL = Is("dealer-high", "21")

# Three cards with an ace that may count 11.
SOFT = Reaches("aces", "1")
TOTAL_21 = Any((Is("three-low", "21"), All((SOFT, Is("three-low", "11")))))
TOTAL_20 = Any((Is("three-low", "20"), All((SOFT, Is("three-low", "10")))))
TOTAL_19 = Any((Is("three-low", "19"), All((SOFT, Is("three-low", "9")))))
SEVENS = Is("six-seven-eight", "30")
RUN = Is("six-seven-eight", "111")

OWN_SUITED = Any((Reaches("own-clubs", "3"), Reaches("own-diamonds", "3"), Reaches("own-hearts", "3"), Reaches("own-spades", "3")))

# One of the player's cards and the dealer's.
FIRST_SUITED = Reaches("first-and-up", "suited-pair")
SECOND_SUITED = Reaches("second-and-up", "suited-pair")
FIRST_MATCHES = All((Reaches("first-and-up", "pair"), Below("first-and-up", "suited-pair")))
SECOND_MATCHES = All((Reaches("second-and-up", "pair"), Below("second-and-up", "suited-pair")))
SUITED_MATCH = Pick("match-the-dealer", {"11-4": 11, "12-4": 12, "14-3": 14, "19-4": 19, "4": 4})
MATCH = Pick("match-the-dealer", {"14-3": 3, "otherwise": 4})
TWO_SUITED_MATCHES = Pick("match-the-dealer", {"11-4": 22, "12-4": 24, "14-3": 28, "19-4": 38, "4": 8})
BOTH_MATCHES = Pick("match-the-dealer", {"11-4": 15, "12-4": 16, "14-3": 17, "19-4": 23, "4": 8})
TWO_MATCHES = Pick("match-the-dealer", {"14-3": 6, "otherwise": 8})

THREE_CARDS = Pick("21+3", {
    "9": Paytable("", {
        "suited-three-of-a-kind": 9, "straight-flush": 9, "three-of-a-kind": 9, "straight": 9, "flush": 9,
    }),
    "100-35-33": Paytable("", {
        "suited-three-of-a-kind": 100, "straight-flush": 35, "three-of-a-kind": 33, "straight": 10, "flush": 5,
    }),
    "30-20-10": Paytable("", {
        "suited-three-of-a-kind": 20, "straight-flush": 30, "three-of-a-kind": 20, "straight": 10, "flush": 5,
    }),
})  # fmt: skip
PAIRS = Pick("perfect-pairs", {
    "25-12-6": Paytable("", {"suited-pair": 25, "coloured-pair": 12, "pair": 6}),
    "30-10-5": Paytable("", {"suited-pair": 30, "coloured-pair": 10, "pair": 5}),
    "25-12-5": Paytable("", {"suited-pair": 25, "coloured-pair": 12, "pair": 5}),
    "25-15-5": Paytable("", {"suited-pair": 25, "coloured-pair": 15, "pair": 5}),
})  # fmt: skip

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
    play=(
        Deal("first", 1, "the player's first card"),
        Deal("second", 1, "the player's second card"),
        Deal("up", 1, "the dealer's card, face up"),
        Deal("hole", 1, "the dealer's hole card"),
        Deal("third", 1, "the player's third card, dealt in any case for Super Sevens"),
    ),
    hands=(
        Hand("three", THREE_CARDS_OF_PACKS, ("first", "second", "up")),
        Hand("two", TWO_CARDS_OF_PACKS, ("first", "second")),
        Hand("first-and-up", TWO_CARDS_OF_PACKS, ("first", "up")),
        Hand("second-and-up", TWO_CARDS_OF_PACKS, ("second", "up")),
        Hand("two-low", LOW, ("first", "second")),
        Hand("two-high", HIGH, ("first", "second")),
        Hand("dealer-high", HIGH, ("up", "hole")),
        Hand("three-low", LOW, ("first", "second", "up")),
        Hand("aces", ACES, ("first", "second", "up")),
        Hand("six-seven-eight", SIX_SEVEN_EIGHT, ("first", "second", "up")),
        Hand("queens-of-hearts", QUEENS_OF_HEARTS, ("first", "second")),
        Hand("king-queen", KING_AND_QUEEN, ("first", "second")),
        Hand("two-clubs", CLUBS, ("first", "second")),
        Hand("two-diamonds", DIAMONDS, ("first", "second")),
        Hand("two-hearts", HEARTS, ("first", "second")),
        Hand("two-spades", SPADES, ("first", "second")),
        Hand("first-seven", SEVEN, ("first",)),
        Hand("two-sevens", SEVEN, ("first", "second")),
        Hand("three-sevens", SEVEN, ("first", "second", "third")),
        Hand("own-clubs", CLUBS, ("first", "second", "third")),
        Hand("own-diamonds", DIAMONDS, ("first", "second", "third")),
        Hand("own-hearts", HEARTS, ("first", "second", "third")),
        Hand("own-spades", SPADES, ("first", "second", "third")),
        Hand("clubs", CLUBS, ("first", "second", "up")),
        Hand("diamonds", DIAMONDS, ("first", "second", "up")),
        Hand("hearts", HEARTS, ("first", "second", "up")),
        Hand("spades", SPADES, ("first", "second", "up")),
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
        SideBet("21+3", (Row("", ALWAYS, (Pays(THREE_CARDS, "three"),)),)),
        SideBet("perfect-pairs", (Row("", ALWAYS, (Pays(PAIRS, "two"),)),)),
        SideBet("royal-match", (
            Row("royal-match", All((ROYAL, TWO_SUITED)), (Pick("royal-match", {"25": 25, "10": 10}),)),
            Row("suited",      TWO_SUITED, (Pick("royal-match", {"25": Fraction(5, 2), "10": 3}),)),
            Row("not-suited",  ALWAYS,     (LOSE,)),
        )),
        SideBet("over-13", (Row("over-13", Reaches("two-low", "14"), (1,)), Row("13-or-less", ALWAYS, (LOSE,)))),
        SideBet("under-13", (Row("under-13", Below("two-low", "13"), (1,)), Row("13-or-more", ALWAYS, (LOSE,)))),
        SideBet("match-the-dealer", (
            Row("two-suited-matches", All((FIRST_SUITED, SECOND_SUITED)), (TWO_SUITED_MATCHES,)),
            Row("a-suited-and-an-unsuited-match", Any((All((FIRST_SUITED, SECOND_MATCHES)), All((SECOND_SUITED, FIRST_MATCHES)))), (BOTH_MATCHES,)),
            Row("two-unsuited-matches", All((FIRST_MATCHES, SECOND_MATCHES)), (TWO_MATCHES,)),
            Row("suited-match", Any((FIRST_SUITED, SECOND_SUITED)), (SUITED_MATCH,)),
            Row("unsuited-match", Any((FIRST_MATCHES, SECOND_MATCHES)), (MATCH,)),
            Row("no-match", ALWAYS, (LOSE,)),
        )),
        SideBet("lucky-ladies", (
            Row("queens-of-hearts-and-dealer-natural", All((LADIES, DEALER_NATURAL)), (1000,)),
            Row("queens-of-hearts", LADIES, (Pick("lucky-ladies", {"a": 125, "b": 200}),)),
            Row("matched-20", All((TWENTY, Reaches("two", "suited-pair"))), (Pick("lucky-ladies", {"a": 19, "b": 25}),)),
            Row("suited-20", All((TWENTY, TWO_SUITED)), (Pick("lucky-ladies", {"a": 9, "b": 10}),)),
            Row("other-20", TWENTY, (4,)),
            Row("no-20", ALWAYS, (LOSE,)),
        )),
        SideBet("super-sevens", (
            Row("suited-7-7-7", All((Reaches("three-sevens", "3"), OWN_SUITED)), (Pick("super-sevens", {"super": 5000, "crazy": 2000}),)),
            Row("7-7-7", Reaches("three-sevens", "3"), (500,)),
            Row("suited-7-7", All((Reaches("two-sevens", "2"), TWO_SUITED)), (Pick("super-sevens", {"super": 100, "crazy": 150}),)),
            Row("7-7", Reaches("two-sevens", "2"), (Pick("super-sevens", {"super": 50, "crazy": 25}),)),
            Row("7", Reaches("first-seven", "1"), (Pick("super-sevens", {"super": 3, "crazy": 5}),)),
            Row("no-7", ALWAYS, (LOSE,)),
        )),
        SideBet("lucky-lucky", (
            Row("suited-7-7-7", All((SEVENS, THREE_SUITED)), (200,)),
            Row("suited-6-7-8", All((RUN, THREE_SUITED)), (100,)),
            Row("7-7-7", SEVENS, (50,)),
            Row("6-7-8", RUN, (30,)),
            Row("suited-21", All((TOTAL_21, THREE_SUITED)), (Pick("lucky-lucky", {"1": 15, "3": 10}),)),
            Row("21", TOTAL_21, (3,)),
            Row("20", TOTAL_20, (2,)),
            Row("19", TOTAL_19, (2,)),
            Row("others", ALWAYS, (LOSE,)),
        )),
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
        Choice(
            "21+3",
            "what 21+3 pays",
            {
                "9": "9 to 1 for a flush or better",
                "100-35-33": "100 for three of a kind suited, 35, 33, 10, 5",
                "30-20-10": "30 for a straight flush, 20, 10, 5",
            },
        ),
        Choice(
            "perfect-pairs",
            "what a perfect, a coloured and a mixed pair pay",
            {"25-12-6": "25, 12, 6", "30-10-5": "30, 10, 5", "25-12-5": "25, 12, 5", "25-15-5": "25, 15, 5"},
        ),
        Choice(
            "royal-match",
            "what a king and queen of a suit pay, and other cards of a suit",
            {"25": "25 to 1 and 5 to 2", "10": "10 to 1 and 3 to 1"},
        ),
        Choice(
            "match-the-dealer",
            "what a suited match and another match pay",
            {
                "11-4": "11 and 4, as with six decks",
                "12-4": "12 and 4, as with four",
                "14-3": "14 and 3, as with eight",
                "19-4": "19 and 4, as with two",
                "4": "4 each, as with one",
            },
        ),
        Choice("lucky-ladies", "what lucky ladies pays", {"a": "1,000, 125, 19, 9, 4", "b": "1,000, 200, 25, 10, 4"}),
        Choice(
            "super-sevens",
            "what sevens pay, from three suited down to one",
            {"super": "5,000, 500, 100, 50, 3 (Super Sevens)", "crazy": "2,000, 500, 150, 25, 5 (Crazy Sevens)"},
        ),
        Choice(
            "lucky-lucky",
            "what a suited 21 pays in lucky lucky",
            {"1": "15 to 1 (published paytable 1)", "3": "10 to 1 (published paytable 3)"},
        ),
    ),
    notes=(
        "Bets on the first cards, 21+3 and others, are settled apart from the play; each is asked by its name.",
        "Insurance is settled by itself; its edge is that of a player who knows the ace alone. For buster the dealer draws to the end.",
        "A pair that is split is split again as long as there may be more hands.",
        "Where the dealer has no hole card, a surrender loses the whole bet to a natural.",
    ),
    names={
        "perfect-pairs": "Perfect Pairs", "royal-match": "Royal Match", "over-13": "Over 13", "under-13": "Under 13",
        "match-the-dealer": "Match the Dealer", "lucky-ladies": "Lucky Ladies", "super-sevens": "Super Sevens", "lucky-lucky": "Lucky Lucky",
    },
)  # fmt: skip
