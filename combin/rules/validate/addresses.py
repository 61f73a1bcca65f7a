"""Checks that every pay of a game has an address of its own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_never

from combin.records import dataclass
from combin.rules.addresses import address_of, cell_address, line_of, symbol_of
from combin.rules.checks import refuse
from combin.rules.parts import Rules
from combin.rules.words import Bet, Pays


@dataclass(frozen=True)
class _Addressed:
    """A pay that has an address.

    address: where it is found.
    place: what distinguishes it from other pays of the game.
    called: how errors call it.
    """

    address: str
    place: object
    called: str


def validate_addresses(game: Rules) -> None:
    """Raise CombinError where an address, or its symbol in a formula, is that of two pays."""
    first: dict[str, _Addressed] = {}
    for bet in game.bets:
        for pay in _addressed(bet):
            for way in (pay.address, *[f"base.{pay.address}"] * (bet.key == "base")):
                known = first.setdefault(symbol_of(way), pay)
                refuse(
                    game,
                    known.place != pay.place,
                    f"{known.called} and {pay.called} have one address, {way!r}; rename one "
                    "of them",
                )


def _addressed(bet: Bet) -> Iterator[_Addressed]:
    for number, entry in enumerate(bet.cells()):
        match entry.cell:
            case Pays(table):
                for line, pay in table.pays.items():
                    name = line_of(line, pay)
                    called = f"{name!r} of paytable {table.name!r} of bet {bet.key!r}"
                    place = bet.key, table.name, name
                    yield _Addressed(address_of(bet, table.name, name), place, called)
            case Fraction():
                if entry.row.name:
                    called = f"row {entry.row.name!r}, wager {entry.wager!r} of bet {bet.key!r}"
                    yield _Addressed(cell_address(bet, entry), (bet.key, number), called)
            case _:
                assert_never(entry.cell)
