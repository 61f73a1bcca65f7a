"""Pai Gow Poker: seven cards are set as a hand of five and a hand of two; both have to beat the dealer's.

Rules: common published rules, read in November 2026. The joker is an ace, or it completes a straight, a flush or a
straight flush; in front it is an ace. The dealer sets his hand by a house way. A copy, an equal hand, goes to the bank.
"""

from fractions import Fraction

from combin.ranking import FORTUNE, HIGH_HAND, HIGH_HAND_WHEEL_LOWEST, LOW_HAND
from combin.rules import (
    ALWAYS, FOXWOODS, LOSE, OTHERWISE, PUSH, TRUMP_PLAZA, All, Any, Beats, Below, Bet, Choice, Deal, Deck, Game, Hand,
    Not, Pays, Paytable, Pick, Reaches, Row, Settlement, SideBet, Split, Ties, Wager,
)  # fmt: skip

HOUSE = Pick("way", {"foxwoods": FOXWOODS, "trump-plaza": TRUMP_PLAZA})
HIGH = Pick("wheel", {"second": HIGH_HAND, "lowest": HIGH_HAND_WHEEL_LOWEST})

# A line pays all hands down to it: natural flushes too, which are above those with the joker.
BONUS = Paytable(
    "",
    {
        "seven-card-straight-flush":            Pick("fortune", {"2": 8000, "4": 2500, "7": 8000, OTHERWISE: 5000}),
        "royal-match":                          Pick("fortune", {"1": 1000, "4": 1000, "6": 1000, OTHERWISE: 2000}),
        "seven-card-straight-flush-with-joker": Pick("fortune", {"1": 750,  "4": 750,  "6": 500,  OTHERWISE: 1000}),
        "five-aces":                            Pick("fortune", {"1": 250,  "4": 250,  "6": 300,  OTHERWISE: 400}),
        "royal-flush-with-joker":               Pick("fortune", {"1": 100,  "4": 125,  "6": 110,  OTHERWISE: 150}),
        "straight-flush-with-joker":            Pick("fortune", {"6": 45, OTHERWISE: 50}),
        "four-of-a-kind":                       Pick("fortune", {"1": 20, OTHERWISE: 25}),
        "full-house":                           5,
        "flush":                                4,
        "three-of-a-kind":                      3,
        "straight":                             2,
        "three-pair":                           Pick("fortune", {"1": 0, OTHERWISE: None}),
    },
)  # fmt: skip

ENVY = Paytable(
    "",
    {
        "seven-card-straight-flush":            1000,
        "royal-match":                          200,
        "seven-card-straight-flush-with-joker": 100,
        "five-aces":                            50,
        "royal-flush-with-joker":               10,
        "straight-flush-with-joker":            4,
        "four-of-a-kind":                       1,
    },
    less=PUSH,
)  # fmt: skip

NOT_LOWER_BEHIND = Any((Beats("player-high", "dealer-high"), Ties("player-high", "dealer-high")))
NOT_LOWER_IN_FRONT = Any((Beats("player-low", "dealer-low"), Ties("player-low", "dealer-low")))
HIGHER = All((Beats("player-high", "dealer-high"), Beats("player-low", "dealer-low")))
NOWHERE_HIGHER = All((Not(Beats("player-high", "dealer-high")), Not(Beats("player-low", "dealer-low"))))
NOWHERE_LOWER = All((NOT_LOWER_BEHIND, NOT_LOWER_IN_FRONT))
LOWER = All((Not(NOT_LOWER_BEHIND), Not(NOT_LOWER_IN_FRONT)))

PLAYER = Deal("player", 7, "the player's cards")
PLAYER_SETS = Split("set", "player", "front", Pick("setting", {"best": None, "house": HOUSE}))
DEALER = Deal("dealer", 7, "the dealer's cards")
DEALER_SETS = Split("house way", "dealer", "dealer-front", HOUSE)

GAME = Game(
    slug="pai-gow-poker",
    title="Pai Gow Poker",
    source="common published rules",
    deck=Deck(jokers=1),
    play=Pick(
        "variant",
        {
            "face-up": (PLAYER, DEALER, DEALER_SETS, PLAYER_SETS),
            OTHERWISE: (PLAYER, PLAYER_SETS, DEALER, DEALER_SETS),
        },
    ),
    hands=(
        Hand("player-high", HIGH, ("player",)),
        Hand("player-low", LOW_HAND, ("front",)),
        Hand("dealer-high", HIGH, ("dealer",)),
        Hand("dealer-low", LOW_HAND, ("dealer-front",)),
        Hand("seven", FORTUNE, ("player", "front")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("wager", 1),),
            base="wager",
            settlements=(
                Settlement(
                    ("wager",),
                    Pick(
                        "variant",
                        {
                            "commission": (
                                Row("win", HIGHER, (Fraction(19, 20),)),
                                Row("lose", NOWHERE_HIGHER, (LOSE,)),
                                Row("push", ALWAYS, (PUSH,)),
                            ),
                            "ez": (
                                Row(
                                    "queen-high",
                                    All((Reaches("dealer-high", "queen-high"), Below("dealer-high", "king-high"))),
                                    (PUSH,),
                                ),
                                Row("win", HIGHER, (1,)),
                                Row("lose", NOWHERE_HIGHER, (LOSE,)),
                                Row("push", ALWAYS, (PUSH,)),
                            ),
                            "face-up": (
                                Row(
                                    "ace-high",
                                    All((Reaches("dealer-high", "ace-high"), Below("dealer-high", "pair"))),
                                    (PUSH,),
                                ),
                                Row("win", HIGHER, (1,)),
                                Row("lose", NOWHERE_HIGHER, (LOSE,)),
                                Row("push", ALWAYS, (PUSH,)),
                            ),
                            "tiger-9": (
                                Row(
                                    "nine-high",
                                    All((Reaches("dealer-low", "nine-high"), Below("dealer-low", "ten-high"))),
                                    (PUSH,),
                                ),
                                Row("win", HIGHER, (1,)),
                                Row("lose", NOWHERE_HIGHER, (LOSE,)),
                                Row("push", ALWAYS, (PUSH,)),
                            ),
                            "player-bank": (
                                Row("win", NOWHERE_LOWER, (Fraction(19, 20),)),
                                Row("lose", LOWER, (LOSE,)),
                                Row("push", ALWAYS, (PUSH,)),
                            ),
                        },
                    ),
                ),
            ),
        ),
        SideBet("fortune", (Row("", ALWAYS, (Pays(BONUS, "seven"),)),)),
        SideBet("envy", (Row("", ALWAYS, (Pays(ENVY, "seven"),)),)),
    ),
    choices=(
        Choice("way", "the dealer's house way", {"foxwoods": "Foxwoods", "trump-plaza": "Trump Plaza"}),
        Choice(
            "setting",
            "how the player sets the hand",
            {"best": "optimally", "house": "by the dealer's house way"},
        ),
        Choice("wheel", "where A-2-3-4-5 ranks", {"second": "below A-K-Q-J-10", "lowest": "lowest"}, alone=True),
        Choice(
            "variant",
            "who banks, and what the house takes",
            {
                "commission": "the dealer banks; 5 % of a win",
                "ez": "the dealer banks; no commission, all push if he has a queen-high without a pair",
                "face-up": "the player sees how the dealer's hand is set; no commission, all push if it is ace-high",
                "tiger-9": "the dealer banks; no commission, all push if his hand in front is nine-high",
                "player-bank": "the player banks and wins copies; 5 % of a win",
            },
            alone=True,
        ),
        Choice(
            "fortune",
            "what Fortune pays: seven cards in a row, a royal match, seven with the joker, five aces, a royal flush",
            {
                "1": "5000, 1000, 750, 250, 100; four of a kind 20, three pairs push",
                "2": "8000, 2000, 1000, 400, 150",
                "3": "5000, 2000, 1000, 400, 150",
                "4": "2500, 1000, 750, 250, 125",
                "5": "5000, 2000, 1000, 400, 150, as in 3; its envy bonus differs and is not stated here",
                "6": "5000, 1000, 500, 300, 110; a straight flush 45",
                "7": "8000, 2000, 1000, 400, 150, as in 2; its envy bonus differs and is not stated here",
            },
        ),
    ),
    names={"royal-flush-with-joker": "royal flush", "straight-flush-with-joker": "straight flush"},
    notes=(
        "A royal match is a royal flush, with the joker or without, and the king and the queen of another suit.",
        "Envy is what the hand of one other player adds to a Fortune bet of five dollars, in units of it: 5000, 1000, 500, "
        "250, 50, 20 and 5 dollars; tables 5 and 7 have another, which is not stated. Any seven cards have the same law, so those of the player are counted.",
        "Where aces are divided, one of them the joker, the house ways put the joker in front.",
    ),
)  # fmt: skip
