"""One open file of a log: its columns, what it says about itself, and its rows, from CSV, JSON or
Parquet.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import repeat
from operator import contains
from typing import Any

from combin.errors import CombinError, refuse
from combin.logs import query, schema
from combin.logs.nested import EMPTY, flat, is_left_out, listed
from combin.logs.parts import LONGEST, LogFile, Progress, TextLines
from combin.logs.schema import AnyCell, Facts
from combin.records import dataclass

MOST_BEFORE = 10_000  # lines before the header
WIDEST = 3_000  # columns of a log: many more than any simulator writes
DELIMITERS = ",;\t|"
GAP = re.compile(r"[\s,]*")  # between the rows of a list in JSON
PLAIN = frozenset([int, str])  # truth values are none of them
TEXTS = PLAIN | {bool}  # what a list may hold


class _Twice(Exception):
    """An object of JSON has a key twice."""


def _once(pairs: list[tuple[str, AnyCell]]) -> dict[str, AnyCell]:
    """Return an object of JSON; its keys are not the same."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Twice(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return found


DECODER = json.JSONDecoder(parse_float=str, parse_constant=str, object_pairs_hook=_once)


@dataclass(frozen=True)
class LogTable:
    """One file of a log, opened.

    part: where it is.
    every: the names of its columns.
    facts: what it says about itself.
    form: `csv`, `json` (a row a line), `list` (of rows, in JSON) or `parquet`.
    delimiter: what stands between its cells.
    headed: whether its first row names the columns.
    integers: whether its amounts are whole numbers by their type.
    """

    part: LogFile
    every: tuple[str, ...]
    facts: Facts
    form: str
    delimiter: str = ","
    headed: bool = True
    integers: bool = False


def table_of(part: LogFile, header: Sequence[str] | None) -> LogTable:
    """Open one file."""
    if part.parquet:
        verify_width(part, query.width(part.path))
        entries, names, integers = query.head(part.path)
        return LogTable(
            part, tuple(names), schema.facts_from(entries), "parquet", integers=integers
        )
    start = _start(part)
    if start[:1] == "[":
        for rows in _listed(part, TextLines(part)):
            for row in rows:
                return LogTable(part, tuple(row), Facts(), "list")
        raise CombinError(f"{part.name!r} has no rows")
    if start[:1] == "{" or re.search(r"\.(json|jsonl|ndjson)(\.|$)", part.name.lower()):
        entries, names = _json_head(part)
        return LogTable(part, tuple(names), schema.facts_from(entries), "json")
    return _csv_table(part, header)


def verify_width(part: LogFile, columns: int) -> None:
    """Refuse a file of more columns than a log has."""
    refuse(
        columns > WIDEST,
        f"{part.name!r} has {columns:,} columns, and a log at most {WIDEST:,}: "
        "a row a round, a column for each zone, action and figure",
    )


def _start(part: LogFile) -> str:
    blank = 0
    for text in TextLines(part).texts():
        if text.strip() or blank > LONGEST:
            return text.lstrip()[:1]
        blank += len(text)
    return ""


def short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "...")


def rows_of(
    table: LogTable, columns: Sequence[str], progress: Progress | None = None
) -> Iterator[dict[str, Sequence[AnyCell]]]:
    """Yield some columns of a file, the rows of a piece of it at a time."""
    if table.form == "parquet":
        for rows in query.rows(table.part.path, columns, progress):
            yield dict(zip(columns, zip(*rows)))
        return
    lines = TextLines(table.part, progress)
    if table.form == "csv":
        yield from _csv_rows(columns, table, lines)
        return
    first = 1
    found = _listed if table.form == "list" else _objects
    for objects in found(table.part, lines):
        if objects:
            read = [cells_of(columns, table, *row) for row in enumerate(objects, first)]
            yield dict(zip(columns, zip(*read)))
            first += len(objects)


# --- Text: lines -------------------------------------------------------------------------------


def _before(line: str) -> bool:
    """Return whether a line stands before the header of a CSV file: an empty one, a comment, or one
    that names the delimiter for a spreadsheet.
    """
    comment = line.startswith("#") and line[1:2] not in list(DELIMITERS)  # "#,net" is a header
    return not line.strip() or comment or line.lower().startswith("sep=")


def _csv_table(part: LogFile, header: Sequence[str] | None) -> LogTable:
    comments: list[str] = []
    for place, line in enumerate(TextLines(part)):
        if _before(line):
            refuse(
                place == MOST_BEFORE,
                f"{part.name!r} starts with more than {MOST_BEFORE:,} lines that are comments "
                "or empty",
            )
            comments += [line] if line.startswith("#") else []
            continue
        delimiter = max(DELIMITERS, key=line.count)
        names = header or [name.strip() for name in _cells(part.name, [line], delimiter)[0]]
        facts = schema.facts_from(schema.entries_from(comments))
        return LogTable(part, tuple(names), facts, "csv", delimiter, header is None)
    raise CombinError(f"{part.name!r} has no header row")


def _cells(name: str, lines: list[str], delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise CombinError(f"{name!r} is no CSV: {error}") from None


def _csv_rows(
    names: Sequence[str], table: LogTable, lines: TextLines
) -> Iterator[dict[str, Sequence[AnyCell]]]:
    first, header = 1, True
    for piece in lines.pieces():
        if header:
            start = next((at for at, line in enumerate(piece) if not _before(line)), len(piece))
            header = start == len(piece)
            piece = piece[start + table.headed :]
        columns = _columns(table, first, piece)
        if columns[0]:
            yield {name: columns[table.every.index(name)] for name in names}
            first += len(columns[0])


def _columns(table: LogTable, first: int, lines: list[str]) -> list[Sequence[str]]:
    """Return the columns of some lines; where nothing is quoted, all cells are cut at once."""
    width, delimiter = len(table.every), table.delimiter
    full = all(lines) and set(map(str.count, lines, repeat(delimiter))) == {width - 1}
    if full and not any(map(contains, lines, repeat('"'))):
        cells = delimiter.join(lines).split(delimiter)
        return [cells[place::width] for place in range(width)]
    rows = [row for row in _cells(table.part.name, lines, delimiter) if row]
    for place, row in enumerate(rows):
        if len(row) != width:
            size = f"{len(row)} cell{'s' if len(row) > 1 else ''}"
            raise CombinError(
                f"{table.part.name!r}, row {first + place} has {size}, and the header has {width}"
            )
    return list(zip(*rows)) if rows else [()] * width


# --- JSON --------------------------------------------------------------------------------------


def _json_head(part: LogFile) -> tuple[dict[str, str], list[str]]:
    entries: dict[str, str] = {}
    for line in TextLines(part):
        if line.strip():
            row = _object(part, 1, line)
            if schema.MARK not in row:
                return entries, list(row)
            entries = {key: str(value) for key, value in row.items()}
    raise CombinError(f"{part.name!r} has no rows")


def _object(part: LogFile, number: int, line: str) -> dict[str, AnyCell]:
    try:
        row = DECODER.decode(line)
    except (ValueError, RecursionError):
        row = None
    except _Twice as error:
        raise _has_twice(part, number, error) from None
    return _mapping(part, number, row, line)


def _has_twice(part: LogFile, number: int, error: _Twice) -> CombinError:
    return CombinError(f"{part.name!r}, row {number} has {short(str(error))} twice")


def _mapping(part: LogFile, number: int, row: AnyCell, text: str) -> dict[str, AnyCell]:
    if not isinstance(row, dict):
        raise CombinError(
            f"{part.name!r}, row {number} is no JSON object: {short(text)}; each row is one, on a "
            "line of its own or in one list"
        )
    return flat(row)


def _objects(part: LogFile, lines: TextLines) -> Iterator[list[dict[str, AnyCell]]]:
    """Yield the rows of a file that has one row a line."""
    first, opens = 1, True
    for piece in lines.pieces():
        rows: list[dict[str, Any]] = []
        for line in piece:
            if line.strip():
                row = _object(part, first + len(rows), line)
                if not (opens and schema.MARK in row):
                    rows.append(row)
                opens = False
        yield rows
        first += len(rows)


def _listed(part: LogFile, lines: TextLines) -> Iterator[list[dict[str, AnyCell]]]:
    """Yield the rows of a file that is one list of rows."""
    text, opened, first = "", False, 1
    for piece in lines.texts():
        text += piece
        if not opened and text.strip():
            text, opened = text.lstrip().removeprefix("["), True
        rows, end = _decoded(part, text, first)
        yield rows
        first += len(rows)
        text = text[end:]
        if len(text) > LONGEST:
            break
    if text.strip() != "]":
        _mapping(part, first, None, text.strip())


def _decoded(part: LogFile, text: str, first: int) -> tuple[list[dict[str, AnyCell]], int]:
    """Return the whole rows at the beginning of a text, and where they end."""
    rows: list[dict[str, Any]] = []
    at = 0
    while True:
        gap = GAP.match(text, at)
        start = gap.end() if gap else at
        if text[start : start + 1] in ("", "]"):
            return rows, start
        try:
            row, at = DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            return rows, start
        except _Twice as error:
            raise _has_twice(part, first + len(rows), error) from None
        rows.append(_mapping(part, first + len(rows), row, text[start:at]))


def cells_of(
    columns: Sequence[str], table: LogTable, number: int, row: dict[str, AnyCell]
) -> list[AnyCell]:
    """Return the cells of a row; a decision that was not met may be null."""
    if further := {name for name in row.keys() - {*table.every} if row[name] not in EMPTY}:
        where = f"{table.part.name!r}, row {number}"
        raise CombinError(f"{where} has {min(further)!r}, which the first row has not")
    values = list(map(row.get, columns))
    if PLAIN.issuperset(map(type, values)):
        return values
    return [_value(name, table, number, row) for name in columns]


def _value(name: str, table: LogTable, number: int, row: dict[str, AnyCell]) -> int | str:
    """Return one cell of a row that has some that are neither text nor whole numbers."""
    where = f"{table.part.name!r}, row {number}"
    if name not in row and not is_left_out(name, row):
        raise CombinError(f"{where} has no {name!r}")
    value = row.get(name)
    value = "" if value is None else value
    if isinstance(value, list) and TEXTS.issuperset(map(type, value)):
        return listed(list(map(str, value)))
    if isinstance(value, bool):
        return str(value)
    if type(value) not in PLAIN:
        raise CombinError(
            f"{where}: {name!r} is text, a number or a list of them, not {short(str(value))}"
        )
    assert isinstance(value, (int, str))
    return value
