"""Columns of integers as short texts, and those that follow from earlier columns.

A number is written in digits of 32, the lowest first, its sign as the lowest bit of all, as source
maps write theirs; a run of equal numbers is written once, with how many follow.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from math import lcm

DIGITS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"  # 32 and on: more follow
)
AGAIN = "."  # how many numbers follow that are equal to the one before
RISING = "+"  # in front: the numbers are differences from those before

Column = Sequence[int]
Written = str | list[int]


def packed(columns: Iterable[Column], before: Sequence[Column] = ()) -> list[Written]:
    """Return columns, each as a text or as a combination: `[d, place, number, ...]` is the sum of
    the columns at the places, each multiplied by its number, divided by d.

    before: columns that are known; they have the same length. Place 0 is a column of ones; those
        known follow, then the columns written.
    """
    written: list[Written] = []
    known: _Independent | None = None
    for column in columns:
        known = known or _Independent([[1] * len(column), *before])
        ways: list[Written] = [_text(column), RISING + _text(_differences(column))]
        if combination := known.add(column):
            ways.append(combination)
        written.append(min(ways, key=_length))
    return written


def _length(written: Written) -> int:
    return len(json.dumps(written, separators=(",", ":")))


def _differences(column: Column) -> list[int]:
    return [after - before for before, after in pairwise([0, *column])]


def _text(column: Column) -> str:
    return "".join(_runs(column))


def _runs(column: Column) -> Iterator[str]:
    for number, same in groupby(column):
        more = sum(1 for _ in same) - 1
        one = _digits(number)
        yield one + min(one * more, AGAIN + _digits(more), key=len)


def _digits(number: int) -> str:
    rest = 2 * abs(number) + (number < 0)
    text = ""
    while rest > 31:
        text += DIGITS[32 + rest % 32]
        rest //= 32
    return text + DIGITS[rest]


class _Independent:
    """Columns, and those among them that no combination of the ones before makes."""

    def __init__(self, columns: Iterable[Column]) -> None:
        self._columns: list[Column] = []
        self._places: list[int] = []  # of those that are independent
        self._rows: list[int] = []  # at which these are independent already
        for column in columns:
            self.add(column)

    def add(self, column: Column) -> list[int] | None:
        """Add a column; return it as a combination of those before, None where it is none."""
        shares = self._shares(column)
        strange = self._strange(column, shares)
        if strange is None:
            self._columns.append(column)
            below = lcm(*(share.denominator for share in shares))
            parts = ((at, int(share * below)) for at, share in zip(self._places, shares) if share)
            return [below, *(number for part in parts for number in part)]
        self._rows.append(strange)
        self._places.append(len(self._columns))
        self._columns.append(column)
        return None

    def _shares(self, column: Column) -> list[Fraction]:
        """Return the combination that makes a column at the rows known."""
        rows = [
            [Fraction(self._columns[place][row]) for place in self._places]
            + [Fraction(column[row])]
            for row in self._rows
        ]
        return [row[-1] for row in _solved(rows)]

    def _strange(self, column: Column, shares: Sequence[Fraction]) -> int | None:
        """Return the first row at which a column is not a combination, None if there is none."""
        below = lcm(*(share.denominator for share in shares))
        parts = [
            (self._columns[place], int(share * below))
            for place, share in zip(self._places, shares)
            if share
        ]
        for row, number in enumerate(column):
            if sum(part[row] * times for part, times in parts) != number * below:
                return row
        return None


def _solved(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Return equations with one solution, one a row and its number last, solved."""
    for place in range(len(rows)):
        pivot = next(at for at in range(place, len(rows)) if rows[at][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        head = [number / rows[place][place] for number in rows[place]]
        rows = [[number - row[place] * above for number, above in zip(row, head)] for row in rows]
        rows[place] = head
    return rows
