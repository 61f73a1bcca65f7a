"""Bonus Six: two own cards and a community card, then one and one more, against a pay table; twice the player folds or bets.

Rules: common published rules, read in November 2026. A fold loses all that was wagered. An insured player who holds no
paying hand may buy a sixth card; the insurance and the price of the card are never returned.
"""

from fractions import Fraction

from combin.ranking import POKER
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Below, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick, Row,
    Settlement, Wager,
)  # fmt: skip

SCHEDULE = Paytable(
    "",
    {
        "royal-flush": 1000,
        "straight-flush": 100,
        "four-of-a-kind": 50,
        "full-house": 20,
        "flush": 6,
        "straight": 4,
        "three-of-a-kind": 3,
        "two-pair": 2,
        "pair-of-sixes-or-better": 1,
    },
)

FOLD_OR_BET = (Action("fold", ends=True), Action("bet", {"ante": 1}))

FIRST = Deal("first-three", 3, "the player's own two cards and a community card")
FOURTH = Deal("fourth", 1, "the player's third card")
FIFTH = Deal("fifth", 1, "the last card")
AFTER_THREE = Decide("after three cards", FOLD_OR_BET)
AFTER_FOUR = Decide("after four cards", FOLD_OR_BET)

BUY_OR_PASS = (
    Action("pass", ends=True),
    Action("buy", {"sixth-card": 1}, ends=True, when=Below("five", "pair-of-sixes-or-better")),
)

FIVE = Hand("five", POKER, ("first-three", "fourth", "fifth"))

FOLD = Row("fold", Chose("fold"), (LOSE,))
BY_FIVE = Row("", ALWAYS, (Pays(SCHEDULE, "five"),))

GAME = Game(
    slug="bonus-six",
    title="Bonus Six",
    source="common published rules",
    deck=Deck(),
    play=Pick(
        "insurance",
        {
            "none": (FIRST, AFTER_THREE, FOURTH, AFTER_FOUR, FIFTH),
            "half": (
                FIRST, AFTER_THREE, FOURTH, AFTER_FOUR, FIFTH,
                Decide("after five cards", BUY_OR_PASS),
                Deal("sixth", 1, "a card bought"),
            ),
        },
    ),
    hands=Pick(
        "insurance",
        {
            "none": (FIVE,),
            "half": (FIVE, Hand("six", POKER, ("first-three", "fourth", "fifth", "sixth"))),
        },
    ),
    bets=(
        Bet(
            "base",
            wagers=Pick(
                "insurance",
                {
                    "none": (Wager("ante", 1),),
                    "half": (Wager("ante", 1), Wager("insurance", Fraction(1, 2)), Wager("sixth-card")),
                },
            ),
            base="ante",
            settlements=Pick(
                "insurance",
                {
                    "none": (Settlement(("ante",), (FOLD, BY_FIVE)),),
                    "half": (
                        Settlement(
                            ("ante",),
                            (FOLD, Row("bought", Chose("buy"), (Pays(SCHEDULE, "six"),)), BY_FIVE),
                            "cards",
                        ),
                        Settlement(
                            ("insurance", "sixth-card"),
                            (
                                Row("bought", Chose("buy"), (LOSE, LOSE)),
                                Row("kept", ALWAYS, (LOSE, PUSH)),
                            ),
                            "insurance",
                        ),
                    ),
                },
            ),
        ),
    ),
    choices=(
        Choice(
            "insurance",
            "whether the player takes insurance before the deal",
            {"none": "no", "half": "yes, for half an ante, with the option of a sixth card"},
        ),
    ),
    notes=(
        "Another house edge is published for insured play, 23.83 %; how it settles the sixth card is not known.",
    ),
)
