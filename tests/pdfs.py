"""Reads the words of a PDF that typst wrote, and how large they are set; nothing of combin helps."""

from __future__ import annotations

import re
import zlib
from typing import NamedTuple

Objects = dict[bytes, bytes]  # the number of an object -> what it is
Matrix = tuple[float, ...]  # six numbers: what a transformation does
HERE: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

PLAIN = rb"\\.|[^\\()]"  # inside a string: a byte or an escape; brackets come in pairs
LITERAL = rb"\((?:" + PLAIN + rb"|\((?:" + PLAIN + rb")*\))*\)"
HEXADECIMAL = rb"<[0-9A-F]*>"
SHOWN = rb"(?:\[(?:" + LITERAL + rb"|[^\]()])*\]|" + LITERAL + rb"|" + HEXADECIMAL + rb") ?T[Jj]"
ESCAPES = {"n": 10, "r": 13, "t": 9, "b": 8, "f": 12}


class Run(NamedTuple):
    """Some text: its size, and where its line begins, in points from the lower left corner."""

    size: float
    text: str
    x: float
    y: float


def pages_of(pdf: bytes) -> list[list[Run]]:
    """Return for each page its runs of text."""
    objects = dict(re.findall(rb"(?m)^(\d+) 0 obj\s(.*?)\sendobj", pdf, re.S))
    kids = _found(rb"/Type/Pages.*?/Kids\[(.*?)\]", pdf)
    return [_page(objects, number) for number in re.findall(rb"(\d+) 0 R", kids)]


def boxes_of(pdf: bytes, name: str) -> list[tuple[float, ...]]:
    """Return every box of that name, `MediaBox` or `TrimBox`, in points."""
    found = re.findall(rb"/" + name.encode() + rb"\[([\d. ]+)\]", pdf)
    return [tuple(map(float, box.split())) for box in found]


def _page(objects: Objects, number: bytes) -> list[Run]:
    page = objects[number]
    resources = _referred(objects, page, b"Resources")
    fonts = {
        name: _letters(_stream(_referred(objects, objects[font], b"ToUnicode")))
        for name, font in re.findall(rb"/(f\d+) (\d+) 0 R", _found(rb"/Font<<(.*?)>>", resources))
    }
    runs: list[Run] = []
    font, size, place, kept = b"", 0.0, HERE, list[Matrix]()
    for name, points, moved, shown, mark in re.findall(
        rb"/(f\d+) ([\d.]+) Tf|((?:-?[\d.]+ ){6})cm|(" + SHOWN + rb")|(?<![^\s])([qQ])(?!\S)",
        _stream(_referred(objects, page, b"Contents")),
        re.S,
    ):
        if name:
            font, size = name, float(points)
        elif moved:
            place = _through(tuple(map(float, moved.split())), place)
        elif mark == b"q":
            kept.append(place)
        elif mark:
            place = kept.pop()
        else:
            codes = b"".join(map(_plain, re.findall(LITERAL + rb"|" + HEXADECIMAL, shown, re.S)))
            pairs = (codes[at : at + 2] for at in range(0, len(codes), 2))
            text = "".join(fonts[font].get(pair, "?") for pair in pairs)
            runs.append(Run(size, text, *place[4:]))
    return runs


def _through(inner: Matrix, outer: Matrix) -> Matrix:
    """Return what two transformations do, one after the other."""
    a, b, c, d, e, f = inner
    k, m, n, o, x, y = outer
    return (
        a * k + b * n, a * m + b * o, c * k + d * n, c * m + d * o, e * k + f * n + x, e * m + f * o + y,
    )  # fmt: skip


def _referred(objects: Objects, text: bytes, key: bytes) -> bytes:
    return objects[_found(rb"/" + key + rb" (\d+) 0 R", text)]


def _found(pattern: bytes, text: bytes) -> bytes:
    match = re.search(pattern, text, re.S)
    assert match, pattern
    return match[1]


def _stream(text: bytes) -> bytes:
    # By its length: compressed bytes may themselves end in a line's end.
    length = int(_found(rb"/Length (\d+)", text))
    start = text.index(b"stream") + len(b"stream")
    return zlib.decompress(text[start:].lstrip(b"\r\n")[:length])


def _letters(cmap: bytes) -> dict[bytes, str]:
    found = re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>", cmap)
    return {
        bytes.fromhex(code.decode()): bytes.fromhex(text.decode()).decode("utf-16-be")
        for code, text in found
    }


def _plain(literal: bytes) -> bytes:
    """Return the bytes that a string of a PDF writes, in brackets or as hexadecimal digits."""
    if literal.startswith(b"<"):
        return bytes.fromhex(literal[1:-1].decode())

    def byte(match: re.Match[bytes]) -> bytes:
        escaped = match[1].decode("latin-1")
        if escaped[0].isdigit():
            return bytes([int(escaped, 8)])
        return bytes([ESCAPES.get(escaped, ord(escaped))])

    return re.sub(rb"\\([0-7]{1,3}|.)", byte, literal[1:-1], flags=re.S)
