"""Lines of fixed words around names and values; the same text reads them and writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from combin.texts import Stretch

FIELD = re.compile(r"\{\*?(\w+)\}")
PARTS = re.compile(r"(\{\*?\w+\}|[\[\]])")
BRACKETS = {"[": "(?:", "]": ")?"}
WORD, WORDS = r"[^\s:]+", ".*?"


class Form:
    """A line of fixed words around fields: ``part {*name}: {cards} of {zone} to {into}``.

    said: the line. A field is one word, or any with a star; what stands in brackets may be left
    out.
    """

    def __init__(self, said: str) -> None:
        self.said = said
        self.fields = {*FIELD.findall(said)}
        pattern = ""
        for part in PARTS.split(said):
            if found := FIELD.fullmatch(part):
                pattern += f"(?P<{found[1]}>{WORDS if '*' in part else WORD})"
            else:
                pattern += BRACKETS.get(part) or re.escape(part).replace(r"\ ", r"\s+")
        self.pattern = re.compile(pattern, re.DOTALL)

    def read(self, piece: Stretch) -> dict[str, Stretch]:
        """Return what stands in each field of a line, empty where it is another line."""
        found = self.pattern.fullmatch(piece.masked())
        spans = {name: found.span(name) for name in found.groupdict()} if found else {}
        return {name: piece.cut(*span) for name, span in spans.items() if span[0] < span[1]}

    def write(self, fields: Mapping[str, str]) -> str:
        """Return the line with these texts in its fields, without optional parts whose field is
        empty.
        """
        told = self.said
        for optional in re.findall(r"\[[^\]]*\]", told):
            is_told = all(fields.get(name) for name in FIELD.findall(optional))
            told = told.replace(optional, optional[1:-1] if is_told else "")
        return FIELD.sub(lambda found: fields[found[1]], told)
