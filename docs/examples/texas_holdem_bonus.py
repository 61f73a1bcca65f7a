"""Texas Hold'em Bonus: hold'em against the dealer; fold or play at twice the ante, then a bet on the flop and one on the turn.

Rules: the outline of the game. The dealer always plays. The ante wins only with a straight or better and else pushes.
"""

from combin.ranking import POKER
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Bet, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Row, Settlement, Ties, Wager,
)  # fmt: skip

STRAIGHT_OR_BETTER = Paytable("ante", {"straight": 1}, less=PUSH)

CHECK_OR_BET = (Action("check"), Action("bet", {"bets": 1}))

GAME = Game(
    slug="texas-holdem-bonus",
    title="Texas Hold'em Bonus",
    source="outline of the game",
    deck=Deck(),
    play=(
        Deal("hole", 2, "the player's own cards"),
        Decide("before the flop", (Action("fold", ends=True), Action("play", {"bets": 2}))),
        Deal("flop", 3, "community cards"),
        Decide("after the flop", CHECK_OR_BET),
        Deal("turn", 1, "community card"),
        Decide("after the turn", CHECK_OR_BET),
        Deal("river", 1, "community card"),
        Deal("dealer", 2, "the dealer's cards, face down until now"),
    ),
    hands=(
        Hand("player", POKER, ("hole", "flop", "turn", "river")),
        Hand("dealer", POKER, ("dealer", "flop", "turn", "river")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante", 1), Wager("bets")),
            base="ante",
            settlements=(
                Settlement(
                    ("ante", "bets"),
                    (
                        Row("fold",        Chose("fold"),             (LOSE,                               PUSH)),
                        Row("player-wins", Beats("player", "dealer"), (Pays(STRAIGHT_OR_BETTER, "player"), 1)),
                        Row("tie",         Ties("player", "dealer"),  (PUSH,                               PUSH)),
                        Row("dealer-wins", ALWAYS,                    (LOSE,                               LOSE)),
                    ),
                ),  # fmt: skip
            ),
        ),
    ),
)
