"""Reads a list of holds from text, and reports all its errors together.

A line is what `combin strategy` prints of it: a name, or several of them, after `hold` or after
nothing; its number may stand before it. The last line is `hold none`. The whole of what is printed
is read, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from combin.families.draw.holds.lists import held_line
from combin.families.draw.holds.words import words_of
from combin.rules.words import HOLD_NONE
from combin.strategies.lines import OTHERWISE, Line
from combin.strategies.reading import ListReader
from combin.texts import Stretch

HOLDING = re.compile(r"hold\b\s*:?\s*", re.IGNORECASE)
ALL = r"(?:discard|throw|draw) (?:everything|all(?: five)?(?: cards)?)"
NONE = re.compile(rf"(?:none|nothing|{ALL})(?:\s*:?\s*{OTHERWISE})?|{OTHERWISE}", re.IGNORECASE)


class HoldReader(ListReader):
    """Reads lines that say what is held."""

    def told(self, row: Stretch, head: Stretch, said: Stretch) -> Iterable[Line]:
        held = HOLDING.match(row.text)
        names = row.cut(held.end() if held else 0)
        if NONE.fullmatch(names.text):
            return [Line(HOLD_NONE, place=row)]
        words = words_of(self.plan)
        parts, faults = words.read(names)
        self.faults += faults
        if not parts:
            return []
        phrase = words.phrase(parts)
        finer = [part for part in parts if not words.is_whole(part)]
        notes = dict.fromkeys(one.note for part in finer for one in part.shapes if one.note)
        more = (*notes, *parts[0].given.notes)
        number = len(self.blocks[self.decision])
        return [replace(held_line(number, phrase, phrase, more), place=row)]
