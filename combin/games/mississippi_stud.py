"""Mississippi Stud: five cards against a pay schedule; three times the player folds or adds one, two or three antes.

Rules: S.D. Admin. R. 20:18:16:15.14 (by title) and common published rules, read in November 2026. A fold forfeits all that was
wagered, so what is already out changes the later choice. The bets and the ante are units of one wager, settled alike.
The three-card bonus is settled on the community cards and stays in action after a fold.
"""

from combin.ranking import POKER, THREE_CARD
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick, Row,
    Settlement, SideBet, Wager,
)  # fmt: skip

SCHEDULE = Paytable(
    "",
    {
        "royal-flush": 500,
        "straight-flush": 100,
        "four-of-a-kind": 40,
        "full-house": 10,
        "flush": 6,
        "straight": Pick("straight", {"4": 4, "5": 5}),
        "three-of-a-kind": 3,
        "two-pair": 2,
        "pair-of-jacks-or-better": 1,
        "pair-of-sixes-or-better": PUSH,
    },
)  # fmt: skip

THREE_CARD_BONUS = Paytable(
    "",
    {"suited-ace-king-queen": 50, "straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 3, "pair": 1},
)  # fmt: skip

FOLD_OR_BET = (Action("fold", ends=True), Action("1x", {"ante": 1}), Action("2x", {"ante": 2}), Action("3x", {"ante": 3}))

GAME = Game(
    slug="mississippi-stud",
    title="Mississippi Stud",
    source="S.D. Admin. R. 20:18:16:15.14; common published rules",
    deck=Deck(),
    play=(
        Deal("hole", 2, "the player's own cards"),
        Decide("third street", FOLD_OR_BET),
        Deal("third", 1, "community card"),
        Decide("fourth street", FOLD_OR_BET),
        Deal("fourth", 1, "community card"),
        Decide("fifth street", FOLD_OR_BET),
        Deal("fifth", 1, "community card"),
    ),
    hands=(
        Hand("final", POKER, ("hole", "third", "fourth", "fifth")),
        Hand("community", THREE_CARD, ("third", "fourth", "fifth")),
    ),
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
        SideBet("three-card-bonus", (Row("", ALWAYS, (Pays(THREE_CARD_BONUS, "community"),)),)),
    ),
    choices=(Choice("straight", "what a straight pays", {"4": "4 to 1", "5": "5 to 1 (one house)"}),),
    names={"three-card-bonus": "3 Card Bonus"},
)  # fmt: skip
