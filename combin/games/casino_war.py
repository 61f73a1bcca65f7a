"""Casino War: one card each, the higher one wins; who ties may go to war for a second bet, or give up half.

Rules: 58 Pa. Code ch. 651a and common published rules, read in November 2026. The ace is high and suits do not count. The
cards burnt before a war change no odds and are left out. A second tie ends the war in the player's favour.
"""

from fractions import Fraction

from combin.ranking import ACE_HIGH
from combin.rules import (
    ALWAYS, LOSE, PUSH, Action, All, Beats, Bet, Choice, Chose, Deal, Decide, Deck, Game, Hand, Pick, Row, Settlement,
    SideBet, Ties, Wager,
)  # fmt: skip

HALF = Fraction(-1, 2)

GAME = Game(
    slug="casino-war",
    title="Casino War",
    source="58 Pa. Code ch. 651a; common published rules",
    deck=Pick("packs", {
        "6": Deck(packs=6), "1": Deck(), "2": Deck(packs=2), "3": Deck(packs=3),
        "4": Deck(packs=4), "5": Deck(packs=5), "7": Deck(packs=7), "8": Deck(packs=8),
    }),
    play=(
        Deal("player", 1, "the player's card"),
        Deal("dealer", 1, "the dealer's card, face up"),
        Decide(
            "surrender or war",
            (Action("surrender", ends=True), Action("war", {"raise": 1})),
            when=Ties("player", "dealer"),
        ),
        Deal("player-in-war", 1, "the player's second card", when=Chose("war")),
        Deal("dealer-in-war", 1, "the dealer's second card", when=Chose("war")),
    ),
    hands=(
        Hand("player", ACE_HIGH, ("player",)),
        Hand("dealer", ACE_HIGH, ("dealer",)),
        Hand("player-in-war", ACE_HIGH, ("player-in-war",)),
        Hand("dealer-in-war", ACE_HIGH, ("dealer-in-war",)),
    ),
    bets=(
        Bet(
            "base",
            wagers=(Wager("bet", 1), Wager("raise")),
            base="bet",
            settlements=(
                Settlement(
                    ("bet", "raise"),
                    (
                        Row("war-won",     All((Chose("war"), Beats("player-in-war", "dealer-in-war"))), (PUSH, 1)),
                        Row("war-tied",    All((Chose("war"), Ties("player-in-war", "dealer-in-war"))),
                            (PUSH, Pick("tied-war", {"bonus": 2, "even": 1}))),
                        Row("war-lost",    Chose("war"),              (LOSE, LOSE)),
                        Row("surrender",   Chose("surrender"),        (HALF, PUSH)),
                        Row("player-wins", Beats("player", "dealer"), (1,    PUSH)),
                        Row("dealer-wins", ALWAYS,                    (LOSE, PUSH)),
                    ),
                ),
            ),
        ),
        SideBet("tie", (
            Row("tie",    Ties("player", "dealer"), (Pick("tie", {"10": 10, "11": 11}),)),
            Row("no-tie", ALWAYS,                   (LOSE,)),
        )),
    ),
    choices=(
        Choice(
            "packs",
            "the number of decks in the shoe",
            {"6": "6 decks", "1": "1 deck", "2": "2 decks", "3": "3 decks", "4": "4 decks", "5": "5 decks", "7": "7 decks", "8": "8 decks"},
        ),
        Choice(
            "tied-war",
            "what the raise pays when the cards of the war are equal, too",
            {"bonus": "2 to 1, a bonus as large as the bet", "even": "even money"},
        ),
        Choice("tie", "what the bet on a tie pays", {"10": "10 to 1", "11": "11 to 1"}),
    ),
    names={"war": "go to war"},
)  # fmt: skip
