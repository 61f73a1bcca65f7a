"""Four Card Poker: the best four of five cards against the dealer's best four of six, one of them seen; fold, or play one
to three times the ante.

Rules: common published rules, and 58 Pa. Code ch. 641a for the order of hands, read in November 2026. There is no
qualifier, and the player wins ties. The ante bonus is paid on the ante, if played, whatever the dealer holds. Aces up is
settled on the player's own cards and stays in action after a fold.
"""

from combin.ranking import FOUR_CARD
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick, Row,
    Settlement, SideBet, Ties, Wager,
)  # fmt: skip

ANTE_BONUS = Paytable(
    "ante-bonus",
    {
        "four-of-a-kind":  25,
        "straight-flush":  20,
        "three-of-a-kind": 2,
    },
    less=PUSH,
)  # fmt: skip

ACES_UP = Paytable(
    "",
    {
        "four-of-a-kind":  50,
        "straight-flush":  Pick("aces-up", {"a": 40, "b": 30, "c": 30, "d": 40, "e": 40, "f": 30, "g": 40}),
        "three-of-a-kind": Pick("aces-up", {"a": 9,  "b": 9,  "c": 7,  "d": 8,  "e": 8,  "f": 8,  "g": 7}),
        "flush":           Pick("aces-up", {"a": 6,  "b": 6,  "c": 6,  "d": 5,  "e": 6,  "f": 5,  "g": 5}),
        "straight":        Pick("aces-up", {"a": 4,  "b": 4,  "c": 5,  "d": 4,  "e": 4,  "f": 4,  "g": 4}),
        "two-pair":        Pick("aces-up", {"a": 2,  "b": 2,  "c": 2,  "d": 3,  "e": 2,  "f": 3,  "g": 3}),
        "pair-of-aces":    1,
    },
)  # fmt: skip

GAME = Game(
    slug="four-card-poker",
    title="Four Card Poker",
    source="common published rules; 58 Pa. Code ch. 641a",
    deck=Deck(),
    play=(
        Deal("player", 5, "the player's cards"),
        Deal("up", 1, "the dealer's face-up card"),
        Decide(
            "fold or play",
            (
                Action("fold", ends=True),
                Action("1x", {"play": 1}),
                Action("2x", {"play": 2}),
                Action("3x", {"play": 3}),
            ),
        ),
        Deal("down", 5, "the dealer's face-down cards"),
    ),
    hands=(
        Hand("player", FOUR_CARD, ("player",)),
        Hand("dealer", FOUR_CARD, ("up", "down")),
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
                        Row("fold",        Chose("fold"),             (LOSE, PUSH)),
                        Row("player-wins", Beats("player", "dealer"), (1,    1)),
                        Row("tie",         Ties("player", "dealer"),  (1,    1)),
                        Row("dealer-wins", ALWAYS,                    (LOSE, LOSE)),
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
        SideBet("aces-up", (Row("", ALWAYS, (Pays(ACES_UP, "player"),)),)),
    ),
    choices=(
        Choice(
            "aces-up",
            "what aces up pays: four of a kind, straight flush, three of a kind, flush, straight, two pair, aces",
            {
                "d": "50, 40, 8, 5, 4, 3, 1 (most common)", "a": "50, 40, 9, 6, 4, 2, 1", "b": "50, 30, 9, 6, 4, 2, 1",
                "c": "50, 30, 7, 6, 5, 2, 1", "e": "50, 40, 8, 6, 4, 2, 1", "f": "50, 30, 8, 5, 4, 3, 1",
                "g": "50, 40, 7, 5, 4, 3, 1",
            },
        ),
    ),
    notes=(
        "Tables b, c, d, f and g of aces up are quoted from memory; a is read from three of a kind down, e in full.",
    ),
    names={"aces-up": "Aces Up"},
)  # fmt: skip
