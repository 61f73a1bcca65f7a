"""The verdict on a log, in the order of the answer: impossible rows, the play, the frequencies, the
power. What reads the rows of a log is its family's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from combin.checker import codes, fits
from combin.checker.deals import Stray
from combin.checker.law import LogLaw
from combin.checker.played import PlayCheck
from combin.checker.possible import Findings, Impossible, RowKind
from combin.checker.power import Power
from combin.logs.batch import Batch, gathered
from combin.logs.frequencies import Frequencies, verify_rounds
from combin.logs.parts import Progress
from combin.logs.read import FileDigest, Log
from combin.logs.schema import smallest_chip
from combin.records import dataclass
from combin.results import Result
from combin.rules.choosing import Resolved

if TYPE_CHECKING:
    from combin.checker.causes import Causes
    from combin.checker.played_as import PlayedAs

LITTLE = Fraction(1, 100)  # an error of the edge, in units, that a log of few rounds does not show
BY_SHOE = "rounds that begin a shoe"  # are tested, where several are dealt from each
BY_SEAT = "one seat of each deal"


@dataclass(frozen=True, repr=False)
class Verdict(Result):
    """Everything that a check found.

    law: what the log was compared with.
    log: the file.
    digest: its SHA-256.
    chip: units per chip.
    rounds: how many the log has.
    impossible: the kinds of rows that cannot be.
    impossible_rows: how many such rows there are.
    hint: what may be the cause of them; empty if nothing is known.
    replayed: whether every row was settled again from its cards.
    play: how the decisions agree with the strategy; None where none was looked at.
    mean: of the net, in units; None where it is not known.
    cells: every kind of round, observed and expected.
    strays: every card, rank and suit in every zone.
    tests: all that were made.
    tested: how many rounds the tests are made on.
    power: how large an error the test of the mean shows.
    untested: what was not looked at, and why.
    asked: the strategy, the chip and the columns as words of the command, where they were given.
    read_as: what was not said and found by trial, and words that were shortened.
    unsettled: why no round was settled from cards, where none was.
    picked: which rounds are tested, where it is not all.
    level: of all tests together.
    partial: whether the check was stopped before the end of the log.
    files: of the log, each with its size and its SHA-256.
    logged: what rows say apart from their cards -> how many rounds say so.
    causes: what may explain a log that does not fit; None where nothing was tried.
    any_play: whether the play is no part of the verdict.
    played_as: then the strategy that it is most like.
    """

    law: LogLaw
    log: Log
    chip: Fraction
    rounds: int
    hint: str
    replayed: bool
    play: PlayCheck | None
    mean: Fraction | None
    cells: tuple[fits.Bin, ...]
    strays: tuple[Stray, ...]
    tests: tuple[fits.Test, ...]
    tested: int
    power: Power
    untested: tuple[str, ...]
    digest: str = ""
    impossible: tuple[Impossible, ...] = ()
    impossible_rows: int = 0
    asked: tuple[str, ...] = ()
    read_as: tuple[str, ...] = ()
    unsettled: str = "as the log has none"
    picked: str = BY_SEAT
    level: Fraction = fits.LEVEL
    partial: bool = False
    files: tuple[FileDigest, ...] = ()
    logged: Mapping[RowKind, int] = field(default_factory=dict)
    causes: Causes | None = None
    any_play: bool = False
    played_as: PlayedAs | None = None

    @property
    def game(self) -> Resolved:
        """The rules that the log was held against."""
        return self.law.game

    @property
    def failed(self) -> tuple[fits.Test, ...]:
        """The tests that the log does not pass, the most unlikely first."""
        failed = [test for test in self.tests if not test.fits]
        return tuple(sorted(failed, key=lambda test: test.chance))

    @property
    def codes(self) -> tuple[str, ...]:
        """What speaks against the log, in the words of `checker.codes`: what cannot be first, then
        the play and the tests.
        """
        found = [one.code for one in self.impossible]
        if self.deviates and self.play:
            found += [codes.PLAY, *([codes.GAINS] if self.play.knowing else [])]
        found += [test.code for test in self.failed]
        return tuple(dict.fromkeys(found))

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against the log."""
        return not (self.impossible or self.failed or self.deviates)

    @property
    def mean_tested(self) -> bool:
        """Whether the mean net was tested, so that it is known how large an error it shows."""
        return any(test.name == "mean" for test in self.tests)

    @property
    def unused(self) -> tuple[str, ...]:
        """The columns of cards from which no round was settled."""
        return (*self.log.loose, *self.log.unread)

    @property
    def deviates(self) -> bool:
        """Whether the play deviates from the strategy, where that is a part of the verdict."""
        return bool(not self.any_play and self.play and self.play.departures)

    def by_evidence(self) -> Verdict:
        """Return the verdict by the e-value alone, whose p-value holds however often one looks at a
        log that grows; what cannot be, and the play, count as before.
        """
        kept = [test for test in self.tests if test.name == fits.E_VALUE]
        others = len(self.tests) - len(kept)
        why = f"{others} other tests: their p-values hold for one look at a log of a fixed length"
        untested = (*self.untested, why) if others else self.untested
        return replace(self, tests=fits.corrected(kept, self.level), untested=untested)

    @property
    def few(self) -> bool:
        """Whether the rounds are too few to say much: an error as large as the edge itself, and as
        LITTLE, could pass unnoticed.
        """
        edge = abs(self.law.result.expected_value)
        return self.tested < fits.SMALL or self.power.error > max(edge, LITTLE)


class LogChecker(Protocol):
    """Takes the rows of a log, batch by batch; a verdict may be asked for at any time."""

    log: Log

    def take(self, batch: Batch) -> None:
        """Look at the rows of a batch."""

    def verdict(self, whole: bool = True) -> Verdict:
        """Return the verdict on the rows taken so far; whole: whether that is all of the log."""


# --- The rows -----------------------------------------------------------------------------------


class LogReader(ABC):
    """Reads the rows of a log and settles them, as a family of games does.

    log: its columns. chip: units per chip. findings: the rows that cannot be.
    at_once: how many rows are judged together, at least; 0 for as many as are read at a time.
    """

    at_once = 0

    def __init__(self, log: Log, chip: Fraction) -> None:
        self.log, self.chip, self.findings = log, chip, Findings()

    @abstractmethod
    def take(self, batch: Batch) -> None:
        """Look at the rows of a batch."""

    @abstractmethod
    def wrong_rows(self, batch: Batch) -> int:
        """Return how many rows of a batch cannot be; it is the first one."""

    def take_all(self, progress: Progress | None, stopped: Callable[[], bool]) -> bool:
        """Take all rows, as long as nobody stops it; return whether it came to the end."""
        batches = self.log.batches(progress)
        for batch in gathered(batches, self.at_once) if self.at_once else batches:
            if stopped():
                return False
            self.take(batch)
        return True

    @abstractmethod
    def read(self, findings: Findings, whole: bool, any_play: bool, level: Fraction) -> Verdict:
        """Return the verdict on the rows taken so far, without those that cannot be; `findings`
        gets what is found only now.

        whole: whether that is all of the log. any_play: whether the play is no part of the verdict.
        level: of all tests together.
        """

    def rounds_in(self, every: Frequencies, findings: Findings, whole: bool) -> int:
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


# --- The verdict -------------------------------------------------------------------------------


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

    def verdict(self, whole: bool = True) -> Verdict:
        log, level, findings = self.log, self.level, self.reader.findings.copy()
        rows = self.reader.read(findings, whole, self.any_play, level)
        digest, files = log.digests()
        found = replace(
            rows,
            digest=digest,
            files=files,
            impossible=findings.kinds,
            impossible_rows=min(findings.rows, rows.rounds),
            level=level,
            partial=not whole,
            any_play=self.any_play,
        )
        if whole:
            log.verify_same()
        return found

    def whole(
        self,
        progress: Progress | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Verdict:
        """Return the verdict on all rows, or on those before somebody stopped it."""
        return self.verdict(self.reader.take_all(progress, stopped))
