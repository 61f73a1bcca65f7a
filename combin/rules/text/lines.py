"""The lines of a game file and stretches of them, which know where they stand."""

from __future__ import annotations

import re
from dataclasses import field
from functools import cache

from combin.errors import CombinError, Faults, nearest
from combin.records import dataclass

# What parts the cells of a table: two spaces, a tab, or dots.
GAP = re.compile(r"\s{2,}|\s*\t\s*|\s\.{2,}\s*")
# What parts the items of a list: a comma that does not group the digits of a number.
COMMA = re.compile(r",\s+|,(?!\d{3}(?:\D|$))")
COMMENT = re.compile(r"(?:^|\s\s|\t)\s*#(?:\s.*)?$")
MOST_FAULTS = 20  # told of one file


class Misread(CombinError):
    """A fault of a game file; its text begins with file, line and column."""


_compiled = cache(re.compile)


@dataclass(frozen=True)
class Piece:
    """A stretch of a line without spaces around it.

    text: what it says. line, column: where it begins, from 1. file: of which file.
    """

    text: str
    line: int
    column: int
    file: str

    def cut(self, start: int, end: int | None = None) -> Piece:
        """Return a part of it, by places from 0, without spaces around it."""
        raw = self.text[start:end]
        lead = len(raw) - len(raw.lstrip())
        return Piece(raw.strip(), self.line, self.column + start + lead, self.file)

    def saying(self, text: str) -> Piece:
        """Return another text that stands for it, at its place."""
        return Piece(text, self.line, self.column, self.file)

    def fault(self, what: str, known: object = (), at: int = 0) -> Misread:
        """Return the error at the place `at` of it; known: what could be meant."""
        near = nearest(self.text, known) if known else ""  # type: ignore[arg-type]
        return Misread(f"{self.file}:{self.line}:{self.column + at}: {what}{near}")

    def masked(self) -> str:
        """Return the text with all that stands in brackets or quotes made one letter."""
        if "[" not in self.text and '"' not in self.text:
            return self.text
        masked, depth, quoted, opened = [], 0, False, 0
        for place, letter in enumerate(self.text):
            is_outside = not depth and not quoted
            if letter == '"':
                quoted = not quoted
            elif not quoted:
                depth += (letter == "[") - (letter == "]")
            if depth < 0:
                raise self.fault("this ] closes nothing", at=place)
            if is_outside and (depth or quoted):
                opened = place
            masked.append(letter if is_outside and not depth and not quoted else "\0")
        if depth or quoted:
            what = "quote" if quoted else "["
            raise self.fault(f"this {what} is not closed", at=opened)
        return "".join(masked)

    def split(self, pattern: str | re.Pattern[str], most: int = 0) -> list[Piece]:
        """Return the parts between matches of a pattern, what stands in brackets or quotes kept
        whole; most: so many matches, 0 for all.
        """
        if isinstance(pattern, str):
            pattern = _compiled(pattern)
        parts, start = [], 0
        for place, found in enumerate(pattern.finditer(self.masked()), 1):
            parts.append(self.cut(start, found.start()))
            start = found.end()
            if place == most:
                break
        return [*parts, self.cut(start)]

    def cells(self) -> list[Piece]:
        """Return the cells of a row of a table."""
        return self.split(GAP)

    def word(self) -> Piece:
        """Return its first word, itself where it has none."""
        found = re.match(r"\S+", self.text)
        return self.cut(0, found.end()) if found else self

    @property
    def name(self) -> str:
        """The name that it says: without quotes, or its words joined by hyphens."""
        quoted = len(self.text) > 1 and self.text[0] == self.text[-1] == '"'
        return self.text[1:-1] if quoted else re.sub(r"\s+", "-", self.text)


@dataclass(frozen=True)
class Line:
    """A line, and the lines under it, which are indented more."""

    piece: Piece
    under: list[Line] = field(default_factory=list)

    @property
    def pieces(self) -> list[Piece]:
        """Its text and that of all lines under it, in their order."""
        return [self.piece, *(piece for line in self.under for piece in line.pieces)]


def lines_of(text: str, file: str) -> list[Line]:
    """Return the lines of a game file that are not indented, those under each with it; comments
    and empty lines are left out.
    """
    top: list[Line] = []
    open_lines: list[tuple[int, list[Line]]] = [(0, top)]
    for number, written in enumerate(text.split("\n"), 1):
        line = (COMMENT.sub("", written) if "#" in written else written).rstrip()
        if not line:
            continue
        piece = Piece(line, number, 1, file).cut(0)
        for place, letter in enumerate("" if line.isprintable() else line):
            if not (letter.isprintable() or letter in "\t\u00a0"):
                code = f"U+{ord(letter):04X}"
                raise Piece(line, number, 1, file).fault(
                    f"the character {code} cannot be seen; leave it out", at=place
                )
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
        open_lines[-1][1].append(Line(piece))
    return top


def raise_all(faults: list[Misread]) -> None:
    """Raise the faults that were found, if any, in the order of the file."""
    if len(faults) == 1:
        raise faults[0]
    if faults:
        told = dict.fromkeys(map(str, faults))
        more = len(told) - MOST_FAULTS
        rest = [f"and {more} more"] if more > 0 else []
        raise Faults([*list(told)[:MOST_FAULTS], *rest])


def table(rows: list[list[str]], right: int = 99) -> list[str]:
    """Return rows of cells as lines, the cells of each column under each other; those from column
    `right` on end together.
    """
    widths: dict[int, int] = {}
    for row in rows:
        for place, cell in enumerate(row):
            widths[place] = max(widths.get(place, 0), len(cell))
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
