"""Bets in a game file: wagers, settlements as tables, and paytables."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial

from combin.errors import CombinError
from combin.rules.blackjack import DealerBet
from combin.rules.choices import Choice, Chosen, Pick, Stated
from combin.rules.glossary import called
from combin.rules.picks import parts_of
from combin.rules.text.choices import Marked, Marks, Reader, Writer, marked
from combin.rules.text.conditions import PageTerms, condition_text, verify_reached
from combin.rules.text.paytables import (
    Columns,
    Table,
    Tables,
    flat_tables,
    table_lines,
    table_of,
    tables_of,
    terms_text,
)
from combin.rules.text.turns import dealer_bet_lines, dealer_bet_of
from combin.rules.text.values import (
    inside,
    name_text,
    number_of,
    number_text,
    quoted,
    spoken,
    stake_of,
    table,
    units_text,
)
from combin.rules.words import (
    ALWAYS,
    Action,
    Bet,
    Margin,
    Pays,
    Row,
    Settlement,
    Wager,
)
from combin.texts import COMMA, PageLine, Stretch

MAIN = "base"
WAGERS = "wagers:"
NEW_TABLE = re.compile(r"(outcome|pays by|table)\b")
HEAD = "`pays by HAND`, `table NAME` or the head of a settlement is expected: outcome  if  WAGER"


def bet_of(reading: Reader, terms: PageTerms, head: str, rest: Stretch, line: PageLine) -> Marked:
    """Return the bet that a part ``MAIN GAME`` or ``SIDE BET NAME`` tells."""
    rest, marks = reading.marks(rest)
    key = rest.name if rest.text.startswith('"') else rest.name.lower()
    key = MAIN if head == "MAIN GAME" else key
    if key == MAIN and head != "MAIN GAME":
        raise rest.fault("base is the key of the main game; a side bet has another")
    if key == MAIN and rest.text:
        raise rest.fault("MAIN GAME or the end of the line is expected, SIDE BET and a name")
    if key != MAIN and not rest.text:
        raise line.piece.fault("a side bet has a name: SIDE BET Pair Plus")
    reading.given("bet", rest if key != MAIN else line.piece, key)
    if key != MAIN and rest.text not in (key, called(key), f'"{key}"'):
        reading.names[key] = rest.text
    lines = reading.rules(line)
    if (dealer_bet := dealer_bet_of(reading, key, lines)) is not None:
        return dealer_bet, marks
    wagers, base, lines = _wagers(reading, key, line, lines)
    listed = [one for one in lines if re.match(r"table\b", one.piece.text)]
    tables = tables_of(reading, listed)
    settlements: list[Marked] = []
    paid: list[Marks] = []
    place = 0
    while place < len(lines):
        first = lines[place]
        rows = 1
        while place + rows < len(lines) and not NEW_TABLE.match(lines[place + rows].piece.text):
            rows += 1
        with reading.going_on(first):
            piece, under = reading.marks(first.piece)
            body = lines[place + 1 : place + rows]
            is_rows = NEW_TABLE.match(piece.text) is None or piece.word().text == "outcome"
            if body and not is_rows:
                raise body[0].piece.fault(HEAD)
            if piece.text.startswith("pays by "):
                if under in paid or "" in tables:
                    raise piece.fault("a bet is paid by one table; this is another")
                paid.append(under)
                settlements.append((_paid_by(reading, base, piece, first), under))
            elif is_rows:
                made = _settlement(reading, terms, (piece, body), (base, tables))
                settlements.append((made, under))
        place += rows
    if not lines:
        raise line.piece.fault("how the bet is settled is expected under this line")
    reading.later += [partial(_verify_asked, name, found[0]) for name, found in tables.items()]
    return Bet(key, wagers, base, reading.assembled(settlements)), marks


def _verify_asked(name: str, found: Table) -> None:
    if not found.is_asked:
        raise found.head.saying(name or "table").missing("no row pays by this table")


# --- Wagers --------------------------------------------------------------------------------------


def _wagers(
    reading: Reader, key: str, line: PageLine, lines: list[PageLine]
) -> tuple[Stated, str, list[PageLine]]:
    """Return the wagers of a bet, the name of that in whose units its figures are, and the lines
    after them.
    """
    if not lines or not lines[0].piece.text.startswith(WAGERS):
        if key == MAIN:
            raise line.piece.fault("under MAIN GAME the wagers come first: `wagers: ante 1, raise`")
        reading.wagers.add(key)
        return (Wager(key, Fraction(1)),), key, lines
    listed, *per = lines[0].alone.cut(len(WAGERS)).split(r";\s*per\s")
    wagers = [_wager(reading, one) for one in listed.split(COMMA)]
    base = reading.known(per[0], reading.wagers, "wager") if per else wagers[0][0].name
    return reading.assembled(wagers), base, lines[1:]


def _wager(reading: Reader, piece: Stretch) -> Marked:
    piece, marks = reading.marks(piece)
    name, *stake = piece.split(r"\s+")
    if len(stake) > 1:
        raise stake[1].fault(f"a comma or the end of the wagers is expected, not {stake[1].text!r}")
    reading.wagers.add(reading.given("wager", name))

    def check() -> None:
        if name.name not in reading.staked:
            raise name.missing(
                f"nothing is ever staked on {name.text!r}: write what is put down before the deal, "
                f"as in ante 1, or an action that adds to it, as in {name.text} +1"
            )

    if not stake:
        reading.later.append(check)
    units = reading.picked(stake[0], stake_of) if stake else Fraction(0)
    return Wager(name.name, units), marks


# --- Settlements ---------------------------------------------------------------------------------


def _paid_by(reading: Reader, base: str, piece: Stretch, line: PageLine) -> Settlement:
    """Read ``pays by HAND``, whose paytable alone settles the bet."""
    by, *_ = piece.cut(len("pays by ")).split(COMMA)
    own = table_of(reading, line)
    cell = Pays(own.made, _by(reading, by, [own]))
    return Settlement((base,), (Row("", ALWAYS, (cell,)),))


def _settlement(
    reading: Reader, terms: PageTerms, said: tuple[Stretch, list[PageLine]], bet: tuple[str, Tables]
) -> Settlement:
    """Read the head of a settlement and the rows under it; bet: its first wager and its tables."""
    head, body = said
    first, *columns = head.cells()
    is_head = first.text == "outcome" or first.text.startswith("outcome of ")
    if not is_head or not columns or columns[0].text != "if":
        raise first.fault(HEAD)
    by: Columns | None = None
    names: tuple[str, ...] = bet[:1]
    if len(columns) > 1 and columns[1].text.endswith(":"):
        by = reading.columns(columns[1], columns[2:])
    else:
        names = tuple(reading.known(one, reading.wagers, "wager") for one in columns[1:])
    rows = reading.each(body, lambda one: _row(reading, terms, one, (names, by, bet[1])))
    last = body[-1].piece if body else head
    if len(rows) == len(body) and (not rows or rows[-1][0].when != ALWAYS):
        raise last.fault(
            "the last row of a settlement is for all that is left: its condition is `otherwise`"
        )
    return Settlement(names, reading.assembled(rows), first.cut(len("outcome of")).name)


def _row(
    reading: Reader,
    terms: PageTerms,
    line: PageLine,
    at: tuple[tuple[str, ...], Columns | None, Tables],
) -> Marked:
    """Read a row: the outcome, its condition, and a cell for each wager or value of a choice; at:
    the wagers, the choice at the head of columns, and the tables of the bet.
    """
    names, by, tables = at
    piece, marks = reading.marks(line.alone)
    name, *said = piece.cells()
    when, *cells = said or [name]
    each = len(by[1]) if by else len(names)
    if not said or len(cells) not in (each, len(names)):
        columns = f"{by[0]}: {', '.join(by[1])}" if by else ", ".join(names)
        raise piece.fault(
            f"a row has the outcome, its condition and a cell for each of {columns}, two spaces "
            f"apart; this has {len(cells) if said else 0} cells after the condition"
        )
    paid = [reading.picked(one, lambda cell: _cell(reading, cell, tables)) for one in cells]
    if by and len(paid) == each:
        paid = [Pick(by[0], dict(zip(by[1], paid)))]
    label = "" if name.text == "-" else reading.given("row", name)
    return Row(label, terms.read_condition(when), tuple(paid)), marks


def _cell(reading: Reader, piece: Stretch, tables: Tables) -> Stated:
    found = re.match(r'table(?: ("[^"]*"|\S+))? by ', piece.text)
    if not found:
        return number_of(piece)
    name = piece.cut(*found.span(1)).name if found[1] else ""
    if name not in tables:
        if name:
            raise piece.cut(*found.span(1)).unknown("table", tables)
        raise piece.cut(0, len("table")).missing("the bet has no line `table` without a name")
    here = tables[name]
    here[0].is_asked = True
    missing = piece.fault(f"one table {name!r} is expected under each value of a choice")
    made = reading.one([(one.made, one.marks) for one in here], missing)
    return Pays(made, _by(reading, piece.cut(found.end()), here))


def _by(reading: Reader, piece: Stretch, tables: list[Table]) -> str | Margin:
    """Return what the lines of a table are read by: a hand, or how far it is over another."""
    hand, *over = piece.split(r"\sover\s")
    name = reading.known(hand, reading.hands, "hand")
    if over:
        return Margin(name, reading.known(over[0], reading.hands, "hand"))
    for one in tables:
        for line in one.lines:
            verify_reached(reading, hand, line)
    return name


# --- Written -------------------------------------------------------------------------------------


def bet_lines(writing: Writer, bet: Bet, marks: Marks) -> list[str]:
    """Return the part of a page that tells a bet."""
    shown = writing.sheet.names.get(bet.key)
    told = name_text(bet.key) if bet.key == bet.key.lower() else quoted(bet.key)
    if shown and shown.lower().replace(" ", "-") == bet.key and shown != called(bet.key):
        told = shown
        writing.named.add(bet.key)
    head = "MAIN GAME" if bet.key == MAIN else f"SIDE BET {told}"
    if isinstance(bet, DealerBet):
        lines = dealer_bet_lines(writing, bet)
    else:
        lines = [*_wager_lines(writing, bet), *_settled_lines(writing, bet)]
    return [*marked([head], [marks]), *inside(lines)]


def _wager_lines(writing: Writer, bet: Bet) -> list[str]:
    if bet.key != MAIN and bet.wagers == (Wager(bet.key, Fraction(1)),):
        return []
    steps = parts_of(writing.sheet.play)
    staked = {name for step in steps if isinstance(step, Action) for name in step.adds}
    said = []
    for wager, marks in writing.flat(bet.wagers):
        is_told = wager.stake or wager.name not in staked
        stake = f" {writing.picked(wager.stake, units_text)}" if is_told else ""
        said.append(f"{name_text(wager.name)}{stake}" + "".join(f" {mark}" for mark in marks))
    per = "" if _first(bet.wagers) == bet.base else f"; per {name_text(bet.base)}"
    return [f"{WAGERS} {', '.join(said)}{per}"]


def _first(wagers: Stated) -> str:
    """Return the name of the first wager, whatever is chosen."""
    if isinstance(wagers, Pick):
        return next(filter(None, map(_first, wagers.values.values())), "")
    return str(wagers[0].name) if wagers else ""


def _settled_lines(writing: Writer, bet: Bet) -> list[str]:
    settlements = writing.flat(bet.settlements)
    paid_by = [(_only_pays(one, bet.base), marks) for one, marks in settlements]
    if all(pays and _table_names(writing, pays) == [""] for pays, _ in paid_by):
        lines = []
        for pays, marks in paid_by:
            assert pays is not None
            [(paytable, _)] = flat_tables(writing, pays.table)
            head = f"pays by {_by_text(pays.by)}{terms_text(paytable)}"
            lines += [*marked([head], [marks]), *inside(table_lines(writing, paytable))]
        return lines
    tables: dict[str, list[Marked]] = {}
    lines = []
    for settlement, marks in settlements:
        lines += _rows_lines(writing, settlement, marks, tables)
    for name, found in tables.items():
        for paytable, marks in found:
            head = f"table{f' {name_text(name)}' if name else ''}{terms_text(paytable)}"
            lines += [*marked([head], [marks]), *inside(table_lines(writing, paytable))]
    return lines


def _table_names(writing: Writer, pays: Pays) -> list[str]:
    return [paytable.name for paytable, _ in flat_tables(writing, pays.table)]


def _only_pays(settlement: Settlement, base: str) -> Pays | None:
    """Return the paytable by which all of a settlement is, None where there is more to it."""
    rows = settlement.rows
    if settlement.name or settlement.columns != (base,) or not isinstance(rows, tuple):
        return None
    if len(rows) != 1 or rows[0].name or not isinstance(rows[0].cells[0], Pays):
        return None
    return rows[0].cells[0]


def _rows_lines(
    writing: Writer, settlement: Settlement, marks: Marks, tables: dict[str, list[Marked]]
) -> list[str]:
    by = _by_columns(writing, settlement)
    columns = [f"{by}:", *writing.choices[by].tried] if by else map(name_text, settlement.columns)
    name = f" of {spoken(settlement.name)}" if settlement.name else ""
    rows = [[f"outcome{name}", "if", *columns]]
    tails = [marks]
    for row, under in writing.flat(settlement.rows):
        cells = row.cells
        if by:
            [cell] = cells
            cells = ("", *writing.values(cell).values()) if isinstance(cell, Pick) else ("", cell)
        label = spoken(row.name) if row.name else "-"
        rows.append(
            [label, condition_text(writing, row.when)]
            + [cell if cell == "" else _cell_text(writing, cell, tables) for cell in cells]
        )
        tails.append(under)
    return marked(table(rows), tails)


def _by_columns(writing: Writer, settlement: Settlement) -> str:
    """Return the choice that alone decides what a settlement of one wager pays, on two rows or
    more; empty if there is none.
    """
    cells = [cell for row, _ in writing.flat(settlement.rows) for cell in row.cells]
    picks = [cell for cell in cells if isinstance(cell, Pick)]
    names = {pick.choice for pick in picks}
    open_parts = (Pick, Chosen, Pays)
    plain = not any(isinstance(one, open_parts) for pick in picks for one in pick.values.values())
    if len(settlement.columns) != 1 or len(picks) < 2 or len(names) != 1 or not plain:
        return ""
    if any(isinstance(cell, (Chosen, Pays)) for cell in cells):
        return ""
    [name] = names
    return name if isinstance(writing.choices[name], Choice) else ""


def _cell_text(writing: Writer, cell: Stated, tables: dict[str, list[Marked]]) -> str:
    return writing.picked(cell, lambda one: _paid_text(writing, one, tables))


def _paid_text(writing: Writer, cell: Stated, tables: dict[str, list[Marked]]) -> str:
    if not isinstance(cell, Pays):
        return number_text(cell)
    found = flat_tables(writing, cell.table)
    name = found[0][0].name
    if tables.setdefault(name, found) != found:
        raise CombinError(f"two tables of a bet are called {name!r}; a game file has one")
    return f"table{f' {name_text(name)}' if name else ''} by {_by_text(cell.by)}"


def _by_text(by: Stated) -> str:
    if isinstance(by, Margin):
        return f"{name_text(by.hand)} over {name_text(by.other)}"
    return name_text(by)
