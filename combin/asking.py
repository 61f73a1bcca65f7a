"""A game with its settings; every question is one of its methods."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, TypeVar

from combin import api
from combin.arguments import mapping
from combin.checking import Checker as Growing
from combin.given import set_by_name, settled

if TYPE_CHECKING:
    from combin.rules.game import Game, Sheet

R = TypeVar("R")
SETTINGS = ("choices", "pays")


def asked(function: Callable[..., R]) -> Callable[..., R]:
    """Return a function of `combin.api` as a method: the game and its settings are those of the
    object; what stands behind the settings is given by name.
    """
    signature = inspect.signature(function)
    first, *others = signature.parameters.values()
    many = [one.name for one in others].index("choices")
    kept = [one for one in others if one.name not in SETTINGS and one.kind != one.VAR_KEYWORD]
    later = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in kept[many:]]

    @functools.wraps(function)
    def method(self: GameQuestions, *args: object, **named: object) -> R:
        method.__signature__.bind(self, *args, **named)  # type: ignore[attr-defined]
        return function(self.given, *args, choices=self.choices, pays=self.pays, **named)

    own = first.replace(name="self", annotation=inspect.Parameter.empty)
    method.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[own, *kept[:many], *later]
    )
    return method


class GameQuestions:
    """A game, as `combin.game` returns it; its methods are the functions of the package, without
    their first argument and the settings.

    given: name, path or rules. choices, pays: what is set. rules: the game, resolved.
    """

    def __init__(
        self,
        given: str | PathLike[str] | Sheet,
        choices: Mapping[str, object],
        pays: Mapping[str, object],
    ) -> None:
        self.given, self.choices = set_by_name(given, choices, {})
        self.pays = dict(mapping(pays, "pays"))
        self.rules: Game = settled(self.given, self.choices, self.pays)

    def __repr__(self) -> str:
        words = [
            f"{name}={value}" for one in (self.choices, self.pays) for name, value in one.items()
        ]
        return f"<{' '.join([self.rules.slug, *words])}>"

    def __str__(self) -> str:
        return str(self.rules)

    Checker = asked(Growing)
    advise = asked(api.advise)
    card = asked(api.card)
    card_counting = asked(api.card_counting)
    chart = asked(api.chart)
    check = asked(api.check)
    design = asked(api.design)
    explain = asked(api.explain)
    formula = asked(api.formula)
    plays = asked(api.plays)
    price = asked(api.price)
    protect = asked(api.protect)
    removal = asked(api.removal)
    report = asked(api.report)
    session = asked(api.session)
    shard = asked(api.shard)
    show = asked(api.show)
    simulate = asked(api.simulate)
    situations = asked(api.situations)
    solve = asked(api.solve)
    strategy = asked(api.strategy)
    sweep = asked(api.sweep)
    tally = asked(api.tally)
    target = asked(api.target)
    vary = asked(api.vary)
    verify = asked(api.verify)


def game(
    name: str | PathLike[str] | Sheet,
    pays: Mapping[str, object] | None = None,
    **choices: object,
) -> GameQuestions:
    """Return a game with its settings, to be asked: ``game("phil-em-up", joker="bug").solve()``.

    Every function of the package that is asked about one game is a method, without its first
    argument and the settings. A hyphen in the name of a choice is written as an underscore,
    ``pair_plus=4``.
    """
    chosen = {choice.replace("_", "-"): value for choice, value in choices.items()}
    return GameQuestions(name, chosen, mapping(pays, "pays"))
