"""Reads a log of any form, batch by batch, in bounded memory; what cannot be read is an error that
names its place.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from fractions import Fraction
from itertools import chain, compress
from shlex import quote
from typing import Any

from combin.errors import CombinError, refuse
from combin.logs import parts, schema
from combin.logs.batch import Batch, joined
from combin.logs.mapping import Nothing, Same, Source
from combin.logs.parts import Progress
from combin.logs.schema import COUNT, NET, ROUND, STAKED, UNIT, AnyCell, Facts
from combin.logs.spelling import FLOAT_DIGITS, Numbering, RanksAlone, amount
from combin.logs.tables import LogTable, rows_of, short, table_of, verify_width
from combin.records import dataclass
from combin.spelling import bare

MOST_COLUMNS = 1000  # that are tried one by one where they cannot be read together


@dataclass(frozen=True)
class FileDigest:
    """A file as it was read.

    name: what the user calls it. size: in bytes. digest: its SHA-256, in hexadecimal.
    """

    name: str
    size: int
    digest: str


@dataclass(frozen=True)
class Only:
    """Which rows are read of a log of several bets or games.

    column: of the file, which names the bet or the game.
    names: what it calls the one that is read.
    is_bet: whether it names the bet, so that the cards of the other rows are of the same game.
    left: other name -> how many rows of it there were so far.
    """

    column: str
    names: frozenset[str]
    is_bet: bool = False
    left: Counter[str] = field(default_factory=Counter, hash=False, compare=False)

    def rows(self, columns: Mapping[str, Sequence[AnyCell]]) -> dict[str, Sequence[AnyCell]]:
        """Return the columns with the rows that are read, and count the others."""
        found = [str(cell).strip() for cell in columns[self.column]]
        kept = [name in self.names for name in found]
        self.left.update(name for name in found if name not in self.names)
        return {name: list(compress(cells, kept)) for name, cells in columns.items()}

    def __str__(self) -> str:
        """Say which rows are left out."""
        left = ", ".join(f"{rows:,} of {short(name)}" for name, rows in self.left.most_common(4))
        more = f" and {len(self.left) - 4} more" if len(self.left) > 4 else ""
        return f"the rows of {' and '.join(map(short, sorted(self.names)))}, without {left}{more}"


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
    numbering: how cards that are numbers are numbered, and ranks that have no suits.
    only: which rows are read: those that each of these reads.
    guesses: what was not said and found by trial, in words.
    words: for an action that the log calls otherwise -> its name.
    aside: columns that are not read, as no column has what belongs to them.
    hands: the columns that say something of one hand, where a round has a row for each.
    off: columns, of the log and of the file, that the user wants not to be read.
    loose: columns of cards that settle no round, as no column has what belongs to them.
    unread: columns of cards that are unknown.
    """

    path: str
    tables: tuple[LogTable, ...]
    columns: tuple[str, ...]
    ignored: tuple[str, ...]
    facts: Facts
    every: tuple[str, ...]
    sources: Mapping[str, Source] = field(hash=False)
    numbering: Numbering | RanksAlone | None = None
    only: tuple[Only, ...] = ()
    guesses: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict, hash=False)
    aside: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    off: frozenset[str] = frozenset()
    loose: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """What names the log in a command: of rows that a program handed over, standard input."""
        return parts.STDIN if self.path == parts.ROWS else self.path

    def digests(self) -> tuple[str, tuple[FileDigest, ...]]:
        """Return the SHA-256 of the files, one after the other, and that of each."""
        every, found = hashlib.sha256(), []
        for table in self.tables:
            one, size = hashlib.sha256(), 0
            with open(table.part.path, "rb") as file:
                while piece := file.read(1 << 20):
                    size += len(piece)
                    for digest in (every, one):
                        digest.update(piece)
            found.append(FileDigest(table.part.name, size, one.hexdigest()))
        return every.hexdigest(), tuple(found)

    def verify_same(self) -> None:
        """Raise CombinError where a file was written since it was opened."""
        for table in self.tables:
            table.part.verify_same()

    @property
    def queried(self) -> str | None:
        """The path of the one Parquet file that the log is, where its columns are as they stand;
        else None.
        """
        (table, *others) = self.tables
        plain = all(source == Same(name) for name, source in self.sources.items())
        if self.only or others or table.form != "parquet" or not plain or not table.integers:
            return None
        return None if UNIT in self.columns else table.part.path

    def verify_there(self, row: int, name: str) -> None:
        """Raise CombinError for a round that comes to a column that the log lacks."""
        if isinstance(self.sources.get(name), Nothing):
            raise CombinError(
                f"{self.path!r}, row {row} comes to {name!r}, and no column has it: name it with "
                f"--map {quote(f'{name}=COLUMN')}"
            )

    def reading(self, sources: Mapping[str, Source]) -> Log:
        """Return the log with the columns that are made of `sources`; raises CombinError where the
        file has one of these twice. Its other columns are ignored.
        """
        used = {column for source in sources.values() for column in source.columns}
        read = tuple(name for name in self.every if name in sources)
        read += tuple(name for name in sources if name not in read)
        others = {*used, *self.aside, *self.off, *(one.column for one in self.only)}
        ignored = tuple(name for name in self.every if name not in others)
        for name in used:
            refuse(self.every.count(name) > 1, f"{self.path!r} has two columns {name!r}")
        return replace(self, columns=read, ignored=ignored, sources=sources)

    def sample(self) -> dict[str, Sequence[AnyCell]]:
        """Return the columns of the file in its first rows, without those that cannot be read."""
        found = self._sample()
        for one in self.only:
            found = one.rows(found) if one.column in found else {}
        return found

    def _sample(self) -> dict[str, Sequence[AnyCell]]:
        often = Counter(self.every)
        columns = tuple(name for name in self.every if often[name] == 1)
        try:
            return self._first(columns)
        except CombinError:
            if len(columns) > MOST_COLUMNS:
                raise
            found: dict[str, Sequence[Any]] = {}
            for name in columns:
                with suppress(CombinError):
                    found |= self._first((name,))
            return found

    def _first(self, columns: tuple[str, ...]) -> dict[str, Sequence[AnyCell]]:
        tables = (rows_of(table, columns) for table in self.tables)
        return next(chain.from_iterable(tables), {}) if columns else {}

    def none_known(self, known: Sequence[str]) -> CombinError:
        """Return the error that no column is known."""
        return CombinError(
            f"{self.path!r} has none of the columns of a log ({', '.join(known)}); it starts with "
            f"{short(self.every[0]) if self.every else 'nothing'}: name them with --map "
            "net=COLUMN,... or, where no row does that, with --header NAME,..."
        )

    @property
    def needed(self) -> list[str]:
        """The columns of the file from which those of the log are made."""
        columns = [column for name in self.columns for column in self.sources[name].columns]
        columns += [one.column for one in self.only]
        return list(dict.fromkeys(columns))

    def batches(self, progress: Progress | None = None) -> Iterator[Batch]:
        """Yield all rows, in order; raises CombinError where a row cannot be read."""
        found = self._batches(progress)
        if not self.hands:
            return found
        return joined(found, self.hands, bare(str(self.sources[ROUND])) == ROUND)

    def _batches(self, progress: Progress | None) -> Iterator[Batch]:
        if not self.needed:
            return
        for one in self.only:
            one.left.clear()
        first = 1
        for table in self.tables:
            opens = True
            for raw in rows_of(table, self.needed, progress):
                if batch := self.batch(first, raw, opens):
                    yield batch
                    first, opens = first + len(batch), False

    def batch(self, first: int, raw: Mapping[str, Sequence[AnyCell]], opens: bool) -> Batch | None:
        """Return rows of the file as a batch, None where none of them is read.

        first: the number of the first. raw: the columns of the file. opens: whether a file begins.
        """
        for one in self.only:
            raw = one.rows(raw)
        if not any(raw.values()):
            return None
        batch = Batch(first, {name: self.sources[name].cells(raw) for name in self.columns}, opens)
        if UNIT in self.columns:
            _in_units(self, batch)
        return batch


def _in_units(log: Log, batch: Batch) -> None:
    """Divide the amounts of a batch by the base wager of their row."""
    units = batch.columns[UNIT]
    for name in (NET, STAKED):
        if name in log.columns:
            known: dict[tuple[Any, Any], Fraction] = {}
            pairs = list(zip(batch.columns[name], units))
            for row, pair in enumerate(pairs, batch.first):
                if pair not in known:
                    unit = money(log, row, UNIT, pair[1])
                    if unit <= 0:
                        raise CombinError(
                            f"{log.path!r}, row {row}: {UNIT} is above 0, not {pair[1]}"
                        )
                    known[pair] = money(log, row, name, pair[0]) / unit
            batch.columns[name] = [known[pair] for pair in pairs]


def open_log(path: str | Sequence[str], header: Sequence[str] | None = None) -> Log:
    """Open a log, all of whose columns are then to be read; raises CombinError where it
    cannot be.

    path: of the file or the files, as `parts_of` reads them.
    header: the names of the columns, where no row of a file says them.
    """
    paths = [path] if isinstance(path, str) else list(path)
    return log_of(" ".join(paths), parts.parts_of(paths), header)


def log_of(name: str, files: Sequence[parts.LogFile], header: Sequence[str] | None = None) -> Log:
    """Return the log that some files are, as `open_log` does; name: what the user calls it."""
    tables = [table_of(part, header) for part in files]
    first = tables[0]
    verify_width(first.part, len(first.every))
    for table in tables[1:]:
        if set(table.every) != set(first.every):
            odd = min(set(table.every) ^ set(first.every))
            raise CombinError(
                f"{first.part.name!r} and {table.part.name!r} are no one log: only one has the "
                f"column {odd!r}"
            )
    facts = _joined([table.facts for table in tables], name)
    own: dict[str, Source] = {column: Same(column) for column in first.every}
    return Log(name, tuple(tables), first.every, (), facts, first.every, own)


def _joined(facts: list[Facts], path: str) -> Facts:
    """Return what files say about themselves together; raises CombinError where the rules, the chip
    or the strategy differ.
    """
    first = facts[0]
    for other in facts[1:]:
        rules = replace(other, seed=first.seed, rounds=first.rounds, by=first.by)
        refuse(
            rules != first or other.choices != first.choices or other.pays != first.pays,
            f"{path!r}: the files are not of the same game, bet and play",
        )
    if len(facts) == 1:
        return first
    rounds = [one.rounds for one in facts if one.rounds is not None]
    total = sum(rounds) if len(rounds) == len(facts) else None
    return replace(first, seed=None, rounds=total)


# --- Numbers -----------------------------------------------------------------------------------


def money(log: Log, row: int, column: str, value: AnyCell) -> Fraction:
    """Return the amount in a cell; raises CombinError naming its row where there is none or it
    passes 63 bits.
    """
    number = amount(value)
    if number is None:
        digits = " of at most 15 digits" if len(str(value)) > FLOAT_DIGITS else ""
        raise CombinError(
            f"{log.path!r}, row {row}: {column} is an amount{digits} such as 5, -2.50 or $5, not "
            f"{short(str(value))}"
        )
    return _bounded(log, row, column, number)


def _bounded(log: Log, row: int, column: str, number: Fraction) -> Fraction:
    if max(abs(number.numerator), number.denominator) > schema.LARGEST:
        raise CombinError(
            f"{log.path!r}, row {row}: {column} is a number of no more than 63 bits, not "
            f"{short(str(number))}"
        )
    return number


def whole(log: Log, row: int, column: str, value: AnyCell) -> int:
    """Return the whole number in a cell; raises CombinError naming its row where there is none or
    it passes 63 bits.
    """
    number = amount(value)
    if number is None or number.denominator > 1:
        raise CombinError(
            f"{log.path!r}, row {row}: {column} is a whole number, not {short(str(value))}"
        )
    if _bounded(log, row, column, number) < 0 and column in (COUNT, ROUND):
        raise CombinError(
            f"{log.path!r}, row {row}: {column} is a whole number from 0 up, not {number}"
        )
    return number.numerator
