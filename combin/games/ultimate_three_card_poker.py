"""Ultimate Three Card Poker: ante and blind against the dealer's three cards; with a pair or better the player may bet three times.

Rules: common published rules, read in November 2026. One of the dealer's cards is face up while the player decides. The
dealer qualifies with queen high, which concerns the ante alone. A fold loses ante and blind.
"""

from fractions import Fraction

from combin.ranking import THREE_CARD
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, All, Beats, Below, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable,
    Pick, Reaches, Row, Settlement, SideBet, Ties, Wager,
)  # fmt: skip

BLIND = Paytable(
    "blind",
    {
        "suited-ace-king-queen": 100,
        "straight-flush": 8,
        "three-of-a-kind": 6,
        "straight": Fraction(3, 2),
        "flush": 1,
    },
    less=PUSH,
)  # fmt: skip

PAIR_PLUS = Paytable(
    "",
    {
        "straight-flush":  Pick("pair-plus", {"1": 40, "2": 35, "3": 40, "4": 35, "5": 50, "6": 40, "7": 40, "8": 40}),
        "three-of-a-kind": Pick("pair-plus", {"1": 30, "2": 33, "3": 25, "4": 25, "5": 30, "6": 30, "7": 25, "8": 30}),
        "straight":        Pick("pair-plus", {"1": 6,  "2": 6,  "3": 6,  "4": 6,  "5": 6,  "6": 5,  "7": 5,  "8": 6}),
        "flush":           Pick("pair-plus", {"1": 4,  "2": 4,  "3": 4,  "4": 4,  "5": 3,  "6": 4,  "7": 4,  "8": 3}),
        "pair":            1,
    },
)  # fmt: skip

PLAYER = Deal("player", 3, "the player's cards")
FOLD_OR_PLAY = Decide(
    "fold or play",
    (
        Action("fold", ends=True),
        Action("1x", {"play": 1}),
        Action("2x", {"play": 2}, when=Reaches("player", "pair")),
        Action("3x", {"play": 3}, when=Reaches("player", "pair")),
    ),
)  # fmt: skip

GAME = Game(
    slug="ultimate-three-card-poker",
    title="Ultimate Three Card Poker",
    source="common published rules",
    deck=Deck(),
    play=Pick(
        "up",
        {
            "one": (PLAYER, Deal("up", 1, "the dealer's face-up card"), FOLD_OR_PLAY, Deal("down", 2, "his other cards")),
            "none": (PLAYER, FOLD_OR_PLAY, Deal("down", 3, "the dealer's cards")),
        },
    ),
    hands=(
        Hand("player", THREE_CARD, ("player",)),
        Hand("dealer", THREE_CARD, Pick("up", {"one": ("up", "down"), "none": ("down",)})),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("blind", 1), Wager("play")),
            base="ante",
            settlements=(
                Settlement(
                    ("ante", "blind", "play"),
                    (
                        Row("fold",             Chose("fold"),                 (LOSE, LOSE,                  PUSH)),
                        Row("player-wins",      All((Reaches("dealer", "queen-high"), Beats("player", "dealer"))),
                            (1, Pays(BLIND, "player"), 1)),
                        Row("unqualified-win",  Beats("player", "dealer"),     (PUSH, Pays(BLIND, "player"), 1)),
                        Row("tie",              Ties("player", "dealer"),      (PUSH, PUSH,                  PUSH)),
                        Row("unqualified-loss", Below("dealer", "queen-high"), (PUSH, LOSE,                  LOSE)),
                        Row("dealer-wins",      ALWAYS,                        (LOSE, LOSE,                  LOSE)),
                    ),
                ),
            ),
        ),
        SideBet("pair-plus", (Row("", ALWAYS, (Pays(PAIR_PLUS, "player"),)),)),
    ),
    choices=(
        Choice(
            "up",
            "the dealer's cards face up",
            {"one": "one", "none": "none, as in the first version; its blind table is not known"},
        ),
        Choice(
            "pair-plus",
            "what pair plus pays: straight flush, three of a kind, straight, flush, pair",
            {
                "8": "40, 30, 6, 3, 1 (most common)", "1": "40, 30, 6, 4, 1", "2": "35, 33, 6, 4, 1", "3": "40, 25, 6, 4, 1",
                "4": "35, 25, 6, 4, 1", "5": "50, 30, 6, 3, 1", "6": "40, 30, 5, 4, 1", "7": "40, 25, 5, 4, 1",
            },
        ),
    ),
    names={"pair-plus": "Pair Plus"},
)  # fmt: skip
