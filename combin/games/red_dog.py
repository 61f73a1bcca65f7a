"""Red Dog: will the third card lie between the first two? With a spread the player may raise.

Rules: common published rules, read in November 2026. The ace is high and suits do not count. Consecutive cards push; after
equal ones a third of the same rank pays 11, any other pushes.
"""

from combin.ranking import ACE_HIGH, SPREAD
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, All, Any, Beats, Below, Bet, Choice, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick,
    Reaches, Row, Settlement, Ties, Wager,
)  # fmt: skip

PAIR = Below("spread", "consecutive")
ANY_SPREAD = Reaches("spread", "spread-1")
BETWEEN = Any(
    (
        All((Beats("third", "first"), Beats("second", "third"))),
        All((Beats("third", "second"), Beats("first", "third"))),
    )
)
# Less is never paid by it: consecutive cards and pairs have rows of their own.
SPREADS = Paytable("", {"spread-4": 1, "spread-3": 2, "spread-2": 4, "spread-1": 5}, less=PUSH)

GAME = Game(
    slug="red-dog",
    title="Red Dog",
    source="common published rules",
    deck=Pick("packs", {
        "6": Deck(packs=6), "1": Deck(), "2": Deck(packs=2), "3": Deck(packs=3),
        "4": Deck(packs=4), "5": Deck(packs=5), "7": Deck(packs=7), "8": Deck(packs=8),
    }),
    play=(
        Deal("first", 1),
        Deal("second", 1),
        Decide("stand or raise", (Action("stand"), Action("raise", {"raise": 1})), when=ANY_SPREAD),
        Deal("third", 1, when=Any((PAIR, ANY_SPREAD))),
    ),
    hands=(
        Hand("first", ACE_HIGH, ("first",)),
        Hand("second", ACE_HIGH, ("second",)),
        Hand("third", ACE_HIGH, ("third",)),
        Hand("spread", SPREAD, ("first", "second")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("bet", 1), Wager("raise")),
            base="bet",
            settlements=(
                Settlement(
                    ("bet", "raise"),
                    (
                        Row("three-alike", All((PAIR, Ties("third", "first"))), (11,   PUSH)),
                        Row("pair",        PAIR,                                (PUSH, PUSH)),
                        Row("consecutive", Below("spread", "spread-1"),         (PUSH, PUSH)),
                        Row("",            BETWEEN, (Pays(SPREADS, "spread"), Pays(SPREADS, "spread"))),
                        Row("outside",     ALWAYS,                              (LOSE, LOSE)),
                    ),
                ),  # fmt: skip
            ),
        ),
    ),
    choices=(
        Choice(
            "packs",
            "the number of decks in the shoe",
            {"6": "6 decks", "1": "1 deck", "2": "2 decks", "3": "3 decks", "4": "4 decks", "5": "5 decks", "7": "7 decks", "8": "8 decks"},
        ),
    ),
    names={"spread-4": "spread 4 or more"},
)
