"""Dragon Tiger: one card for the dragon, one for the tiger; the higher one wins, the ace low.

Rules: common published rules, read in November 2026. Suits count only for the suited tie. Big and small are bets on one of
the two cards; the seven loses on both.
"""

from fractions import Fraction

from combin.ranking import ACE_LOW, TWO_CARDS_OF_PACKS
from combin.rules import (
    ALWAYS, LOSE, Beats, Below, Bet, Choice, Deal, Deck, Game, Hand, Pays, Paytable, Pick, Reaches, Row, Settlement,
    SideBet, Ties, Wager,
)  # fmt: skip

HALF = Fraction(-1, 2)

GAME = Game(
    slug="dragon-tiger",
    title="Dragon Tiger",
    source="common published rules",
    deck=Pick("packs", {
        "8": Deck(packs=8), "1": Deck(), "2": Deck(packs=2), "3": Deck(packs=3),
        "4": Deck(packs=4), "5": Deck(packs=5), "6": Deck(packs=6), "7": Deck(packs=7),
    }),
    play=(Deal("dragon", 1, "the dragon's card"), Deal("tiger", 1, "the tiger's card")),
    hands=(
        Hand("dragon", ACE_LOW, ("dragon",)),
        Hand("tiger", ACE_LOW, ("tiger",)),
        Hand("both", TWO_CARDS_OF_PACKS, ("dragon", "tiger")),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("dragon", 1),),
            base="dragon",
            settlements=(
                Settlement(
                    ("dragon",),
                    (
                        Row("dragon-wins", Beats("dragon", "tiger"), (1,)),
                        Row("tie",         Ties("dragon", "tiger"),  (Pick("on-a-tie", {"half": HALF, "push": 0}),)),
                        Row("tiger-wins",  ALWAYS,                   (LOSE,)),
                    ),
                ),
            ),
        ),
        SideBet("tiger", (
            Row("dragon-wins", Beats("dragon", "tiger"), (LOSE,)),
            Row("tie",         Ties("dragon", "tiger"),  (Pick("on-a-tie", {"half": HALF, "push": 0}),)),
            Row("tiger-wins",  ALWAYS,                   (1,)),
        )),
        SideBet("tie", (
            Row("tie",    Ties("dragon", "tiger"), (Pick("tie", {"8": 8, "9": 9, "10": 10, "11": 11, "12": 12}),)),
            Row("no-tie", ALWAYS,                  (LOSE,)),
        )),
        SideBet("suited-tie", (Row("", ALWAYS, (Pays(Paytable("", {"suited-pair": 50}), "both"),)),)),
        SideBet("big", (Row("big", Reaches("dragon", "8"), (1,)), Row("not-big", ALWAYS, (LOSE,)))),
        SideBet("small", (Row("small", Below("dragon", "7"), (1,)), Row("not-small", ALWAYS, (LOSE,)))),
    ),
    choices=(
        Choice("packs", "the number of decks in the shoe", {
            "8": "8 decks", "1": "1 deck", "2": "2 decks", "3": "3 decks", "4": "4 decks", "5": "5 decks", "6": "6 decks", "7": "7 decks",
        }),
        Choice("on-a-tie", "what happens to dragon and tiger on a tie", {"half": "half is lost", "push": "they push"}),
        Choice("tie", "what a tie pays", {"8": "8 to 1", "9": "9 to 1", "10": "10 to 1", "11": "11 to 1", "12": "12 to 1"}),
    ),
    notes=("Big and small are told for the dragon's card; on the tiger's they are worth the same.",),
)  # fmt: skip
