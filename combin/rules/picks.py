"""Replaces what a sheet leaves open by what was chosen, and makes every number of the rules one of
Python's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from numbers import Number
from typing import Any

from combin.cards import Deck
from combin.errors import CombinError
from combin.exact import plain, whole_number
from combin.ranking import HandRanking
from combin.rules.choices import OTHERWISE, Chosen, Pick
from combin.rules.words import Bet, Deal, Paytable

EXACT = {
    "Cell",
    "Fraction",
    "Pay",
}  # in the annotation of a field: what is paid or staked, whole numbers as fractions


def open_in(item: object) -> set[str]:
    """Return the names of the choices and amounts on which something below `item` depends."""
    match item:
        case Pick(choice, values):
            return {choice} | open_in(values)
        case Chosen(amount):
            return {amount}
        case tuple():
            return set().union(*map(open_in, item))
        case Mapping():
            return open_in(tuple(item.values()))
    if is_dataclass(item) and not isinstance(item, type):
        return open_in(tuple(getattr(item, one.name) for one in fields(item)))
    return set()


def concrete(item: Any, chosen: Mapping[str, str], where: str) -> Any:
    """Return `item` with every Pick and Chosen below it replaced, and paytable lines that pay None
    left out.

    What is paid or staked becomes a Fraction, other numbers and texts Python's own. chosen: choice
    -> value. where: what holds the item, for errors. Raises CombinError for what cannot stand in
    rules.
    """
    if isinstance(item, Pick):
        value = chosen[item.choice]
        return concrete(item.values[value if value in item.values else OTHERWISE], chosen, where)
    if isinstance(item, Chosen):
        return Fraction(chosen[item.amount])
    if isinstance(item, (Deck, HandRanking, bool, type(None))):
        return item
    if isinstance(item, str):
        return str(item)
    if isinstance(item, Number):
        return plain(item, f"each number in {where}")
    if isinstance(item, tuple):
        return tuple(concrete(part, chosen, where) for part in item)
    if isinstance(item, Mapping):
        return {
            concrete(key, chosen, where): concrete(part, chosen, where)
            for key, part in item.items()
        }
    if is_dataclass(item) and not isinstance(item, type):
        called = _called(item, where)
        parts = {
            one.name: concrete(getattr(item, one.name), chosen, called) for one in fields(item)
        }
        return replace(item, **_typed(item, parts))
    raise CombinError(f"{item!r} cannot stand in the rules of a game")


def _typed(word: Any, parts: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a word with numbers of the types that the word states."""
    for one in fields(word):
        if EXACT & {*re.findall(r"\w+", str(one.type))}:
            parts[one.name] = _units(parts[one.name])
    if isinstance(word, Deal):
        parts["cards"] = whole_number(
            parts["cards"], f"the number of cards of zone {word.zone!r}", 1
        )
    if isinstance(word, Paytable) and isinstance(parts["pays"], dict):
        parts["pays"] = {line: pay for line, pay in parts["pays"].items() if pay is not None}
    return parts


def _units(item: Any) -> Any:
    """Return whole numbers as fractions, in a tuple or a dict too; what is no number is refused
    later, by name.
    """
    if isinstance(item, tuple):
        return tuple(map(_units, item))
    if isinstance(item, dict):
        return {name: _units(part) for name, part in item.items()}
    return Fraction(item) if type(item) is int else item


def _called(item: Any, where: str) -> str:
    """Return what people call a part of the rules, ``row 'tie'``; what has no name is known by what
    holds it.
    """
    name = item.key if isinstance(item, Bet) else getattr(item, "name", "")
    return f"{type(item).__name__.lower()} {name!r}" if isinstance(name, str) and name else where
