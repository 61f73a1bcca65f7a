"""Paytables in a game file: a line a hand, with a column for each value of a choice."""

from __future__ import annotations

import re
from dataclasses import dataclass

from combin.rules.choices import Choice, Pick, Stated
from combin.rules.text.attributes import YES, Told, ValueKind, record_of
from combin.rules.text.choices import Columns, Marks, Reader, Writer
from combin.rules.text.values import number_of, pay_of, pay_text, spoken, table, units_text
from combin.rules.words import LOSE, Paytable
from combin.texts import COMMA, PageLine, Stretch

TABLE = re.compile(r'pays by .*|table(?: ("[^"]*"|\S+))?')
TERMS = Told(
    Paytable,
    "table blind, for 1, meter 10,000",
    {"for 1": ("for_one", YES), "meter": ("meter", ValueKind(number_of, units_text))},
)


@dataclass
class Table:
    """A paytable as it stands on the page.

    head: its first line. made: it, perhaps with picks. marks: under which choices it stands.
    lines: their names. is_asked: whether a row pays by it.
    """

    head: Stretch
    made: Paytable
    marks: Marks
    lines: list[Stretch]
    is_asked: bool = False


Tables = dict[str, list[Table]]  # name -> the tables of that name


def table_of(reading: Reader, line: PageLine) -> Table:
    """Return the paytable that a line and those under it tell."""
    piece, marks = reading.marks(line.piece)
    head, *terms = piece.split(COMMA, 1)
    found = TABLE.fullmatch(head.text)
    if not found:
        raise piece.fault(f"`table NAME` is expected, such as `{TERMS.example}`")
    pays, less, names = pays_of(reading, line)
    made = record_of(
        *(reading, TERMS, head.saying("table"), terms[0] if terms else head.cut(len(head.text))),
        name=head.cut(*found.span(1)).name if found[1] else "",
        pays=pays,
        less=less,
    )
    return Table(piece, made, marks, names)


def pays_of(reading: Reader, line: PageLine) -> tuple[dict[str, Stated], Stated, list[Stretch]]:
    """Return the pays of the lines under one, what is paid for less, and their names."""
    pays: dict[str, Stated] = {}
    less: Stated = LOSE
    names: list[Stretch] = []
    columns: Columns = "", []
    seen: set[str] = set()
    for one in line.under:
        name, *cells = one.alone.cells()
        if name.text.endswith(":"):
            columns = reading.columns(name, cells)
            continue
        name.refuse(
            name.text in ("otherwise", "nothing", "others"),
            "what a hand below the lines gets is told by a line `less`",
        )
        name.refuse(not cells, "a hand and its pay are expected, two spaces apart")
        pay = reading.under(columns, cells, pay_of, name.text)
        name.refuse(name.text in seen, f"{name.name!r} stands twice in this table")
        seen.add(name.text)
        if name.text == "less":
            less = pay
            continue
        pays[name.name] = pay
        reading.given("line", name)
        names.append(name)
    line.piece.refuse(not pays, "the lines of the table are expected under this line: flush  5")
    return pays, less, names


# --- Written -------------------------------------------------------------------------------------


def table_lines(writing: Writer, paytable: Paytable) -> list[str]:
    """Return the lines of a paytable; those that depend on one choice have a column a value."""
    pays: Stated = paytable.pays
    if isinstance(pays, Pick):  # the lines themselves are chosen
        values = writing.values(pays)
        pays = {
            line: Pick(pays.choice, {value: part.get(line) for value, part in values.items()})
            for line in dict.fromkeys(line for part in values.values() for line in part)
        }
    listed = [(spoken(line), pay) for line, pay in pays.items()]
    listed += [("less", paytable.less)] if paytable.less != LOSE else []
    rows: list[list[str]] = []
    head = ""
    for line, pay in listed:
        if isinstance(pay, Pick) and isinstance(writing.choices[pay.choice], Choice):
            values = writing.values(pay)
            if pay.choice != head:
                head = pay.choice
                rows.append([f"{head}:", *values])
            rows.append([line, *(writing.picked(part, pay_text) for part in values.values())])
        else:
            rows.append([line, writing.picked(pay, pay_text)])
    return table(rows, right=1)
