"""Crazy 4 Poker: the best four of five cards against the dealer's; with a pair of aces or better the player may bet three
times the ante.

Rules: 58 Pa. Code ch. 657a and common published rules, read in November 2026. The dealer qualifies with king high. The
super bonus is paid from a straight on, whoever wins; with less it is lost to a qualified dealer who is higher. Queens up
is settled on the player's own cards and stays in action after a fold.
"""

from fractions import Fraction

from combin.ranking import FOUR_CARD
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Any, Beats, Below, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable,
    Pick, Reaches, Row, Settlement, SideBet, Ties, Wager,
)  # fmt: skip

SUPER_BONUS = Paytable(
    "super-bonus",
    {
        "four-of-a-kind-of-aces": 200,
        "four-of-a-kind":         30,
        "straight-flush":         15,
        "three-of-a-kind":        2,
        "flush":                  Fraction(3, 2),
        "straight":               1,
    },
    less=PUSH,
)  # fmt: skip

QUEENS_UP = Paytable(
    "",
    {
        "four-of-a-kind":  50,
        "straight-flush":  Pick("queens-up", {"3": 30, "otherwise": 40}),
        "three-of-a-kind": Pick("queens-up", {"2": 7, "otherwise": 8}),
        "flush":           4,
        "straight":        3,
        "two-pair":        2,
        "pair-of-queens":  1,
    },
)  # fmt: skip

GAME = Game(
    slug="crazy-4-poker",
    title="Crazy 4 Poker",
    source="58 Pa. Code ch. 657a; common published rules",
    deck=Deck(),
    play=(
        Deal("player", 5, "the player's cards"),
        Decide(
            "fold or play",
            (
                Action("fold", ends=True),
                Action("1x", {"play": 1}),
                Action("2x", {"play": 2}, when=Reaches("player", "pair-of-aces")),
                Action("3x", {"play": 3}, when=Reaches("player", "pair-of-aces")),
            ),
        ),
        Deal("dealer", 5, "the dealer's cards, face down until now"),
    ),
    hands=(
        Hand("player", FOUR_CARD, ("player",)),
        Hand("dealer", FOUR_CARD, ("dealer",)),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("super-bonus", 1), Wager("play")),
            base="ante",
            settlements=(
                Settlement(
                    ("ante", "play"),
                    (
                        Row("fold",                    Chose("fold"),                (LOSE, PUSH)),
                        Row("dealer-does-not-qualify", Below("dealer", "king-high"), (PUSH, 1)),
                        Row("player-wins",             Beats("player", "dealer"),    (1,    1)),
                        Row("tie",                     Ties("player", "dealer"),     (PUSH, PUSH)),
                        Row("dealer-wins",             ALWAYS,                       (LOSE, LOSE)),
                    ),
                    "ante-and-play",
                ),
                Settlement(
                    ("super-bonus",),
                    (
                        Row("fold",     Chose("fold"),                 (LOSE,)),
                        Row("",         Reaches("player", "straight"), (Pays(SUPER_BONUS, "player"),)),
                        Row("returned", Any((Below("dealer", "king-high"), Beats("player", "dealer"), Ties("player", "dealer"))),
                            (PUSH,)),
                        Row("lost",     ALWAYS,                        (LOSE,)),
                    ),
                    "super-bonus",
                ),
            ),
        ),
        SideBet("queens-up", (Row("", ALWAYS, (Pays(QUEENS_UP, "player"),)),)),
    ),
    choices=(
        Choice(
            "queens-up",
            "what queens up pays, four of a kind to a pair of queens",
            {
                "2": "50, 40, 7, 4, 3, 2, 1 (common in the United States)",
                "1": "50, 40, 8, 4, 3, 2, 1",
                "3": "50, 30, 8, 4, 3, 2, 1",
            },
        ),
    ),
    names={"queens-up": "Queens Up", "pair-of-queens": "queens or better"},
)  # fmt: skip
