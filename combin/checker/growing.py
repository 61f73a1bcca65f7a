"""Checks rows that arrive bit by bit, in constant memory, with a verdict at any time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from combin.checker.verdict import LogChecker, Verdict
from combin.errors import CombinError
from combin.logs.batch import Batch
from combin.logs.given import GivenRows, Row, kept, line_of
from combin.logs.parts import ROWS
from combin.logs.read import FileDigest, Log, log_of
from combin.logs.tables import cells_of

BATCH = 2_048  # rows that are looked at together; the first of them show what the columns are


class GrowingCheck:
    """Takes rows as they come.

    begin: returns what checks a log, once its first rows are there.
    header: the names of the columns of tuples; without it the first tuple has them.
    """

    def __init__(
        self, begin: Callable[[Log], LogChecker], header: Sequence[str] | None = None
    ) -> None:
        self.begin, self.given = begin, GivenRows(header)
        self.checker: LogChecker | None = None
        self.waiting: list[Row] = []
        self.next = 1  # the number of the next row that the checker takes
        self.digest, self.size = hashlib.sha256(), 0  # of the rows as lines of JSON

    def add(self, rows: Any) -> None:
        """Take rows: dicts, tuples, a data frame, an Arrow table, or whatever yields them. Raises
        CombinError where they cannot be read.
        """
        for row in self.given.read(rows):
            line = line_of(row)
            self.digest.update(line)
            self.size += len(line)
            self.waiting.append(row)
            if len(self.waiting) == BATCH:
                self._take()

    def verdict(self, always_valid: bool = False) -> Verdict:
        """Return the verdict on all rows so far.

        always_valid: by the e-value alone, whose p-value holds however often one looks.
        Raises CombinError where there are no rows, or they do not fit as they were read by a guess.
        """
        self._take()
        if self.checker is None:
            raise CombinError("no rows are given")
        digest = self.digest.hexdigest()
        files = (FileDigest(ROWS, self.size, digest),)
        found = self.checker.verdict(whole=False)
        found = replace(found, digest=digest, files=files, partial=False)
        return found.by_evidence() if always_valid else found

    def _take(self) -> None:
        rows, self.waiting = self.waiting, []
        if rows and self.checker is None:
            self.checker = self.begin(log_of(ROWS, [kept(rows)]))
            if self.checker.log.hands:
                raise CombinError("rows of single hands are checked together, with combin.check")
            for batch in self.checker.log.batches():
                self._check(batch)
        elif rows and self.checker:
            log = self.checker.log
            cells = (
                cells_of(log.needed, log.tables[0], number, row)
                for number, row in enumerate(rows, self.given.number - len(rows) + 1)
            )
            self._check(log.batch(self.next, dict(zip(log.needed, zip(*cells))), opens=False))

    def _check(self, batch: Batch | None) -> None:
        if batch and self.checker:
            self.checker.take(batch)
            self.next = batch.first + len(batch)
