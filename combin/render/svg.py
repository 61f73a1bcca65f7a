"""Makes a picture readable where it cannot be seen: a description, and its letters as text.

Letters are drawn as outlines, the same on every machine. Over each run of them lies the text
itself, without colour, so that a reader can select it and a program can find it. Which outline is
which letter is read off a sheet of all letters, set by the same program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from html import escape

from combin.records import dataclass
from combin.render import number
from combin.render.cards.typesetting import printed

TAG = re.compile(r"<[^>]*>")
LONG_NUMBER = re.compile(r"(\.\d{3})\d+")  # more than a thousandth of a point
OUTLINE_NAME = re.compile(r"\bg[0-9A-F]{32}\b")
ASSUMED = re.compile(r' (fill-rule="nonzero"|y="0")')  # what an attribute is where none is written
RUN = re.compile(r'(<g transform="matrix\(1 0 0 -1 [^)]*\)">)((?:<use [^>]*/>)+)</g>')
USE = re.compile(r'<use xlink:href="#(\w+)" x="([-\d.]+)"')
SYMBOL = re.compile(r'<symbol id="(\w+)"[^>]*><path d="([^"]*)"')
SIZE = 100  # points of the letters on the sheet
GAP = Fraction(12, 100)  # of the size: what is wider between two letters is a space
CLOSE = Fraction(1, 200)  # of the size: how far an outline may be off, as it is rounded
LIGATURES = ("fi", "fl", "ff", "ffi", "ffl", "ft", "tt")
USUAL = (*map(chr, range(33, 127)), *"\u00b7\u2212\u2019")  # ASCII, middle dot, minus, apostrophe


@dataclass(frozen=True)
class LetterSheet:
    """What is set on the sheet of letters.

    title: of the sheet.
    letters: what is set, each by itself.
    size: in points.
    """

    title: str
    letters: tuple[str, ...]
    size: str


@dataclass(frozen=True)
class Outline:
    """How a letter is drawn.

    strokes: the commands of its path.
    places: the numbers of its path, in units of the size.
    """

    strokes: str
    places: tuple[Fraction, ...]


@dataclass(frozen=True)
class Letter:
    """A letter of the sheet.

    text: one letter, or several drawn as one.
    outline: at size 1.
    width: to the next letter, at size 1.
    """

    text: str
    outline: Outline
    width: Fraction


def readable(svg: bytes, description: str, words: str) -> bytes:
    """Return the picture with a description behind its title, and its letters as text.

    words: what is written in it, in any order.
    """
    before, title, rest = _shorter(svg.decode()).partition("</title>")
    described = f"{before}{title}<desc>{escape(description, quote=False)}</desc>{rest}"
    more = tuple(sorted(set("".join(words.split())) - set(USUAL)))
    drawn = {name: _recognized(path, more) for name, path in SYMBOL.findall(described)}

    def with_text(run: re.Match[str]) -> str:
        return f"{run[1]}{run[2]}{_text(run[2], drawn)}</g>"

    return RUN.sub(with_text, described).encode()


def _shorter(svg: str) -> str:
    """Return the same picture in fewer bytes: outlines by short names, numbers to a thousandth of
    a point, and no attribute that says what holds without it.
    """
    names = dict.fromkeys(OUTLINE_NAME.findall(svg))
    short = {name: f"g{at}" for at, name in enumerate(names)}

    def tag(written: re.Match[str]) -> str:
        named = OUTLINE_NAME.sub(lambda name: short[name[0]], written[0])
        return LONG_NUMBER.sub(r"\1", ASSUMED.sub("", named))

    return TAG.sub(tag, svg)


Drawn = dict[str, tuple[Letter, Fraction] | None]  # name of an outline -> letter and size


def _text(uses: str, drawn: Drawn) -> str:
    """Return the text of a run of outlines; nothing where one of them is no letter."""
    words, end, size, start = "", Fraction(0), Fraction(0), None
    for name, place in USE.findall(uses):
        found = drawn.get(name)
        if found is None:
            return ""
        letter, size = found
        at = Fraction(place)
        if start is None:
            start = at
        elif at - end > GAP * size:
            words += " "
        words += letter.text
        end = at + letter.width * size
    long = number.decimal(end - (start or 0), 3)
    return (
        f'<text transform="scale(1 -1)" x="{number.decimal(start or Fraction(0), 3)}" '
        f'font-size="{number.decimal(size, 2)}" textLength="{long}" '
        f'lengthAdjust="spacingAndGlyphs" fill-opacity="0">{escape(words, quote=False)}</text>'
    )


# --- The sheet of letters ----------------------------------------------------------------------


@lru_cache(maxsize=8)
def _known(more: Sequence[str]) -> dict[str, list[Letter]]:
    """Return the letters by the strokes of their outlines; more: beside the usual ones."""
    letters = (*USUAL, *LIGATURES, *more)
    svg = printed("letters.typ", LetterSheet("letters", letters, str(SIZE)), "svg").decode()
    paths = dict(SYMBOL.findall(svg))
    found: dict[str, list[Letter]] = {}
    for letter in _letters(svg, paths, [*letters, *letters]):
        found.setdefault(letter.outline.strokes, []).append(letter)
    return found


def _letters(svg: str, paths: dict[str, str], texts: Sequence[str]) -> Iterator[Letter]:
    """Yield the letters of the sheet, each of which stands before a stop; several that are not
    drawn as one are left out.
    """
    for text, run in zip(texts, RUN.finditer(svg), strict=True):
        (name, first), (_, second), *others = USE.findall(run[2])
        if not others:
            outline = _outline(paths[name])
            places = tuple(number.ratio(place, SIZE) for place in outline.places)
            width = number.ratio(Fraction(second) - Fraction(first), SIZE)
            yield Letter(text, Outline(outline.strokes, places), width)


def _outline(path: str) -> Outline:
    strokes = "".join(re.findall("[A-Za-z]", path))
    return Outline(strokes, tuple(map(Fraction, re.findall(r"-?[\d.]+", path))))


@lru_cache(maxsize=4096)
def _recognized(path: str, more: Sequence[str]) -> tuple[Letter, Fraction] | None:
    """Return the letter that a path is, and its size; None where it is none of the sheet."""
    best = None
    drawn = _outline(path)
    for letter in _known(more).get(drawn.strokes, ()):
        size = number.ratio(_extent(drawn), _extent(letter.outline))
        off = max(abs(a - b * size) for a, b in zip(drawn.places, letter.outline.places))
        if off < CLOSE * size and (best is None or off < best[0]):
            best = off, letter, size
    return best[1:] if best else None


def _extent(outline: Outline) -> Fraction:
    return sum(map(abs, outline.places), Fraction(0))
