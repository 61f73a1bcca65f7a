"""Rows from a program (dicts, tuples, data frames, Arrow tables), read like those of a file."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from numbers import Number
from typing import Any

from combin.errors import CombinError, refuse
from combin.exact import shown
from combin.logs.nested import flat
from combin.logs.parts import ROWS, LogFile
from combin.logs.read import Log, log_of

Row = dict[str, Any]

# What a table of some library has -> its rows. None of them is imported: a table says what it can.
TABLES: Mapping[str, Callable[[Any], Iterable[Any]]] = {
    "iter_rows": lambda table: table.iter_rows(named=True),  # polars
    "itertuples": lambda table: chain(
        [tuple(table.columns)], table.itertuples(index=False, name=None)
    ),  # pandas
    "to_batches": lambda table: chain.from_iterable(
        batch.to_pylist() for batch in table.to_batches()
    ),  # a table of Arrow
    "to_pylist": lambda table: table.to_pylist(),  # a batch of one
}
ENCODER = json.JSONEncoder(ensure_ascii=False)  # one for all rows: to make it takes longest
PLAIN = (dict, tuple, list)  # types of rows that need no further look
MISSING = ("NAType", "NaTType")  # what pandas has for a missing value


class GivenRows:
    """Reads rows as name -> cell, as many and as often as they are given.

    header: the names of the columns of tuples; without it the first tuple has them.
    number: of rows so far.
    """

    def __init__(self, header: Sequence[str] | None = None) -> None:
        self.header = None if header is None else list(header)
        self.number = 0

    def read(self, value: Any) -> Iterator[Row]:
        """Yield the rows of `value`: dicts, tuples, a data frame or an Arrow table, or whatever
        yields some of these. Raises CombinError for what is no row.
        """
        for row in _each(value):
            named = type(row) not in PLAIN and hasattr(row, "_asdict")
            made = self._mapping(row._asdict() if named else row)
            if made is not None:
                self.number += 1
                where = f"row {self.number}"
                cells = flat(dict(made)).items()
                yield {str(name): _cell(where, name, cell) for name, cell in cells}

    def _mapping(self, row: Any) -> Mapping[Any, Any] | None:
        """Return a row as name -> cell; None for the one that has the names."""
        if type(row) is dict or isinstance(row, Mapping):
            return row
        cells, number = row.tolist() if hasattr(row, "tolist") else row, self.number + 1
        if not isinstance(cells, (tuple, list)):
            raise CombinError(f"row {number} is a dict or a tuple, not {shown(row)}")
        if self.header is None:
            self.header = [str(name) for name in cells]
            return None
        if len(cells) != len(self.header):
            width = len(self.header)
            raise CombinError(f"row {number} has {len(cells)} cells, and the header has {width}")
        return dict(zip(self.header, cells))


def _each(value: Any) -> Iterator[Any]:
    """Yield the rows of whatever holds some, those of the tables among them one by one."""
    make = _table(value)
    if make:
        yield from make(value)
        return
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise CombinError(
            "rows are a list of dicts or tuples, a data frame, an Arrow table or the path of a "
            f"file, not {shown(value)}"
        )
    for one in value:
        make = None if type(one) in PLAIN else _table(one)
        yield from make(one) if make else (one,)


def _table(value: Any) -> Callable[[Any], Iterable[Any]] | None:
    return next((make for name, make in TABLES.items() if hasattr(value, name)), None)


def _cell(where: str, name: object, value: object) -> object:
    """Return a cell as JSON has it: text, a list of texts, or None where there is nothing."""
    if value is None or type(value) in (str, int):
        return value
    if isinstance(value, (list, tuple)):
        return [_cell(where, name, one) for one in value]
    if type(value).__name__ in MISSING:
        return None
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Number) and not isinstance(value, bool):
        return None if value != value else str(value)  # NaN is not itself
    raise CombinError(
        f"{where}: {str(name)!r} is text, a number or a list of them, not {shown(value)}"
    )


def line_of(row: Row) -> bytes:
    """Return a row as a line of JSON."""
    return ENCODER.encode(row).encode("utf-8", "replace") + b"\n"


def kept(rows: Iterable[Row]) -> LogFile:
    """Return rows kept in a file, a line of JSON each: a log is read more than once. Raises
    CombinError where there are none.
    """
    file = tempfile.NamedTemporaryFile(prefix="combin-")  # noqa: SIM115 (the part closes it)
    file.writelines(map(line_of, rows))
    file.flush()
    refuse(not file.tell(), "no rows are given")
    return LogFile(ROWS, file.name, "", False, file)


def log_of_rows(value: object, header: Sequence[str] | None = None) -> Log:
    """Return the log that some rows are; value, header: as for `GivenRows`."""
    return log_of(ROWS, [kept(GivenRows(header).read(value))])
