"""Bonus Six: the player's own five cards, dealt three, one and one, against a pay schedule; twice he folds or adds an ante.

Rules: the deal and the decisions follow the game's outline. The pay schedule is an example made for this page and not that of
any casino. A fold forfeits all that was wagered.
"""

from combin.ranking import POKER
from combin.rules import (
    ALWAYS, LOSE, Action, Bet, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Row, Settlement, Wager,
)  # fmt: skip

SCHEDULE = Paytable(
    "",
    {
        "royal-flush": 1000,
        "straight-flush": 200,
        "four-of-a-kind": 50,
        "full-house": 12,
        "flush": 8,
        "straight": 6,
        "three-of-a-kind": 4,
        "two-pair": 2,
        "pair-of-sixes-or-better": 1,
    },
)

FOLD_OR_BET = (Action("fold", ends=True), Action("1x", {"ante": 1}))

GAME = Game(
    slug="bonus-six",
    title="Bonus Six",
    source="outline of the game; an example of a schedule",
    deck=Deck(),
    play=(
        Deal("first-three", 3, "the player's own cards"),
        Decide("after three cards", FOLD_OR_BET),
        Deal("fourth", 1, "the player's own card"),
        Decide("after four cards", FOLD_OR_BET),
        Deal("fifth", 1, "the player's own card"),
    ),
    hands=(Hand("final", POKER, ("first-three", "fourth", "fifth")),),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1),),
            base="ante",
            settlements=(
                Settlement(
                    ("ante",),
                    (
                        Row("fold", Chose("fold"), (LOSE,)),
                        Row("", ALWAYS, (Pays(SCHEDULE, "final"),)),
                    ),
                ),
            ),
        ),
    ),
)
