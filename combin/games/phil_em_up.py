"""Phil 'em up poker: five cards against a pay schedule; double or stay on the first four.

Rules: S.D. Admin. R. 20:18:16:15.04, as in force since 2003, read in November 2026. Each player has two cards, shares
three with the table, and plays against the schedule alone. Which two of the four known cards are his own does not
matter. The rule lets the joker be "an ace or to complete a straight flush"; the readings of that are the choice `joker`.
"""

from combin.ranking import JOKER_ACE_OR_STRAIGHT_FLUSH, JOKER_ANY_ACE_OR_STRAIGHT_FLUSH, JOKER_BUG
from combin.rules import ALWAYS, Action, Bet, Choice, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick, Row, Settlement, Wager

SCHEDULE = Paytable(
    "",
    {
        "five-aces": 500,
        "royal-flush": 250,
        "royal-flush-with-joker": 100,
        "straight-flush": 50,
        "straight-flush-with-joker": 25,
        "four-of-a-kind": 20,
        "full-house": 15,
        "flush": 9,
        "straight": 7,
        "three-of-a-kind": 3,
        "two-pair": 2,
        "pair-of-tens-or-better": 1,
    },
)

GAME = Game(
    slug="phil-em-up",
    title="Phil 'em up poker",
    source="S.D. Admin. R. 20:18:16:15.04",
    deck=Deck(jokers=1),
    play=(
        Deal("hole", 2, "the player's own cards"),
        Deal("exposed", 2, "community cards, face up"),
        Decide("stay or double", (Action("stay"), Action("double", {"ante": 1}))),
        Deal("last", 1, "community card, turned last"),
    ),
    hands=(
        Hand(
            "final",
            Pick(
                "joker",
                {
                    "ace-or-straight-flush": JOKER_ACE_OR_STRAIGHT_FLUSH,
                    "any-ace-or-straight-flush": JOKER_ANY_ACE_OR_STRAIGHT_FLUSH,
                    "bug": JOKER_BUG,
                },
            ),
            ("hole", "exposed", "last"),
        ),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1),),
            base="ante",
            settlements=(Settlement(("ante",), (Row("", ALWAYS, (Pays(SCHEDULE, "final"),)),)),),
        ),
    ),
    choices=(
        Choice(
            "joker",
            "what the joker may be (paragraph 2 of the rule)",
            {
                "ace-or-straight-flush": "it completes a straight flush, else it is an ace of no suit (the rule's letter)",
                "any-ace-or-straight-flush": "it completes a straight flush, else an ace of any suit not in the hand",
                "bug": "an ace, or it completes a straight, a flush or a straight flush",
            },
        ),
    ),
    notes=("The player is paid the best-paying hand that the joker allows.",),
)
