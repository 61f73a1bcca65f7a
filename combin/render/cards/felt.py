"""The paytables of every bet, and the rules in sentences, as a card prints them: what an action
stakes and when a wager is paid.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, takewhile
from typing import assert_never

from combin.ranking import HandRanking
from combin.records import dataclass
from combin.render import number
from combin.render.rules import between, held, is_unmade, offered, one_hand
from combin.rules import (
    ALWAYS,
    LOSE,
    PUSH,
    All,
    Always,
    Any,
    Beats,
    Below,
    Bet,
    Cell,
    Chose,
    Condition,
    Not,
    OfMeter,
    Pay,
    Pays,
    Paytable,
    Reaches,
    Row,
    Settlement,
    Ties,
)
from combin.rules.game import Game
from combin.rules.glossary import NONE, called, capital, series

HALF = Fraction(-1, 2)
FIRST = "The first that fits decides."
QUALIFIES = " to qualify"  # ends what a hand needs, or the row applies
LESS = "Less"
MINUS = "\u2212"
NBSP = "\u00a0"


@dataclass(frozen=True)
class PayTable:
    """A paytable.

    title: what it pays.
    rows: hand and pay.
    edge: the house edge of its bet, where that is a side bet.
    side: whether its bet is a side bet.
    """

    title: str
    rows: tuple[tuple[str, str], ...]
    edge: str = ""
    side: bool = False


# --- Text --------------------------------------------------------------------------------------


def typeset(text: str) -> str:
    """Return `text` with a true minus sign before a number, true apostrophes, and percent signs
    tied to their numbers.
    """
    return (
        (MINUS + text[1:] if text[:1] == "-" else text)
        .replace("'", "\u2019")
        .replace(" %", f"{NBSP}%")
    )


def spoken(name: str, names: Mapping[str, str] = NONE) -> str:
    """Return a name of the rules as people say it: ``three-of-a-kind`` -> ``Three of a kind``."""
    return capital(called(name, names))


# --- Paytables ---------------------------------------------------------------------------------


def paytables(bet: Bet, edge: str = "", names: Mapping[str, str] = NONE) -> tuple[PayTable, ...]:
    """Return the paytables of a bet, each once, named by what they pay.

    edge: the house edge of the bet, said at the first of them. names: what people say for wagers.
    """
    listed = (  # settlements that are a paytable by themselves
        (
            f"{spoken(settlement.columns[0], names)} pays, to 1",
            tuple((spoken(row.name), _cell_pay(row)) for row in settlement.rows),
        )
        for settlement in bet.settlements
        if _is_table(settlement)
    )
    found = (*listed, *_tables(bet, names))
    return tuple(
        PayTable(title, rows, "" if place else edge) for place, (title, rows) in enumerate(found)
    )


Titled = tuple[str, tuple[tuple[str, str], ...]]  # a paytable's title and rows


def _tables(bet: Bet, names: Mapping[str, str]) -> Iterator[Titled]:
    columns: dict[str, list[str]] = {}
    tables: dict[str, Paytable] = {}
    for entry in bet.cells():
        match entry.cell:
            case Pays(table):
                tables[table.name] = table
                listed = columns.setdefault(table.name, [])
                if entry.wager not in listed:
                    listed.append(entry.wager)
            case Fraction():
                pass
            case _:
                assert_never(entry.cell)
    for name, table in tables.items():
        rows = [*_pay_rows(table, names)]
        if table.less == PUSH and _meets_less(bet, table):
            rows.append((LESS, "push"))
        if len(bet.wagers) == 1:
            rows = _beside(bet, table, rows, names)
        slugs = [name] if name else columns[name]
        what = series([spoken(slugs[0], names), *(called(slug, names) for slug in slugs[1:])])
        verb = "pays" if name or len(slugs) == 1 else "pay"
        yield f"{what} {verb}, {'for' if table.for_one else 'to'} 1", tuple(rows)


def _meets_less(bet: Bet, table: Paytable) -> bool:
    """Return whether a wager comes to a table with a hand that it has no line for; a bonus beside
    its wager's own settlement is then not paid.

    A table has a line for every hand that reaches some line, or for a card between two others,
    which has a spread.
    """
    settled = {wager.name for wager in bet.wagers if not wager.stake}
    for settlement in bet.settlements:
        for row in settlement.rows:
            match row.when:
                case Reaches(_, name):
                    has_line = name in table.pays
                case Any():
                    has_line = between(row.when.parts) is not None
                case All() | Always() | Beats() | Below() | Chose() | Not() | Ties():
                    has_line = False
                case _:
                    assert_never(row.when)
            paid = {
                wager
                for wager, cell in zip(settlement.columns, row.cells)
                if isinstance(cell, Pays) and cell.table == table
            }
            if paid - settled and not has_line:
                return True
        settled.update(settlement.columns)
    return False


def _beside(
    bet: Bet, table: Paytable, lines: list[tuple[str, str]], names: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return the lines of a table that pays the one wager of a bet, and where they apply the rows
    beside it that pay a number of their own.
    """
    found: list[tuple[str, str]] = []
    for settlement in bet.settlements:
        if any(isinstance(row.cells[0], Pays) for row in settlement.rows):
            for row in settlement.rows:
                if isinstance(cell := row.cells[0], Pays):
                    if cell.table.name == table.name:
                        found += lines
                        lines = []
                elif cell != LOSE and not _gives_up(row) and not _goes_without_saying(row):
                    pay = _pay_text(cell + 1) if table.for_one else _cell_pay(row)
                    found.append((spoken(row.name or held(row.when), names), pay))
    return sorted(found, key=lambda line: line[0] == LESS)


def _pay_rows(table: Paytable, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the lines of a table, of three and more that pay the same drawn together: the best
    hands, and pairs of one rank.
    """
    rows = [(spoken(line, names), _pay_text(pay)) for line, pay in table.pays.items()]
    best = [*takewhile(lambda row: row[1] == rows[0][1], rows)]
    if len(best) > 2 and not all(_is_rank(name) for name, _ in best):
        lowest, paid = best[-1]
        rows = [(f"{lowest.removesuffix(' or better')} or better", paid), *rows[len(best) :]]
    # A pair of one rank by its pay; None for any other hand.
    for pay, group in groupby(rows, key=lambda row: row[1] if _is_rank(row[0]) else None):
        run = list(group)
        if pay is not None and len(run) > 2:
            (first, _), (last, paid) = run[0], run[-1]
            yield f"{first} to {last.removeprefix('Pair of ')}", paid
        else:
            yield from run
    if table.less == LOSE:
        yield LESS, "lost"
    elif table.less != 0:
        yield LESS, _pay_text(table.less)


def _is_rank(name: str) -> bool:
    return name.startswith("Pair of ") and name.count(" ") == 2


def _pay_text(pay: Pay) -> str:
    match pay:
        case Fraction():
            return "push" if pay == 0 else typeset(number.plain(pay))
        case OfMeter(share):
            return f"{number.plain(share * 100)}{NBSP}% of the meter"
        case _:
            assert_never(pay)


def _is_table(settlement: Settlement) -> bool:
    """Return whether the rows are a paytable: one wager, and hands that win a number each."""
    wins = [row for row in settlement.rows if isinstance(row.when, Reaches)]
    fixed = all(isinstance(cell, Fraction) for row in settlement.rows for cell in row.cells)
    return fixed and len(settlement.columns) == 1 and len(wins) > 1


def _cell_pay(row: Row) -> str:
    (cell,) = row.cells
    if not isinstance(cell, Fraction):
        return ""
    if cell < 0:
        return "lost" if cell == LOSE else "half lost" if cell == HALF else number.plain(cell)
    return _pay_text(cell)


# --- Rules in sentences ------------------------------------------------------------------------


def stakes(game: Game) -> Iterator[str]:
    """Yield what the actions stake, where their names do not say it, and when they are offered."""
    actions = {action.name: action for step in game.decisions for action in step.actions}
    unit = game.bets[0].base
    for action in actions.values():
        units = sum(action.adds.values(), Fraction(0))
        if units and action.name != f"{number.plain(units)}x":
            count = number.plain(abs(units))
            plural = "" if abs(units) == 1 else "s"
            more = "more" if units > 0 else "back"
            yield f"{spoken(action.name, game.names)}: {count} {called(unit)}{plural} {more}."
    for when, group in groupby(actions.values(), key=lambda action: action.when):
        if when != ALWAYS:
            names = series(called(action.name, game.names) for action in group)
            yield f"{spoken(names)}: only {offered(when)}."


def payments(bet: Bet, game: Game, by_points: bool) -> Iterator[str]:
    """Yield when the wagers of a bet are paid, lost and returned, settlement by settlement; what
    goes without saying is left out: ties that push, what a player loses who gives up, what is lost
    otherwise, and a table that alone decides.

    by_points: whether some hands are ranked by points, and not as poker hands.
    """
    told: dict[str, list[str]] = {}
    apart = []
    for settlement in bet.settlements:
        rows = [row for row in settlement.rows if not _gives_up(row)]
        if (
            len(settlement.columns) == 1
            and len(rows) > 2
            and isinstance(rows[0].when, Reaches)
            and isinstance(rows[0].cells[0], Pays)
            and rows[-1].when == ALWAYS
        ):
            apart.append(_by_hand(settlement, rows, game.names))
        elif len(rows) > 1 and not _is_table(settlement):
            for row in rows:
                if not _goes_without_saying(row):
                    case = _case(row, settlement.columns, by_points)
                    if row is rows[0] and isinstance(row.when, Below) and not by_points:
                        needed = one_hand(row.when.name)
                        case = f"{called(row.when.hand)} needs {needed} or better{QUALIFIES}"
                    told.setdefault(case, []).extend(_paid(settlement, row, rows, game))
    cases = []
    for (parts, qualifies), group in groupby(
        told.items(), key=lambda case: (case[1], case[0].endswith(QUALIFIES))
    ):
        listed = series((when for when, _ in group), "or")
        then = "; otherwise" if qualifies else ":"
        cases.append(f"{capital(listed)}{then} {', '.join(parts)}.")
    if sum(QUALIFIES not in case for case in cases) > 2:
        yield FIRST
    yield from cases
    yield from apart


def _by_hand(settlement: Settlement, rows: Sequence[Row], names: Mapping[str, str]) -> str:
    """Return when the wager of a settlement is paid, pushes and loses that asks first for a hand
    that is paid by a table, whoever wins.
    """
    name = called(settlement.columns[0], names)
    first, *others, last = ((held(row.when), _fare(row.cells[0], False)) for row in rows)
    fares = [f"{first[1]} if {first[0]}, whoever wins"]
    fares += [f"with less it {fare} if {when}" for when, fare in others]
    return f"{capital(name)} {'; '.join(fares)}; otherwise it {last[1]}."


def _gives_up(row: Row) -> bool:
    """Return whether a row is what an action alone loses or leaves, all of it."""
    return isinstance(row.when, Chose) and set(row.cells) <= {LOSE, PUSH}


def _case(row: Row, columns: Collection[str], by_points: bool) -> str:
    """Return when a row applies; the last one of a settlement is known by its name, and among
    points one that compares them and is not called like its wager.
    """
    counts = by_points and row.name not in columns and _is_clumsy(row.when)
    named = row.name not in ("", "push") and (
        counts or row.when == ALWAYS or isinstance(row.when, Chose)
    )
    return called(row.name) if named else held(row.when)


def _is_clumsy(when: Condition) -> bool:
    """Return whether a condition on cards or points is said more clearly by the name of its row."""
    match when:
        case All() | Below():
            return True
        case Always() | Any() | Beats() | Chose() | Not() | Reaches() | Ties():
            return False
        case _:
            assert_never(when)


def _goes_without_saying(row: Row) -> bool:
    cells = {cell if isinstance(cell, Fraction) else None for cell in row.cells}
    last = row.when == ALWAYS and (cells == {LOSE} or (cells == {PUSH} and "tie" in row.name))
    return last or (isinstance(row.when, Ties) and cells == {PUSH})


def _paid(settlement: Settlement, row: Row, rows: Iterable[Row], game: Game) -> Iterator[str]:
    """Yield what a row does with its wagers, those that fare alike together."""
    fares: dict[str, list[str]] = {}
    for place, (wager, cell) in enumerate(zip(settlement.columns, row.cells)):
        if is_unmade(wager, row, settlement.rows, game):
            continue
        cells = [other.cells[place] for other in rows]
        hands = {repr(other.by) for other in cells if isinstance(other, Pays)}
        fares.setdefault(_fare(cell, len(hands) > 1), []).append(called(wager, game.names))
    for fare, wagers in fares.items():
        verb, _, rest = fare.partition(" ")
        several = len(wagers) > 1 or wagers[0] in SEVERAL
        does = PLURAL[verb] if several else verb
        yield " ".join(filter(None, (series(wagers), does, rest)))


SEVERAL = ("bets", "calls", "odds")  # names of one wager that are plural
PLURAL = {"is": "are", "loses": "lose", "pays": "pay", "pushes": "push"}


def _fare(cell: Cell, by_several: bool) -> str:
    """Return what happens to a wager; by_several: another row pays it by another hand."""
    match cell:
        case Pays(table, by):
            hand = f" on the {called(by)} hand" if by_several and isinstance(by, str) else ""
            name = f"{called(table.name)} " if table.name else ""
            return f"is paid by the {name}table{hand}"
        case Fraction():
            if cell == PUSH:
                return "pushes"
            if LOSE < cell < 0:
                return "loses half" if cell == HALF else f"loses {number.plain(-cell)}"
            return "loses" if cell == LOSE else f"pays {typeset(number.plain(cell))} to 1"
        case _:
            assert_never(cell)


def rules(game: Game) -> tuple[str, ...]:
    """Return the rules that a player needs, each said once: what actions stake, when each bet is
    paid.
    """
    by_points = any(not isinstance(hand.ranking, HandRanking) for hand in game.hands)
    sentences = [
        *stakes(game),
        *(
            line
            for bet in game.bets
            if not _is_plain(bet, game)
            for line in payments(bet, game, by_points)
        ),
    ]
    return tuple(map(typeset, dict.fromkeys(sentences)))


# --- Bets without paytables ----------------------------------------------------------------------


def bet_tables(game: Game, edges: Mapping[str, Fraction]) -> Iterator[PayTable]:
    """Yield what the bets pay that have one wager and fixed pays, a table for all; where nothing is
    decided, the main bet and those on what it does not win have one of their own.

    edges: bet -> its house edge, as far as it is known.
    """
    plain = [bet for bet in game.bets if _is_plain(bet, game)]
    if plain[:1] == [game.bets[0]]:
        against = [row.name for row in plain[0].settlements[0].rows if not _wins(row)]
        main = plain[:1]
        for bet in plain[1:]:
            won = [row.name for row in _paid_rows(bet) if _wins(row)]
            if len(won) == 1 and won[0] in against:
                against.remove(won[0])
                main.append(bet)
        yield _table_of("Bets", main, edges, game.names, False)
        plain = [bet for bet in plain if bet not in main]
    if plain:
        yield _table_of("Side bets", plain, edges, game.names, True)


def _table_of(
    title: str,
    bets: Sequence[Bet],
    edges: Mapping[str, Fraction],
    names: Mapping[str, str],
    side: bool,
) -> PayTable:
    rows = []
    for bet in bets:
        paid = _paid_rows(bet)
        won = [row for row in paid if _wins(row)]
        key = bet.key if side else bet.wagers[0].name
        name = spoken(key, names)
        edge = f" ({number.percent(edges[bet.key], 4)})" if bet.key in edges else ""
        for row in paid:
            told = f"{name}, {called(row.name)}".replace(f"{name}, {name.lower()}", name)
            words = re.sub(r" (?=\d+$)", NBSP, name if won == [row] else told)  # "Dragon 7"
            rows.append((typeset(words + (edge if row is won[0] else "")), _cell_pay(row)))
    note = "house edge in brackets" if any(bet.key in edges for bet in bets) else ""
    return PayTable(f"{title} pay, to 1", tuple(rows), note, side)


def _wins(row: Row) -> bool:
    cell = row.cells[0]
    return isinstance(cell, Fraction) and cell > PUSH


def _paid_rows(bet: Bet) -> list[Row]:
    """Return the rows in which a bet does not simply lose; those that follow each other and pay
    alike are the last of them.
    """
    told = [row for row in bet.settlements[0].rows if not _goes_without_saying(row)]
    paid = [row for row in told if row.cells != (LOSE,)]
    return [
        row for row, after in zip(paid, [*paid[1:], None]) if not after or after.cells != row.cells
    ]


def _is_plain(bet: Bet, game: Game) -> bool:
    """Return whether a bet has one wager and fixed pays, no paytable, and no decision before it."""
    fixed = all(isinstance(entry.cell, Fraction) for entry in bet.cells())
    decided = bet is game.bets[0] and game.is_decided
    return not decided and fixed and len(bet.wagers) == 1 and not paytables(bet)
