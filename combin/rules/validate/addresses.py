"""Checks that every pay of a game has an address of its own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_never

from combin.rules.addresses import address_of, cell_address, line_of, symbol_of
from combin.rules.checks import refuse
from combin.rules.parts import Rules
from combin.rules.words import Bet, Pays

# Of a pay: where it is found, what distinguishes it from others, and how errors call it.
Addressed = tuple[str, object, str]


def validate_addresses(game: Rules) -> None:
    """Raise CombinError where an address, or its symbol in a formula, is that of two pays."""
    first: dict[str, tuple[object, str]] = {}
    for bet in game.bets:
        for address, place, called in _addressed(bet):
            for way in (address, *[f"base.{address}"] * (bet.key == "base")):
                known, earlier = first.setdefault(symbol_of(way), (place, called))
                refuse(
                    game,
                    known != place,
                    f"{earlier} and {called} have one address, {way!r}; rename one of them",
                )


def _addressed(bet: Bet) -> Iterator[Addressed]:
    for number, entry in enumerate(bet.cells()):
        match entry.cell:
            case Pays(table):
                for line, pay in table.pays.items():
                    name = line_of(line, pay)
                    called = f"{name!r} of paytable {table.name!r} of bet {bet.key!r}"
                    yield address_of(bet, table.name, name), (bet.key, table.name, name), called
            case Fraction():
                if entry.row.name:
                    called = f"row {entry.row.name!r}, wager {entry.wager!r} of bet {bet.key!r}"
                    yield cell_address(bet, entry), (bet.key, number), called
            case _:
                assert_never(entry.cell)
