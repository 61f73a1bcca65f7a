"""The first rows of a log, kept in memory so that several guesses can be tried on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import field, fields, replace
from functools import cached_property
from typing import Any

from combin.logs.batch import Batch
from combin.logs.parts import Progress
from combin.logs.read import FileDigest, Log
from combin.logs.schema import NET, STAKED
from combin.records import dataclass

MOST_KEPT = 50_000  # rows


@dataclass(frozen=True)
class KeptLog(Log):
    """Rows of a log.

    rows: in their order.
    """

    rows: Batch = field(default_factory=lambda: Batch(1, {}))

    def digests(self) -> tuple[str, tuple[FileDigest, ...]]:
        """Return nothing: what is kept is no file."""
        return "", ()

    def verify_same(self) -> None:
        """Do nothing: what is kept is no file."""

    @cached_property
    def queried(self) -> str | None:
        """Never set: the rows are read from memory."""
        return None

    def batches(self, progress: Progress | None = None) -> Iterator[Batch]:
        """Yield the rows."""
        if self.rows.columns and len(self.rows):
            yield Batch(1, dict(self.rows.columns), opens=True)

    def only_rows(self, places: Collection[int]) -> KeptLog:
        """Return the log with some of its rows, by their places from 0."""
        order = sorted(places)
        columns: dict[str, Sequence[Any]] = {
            name: [cells[place] for place in order] for name, cells in self.rows.columns.items()
        }
        return replace(self, rows=Batch(1, columns))

    def moved(self, by: int) -> KeptLog:
        """Return the log in which each row has the amounts of the row `by` rows further on; the
        rows that then have none are left out.
        """
        columns: dict[str, Sequence[Any]] = {}
        for name, cells in self.rows.columns.items():
            later = (name in (NET, STAKED)) == (by > 0)
            columns[name] = cells[abs(by) :] if later else cells[: -abs(by)]
        return replace(self, rows=Batch(1, columns))


def kept(log: Log, most: int = MOST_KEPT) -> KeptLog:
    """Return the first rows of a log, kept in memory."""
    columns: dict[str, list[object]] = {name: [] for name in log.columns}
    left = most
    for batch in log.batches():
        for name, cells in batch.rows(0, left).columns.items():
            columns[name] += cells
        left -= min(left, len(batch))
        if not left:
            break
    own = {one.name: getattr(log, one.name) for one in fields(log)}
    own |= {"facts": replace(log.facts, rounds=None), "only": ()}
    return KeptLog(**own, rows=Batch(1, dict(columns)))
