"""Rows of JSON that hold objects, as rows of plain cells: `{"player": {"cards": ["As", "Kd"]}}` has
the column `player.cards`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from combin.logs.spelling import amount

DEEPEST = 16  # objects in objects: more than any simulator writes
LISTED = "/"  # between the members of a list
NUMBERS = "; "  # the same of numbers, as 1/2 is one
HANDS = " | "  # between what the objects of a list say, such as the hands of a split
RANK_KEYS = ("rank", "value", "face")
SUIT = "suit"
FACES = {"1": "A", "11": "J", "12": "Q", "13": "K", "14": "A"}  # ranks that are numbers
NESTED = frozenset([dict, list])
EMPTY: tuple[Any, ...] = (None, "", [], {})


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with each object in it as columns: those of an object have its name before a
    point, those of a list of objects have the texts of all, with bars between, as has a list of
    lists. An object with a rank and a suit is a card.
    """
    if NESTED.isdisjoint(map(type, row.values())) or all(map(_is_plain, row.values())):
        return row
    return dict(_cells("", row, 0))


def _is_plain(value: Any) -> bool:
    """Return whether a cell stays as it is."""
    kind = type(value)
    return kind is not dict and (kind is not list or NESTED.isdisjoint(map(type, value)))


def _cells(start: str, row: Mapping[str, Any], depth: int) -> Iterator[tuple[str, Any]]:
    for key, value in row.items():
        name = f"{start}{key}"
        if depth == DEEPEST or _is_plain(value):
            yield name, value
        elif isinstance(value, dict):
            if card := _card(value):
                yield name, card
            else:
                yield from _cells(f"{name}.", value, depth + 1)
        elif cards := _cards(value):
            yield name, cards
        elif all(isinstance(one, list) for one in value):
            yield name, HANDS.join(_text(_cards(one) or one) for one in value)
        else:
            rows = [
                dict(_cells(f"{name}.", one, depth + 1)) for one in value if isinstance(one, dict)
            ]
            for inner in dict.fromkeys(chain.from_iterable(rows)):
                if len(rows) == 1:
                    yield inner, rows[0][inner]
                else:
                    yield inner, HANDS.join(_text(one.get(inner)) for one in rows)


def _text(value: object) -> str:
    if isinstance(value, list):
        return listed(list(map(_text, value)))
    return "" if value is None else str(value)


def listed(texts: Sequence[str]) -> str:
    """Return the members of a list as one text."""
    return (LISTED if None in map(amount, texts) else NUMBERS).join(texts)


def _cards(value: list[object]) -> list[str]:
    found = [_card(one) for one in value if isinstance(one, dict)]
    return found if len(found) == len(value) and all(found) else []


def _card(value: Mapping[str, object]) -> str:
    rank = next((value[key] for key in RANK_KEYS if key in value), None)
    suit = value.get(SUIT)
    if rank is None or not isinstance(suit, str):
        return ""
    return f"{FACES.get(str(rank), rank)} of {suit}"


def is_left_out(name: str, row: Mapping[str, object]) -> bool:
    """Return whether a row lacks a column because the object that has it is empty or not there."""
    outer, point, _ = name.rpartition(".")
    while point:
        if row.get(outer, "") in EMPTY and not any(key.startswith(f"{outer}.") for key in row):
            return True
        outer, point, _ = outer.rpartition(".")
    return False
