"""Counts the kinds of rows of Parquet files in duckdb, without reading the rows here."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from combin.errors import CombinError, missing, refuse
from combin.logs.schema import ACTIONS, COUNT, NUMBERS, OUTCOME, PREFIX, ROUND

BATCH = 2_048  # rows taken at a time: as many as duckdb makes at once, and they stay in the cache

MANY_COLUMNS = 32  # of more columns, fewer rows are taken at a time
LONGEST_CELL = 4_096  # bytes of text: few bytes of a file may stand for very long ones

LARGEST_FOOTER = 1 << 26  # bytes: unpacked, they take some fifteen times as much memory

WHOLE = ("INT", "INTEGER")  # how the types of whole numbers end
NUMERIC = ("DECIMAL", "DOUBLE", "FLOAT", "VARCHAR")  # how those of other numbers begin

Row = tuple[Any, ...]


def width(path: str) -> int:
    """Return how many columns a file has, before duckdb weighs each of them; raises CombinError
    where what describes them would fill the memory.
    """
    with open(path, "rb") as file:
        file.seek(-min(8, os.path.getsize(path)), os.SEEK_END)
        footer = int.from_bytes(file.read(4), "little")
    refuse(
        LARGEST_FOOTER < footer < os.path.getsize(path),
        f"{path!r} describes its columns and groups of rows in {footer:,} bytes, and a log in "
        f"at most {LARGEST_FOOTER:,}: fewer of them are needed",
    )
    schema = f"SELECT num_children FROM parquet_schema({_literal(path)}) LIMIT 1"
    with _readable(path):
        return int(_database(os.getpid()).cursor().execute(schema).fetchone()[0])


def head(path: str) -> tuple[dict[str, str], list[str], bool]:
    """Return the facts, the column names, and whether the numbers of a log are whole by their type;
    raises CombinError for a column of a wrong type.
    """
    described = _asked(path, "DESCRIBE SELECT * EXCLUDE file_row_number FROM log").fetchall()
    for name, kind, *_ in described:
        _verify_type(path, name, kind)
        if name in NUMBERS and kind == "VARCHAR":
            (longest,) = _asked(path, f"SELECT max(strlen({name})) FROM log").fetchone()
            if longest and longest > LONGEST_CELL:
                raise CombinError(f"{path!r}: {_too_long(name)}")
    metadata = f"SELECT key, value FROM parquet_kv_metadata({_literal(path)})"
    entries = {}
    for key, value in _asked(path, metadata).fetchall():
        word = bytes(key).decode("utf-8", "replace")
        if word.startswith(PREFIX):
            entries[word.removeprefix(PREFIX)] = bytes(value).decode("utf-8", "replace")
    integers = all(kind.endswith(WHOLE) for name, kind, *_ in described if name in NUMBERS)
    return entries, [name for name, *_ in described], integers


def _verify_type(path: str, name: str, kind: str) -> None:
    if name in NUMBERS:
        fits = kind.endswith(WHOLE) or kind.startswith(NUMERIC)
        needed = "numbers are"
    elif name in (OUTCOME, ACTIONS):
        fits = kind in ("VARCHAR", "BLOB") or kind.startswith("ENUM")
        needed = "text is"
    else:
        return
    refuse(not fits, f"{path!r}: column {name!r} is {kind}; {needed} needed")


def _too_long(name: str) -> str:
    return f"column {name[:40]!r} has a text of more than {LONGEST_CELL:,} bytes"


def rows(
    path: str, columns: Sequence[str], progress: Callable[[int, int], None] | None = None
) -> Iterator[list[Row]]:
    """Yield lists of rows, in the order of the file; empty text for null text."""
    done = 0
    total = _asked(path, "SELECT count(*) FROM log").fetchone()[0]
    for found in _fetched(path, f"SELECT {', '.join(map(_column, columns))} FROM log"):
        yield found
        done += len(found)
        if progress:
            progress(done, total)


def kinds(path: str, kind: Sequence[str], counted: bool) -> Iterator[Row]:
    """Yield the values of the columns `kind`, the number of the first such row, and how many rows
    (`counted`: rounds).
    """
    names = [f"k{place}" for place in range(len(kind))]
    cells = ", ".join(f"{_column(column)} AS {name}" for name, column in zip(names, kind))
    query = f"SELECT {cells}, file_row_number + 1 AS place FROM log"
    if counted:
        query = query.replace(" FROM log", f", {COUNT} FROM log")
    else:
        query = f"SELECT {', '.join(names)}, min(place), count(*) FROM ({query}) GROUP BY ALL"
    for found in _fetched(path, query):
        yield from found


def pairs(path: str, column: str) -> list[Row]:
    """Return (value, next value, how often) for a column; before the first row stands None."""
    # A window that only looks one row back streams in the order of the file, so memory stays
    # bounded. It looks at a query of one column, so that the file may have columns of any other
    # name.
    looked = f"SELECT v, lag(v) OVER () AS before FROM (SELECT {_column(column)} AS v FROM log)"
    return list(_asked(path, f"SELECT before, v, count(*) FROM ({looked}) GROUP BY ALL").fetchall())


def blocks(
    path: str, column: str, size: int, most: int
) -> tuple[int, Counter[Any], Counter[tuple[Any, Any]], Counter[Any]]:
    """Return what the first whole blocks of rows of a file have.

    First the number of blocks, at most `most`; then value -> how often it comes in them; (value,
    value) -> the sum over the blocks of both their numbers multiplied; and value -> how often it
    comes in their second, fourth, ... rows.
    """
    (rows,) = _asked(path, "SELECT count(*) FROM log").fetchone()
    number = min(rows // size, most)
    cells = (
        f"SELECT {_column(column)} AS v, file_row_number AS r FROM log "
        f"WHERE file_row_number < {number * size}"
    )
    inside = f"SELECT r // {size} AS b, v, count(*) AS n FROM ({cells}) GROUP BY ALL"
    counts = f"SELECT v, sum(n) FROM ({inside}) GROUP BY ALL"
    both = f"WITH t AS ({inside}) SELECT x.v, y.v, sum(x.n * y.n) FROM t x JOIN t y USING (b)"
    second = f"SELECT v, count(*) FROM ({cells}) WHERE r % 2 = 1 GROUP BY ALL"
    return (
        number,
        Counter({v: int(n) for v, n in _asked(path, counts).fetchall()}),
        Counter({(v, w): int(n) for v, w, n in _asked(path, f"{both} GROUP BY ALL").fetchall()}),
        Counter(dict(_asked(path, second).fetchall())),
    )


def last(path: str, column: str) -> Any:
    """Return the last value of a column."""
    return _asked(
        path, f"SELECT {_column(column)} FROM log ORDER BY file_row_number DESC LIMIT 1"
    ).fetchone()[0]


def gap(path: str) -> tuple[int, int] | None:
    """Return the first row whose round number does not follow on, and that number."""
    away = f"{ROUND} - file_row_number"
    low, high, empty = _asked(
        path, f"SELECT min({away}), max({away}), count(*) - count({ROUND}) FROM log"
    ).fetchone()
    refuse(empty, f"{path!r}: rows without a {ROUND}: {empty:,}")
    if low == high:
        return None
    start = _asked(path, f"SELECT {ROUND} FROM log WHERE file_row_number = 0").fetchone()[0]
    broken = f"WHERE {away} <> {start} ORDER BY file_row_number LIMIT 1"
    row, number = _asked(path, f"SELECT file_row_number + 1, {ROUND} FROM log {broken}").fetchone()
    return row, number


def _duckdb() -> Any:
    try:
        import duckdb
    except ImportError:
        raise missing("Parquet files are read by duckdb", "duckdb") from None
    return duckdb


@lru_cache(maxsize=1)
def _database(process: int) -> Any:
    """Return the database of a process, in which each query has a view of its own: to open another
    takes longer than most queries.
    """
    return _duckdb().connect(config={"enable_external_file_cache": False})


def _literal(path: str) -> str:
    """Return the path as SQL, and as itself where it looks like a pattern."""
    plain = "".join(f"[{c}]" if c in "*?[" else c for c in os.path.abspath(path))
    return "'" + plain.replace("'", "''") + "'"


def _asked(path: str, query: str) -> Any:
    """Return the answer to a query that calls the file `log`."""
    with _readable(path):
        rows = _database(os.getpid()).cursor()
        # a folder called net=100 is no column
        options = "file_row_number = true, hive_partitioning = false"
        source = f"read_parquet({_literal(path)}, {options})"
        rows.execute(f"CREATE TEMP VIEW log AS SELECT * FROM {source}")
        return rows.execute(query)


def _fetched(path: str, query: str) -> Iterator[list[Row]]:
    answer = _asked(path, query)
    with _readable(path):
        taken = BATCH * MANY_COLUMNS // max(MANY_COLUMNS, len(answer.description))
        while found := answer.fetchmany(taken):
            yield found


@contextmanager
def _readable(path: str) -> Iterator[None]:
    """Work with duckdb; an error says in one line why a file cannot be read."""
    duckdb = _duckdb()
    try:
        yield
    except duckdb.Error as error:
        said = str(error).splitlines()[0].removeprefix("Invalid Input Error: ")
        raise CombinError(f"{path!r} cannot be read as Parquet: {said}") from None
    except RuntimeError as error:  # duckdb's name for Ctrl-C
        if str(error) != "Query interrupted":
            raise
        raise KeyboardInterrupt from None


def _column(name: str) -> str:
    quoted = '"' + name.replace('"', '""') + '"'
    if name in NUMBERS:
        return quoted
    text, said = f"coalesce({quoted}::VARCHAR, '')", _too_long(name).replace("'", "''")
    return f"CASE WHEN strlen({text}) > {LONGEST_CELL} THEN error('{said}') ELSE {text} END"
