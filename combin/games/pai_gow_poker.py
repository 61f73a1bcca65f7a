"""Pai Gow Poker: seven cards are set as a hand of five and a hand of two; both have to beat the dealer's.

Rules: common published rules, read in November 2026. The joker is an ace, or it completes a straight, a flush or a
straight flush; in front it is an ace. The dealer sets his hand by a house way. A copy, an equal hand, goes to the bank.
"""

from fractions import Fraction

from combin.ranking import HIGH_HAND, HIGH_HAND_WHEEL_LOWEST, LOW_HAND
from combin.rules import (
    ALWAYS, FOXWOODS, LOSE, PUSH, TRUMP_PLAZA, All, Any, Beats, Below, Bet, Choice, Deal, Deck, Game, Hand, Not, Pick,
    Reaches, Row, Settlement, Split, Ties, Wager,
)  # fmt: skip

HOUSE = Pick("way", {"foxwoods": FOXWOODS, "trump-plaza": TRUMP_PLAZA})
HIGH = Pick("wheel", {"second": HIGH_HAND, "lowest": HIGH_HAND_WHEEL_LOWEST})

NOT_LOWER_BEHIND = Any((Beats("player-high", "dealer-high"), Ties("player-high", "dealer-high")))
NOT_LOWER_IN_FRONT = Any((Beats("player-low", "dealer-low"), Ties("player-low", "dealer-low")))
HIGHER = All((Beats("player-high", "dealer-high"), Beats("player-low", "dealer-low")))
NOWHERE_HIGHER = All((Not(Beats("player-high", "dealer-high")), Not(Beats("player-low", "dealer-low"))))
NOWHERE_LOWER = All((NOT_LOWER_BEHIND, NOT_LOWER_IN_FRONT))
LOWER = All((Not(NOT_LOWER_BEHIND), Not(NOT_LOWER_IN_FRONT)))

GAME = Game(
    slug="pai-gow-poker",
    title="Pai Gow Poker",
    source="common published rules",
    deck=Deck(jokers=1),
    play=(
        Deal("player", 7, "the player's cards"),
        Split("set", "player", "front", Pick("setting", {"best": None, "house": HOUSE})),
        Deal("dealer", 7, "the dealer's cards"),
        Split("house way", "dealer", "dealer-front", HOUSE),
    ),
    hands=(
        Hand("player-high", HIGH, ("player",)),
        Hand("player-low", LOW_HAND, ("front",)),
        Hand("dealer-high", HIGH, ("dealer",)),
        Hand("dealer-low", LOW_HAND, ("dealer-front",)),
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
    ),
    choices=(
        Choice("way", "the dealer's house way", {"foxwoods": "Foxwoods", "trump-plaza": "Trump Plaza"}),
        Choice(
            "setting",
            "how the player sets his hand",
            {"best": "as is worth most", "house": "by the dealer's house way"},
        ),
        Choice("wheel", "where A-2-3-4-5 ranks", {"second": "below A-K-Q-J-10", "lowest": "lowest"}, alone=True),
        Choice(
            "variant",
            "who banks, and what the house takes",
            {
                "commission": "the dealer banks; 5 % of a win",
                "ez": "the dealer banks; no commission, all push if he has a queen-high without a pair",
                "player-bank": "the player banks and wins copies; 5 % of a win",
            },
            alone=True,
        ),
    ),
    notes=("Where aces are divided, one of them the joker, the house ways put the joker in front.",),
)  # fmt: skip
