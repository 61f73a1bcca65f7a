"""Checks a log file: reads it, gives the verdict, and asks whether it may mean something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from time import process_time_ns
from typing import Any

from combin.checker.asked import Asked
from combin.checker.causes import causes_of
from combin.checker.check import DealtChecker, Verdict
from combin.checker.doubt import verify_guess, verify_meant, verify_read
from combin.checker.laws import uncounted
from combin.checker.options import USUAL, CheckOptions
from combin.checker.played_as import apart_from_play, verify_any
from combin.families.listed import family_of
from combin.logs.batch import Batch
from combin.logs.parts import Progress
from combin.logs.read import Log
from combin.rules.game import Sheet
from combin.telling import announce


class FileChecker:
    """Checks a log as its first rows show it to be meant: the `LogChecker` of a log whose columns
    nobody has looked at.

    The arguments are those of `check_file`.

    took: how long the law took to count, in nanoseconds of the processor.
    """

    def __init__(
        self,
        sheet: Sheet,
        log: Log,
        choices: Mapping[str, str],
        pays: Mapping[str, Any],
        bet: str | None = None,
        options: CheckOptions = USUAL,
    ) -> None:
        self.options = options
        said = options.strategy, options.chip, options.columns
        self.asked = Asked(log, sheet, choices, pays, bet, *said)
        judging = family_of(self.asked.plan).judging(self.asked.plan)
        if judging.reads_first:
            rules = uncounted(self.asked.game, self.asked.key, *self.asked.played)
            verify_read(self.asked, rules)
            judging.tell_first(rules)
        start = process_time_ns()
        self.law = self.asked.law()
        self.took = process_time_ns() - start
        if options.any_play:
            verify_any(self.law)
        self.trial = verify_read(self.asked, self.law)
        self.log = self.trial.log
        told = self.trial.chip, options.level, options.any_play
        self.checker = DealtChecker(self.law, self.log, *told)

    def take(self, batch: Batch) -> None:
        self.checker.take(batch)

    def verdict(self, whole: bool = True) -> Verdict:
        """Return the verdict on the rows taken so far; raises CombinError where they do not fit as
        they were read by a guess.
        """
        verdict = replace(self.checker.verdict(whole), asked=self.options.words)
        if not verdict.fits:
            verify_guess(self.log.path, self.trial, verdict)
        return verdict


def check_file(
    sheet: Sheet,
    log: Log,
    choices: Mapping[str, str],
    pays: Mapping[str, Any],
    bet: str | None = None,
    options: CheckOptions = USUAL,
    progress: Progress | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Verdict:
    """Return the verdict on a log.

    sheet: of the game, or the game.
    log: with all columns that its files have.
    choices, pays: as the user sets them.
    bet: by default the log's own, or else the first.
    options: what else the user says.
    progress: called with how much of the log is read and how much there is.
    stopped: whether to stop, with the verdict so far; asked between batches of rows.

    Raises CombinError where the log cannot be read, contradicts what is asked, or does not fit as
    it was read and may be meant otherwise.
    """
    opened = FileChecker(sheet, log, choices, pays, bet, options)
    if not opened.checker.take_all(progress, stopped):
        return opened.verdict(whole=False)
    verdict, law = opened.checker.verdict(), opened.law
    if verdict.any_play:
        verdict = apart_from_play(law, verdict)
    if not verdict.fits:
        announce("the log does not fit; whether it does otherwise, and why it does not, is tried")
        try:
            verify_meant(opened.asked, opened.trial, verdict)
            verdict = replace(verdict, causes=causes_of(opened.asked, verdict, opened.took))
        finally:
            announce("")
    return replace(verdict, asked=options.words)
