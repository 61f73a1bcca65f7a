"""Reads a log of any form, batch by batch, in bounded memory; what cannot be read is an error that
names its place.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, compress, repeat
from operator import contains
from typing import Any

from combin.errors import CombinError
from combin.logs import parts, query, schema
from combin.logs.mapping import Same, Source
from combin.logs.parts import LONGEST, Lines, Part, Progress
from combin.logs.schema import COUNT, NET, ROUND, STAKED, UNIT, Facts
from combin.logs.spelling import FLOAT_DIGITS, Numbering, Words, amount

MOST_COMMENTS = 10_000  # lines before the header
DELIMITERS = ",;\t|"
LISTED = "/"  # between the members of a list in JSON
GAP = re.compile(r"[\s,]*")  # between the rows of a list in JSON


@dataclass
class Batch:
    """Some rows one after the other.

    first: the number of the first, from 1.
    columns: name -> values, text or numbers.
    opens: whether the first row is that of a file.
    """

    first: int
    columns: dict[str, Sequence[Any]]
    opens: bool = False

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))


@dataclass(frozen=True)
class Table:
    """One file of a log, opened.

    part: where it is.
    every: the names of its columns.
    facts: what it says about itself.
    form: `csv`, `json` (a row a line), `list` (of rows, in JSON) or `parquet`.
    delimiter: what stands between its cells.
    headed: whether its first row names the columns.
    integers: whether its amounts are whole numbers by their type.
    """

    part: Part
    every: tuple[str, ...]
    facts: Facts
    form: str
    delimiter: str = ","
    headed: bool = True
    integers: bool = False

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the columns."""
        return frozenset(self.every)


@dataclass(frozen=True)
class Only:
    """Which rows of a log of several bets are read.

    column: of the file, which names the bet.
    keys: of all bets.
    key: of the one that is read.
    """

    column: str
    keys: Words
    key: str

    def rows(self, columns: dict[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
        """Return the columns with the rows that are read."""
        kept = [self.keys.meant(str(cell).strip()) == self.key for cell in columns[self.column]]
        return {name: list(compress(cells, kept)) for name, cells in columns.items()}


@dataclass(frozen=True)
class Log:
    """A log that could be opened.

    path: what the user calls it.
    tables: its files.
    columns: the names of the columns that are read, as a log has them.
    ignored: the names of those of the file that are unknown and not read.
    facts: what the log says about itself.
    every: the names of all columns of the file.
    sources: column of the log -> what it is made of.
    numbering: how cards that are numbers are numbered.
    only: which rows are read; None for all.
    guesses: what was not said and found by trial, in words.
    """

    path: str
    tables: tuple[Table, ...]
    columns: tuple[str, ...]
    ignored: tuple[str, ...]
    facts: Facts
    every: tuple[str, ...]
    sources: Mapping[str, Source] = field(hash=False)
    numbering: Numbering | None = None
    only: Only | None = None
    guesses: tuple[str, ...] = ()

    def digest(self) -> str:
        """Return the SHA-256 of the files, one after the other, in hexadecimal."""
        found = hashlib.sha256()
        for table in self.tables:
            with open(table.part.path, "rb") as file:
                while piece := file.read(1 << 20):
                    found.update(piece)
        return found.hexdigest()

    @cached_property
    def queried(self) -> str | None:
        """The path of the one Parquet file that the log is, where its columns are as they stand;
        else None.
        """
        (table, *others) = self.tables
        plain = all(source == Same(name) for name, source in self.sources.items())
        if self.only or others or table.form != "parquet" or not plain or not table.integers:
            return None
        return None if UNIT in self.columns else table.part.path

    def reading(self, known: Sequence[str], sources: Mapping[str, Source] | None = None) -> Log:
        """Return the log with those columns that are `known`, made of `sources` or else of those
        of the same name; raises CombinError where it has none. Other columns are ignored.
        """
        own: dict[str, Source] = {name: Same(name) for name in self.every if name in known}
        found = own | dict(sources or {})
        used = {column for source in found.values() for column in source.columns}
        read = tuple(name for name in self.every if name in found)
        read += tuple(name for name in found if name not in read)
        ignored = tuple(name for name in self.every if name not in used)
        for name in used:
            if self.every.count(name) > 1:
                raise CombinError(f"{self.path!r} has two columns {name!r}")
        return replace(self, columns=read, ignored=ignored, sources=found)

    def sample(self) -> dict[str, Sequence[Any]]:
        """Return the columns of the file in its first rows, without those that cannot be read."""
        columns = tuple(name for name in self.every if self.every.count(name) == 1)
        try:
            return self._first(columns)
        except CombinError:
            found: dict[str, Sequence[Any]] = {}
            for name in columns:
                with suppress(CombinError):
                    found |= self._first((name,))
            return found

    def _first(self, columns: tuple[str, ...]) -> dict[str, Sequence[Any]]:
        tables = (_Reader(columns, None).batches(table, 1) for table in self.tables)
        return next(chain.from_iterable(tables), {}) if columns else {}

    def none_known(self, known: Sequence[str]) -> CombinError:
        """Return the error that no column is known."""
        return CombinError(
            f"{self.path!r} has none of the columns of a log ({', '.join(known)}); it starts with "
            f"{_short(self.every[0]) if self.every else 'nothing'}: name them with --map "
            "net=COLUMN,... or, where no row does that, with --header NAME,..."
        )

    def batches(self, progress: Progress | None = None) -> Iterator[Batch]:
        """Yield all rows, in order; raises CombinError where a row cannot be read."""
        columns = [column for name in self.columns for column in self.sources[name].columns]
        columns += [self.only.column] if self.only else []
        reader = _Reader(tuple(dict.fromkeys(columns)), progress)
        first = 1
        for table in self.tables:
            opens = True
            for raw in reader.batches(table, first):
                if self.only and not any((raw := self.only.rows(raw)).values()):
                    continue
                batch = Batch(first, self._made(raw), opens)
                if UNIT in self.columns:
                    _in_units(self, batch)
                yield batch
                first, opens = first + len(batch), False

    def _made(self, raw: dict[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
        """Return the columns of the log from those of the file."""
        return {name: self.sources[name].cells(raw) for name in self.columns}


def _in_units(log: Log, batch: Batch) -> None:
    """Divide the amounts of a batch by the base wager of their row."""
    units = batch.columns[UNIT]
    for name in (NET, STAKED):
        if name in log.columns:
            known: dict[tuple[Any, Any], Fraction] = {}
            pairs = list(zip(batch.columns[name], units))
            for row, pair in enumerate(pairs, batch.first):
                if pair not in known:
                    known[pair] = money(log, row, name, pair[0]) / _unit(log, row, pair[1])
            batch.columns[name] = [known[pair] for pair in pairs]


def _unit(log: Log, row: int, value: Any) -> Fraction:
    unit = money(log, row, UNIT, value)
    if unit <= 0:
        raise CombinError(f"{log.path!r}, row {row}: {UNIT} is above 0, not {value}")
    return unit


def open_log(path: str | Sequence[str], header: Sequence[str] | None = None) -> Log:
    """Open a log, all of whose columns are then to be read; raises CombinError where it
    cannot be.

    path: of the file or the files, as `parts_of` reads them.
    header: the names of the columns, where no row of a file says them.
    """
    paths = [path] if isinstance(path, str) else list(path)
    tables = [_table(part, header) for part in parts.parts_of(paths)]
    first = tables[0]
    for table in tables[1:]:
        if set(table.every) != set(first.every):
            odd = min(set(table.every) ^ set(first.every))
            raise CombinError(
                f"{first.part.name!r} and {table.part.name!r} are no one log: only one has the "
                f"column {odd!r}"
            )
    facts = _joined([table.facts for table in tables], " ".join(paths))
    own: dict[str, Source] = {name: Same(name) for name in first.every}
    return Log(" ".join(paths), tuple(tables), first.every, (), facts, first.every, own)


def _joined(facts: list[Facts], path: str) -> Facts:
    """Return what files say about themselves together; raises CombinError where the rules, the chip
    or the strategy differ.
    """
    first = facts[0]
    for other in facts[1:]:
        rules = replace(other, seed=first.seed, rounds=first.rounds, by=first.by)
        if rules != first or other.choices != first.choices or other.pays != first.pays:
            raise CombinError(f"{path!r}: the files are not of the same game, bet and play")
    if len(facts) == 1:
        return first
    rounds = [one.rounds for one in facts if one.rounds is not None]
    total = sum(rounds) if len(rounds) == len(facts) else None
    return replace(first, seed=None, rounds=total)


def _table(part: Part, header: Sequence[str] | None) -> Table:
    """Open one file."""
    if part.parquet:
        entries, names, integers = query.head(part.path)
        return Table(part, tuple(names), schema.facts_from(entries), "parquet", integers=integers)
    start = _start(part)
    if start[:1] == "[":
        row = next((row for rows in _listed(part, Lines(part)) for row in rows), None)
        if row is None:
            raise CombinError(f"{part.name!r} has no rows")
        return Table(part, tuple(row), Facts(), "list")
    if start[:1] == "{" or re.search(r"\.(json|jsonl|ndjson)(\.|$)", part.name.lower()):
        entries, names = _json_head(part)
        return Table(part, tuple(names), schema.facts_from(entries), "json")
    return _csv_table(part, header)


def _start(part: Part) -> str:
    """Return how the text of a file begins."""
    for text in Lines(part).texts():
        if text.strip():
            return text.lstrip()[:1]
    return ""


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "...")


class _Reader:
    """Reads the rows of files.

    columns: those of the file that are read.
    """

    def __init__(self, columns: tuple[str, ...], progress: Progress | None) -> None:
        self.columns, self.progress = columns, progress

    def batches(self, table: Table, first: int) -> Iterator[dict[str, Sequence[Any]]]:
        """Yield the columns of a file, its first row being that of number `first`."""
        if table.form == "parquet":
            for rows in query.rows(table.part.path, self.columns, self.progress):
                yield dict(zip(self.columns, zip(*rows)))
            return
        lines = Lines(table.part, self.progress)
        if table.form == "csv":
            yield from _csv_batches(self.columns, table, lines, first)
            return
        objects = _listed if table.form == "list" else _objects
        for found in objects(table.part, lines, first):
            if found:
                read = [_values(self.columns, table, *row) for row in enumerate(found, first)]
                yield dict(zip(self.columns, zip(*read)))
                first += len(found)


# --- Text: lines -------------------------------------------------------------------------------


def _before(line: str) -> bool:
    """Tell whether a line stands before the header of a CSV file: an empty one, a comment, or one
    that names the delimiter for a spreadsheet.
    """
    return not line.strip() or line.startswith("#") or line.lower().startswith("sep=")


def _csv_table(part: Part, header: Sequence[str] | None) -> Table:
    """Open a CSV file."""
    comments: list[str] = []
    for line in Lines(part):
        if _before(line):
            if len(comments) == MOST_COMMENTS:
                raise CombinError(
                    f"{part.name!r} starts with more than {MOST_COMMENTS:,} comment lines"
                )
            comments += [line] if line.startswith("#") else []
            continue
        delimiter = max(DELIMITERS, key=line.count)
        names = header or [name.strip() for name in _cells(part.name, [line], delimiter)[0]]
        facts = schema.facts_from(schema.entries_from(comments))
        return Table(part, tuple(names), facts, "csv", delimiter, header is None)
    raise CombinError(f"{part.name!r} has no header row")


def _cells(name: str, lines: list[str], delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise CombinError(f"{name!r} is no CSV: {error}") from None


def _csv_batches(
    names: Sequence[str], table: Table, lines: Lines, first: int
) -> Iterator[dict[str, Sequence[Any]]]:
    header = True
    for piece in lines.pieces():
        if header:
            start = _header_row(piece)
            header, piece = start == len(piece), piece[start + table.headed :]
        columns = _columns(table, first, piece)
        if columns[0]:
            yield {name: columns[table.every.index(name)] for name in names}
            first += len(columns[0])


def _header_row(lines: list[str]) -> int:
    """Return the place of the first line that is not before the header, the number of lines where
    there is none.
    """
    for place, line in enumerate(lines):
        if not _before(line):
            return place
    return len(lines)


def _columns(table: Table, first: int, lines: list[str]) -> list[Sequence[str]]:
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

PLAIN = frozenset([int, str])  # truth values are none of them
DECODER = json.JSONDecoder(parse_float=str, parse_constant=str)


def _json_head(part: Part) -> tuple[dict[str, str], list[str]]:
    """Return the facts and the column names of a JSON Lines file."""
    entries: dict[str, str] = {}
    for line in Lines(part):
        if line.strip():
            row = _object(part, 1, line)
            if schema.MARK not in row:
                return entries, list(row)
            entries = {key: str(value) for key, value in row.items()}
    raise CombinError(f"{part.name!r} has no rows")


def _object(part: Part, number: int, line: str) -> dict[str, Any]:
    try:
        row = DECODER.decode(line)
    except (ValueError, RecursionError):
        row = None
    return row if isinstance(row, dict) else _mapping(part, number, row, line)


def _mapping(part: Part, number: int, row: Any, text: str) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise CombinError(f"{part.name!r}, row {number} is no JSON object: {_short(text)}")
    return row


def _objects(part: Part, lines: Lines, first: int = 1) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a file of a row a line."""
    opens = True
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


def _listed(part: Part, lines: Lines, first: int = 1) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a file that is one list of them."""
    text, opened = "", False
    for piece in lines.texts():
        text += piece
        if not opened and text.strip():
            text, opened = text.lstrip().removeprefix("["), True
        rows, end = _decoded(part, text, first)
        yield rows
        first, text = first + len(rows), text[end:]
        if len(text) > LONGEST:
            break
    if text.strip() != "]":
        _mapping(part, first, None, text.strip())


def _decoded(part: Part, text: str, first: int) -> tuple[list[dict[str, Any]], int]:
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
        rows.append(_mapping(part, first + len(rows), row, text[start:at]))


def _values(columns: Sequence[str], table: Table, number: int, row: dict[str, Any]) -> list[Any]:
    """Return the cells of a row; a decision that was not met may be null."""
    if further := row.keys() - table.names:
        where = f"{table.part.name!r}, row {number}"
        raise CombinError(f"{where} has {min(further)!r}, which the first row has not")
    values = list(map(row.get, columns))
    if PLAIN.issuperset(map(type, values)):
        return values
    return [_value(name, table, number, row) for name in columns]


def _value(name: str, table: Table, number: int, row: dict[str, Any]) -> int | str:
    """Return one cell of a row that has some that are neither text nor whole numbers."""
    where = f"{table.part.name!r}, row {number}"
    if name not in row:
        raise CombinError(f"{where} has no {name!r}")
    value = "" if row[name] is None else row[name]
    if isinstance(value, list) and PLAIN.issuperset(map(type, value)):
        return LISTED.join(map(str, value))
    if type(value) not in PLAIN:
        raise CombinError(
            f"{where}: {name!r} is text, a number or a list of them, not {_short(str(value))}"
        )
    assert isinstance(value, (int, str))
    return value


# --- Numbers -----------------------------------------------------------------------------------


def money(log: Log, row: int, column: str, value: Any) -> Fraction:
    """Return the amount in a cell; raises CombinError naming its row where there is none or it
    passes 63 bits.
    """
    number = amount(value)
    if number is None:
        digits = " of at most 15 digits" if len(str(value)) > FLOAT_DIGITS else ""
        raise CombinError(
            f"{log.path!r}, row {row}: {column} is an amount{digits} such as 5, -2.50 or $5, not "
            f"{_short(str(value))}"
        )
    return _bounded(log, row, column, number)


def _bounded(log: Log, row: int, column: str, number: Fraction) -> Fraction:
    if max(abs(number.numerator), number.denominator) > schema.LARGEST:
        raise CombinError(
            f"{log.path!r}, row {row}: {column} is a number of no more than 63 bits, not "
            f"{_short(str(number))}"
        )
    return number


def whole(log: Log, row: int, column: str, value: Any) -> int:
    """Return the whole number in a cell; raises CombinError naming its row where there is none or
    it passes 63 bits.
    """
    number = amount(value)
    if number is None or number.denominator > 1:
        raise CombinError(
            f"{log.path!r}, row {row}: {column} is a whole number, not {_short(str(value))}"
        )
    if _bounded(log, row, column, number) < 0 and column in (COUNT, ROUND):
        raise CombinError(
            f"{log.path!r}, row {row}: {column} is a whole number from 0 up, not {number}"
        )
    return number.numerator
