"""House ways in a file of their own: ``WAY name``, and a row a line."""

from __future__ import annotations

from combin.rules.text.attributes import TEXTS, WHOLES, WORDS, Told, record_of
from combin.rules.text.choices import Reader
from combin.rules.ways import Way, WayRow
from combin.texts import Stretch

ROW = Told(
    WayRow,
    "row: groups 2 2, front singles",
    {
        "groups": ("groups", WHOLES),
        "of": ("ranks", TEXTS),
        "singles": ("singles", TEXTS),
        "front": ("front", WORDS),
    },
)
EXPECTED = "a way is expected: WAY mine, and under it rows such as `row: groups 2 2, front singles`"


def way_of(text: str, file: str) -> Way:
    """Return the way that a file states; raises CombinError with line and column."""
    reading = Reader(file, text)
    if len(reading.lines) != 1 or reading.lines[0].piece.word().text != "WAY":
        start = reading.lines[0].piece if reading.lines else reading.start
        raise start.fault(EXPECTED)
    [line] = reading.lines

    def row(piece: Stretch) -> WayRow:
        word, *said = piece.split(r":\s", 1)
        piece.refuse(word.text != "row" or not said, EXPECTED)
        with piece.placed():
            found: WayRow = record_of(reading, ROW, word, said[0])
        return found

    rows = reading.each(line.under, lambda one: row(one.alone))
    reading.raise_all()
    with line.piece.placed():
        made: Way = Way(line.piece.cut(len("WAY")).text, tuple(rows))
    return made
