"""The lines of a game file and stretches of them, which know where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field
from itertools import zip_longest
from typing import NamedTuple

from combin.errors import CombinError, nearest
from combin.records import dataclass

# What parts the cells of a table: two spaces, a tab, or dots.
GAP = re.compile(r"\s+\.{2,}\s*|\s{2,}|\t")
# What parts the items of a list: a comma that does not group the digits of a number.
COMMA = re.compile(r",\s+|,(?!\d{3}(?:\D|$))")
COMMENT = re.compile(r"(?:^|(?<=^\s)|(?<=\s\s)|(?<=\t))#(?=\s|$)")
KEPT_WHOLE = re.compile(r'"[^"]*"|\[[^\[\]"]*\]')
NAME = r'("[^"]*"|\S+)'  # one word, or in quotes
WORDS = re.compile(r'"([^"]*)"|([^\s,:;()\[\]|"]+)')
NONE_THERE = " (the page has none)"
UNPAIRED = {
    "]": "this ] closes nothing",
    "[": "this [ is not closed",
    '"': "this quote is not closed",
}
LONG_NAME = re.compile(r"('[^']{60})[^']{20,}'")
MOST_NESTED = 20  # lines under lines, brackets in brackets


class Misread(CombinError):
    """A fault of a game file; its text begins with file, line and column.

    place: line and column. what: the sentence. missed: the name, where all that is wrong is that
    it is not told elsewhere.
    """

    def __init__(self, piece: Stretch, column: int, what: str, missed: str = "") -> None:
        what = LONG_NAME.sub(r"\1...'", what)
        super().__init__(f"{piece.file}:{piece.line}:{column}: {what}")
        self.place, self.what, self.missed = (piece.line, column), what, missed
        self.is_of_none = what.endswith(NONE_THERE)  # which another fault may have caused


class Stretch(NamedTuple):
    """A stretch of a line without spaces around it.

    text: what it says. line, column: where it begins, from 1. file: of which file.
    """

    text: str
    line: int
    column: int
    file: str

    def cut(self, start: int, end: int | None = None) -> Stretch:
        """Return a part of it, by places from 0, without spaces around it."""
        raw = self.text[start:end]
        lead = len(raw) - len(raw.lstrip()) if raw[:1].isspace() else 0
        return Stretch(raw.strip(), self.line, self.column + start + lead, self.file)

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

    @contextmanager
    def placing(self) -> Iterator[None]:
        """Give an error that rules find in what it says its place."""
        try:
            yield
        except CombinError as error:
            raise self.fault(str(error)) if type(error) is CombinError else error from None

    def unknown(self, what: str, known: Iterable[str]) -> Misread:
        """Return the error that nothing on the page is called by its name; what: is looked for."""
        near = nearest(self.text, known) if known else NONE_THERE
        return self.missing(f"no {what} is called {self.name!r}{near}")

    def missing(self, what: str) -> Misread:
        """Return the error that its name is missed elsewhere on the page."""
        return Misread(self, self.column, what, self.name)

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
    def name(self) -> str:
        """The name that it says: without quotes, or its words joined by hyphens."""
        quoted = len(self.text) > 1 and self.text[0] == self.text[-1] == '"'
        return self.text[1:-1] if quoted else "-".join(self.text.split())


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


def lines_of(text: str, file: str) -> list[PageLine]:
    """Return the lines of a game file that are not indented, those under each with it; comments
    and empty lines are left out.
    """
    top: list[PageLine] = []
    open_lines: list[tuple[int, list[PageLine]]] = [(0, top)]
    for number, written in enumerate(text.split("\n"), 1):
        comment = COMMENT.search(written) if "#" in written else None
        line = written[: comment.start() if comment else None].rstrip()
        if not line:
            continue
        whole = Stretch(line, number, 1, file)
        piece = whole.cut(0)
        for at, letter in enumerate(line if not line.isprintable() else ""):
            code = f"U+{ord(letter):04X}"
            is_seen = letter.isprintable() or letter in "\t\u00a0"
            whole.refuse(not is_seen, f"the character {code} cannot be seen; leave it out", at=at)
        spread = line.expandtabs()
        indent = len(spread) - len(spread.lstrip())
        if indent > open_lines[-1][0] and open_lines[-1][1]:
            open_lines.append((indent, open_lines[-1][1][-1].under))
        while indent < open_lines[-1][0]:
            open_lines.pop()
        if indent != open_lines[-1][0]:
            before = open_lines[-1][0]
            raise piece.fault(
                f"this line is indented by {indent}; it belongs to those indented by {before}, or "
                "under the last of them"
            )
        piece.refuse(len(open_lines) > MOST_NESTED, "lines stand under lines too deeply")
        open_lines[-1][1].append(PageLine(piece))
    return top


def table(rows: list[list[str]], right: int = 99) -> list[str]:
    """Return rows of cells as lines, the cells of each column under each other; those from column
    `right` on end together.
    """
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    written = []
    for row in rows:
        cells = [
            cell.rjust(widths[place]) if place >= right else cell.ljust(widths[place])
            for place, cell in enumerate(row)
        ]
        written.append("   ".join(cells).rstrip())
    return written


def inside(lines: list[str]) -> list[str]:
    """Return lines as they stand under another."""
    return [f"  {line}" for line in lines]
