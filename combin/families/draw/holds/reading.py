"""Reads a list of holds from text, and reports all its errors together.

A line is what `combin strategy` prints of it: a name, or several of them, after `hold` or after
nothing; its number may stand before it. The last line is `hold none`. The whole of what is printed
is read, too.
"""

from __future__ import annotations

import re

from combin.counting.plan import Plan
from combin.errors import CombinError, Faults
from combin.families.draw.holds.lists import held_line
from combin.families.draw.holds.words import words_of
from combin.rules.words import HOLD_NONE
from combin.strategies.lines import OTHERWISE, Line, Lines
from combin.strategies.printed import rows_of

HOLDING = re.compile(r"^hold\b\s*:?\s*", re.IGNORECASE)
ALL = r"(?:discard|throw|draw) (?:everything|all(?: five)?(?: cards)?)"
NONE = re.compile(rf"(?:none|nothing|{ALL})(?:\s*:?\s*{OTHERWISE})?|{OTHERWISE}", re.IGNORECASE)


def parse(text: str, plan: Plan, name: str) -> Lines:
    """Return the list that a text writes for a bet with a draw.

    name: of the file, for errors.
    Raises CombinError naming the line and the nearest name; of several faults all.
    """
    reader = _HoldReader(plan, name)
    for number, line in rows_of(text, [plan.decisions[0].name]):
        reader.read(number, line)
    return reader.finished()


class _HoldReader:
    """Reads the text line by line.

    block: the lines read.
    faults: what is wrong so far.
    """

    def __init__(self, plan: Plan, name: str) -> None:
        self.plan, self.name = plan, name
        self.words = words_of(plan)
        self.block: list[Line] = []
        self.faults: list[str] = []
        self.ended = ""

    def read(self, number: int, text: str) -> None:
        """Read a line, and keep what is wrong with it."""
        place = f"line {number}"
        head, _, tail = (part.strip() for part in text.partition(":"))
        if head.lower() == "game":
            if tail != self.plan.game.slug:
                self.fail(place, f"a strategy for {tail!r}, not for {self.plan.game.slug!r}")
        elif text and text.removesuffix(":").lower() != self.plan.decisions[0].name.lower():
            self.line(place, HOLDING.sub("", text))

    def line(self, place: str, text: str) -> None:
        if self.ended:
            self.fail(
                place, f"this line can never be reached: {self.ended} already takes everything"
            )
        elif NONE.fullmatch(text):
            self.ended = place
            self.block.append(Line(HOLD_NONE, place=place))
        else:
            self.hold(place, text)

    def hold(self, place: str, text: str) -> None:
        parts, faults = self.words.read(text)
        for fault in faults:
            self.fail(place, fault)
        if parts:
            phrase = self.words.phrase(parts)
            finer = [part for part in parts if not self.words.is_whole(part)]
            notes = dict.fromkeys(one.note for part in finer for one in part.shapes if one.note)
            more = (*notes, *parts[0].given.notes)
            self.block.append(held_line(len(self.block), phrase, phrase, more, place))

    def fail(self, place: str, what: str) -> None:
        self.faults.append(f"{self.name}, {place}: {what}")

    def finished(self) -> Lines:
        """Return the list; raises CombinError with all that is wrong."""
        if self.faults:
            raise Faults(self.faults)
        decision = self.plan.decisions[0].name
        if not self.block:
            raise CombinError(f"{self.name}: no line says what to do at {decision!r}")
        blocks = {decision: tuple(self.block)}
        return Lines(self.plan.game.slug, self.plan.bet.key, blocks, self.name)
