"""The verdict on a log, in the order of the answer: impossible rows, the play, the frequencies, the
power.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from combin.checker import codes, fits
from combin.checker.deals import Stray
from combin.checker.law import LogLaw
from combin.checker.played import PlayCheck
from combin.checker.possible import Impossible, RowKind
from combin.checker.power import Power
from combin.logs.batch import Batch
from combin.logs.read import FileDigest, Log
from combin.records import dataclass
from combin.results import Result
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.checker.causes import Causes
    from combin.checker.played_as import PlayedAs

LITTLE = Fraction(1, 100)  # an error of the edge, in units, that a log of few rounds does not show


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
    picked: str = ""
    level: Fraction = fits.LEVEL
    partial: bool = False
    files: tuple[FileDigest, ...] = ()
    logged: Mapping[RowKind, int] = field(default_factory=dict)
    causes: Causes | None = None
    any_play: bool = False
    played_as: PlayedAs | None = None

    @property
    def game(self) -> Game:
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
