"""The rules of a game from a shoe with some cards removed before the deal."""

from __future__ import annotations

from dataclasses import replace

from combin.cards import card_text, parse_card
from combin.errors import CombinError
from combin.rules.game import Game
from combin.spelling import cards_in

DEAD = "; only there can cards be dead before the deal"


def verify_shoe(game: Game, why: str = DEAD) -> None:
    """Raise CombinError for a game that is not dealt from a shoe; why: what that rules out."""
    if not game.from_shoe:
        raise CombinError(f"{game.slug} is not dealt from a shoe{why}")


def without(game: Game, cards: str) -> Game:
    """Return the rules of a game whose shoe lacks some cards, beside those that it lacks already.

    cards: ``Kh Kd``, a card as often as it is gone. Raises CombinError where the shoe has not so
        many of a card, or too few are left to deal.
    """
    from combin.rules.validate import validate

    verify_shoe(game)
    words = " ".join(map(card_text, cards_in(cards)))
    deck = replace(game.deck, dead=f"{game.deck.dead} {words}")
    removed = sorted(map(parse_card, f"{game.removed} {words}".split()))
    gone = replace(game, deck=deck, removed=" ".join(map(card_text, removed)))
    validate(gone)
    return gone
