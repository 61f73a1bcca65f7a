"""Finds the lines of a strategy in the output of `combin strategy`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from combin.texts import Stretch, TextReader

COMMENT = re.compile("#")  # no line of a strategy has one
NUMBERED = re.compile(r"\s*\d+[.)]\s+")
COLUMNS = re.compile(r"\s\s+")
AGAIN = "Again: combin strategy "  # the last line that the command prints


def rows_of(reading: TextReader, text: str, decisions: Collection[str]) -> Iterator[Stretch]:
    """Yield the rows of a strategy without comments and the numbers of lines. Of a whole output
    these are its lines and the headings above them, else all that is written.

    reading: keeps what is wrong. decisions: those that may be headings.
    """
    rows = reading.rows(text, COMMENT)
    printed = any(row.text.startswith(AGAIN) for row in rows)
    headings = {f"{name.lower()}:" for name in decisions}
    for row in rows:
        number = NUMBERED.match(row.text)
        line = row.cut(number.end() if number else 0)
        if printed and line.text.lower() not in headings:
            if not number:
                continue
            line = line.saying(COLUMNS.sub(lambda gap: f":{gap[0][1:]}", line.text, count=1))
        yield line
