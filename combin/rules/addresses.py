"""The addresses of pays, ``flush`` or ``player-wins.ante``: the number at each of them, and bets
with some replaced.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from combin.rules.blackjack import DealerBet, Paid
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


def pays_of(bet: Bet) -> dict[str, Fraction]:
    """Return the address -> the value of each number of a bet that can be replaced."""
    pays: dict[str, Fraction] = {}
    repaid(bet, pays.setdefault)
    return pays


def repaid(bet: Bet, paid: Paid) -> Bet:
    """Return the bet with each number replaced that can be; a paytable's at each cell that reads
    it.
    """
    if isinstance(bet, DealerBet):
        return bet.repaid(paid)
    settlements = []
    for settlement in bet.settlements:
        rows = []
        for row in settlement.rows:
            cells = tuple(_cell(bet, entry, paid) for entry in settlement.cells(row))
            rows.append(replace(row, cells=cells))
        settlements.append(replace(settlement, rows=tuple(rows)))
    return replace(bet, settlements=tuple(settlements))


def _cell(bet: Bet, entry: Entry, paid: Paid) -> Cell:
    match entry.cell:
        case Pays(table):
            return replace(entry.cell, table=_table(bet, table, paid))
        case Fraction():
            return paid(cell_address(bet, entry), entry.cell) if entry.row.name else entry.cell
        case _:
            assert_never(entry.cell)


def _table(bet: Bet, table: Paytable, paid: Paid) -> Paytable:
    meter = table.meter
    if meter is not None:
        meter = paid(address_of(bet, table.name, METER), meter)
    pays: dict[str, Pay] = {}
    for line, pay in table.pays.items():
        match pay:
            case Fraction():
                pays[line] = paid(address_of(bet, table.name, line), pay)
            case OfMeter():
                pays[line] = pay
            case _:
                assert_never(pay)
    return replace(table, pays=pays, meter=meter)
