"""Heads Up Hold'em: one raise, the larger the earlier it is made; strong hands that lose are paid on the odds.

Rules: the maker's published rules, read in November 2026; the pay tables are the common ones, and each comes to the
return that is published. The dealer opens with a pair, which concerns the ante alone. A fold loses ante and odds; the
side bets stay in action.
"""

from fractions import Fraction

from combin.ranking import POCKET_ACES, POKER
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Below, Bet, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Row,
    Settlement, SideBet, Ties, Wager,
)  # fmt: skip

ODDS = Paytable(
    "odds",
    {
        "royal-flush": 500,
        "straight-flush": 50,
        "four-of-a-kind": 10,
        "full-house": 3,
        "flush": Fraction(3, 2),
        "straight": 1,
    },
    less=PUSH,
)  # fmt: skip

BAD_BEAT = Paytable(
    "bad-beat",
    {
        "straight-flush": 500,
        "four-of-a-kind": 50,
        "full-house": 10,
        "flush": 8,
        "straight": 5,
    },
)  # fmt: skip

TRIPS_PLUS = Paytable(
    "",
    {
        "royal-flush": 100,
        "straight-flush": 40,
        "four-of-a-kind": 30,
        "full-house": 8,
        "flush": 7,
        "straight": 4,
        "three-of-a-kind": 3,
    },
)  # fmt: skip

POCKET_BONUS = Paytable("", {"pair-of-aces": 30, "suited-ace-jack": 20, "ace-jack": 10, "pair": 5})

GAME = Game(
    slug="heads-up-holdem",
    title="Heads Up Hold'em",
    source="common published rules",
    deck=Deck(),
    play=(
        Deal("hole", 2, "the player's own cards"),
        Decide("before the flop", (Action("check"), Action("3x", {"raise": 3}, ends=True))),
        Deal("flop", 3, "community cards"),
        Decide("after the flop", (Action("check"), Action("2x", {"raise": 2}, ends=True))),
        Deal("turn-and-river", 2, "community cards"),
        Decide("after the river", (Action("fold", ends=True), Action("1x", {"raise": 1}, ends=True))),
        Deal("dealer", 2, "the dealer's cards, face down until now"),
    ),
    hands=(
        Hand("player", POKER, ("hole", "flop", "turn-and-river")),
        Hand("dealer", POKER, ("dealer", "flop", "turn-and-river")),
        Hand("pocket", POCKET_ACES, ("hole",)),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("odds", 1), Wager("raise")),
            base="ante",
            settlements=(
                Settlement(
                    ("ante",),
                    (
                        Row("fold",                 Chose("fold"),             (LOSE,)),
                        Row("dealer-does-not-open", Below("dealer", "pair"),   (PUSH,)),
                        Row("player-wins",          Beats("player", "dealer"), (1,)),
                        Row("tie",                  Ties("player", "dealer"),  (PUSH,)),
                        Row("dealer-wins",          ALWAYS,                    (LOSE,)),
                    ),
                    "ante",
                ),
                Settlement(
                    ("odds", "raise"),
                    (
                        Row("fold",        Chose("fold"),             (LOSE,                     PUSH)),
                        Row("player-wins", Beats("player", "dealer"), (Pays(ODDS, "player"),     1)),
                        Row("tie",         Ties("player", "dealer"),  (PUSH,                     PUSH)),
                        Row("dealer-wins", ALWAYS,                    (Pays(BAD_BEAT, "player"), LOSE)),
                    ),
                    "odds-and-raise",
                ),
            ),
        ),
        SideBet("trips-plus", (Row("", ALWAYS, (Pays(TRIPS_PLUS, "player"),)),)),
        SideBet("pocket-bonus", (Row("", ALWAYS, (Pays(POCKET_BONUS, "pocket"),)),)),
    ),
    names={"trips-plus": "Trips Plus", "pocket-bonus": "Pocket Bonus"},
)  # fmt: skip
