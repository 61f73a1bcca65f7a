"""Three Card Poker: three cards against the dealer's three; fold, or play at the ante's stake.

Rules: S.D. Admin. R. 20:18:16:15.02 (by title) and common published rules, read in November 2026. The dealer qualifies with
queen high. The ante bonus is paid on the ante, if played, whatever the dealer holds. Pair plus is settled on the
player's own cards, the six-card bonus on the best five of the player's and the dealer's six.
"""

from fractions import Fraction

from combin.ranking import POKER, THREE_CARD
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Below, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick,
    Row, Settlement, SideBet, Ties, Wager,
)  # fmt: skip

ANTE_BONUS = Paytable(
    "ante-bonus",
    {
        "straight-flush":  Pick("ante-bonus", {"1": 5, "2": 4, "3": 3, "4": 5, "5": 9, "6": Fraction(25, 2)}),
        "three-of-a-kind": Pick("ante-bonus", {"1": 4, "2": 3, "3": 2, "4": 3, "5": 8, "6": 10}),
        "straight":        1,
    },
    less=PUSH,
)  # fmt: skip

PAIR_PLUS = Paytable(
    "",
    {
        "suited-ace-king-queen": Pick("suited-ace-king-queen", {"none": None, "50": 50, "100": 100}),
        "straight-flush":  Pick("pair-plus", {"1": 40, "2": 35, "3": 40, "4": 35, "5": 50, "6": 40, "7": 40, "8": 40}),
        "three-of-a-kind": Pick("pair-plus", {"1": 30, "2": 33, "3": 25, "4": 25, "5": 30, "6": 30, "7": 25, "8": 30}),
        "straight":        Pick("pair-plus", {"1": 6,  "2": 6,  "3": 6,  "4": 6,  "5": 6,  "6": 5,  "7": 5,  "8": 6}),
        "flush":           Pick("pair-plus", {"1": 4,  "2": 4,  "3": 4,  "4": 4,  "5": 3,  "6": 4,  "7": 4,  "8": 3}),
        "pair":            1,
    },
)  # fmt: skip

SIX_CARD_BONUS = Paytable(
    "",
    {
        "royal-flush":     1000,
        "straight-flush":  200,
        "four-of-a-kind":  Pick("six-card-bonus", {"1": 100, "2": 50, "3": 50}),
        "full-house":      Pick("six-card-bonus", {"1": 20,  "2": 25, "3": 25}),
        "flush":           Pick("six-card-bonus", {"1": 15,  "2": 20, "3": 15}),
        "straight":        10,
        "three-of-a-kind": Pick("six-card-bonus", {"1": 7,   "2": 5,  "3": 5}),
    },
)  # fmt: skip

GAME = Game(
    slug="three-card-poker",
    title="Three Card Poker",
    source="S.D. Admin. R. 20:18:16:15.02; common published rules",
    deck=Deck(),
    play=(
        Deal("player", 3, "the player's cards"),
        Decide("fold or play", (Action("fold", ends=True), Action("play", {"play": 1}))),
        Deal("dealer", 3, "the dealer's cards"),
    ),
    hands=(
        Hand("player", THREE_CARD, ("player",)),
        Hand("dealer", THREE_CARD, ("dealer",)),
        Hand("six", POKER, ("player", "dealer")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("play")),
            base="ante",
            settlements=(
                Settlement(
                    ("ante", "play"),
                    (
                        Row("fold",                    Chose("fold"),                (LOSE, PUSH)),
                        Row("dealer-does-not-qualify", Below("dealer", "queen-high"), (1,    PUSH)),
                        Row("player-wins",             Beats("player", "dealer"),    (1,    1)),
                        Row("tie",                     Ties("player", "dealer"),     (PUSH, PUSH)),
                        Row("dealer-wins",             ALWAYS,                       (LOSE, LOSE)),
                    ),
                ),
                Settlement(
                    ("ante",),
                    (
                        Row("none", Chose("fold"), (PUSH,)),
                        Row("", ALWAYS, (Pays(ANTE_BONUS, "player"),)),
                    ),
                    "ante-bonus",
                ),
            ),
        ),
        SideBet("pair-plus", (Row("", ALWAYS, (Pays(PAIR_PLUS, "player"),)),)),
        SideBet("six-card-bonus", (Row("", ALWAYS, (Pays(SIX_CARD_BONUS, "six"),)),)),
    ),
    choices=(
        Choice(
            "ante-bonus",
            "what the ante bonus pays: straight, three of a kind, straight flush",
            {"1": "1, 4, 5 (standard)", "2": "1, 3, 4", "3": "1, 2, 3", "4": "1, 3, 5", "5": "1, 8, 9", "6": "1, 10, 12.5"},
        ),
        Choice(
            "pair-plus",
            "what pair plus pays: straight flush, three of a kind, straight, flush, pair",
            {
                "8": "40, 30, 6, 3, 1 (most common)", "1": "40, 30, 6, 4, 1", "2": "35, 33, 6, 4, 1", "3": "40, 25, 6, 4, 1",
                "4": "35, 25, 6, 4, 1", "5": "50, 30, 6, 3, 1", "6": "40, 30, 5, 4, 1", "7": "40, 25, 5, 4, 1",
            },
        ),
        Choice(
            "suited-ace-king-queen",
            "what pair plus pays for a suited ace-king-queen",
            {"none": "as any straight flush", "50": "50", "100": "100"},
        ),
        Choice(
            "six-card-bonus",
            "what the six-card bonus pays, royal flush to three of a kind",
            {"1": "1000, 200, 100, 20, 15, 10, 7", "2": "1000, 200, 50, 25, 20, 10, 5", "3": "1000, 200, 50, 25, 15, 10, 5"},
        ),
    ),
    names={"pair-plus": "Pair Plus", "six-card-bonus": "6 Card Bonus"},
)  # fmt: skip
