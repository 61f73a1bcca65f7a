"""The value of every bet under every setting of its choices, at any pays: what a page needs for the
pays to be edited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.dossier.settings import Setting, situations
from combin.rules.game import Game
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import table_pays
from combin.sensitivity.maxima import Bounds, Value, value_of, within

if TYPE_CHECKING:
    from combin.solving.executor import Workers

WHOLE = 20_000  # numbers of a value that a page carries for any pays
MOST = 60_000  # that it carries for pays within bounds
LONG = 40_000_000  # ways to see the cards of a decision, beyond which no page carries the value


@dataclass(frozen=True)
class Felt:
    """A bet to be edited.

    settings: of its choices, the default first.
    values: of the settings; equal ones are the same.
    bounds: for each setting, between which pays its value holds; None for any pays.
    refused: why there are none, else empty.
    """

    settings: Sequence[Setting]
    values: tuple[Value, ...] = ()
    bounds: tuple[Bounds | None, ...] = ()
    refused: str = ""


def felt(settings: Sequence[Setting], threads: Workers = None) -> Felt:
    """Return a bet with the values of all its settings."""
    key = settings[0].result.key
    many = max(situations(setting.game, key) for setting in settings)
    if many > LONG:
        return Felt(settings, refused=f"about {many:,} ways to see the cards are too many")
    counted: dict[str, Counted] = {}
    values, bounds = [], []
    for setting in settings:
        one = _counted(setting.game, key, counted, threads)
        value, limits = _carried(value_of(one), _bounds(settings))
        size = _size(value)
        if size > MOST:
            return Felt(settings, refused=f"{size:,} numbers are too many for a page")
        if value.at(setting.game.pays_in(key)) != setting.result.expected_value:
            raise ArithmeticError(f"{setting.game.slug}, {key}: the value to edit is another")
        values.append(value)
        bounds.append(limits)
    return Felt(settings, tuple(values), tuple(bounds))


def _counted(game: Game, key: str, known: dict[str, Counted], threads: Workers) -> Counted:
    """Return a bet counted; games that are counted alike are counted once."""
    from combin.counting import Plan

    alike = Plan(game, game.bet(key)).counted_by
    if alike not in known:
        known[alike] = Counted(game, key, threads)
    return known[alike].under(game)


def _carried(value: Value, bounds: Bounds) -> tuple[Value, Bounds | None]:
    """Return the value that a page carries, and its bounds: none where it is short enough."""
    return (value, None) if _size(value) <= WHOLE else (within(value, bounds), bounds)


def _size(value: Value) -> int:
    return sum(len(option) for choice in value.choices for option in choice.options)


def _bounds(settings: Sequence[Setting]) -> Bounds:
    """Return the bounds of the pays: from half the least that any setting pays to twice the most;
    what does not stand in a paytable stays.
    """
    key = settings[0].result.key
    paid: dict[str, list[Fraction]] = {}
    tables: set[str] = set()
    for setting in settings:
        tables.update(table_pays(setting.game, setting.game.bet(key)))
        for pay, units in setting.game.pays_in(key).items():
            paid.setdefault(pay, []).append(units)
    return {pay: _reach(units, pay in tables) for pay, units in paid.items()}


def _reach(units: Sequence[Fraction], moves: bool) -> tuple[Fraction, Fraction]:
    low, high = min(units), max(units)
    return (min(low / 2, low), max(2 * high, high)) if moves and low >= 0 else (low, high)


Felts = Mapping[str, Felt]  # by bet
