"""Replaces the picks of a sheet by what was chosen, and every number by one of Python's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from numbers import Number
from textwrap import shorten
from typing import Any

from combin.cards import Deck
from combin.errors import CombinError
from combin.exact import plain, whole_number
from combin.ranking import HandRanking, Points, Spread
from combin.rules.choices import OTHERWISE, Chosen, Pick
from combin.rules.ways import Way
from combin.rules.words import Bet, Deal

# In the annotation of a field: what is paid or staked, whole numbers as fractions.
EXACT = {"Cell", "Fraction", "Pay"}


def parts_of(item: object) -> Iterator[object]:
    """Yield a part of the rules and everything below it, whatever is chosen."""
    yield item
    inner: Iterable[object] = ()
    if isinstance(item, tuple):
        inner = item
    elif isinstance(item, Mapping):
        inner = item.values()
    elif is_dataclass(item) and not isinstance(item, (type, Deck, HandRanking)):
        inner = [getattr(item, one.name) for one in fields(item)]
    for part in inner:
        yield from parts_of(part)


def open_in(item: object) -> set[str]:
    """Return the names of the choices and amounts on which something below `item` depends."""
    parts = list(parts_of(item))
    picks = {part.choice for part in parts if isinstance(part, Pick)}
    return picks | {part.amount for part in parts if isinstance(part, Chosen)}


def concrete(item: Any, chosen: Mapping[str, str], where: str) -> Any:
    """Return `item` with every Pick and Chosen below it replaced, and paytable lines that pay None
    left out.

    What is paid or staked becomes a Fraction, other numbers and texts Python's own. Raises
    CombinError for what cannot stand in rules.

    chosen: choice -> value.
    where: what holds the item, for errors.
    """
    match item:
        case Pick(choice, values):
            value = chosen[choice]
            return concrete(values[value if value in values else OTHERWISE], chosen, where)
        case Chosen(amount):
            return Fraction(chosen[amount])
        case Deck() | HandRanking() | Points() | Spread() | Way() | bool() | None:
            return item
        case str():
            return str(item)
        case Number():
            return plain(item, f"each number in {where}")
        case tuple():
            return tuple(concrete(part, chosen, where) for part in item)
        case Mapping():
            return dict(concrete(tuple(item.items()), chosen, where))
    if is_dataclass(item) and not isinstance(item, type):
        called = _called(item, where)
        parts = {
            one.name: concrete(getattr(item, one.name), chosen, called)
            for one in fields(item)
            if one.init
        }
        return replace(item, **_typed(item, parts))
    raise CombinError(f"{shorten(repr(item), 200)} cannot stand in the rules of a game")


def _typed(word: Any, parts: dict[str, object]) -> dict[str, object]:
    """Return the fields of a word with numbers of the types that the word states."""
    for one in fields(word):
        if EXACT & {*re.findall(r"\w+", str(one.type))}:
            parts[one.name] = _units(parts[one.name])
    if isinstance(word, Deal):
        dealt = f"the number of cards of zone {word.zone!r}"
        parts["cards"] = whole_number(parts["cards"], dealt, 1)
    if isinstance(moved := parts.get("cards"), tuple):
        told = f"how many cards {word.name!r} moves"
        parts["cards"] = tuple(whole_number(one, told, 0) for one in moved)
    if isinstance(pays := parts.get("pays"), dict):
        parts["pays"] = {line: pay for line, pay in pays.items() if pay is not None}
    return parts


def _units(item: object) -> object:
    """Return whole numbers as fractions, in a tuple or a dict too; what is no number is refused
    later, by name.
    """
    if isinstance(item, tuple):
        return tuple(map(_units, item))
    if isinstance(item, dict):
        return {name: _units(part) for name, part in item.items()}
    return Fraction(item) if type(item) is int else item


def _called(item: object, where: str) -> str:
    """Return the spoken name of a part of the rules, ``row 'tie'``; what has no name is known by
    what holds it.
    """
    name = item.key if isinstance(item, Bet) else getattr(item, "name", "")
    return f"{type(item).__name__.lower()} {name!r}" if isinstance(name, str) and name else where
