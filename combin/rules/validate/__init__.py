"""Finds contradictions in the rules of a game before anything is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.rules.checks import check_type, refuse
from combin.rules.validate.addresses import validate_addresses
from combin.rules.validate.bets import validate_bets, validate_side_bets
from combin.rules.validate.choices import validate_choices, validate_use
from combin.rules.validate.conditions import validate_offers
from combin.rules.validate.hands import validate_hands
from combin.rules.validate.names import validate_names
from combin.rules.validate.play import validate_play, validate_stakes
from combin.rules.validate.shoe import validate_dealt, validate_shoe
from combin.rules.validate.turns import validate_turns

if TYPE_CHECKING:
    from combin.rules.game import Game

__all__ = ["validate", "validate_choices", "validate_use"]


def validate(game: Game) -> None:
    """Raise CombinError, in one line, for the first contradiction in a resolved game; bets on the
    first cards beside turns are validated as the game of their own that they are.
    """
    for text in (game.slug, game.title, game.source, *game.notes):
        check_type(game, text, str, "each of slug, title, source and notes")
    refuse(game, not game.title.strip(), "the title is empty")
    if game.has_turns:
        validate_turns(game)
        return
    validate_play(game)
    validate_hands(game)
    validate_offers(game)
    validate_shoe(game)
    validate_bets(game)
    validate_addresses(game)
    validate_side_bets(game)
    validate_dealt(game)
    validate_stakes(game)
    validate_names(game)
