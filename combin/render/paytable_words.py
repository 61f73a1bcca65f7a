"""Writes a paytable in short, as players name it: 40-30-6-3-1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, assert_never

from combin.render import number
from combin.rules import Amount, OfMeter, Pay, Paytable
from combin.rules.game import Game
from combin.rules.glossary import called

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
    shown = [
        name
        for name in names
        if len(names) == 1 or (len({str(one[name].pays) for one in tables if name in one}) > 1)
    ]
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


def explained(listed: Sequence[Setting]) -> Iterator[str]:
    """Yield what the pays of a bet's tables are for, best first: ``pair plus: straight flush, three
    of a kind, ...``; the number of pays tells tables of several lengths apart.
    """
    key, names = listed[0].result.key, listed[0].game.names
    tables = [table for setting in listed for table in _tables(setting.game, key).values()]
    lines = {table.name: set[int]() for table in tables}
    for table in tables:
        lines[table.name].add(len(table.lines))
    for name, hands, for_one in dict.fromkeys((t.name, t.lines, t.for_one) for t in tables):
        many = f" of {len(hands)} pays" if len(lines[name]) > 1 else ""
        paid = ", ".join(called(hand, names) for hand in hands)
        yield f"{called(name or key, names)}{many}: {paid}, {'for' if for_one else 'to'} 1"


def _tables(game: Game, key: str) -> dict[str, Paytable]:
    """Return the paytables of a bet by name, each once."""
    return {table.name: table for table in game.bet(key).tables()}


def _named(table: Paytable, several: bool) -> str:
    pays = "-".join(map(_pay, table.pays.values()))
    return " ".join((table.name.replace("-", " "), pays)) if several and table.name else pays


def _pay(pay: Pay) -> str:
    match pay:
        case Fraction():
            return number.plain(pay).replace(",", "")
        case OfMeter(share):
            return f"{number.plain(share * 100)}%"
        case _:
            assert_never(pay)
