"""Criss Cross Poker: two hands that cross, each of the player's two cards and three of five on the table; no dealer.

Rules: those of a casino that prints them all (Motor City Casino), a copy of the Wizard of Odds' page and other casinos' pages,
read in November 2026. The player bets on the hand across, on the hand down, and at last on the middle card, which belongs to
both; each time he folds or bets one to three units, and a fold loses all that is bet. The bet on the middle is paid by the
better hand. The antes are paid from a pair of jacks on, even money whatever the hand.

The pays from two pair to a flush, and those of the five-card bonus between its first line and its last, are written down from
memory: no casino's page that was read prints them. The bonus is settled on the five cards of the table, also after a fold.
"""

from combin.ranking import POKER
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, Beats, Bet, Chose, Deal, Decide, Deck, Game, Hand, Pays, Paytable, Row, Settlement,
    SideBet, Wager,
)  # fmt: skip

PAYS = Paytable(
    "",
    {
        "royal-flush": 500,
        "straight-flush": 100,
        "four-of-a-kind": 40,
        "full-house": 12,
        "flush": 8,
        "straight": 5,
        "three-of-a-kind": 3,
        "two-pair": 2,
        "pair-of-jacks-or-better": 1,
        "pair-of-sixes-or-better": PUSH,
    },
)  # fmt: skip

ANTE = Paytable(
    "ante",
    {
        "royal-flush": 1,
        "straight-flush": 1,
        "four-of-a-kind": 1,
        "full-house": 1,
        "flush": 1,
        "straight": 1,
        "three-of-a-kind": 1,
        "two-pair": 1,
        "pair-of-jacks-or-better": 1,
        "pair-of-sixes-or-better": PUSH,
    },
)  # fmt: skip

FIVE_CARD_BONUS = Paytable(
    "",
    {
        "royal-flush": 250,
        "straight-flush": 100,
        "four-of-a-kind": 40,
        "full-house": 15,
        "flush": 10,
        "straight": 6,
        "three-of-a-kind": 4,
        "two-pair": 3,
        "pair-of-sixes-or-better": 1,
    },
)  # fmt: skip


GAME = Game(
    slug="criss-cross-poker",
    title="Criss Cross Poker",
    source="Motor City Casino, Criss Cross Poker; common published rules",
    deck=Deck(),
    play=(
        Deal("own", 2, "the player's own cards"),
        Decide(
            "across",
            (Action("fold", ends=True), Action("1x", {"across": 1}), Action("2x", {"across": 2}), Action("3x", {"across": 3})),
        ),
        Deal("sides", 2, "the cards on the left and on the right"),
        Decide(
            "down",
            (Action("fold", ends=True), Action("1x", {"down": 1}), Action("2x", {"down": 2}), Action("3x", {"down": 3})),
        ),
        Deal("ends", 2, "the cards at the top and at the bottom"),
        Decide(
            "middle",
            (Action("fold", ends=True), Action("1x", {"middle": 1}), Action("2x", {"middle": 2}), Action("3x", {"middle": 3})),
        ),
        Deal("centre", 1, "the card in the middle"),
    ),
    hands=(
        Hand("across", POKER, ("own", "sides", "centre")),
        Hand("down", POKER, ("own", "ends", "centre")),
        Hand("cross", POKER, ("sides", "ends", "centre")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("ante-across", 1), Wager("ante-down", 1), Wager("across"), Wager("down"), Wager("middle")),
            base="ante-across",
            settlements=(
                Settlement(
                    ("ante-across", "across"),
                    (
                        Row("fold", Chose("fold"), (LOSE, LOSE)),
                        Row("", ALWAYS, (Pays(ANTE, "across"), Pays(PAYS, "across"))),
                    ),
                    name="across",
                ),
                Settlement(
                    ("ante-down", "down"),
                    (
                        Row("fold", Chose("fold"), (LOSE, LOSE)),
                        Row("", ALWAYS, (Pays(ANTE, "down"), Pays(PAYS, "down"))),
                    ),
                    name="down",
                ),
                Settlement(
                    ("middle",),
                    (
                        Row("fold", Chose("fold"), (LOSE,)),
                        Row("", Beats("across", "down"), (Pays(PAYS, "across"),)),
                        Row("", ALWAYS, (Pays(PAYS, "down"),)),
                    ),
                    name="middle",
                ),
            ),
        ),
        SideBet("five-card-bonus", (Row("", ALWAYS, (Pays(FIVE_CARD_BONUS, "cross"),)),)),
    ),
    names={"five-card-bonus": "Five Card Bonus"},
)  # fmt: skip
