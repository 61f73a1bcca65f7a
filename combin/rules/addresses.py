"""The addresses of pays, ``flush`` or ``player-wins.ante``: the number at each of them, and bets
with some replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from combin.rules.words import Bet, Cell, Entry, OfMeter, Pay, Pays, Paytable

METER = "meter"  # stands in an address for the line, where the pay is a share of the meter


def address_of(bet: Bet, *parts: str) -> str:
    """Return the address of a pay of a bet's table: ``flush``, ``ante-bonus.straight``,
    ``big-8.flush``.
    """
    return ".".join(part for part in ("" if bet.key == "base" else bet.key, *parts) if part)


def cell_address(bet: Bet, entry: Entry) -> str:
    """Return the address of a number in a settlement: ``player-wins.ante``,
    ``hand-1.fold.play``.
    """
    settlement = entry.settlement.name if len(bet.settlements) > 1 else ""
    return address_of(bet, settlement, entry.row.name, entry.wager)


def symbol_of(address: str) -> str:
    """Return the name by which a formula calls a pay, a word as of a program:
    ``ante_bonus_straight``, ``_21_3_flush``.
    """
    word = re.sub(r"\W", "_", address)
    return f"_{word}" if word[0].isdigit() else word


def line_of(line: str, pay: Pay) -> str:
    """Return what the address of a pay says of its line: shares of the meter have the meter's
    address.
    """
    match pay:
        case Fraction():
            return line
        case OfMeter():
            return METER
        case _:
            assert_never(pay)


def pays_of(bet: Bet) -> Iterator[tuple[str, Fraction]]:
    """Yield the address and the value of each number of a bet that can be replaced; a paytable's at
    each cell that reads it.
    """
    for entry in bet.cells():
        match entry.cell:
            case Pays(table):
                for line, units in _numbers(table):
                    yield address_of(bet, table.name, line), units
            case Fraction():
                if entry.row.name:
                    yield cell_address(bet, entry), entry.cell
            case _:
                assert_never(entry.cell)


def _numbers(table: Paytable) -> Iterator[tuple[str, Fraction]]:
    if table.meter is not None:
        yield METER, table.meter
    for line, pay in table.pays.items():
        match pay:
            case Fraction():
                yield line, pay
            case OfMeter():
                pass
            case _:
                assert_never(pay)


def repriced(bet: Bet, new: Mapping[str, Fraction]) -> Bet:
    """Return the bet with some numbers replaced, by address."""
    settlements = []
    for settlement in bet.settlements:
        rows = []
        for row in settlement.rows:
            cells = tuple(_cell(bet, entry, new) for entry in settlement.cells(row))
            rows.append(replace(row, cells=cells))
        settlements.append(replace(settlement, rows=tuple(rows)))
    return replace(bet, settlements=tuple(settlements)) if settlements else bet


def _cell(bet: Bet, entry: Entry, new: Mapping[str, Fraction]) -> Cell:
    match entry.cell:
        case Pays(table):
            return replace(entry.cell, table=_table(bet, table, new))
        case Fraction():
            return new.get(cell_address(bet, entry), entry.cell) if entry.row.name else entry.cell
        case _:
            assert_never(entry.cell)


def _table(bet: Bet, table: Paytable, new: Mapping[str, Fraction]) -> Paytable:
    def number(line: str, old: Fraction) -> Fraction:
        return new.get(address_of(bet, table.name, line), old)

    pays: dict[str, Pay] = {}
    for line, pay in table.pays.items():
        match pay:
            case Fraction():
                pays[line] = number(line, pay)
            case OfMeter():
                pays[line] = pay
            case _:
                assert_never(pay)
    meter = None if table.meter is None else number(METER, table.meter)
    return replace(table, pays=pays, meter=meter)
