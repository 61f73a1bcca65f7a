"""Checks a log while a simulator writes it, by the e-value alone: it holds at every look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic, sleep

from combin.checker.verdict import LogChecker, Verdict
from combin.errors import CombinError, refuse
from combin.logs.read import Log

POLL = 1  # seconds between two looks at a file that has not grown
SHARE = 10  # a verdict is made where it takes no more than this part of the time


class Follower:
    """Takes the rows of a file as they come, until it is stopped or they do not fit.

    checker: of the file as it stands, no row taken yet.
    stopped: whether to stop.
    tell: is given every verdict, the last one too.
    """

    def __init__(
        self,
        checker: LogChecker,
        stopped: Callable[[], bool],
        tell: Callable[[Verdict], None],
    ) -> None:
        self.checker, self.stopped, self.tell = checker, stopped, tell
        self.due, self.is_new = monotonic(), False
        self.found: Verdict | None = None

    def followed(self) -> Verdict:
        """Return the last verdict; raises CombinError where the file cannot be read, or never had a
        row.
        """
        for batch in growing(self.checker.log, self._wait).batches():
            self.checker.take(batch)
            self.is_new = True
            if not self._goes_on():
                break
        if self.is_new or self.found is None:
            self._look()
        if self.found is None:
            raise CombinError(f"{self.checker.log.path!r} has no rounds")
        return self.found

    def _wait(self) -> bool:
        """Wait until the file may have grown; return whether to read on."""
        if not self._goes_on():
            return False
        sleep(POLL)
        return not self.stopped()

    def _goes_on(self) -> bool:
        """Look where it is time for it, and return whether to go on."""
        if self.is_new and monotonic() >= self.due:
            self._look()
        return not self.stopped() and (self.found is None or self.found.fits)

    def _look(self) -> None:
        started = monotonic()
        self.found, self.is_new = self.checker.verdict(whole=False).by_evidence(), False
        took = monotonic() - started
        self.due = monotonic() + max(POLL, SHARE * took)
        self.tell(self.found)


def growing(log: Log, wait: Callable[[], bool]) -> Log:
    """Return a log that is read on where its file grows; raises CombinError for a log of other than
    one plain text.

    wait: is called at the end of the file; returns whether to read on.
    """
    (table, *others) = log.tables
    part = table.part
    refuse(
        others or part.packing or part.parquet or part.kept or table.form == "list",
        f"{log.path!r} cannot be followed: one file of CSV or JSON Lines can, as it grows",
    )
    return replace(log, tables=(replace(table, part=replace(part, wait=wait)),))
