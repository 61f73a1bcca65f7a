"""Casino Hold'em: two cards and the flop; fold, or call at twice the ante against the dealer's best five of seven.

Rules: common published rules, read in November 2026. The dealer qualifies with a pair of fours. When he does not, the
ante is paid by its table and the call pushes, whoever is higher. The AA bonus is settled on the player's two cards and
the flop, and stays in action after a fold.
"""

from combin.ranking import POKER
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Below, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick,
    Row, Settlement, SideBet, Ties, Wager,
)  # fmt: skip

ANTE = Paytable(
    "ante",
    {
        "royal-flush": 100,
        "straight-flush": 20,
        "four-of-a-kind": 10,
        "full-house": 3,
        "flush": 2,
    },
    less=1,
)  # fmt: skip

AA_BONUS = Paytable(
    "",
    {
        "royal-flush": Pick("aa-bonus", {"1": 100, "2": 25}),
        "straight-flush": Pick("aa-bonus", {"1": 50, "2": 25}),
        "four-of-a-kind": Pick("aa-bonus", {"1": 40, "2": 25}),
        "full-house": Pick("aa-bonus", {"1": 30, "2": 25}),
        "flush": Pick("aa-bonus", {"1": 20, "2": 25}),
        "pair-of-aces": 7,
    },
)  # fmt: skip

GAME = Game(
    slug="casino-holdem",
    title="Casino Hold'em",
    source="common published rules",
    deck=Deck(),
    play=(
        Deal("hole", 2, "the player's own cards"),
        Deal("flop", 3, "community cards"),
        Decide("fold or call", (Action("fold", ends=True), Action("call", {"call": 2}))),
        Deal("turn-and-river", 2, "community cards"),
        Deal("dealer", 2, "the dealer's cards, face down until now"),
    ),
    hands=(
        Hand("player", POKER, ("hole", "flop", "turn-and-river")),
        Hand("dealer", POKER, ("dealer", "flop", "turn-and-river")),
        Hand("first-five", POKER, ("hole", "flop")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("call")),
            base="ante",
            settlements=(
                Settlement(
                    ("ante", "call"),
                    (
                        Row("fold",                    Chose("fold"),                    (LOSE, PUSH)),
                        Row("dealer-does-not-qualify", Below("dealer", "pair-of-fours"),
                            (Pick("unqualified", {"table": Pays(ANTE, "player"), "even-money": 1}), PUSH)),
                        Row("player-wins",             Beats("player", "dealer"),        (Pays(ANTE, "player"), 1)),
                        Row("tie",                     Ties("player", "dealer"),         (PUSH, PUSH)),
                        Row("dealer-wins",             ALWAYS,                           (LOSE, LOSE)),
                    ),
                ),
            ),
        ),
        SideBet("aa-bonus", (Row("", ALWAYS, (Pays(AA_BONUS, "first-five"),)),)),
    ),
    choices=(
        Choice(
            "unqualified",
            "what the ante pays when the dealer does not qualify",
            {"table": "by its table", "even-money": "even money"},
        ),
        Choice(
            "aa-bonus",
            "what the AA bonus pays: royal flush, straight flush, four of a kind, full house, flush; a pair of aces or better 7",
            {"1": "100, 50, 40, 30, 20", "2": "25 each"},
        ),
    ),
    notes=("Some rooms take the AA bonus of a player who folds; it is settled here as if it always stayed in action.",),
    names={"aa-bonus": "AA Bonus", "pair-of-aces": "pair of aces or better"},
)  # fmt: skip
