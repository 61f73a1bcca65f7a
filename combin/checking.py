"""Checks the rows of a simulator while it runs: `combin.Checker`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from combin.answers import check_options
from combin.arguments import chosen, mapping, text
from combin.games import counting, refused
from combin.given import opened, recount
from combin.rules.count_up import CountUpSheet

if TYPE_CHECKING:
    from combin.checker import Verdict
    from combin.checker.verdict import LogChecker
    from combin.logs.read import Log
    from combin.rules.game import Sheet


class Checker:
    """Checks rows that come bit by bit, in constant memory: ``add`` takes some, ``verdict`` judges
    all so far.

    The arguments are those of `check`, without the path. The first 2,048 rows, or
    those that are there at the first verdict, show what the columns are.
    """

    def __init__(
        self,
        game: str | PathLike[str] | Sheet | CountUpSheet,
        choices: Mapping[str, Any] | None = None,
        pays: Mapping[str, Any] | None = None,
        bet: str | None = None,
        strategy: str | None = None,
        chip: Any = None,
        columns: Mapping[str, str] | None = None,
        header: Sequence[str] | None = None,
        alpha: Any = None,
        play: str | None = None,
    ) -> None:
        from combin.checker.growing import GrowingCheck

        self._game, self._sheet = game, counting(game) or opened(game)
        self._bet = None if bet is None else text(bet, "bet")
        self._choices = chosen(choices)
        self._pays = mapping(pays, "pays")
        self._options = check_options(strategy, chip, columns, header, alpha, play)
        others = "pays" if self._pays else "bet" if self._bet not in (None, "base") else ""
        if isinstance(self._sheet, CountUpSheet) and others:
            raise refused(self._sheet.slug, others)
        self._rows = GrowingCheck(self._begin, self._options.header)

    def add(self, rows: Any) -> None:
        """Take more rows: dicts, tuples, a DataFrame, an Arrow table, or a generator of these."""
        self._rows.add(rows)

    def verdict(self, always_valid: bool = False) -> Verdict:
        """Return the verdict on all rows so far, as `check` does.

        always_valid: by the e-value alone, whose p-value holds however often one looks; the other
            tests hold for one look at a number of rounds that was fixed before.
        """
        return self._rows.verdict(always_valid)

    def _begin(self, log: Log) -> LogChecker:
        """Return what checks the rows, once the first of them are there."""
        from combin.checker.file import FileChecker

        asked = self._choices, self._pays, self._bet
        found = FileChecker(self._sheet, log, *asked, self._options)
        recount(self._game, found.file.game)
        return found
