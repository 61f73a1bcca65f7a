"""Paytables in a game file: a line a hand, with a column for each value of a choice."""

from __future__ import annotations

import re

from combin.rules.choices import Choice, Pick, Stated
from combin.rules.text.choices import Marked, Marks, Reader, Writer
from combin.rules.text.values import number_of, pay_of, pay_text, spoken, table, units_text
from combin.rules.words import LOSE, Paytable
from combin.texts import COMMA, PageLine, Stretch

TABLE = re.compile(r'(?:pays by [^,]+|table(?: ("[^"]*"|[^\s,]+))?)((?:,.*)?)')
Columns = tuple[str, list[str]]  # a choice, and those of its values at the head of columns


class Table:
    """A paytable as it stands on the page.

    head: its first line. made: it, perhaps with picks. marks: under which choices it stands.
    lines: their names. is_asked: whether a row pays by it.
    """

    def __init__(self, head: Stretch, made: Paytable, marks: Marks, lines: list[Stretch]) -> None:
        self.head, self.made, self.marks, self.lines = head, made, marks, lines
        self.is_asked = False


Tables = dict[str, list[Table]]  # name -> the tables of that name


def tables_of(reading: Reader, lines: list[PageLine]) -> Tables:
    """Return the tables of a bet by their names."""
    tables: Tables = {}
    for found in reading.each(lines, lambda line: table_of(reading, line)):
        tables.setdefault(found.made.name, []).append(found)
    return tables


def table_of(reading: Reader, line: PageLine) -> Table:
    """Return the paytable that a line and those under it tell."""
    piece, marks = reading.marks(line.piece)
    found = TABLE.fullmatch(piece.text)
    if not found:
        raise piece.fault("`table NAME` is expected, with `, for 1` or `, meter 10,000`")
    terms = piece.cut(found.start(2)).split(COMMA)[1:]
    known = [term.text for term in terms]
    meter = None
    for term in terms:
        if term.text.startswith("meter "):
            meter = number_of(term.cut(len("meter ")))
        elif term.text != "for 1":
            raise term.fault("`for 1` or `meter 10,000` is expected", ("for 1", "meter"))
    if len(known) > len({one.partition(" ")[0] for one in known}):
        raise terms[-1].fault("this is said twice")
    pays, less, names = pays_of(reading, line)
    name = piece.cut(*found.span(1)).name if found[1] else ""
    made = Paytable(name, pays, less, "for 1" in known, meter)
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
        if name.text == "otherwise":
            raise name.fault("what a hand below the lines gets is told by a line `less`")
        if not cells:
            raise name.fault("a hand and its pay are expected, two spaces apart")
        paid = [reading.picked(cell, pay_of) for cell in cells]
        if len(paid) > 1 and len(paid) != len(columns[1]):
            wanted = f"1 or {len(columns[1])} pays are" if columns[0] else "one pay is"
            raise cells[-1].fault(f"{wanted} expected, not {len(paid)}")
        pay = paid[0] if len(paid) == 1 else Pick(columns[0], dict(zip(columns[1], paid)))
        if name.text in seen:
            raise name.fault(f"{name.name!r} stands twice in this table")
        seen.add(name.text)
        if name.text == "less":
            less = pay
            continue
        pays[name.name] = pay
        reading.given("line", name)
        names.append(name)
    if not pays:
        raise line.piece.fault("the lines of the table are expected under this line: flush  5")
    return pays, less, names


# --- Written -------------------------------------------------------------------------------------


def terms_text(paytable: Paytable) -> str:
    meter = "" if paytable.meter is None else f", meter {units_text(paytable.meter)}"
    return ", for 1" * paytable.for_one + meter


def flat_tables(writing: Writer, paytable: Stated) -> list[Marked]:
    """Return the tables that stand for one, those with the same lines as one with columns."""
    if not isinstance(paytable, Pick):
        return [(paytable, ())]
    joined = _joined(writing, paytable)
    return writing.flat_one(paytable) if joined is None else [(joined, ())]


def _joined(writing: Writer, pick: Pick) -> Paytable | None:
    """Return the one table, its pays by a choice, that several with the same lines are."""
    tables = writing.values(pick)
    first, *others = tables.values()
    for one in others:
        same = isinstance(one, Paytable) and list(one.pays) == list(first.pays)
        if not same or _but_pays(one) != _but_pays(first):
            return None
    pays: dict[str, Stated] = {}
    for line in first.pays:
        here = {value: one.pays[line] for value, one in tables.items()}
        is_one = all(pay == first.pays[line] for pay in here.values())
        pays[line] = first.pays[line] if is_one else Pick(pick.choice, here)
    return Paytable(first.name, pays, first.less, first.for_one, first.meter)


def _but_pays(paytable: Paytable) -> tuple[Stated, ...]:
    return paytable.name, paytable.less, paytable.for_one, paytable.meter


def table_lines(writing: Writer, paytable: Paytable) -> list[str]:
    """Return the lines of a paytable; those that depend on one choice have a column a value."""
    pays: Stated = paytable.pays
    if isinstance(pays, Pick):  # the lines themselves are chosen
        values = writing.values(pays)
        lines = dict.fromkeys(line for part in values.values() for line in part)
        pays = {
            line: Pick(pays.choice, {value: part.get(line) for value, part in values.items()})
            for line in lines
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
