"""Columns of integers as short texts, and those that follow from earlier columns.

A number is written in digits of 32, the lowest first, its sign as the lowest bit of all, as source
maps write theirs; a run of equal numbers is written once, with how many follow.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from math import gcd
from operator import mul

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
        rises = [after - before for before, after in pairwise([0, *column])]
        ways: list[Written] = [_text(column), RISING + _text(rises)]
        if combination := known.add(column):
            ways.append(combination)
        written.append(min(ways, key=lambda way: len(json.dumps(way, separators=(",", ":")))))
    return written


def _text(column: Column) -> str:
    text = ""
    for number, same in groupby(column):
        more = sum(1 for _ in same) - 1
        one = _digits(number)
        text += one + min(one * more, AGAIN + _digits(more), key=len)
    return text


def _digits(number: int) -> str:
    rest = 2 * abs(number) + (number < 0)
    text = ""
    while rest > 31:
        text += DIGITS[32 + rest % 32]
        rest //= 32
    return text + DIGITS[rest]


class _Independent:
    """Columns, and those among them that no combination of the ones before makes.

    The square of the independent columns at the rows where they are independent has the inverse
    `_adjoint` / `_determinant`; a column more and a row more border it.
    """

    def __init__(self, columns: Iterable[Column]) -> None:
        self._columns: list[Column] = []
        self._places: list[int] = []  # of those that are independent
        self._rows: list[int] = []  # at which these are independent already
        self._adjoint: list[list[int]] = []
        self._determinant = 1
        for column in columns:
            self.add(column)

    def add(self, column: Column) -> list[int] | None:
        """Add a column; return it as a combination of those before, None where it is none."""
        asked = [column[row] for row in self._rows]
        times = [sum(map(mul, line, asked)) for line in self._adjoint]
        strange = self._strange(column, times)
        self._columns.append(column)
        if strange is None:
            below, parts = self._parts(times)
            return [below, *(number for part in parts for number in part)]
        # An independent column and a row more border the square.
        known = [self._columns[place][strange] for place in self._places]
        across = [sum(map(mul, known, line)) for line in zip(*self._adjoint)]
        before = self._determinant
        now = before * column[strange] - sum(map(mul, known, times))
        self._adjoint = [
            [(now * one + down * right) // before for one, right in zip(line, across)] + [-down]
            for line, down in zip(self._adjoint, times)
        ]
        self._adjoint.append([*(-right for right in across), before])
        self._determinant = now
        self._rows.append(strange)
        self._places.append(len(self._columns) - 1)
        return None

    def _parts(self, times: Sequence[int]) -> tuple[int, list[tuple[int, int]]]:
        """Return a combination without a common divisor: by what it is divided, above 0, and the
        places with their numbers, those of 0 left out.
        """
        common = gcd(self._determinant, *times) * (-1 if self._determinant < 0 else 1)
        parts = [(at, number // common) for at, number in zip(self._places, times) if number]
        return self._determinant // common, parts

    def _strange(self, column: Column, times: Sequence[int]) -> int | None:
        """Return the first row at which a column is not a combination, None if there is none."""
        below, parts = self._parts(times)
        known = [(self._columns[place], number) for place, number in parts]
        for row, number in enumerate(column):
            if sum(part[row] * many for part, many in known) != number * below:
                return row
        return None
