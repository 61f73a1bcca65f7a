"""What the outcome of a bet depends on: facts about hands, and the row and line they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from combin.rules import Action, Always, Beats, Below, Bet, Chose, Game, Pays, Paytable, Row, Settlement, Ties


@dataclass(frozen=True)
class Line:
    """Which lines of a paytable a hand may be called: a menu, a tuple of line numbers (one past the last: none of them).

    Only a joker makes a menu of more than one.
    """

    hand: str
    lines: tuple[str, ...]

    hands = property(lambda self: (self.hand,))


@dataclass(frozen=True)
class Order:
    """How a hand compares with another: 0 weaker, 1 as strong, 2 stronger."""

    hand: str
    other: str

    hands = property(lambda self: (self.hand, self.other))


@dataclass(frozen=True)
class Under:
    """Whether a hand is below a named one: 0 or 1."""

    hand: str
    name: str

    hands = property(lambda self: (self.hand,))


Fact = Line | Order | Under
Path = tuple[tuple[str, Action], ...]  # decision and action, in order


@dataclass(frozen=True)
class Result:
    """What one deal comes to: how the outcome is called, the units won, and the units that were staked."""

    outcome: str
    net: Fraction
    staked: Fraction


def chosen(when: Chose, path: Path) -> bool:
    return any(action.name == when.action and when.at in ("", decision) for decision, action in path)


def rows_left(settlement: Settlement, path: Path) -> Iterator[Row]:
    """Yield the rows that can still apply once the player's actions are known."""
    for row in settlement.rows:
        if isinstance(row.when, Chose) and not chosen(row.when, path):
            continue
        yield row
        if isinstance(row.when, (Chose, Always)):
            return


def fact_of(when: object) -> Fact | None:
    """Return the fact that a condition asks for, if any."""
    if isinstance(when, Below):
        return Under(when.hand, when.name)
    if isinstance(when, (Beats, Ties)):
        return Order(when.hand, when.other)
    return None


def facts_of(bet: Bet, path: Path) -> tuple[Fact, ...]:
    """Return the facts that settle `bet` after the actions of `path`, each once."""
    facts: dict[Fact, None] = {}
    for settlement in bet.settlements:
        for row in rows_left(settlement, path):
            if fact := fact_of(row.when):
                facts[fact] = None
            for cell in row.cells:
                if isinstance(cell, Pays):
                    facts[Line(cell.hand, cell.table.lines)] = None
    return tuple(facts)


def depends_on_actions(game: Game, bet: Bet) -> bool:
    """Tell whether what the player does changes this bet."""
    wagers = {wager.name for wager in bet.wagers}
    adds = any(action.adds.keys() & wagers for decision in game.decisions for action in decision.actions)
    return adds or any(isinstance(row.when, Chose) for settlement in bet.settlements for row in settlement.rows)


def best_line(table: Paytable, menu: tuple[int, ...]) -> int:
    """Return the best-paying line of a menu; of equal ones the higher hand."""
    return menu[0] if len(menu) == 1 else max(menu, key=lambda line: (table.net(line), -line))


def holds(when: object, values: Mapping[Fact, Any]) -> bool:
    if isinstance(when, Below):
        return bool(values[Under(when.hand, when.name)])
    if isinstance(when, (Beats, Ties)):
        return bool(values[Order(when.hand, when.other)] == (2 if isinstance(when, Beats) else 1))
    return True


def settle(game: Game, bet: Bet, path: Path, values: Mapping[Fact, Any]) -> Result:
    """Return what a deal with these facts comes to after the actions of `path`."""
    stakes = game.stakes(bet, tuple(action for _, action in path))
    net, labels = Fraction(0), []
    for settlement in bet.settlements:
        row = next(row for row in rows_left(settlement, path) if holds(row.when, values))
        words = [row.name] if row.name else []
        for wager, cell in zip(settlement.columns, row.cells):
            pay = cell
            if isinstance(cell, Pays):
                line = best_line(cell.table, values[Line(cell.hand, cell.table.lines)])
                words.append((*cell.table.lines, "less")[line])
                pay = cell.table.net(line)
            net += stakes[wager] * pay
        label = ".".join(words)
        labels.append(f"{settlement.name} {label}" if settlement.name and len(bet.settlements) > 1 else label)
    return Result(", ".join(labels), Fraction(net), Fraction(sum(stakes.values())))
