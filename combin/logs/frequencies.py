"""The number of rows of each kind in a log, and their order: all that a log without cards says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from copy import deepcopy
from dataclasses import field
from fractions import Fraction
from itertools import accumulate, product, repeat
from operator import ne
from typing import Any

from combin.errors import CombinError, refuse
from combin.logs import query
from combin.logs.batch import Batch
from combin.logs.read import Log, money, whole
from combin.logs.schema import COUNT, ROUND, SEAT, SHOE, AnyCell
from combin.records import dataclass

BLOCK = 128  # rounds whose results are added up, to see whether blocks vary as they ought to
MOST_BLOCKS = 1 << 13  # that are looked at: some million rounds
MOST_KINDS = 200_000  # no bet comes near; each one more takes memory

Raw = tuple[Any, ...]  # the cells of some columns in one row, as they were read


@dataclass
class Blocks:
    """The first rows of a log in whole blocks of BLOCK, at most MOST_BLOCKS.

    number: how many blocks there are.
    counts: code or value -> how often it comes in them.
    products: (one, other) -> the sum over the blocks of both their numbers multiplied.
    second: code or value -> how often it comes in their second, fourth, ... rows.
    """

    number: int = 0
    counts: Counter[Any] = field(default_factory=Counter)
    products: Counter[tuple[Any, Any]] = field(default_factory=Counter)
    second: Counter[Any] = field(default_factory=Counter)

    def take(self, codes: Sequence[int]) -> None:
        """Count a whole block."""
        found = Counter(codes)
        self.number += 1
        self.counts.update(found)
        self.second.update(codes[1::2])
        for (one, many), (other, more) in product(found.items(), repeat=2):
            self.products[one, other] += many * more

    def called(self, values: Sequence[AnyCell]) -> Blocks:
        """Return the same by values; values: of each code."""
        found = Blocks(self.number)
        for code, many in self.counts.items():
            found.counts[values[code]] += many
        for (one, other), many in self.products.items():
            found.products[values[one], values[other]] += many
        for code, many in self.second.items():
            found.second[values[code]] += many
        return found


@dataclass
class Frequencies:
    """The rows of a log by their kind.

    counts: kind -> rounds.
    first: kind -> number of the first such row.
    pairs: (value, next value) of one column -> how often.
    ends: the first and the last value of that column.
    gap: the first row whose round number does not follow on, and that number.
    blocks: of that column.

    Where a row may be several rounds there is no order, and the last four are empty.
    """

    counts: Counter[Raw] = field(default_factory=Counter)
    first: dict[Raw, int] = field(default_factory=dict)
    pairs: Counter[tuple[Any, Any]] = field(default_factory=Counter)
    ends: tuple[Any, ...] = ()
    gap: tuple[int, int] | None = None
    blocks: Blocks = field(default_factory=Blocks)

    @property
    def rounds(self) -> int:
        """How many rounds the log has."""
        return sum(self.counts.values())


class Flow:
    """A sequence of codes: how often each comes, and which follows which.

    counts: code -> how often.
    pairs: (code, next code) -> how often.
    start, last: the first and the last code; the first is None as long as there are none.
    blocks: what its blocks have.
    """

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()
        self.pairs: Counter[tuple[int, int]] = Counter()
        self.start: int | None = None
        self.last = 0
        self.blocks = Blocks()
        self._open: list[int] = []  # the codes of a block that is not whole

    def take(self, codes: Sequence[int]) -> None:
        """Count some codes."""
        if not codes:
            return
        self.counts.update(codes)
        if self.start is None:
            self.start = codes[0]
        else:
            self.pairs[self.last, codes[0]] += 1
        self.pairs.update(zip(codes, codes[1:]))
        self.last = codes[-1]
        if self.blocks.number == MOST_BLOCKS:
            return
        waiting = [*self._open, *codes]
        most = BLOCK * min(len(waiting) // BLOCK, MOST_BLOCKS - self.blocks.number)
        for start in range(0, most, BLOCK):
            self.blocks.take(waiting[start : start + BLOCK])
        self._open = waiting[most:]

    def copy(self) -> Flow:
        """Return a copy of what was counted so far, which then counts by itself."""
        other = Flow()
        other.counts, other.pairs = self.counts.copy(), self.pairs.copy()
        other.start, other.last = self.start, self.last
        other.blocks, other._open = deepcopy(self.blocks), self._open[:]
        return other


class SeatRows:
    """Tells which rows of a log with several seats begin a deal, and picks one row of each.

    A deal's rows stand together, their seats ascending. The first deal gives the row of its first
    seat, the next that of its second, and so on, as many as the first deal has: the choice has
    nothing to do with the cards.

    last: the seat of the row before.
    deal: the number of the deal, -1 before the first.
    place: of the row within its deal.
    size: how many rows the first deal has.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self.last, self.deal, self.place, self.size = 0, -1, 0, 1

    def take(self, batch: Batch) -> tuple[bytearray, bytearray]:
        """Return 1 for each row of a batch that begins a deal, and 1 for each that is picked."""
        begins = bytearray(len(batch))
        picked = bytearray(len(batch))
        for row, value in enumerate(batch.columns[SEAT]):
            seat = whole(self.log, batch.first + row, SEAT, value)
            if seat <= self.last or self.deal < 0:
                begins[row] = 1
                self.deal += 1
                self.place = 0
            else:
                self.place += 1
            if self.deal == 0:
                self.size = self.place + 1
                picked[row] = self.place == 0
            else:
                picked[row] = self.place == self.deal % self.size
            self.last = seat
        return begins, picked


class ShoeRows:
    """Tells which rows of a log begin a shoe; each file may number its shoes as the first one does.

    start: the first shoe.
    last: the shoe of the row before.
    """

    def __init__(self) -> None:
        self.start: Any = None
        self.last: Any = None

    def take(self, batch: Batch) -> bytearray:
        """Return 1 for each row of a batch that begins a shoe."""
        shoes = batch.columns[SHOE]
        if self.last is None:
            self.start = shoes[0]
        fresh = bytearray(map(ne, shoes, [self.last, *shoes]))
        fresh[0] |= batch.opens and shoes[0] == self.start
        self.last = shoes[-1]
        return fresh


class Counting:
    """Finds the kinds of rows of batches, one after the other, and counts them.

    columns: those whose cells are a row's kind.
    place: of the column whose order is looked at, among them.
    kinds: all kinds in the order in which they were met; the code of a row is the place of its
        kind.
    first: the number of the first row of each kind.
    flow: all rows that were counted.
    picked: the rows of the last batch that are independent of one another, 1 for each; None where
        all are.
    gap: as in `Frequencies`.
    """

    def __init__(self, log: Log, kind: Sequence[str], value: str) -> None:
        self.log, self.columns = log, kind
        self.place = list(kind).index(value)
        self.codes: dict[Raw, int] = {}
        self.kinds: list[Raw] = []
        self.first: list[int] = []
        self.flow = Flow()
        self.seats = SeatRows(log) if SEAT in log.columns else None
        self.shoes = ShoeRows() if SHOE in log.columns else None
        self.picked: bytearray | None = None
        self.round: int | None = None
        self.start = 0  # the number of the first round
        self.gap: tuple[int, int] | None = None

    def code(self, kind: Raw, row: int) -> int:
        """Return the code of a kind; row: where it stands, noted if it is new."""
        if kind not in self.codes:
            self.codes[kind] = len(self.kinds)
            self.kinds.append(kind)
            self.first.append(row)
        return self.codes[kind]

    def take(self, batch: Batch) -> list[int]:
        """Return the codes of a batch's rows, for `flow` to take where each is one round."""
        rows = list(zip(*(batch.columns[name] for name in self.columns)))
        if not self.codes.keys() >= set(rows):
            for row, kind in enumerate(rows, batch.first):
                self.code(kind, row)
            _verify_kinds(self.log, self.kinds)
        codes = list(map(self.codes.__getitem__, rows))
        if COUNT in self.log.columns:
            for row, (code, count) in enumerate(zip(codes, batch.columns[COUNT]), batch.first):
                self.flow.counts[code] += whole(self.log, row, COUNT, count)
            return codes
        begins = None
        if self.seats:
            begins, self.picked = self.seats.take(batch)
        elif self.shoes:
            self.picked = self.shoes.take(batch)
        if ROUND in self.log.columns and self.gap is None:
            self._number(batch, begins)
        return codes

    def _number(self, batch: Batch, begins: bytearray | None) -> None:
        """Note where the rounds, or the deals that begin in some rows, are not numbered one after
        the other; each file may begin again with the number of the first one.
        """
        rounds = batch.columns[ROUND]
        try:
            numbers = list(map(int, rounds))
        except (ValueError, TypeError):
            numbers = [
                whole(self.log, row, ROUND, cell) for row, cell in enumerate(rounds, batch.first)
            ]
        steps = begins or repeat(1, len(numbers))
        if self.round is None:
            self.start = numbers[0]
        begins_anew = self.round is None or (batch.opens and numbers[0] == self.start)
        before = numbers[0] - 1 if begins_anew else self.round
        right = list(accumulate(steps, initial=before))[1:]
        if numbers != right:
            place = next(i for i, number in enumerate(numbers) if number != right[i])
            self.gap = batch.first + place, numbers[place]
        self.round = numbers[-1]

    @property
    def frequencies(self) -> Frequencies:
        """What was counted."""
        return self.frequencies_of(self.flow)

    def frequencies_of(self, flow: Flow) -> Frequencies:
        """Return what was counted of some rows."""
        counts = {self.kinds[code]: count for code, count in flow.counts.items() if count}
        first = dict(zip(self.kinds, self.first))
        pairs: Counter[tuple[Any, Any]] = Counter()
        if flow.start is None:
            return Frequencies(Counter(counts), first)
        values = [kind[self.place] for kind in self.kinds]
        for (before, after), count in flow.pairs.items():
            pairs[values[before], values[after]] += count
        ends = values[flow.start], values[flow.last]
        blocks = flow.blocks.called(values)
        return Frequencies(Counter(counts), first, pairs, ends, self.gap, blocks)


def _verify_kinds(log: Log, kinds: Collection[Raw]) -> None:
    refuse(
        len(kinds) > MOST_KINDS,
        f"{log.path!r} has more than {MOST_KINDS:,} kinds of rows: a column holds something "
        "else than its name says",
    )


def queried(log: Log, kind: Sequence[str], value: str) -> Frequencies | None:
    """Return the frequencies of a Parquet file, counted where it is read; None of another log."""
    path = log.queried
    if path is None or {SEAT, SHOE} & {*log.columns}:
        return None
    counted, found = COUNT in log.columns, Frequencies()
    for *values, row, count in query.kinds(path, kind, counted):
        cells = tuple(values)
        found.counts[cells] += whole(log, row, COUNT, count) if counted else count
        found.first[cells] = min(row, found.first.get(cells, row))
        _verify_kinds(log, found.first)
    found.counts = +found.counts  # kinds of 0 rounds are none
    if not counted and found.counts:
        for before, after, count in query.pairs(path, value):
            if before is None:
                found.ends = after, query.last(path, value)
            else:
                found.pairs[before, after] = count
        found.blocks = Blocks(*query.blocks(path, value, BLOCK, MOST_BLOCKS))
        if ROUND in log.columns:
            found.gap = query.gap(path)
    return found


def running(log: Log, column: str, step: int) -> list[tuple[int, int | Fraction]]:
    """Return (rounds so far, sum of a column of amounts so far) after every `step` rows of a log
    that was read already, and after the last row.
    """
    found: list[tuple[int, int | Fraction]] = []
    rounds = 0
    total: int | Fraction = 0
    known: dict[Any, int | Fraction] = {}
    for batch in log.batches():
        cells = batch.columns[column]
        for cell in {*cells} - known.keys():
            number = money(log, batch.first, column, cell)
            known[cell] = number.numerator if number.denominator == 1 else number
        sums = list(accumulate(map(known.__getitem__, cells), initial=total))
        marks = range(-rounds % step or step, len(sums), step)
        found += [(rounds + mark, sums[mark]) for mark in marks]
        rounds += len(batch)
        total = sums[-1]
    return [*found, (rounds, total)] if rounds % step else found


def verify_rounds(log: Log, frequencies: Frequencies, whole: bool = True) -> int:
    """Return the number of rounds; raises CombinError for none, for too many, or fewer than the log
    says.

    whole: whether all of the log was read.
    """
    rounds = frequencies.rounds
    refuse(not rounds, f"{log.path!r} has no rounds")
    refuse(rounds >= 2**63, f"{log.path!r}: its counts add up to more than 63 bits hold")
    if whole and log.facts.rounds is not None and rounds < log.facts.rounds:
        raise CombinError(
            f"{log.path!r} is cut off: it says that it has {log.facts.rounds:,} rounds, and has "
            f"{rounds:,}"
        )
    return rounds
