"""Writes logs, rounds or their tally, as lines of text (CSV, JSON Lines) or Parquet, in pieces made
in parallel.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from abc import abstractmethod
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, product
from typing import Protocol

from combin.cards import JOKER, RANKS, card_text, rank_of
from combin.counting import zeros
from combin.errors import CombinError
from combin.kernels import record as kernel
from combin.logs import parquet, schema
from combin.rounds import RoundBatch, Simulation
from combin.rounds.settle import End

Cell = str | int

LEVEL = 1  # of compression: higher ones take several times as long as playing the rounds
LARGEST_DICTIONARY = 2  # cards in a zone whose cards are written as places in a list of all
CODES = 64  # card numbers, six bits each
BLANK = 62  # stands for no card


def _letters(number: int) -> str:
    """Return the two letters of a card number; question marks where no card has it."""
    known = number == JOKER or rank_of(number) < len(RANKS)
    return card_text(number) if known else "??"


LETTERS = "".join(map(_letters, range(CODES))).encode()


class RowLayout:
    """The columns of a log of whole rows.

    names: the columns. zones: those of cards that a kernel writes, with their sizes.
    ended: those that depend on nothing but how a round ended.
    cells: their values, by the number of the end.
    deck: the card numbers.
    """

    zones: Mapping[str, int] = {}
    ended: Sequence[str] = ()
    cells: Sequence[Sequence[Cell]] = ()
    deck: Sequence[int] = ()

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names


class LogLayout(RowLayout):
    """What a log's columns are, and what each end of a round puts into them.

    form: which columns the log has, one of `schema.FORMS`.
    ends: every way a round can end.
    decisions: the names of the decisions.
    chip: units of the base wager per chip, in which money is written.
    """

    def __init__(self, simulation: Simulation, form: str) -> None:
        self.form, self.ends = form, simulation.ends
        self.zones = simulation.zones if form == "full" else {}
        names = [decision.name for decision in simulation.plan.decisions]
        self.decisions = [name for name in names if name not in self.zones]
        self.deck = simulation.plan.game.deck.cards
        nets = [end.net for end in self.ends]
        self.chip = schema.smallest_chip([*nets, *[end.staked for end in self.ends]])
        super().__init__(schema.columns(form, self.zones, self.decisions))
        others = (schema.ROUND, schema.COUNT, *self.zones)
        self.ended = [name for name in self.names if name not in others]
        self.cells = [self._cells(end) for end in self.ends]

    def _cells(self, end: End) -> list[Cell]:
        """Return the values of the columns `ended` after an end."""
        cells: dict[str, Cell] = {
            schema.ACTIONS: schema.SEPARATOR.join(end.actions),
            schema.OUTCOME: end.outcome,
            schema.STAKED: self._chips(end.staked),
            schema.NET: self._chips(end.net),
        }
        if self.form == "full":
            cells |= dict.fromkeys(self.decisions, "") | dict(zip(self.decisions, end.actions))
        return [cells[name] for name in self.ended]

    def _chips(self, amount: Fraction) -> int:
        chips = int(amount / self.chip)
        if abs(chips) > schema.LARGEST:
            raise CombinError(
                f"{amount} units are more chips of {self.chip} than a log can hold; use smaller or "
                "rounder pays"
            )
        return chips


class LogWriter(Protocol):
    """A log being written: the pieces in their order are the file."""

    def begin(self) -> bytes:
        """Return what stands before the first row."""

    def make(self, batch: RoundBatch) -> object:
        """Return the rows of some rounds; several threads may make rows at the same time."""

    def piece(self, made: object) -> bytes:
        """Return what was made as it stands in the file, in the order of the rounds."""

    def rows(self, rows: Iterable[Sequence[Cell]]) -> bytes:
        """Return whole rows as they stand in the file."""

    def end(self) -> bytes:
        """Return what stands after the last row."""


def new_log(ending: str, layout: RowLayout, entries: Mapping[str, str]) -> LogWriter:
    """Return a log of the kind that a file's ending says; entries: what it says about itself."""
    if ending == ".parquet":
        return ParquetWriter(layout, entries)
    form = LINES[ending.removesuffix(".gz")](layout.names)
    return TextWriter(form, layout, entries, zipped if ending.endswith(".gz") else bytes)


class LineForm:
    """How the lines of a text look; a class below it is one form of text.

    names: the columns.
    before: what stands before the number of the round.
    """

    before = ""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    @abstractmethod
    def begin(self, entries: Mapping[str, str]) -> str:
        """Return what stands before the first row; entries: what the log says about itself."""

    @abstractmethod
    def lead(self, place: int, zone: str) -> str:
        """Return what stands before the cards of a zone; place: 0 for the first."""

    @abstractmethod
    def tail(self, cells: Mapping[str, Cell], zones: int) -> str:
        """Return what stands after the cards, or after the round's number where there are none.

        cells: those that are left. zones: how many were written.
        """

    @abstractmethod
    def rows(self, rows: Iterable[Sequence[Cell]]) -> str:
        """Return whole lines."""


class Rows(LineForm):
    """CSV, the facts in comment lines before the header row."""

    def begin(self, entries: Mapping[str, str]) -> str:
        comments = "".join(f"{line}\n" for line in schema.comments(entries))
        return comments + self.rows([self.names])

    def lead(self, place: int, zone: str) -> str:
        return ","

    def tail(self, cells: Mapping[str, Cell], zones: int) -> str:
        return "," + self.rows([[*cells.values()]])

    def rows(self, rows: Iterable[Sequence[Cell]]) -> str:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        return text.getvalue()


class Objects(LineForm):
    """JSON Lines, the facts in the first object."""

    before = f'{{"{schema.ROUND}": '

    def begin(self, entries: Mapping[str, str]) -> str:
        return _object({**entries, schema.MARK: int(schema.VERSION)})

    def lead(self, place: int, zone: str) -> str:
        return ('"' if place else "") + f', {json.dumps(zone, ensure_ascii=False)}: "'

    def tail(self, cells: Mapping[str, Cell], zones: int) -> str:
        return ('"' if zones else "") + ", " + _object(cells).removeprefix("{")

    def rows(self, rows: Iterable[Sequence[Cell]]) -> str:
        return "".join([_object(dict(zip(self.names, row))) for row in rows])


def _object(cells: Mapping[str, Cell]) -> str:
    return json.dumps(cells, ensure_ascii=False) + "\n"


LINES: Mapping[str, type[LineForm]] = {".csv": Rows, ".jsonl": Objects}


class TextWriter:
    """A log as lines of text.

    packed: what stands in the file for a piece of them; pieces compressed one by one are, one after
        the other, a gzip file.
    """

    def __init__(
        self,
        form: LineForm,
        layout: RowLayout,
        entries: Mapping[str, str],
        packed: Callable[[bytes | bytearray], bytes],
    ) -> None:
        self.form, self.entries, self.packed = form, entries, packed
        ended = (dict(zip(layout.ended, cells)) for cells in layout.cells)
        tails = [form.tail(cells, len(layout.zones)).encode() for cells in ended]
        leads = [form.lead(place, zone).encode() for place, zone in enumerate(layout.zones)]
        starts = array("q", [0, *accumulate(map(len, tails))])
        sizes = array("q", layout.zones.values())
        self._layout = kernel.Layout(
            form.before.encode(), sizes, leads, LETTERS, b"".join(tails), starts
        )

    def begin(self) -> bytes:
        return self.packed(self.form.begin(self.entries).encode())

    def make(self, batch: RoundBatch) -> object:
        return self.packed(kernel.lines(self._layout, batch.first, batch.cards, batch.ends))

    def piece(self, made: object) -> bytes:
        assert isinstance(made, bytes)
        return made

    def rows(self, rows: Iterable[Sequence[Cell]]) -> bytes:
        return self.packed(self.form.rows(rows).encode())

    def end(self) -> bytes:
        return b""


def zipped(data: bytes | bytearray) -> bytes:
    return gzip.compress(data, LEVEL, mtime=0)


class ParquetWriter:
    """Parquet; what repeats is written as places in a dictionary."""

    def __init__(self, layout: RowLayout, entries: Mapping[str, str]) -> None:
        self.layout = layout
        columns = [parquet.ParquetColumn(name, name in schema.NUMBERS) for name in layout.names]
        self._footer = parquet.Footer(columns, entries, entries["by"])
        self._ended = [_Dictionary(values) for values in zip(*layout.cells)]
        self._zones = [_zone(layout.deck, size) for size in layout.zones.values()]

    def begin(self) -> bytes:
        return parquet.MAGIC

    def make(self, batch: RoundBatch) -> object:
        rounds = len(batch.ends)
        dealt = sum(self.layout.zones.values())
        place = 0
        chunks = [parquet.run_chunk(batch.first, rounds)]
        for size, dictionary in zip(self.layout.zones.values(), self._zones):
            if dictionary:
                codes = zeros("i", rounds)
                kernel.held(batch.cards, dealt, place, size, codes)
                chunks.append(dictionary.chunk(codes))
            else:
                texts = kernel.spell(batch.cards, dealt, place, size, LETTERS)
                chunks.append(parquet.values_chunk(texts, rounds))
            place += size
        chunks += [dictionary.chunk(batch.ends) for dictionary in self._ended]
        return parquet.RowGroup(rounds, tuple(chunks))

    def piece(self, made: object) -> bytes:
        assert isinstance(made, parquet.RowGroup)
        self._footer.add(made)
        return made.data

    def rows(self, rows: Iterable[Sequence[Cell]]) -> bytes:
        listed = list(rows)
        columns = zip(*listed) if listed else [[]] * len(self.layout.names)
        many = len(listed)
        chunks = tuple(parquet.values_chunk(parquet.plain(values), many) for values in columns)
        return self.piece(parquet.RowGroup(many, chunks))

    def end(self) -> bytes:
        return bytes(self._footer)


class _Dictionary:
    """The different values of a column, and for each code that a row can have the place of its
    value.
    """

    def __init__(self, values: Sequence[Cell]) -> None:
        places: dict[Cell, int] = {}
        self._numbers = array("i", (places.setdefault(value, len(places)) for value in values))
        self._entries = parquet.plain(places)
        self._size = len(places)

    def chunk(self, codes: array[int]) -> parquet.Chunk:
        packed = kernel.pack(codes, self._numbers, parquet.width_of(self._size))
        return parquet.dictionary_chunk(self._entries, self._size, packed, len(codes))


def _zone(deck: Sequence[int], size: int) -> _Dictionary | None:
    """Return the dictionary of a zone of few cards, its codes six bits a card; None for a larger
    zone.
    """
    if size > LARGEST_DICTIONARY:
        return None
    cards = [card_text(number if number in deck else deck[0]) for number in range(CODES)]
    cards[BLANK] = ""
    texts = [""]
    for _ in range(size):
        texts = [f"{text} {card}".strip() for text, card in product(texts, cards)]
    return _Dictionary(texts)
