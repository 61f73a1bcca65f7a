"""Chase the Flush: three cards each and four on the table, the longest flush of seven; bet 3x, 2x or 1x, the later the less.

Rules: those of casinos that print them (Motor City, Chukchansi Gold) and a copy of the Wizard of Odds' page, read in November
2026. The dealer qualifies with a three-card flush, nine high; where he does not, the ante pushes and the other bets are
settled as ever. Tied hands push. The X-tra bonus pays the player who wins. The Wizard's page prints that it pays 50 for a
six-card flush, and counts with 20 (garricktse.com, which quotes it): the choice `six`.
"""

from combin.ranking import LONGEST_FLUSH
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Below, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick, Row,
    Settlement, Ties, Wager,
)  # fmt: skip

PAYS = Paytable(
    "x-tra",
    {
        "seven-card-flush": 250,
        "six-card-flush": Pick("six", {"20": 20, "50": 50}),
        "five-card-flush": 5,
        "four-card-flush": 1,
    },
    less=PUSH,
)
CHECK = Action("check")

GAME = Game(
    slug="chase-the-flush",
    title="Chase the Flush",
    source="rules of casinos",
    deck=Deck(),
    play=(
        Deal("own", 3, "the player's cards"),
        Decide("first bet", (CHECK, Action("3x", {"all-in": 3}, ends=True))),
        Deal("flop", 2, "two of the table's cards"),
        Decide("second bet", (CHECK, Action("2x", {"all-in": 2}, ends=True))),
        Deal("turn", 2, "the table's other cards"),
        Decide("third bet", (Action("fold", ends=True), Action("1x", {"all-in": 1}, ends=True))),
        Deal("down", 3, "the dealer's cards"),
    ),
    hands=(
        Hand("player", LONGEST_FLUSH, ("own", "flop", "turn")),
        Hand("dealer", LONGEST_FLUSH, ("down", "flop", "turn")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("x-tra", 1), Wager("all-in")),
            base="ante",
            settlements=(
                Settlement(
                    ("ante",),
                    (
                        Row("fold",                    Chose("fold"),                                (LOSE,)),
                        Row("dealer-does-not-qualify", Below("dealer", "three-card-flush-nine-high"), (PUSH,)),
                        Row("player-wins",             Beats("player", "dealer"),                    (1,)),
                        Row("tie",                     Ties("player", "dealer"),                     (PUSH,)),
                        Row("dealer-wins",             ALWAYS,                                       (LOSE,)),
                    ),
                    name="ante",
                ),
                Settlement(
                    ("x-tra", "all-in"),
                    (
                        Row("fold",        Chose("fold"),             (LOSE,                 PUSH)),
                        Row("player-wins", Beats("player", "dealer"), (Pays(PAYS, "player"), 1)),
                        Row("tie",         Ties("player", "dealer"),  (PUSH,                 PUSH)),
                        Row("dealer-wins", ALWAYS,                    (LOSE,                 LOSE)),
                    ),
                    name="all-in",
                ),
            ),
        ),
    ),
    choices=(Choice("six", "what the X-tra bonus pays for a six-card flush", {"20": "20", "50": "50"}),),
)  # fmt: skip
