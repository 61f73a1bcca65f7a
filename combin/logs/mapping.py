"""Columns of a log computed from those of a file: ``net=payout-stake``,
``player=card1+card2+card3``, ``up+down=dealer``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import compress
from typing import Any

from combin.cards import card_text
from combin.errors import refuse
from combin.logs.nested import HANDS
from combin.logs.schema import MONEY, NUMBERS, AnyCell
from combin.logs.spelling import LETTERED, card_labels, numbers_in, total
from combin.records import dataclass
from combin.spelling import places_in
from combin.texts import COMMENT, Stretch, TextReader, text_of

LABELS = frozenset(LETTERED.ranks)  # of ranks without suits
MOST_SUMS = 1 << 16  # sums that are remembered
NO_CARD = "-"  # in a list of cards
CARD = re.compile(r"(?:10|[2-9tjqka])[cdhs\u2660-\u2667]?", re.IGNORECASE)
COMMENTED = re.compile(rf"^\s*#|{COMMENT.pattern}")  # a name of a column may have a # in it

# Marks of cards that are held, and of others.
KEPT = {"1", "true", "t", "yes", "y", "hold", "held", "h", "keep", "kept", "k", "x"}
THROWN = {"", "0", "false", "f", "no", "n", "drop", "discard", "draw", "d", "-", ".", "_"}

Cells = Sequence[Any]


@dataclass(frozen=True)
class OfColumn:
    """What is made of one column of the file."""

    column: str

    @property
    def columns(self) -> tuple[str, ...]:
        return (self.column,)

    def __str__(self) -> str:
        return self.column


@dataclass(frozen=True)
class Same(OfColumn):
    """A column of the file as it stands."""

    def cells(self, columns: Mapping[str, Cells]) -> Cells:
        return columns[self.column]


@dataclass(frozen=True)
class Sum:
    """A sum of multiples of columns and a number.

    terms: (factor, column) each.
    constant: what is added to them.
    """

    terms: tuple[tuple[Fraction, str], ...]
    constant: Fraction = Fraction(0)

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for _, column in self.terms)

    def cells(self, columns: Mapping[str, Cells]) -> Cells:
        """Return the sum of each row; where a cell is no amount, that cell, for others to name."""
        known: dict[tuple[Any, ...], Any] = {}
        found = []
        for row in zip(*(columns[column] for column in self.columns)):
            if row not in known:
                if len(known) >= MOST_SUMS:
                    known.clear()
                terms = ((factor, cell) for (factor, _), cell in zip(self.terms, row))
                known[row] = total(terms, self.constant)
            found.append(known[row])
        return found

    def __str__(self) -> str:
        parts = [
            (factor, column if abs(factor) == 1 else f"{abs(factor)}*{column}")
            for factor, column in self.terms
        ]
        if self.constant:
            parts.append((self.constant, str(abs(self.constant))))
        text = "".join(f"{'-' if factor < 0 else '+'}{part}" for factor, part in parts)
        return text.removeprefix("+")


@dataclass(frozen=True)
class Joined:
    """Texts of several columns, one after the other: cards that have a column each."""

    columns: tuple[str, ...]

    def cells(self, columns: Mapping[str, Cells]) -> Cells:
        return [" ".join(map(str, row)).strip() for row in zip(*map(columns.get, self.columns))]

    def __str__(self) -> str:
        return "+".join(self.columns)


def card_words(text: str) -> tuple[str, ...]:
    """Return the cards of a cell, each as a word: a number, or a rank without a suit."""
    return tuple(word for word in _card_places(text) if word != NO_CARD)


@lru_cache(maxsize=1 << 16)
def _card_places(text: str) -> tuple[str, ...]:
    """Return the words of `card_words`, with one for each card that is said not to be there."""
    labels = card_labels(text)
    if LABELS.issuperset(labels) or numbers_in(text) is not None:
        return tuple(labels)
    return tuple(NO_CARD if card is None else card_text(card) for card in places_in(text))


@dataclass(frozen=True)
class Nothing:
    """A column that the file lacks, as no round came to what it holds."""

    columns: tuple[str, ...] = ()

    def cells(self, columns: Mapping[str, Cells]) -> Cells:
        return [""] * len(next(iter(columns.values()), ()))


@dataclass(frozen=True)
class Slice(OfColumn):
    """Some of the cards of a column that holds several zones.

    start, stop: their places in it.
    """

    start: int
    stop: int

    def cells(self, columns: Mapping[str, Cells]) -> Cells:
        return [
            " ".join(_card_places(str(text))[self.start : self.stop])
            for text in columns[self.column]
        ]

    def __str__(self) -> str:
        return f"cards {self.start + 1} to {self.stop} of {self.column}"


@dataclass(frozen=True)
class Reordered(OfColumn):
    """The cards of a column in another order: those at some places first, then the others.

    places: from 1.
    """

    places: tuple[int, ...]

    def cells(self, columns: Mapping[str, Cells]) -> Cells:
        return [HANDS.join(map(self._hand, str(cell).split("|"))) for cell in columns[self.column]]

    def _hand(self, text: str) -> str:
        words = text.split() if numbers_in(text) else CARD.findall(text)
        order = dict.fromkeys((*self.places, *range(1, len(words) + 1)))
        return " ".join(words[place - 1] for place in order if place <= len(words))

    def __str__(self) -> str:
        return ":".join((self.column, *map(str, self.places)))


@dataclass(frozen=True)
class Parted(OfColumn):
    """A column of several hands, with bars where it has another mark between them."""

    mark: str

    def cells(self, columns: Mapping[str, Cells]) -> Cells:
        return [str(text).replace(self.mark, HANDS) for text in columns[self.column]]


@dataclass(frozen=True)
class Marked:
    """The cards of a hand that marks name: `10110` in one column, or a column a card.

    hand: the column of the hand.
    marks: the columns of the marks.
    lowest_first: whether, of a number such as 22, the lowest bit is the mark of the first card.
    """

    hand: Same | Joined
    marks: tuple[str, ...]
    lowest_first: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.hand.columns, *self.marks)

    def cells(self, columns: Mapping[str, Cells]) -> Cells:
        """Return the cards of each row; where a cell is no mark, that cell, for others to name."""
        rows = zip(self.hand.cells(columns), *map(columns.__getitem__, self.marks))
        hands = ((card_words(str(text)), cells) for text, *cells in rows)
        kept = (
            (words, cells, marks_in(cells, len(words), self.lowest_first)) for words, cells in hands
        )
        return [
            cells[0] if marks is None else " ".join(compress(words, marks))
            for words, cells, marks in kept
        ]

    def __str__(self) -> str:
        return "+".join(self.marks)


def marks_in(cells: Sequence[AnyCell], size: int, lowest_first: bool) -> list[bool] | None:
    """Return the marks of a row; None where they are no marks of so many cards.

    cells: one of all marks, or one a card.
    """
    (text, *others) = [str(cell).strip().lower() for cell in cells]
    words = [text, *others] if others else re.findall(r"[^\W_]+|[-._]", text)
    if not others and len(text) == size:
        words = list(text)
    if len(words) == size and {*words} <= KEPT | THROWN:
        return [word in KEPT for word in words]
    if others or not text.isdecimal() or int(text) >> size:
        return None
    bits = [int(text) >> place & 1 == 1 for place in range(size)]
    return bits if lowest_first else bits[::-1]


@dataclass(frozen=True)
class Without:
    """The cards of a column that are not among others: of a hand after the draw, those drawn."""

    cards: Same | Joined
    others: Source

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.cards.columns, *self.others.columns)

    def cells(self, columns: Mapping[str, Cells]) -> Cells:
        both = zip(self.cards.cells(columns), self.others.cells(columns))
        return [" ".join(without(str(text), str(others))) for text, others in both]

    def __str__(self) -> str:
        return str(self.cards)


def without(text: str, others: str) -> list[str]:
    """Return the cards of a text that are not among others."""
    taken = card_words(others)
    return [word for word in card_words(text) if word not in taken]


Source = Same | Sum | Joined | Nothing | Slice | Reordered | Parted | Marked | Without


class Expressions(TextReader):
    """Reads what a user says the columns of a log are made of.

    known: the columns that a log of the game may have.
    zones: those of cards, with how many.
    every: the columns of the file.
    """

    def __init__(
        self, known: Sequence[str], zones: Mapping[str, int], every: Sequence[str]
    ) -> None:
        super().__init__("--map")
        self.known, self.zones, self.every = known, zones, every
        names = "|".join(re.escape(name) for name in sorted(every, key=len, reverse=True) if name)
        number = r"\d+(?:\.\d+|/\d+)?"
        self.term = re.compile(
            rf"\s*(?P<sign>[+-]?)\s*(?:(?P<before>{number})\s*\*\s*)?"
            rf"(?:(?P<column>{names})(?!\w)(?:\s*(?P<by>[*/])\s*(?P<after>{number}))?"
            rf"|(?P<constant>{number}))\s*"
        )

    def read(self, words: Sequence[Stretch]) -> dict[str, Source | None]:
        """Return column of the log -> what it is made of, from words such as `net=payout-stake`,
        None for one that is switched off, `actions=`; raises CombinError for those that cannot be.
        """
        found: dict[str, Source | None] = {}
        for word in words:
            with self.going_on():
                for name, source in self._one(word):
                    word.refuse(name in found, f"{name!r} is said twice")
                    found[name] = source
        self.raise_all()
        return found

    def _one(self, word: Stretch) -> Iterator[tuple[str, Source | None]]:
        at = word.text.find("=")
        word.refuse(at < 1, f"{word.text!r} is not NAME=COLUMN, such as net=payout-stake")
        left, right = word.cut(0, at), word.cut(at + 1)
        if not right.text and left.text in self.every:
            yield left.text, None
            return
        parts = [left] if left.text in self.known else left.split(r"\+")
        names = [part.text for part in parts]
        for part in parts:
            part.refuse(
                part.text not in self.known,
                f"no column of a log is called {part.text!r}",
                self.known,
            )
        if len(names) == 1 or not right.text:
            yield from ((name, self._source(name, right) if right.text else None) for name in names)
            return
        word.refuse(
            not set(names) <= self.zones.keys() or right.text not in self.every,
            f"{word.text!r}: only zones share one column of cards",
        )
        start = 0
        for name in names:
            stop = start + self.zones[name]
            yield name, Slice(right.text, start, stop)
            start = stop

    def _source(self, name: str, said: Stretch) -> Source:
        if said.unquoted in self.every:
            return Same(said.unquoted)
        if name in MONEY:
            return self._sum(said)
        column, *places = said.text.split(":")
        ordered = all(re.fullmatch(r"[1-9]\d?", place) for place in places)
        if name in self.zones and column in self.every and ordered:
            return Reordered(column, tuple(map(int, places)))
        parts = said.split(r"\+")
        for part in parts:
            part.refuse(
                part.text not in self.every, f"the file has no column {part.text!r}", self.every
            )
        said.refuse(name in NUMBERS, f"{name} is one column, not {said.text!r}")
        return Joined(tuple(part.text for part in parts))

    def _sum(self, said: Stretch) -> Sum:
        terms: list[tuple[Fraction, str]] = []
        constant, at = Fraction(0), 0
        while at < len(said.text):
            one = self.term.match(said.text, at)
            if one is None or (at and not one["sign"]):
                left = said.part(re.split(r"[-+*/]", said.text[at:].lstrip("+- "))[0].strip())
                raise left.fault(f"{left.text!r} is no column of the file", self.every)
            sign = -1 if one["sign"] == "-" else 1
            if one["column"] is None:
                constant += sign * Fraction(one["constant"])
            else:
                try:
                    factor = Fraction(one["before"] or 1)
                    after = Fraction(one["after"] or 1)
                    factor = factor / after if one["by"] == "/" else factor * after
                except ZeroDivisionError:
                    divided = said.cut(*one.span())
                    raise divided.fault(f"{divided.text!r} divides by 0") from None
                terms.append((sign * factor, one["column"]))
            at = one.end()
        said.refuse(not terms, f"{said.text!r} names no column of the file", self.every)
        return Sum(tuple(terms), constant)


def words_of(option: str) -> list[Stretch]:
    """Return the words of `--map`: NAME=COLUMN with commas between, or a file of a line each."""
    if "=" in option:
        return [word for word in Stretch(option, file="--map").split(",") if word.text]
    refuse(
        not os.path.exists(option),
        f"--map takes NAME=COLUMN,... or a file of such lines, not {option!r}",
    )
    reading = TextReader(option)
    rows = reading.rows(text_of(option), COMMENTED)
    reading.raise_all()
    return [row.cut(0) for row in rows]
