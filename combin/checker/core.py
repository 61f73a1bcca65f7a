"""The flow of every check: the rows, those that cannot be, the play, the cards, the frequencies.
What a row says, and how it is settled, the reader of a family knows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.checker import codes, fits
from combin.checker.blocks import block_tests
from combin.checker.deals import Dealt
from combin.checker.law import LogLaw
from combin.checker.possible import Findings, RowKind
from combin.checker.power import power_of
from combin.checker.shoes import ShoeResults
from combin.checker.verdict import Verdict
from combin.logs.batch import Batch, gathered
from combin.logs.frequencies import Counting, Frequencies, Raw, verify_rounds
from combin.logs.parts import Progress
from combin.logs.read import Log
from combin.logs.schema import COUNT, SHOE, AnyCell, smallest_chip
from combin.records import dataclass

if TYPE_CHECKING:
    from combin.checker.played import PlayCheck

NO_NET = "the log has no net, and its outcomes do not imply it"

BY_SHOE = "rounds that begin a shoe"  # are tested, where several are dealt from each

Scores = tuple[Mapping[AnyCell, int], Mapping[int, Fraction]]  # of results; score -> its chance


@dataclass
class RowsRead:
    """The rows of a log, by what they are.

    law: what they are compared with.
    every: all of them.
    tested: those whose frequencies are tested: of each deal or shoe one, played as the strategy
        would have.
    cells: every kind of round among these, observed and expected.
    mean: their mean net in units; None where it is not known.
    nets: what a row says -> its net; None where that is not known.
    play: how the decisions agree with the strategy; None where none was looked at.
    cards: what there is to say of them.
    untested: what is not looked at, and why. untestable: why no frequency can be tested.
    unsettled: why no round is settled from cards; empty where every one is.
    hint: what may explain rows that cannot be.
    read_as: what was found by trial, and what words and rows are taken for.
    labels: what a row says -> the kind of round that it is. shares: the chances of these kinds.
    tables: of their outcomes, that may be too regular.
    logged: what rows say apart from their cards -> how many rounds say so.
    """

    law: LogLaw
    every: Frequencies
    tested: Frequencies
    cells: tuple[fits.Bin, ...]
    mean: Fraction | None
    nets: Mapping[Raw, Fraction] | None
    play: PlayCheck | None
    cards: Dealt
    untested: list[str]
    untestable: str
    unsettled: str
    hint: str
    read_as: tuple[str, ...]
    labels: Mapping[Raw, fits.Label] = field(default_factory=dict)
    shares: Mapping[fits.Label, Fraction] = field(default_factory=dict)
    tables: Sequence[fits.GivenCounts] = ()
    logged: Mapping[RowKind, int] = field(default_factory=dict)


class LogReader(ABC):
    """Reads the rows of a log and settles them, as a family of games does.

    log: its columns. chip: units per chip. findings: the rows that cannot be.
    counting: what rows say apart from their cards.
    shoes: the results of shoes, where several rounds are dealt from each.
    picked: which rounds are tested, where it is not all.
    in_order: whether the order of these is tested, too.
    at_once: how many rows are judged together, at least; 0 for as many as are read at a time.
    """

    picked: str
    in_order = True
    at_once = 0

    def __init__(self, log: Log, chip: Fraction, kind: Sequence[str], value: str) -> None:
        self.log, self.chip, self.findings = log, chip, Findings()
        self.counting = Counting(log, kind, value)
        self.shoes = ShoeResults() if SHOE in log.columns else None

    @abstractmethod
    def take(self, batch: Batch) -> None:
        """Look at the rows of a batch."""

    @abstractmethod
    def wrong_rows(self, batch: Batch) -> int:
        """Return how many rows of a batch cannot be; it is the first one."""

    @abstractmethod
    def rows(self, findings: Findings, any_play: bool) -> RowsRead:
        """Return what the rows taken so far are; `findings` gets what is found only now.

        any_play: whether the play is no part of the verdict.
        """

    @abstractmethod
    def net_of(self, value: AnyCell) -> Fraction | None:
        """Return the net of a result as it is logged; None where that is not known."""

    @abstractmethod
    def scores(self, nets: Mapping[AnyCell, Fraction]) -> Scores:
        """Return what each result counts for its correlation with others, and the chances of these
        numbers, none where they are not known; nets: result -> its net.
        """

    def take_all(self, progress: Progress | None, stopped: Callable[[], bool]) -> bool:
        """Take all rows, as long as nobody stops it; return whether it came to the end."""
        batches = self.log.batches(progress)
        for batch in gathered(batches, self.at_once) if self.at_once else batches:
            if stopped():
                return False
            self.take(batch)
        return True

    def other_chip(self, possible: Set[Fraction], logged: Iterable[Fraction | None]) -> str:
        """Return what may explain nets that no round wins: a chip of another size."""
        nets = {net for net in logged if net}
        if not nets or nets <= possible:
            return ""
        factor = smallest_chip(possible) / smallest_chip(nets)
        if factor == 1 or not {net * factor for net in nets} <= possible:
            return ""
        chip = self.chip * factor
        return f"every net would be possible with a chip of {chip} units (--chip {chip})"


class LogCheck:
    """Checks a log as its family reads it: the `LogChecker` of a log whose columns are known.

    level: of all tests together. any_play: whether the play is no part of the verdict.
    """

    def __init__(
        self, reader: LogReader, level: Fraction = fits.LEVEL, any_play: bool = False
    ) -> None:
        self.reader, self.log, self.level, self.any_play = reader, reader.log, level, any_play

    def take(self, batch: Batch) -> None:
        self.reader.take(batch)

    def whole(
        self,
        progress: Progress | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Verdict:
        """Return the verdict on all rows, or on those before somebody stopped it."""
        return self.verdict(self.reader.take_all(progress, stopped))

    def verdict(self, whole: bool = True) -> Verdict:
        reader, log, findings = self.reader, self.log, self.reader.findings.copy()
        rows = reader.rows(findings, self.any_play)
        rounds, tested = self._rounds(rows.every, findings, whole), rows.tested.rounds
        if rows.untestable:
            rows.untested.append(rows.untestable)
            tests = [*rows.cards.tests, *fits.regular_test(rows.cards.tables)]
        else:
            tests = [*self._tests(rows)]
        digest, files = log.digests()
        found = Verdict(
            law=rows.law,
            log=log,
            chip=reader.chip,
            rounds=rounds,
            hint=rows.hint,
            replayed=not rows.unsettled,
            play=rows.play,
            mean=rows.mean,
            cells=rows.cells,
            strays=rows.cards.strays,
            tests=fits.corrected(tests, self.level),
            tested=tested,
            power=power_of(rows.law.result.variance, tested, self.level, tests),
            untested=tuple(rows.untested),
            digest=digest,
            impossible=findings.kinds,
            impossible_rows=min(findings.rows, rounds),
            read_as=rows.read_as,
            unsettled=rows.unsettled,
            picked=reader.picked,
            level=self.level,
            partial=not whole,
            files=files,
            logged=rows.logged,
            any_play=self.any_play,
        )
        if whole:
            log.verify_same()
        return found

    def _rounds(self, every: Frequencies, findings: Findings, whole: bool) -> int:
        """Return how many rounds there are; numbers that do not follow on are noted, and more
        rounds than the log says.
        """
        rounds, said = verify_rounds(self.log, every, whole), self.log.facts.rounds
        if every.gap:
            row, number = every.gap
            right = "the number after that of the row before"
            findings.add(row, 1, f"round {number}", right, code=codes.NUMBER)
        if said is not None and rounds > said:
            right = f"{said:,}, as the log says itself"
            findings.add(said + 1, rounds - said, f"rounds: {rounds:,}", right, code=codes.LENGTH)
        return rounds

    def _tests(self, rows: RowsRead) -> Iterator[fits.Test]:
        """Yield the tests of a log whose rounds have the frequencies of the law."""
        law, rounds = rows.law, rows.tested.rounds
        if rows.mean is None:
            rows.untested.append(f"the mean: {NO_NET}")
        elif rounds < fits.SMALL:
            rows.untested.append(f"the mean: this test needs {fits.SMALL} rounds")
        elif law.result.variance:
            mean, variance = law.result.expected_value, law.result.variance
            yield fits.mean_test(law.net_law, mean, variance, rows.mean, rounds)
        yield from fits.frequency_tests(rows.cells)
        yield from rows.cards.tests
        yield from self._order_tests(rows)
        yield from fits.regular_test([*rows.tables, *rows.cards.tables])
        if self.reader.shoes:
            mean = law.result.expected_value
            yield from self.reader.shoes.tests(rows.labels, rows.shares, rows.nets, mean)

    def _order_tests(self, rows: RowsRead) -> Iterator[fits.Test]:
        """Yield the tests of the order: serial correlation of the ranks of the results, runs of
        wins, and blocks.
        """
        order, reader, nets = rows.tested, self.reader, dict[AnyCell, Fraction]()
        if COUNT in self.log.columns:
            rows.untested.append("the order of the rounds: a row stands for several")
        if not (order.ends and reader.in_order):
            return
        for value in set(order.ends).union(*order.pairs):
            if (net := reader.net_of(value)) is None:
                rows.untested.append(f"the order of the rounds: {NO_NET}")
                return
            nets[value] = net
        scores, law = reader.scores(nets)
        wins = {value: net > 0 for value, net in nets.items()}
        yield from fits.serial_test(order.pairs, order.ends, scores)
        yield from fits.runs_test(order.pairs, order.ends, wins)
        yield from block_tests(order.blocks, scores, law)
