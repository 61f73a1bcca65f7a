"""The maxima of a value in tables, for a page: those of one decision stand together, a row each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb

from combin.cards import RANKS, SUITS
from combin.dossier.columns import Column, Written, packed
from combin.records import dataclass
from combin.sensitivity.maxima import Maximum, Value, key_of, number_of

HEIGHTS = [rank + suit for rank in RANKS for suit in SUITS] + ["Jk"]  # the highest card last


@dataclass(frozen=True)
class MaximaTable:
    """Maxima of one decision; they are numbered on from one table to the next.

    decision, actions: see `Maximum`.
    rows: how many maxima.
    cards: how many cards an example has, zone by zone.
    keys: of each option the constant and the pays in it.
    columns: how many information sets; how often the maximum counts in the total; for each zone the
        cards of the example, as the number of their set; for each option the numbers of its keys;
        if there are links, how many of them.
    links: for each option the number of a maximum in it and what that is multiplied by; empty if
        no maximum stands in another.
    Columns are as `packed` writes them; the table before is known to columns of the same length.
    """

    decision: str
    actions: tuple[str, ...]
    rows: int
    cards: tuple[int, ...]
    keys: tuple[tuple[int, ...], ...]
    columns: list[Written]
    links: list[Written]


def tables(value: Value) -> list[MaximaTable]:
    """Return the maxima of a value; each stands after those in it."""
    groups: dict[object, list[int]] = defaultdict(list)
    depths: list[int] = []
    for number, choice in enumerate(value.choices):
        inner = [depths[number_of(key)] for way in choice.options for key in way if key < 0]
        depths.append(max(inner, default=-1) + 1)
        alike = choice.decision, choice.actions, _cards(choice), frozenset(choice.met)
        groups[depths[-1], alike].append(number)
    listed = sorted(groups.values(), key=lambda group: depths[group[0]])
    places = {old: new for new, old in enumerate(number for group in listed for number in group)}
    return list(_written(_TableColumns(value, group, places) for group in listed))


def _cards(choice: Maximum) -> tuple[int, ...]:
    return tuple(len(zone.split()) for zone in choice.cards.split("/") if choice.cards)


class _TableColumns:
    """The maxima of one table, as columns of whole numbers."""

    def __init__(self, value: Value, group: Sequence[int], places: Mapping[int, int]) -> None:
        self.choices = choices = [value.choices[number] for number in group]
        self.keys = tuple(
            tuple(sorted({key for option in options for key in option if key >= 0}))
            for options in zip(*(choice.options for choice in choices), strict=True)
        )
        links = [list(_links(choice, places)) for choice in choices]
        self.columns: list[Column] = [
            [choice.sets for choice in choices],
            [value.total.get(key_of(number), 0) for number in group],
            *_examples(choices),
            *(
                [choice.options[place].get(key, 0) for choice in choices]
                for place, listed in enumerate(self.keys)
                for key in listed
            ),
        ]
        if any(links):
            self.columns.append([len(listed) for listed in links])
        joined = [link for listed in links for link in listed]
        self.links: list[Column] = list(zip(*joined, strict=True))


def _written(listed: Iterable[_TableColumns]) -> Iterator[MaximaTable]:
    """Yield the tables; the columns of the one before are known where they are as long."""
    columns: list[Column] = []
    links: list[Column] = []
    for rows in listed:
        first = rows.choices[0]
        yield MaximaTable(
            first.decision,
            first.actions,
            len(rows.choices),
            _cards(first),
            rows.keys,
            packed(rows.columns, _as_long(columns, rows.columns)),
            packed(rows.links, _as_long(links, rows.links)),
        )
        columns, links = rows.columns, rows.links


def _as_long(before: Sequence[Column], columns: Sequence[Column]) -> Sequence[Column]:
    """Return columns if others are as long, else none."""
    return before if before and columns and len(before[0]) == len(columns[0]) else ()


def _links(choice: Maximum, places: Mapping[int, int]) -> Iterator[list[int]]:
    """Yield the maxima in a maximum side by side: for each option the place of one and what it is
    multiplied by, 0 where an option has fewer.
    """
    inner = [
        sorted((places[number_of(key)], times) for key, times in option.items() if key < 0)
        for option in choice.options
    ]
    for at in range(max(map(len, inner))):
        yield [number for each in inner for number in (each[at] if at < len(each) else (0, 0))]


def _examples(choices: Sequence[Maximum]) -> Iterator[Column]:
    """Yield zone by zone the numbers of the sets of cards in the examples, each among all sets of
    as many cards, which may be equal.
    """
    for zones in zip(*(choice.cards.split("/") for choice in choices if choice.cards), strict=True):
        heights = [sorted(map(HEIGHTS.index, zone.split())) for zone in zones]
        yield [sum(comb(height + at, at + 1) for at, height in enumerate(one)) for one in heights]
