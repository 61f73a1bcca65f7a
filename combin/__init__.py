"""combin: exact analysis of casino table games, from the rules as data to the optimal strategy and its value.

>>> import combin
>>> solution = combin.solve("phil-em-up")
>>> solution["base"].house_edge
Fraction(7496, 81991)
>>> combin.advise("phil-em-up", "Kh Qh Jh 3c").rows[0].best
'stay'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from combin.errors import CombinError

if TYPE_CHECKING:
    from combin.advice import Advice
    from combin.rules import Game
    from combin.solution import Solution

__all__ = ["CombinError", "advise", "game_names", "load", "solve"]


def game_names() -> list[str]:
    """Return the names of the games that come with combin."""
    from combin.games import names

    return names()


def load(name: str, choices: Mapping[str, Any] | None = None, pays: Mapping[str, Any] | None = None) -> Game:
    """Return a game, resolved: by its name, or from a file of one's own (a path that ends in .py).

    choices: choice -> value, ``{"joker": "bug"}``. pays: pay -> number, ``{"five-aces": 1000, "big-8.flush": "7/2"}``.
    Raises CombinError for a name, choice, value or pay that is not known.
    """
    from combin.games import find

    settings = {choice: str(value) for choice, value in (choices or {}).items()}
    return find(name).resolve(settings).with_pays(pays or {})


def solve(
    game: str | Game,
    choices: Mapping[str, Any] | None = None,
    pays: Mapping[str, Any] | None = None,
    bets: Sequence[str] | None = None,
    threads: int | None = None,
) -> Solution:
    """Return the exact solution of a game, given by name or as a resolved `Game`; the other arguments as for `load`.

    bets: which bets, by key (all by default). threads: how many count at the same time; the answer does not depend on it.
    """
    from combin.solver import solve

    return solve(_game(game, choices, pays), bets, threads)


def advise(
    game: str | Game,
    cards: str,
    choices: Mapping[str, Any] | None = None,
    pays: Mapping[str, Any] | None = None,
    bet: str = "base",
) -> Advice:
    """Return every action's exact value in one situation, given by the cards seen (``As Kd Jh 8c 3d / Kc``)."""
    from combin.advice import advise

    return advise(_game(game, choices, pays), cards, bet)


def _game(game: str | Game, choices: Mapping[str, Any] | None, pays: Mapping[str, Any] | None) -> Game:
    if isinstance(game, str):
        return load(game, choices, pays)
    return (game if game.chosen and not choices else game.resolve(choices)).with_pays(pays or {})
