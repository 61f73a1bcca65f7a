"""Tables of pays as sums of a few of them, so that what is linear is added up only once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from combin.records import dataclass

Table = tuple[int, ...]  # scaled pays by the joint number of facts
Parts = dict[
    int, Fraction
]  # how often each table of a basis is taken; -1 stands for the constant 1

CONSTANT = -1


@dataclass(frozen=True)
class Mixed:
    """A table of pays as a sum of others.

    times: how often each table of a basis is added.
    constant: what is added everywhere.
    divisor: by which the sum is divided.
    """

    times: tuple[int, ...]
    constant: int
    divisor: int


@dataclass(frozen=True)
class Reduced:
    """What is left of a table when others are taken off.

    left: the rest, nothing but zeros where the table follows from the others.
    parts: what was taken off.
    """

    left: list[Fraction]
    parts: Parts


class Basis:
    """Tables of which others are sums. A constant is always one of them, and costs nothing.

    tables: those taken in, none of which follows from the others.
    """

    def __init__(self, tables: Iterable[Table]) -> None:
        """tables: all that are to be sums; those that follow from the ones before are left out."""
        self.tables: list[Table] = []
        self._rows: list[Reduced] = []
        self._mixed: dict[Table, Mixed] = {}
        for table in tables:
            if not self._rows:
                self._rows.append(Reduced([Fraction(1)] * len(table), {CONSTANT: Fraction(1)}))
            rest = self._reduced(table)
            if any(rest.left):
                parts = {number: -part for number, part in rest.parts.items()}
                self._rows.append(Reduced(rest.left, {**parts, len(self.tables): Fraction(1)}))
                self.tables.append(table)

    def _reduced(self, table: Sequence[int]) -> Reduced:
        left, parts = [Fraction(pay) for pay in table], Parts()
        for row in self._rows:
            place = next(place for place, pay in enumerate(row.left) if pay)
            share = left[place] / row.left[place]
            if share:
                left = [pay - share * other for pay, other in zip(left, row.left)]
                for number, part in row.parts.items():
                    parts[number] = parts.get(number, Fraction(0)) + share * part
        return Reduced(left, parts)

    def mixed(self, table: Table) -> Mixed:
        """Return one of the tables that the basis was made for as a sum; found once."""
        if table not in self._mixed:
            parts = self._reduced(table).parts
            divisor = lcm(*(part.denominator for part in parts.values()))
            times = [int(parts.get(number, 0) * divisor) for number in range(len(self.tables))]
            self._mixed[table] = Mixed(tuple(times), int(parts.get(CONSTANT, 0) * divisor), divisor)
        return self._mixed[table]
