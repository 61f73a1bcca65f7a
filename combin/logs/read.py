"""Reads a log of any form, batch by batch, in bounded memory; what cannot be read is an error that
names its place.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import repeat
from operator import contains
from typing import Any

from combin.errors import CombinError
from combin.logs import query, schema
from combin.logs.schema import COUNT, ROUND, Facts

PIECE = 1 << 17  # characters read at a time: what comes of them stays in the cache
LONGEST = 1_000_000  # characters in a line
MOST_COMMENTS = 10_000  # lines before the header

Progress = Callable[[int, int], None]  # bytes read so far, bytes in all


@dataclass
class Batch:
    """Some rows one after the other.

    first: the number of the first, from 1.
    columns: name -> values, text or whole numbers.
    """

    first: int
    columns: dict[str, Sequence[Any]]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))


@dataclass(frozen=True)
class Log:
    """A log that could be opened.

    path: of the file.
    ending: which of `schema.ENDINGS` its name has.
    columns: the names of those that are read, as the file writes them.
    ignored: the names of those that are unknown and not read.
    facts: what the file says about itself.
    every: the names of all columns.
    """

    path: str
    ending: str
    columns: tuple[str, ...]
    ignored: tuple[str, ...]
    facts: Facts
    every: tuple[str, ...]

    def digest(self) -> str:
        """Return the SHA-256 of the file, in hexadecimal."""
        with open(self.path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def reading(self, known: Sequence[str]) -> Log:
        """Return the log with those columns that are `known`; raises CombinError where it has none.

        An unknown column is ignored, unless it looks like a known one that the log lacks.
        """
        from difflib import get_close_matches

        missing = [name for name in known if name not in self.every]
        for name in self.every:
            if name not in known and (close := get_close_matches(name.lower(), missing, 1)):
                raise CombinError(
                    f"{self.path!r} has an unknown column {name!r} (did you mean {close[0]!r}?)"
                )
        if not set(self.every) & set(known):
            columns, first = ", ".join(known), _short(self.every[0])
            raise CombinError(
                f"{self.path!r} has none of the columns of a log ({columns}); it starts with "
                f"{first}"
            )
        read = tuple(name for name in self.every if name in known)
        ignored = tuple(name for name in self.every if name not in known)
        return replace(self, columns=read, ignored=ignored)

    def batches(self, progress: Progress | None = None) -> Iterator[Batch]:
        """Yield all rows, in order; raises CombinError where a row cannot be read."""
        if self.ending == ".parquet":
            first = 1
            for rows in query.rows(self.path, self.columns, progress):
                yield Batch(first, dict(zip(self.columns, zip(*rows))))
                first += len(rows)
        else:
            lines = _Lines(self.path, progress)
            read = _json_batches if self.ending.startswith(".jsonl") else _csv_batches
            with _readable(self.path):
                yield from read(self, lines)


def open_log(path: str) -> Log:
    """Open a log, all of whose columns are then to be read; raises CombinError where it
    cannot be.
    """
    if not os.path.isfile(path):
        what = "is not a file" if os.path.exists(path) else "does not exist"
        if os.path.isdir(path):
            what = "is a folder"
        raise CombinError(f"{path!r} cannot be read: it {what}")
    ending = schema.ending(path)
    if os.path.getsize(path) == 0:
        raise CombinError(f"{path!r} is empty")
    with _readable(path):
        if ending == ".parquet":
            entries, found = query.head(path)
        elif ending.startswith(".jsonl"):
            entries, found = _json_head(path)
        else:
            entries, found = _csv_head(path)
    names = tuple(found)
    for name in names:
        if names.count(name) > 1:
            raise CombinError(f"{path!r} has two columns {name!r}")
    return Log(path, ending, names, (), schema.facts_from(entries), names)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "...")


@contextmanager
def _readable(path: str) -> Iterator[None]:
    """Say in one line why a file cannot be read."""
    try:
        yield
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise CombinError(f"{path!r} is no whole gzip file: {str(error).lower()}") from None
    except UnicodeDecodeError as error:
        raise CombinError(
            f"{path!r} is no UTF-8 text: it holds the byte 0x{error.object[error.start]:02x}"
        ) from None
    except OSError as error:
        raise CombinError(
            f"{path!r} cannot be read: {(error.strerror or str(error)).lower()}"
        ) from None


# --- Text: lines -------------------------------------------------------------------------------


class _Lines:
    """The lines of a text file in pieces, whatever ends them; a line that does not end soon is
    refused.
    """

    def __init__(self, path: str, progress: Progress | None = None) -> None:
        self.path, self.progress = path, progress
        self.number = 0  # lines given out so far

    def pieces(self) -> Iterator[list[str]]:
        """Yield lists of whole lines, without their ends."""
        size = os.path.getsize(self.path)
        with open(self.path, "rb") as raw:
            packed = self.path.lower().endswith(".gz")
            text = io.TextIOWrapper(gzip.GzipFile(fileobj=raw) if packed else raw, "utf-8-sig")
            open_end = ""
            while piece := text.read(PIECE):
                if "\0" in piece:
                    raise CombinError(f"{self.path!r} is no text: it holds a NUL character")
                lines = (open_end + piece).split("\n")
                open_end = lines.pop()
                self._verify_lengths([*lines, open_end])
                yield lines
                self.number += len(lines)
                if self.progress:
                    self.progress(raw.tell(), size)
            if open_end:
                yield [open_end]

    def _verify_lengths(self, lines: list[str]) -> None:
        if max(map(len, lines)) <= LONGEST:
            return
        for number, line in enumerate(lines, self.number + 1):
            if len(line) > LONGEST:
                raise CombinError(
                    f"{self.path!r}, line {number} is longer than {LONGEST:,} characters"
                )

    def __iter__(self) -> Iterator[str]:
        for lines in self.pieces():
            yield from lines


def _csv_head(path: str) -> tuple[dict[str, str], list[str]]:
    """Return the facts and the column names of a CSV file."""
    comments: list[str] = []
    for line in _Lines(path):
        if not line.strip():
            continue
        if not line.startswith("#"):
            return schema.entries_from(comments), [name.strip() for name in _cells(path, [line])[0]]
        if len(comments) == MOST_COMMENTS:
            raise CombinError(f"{path!r} starts with more than {MOST_COMMENTS:,} comment lines")
        comments.append(line)
    raise CombinError(f"{path!r} has no header row")


def _cells(path: str, lines: list[str]) -> list[list[str]]:
    try:
        return list(csv.reader(lines, strict=True))
    except csv.Error as error:
        raise CombinError(f"{path!r} is no CSV: {error}") from None


def _csv_batches(log: Log, lines: _Lines) -> Iterator[Batch]:
    first, header = 1, True
    for piece in lines.pieces():
        if header:
            start = _header_row(piece)
            header, piece = start == len(piece), piece[start + 1 :]
        columns = _columns(log, first, piece)
        if columns[0]:
            places = (log.every.index(name) for name in log.columns)
            yield Batch(first, {name: columns[place] for name, place in zip(log.columns, places)})
            first += len(columns[0])


def _header_row(lines: list[str]) -> int:
    """Return the place of the first line that is neither empty nor a comment, the number of lines
    where there is none.
    """
    for place, line in enumerate(lines):
        if line.strip() and not line.startswith("#"):
            return place
    return len(lines)


def _columns(log: Log, first: int, lines: list[str]) -> list[Sequence[str]]:
    """Return the columns of some lines; where nothing is quoted, all cells are cut at once."""
    width = len(log.every)
    full = all(lines) and set(map(str.count, lines, repeat(","))) == {width - 1}
    if full and not any(map(contains, lines, repeat('"'))):
        cells = ",".join(lines).split(",")
        return [cells[place::width] for place in range(width)]
    rows = [row for row in _cells(log.path, lines) if row]
    for place, row in enumerate(rows):
        if len(row) != width:
            size = f"{len(row)} cell{'s' if len(row) > 1 else ''}"
            raise CombinError(
                f"{log.path!r}, row {first + place} has {size}, and the header has {width}"
            )
    return list(zip(*rows)) if rows else [()] * width


def _json_head(path: str) -> tuple[dict[str, str], list[str]]:
    """Return the facts and the column names of a JSON Lines file."""
    entries: dict[str, str] = {}
    for line in _Lines(path):
        if line.strip():
            row = _object(path, 1, line)
            if schema.MARK not in row:
                return entries, list(row) or [""]
            entries = {key: str(value) for key, value in row.items()}
    raise CombinError(f"{path!r} has no rows")


def _object(path: str, number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise CombinError(f"{path!r}, row {number} is no JSON object: {_short(line)}") from None
    if not isinstance(row, dict):
        raise CombinError(f"{path!r}, row {number} is no JSON object: {_short(line)}")
    return row


def _json_batches(log: Log, lines: _Lines) -> Iterator[Batch]:
    first = 1
    for piece in lines.pieces():
        rows: list[list[Any]] = []
        for line in piece:
            if line.strip():
                row = _object(log.path, first + len(rows), line)
                if schema.MARK not in row or first + len(rows) > 1:
                    rows.append(_values(log, first + len(rows), row))
        if rows:
            yield Batch(first, dict(zip(log.columns, zip(*rows))))
            first += len(rows)


def _values(log: Log, number: int, row: dict[str, Any]) -> list[Any]:
    """Return the cells of a row; a decision that was not met may be null."""
    if further := row.keys() - set(log.every):
        raise CombinError(
            f"{log.path!r}, row {number} has {min(further)!r}, which the first row has not"
        )
    values = []
    for name in log.columns:
        if name not in row:
            raise CombinError(f"{log.path!r}, row {number} has no {name!r}")
        value = "" if row[name] is None else row[name]
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            raise CombinError(
                f"{log.path!r}, row {number}: {name!r} is text or a whole number, not "
                f"{_short(str(value))}"
            )
        values.append(value)
    return values


def whole(log: Log, row: int, column: str, value: Any) -> int:
    """Return the whole number in a cell; raises CombinError naming its row where there is none or
    it passes 63 bits.
    """
    number = _digits(value) if isinstance(value, str) else value
    what = f"{log.path!r}, row {row}: {column} is a whole number"
    if isinstance(number, bool) or not isinstance(number, int):
        unit = "" if column in (COUNT, ROUND) else " of chips"
        raise CombinError(f"{what}{unit}, not {_short(str(value))}")
    if abs(number) > schema.LARGEST:
        raise CombinError(f"{what} of no more than 63 bits, not {_short(str(value))}")
    if number < 0 and column in (COUNT, ROUND):
        raise CombinError(f"{what} from 0 up, not {number}")
    return number


def _digits(text: str) -> int | None:
    """Return the whole number that a text is, if it is one of at most 30 digits."""
    text = text.strip()
    digits = text[1:] if text[:1] in ("-", "+") else text
    short = digits.isascii() and digits.isdigit() and len(digits) <= 30
    return int(text) if short else None
