"""Turns a template and a plain-data model into the bytes of a PDF, SVG or PNG, the same bytes every
time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache
from html import escape
from typing import Any
from zlib import crc32

from combin.errors import NEEDS, CombinError, missing, refuse
from combin.files import verify_place, whole
from combin.render.svg import LetterSheet, readable

FOLDER = os.path.dirname(os.path.abspath(__file__))
FONTS = os.path.join(FOLDER, "fonts")
ENDINGS = ("pdf", "svg", "png")
PPI = 300  # of a PNG
HEADER = 33  # bytes of a PNG before its first other chunk
OLDEST = (0, 15)  # typst before it stamps a PDF with the time
LETTER = b"#set page(width: auto, height: auto)\n#sys.inputs.letter"
NO_LETTER = "\U0010fffd"  # for private use: no typeface has it
BLANK = b"#set page(width: 1cm, height: 1cm)"
AGES = 11  # typst drops what the last ten pictures did not need


def ending_of(path: str) -> str:
    """Return ``pdf``, ``svg`` or ``png``; raises CombinError for another ending."""
    ending = os.path.splitext(path)[1].lstrip(".").lower()
    return verify_ending(ending, f"{path!r} ends in {'.' + ending if ending else 'nothing'}")


def ready(path: str) -> str:
    """Return the ending of a picture to be made, which may take long: raises CombinError now where
    it could not be drawn or written then.
    """
    ending = ending_of(path)
    verify_place(path)
    _typst()
    return ending


def verify_ending(ending: str, what: str = "") -> str:
    refuse(
        ending not in ENDINGS,
        f"{what or repr(ending)}: a card or chart is written as .pdf, .svg or .png",
    )
    return ending


def printed(template: str, model: object, ending: str, about: str = "", **inputs: str) -> bytes:
    """Return the document that `template` makes of `model` (a dataclass of plain data), as one
    file.

    A PDF may have several pages; SVG and PNG are one picture. Raises CombinError where typst is not
    installed.

    about: sentences for the metadata of the file.
    """
    return pictures(template, model, ending, about, **inputs)[0]


def pictures(template: str, model: Any, ending: str, about: str = "", **inputs: str) -> list[bytes]:
    """Return what `printed` does, a picture a page; of a PDF one file."""
    settings = {
        "format": verify_ending(ending),
        "ppi": PPI,
        "timestamp": 0,
        **_settings(model, {**inputs, "about": about}),
    }
    text = settings["sys_inputs"]["model"]
    # Typst draws boxes for letters that no typeface at hand has, and says nothing.
    boxes = sorted(
        letter
        for letter in set(text)
        if not letter.isascii() and _picture(letter) == _picture(NO_LETTER)
    )
    refuse(
        boxes,
        f"a card or chart cannot show {' '.join(boxes)}, in its title, its rules or the name "
        "of its file: no typeface at hand has such letters",
    )
    pages = _pages(template, settings)
    if ending == "svg":
        return [readable(_named(page, model.title, about), text, _letter_sheet) for page in pages]
    if ending == "png":  # texts stand behind the header, as the format has them (iTXt)
        words = {"Title": model.title, "Description": about}
        texts = b"".join(
            _chunk(b"iTXt", key.encode() + bytes(5) + told.encode())
            for key, told in words.items()
            if told
        )
        return [page[:HEADER] + texts + page[HEADER:] for page in pages]
    return pages


def _pages(template: str, settings: dict[str, Any]) -> list[bytes]:
    typst = _typst()
    pages, warnings = _called(typst.compile_with_warnings, _sources(template), **settings)
    if warnings:
        raise ArithmeticError(f"typst warns about {template}: {warnings[0].message}")
    return [bytes(page) for page in (pages if isinstance(pages, list) else [pages])]


def _letter_sheet(letters: LetterSheet) -> bytes:
    return _pages("letters.typ", {"format": "svg", **_settings(letters, {})})[0]


def report(template: str, model: Any, label: str, small: bool = False, /, **inputs: str) -> Any:
    """Return the metadata that `template` leaves under `label`: how it laid the model out.

    small: whether so little is laid out that typst may keep it.
    """
    settings = {"field": "value", "one": True, **_settings(model, {**inputs, "about": ""})}
    try:
        return json.loads(_called(_typst().query, _sources(template), f"<{label}>", **settings))
    finally:
        # Typst drops what it keeps of a layout that was asked about, often a hundred megabytes,
        # only when pictures are made.
        none = _typst().Fonts(include_system_fonts=False, include_embedded_fonts=False)
        for _ in range(0 if small else AGES):
            _typst().compile({"main.typ": BLANK}, format="svg", font_paths=none)


def _called(work: Callable[..., Any], *arguments: Any, **settings: Any) -> Any:
    """Return what typst answers; what a template refuses (too long a title) is the user's to know,
    in one line.
    """
    try:
        return work(*arguments, **settings)
    except RuntimeError as error:  # TypstError is one
        raise CombinError(f"this cannot be laid out: {str(error).splitlines()[0]}") from error


@lru_cache(maxsize=256)
def _picture(letter: str) -> bytes:
    settings = {
        "format": "svg",
        "font_paths": [FONTS],
        "ignore_system_fonts": True,
        "sys_inputs": {"letter": letter},
    }
    return bytes(_typst().compile({"main.typ": LETTER}, **settings))


def _named(svg: bytes, title: str, about: str) -> bytes:
    """Return the picture with a title, and a description, for those who cannot see it."""
    tag, close, rest = svg.partition(b">")
    words = f"<title>{escape(title, quote=False)}</title>"
    if about:
        words += f"<desc>{escape(about, quote=False)}</desc>"
    return tag + b' role="img"' + close + words.encode() + rest


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = crc32(kind + data).to_bytes(4, "big")
    return len(data).to_bytes(4, "big") + kind + data + checksum


def write_file(path: str, content: bytes) -> None:
    """Write a file whole or not at all."""
    with whole(path) as file:
        file.write(content)


def _typst() -> Any:
    try:
        import typst
    except ImportError:
        raise missing("cards and charts are set by typst", "typst") from None
    installed = getattr(typst, "__version__", "0.0")
    if tuple(map(int, installed.split(".")[:2])) < OLDEST:
        raise CombinError(
            f"cards and charts need typst 0.15 or later, not {installed}: pip install "
            f"'{NEEDS['typst']}'"
        )
    return typst


def _settings(model: Any, inputs: dict[str, str]) -> dict[str, Any]:
    text = json.dumps(asdict(model), ensure_ascii=False, sort_keys=True)
    return {
        "font_paths": [FONTS],
        "ignore_system_fonts": True,
        "sys_inputs": {"model": text, **inputs},
    }


def _source(name: str) -> bytes:
    with open(os.path.join(FOLDER, name), "rb") as file:
        return file.read()


def _sources(template: str) -> dict[str, bytes]:
    """Return the templates as files in memory; typst starts with the one called main."""
    return {"main.typ": _source(template), "common.typ": _source("common.typ")}
