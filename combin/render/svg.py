"""Makes the letters of a picture text again.

Typst draws letters as outlines, which take nine tenths of a file. Each run of them becomes the text
itself, of the same size and width, which a reader can select and a program can find. Which outline
is which letter is read off a sheet of all letters, set by the same program; what is none of them
stays an outline.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from html import escape

from combin.records import dataclass
from combin.render import number

TAG = re.compile(r"<[^>]*>")
LONG_NUMBER = re.compile(r"(\.\d{3})\d+")  # more than a thousandth of a point
OUTLINE_NAME = re.compile(r"\bg[0-9A-F]{32}\b")
ASSUMED = re.compile(
    r' (fill-rule="nonzero"|y="0"|stroke-(linecap="butt"|linejoin="miter"|miterlimit="4"))'
)  # what an attribute is where none is written
RUN = re.compile(r'<g transform="matrix\(([^)]*) (-?[\d.]+) (-?[\d.]+)\)">((?:<use [^>]*/>)+)</g>')
USE = re.compile(r'<use xlink:href="#(\w+)" x="([-\d.]+)"')
FILL = re.compile(r' fill="([^"]*)"')
SYMBOL = re.compile(r'<symbol id="(\w+)"[^>]*><path d="([^"]*)"')
WHOLE_SYMBOL = re.compile(r'<symbol id="(\w+)".*?</symbol>')
SHAPE = re.compile(r"<path [^>]{40,}/>")  # long enough that its name is shorter
FACE = "'Source Sans 3', 'Source Sans Pro', 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"
SIZE = 100  # points of the letters on the sheet
UPRIGHT = "1 0 0 -1"  # the axes of letters: typst's point up
BOLD = ' font-weight="700"'
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
    places: the numbers of its path, in parts of a point.
    parts: how many of these a point has.
    extent: the sum of all places, without their signs.
    """

    strokes: str
    places: tuple[int, ...]
    parts: int
    extent: int


@dataclass(frozen=True)
class Letter:
    """A letter of the sheet.

    text: one letter, or several drawn as one.
    outline: as it is on the sheet.
    width: to the next letter, at size 1.
    bold: whether it is of the heavier face.
    """

    text: str
    outline: Outline
    width: Fraction
    bold: bool


Sheet = Callable[[LetterSheet], bytes]  # sets a sheet of letters


def readable(svg: bytes, words: str, sheet: Sheet) -> bytes:
    """Return the picture with its letters as text; words: what is written in it, in any order."""
    picture = _shorter(svg.decode()).replace("<svg ", f'<svg font-family="{FACE}" ', 1)
    more = tuple(sorted(set("".join(words.split())) - set(USUAL)))
    drawn = {name: _recognized(path, more, sheet) for name, path in SYMBOL.findall(picture)}
    written = RUN.sub(lambda run: _text(run, drawn), picture)
    left = {name for name, _ in USE.findall(written)}
    written = WHOLE_SYMBOL.sub(lambda symbol: symbol[0] if symbol[1] in left else "", written)
    return _once(written).encode()


def _once(picture: str) -> str:
    """Return the picture with each shape drawn once, and shown again by its name where it comes
    again. The name is the hash of the shape, as a page may show several pictures.
    """
    again = {shape for shape, times in Counter(SHAPE.findall(picture)).items() if times > 1}
    met: set[str] = set()

    def shown(shape: re.Match[str]) -> str:
        if shape[0] not in again:
            return shape[0]
        name = f"s{sha256(shape[0].encode()).hexdigest()[:8]}"
        if shape[0] in met:
            return f'<use xlink:href="#{name}"/>'
        met.add(shape[0])
        return shape[0].replace("<path ", f'<path id="{name}" ', 1)

    return SHAPE.sub(shown, picture)


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


def _text(run: re.Match[str], drawn: Drawn) -> str:
    """Return the text of a run of outlines; the run itself where one of them is no letter, or it is
    of several colours.
    """
    axes, across, down, uses = run.groups()
    fills = set(FILL.findall(uses))
    words, end, start = "", Fraction(0), None
    for name, place in USE.findall(uses):
        found = drawn.get(name)
        if found is None or len(fills) > 1:
            return run[0]
        letter, size = found
        at = Fraction(place)
        if start is None:
            start, first = at, letter
        elif at - end > GAP * size:
            words += " "
        words += letter.text
        end = at + letter.width * size
    start = start or Fraction(0)
    wide = f' textLength="{number.decimal(end - start, 2)}" lengthAdjust="spacingAndGlyphs"'
    return (
        f"<text {_placed(axes, start, across, down)} "
        f'font-size="{number.decimal(size, 2)}"{BOLD if first.bold else ""}'
        f"{wide if len(words) > 1 else ''} "
        f'fill="{fills.pop()}">{escape(words, quote=False)}</text>'
    )


def _placed(axes: str, start: Fraction, across: str, down: str) -> str:
    """Return where a text stands: an outline's second axis points up, that of text down."""
    if axes == UPRIGHT:
        return f'x="{number.plain(Fraction(across) + start)}" y="{down}"'
    a, b, c, d = axes.split()
    turned = " ".join([a, b, _opposite(c), _opposite(d), across, down])
    return f'transform="matrix({turned})" x="{number.plain(start)}"'


def _opposite(number: str) -> str:
    return number[1:] if number.startswith("-") else f"-{number}"


# --- The sheet of letters ----------------------------------------------------------------------


@lru_cache(maxsize=8)
def _known(more: Sequence[str], sheet: Sheet) -> dict[str, list[Letter]]:
    """Return the letters by the strokes of their outlines; more: beside the usual ones."""
    letters = (*USUAL, *LIGATURES, *more)
    svg = sheet(LetterSheet("letters", letters, str(SIZE))).decode()
    paths = dict(SYMBOL.findall(svg))
    found: dict[str, list[Letter]] = {}
    for letter in _letters(svg, paths, letters):
        found.setdefault(letter.outline.strokes, []).append(letter)
    return found


def _letters(svg: str, paths: dict[str, str], letters: Sequence[str]) -> Iterator[Letter]:
    """Yield the letters of the sheet, first of the lighter face; each stands before a stop. Several
    that are not drawn as one are left out, and so are those that the face has not.
    """
    runs = (USE.findall(run[4]) for run in RUN.finditer(svg))
    for text, bold in ((text, bold) for bold in (False, True) for text in letters):
        uses = next(runs)
        if len(uses) == 1:
            next(runs)  # a letter of another face parts from its stop
            continue
        (name, first), (_, second), *others = uses
        if not others:
            width = number.ratio(Fraction(second) - Fraction(first), SIZE)
            yield Letter(text, _outline(paths[name]), width, bold)


def _outline(path: str) -> Outline:
    strokes = "".join(re.findall("[A-Za-z]", path))
    numbers = [written.partition(".") for written in re.findall(r"-?[\d.]+", path)]
    digits = max((len(decimals) for _, _, decimals in numbers), default=0)
    places = tuple(int(whole + decimals.ljust(digits, "0")) for whole, _, decimals in numbers)
    return Outline(strokes, places, 10**digits, sum(map(abs, places)))


@lru_cache(maxsize=4096)
def _recognized(path: str, more: Sequence[str], sheet: Sheet) -> tuple[Letter, Fraction] | None:
    """Return the letter that a path is, and its size; None where it is none of the sheet."""
    best = None
    drawn = _outline(path)
    for letter in _known(more, sheet).get(drawn.strokes, ()):
        like = letter.outline
        # A place of the one less the same place of the other, brought to its size, is
        # a / parts - b / parts * extent / extent: over one denominator a difference of integers.
        pairs = zip(drawn.places, like.places)
        most = max(abs(a * like.extent - b * drawn.extent) for a, b in pairs)
        off = number.ratio(most, drawn.parts * like.extent)
        size = number.ratio(SIZE * drawn.extent * like.parts, drawn.parts * like.extent)
        if off < CLOSE * size and (best is None or off < best[0]):
            best = off, letter, size
    return best[1:] if best else None
