"""Blackjack of six decks with insurance, as a `Game` whose play is the step in which hands grow."""

from fractions import Fraction

from combin.rules import MAIN_BET, Deck, Double, DrawsBelow, Game, InsuranceBet, Natural, Pairs, Turns

GAME = Game(
    slug="my-blackjack", title="My blackjack", source="my own", deck=Deck(packs=6),
    play=(Turns(dealer=DrawsBelow(17), natural=Natural(Fraction(3, 2)), actions=(Double(), Pairs(4))),),
    hands=(),
    bets=(MAIN_BET, InsuranceBet("insurance", 2)),
)
