"""Writes paytables in a few characters, as players tell one table from another: 40-30-6-3-1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, assert_never

from combin.render import number
from combin.rules import Amount, OfMeter, Pay, Paytable
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.dossier.settings import Setting

MOST_PAYS = 12  # pays that are told in a row; the lines of a longer table are lost count of


def told(listed: Sequence[Setting]) -> list[str]:
    """Return the paytables of a bet in each of its settings: its only one, or those that differ
    from setting to setting; empty where one of these is too long to be told so.
    """
    key = listed[0].result.key
    tables = [_tables(setting.game, key) for setting in listed]
    names = list(dict.fromkeys(name for one in tables for name in one))
    shown = [name for name in names if len(names) == 1 or _differs(name, tables)]
    if any(len(one[name].pays) > MOST_PAYS for one in tables for name in shown if name in one):
        return ["" for _ in listed]
    several = len(names) > 1
    return [
        ", ".join(_named(one[name], several) for name in shown if name in one) for one in tables
    ]


def meanings(game: Game, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return choice -> what its value means, in the words of the rules."""
    return {
        choice.name: f"{choice.name} {chosen[choice.name]}"
        if isinstance(choice, Amount)
        else choice.values[chosen[choice.name]]
        for choice in game.choices
        if choice.name in chosen
    }


def explained(game: Game, key: str) -> str:
    """Return what the pays of a bet's tables are for, best first: ``pair plus: straight flush,
    three of a kind, ...``.
    """
    return "; ".join(
        f"{_spoken(name or key)}: {', '.join(map(_spoken, table.lines))}, "
        f"{'for' if table.for_one else 'to'} 1"
        for name, table in _tables(game, key).items()
    )


def _tables(game: Game, key: str) -> dict[str, Paytable]:
    """Return the paytables of a bet by name, each once."""
    return {table.name: table for table in game.bet(key).tables()}


def _differs(name: str, tables: Sequence[dict[str, Paytable]]) -> bool:
    return len({str(one[name].pays) for one in tables if name in one}) > 1


def _named(table: Paytable, several: bool) -> str:
    pays = "-".join(map(_pay, table.pays.values()))
    return f"{_spoken(table.name)} {pays}" if several and table.name else pays


def _pay(pay: Pay) -> str:
    match pay:
        case Fraction():
            return number.plain(pay).replace(",", "")
        case OfMeter(share):
            return f"{number.plain(share * 100)}%"
        case _:
            assert_never(pay)


def _spoken(name: str) -> str:
    return name.replace("-", " ")
