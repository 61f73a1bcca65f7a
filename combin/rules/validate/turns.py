"""Checks that turns stand in a game as they can be played, and its bets beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.cards import Deck
from combin.rules.blackjack import MAIN_BET, Turns
from combin.rules.checks import check_names, check_tuple, check_type, refuse
from combin.rules.words import Bet

if TYPE_CHECKING:
    from combin.rules.game import Game


def validate_turns(game: Game) -> None:
    """Raise CombinError where the turns of a game, or its bets on them, do not fit."""
    for fails, what in (
        (
            sum(isinstance(step, Turns) for step in game.play) > 1,
            "there are two Turns in the play",
        ),
        (
            game.sheet is not None and not game.sheet.has_turns,
            "Turns stand in the play itself, not in a Pick",
        ),
    ):
        refuse(game, fails, what)
    check_type(game, game.deck, Deck, "deck")
    check_tuple(game, game.bets, Bet, "the bets")
    refuse(
        game,
        game.bets[:1] != (MAIN_BET,),
        f"the main bet of a game with Turns is MAIN_BET, not {game.bets[:1]!r}",
    )
    check_names(game, "bet", [bet.key for bet in game.bets])
    game.turns.validate(game)
    for bet in game.beside:
        named = ", ".join(game.pays_in(bet.key).keys() & game.pays_in(MAIN_BET.key).keys())
        refuse(game, named, f"{bet.key} and the game have one address, {named!r}; rename the bet")
