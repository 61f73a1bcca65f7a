"""Checks a log file: reads it, gives the verdict, and asks whether it may mean something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from time import process_time_ns
from typing import Any

from combin.checker.asked import Asked
from combin.checker.check import DealtReader, reader_of
from combin.checker.core import LogCheck, LogReader
from combin.checker.dealt_causes import causes_of
from combin.checker.doubt import verify_read, verify_setting
from combin.checker.guess import Trial
from combin.checker.law import LawCheck
from combin.checker.laws import uncounted
from combin.checker.options import USUAL, CheckOptions
from combin.checker.played_as import apart_from_play
from combin.checker.verdict import Verdict
from combin.errors import refuse
from combin.families.listed import family_of, log_of
from combin.logs.batch import Batch
from combin.logs.parts import Progress
from combin.logs.read import Log
from combin.rules.game import Sheet
from combin.telling import announce


class DealtFile(Asked):
    """A log of a game that is dealt."""

    @cached_property
    def counted(self) -> tuple[LawCheck, int]:
        """The law, and how long it took to count, in nanoseconds of the processor."""
        start = process_time_ns()
        return self.law(), process_time_ns() - start

    def opened(self) -> tuple[DealtReader, Trial]:
        judging = family_of(self.plan).judging(self.plan)
        if judging.reads_first:
            rules = uncounted(self.game, self.key, *self.played)
            verify_read(self, rules)
            judging.tell_first(rules)
        law, _ = self.counted
        refuse(
            self.options.any_play and not law.decides,
            f"{law.game.slug}: nothing is decided in bet {law.key!r}, so there is no play to "
            "set apart",
        )
        trial = verify_read(self, law)
        return reader_of(law, trial.log, trial.chip), trial

    def explained(self, verdict: Verdict, trial: Trial, reader: LogReader) -> Verdict:
        law, took = self.counted
        if verdict.any_play:
            verdict = apart_from_play(law, verdict)
        if verdict.fits:
            return verdict
        announce("the log does not fit; whether it does otherwise, and why it does not, is tried")
        try:
            verify_setting(self, trial)
            verdict = replace(verdict, causes=causes_of(self, verdict, took))
            trial.verify(verdict)
            return verdict
        finally:
            announce("")


class FileChecker:
    """Checks a log as its first rows show it to be meant: the `LogChecker` of a log whose columns
    nobody has looked at.

    sheet: of the game, or the game.
    log: with all columns that its files have.
    choices, pays: as the user sets them.
    bet: by default the log's own, or else the first.
    options: what else the user says.

    Raises CombinError where the log cannot be read, or contradicts what is asked.
    """

    def __init__(
        self,
        sheet: Sheet,
        log: Log,
        choices: Mapping[str, str],
        pays: Mapping[str, Any] = {},
        bet: str | None = None,
        options: CheckOptions = USUAL,
    ) -> None:
        rules = sheet.settling(bet or log.facts.bet or "base")
        self.file = (log_of(rules) or DealtFile)(log, rules, choices, pays, bet, options)
        self.reader, self.trial = self.file.opened()
        self.log = self.reader.log
        self.checker = LogCheck(self.reader, options.level, options.any_play)

    def take(self, batch: Batch) -> None:
        self.reader.take(batch)

    def verdict(self, whole: bool = True) -> Verdict:
        """Return the verdict on the rows taken so far; raises CombinError where they do not fit as
        they were read by a guess.
        """
        verdict = self.checker.verdict(whole)
        self.trial.verify(verdict)
        return replace(verdict, asked=self.file.options.words)

    def whole(self, progress: Progress | None, stopped: Callable[[], bool]) -> Verdict:
        """Return the verdict on the log, and what may explain it; see `check_file`."""
        if not self.reader.take_all(progress, stopped):
            return self.verdict(whole=False)
        verdict = self.file.explained(self.checker.verdict(), self.trial, self.reader)
        return replace(verdict, asked=self.file.options.words)


def check_file(
    sheet: Sheet,
    log: Log,
    choices: Mapping[str, str],
    pays: Mapping[str, Any] = {},
    bet: str | None = None,
    options: CheckOptions = USUAL,
    progress: Progress | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Verdict:
    """Return the verdict on a log; the arguments are those of `FileChecker`.

    progress: called with how much of the log is read and how much there is.
    stopped: whether to stop, with the verdict so far; asked between batches of rows.

    Raises CombinError where the log cannot be read, contradicts what is asked, or does not fit as
    it was read and may be meant otherwise.
    """
    return FileChecker(sheet, log, choices, pays, bet, options).whole(progress, stopped)
