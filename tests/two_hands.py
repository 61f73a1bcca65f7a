"""Games of two hands on shoes small enough to be dealt card by card."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from combin.families.blackjack import Shoe
from combin.games import sheet_of
from combin.proof.card_by_card import dealt
from combin.rules import Deck, Pick
from combin.rules.game import Sheet
from houses import house_by

SMALL: Shoe = (3, 0, 0, 0, 4, 4, 0, 0, 0, 8)
HOUSE = house_by(natural=Fraction(1), pushes=22, hands=2)


def four_ranks() -> Sheet:
    """Return the rules of the game, with aces, fives, sixes and tens."""
    sheet = sheet_of("blackjack-switch")
    assert isinstance(sheet.deck, Pick)
    decks = {**sheet.deck.values, "6": Deck(ranks="56TA", packs=4)}
    return replace(sheet, deck=replace(sheet.deck, values=decks))


def cards_of(shoe: Shoe) -> tuple[int, ...]:
    return tuple(rank + 1 for rank, count in enumerate(shoe) for _ in range(count))


def deals_beside(cards: tuple[int, ...], many: int) -> dict[tuple[int, ...], Fraction]:
    """Return so many cards that are dealt -> how likely they are."""
    if not many:
        return {(): Fraction(1)}
    return {
        (card, *more): chance * likely
        for chance, card, left in dealt(cards)
        for more, likely in deals_beside(left, many - 1).items()
    }
