"""Texts that people write, which are all read in one style: pages of games, house ways, strategies
in lines, charts, and the columns of a log.

A text knows where its words stand, and what is wrong in it is told with file, line and column.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from stat import S_ISFIFO, S_ISREG
from typing import NamedTuple, TypeVar

from combin.errors import CombinError, Faults, nearest, refuse
from combin.records import dataclass

LARGEST_TEXT = 1_000_000  # bytes that are read
PATIENCE = 10  # seconds that nobody writes into a pipe
# What parts the cells of a table: two spaces, a tab, or dots.
GAP = re.compile(r"\s+\.{2,}\s*|\s{2,}|\t")
# What parts the items of a list: a comma that does not group the digits of a number.
COMMA = re.compile(r",\s+|,(?!\d{3}(?:\D|$))")
# What begins a comment: a # at the beginning of a line or after two spaces, with one after it.
COMMENT = re.compile(r"(?:^|(?<=^\s)|(?<=\s\s)|(?<=\t))#(?=\s|$)")
KEPT_WHOLE = re.compile(r'"[^"]*"|\[[^\[\]"]*\]')
NAME = r'("[^"]*"|\S+)'  # one word, or in quotes
WORDS = re.compile(r'"([^"]*)"|([^\s,:;()\[\]|"]+)')
UNPAIRED = {
    "]": "this ] closes nothing",
    "[": "this [ is not closed",
    '"': "this quote is not closed",
}
LONG_NAME = re.compile(r"('[^']{60})[^']{20,}'")
NONE_THERE = " (the page has none)"
MOST_FAULTS = 20  # told of one file
ENOUGH = 50  # faults, after which reading ends
MOST_NESTED = 20  # lines under lines, brackets in brackets


class Misread(CombinError):
    """A fault of a text; it is told with file, line and column.

    place: line and column. what: the sentence. missed: the name, where all that is wrong is that
    it is not told elsewhere.
    """

    def __init__(self, piece: Stretch, column: int, what: str, missed: str = "") -> None:
        what = LONG_NAME.sub(r"\1...'", what)
        super().__init__(f"{piece.file}:{piece.line}:{column}: {what}" if piece.file else what)
        self.place, self.what, self.missed = (piece.line, column), what, missed
        self.is_of_none = what.endswith(NONE_THERE)  # which another fault may have caused


Found = TypeVar("Found")


class Stretch(NamedTuple):
    """A stretch of a line without spaces around it.

    text: what it says. line, column: where it begins, from 1. file: of which file; empty for words
        that are in none.
    """

    text: str
    line: int = 1
    column: int = 1
    file: str = ""

    def cut(self, start: int, end: int | None = None) -> Stretch:
        """Return a part of it, by places from 0, without spaces around it."""
        raw = self.text[start:end]
        lead = len(raw) - len(raw.lstrip()) if raw[:1].isspace() else 0
        return Stretch(raw.strip(), self.line, self.column + start + lead, self.file)

    def part(self, words: str) -> Stretch:
        """Return some words of it; its own place where they are not written so."""
        at = self.text.find(words)
        return self.saying(words) if at < 0 else self.cut(at, at + len(words))

    def saying(self, text: str) -> Stretch:
        """Return another text that stands for it, at its place."""
        return self._replace(text=text)

    def fault(self, what: str, known: Iterable[str] = (), at: int = 0) -> Misread:
        """Return the error at the place `at` of it; known: what could be meant."""
        near = nearest(self.text, known) if known else ""
        return Misread(self, self.column + at, f"{what}{near}")

    def refuse(self, fails: object, what: str, known: Iterable[str] = (), at: int = 0) -> None:
        """Raise that error if `fails` holds."""
        if fails:
            raise self.fault(what, known, at)

    def unknown(self, what: str, known: Iterable[str]) -> Misread:
        """Return the error that nothing on the page is called by its name; what: is looked for."""
        near = nearest(self.text, known) if known else NONE_THERE
        return self.missing(f"no {what} is called {self.name!r}{near}")

    def missing(self, what: str) -> Misread:
        """Return the error that its name is missed elsewhere on the page."""
        return Misread(self, self.column, what, self.name)

    @contextmanager
    def placed(self, at: int = 0) -> Iterator[None]:
        """Tell at its place what is found wrong with what it means."""
        try:
            yield
        except Misread:
            raise
        except CombinError as error:
            raise self.fault(str(error), at=at) from None

    def masked(self) -> str:
        """Return the text with all that stands in brackets or quotes made one letter."""
        masked = self.text
        for _ in range(MOST_NESTED):
            masked, count = KEPT_WHOLE.subn(lambda found: "\0" * len(found[0]), masked)
            if not count:
                break
        else:
            raise self.fault("brackets are nested too deeply")
        if found := re.search(r'[\[\]"]', masked):
            raise self.fault(UNPAIRED[found[0]], at=found.start())
        return masked

    def split(self, pattern: str | re.Pattern[str], most: int = 0) -> list[Stretch]:
        """Return the parts between matches of a pattern, what stands in brackets or quotes kept
        whole; most: so many matches, 0 for all.
        """
        parts, start = [], 0
        for place, found in enumerate(re.finditer(pattern, self.masked()), 1):
            parts.append(self.cut(start, found.start()))
            start = found.end()
            if place == most:
                break
        return [*parts, self.cut(start)] if parts else [self]

    def cells(self) -> list[Stretch]:
        """Return the cells of a row of a table."""
        return self.split(GAP)

    def word(self) -> Stretch:
        """Return its first word, itself where it has none."""
        found = re.match(r"\S+", self.text)
        return self.cut(0, found.end()) if found else self

    @property
    def words(self) -> str:
        """What it says in people's own words: a tab between them is a space."""
        return self.text.replace("\t", " ")

    @property
    def unquoted(self) -> str:
        """What it says, without quotes around it."""
        quoted = len(self.text) > 1 and self.text[0] == self.text[-1] == '"'
        return self.text[1:-1] if quoted else self.text

    @property
    def name(self) -> str:
        """The name that it says: without quotes, or its words joined by hyphens."""
        unquoted = self.unquoted
        return unquoted if unquoted != self.text else "-".join(unquoted.split())


@dataclass(frozen=True)
class PageLine:
    """A line, and the lines under it, which are indented more."""

    piece: Stretch
    under: list[PageLine] = field(default_factory=list)

    @property
    def whole(self) -> list[PageLine]:
        """It and all lines under it, in their order."""
        return [self, *(one for line in self.under for one in line.whole)]

    @property
    def pieces(self) -> list[Stretch]:
        """Its text and that of all lines under it, in their order."""
        return [line.piece for line in self.whole]

    @property
    def alone(self) -> Stretch:
        """Its text; raises Misread where lines stand under it."""
        if self.under:
            at = self.under[0].piece.line
            raise self.piece.fault(f"no lines stand under this one, and line {at} is indented more")
        return self.piece

    @property
    def words(self) -> set[str]:
        """The words of it and of the lines under it, and the names of several words."""
        found: set[str] = set()
        for piece in self.pieces:
            found.update(quoted or word for quoted, word in WORDS.findall(piece.text))
            found.update(re.sub(r"\s+", "-", cell) for cell in GAP.split(piece.text))
        return found


class TextReader:
    """A text that is read, and what is wrong in it.

    file: its name. faults: as far as it was read. unread: the words of lines that could not be.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Misread] = []
        self.unread: set[str] = set()

    @contextmanager
    def going_on(self, line: PageLine | None = None) -> Iterator[None]:
        """Keep a fault and go on with what comes after it; line: what could not be read then."""
        try:
            yield
        except Misread as fault:
            self.faults.append(fault.with_traceback(None))
            if line:
                self.unread |= line.words - {fault.missed}
            if len(self.faults) == ENOUGH:
                self.raise_all()

    def each(self, lines: Iterable[PageLine], read: Callable[[PageLine], Found]) -> list[Found]:
        """Return what is read of each line, without those that are wrong."""
        found = []
        for line in lines:
            with self.going_on(line):
                found.append(read(line))
        return found

    def raise_all(self) -> None:
        """Raise the faults that were found, if any, in the order of the file; but not those that
        follow from others: what was said of the line before, too, and that nothing has a name that
        stands in a line that could not be read.
        """
        told: list[str] = []
        has_cause = not all(fault.is_of_none for fault in self.faults)
        before: tuple[int, str] = 0, ""
        for fault in sorted(self.faults, key=lambda one: one.place):
            line, _ = fault.place
            is_same = before[1] == fault.what and line <= before[0] + 1
            before = line, fault.what
            is_missed = fault.missed in self.unread or (has_cause and fault.is_of_none)
            if not is_same and not is_missed:
                told.append(str(fault))
        told = told or [str(fault) for fault in self.faults[:1]]  # of two that excuse each other
        if len(told) > MOST_FAULTS:
            told[MOST_FAULTS:] = [f"and {len(told) - MOST_FAULTS} more"]
        if told:
            raise Faults(told) if len(told) > 1 else CombinError(told[0])

    @property
    def start(self) -> Stretch:
        """The place of what is wrong with the whole text."""
        return Stretch("", file=self.file)

    def rows(self, text: str, comment: re.Pattern[str] = COMMENT) -> list[Stretch]:
        """Return the rows of a text, the spaces before them kept; comments and empty rows are left
        out, and so is what cannot be seen, which is a fault.
        """
        rows = []
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        for number, written in enumerate(plain.split("\n"), 1):
            found = comment.search(written) if "#" in written else None
            line = written[: found.start() if found else None].rstrip()
            row = Stretch(line, number, 1, self.file)
            for at, letter in enumerate("" if line.isprintable() else line):
                if not (letter.isprintable() or letter.isspace()):
                    what = f"the character U+{ord(letter):04X} cannot be seen; leave it out"
                    self.faults.append(row.fault(what, at=at))
                    row = row.saying(row.text.replace(letter, ""))
            if row.text:
                rows.append(row)
        return rows

    def lines_of(self, text: str) -> list[PageLine]:
        """Return the lines of a page that are not indented, those under each with it."""
        top: list[PageLine] = []
        open_lines: list[tuple[int, list[PageLine]]] = [(0, top)]
        for row in self.rows(text):
            piece, spread = row.cut(0), row.text.expandtabs()
            indent = len(spread) - len(spread.lstrip())
            if indent > open_lines[-1][0] and open_lines[-1][1]:
                open_lines.append((indent, open_lines[-1][1][-1].under))
            while indent < open_lines[-1][0]:
                open_lines.pop()
            wrong = ""
            if indent != (before := open_lines[-1][0]):
                wrong = (
                    f"this line is indented by {indent}; it belongs to those indented by {before}, "
                    "or under the last of them"
                )
            elif len(open_lines) > MOST_NESTED:
                wrong = "lines stand under lines too deeply"
            if wrong:  # nobody knows where the others belong
                self.faults.append(piece.fault(wrong))
                self.raise_all()
            open_lines[-1][1].append(PageLine(piece))
        return top


def runs(
    text: str, joints: Sequence[re.Match[str]], read: Callable[[str], Found]
) -> Iterator[tuple[int, int, str, Found]]:
    """Yield what the parts of a text between joints mean, each time as many together as mean
    something, else one: the numbers of the first and the last, their words, and what was read.
    """
    starts = [0, *(one.end() for one in joints)]
    ends = [*(one.start() for one in joints), len(text)]
    first = 0
    while first < len(starts):
        for last in range(len(joints), first - 1, -1):
            words = text[starts[first] : ends[last]]
            if found := read(words):
                break
        else:
            last = first
        yield first, last, words, found
        first = last + 1


def text_of(path: str, most: int = LARGEST_TEXT, piped: bool = True) -> str:
    """Return the text of a file; raises CombinError where that cannot be.

    most: so many bytes. piped: whether a pipe will do, from which it is read once alone.
    """
    import select

    try:
        # A pipe may have no writer, and a path may lead elsewhere by the time it is opened.
        waiting = getattr(os, "O_NONBLOCK", 0)
        with open(path, "rb", opener=lambda name, how: os.open(name, how | waiting)) as stream:
            mode = os.fstat(stream.fileno()).st_mode
            if not (S_ISREG(mode) or (piped and S_ISFIFO(mode))):
                raise OSError("this is not a file")
            if S_ISFIFO(mode):
                if not select.select([stream], [], [], PATIENCE)[0]:
                    raise OSError(f"nothing came through this pipe in {PATIENCE} seconds")
                os.set_blocking(stream.fileno(), True)
            data = stream.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CombinError(f"{path}: cannot be read: {reason.lower()}") from None
    refuse(len(data) > most, f"{path}: a text of this kind has at most {most:,} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        *above, before = re.split("\r\n?|\n", data[: error.start].decode())
        place = Stretch("", len(above) + 1, len(before) + 1, path)
        raise place.fault(f"not a text file in UTF-8: the byte 0x{data[error.start]:02X}") from None
