"""Some rows of a log; rows that are hands of one round, such as those of a split, joined to one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Any

from combin.logs.nested import HANDS
from combin.logs.schema import MONEY, ROUND, UNIT
from combin.logs.spelling import total
from combin.records import dataclass


@dataclass
class Batch:
    """Some rows one after the other.

    first: the number of the first, from 1.
    columns: name -> values, text or numbers.
    opens: whether the first row is that of a file.
    """

    first: int
    columns: dict[str, Sequence[Any]]
    opens: bool = False

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def rows(self, begin: int, end: int | None = None) -> Batch:
        """Return some of these rows."""
        columns = {name: values[begin:end] for name, values in self.columns.items()}
        return Batch(self.first + begin, columns, self.opens and not begin)


def gathered(batches: Iterable[Batch], least: int) -> Iterator[Batch]:
    """Yield the rows of batches in larger ones of at least so many rows; files stay apart."""
    waiting: list[Batch] = []
    for batch in batches:
        if waiting and (batch.opens or sum(map(len, waiting)) >= least):
            yield _as_one(waiting)
            waiting = []
        waiting.append(batch)
    if waiting:
        yield _as_one(waiting)


def _as_one(batches: Sequence[Batch]) -> Batch:
    first, *others = batches
    columns: dict[str, Sequence[Any]] = {
        name: [*cells, *chain.from_iterable(other.columns[name] for other in others)]
        for name, cells in first.columns.items()
    }
    return Batch(first.first, columns, first.opens) if others else first


def joined(batches: Iterable[Batch], hands: Sequence[str], are_numbers: bool) -> Iterator[Batch]:
    """Yield batches with a row for each round; the rows of a round have its number and stand
    together.

    hands: the columns that say something of one hand. Amounts are added up; of all else the first
        row of a round counts.
    are_numbers: whether rounds are said to be numbered; else they are, in their order.
    """
    number, waiting = 1, None
    for batch in batches:
        if waiting and batch.opens:
            yield (made := _made(number, waiting, hands, are_numbers))
            number, waiting = number + len(made), None
        if waiting:
            both: dict[str, Sequence[Any]]
            both = {name: [*waiting.columns[name], *batch.columns[name]] for name in batch.columns}
            batch = Batch(1, both, waiting.opens)
        rounds = batch.columns[ROUND]
        last = len(rounds) - 1
        while last and rounds[last - 1] == rounds[-1]:
            last -= 1
        waiting = batch.rows(last)
        if last:
            yield (made := _made(number, batch.rows(0, last), hands, are_numbers))
            number += len(made)
    if waiting:
        yield _made(number, waiting, hands, are_numbers)


def _made(number: int, batch: Batch, hands: Sequence[str], are_numbers: bool) -> Batch:
    """Return a batch with a row for each round; number: of the first."""
    sizes = [len([*rows]) for _, rows in groupby(batch.columns[ROUND])]
    columns: dict[str, Sequence[Any]] = {}
    for name, cells in batch.columns.items():
        rest = iter(cells)
        parts = [[next(rest) for _ in range(size)] for size in sizes]
        if name in hands:
            columns[name] = [HANDS.join(map(str, part)) for part in parts]
        elif name in MONEY and name != UNIT:
            columns[name] = [
                part[0] if len(part) == 1 else total((1, cell) for cell in part) for part in parts
            ]
        else:
            columns[name] = [part[0] for part in parts]
    if not are_numbers:
        columns[ROUND] = range(number, number + len(sizes))
    return Batch(number, columns, batch.opens)
