"""Texas Hold'em Bonus: fold or play at twice the ante; on the flop and on the turn a bet may be added.

Rules: common published rules of casinos, read in November 2026. The dealer always plays. The ante wins only with a
straight or better, in Atlantic City with a flush or better, and else pushes. No bet follows the river. The bonus is
settled on the player's two cards, with two aces on the dealer's, too, and stays in action after a fold.
"""

from combin.ranking import POCKET_PICTURES, POKER
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, All, Beats, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Pick,
    Reaches, Row, Settlement, SideBet, Ties, Wager,
)  # fmt: skip

ANTE = Paytable("ante", Pick("variant", {"las-vegas": {"straight": 1}, "atlantic-city": {"flush": 1}}), less=PUSH)

BONUS = Paytable(
    "",
    {
        "pair-of-aces": 30,
        "suited-ace-king": 25,
        "suited-ace-jack": 20,
        "ace-king": 15,
        "pair-of-jacks": 10,
        "ace-jack": 5,
        "pair": 3,
    },
)  # fmt: skip

ACES = "pair-of-aces"

CHECK_OR_BET = (Action("check"), Action("bet", {"bets": 1}))

GAME = Game(
    slug="texas-holdem-bonus",
    title="Texas Hold'em Bonus",
    source="common published rules",
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
        Hand("pocket", POCKET_PICTURES, ("hole",)),
        Hand("dealer-pocket", POCKET_PICTURES, ("dealer",)),
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
                        Row("fold",        Chose("fold"),             (LOSE,                 PUSH)),
                        Row("player-wins", Beats("player", "dealer"), (Pays(ANTE, "player"), 1)),
                        Row("tie",         Ties("player", "dealer"),  (PUSH,                 PUSH)),
                        Row("dealer-wins", ALWAYS,                    (LOSE,                 LOSE)),
                    ),
                ),
            ),
        ),
        SideBet("bonus", (
            Row("aces-against-aces", All((Reaches("pocket", ACES), Reaches("dealer-pocket", ACES))), (1000,)),
            Row("", ALWAYS, (Pays(BONUS, "pocket"),)),
        )),
    ),
    choices=(
        Choice(
            "variant",
            "the least hand with which the ante wins",
            {"las-vegas": "a straight", "atlantic-city": "a flush"},
        ),
    ),
)  # fmt: skip
