"""Three Card Poker, base game, where the player may have glimpsed one of the dealer's cards: the choice `glimpsed`.

What a player sees is where the cards stand in the play: a card dealt before the decision is seen.
"""

from combin.ranking import THREE_CARD
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Below, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick, Row,
    Settlement, Ties, Wager,
)  # fmt: skip

ANTE_BONUS = Paytable("ante-bonus", {"straight-flush": 5, "three-of-a-kind": 4, "straight": 1}, less=PUSH)

OWN = Deal("player", 3, "the player's cards")
FOLD_OR_PLAY = Decide("fold or play", (Action("fold", ends=True), Action("play", {"play": 1})))

GAME = Game(
    slug="flashed-three-card-poker",
    title="Three Card Poker with a glimpse",
    source="common published rules",
    deck=Deck(),
    play=Pick(
        "glimpsed",
        {
            "none": (OWN, FOLD_OR_PLAY, Deal("down", 3, "the dealer's cards")),
            "one": (OWN, Deal("glimpsed", 1, "a card of the dealer's"), FOLD_OR_PLAY, Deal("down", 2, "his other cards")),
        },
    ),
    hands=(
        Hand("player", THREE_CARD, ("player",)),
        Hand("dealer", THREE_CARD, Pick("glimpsed", {"none": ("down",), "one": ("glimpsed", "down")})),
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
                        Row("fold",                    Chose("fold"),                 (LOSE, PUSH)),
                        Row("dealer-does-not-qualify", Below("dealer", "queen-high"), (1,    PUSH)),
                        Row("player-wins",             Beats("player", "dealer"),     (1,    1)),
                        Row("tie",                     Ties("player", "dealer"),      (PUSH, PUSH)),
                        Row("dealer-wins",             ALWAYS,                        (LOSE, LOSE)),
                    ),
                ),  # fmt: skip
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
    ),
    choices=(Choice("glimpsed", "what the player has seen of the dealer's hand", {"none": "nothing", "one": "one card"}),),
)
