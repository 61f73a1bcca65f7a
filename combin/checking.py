"""Checks a log, and the rows of a simulator while it runs: `combin.Checker`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING

from combin.arguments import chosen, mapping, paths, text, texts
from combin.arguments import path as a_path
from combin.given import opened, recount, set_by_name

if TYPE_CHECKING:
    from combin.checker import CheckOptions, Verdict
    from combin.checker.verdict import LogChecker
    from combin.logs.read import Log
    from combin.rules.game import Sheet


def check_options(
    strategy: str | PathLike[str] | None,
    chip: object,
    columns: Mapping[str, str] | None,
    header: Sequence[str] | None,
    alpha: object,
    play: str | None = None,
) -> CheckOptions:
    """Return how a log is to be checked, from the arguments of `check`."""
    from combin.checker.options import CheckOptions, level_of
    from combin.texts import Stretch

    by = None if strategy is None else a_path(strategy, "strategy")
    said = mapping(columns, "columns").items()
    made = [Stretch(f"{name}={text(source, name)}") for name, source in said]
    names = None if header is None else texts(header, "header")
    play = None if play is None else text(play, "play")
    return CheckOptions(by, chip, made, names, level_of(alpha), play)


def the_log(given: object, header: Sequence[str] | None) -> Log:
    """Return the log that paths, or rows, are."""
    first = given[0] if isinstance(given, (list, tuple)) and given else given
    if isinstance(first, (str, bytes, PathLike)):
        from combin.logs.read import open_log

        return open_log(paths(given), header)
    from combin.logs.given import log_of_rows

    return log_of_rows(given, header)


class Checker:
    """Checks rows that come bit by bit, in constant memory: ``add`` takes some, ``verdict`` judges
    all so far.

    The arguments are those of `check`, without the path. The first 2,048 rows, or
    those that are there at the first verdict, show what the columns are.
    """

    def __init__(
        self,
        game: str | PathLike[str] | Sheet,
        choices: Mapping[str, object] | None = None,
        pays: Mapping[str, object] | None = None,
        bet: str | None = None,
        strategy: str | None = None,
        chip: object = None,
        columns: Mapping[str, str] | None = None,
        header: Sequence[str] | None = None,
        alpha: object = None,
        play: str | None = None,
        **settings: object,
    ) -> None:
        from combin.checker.growing import GrowingCheck

        game, choices = set_by_name(game, choices, settings)
        self._game, self._sheet = game, opened(game)
        self._bet = None if bet is None else text(bet, "bet")
        self._choices = chosen(choices)
        self._pays = mapping(pays, "pays")
        self._options = check_options(strategy, chip, columns, header, alpha, play)
        self._rows = GrowingCheck(self._begin, self._options.header)

    def add(self, rows: object) -> None:
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
