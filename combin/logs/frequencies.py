"""Which kinds of rows a log has, how many of each, and what follows what: all that matters where no
cards were logged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, compress, repeat
from typing import Any

from combin.errors import CombinError
from combin.logs import query
from combin.logs.read import Batch, Log, Progress, whole
from combin.logs.schema import COUNT, ROUND, SEAT

MOST_KINDS = 200_000  # no bet comes near; each one more takes memory

Raw = tuple[Any, ...]  # the cells of some columns in one row, as they were read


@dataclass
class Frequencies:
    """The rows of a log by their kind.

    counts: kind -> rounds. first: kind -> number of the first such row. pairs: (value, next value)
        of one column -> how often.
    ends: its first and last value. gap: the first row whose round number does not follow on, and
        that number. Where a row
    may be several rounds there is no order, and the last three are empty.
    """

    counts: Counter[Raw] = field(default_factory=Counter)
    first: dict[Raw, int] = field(default_factory=dict)
    pairs: Counter[tuple[Any, Any]] = field(default_factory=Counter)
    ends: tuple[Any, ...] = ()
    gap: tuple[int, int] | None = None

    @property
    def rounds(self) -> int:
        """How many rounds the log has."""
        return sum(self.counts.values())


class Flow:
    """Codes one after the other: how often each comes, and what follows what."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()
        self.pairs: Counter[tuple[int, int]] = Counter()
        self.start: int | None = None
        self.last = 0

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

    def copy(self) -> Flow:
        """Return what was counted so far, to be counted on by itself."""
        other = Flow()
        other.counts, other.pairs = self.counts.copy(), self.pairs.copy()
        other.start, other.last = self.start, self.last
        return other


class Seats:
    """Tells which rows of a log with several seats begin a deal, and picks one row of each.

    A deal's rows stand together, their seats ascending. Of the deals each in turn gives the row of
    its first seat, its second
    and so on, as many as the first deal has: what the cards are has no part in it.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self.last, self.deal, self.place, self.size = 0, -1, 0, 1

    def take(self, batch: Batch) -> tuple[bytearray, bytearray]:
        """Return 1 for each row of a batch that begins a deal, and 1 for each that is picked."""
        begins, picked = bytearray(len(batch)), bytearray(len(batch))
        for row, value in enumerate(batch.columns[SEAT]):
            seat = whole(self.log, batch.first + row, SEAT, value)
            if seat <= self.last or self.deal < 0:
                begins[row], self.deal, self.place = 1, self.deal + 1, 0
            else:
                self.place += 1
            if not self.deal:
                self.size = self.place + 1
            picked[row] = self.place == self.deal % self.size if self.deal else not self.place
            self.last = seat
        return begins, picked


class Counting:
    """Finds the kinds of rows of batches, one after the other, and their numbers.

    kinds: all kinds met, in the order in which they were met; a row's code is the place of its kind
        there. flow: all rows that
    were counted. picked: the rows of the last batch that are independent of one another, 1 for
        each; None where all are.
    """

    def __init__(self, log: Log, kind: Sequence[str], value: str) -> None:
        self.log, self.columns, self.place = log, kind, list(kind).index(value)
        self.codes: dict[Raw, int] = {}
        self.kinds: list[Raw] = []
        self.first: list[int] = []
        self.flow = Flow()
        self.seats = Seats(log) if SEAT in log.columns else None
        self.picked: bytearray | None = None
        self.round: int | None = None
        self.gap: tuple[int, int] | None = None

    def code(self, kind: Raw, row: int) -> int:
        """Return the code of a kind; row: where it stands, should it be new."""
        if kind not in self.codes:
            self.codes[kind] = len(self.kinds)
            self.kinds.append(kind)
            self.first.append(row)
        return self.codes[kind]

    def take(self, batch: Batch) -> list[int]:
        """Return the codes of a batch's rows, for `flow` to take where each is one round."""
        rows = list(zip(*(batch.columns[name] for name in self.columns)))
        if new := [kind for kind in dict.fromkeys(rows) if kind not in self.codes]:
            places = dict(
                zip(reversed(rows), range(len(rows) - 1, -1, -1))
            )  # of equal rows the first remains
            for kind in new:
                self.code(kind, batch.first + places[kind])
            _verify_kinds(self.log, self.kinds)
        codes = list(map(self.codes.__getitem__, rows))
        if COUNT in self.log.columns:
            for place, (code, count) in enumerate(zip(codes, batch.columns[COUNT])):
                self.flow.counts[code] += whole(self.log, batch.first + place, COUNT, count)
            return codes
        begins = None
        if self.seats:
            begins, self.picked = self.seats.take(batch)
        if ROUND in self.log.columns and self.gap is None:
            self._number(batch, begins)
        return codes

    def _number(self, batch: Batch, begins: bytearray | None) -> None:
        """Note where the rounds, or the deals that begin in some rows, are not numbered one after
        the other.
        """
        try:
            numbers = list(map(int, batch.columns[ROUND]))
        except (ValueError, TypeError):
            numbers = [
                whole(self.log, batch.first + i, ROUND, value)
                for i, value in enumerate(batch.columns[ROUND])
            ]
        steps = begins or repeat(1, len(numbers))
        before = numbers[0] - 1 if self.round is None else self.round
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
        counts = +Counter(
            {self.kinds[code]: count for code, count in flow.counts.items()}
        )  # kinds of 0 rounds are none
        first = dict(zip(self.kinds, self.first))
        pairs: Counter[tuple[Any, Any]] = Counter()
        if flow.start is None:
            return Frequencies(counts, first)
        values = [kind[self.place] for kind in self.kinds]
        for (before, after), count in flow.pairs.items():
            pairs[values[before], values[after]] += count
        return Frequencies(counts, first, pairs, (values[flow.start], values[flow.last]), self.gap)


def _verify_kinds(log: Log, kinds: Collection[Raw]) -> None:
    if len(kinds) > MOST_KINDS:
        raise CombinError(
            f"{log.path!r} has more than {MOST_KINDS:,} kinds of rows: a column holds something "
            "else than its name says"
        )


def frequencies_of(
    log: Log, kind: Sequence[str], value: str, progress: Progress | None = None
) -> tuple[Frequencies, Frequencies]:
    """Return which kinds of rows there are by the columns `kind`, and what follows what in the
    column `value`.

    First of all rows, then of those that are independent of one another: one of each deal.
    """
    if log.ending == ".parquet" and SEAT not in log.columns:
        frequencies = _by_query(log, kind, value)
        return frequencies, frequencies
    counting, independent = Counting(log, kind, value), Flow()
    for batch in log.batches(progress):
        codes = counting.take(batch)
        if COUNT not in log.columns:
            counting.flow.take(codes)
        if counting.picked is not None:
            independent.take(list(compress(codes, counting.picked)))
    frequencies = counting.frequencies
    return frequencies, frequencies if counting.picked is None else counting.frequencies_of(
        independent
    )


def _by_query(log: Log, kind: Sequence[str], value: str) -> Frequencies:
    counted, frequencies = COUNT in log.columns, Frequencies()
    for *values, at, count in query.kinds(log.path, kind, counted):
        cell = tuple(values)
        frequencies.counts[cell] += whole(log, at, COUNT, count) if counted else count
        frequencies.first[cell] = min(at, frequencies.first.get(cell, at))
        _verify_kinds(log, frequencies.first)
    frequencies.counts = +frequencies.counts
    if not counted and frequencies.counts:
        found = query.pairs(log.path, value)
        frequencies.pairs = Counter(
            {(before, after): count for before, after, count in found if before is not None}
        )
        frequencies.ends = (
            *(after for before, after, _ in found if before is None),
            query.last(log.path, value),
        )
        frequencies.gap = query.gap(log.path) if ROUND in log.columns else None
    return frequencies


def running(log: Log, column: str, step: int) -> list[tuple[int, int]]:
    """Return (rounds so far, sum of a column of numbers so far) after every `step` rows of a log
    that was read already.
    """
    if log.ending == ".parquet":
        rows = [
            (int(rounds), int(total)) for _, rounds, total in query.sums(log.path, column, step)
        ]
        return list(accumulate(rows, lambda done, more: (done[0] + more[0], done[1] + more[1])))
    found, total, done = [], 0, 0
    for batch in log.batches():
        sums = list(accumulate(map(int, batch.columns[column]), initial=total))
        found += [
            (done + place, sums[place]) for place in range(-done % step or step, len(sums), step)
        ]
        done, total = done + len(batch), sums[-1]
    return found if found and found[-1][0] == done else [*found, (done, total)]


def verify_rounds(log: Log, frequencies: Frequencies) -> int:
    """Return the number of rounds; raises CombinError for none, for too many, or fewer than the log
    says.
    """
    rounds = frequencies.rounds
    if not rounds:
        raise CombinError(f"{log.path!r} has no rounds")
    if rounds >= 2**63:
        raise CombinError(f"{log.path!r}: its counts add up to more than 63 bits hold")
    if log.facts.rounds is not None and rounds < log.facts.rounds:
        raise CombinError(
            f"{log.path!r} is cut off: it says that it has {log.facts.rounds:,} rounds, and has "
            f"{rounds:,}"
        )
    return rounds
