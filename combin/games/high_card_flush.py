"""High Card Flush: the longest flush of seven cards against the dealer's seven; fold, or raise, the more the longer it is.

Rules: 58 Pa. Code § 678a.6 and common published rules, read in November 2026. Only the longest flush counts, its number of
cards first, then their ranks, the ace high. The dealer qualifies with a three-card flush, nine high; where he does not,
the ante wins even money and the raise pushes, whoever is higher. Both side bets are settled on the player's own cards
and stay in action after a fold. The straight flush bet looks at all four suits, the ace high or low.
"""

from combin.ranking import LONGEST_FLUSH, LONGEST_STRAIGHT_FLUSH
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Below, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick,
    Reaches, Row, Settlement, SideBet, Ties, Wager,
)  # fmt: skip

FLUSH = Paytable(
    "",
    {
        "seven-card-flush": Pick("flush", {"1": 300, "2": 100}),
        "six-card-flush":   Pick("flush", {"1": 100, "2": 20}),
        "five-card-flush":  10,
        "four-card-flush":  Pick("flush", {"1": 1,   "2": 2}),
    },
)  # fmt: skip

STRAIGHT_FLUSH = Paytable(
    "",
    {
        "seven-card-straight-flush": Pick("straight-flush", {"1": 500, "2": 8000}),
        "six-card-straight-flush":   Pick("straight-flush", {"1": 200, "2": 1000}),
        "five-card-straight-flush":  100,
        "four-card-straight-flush":  Pick("straight-flush", {"1": 50,  "2": 60}),
        "three-card-straight-flush": Pick("straight-flush", {"1": 9,   "2": 7}),
    },
)  # fmt: skip

GAME = Game(
    slug="high-card-flush",
    title="High Card Flush",
    source="58 Pa. Code § 678a.6; common published rules",
    deck=Deck(),
    play=(
        Deal("player", 7, "the player's cards"),
        Decide(
            "fold or raise",
            (
                Action("fold", ends=True),
                Action("1x", {"raise": 1}),
                Action("2x", {"raise": 2}, when=Reaches("player", "five-card-flush")),
                Action("3x", {"raise": 3}, when=Reaches("player", "six-card-flush")),
            ),
        ),
        Deal("dealer", 7, "the dealer's cards"),
    ),
    hands=(
        Hand("player", LONGEST_FLUSH, ("player",)),
        Hand("dealer", LONGEST_FLUSH, ("dealer",)),
        Hand("run", LONGEST_STRAIGHT_FLUSH, ("player",)),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("raise")),
            base="ante",
            settlements=(
                Settlement(
                    ("ante", "raise"),
                    (
                        Row("fold",                    Chose("fold"),                                (LOSE, PUSH)),
                        Row("dealer-does-not-qualify", Below("dealer", "three-card-flush-nine-high"), (1,    PUSH)),
                        Row("player-wins",             Beats("player", "dealer"),                    (1,    1)),
                        Row("tie",                     Ties("player", "dealer"),                     (PUSH, PUSH)),
                        Row("dealer-wins",             ALWAYS,                                       (LOSE, LOSE)),
                    ),
                ),
            ),
        ),
        SideBet("flush", (Row("", ALWAYS, (Pays(FLUSH, "player"),)),)),
        SideBet("straight-flush", (Row("", ALWAYS, (Pays(STRAIGHT_FLUSH, "run"),)),)),
    ),
    choices=(
        Choice(
            "flush",
            "what the flush bet pays: seven cards, six, five, four",
            {"1": "300, 100, 10, 1", "2": "100, 20, 10, 2"},
        ),
        Choice(
            "straight-flush",
            "what the straight flush bet pays: seven cards in a row, six, five, four, three",
            {"1": "500, 200, 100, 50, 9", "2": "8000, 1000, 100, 60, 7"},
        ),
    ),
    notes=(
        "Table 2 of the straight flush bet is quoted from memory but for its last pay; published with another edge of "
        "13.11 %, it may pay 7000 for seven cards.",
    ),
)  # fmt: skip
