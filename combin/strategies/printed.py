"""Finds the lines of a strategy in the output of `combin strategy`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

NUMBERED = re.compile(r"^\s*\d+[.)]\s+")
COLUMNS = re.compile(r"\s{2,}")
AGAIN = "Again: combin strategy "  # the last line that the command prints


def rows_of(text: str, decisions: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield the rows of a strategy with their numbers, from 1, without comments and the numbers of
    lines. Of a whole output these are its lines and the headings above them, else all that is
    written.

    decisions: those that may be headings.
    """
    rows = [row.partition("#")[0].rstrip() for row in text.splitlines()]
    printed = any(row.startswith(AGAIN) for row in rows)
    headings = {f"{name.lower()}:" for name in decisions}
    for number, row in enumerate(rows, 1):
        line = NUMBERED.sub("", row).strip()
        if printed and row.strip().lower() not in headings:
            if not NUMBERED.match(row):
                continue
            action, *phrases = COLUMNS.split(line, maxsplit=1)
            line = f"{action}: {phrases[0]}" if phrases else line
        yield number, line
