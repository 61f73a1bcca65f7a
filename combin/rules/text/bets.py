"""Bets in a game file: wagers, settlements as tables, and paytables."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial

from combin.errors import refuse
from combin.rules.blackjack import DealerBet
from combin.rules.choices import Choice, Chosen, Pick, Stated
from combin.rules.glossary import called
from combin.rules.picks import parts_of
from combin.rules.text.attributes import told_text
from combin.rules.text.choices import Columns, Marked, Marks, Reader, Writer, marked, marked_table
from combin.rules.text.conditions import PageTerms, condition_text, verify_reached
from combin.rules.text.forms import Form
from combin.rules.text.paytables import (
    TERMS,
    Table,
    Tables,
    table_lines,
    table_of,
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
    units_text,
)
from combin.rules.words import (
    ALWAYS,
    Action,
    Always,
    Bet,
    Margin,
    Pays,
    Paytable,
    Row,
    Settlement,
    Wager,
)
from combin.texts import COMMA, PageLine, Stretch

MAIN = "base"
WAGERS = "wagers:"
BY_TABLE = Form("table[ {name}] by {*by}")
MARGIN = Form("{*hand} over {*other}")
PAYS_BY = Form("pays by {*by}")
BEGINNING = re.compile(r"(outcome|pays|table)\b|")  # of what settles a bet
HEAD = "`pays by HAND`, `table NAME` or the head of a settlement is expected: outcome  if  WAGER"


def bet_of(reading: Reader, terms: PageTerms, head: str, rest: Stretch, line: PageLine) -> Marked:
    """Return the bet that a part ``MAIN GAME`` or ``SIDE BET NAME`` tells."""
    rest, marks = reading.marks(rest)
    key = _key(reading, head, rest, line)
    lines = reading.rules(line)
    if (dealer_bet := dealer_bet_of(reading, key, lines)) is not None:
        return dealer_bet, marks
    wagers, base, lines = _wagers(reading, key, line, lines)
    line.piece.refuse(not lines, "how the bet is settled is expected under this line")
    blocks: list[list[PageLine]] = []  # each begins with the line that says what it is
    for one in lines:
        if not blocks or _beginning(one):
            blocks.append([])
        blocks[-1].append(one)
    tables: Tables = {}
    for found in reading.each(
        [block[0] for block in blocks if _beginning(block[0]) == "table"],
        lambda one: table_of(reading, one),
    ):
        tables.setdefault(found.made.name, []).append(found)
    settlements: list[Marked] = []
    for first, *rows in blocks:
        with reading.going_on(first):
            piece, under = reading.marks(first.piece)
            if _beginning(first) not in ("pays", "table"):
                made = _settlement(reading, terms, (piece, rows), (base, tables))
                settlements.append((made, under))
                continue
            if rows:
                raise rows[0].piece.fault(HEAD)
            if _beginning(first) == "pays":
                piece.refuse(
                    "" in tables or any(under == one for _, one in settlements),
                    "a bet is paid by one table; this is another",
                )
                settlements.append((_paid_by(reading, base, first), under))
    reading.faults += [
        table.head.saying(name or "table").missing("no row pays by this table")
        for name, (table, *_) in tables.items()
        if not table.is_asked
    ]
    return Bet(key, wagers, base, reading.assembled(settlements)), marks


def _beginning(line: PageLine) -> str | None:
    found = BEGINNING.match(line.piece.text)
    assert found
    return found[1]


def _key(reading: Reader, head: str, rest: Stretch, line: PageLine) -> str:
    """Return the key of a bet; what people call a side bet, where that says more, is kept."""
    if head == "MAIN GAME":
        rest.refuse(rest.text, "MAIN GAME or the end of the line is expected, SIDE BET and a name")
        return reading.given("bet", line.piece, MAIN)
    line.piece.refuse(not rest.text, "a side bet has a name: SIDE BET Pair Plus")
    key = rest.name if rest.text.startswith('"') else rest.name.lower()
    rest.refuse(key == MAIN, "base is the key of the main game; a side bet has another")
    if rest.text not in (key, called(key), f'"{key}"'):
        reading.names[key] = rest.text
    return reading.given("bet", rest, key)


# --- Wagers --------------------------------------------------------------------------------------


def _wagers(
    reading: Reader, key: str, line: PageLine, lines: list[PageLine]
) -> tuple[Stated, str, list[PageLine]]:
    """Return the wagers of a bet, the name of that in whose units its figures are, and the lines
    after them.
    """
    if not lines or not lines[0].piece.text.startswith(WAGERS):
        line.piece.refuse(
            key == MAIN, "under MAIN GAME the wagers come first: `wagers: ante 1, raise`"
        )
        reading.given("wager", line.piece, key)
        return (Wager(key, Fraction(1)),), key, lines
    listed, *per = lines[0].alone.cut(len(WAGERS)).split(r";\s*per\s")
    wagers = [_wager(reading, one) for one in listed.split(COMMA)]
    base = reading.known(per[0], "wager") if per else wagers[0][0].name
    return reading.assembled(wagers), base, lines[1:]


def _wager(reading: Reader, piece: Stretch) -> Marked:
    piece, marks = reading.marks(piece)
    name, *stake = piece.split(r"\s+")
    if len(stake) > 1:
        raise stake[1].fault(f"a comma or the end of the wagers is expected, not {stake[1].text!r}")
    reading.given("wager", name)
    if not stake:
        unstaked = name.missing(
            f"nothing is ever staked on {name.text!r}: write what is put down before the deal, as "
            f"in ante 1, or an action that adds to it, as in {name.text} +1"
        )
        reading.later.append(lambda: None if name.name in reading.staked else unstaked)
    return Wager(name.name, reading.picked(stake[0], stake_of) if stake else Fraction(0)), marks


# --- Settlements ---------------------------------------------------------------------------------


def _paid_by(reading: Reader, base: str, line: PageLine) -> Settlement:
    """Read ``pays by HAND``, whose paytable alone settles the bet."""
    own = table_of(reading, line)
    by = PAYS_BY.read(own.head.split(COMMA)[0])["by"]
    return Settlement((base,), (Row("", ALWAYS, (Pays(own.made, _by(reading, by, [own])),)),))


def _settlement(
    reading: Reader, terms: PageTerms, said: tuple[Stretch, list[PageLine]], bet: tuple[str, Tables]
) -> Settlement:
    """Read the head of a settlement and the rows under it; bet: its first wager and its tables."""
    head, body = said
    first, *columns = head.cells()
    is_head = first.text == "outcome" or first.text.startswith("outcome of ")
    first.refuse(not is_head or not columns or columns[0].text != "if", HEAD)
    by: Columns | None = None
    names: tuple[str, ...] = bet[:1]
    if len(columns) > 1 and columns[1].text.endswith(":"):
        by = reading.columns(columns[1], columns[2:])
    else:
        names = tuple(reading.known(one, "wager") for one in columns[1:])
    rows = reading.each(body, lambda one: _row(reading, terms, one, (names, by, bet[1])))
    last = body[-1].piece if body else head
    last.refuse(
        len(rows) == len(body) and (not rows or rows[-1][0].when != ALWAYS),
        "the last row of a settlement is for all that is left: its condition is `otherwise`",
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
    read = partial(_cell, reading, tables)
    if not said or (not cells if by else len(cells) != len(names)):
        columns = f"the values of {by[0]}" if by else " and ".join(names)
        raise (cells or [piece])[-1].fault(
            "a row has an outcome, a condition and, two spaces apart, what is paid for "
            f"{columns}; this has {len(cells) or 'none'} of these"
        )
    if by:
        paid = [reading.under(by, cells, read, name.text)]
    else:
        paid = [reading.picked(cell, read) for cell in cells]
    label = "" if name.text == "-" else reading.given("row", name)
    return Row(label, terms.read_condition(when), tuple(paid)), marks


def _cell(reading: Reader, tables: Tables, piece: Stretch) -> Stated:
    said = BY_TABLE.read(piece)
    if not said:
        piece.refuse(
            "table" in piece.text.split(),
            "a cell names a table by `table by HAND` or `table NAME by HAND`",
        )
        return number_of(piece)
    name = said["name"].name if "name" in said else ""
    if name not in tables:
        if name:
            raise said["name"].unknown("table", tables)
        raise piece.word().missing("the bet has no line `table` without a name")
    here = tables[name]
    here[0].is_asked = True
    missing = piece.fault(f"one table {name!r} is expected under each value of a choice")
    made = reading.one([(one.made, one.marks) for one in here], missing)
    return Pays(made, _by(reading, said["by"], here))


def _by(reading: Reader, piece: Stretch, tables: list[Table]) -> str | Margin:
    """Return what the lines of a table are read by: a hand, or how far it is over another."""
    if margin := MARGIN.read(piece):
        return Margin(*(reading.known(one, "hand") for one in margin.values()))
    for one in tables:
        for line in one.lines:
            verify_reached(reading, piece, line)
    return reading.known(piece, "hand")


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
    return [*marked([(head, marks)]), *inside(lines)]


def _wager_lines(writing: Writer, bet: Bet) -> list[str]:
    if bet.key != MAIN and bet.wagers == (Wager(bet.key, Fraction(1)),):
        return []
    steps = parts_of(writing.sheet.play)
    staked = {name for step in steps if isinstance(step, Action) for name in step.adds}
    said = []
    wagers = writing.flat(bet.wagers)
    for wager, marks in wagers:
        is_told = wager.stake or wager.name not in staked
        stake = f" {writing.picked(wager.stake, units_text)}" if is_told else ""
        said.append(f"{name_text(wager.name)}{stake}" + "".join(f" {mark}" for mark in marks))
    per = "" if wagers and wagers[0][0].name == bet.base else f"; per {name_text(bet.base)}"
    return [f"{WAGERS} {', '.join(said)}{per}"]


def _settled_lines(writing: Writer, bet: Bet) -> list[str]:
    settlements = writing.flat(bet.settlements)
    alone = [(pays, marks) for one, marks in settlements for pays in _only_pays(one, bet.base)]
    if len(alone) == len(settlements):
        paid = [(PAYS_BY.write({"by": _by_text(pays.by)}), pays.table, one) for pays, one in alone]
        return _tables_lines(writing, paid)
    tables: dict[str, list[Marked]] = {}
    lines = [line for one in settlements for line in _rows_lines(writing, *one, tables)]
    told = [
        (f"table {name_text(name)}" if name else "table", paytable, marks)
        for name, found in tables.items()
        for paytable, marks in found
    ]
    return lines + _tables_lines(writing, told)


def _tables_lines(writing: Writer, tables: list[tuple[str, Paytable, Marks]]) -> list[str]:
    """Return the lines of paytables: the head of each, and under it its hands and their pays."""
    lines: list[str] = []
    for head, paytable, marks in tables:
        terms = told_text(writing, TERMS, paytable)
        lines += marked([(f"{head}, {terms}" if terms else head, marks)])
        lines += inside(table_lines(writing, paytable))
    return lines


def _only_pays(settlement: Settlement, base: str) -> list[Pays]:
    """Return the paytable by which all of a settlement is, none where there is more to it."""
    match settlement:
        case Settlement((only,), (Row("", Always(), (Pays(Paytable("")) as pays,)),), ""):
            return [pays] if only == base else []
    return []


def _rows_lines(
    writing: Writer, settlement: Settlement, marks: Marks, tables: dict[str, list[Marked]]
) -> list[str]:
    by = _by_columns(writing, settlement)
    columns = [f"{by}:", *writing.choices[by].tried] if by else map(name_text, settlement.columns)
    name = f" of {spoken(settlement.name)}" if settlement.name else ""
    rows = [([f"outcome{name}", "if", *columns], marks)]
    write = partial(_paid_text, writing, tables)
    for row, under in writing.flat(settlement.rows):
        cells = [writing.picked(cell, write) for cell in row.cells]
        if by:
            [cell] = row.cells
            paid = writing.values(cell).values() if isinstance(cell, Pick) else [cell]
            cells = ["", *map(write, paid)]
        label = spoken(row.name) if row.name else "-"
        rows.append(([label, condition_text(writing, row.when), *cells], under))
    return marked_table(rows)


def _by_columns(writing: Writer, settlement: Settlement) -> str:
    """Return the choice that alone decides what a settlement of one wager pays, on two rows or
    more; empty if there is none.
    """
    cells = [cell for row, _ in writing.flat(settlement.rows) for cell in row.cells]
    picks = [cell for cell in cells if isinstance(cell, Pick)]
    paid = [one for pick in picks for one in pick.values.values()]
    paid += [cell for cell in cells if not isinstance(cell, Pick)]
    names = [*{pick.choice for pick in picks}]
    if len(settlement.columns) != 1 or len(picks) < 2 or len(names) != 1:
        return ""
    is_plain = not any(isinstance(one, (Pick, Chosen, Pays)) for one in paid)
    return names[0] if is_plain and isinstance(writing.choices[names[0]], Choice) else ""


def _paid_text(writing: Writer, tables: dict[str, list[Marked]], cell: Stated) -> str:
    if not isinstance(cell, Pays):
        return number_text(cell)
    found = writing.flat_one(cell.table)
    name = found[0][0].name
    refuse(
        tables.setdefault(name, found) != found,
        f"two tables of a bet are called {name!r}; a game file has one",
    )
    return BY_TABLE.write({"name": name and name_text(name), "by": _by_text(cell.by)})


def _by_text(by: Stated) -> str:
    if isinstance(by, Margin):
        return MARGIN.write({"hand": name_text(by.hand), "other": name_text(by.other)})
    return name_text(by)
