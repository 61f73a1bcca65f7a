"""The facts that the outcome of a bet depends on, and the row and line that they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, assert_never

from combin.errors import refuse
from combin.records import dataclass
from combin.rules import words
from combin.rules.words import (
    ALWAYS,
    Action,
    All,
    Always,
    Beats,
    Below,
    Bet,
    Cell,
    Chose,
    Condition,
    Hold,
    Margin,
    Not,
    Pays,
    Paytable,
    Reaches,
    Row,
    Settlement,
    Ties,
)


@dataclass(frozen=True)
class PaidLine:
    """Which lines of a paytable a hand may be called: a menu, a tuple of line numbers (one past the
    last: none of them).

    Only a joker makes a menu of more than one.

    hand: the name of the hand.
    lines: the lines of the paytable, best first.
    """

    hand: str
    lines: tuple[str, ...]

    hands = property(lambda self: (self.hand,))


@dataclass(frozen=True)
class Lead:
    """Which line of a paytable a margin reaches, as `PaidLine` says it: one line alone.

    hand: the name of the one hand.
    other: the name of the hand whose cards or points are taken off.
    lines: the lines of the paytable, the largest margin first.
    """

    hand: str
    other: str
    lines: tuple[str, ...]

    hands = property(lambda self: (self.hand, self.other))


@dataclass(frozen=True)
class Order:
    """How a hand compares with another: 0 weaker, 1 as strong, 2 stronger.

    hand: the name of the hand.
    other: the name of the one it is compared with.
    """

    hand: str
    other: str

    hands = property(lambda self: (self.hand, self.other))


@dataclass(frozen=True)
class Under:
    """Whether a hand is below a named one: 0 or 1.

    hand: the name of the hand.
    name: the weakest hand that is not below (``queen-high``).
    """

    hand: str
    name: str

    hands = property(lambda self: (self.hand,))


Fact = PaidLine | Lead | Order | Under
Path = tuple[tuple[str, Action], ...]  # decision and action, in order
Names = tuple[str, ...]  # of the actions of a path
# Of a comparison its number, of a paytable the menu of lines; None for what is not known yet.
FactValue = int | tuple[int, ...] | None
FactValues = Mapping[Fact, FactValue]
# Of each settlement, row by row: the condition, and the facts that its cells read.
Questions = tuple[tuple[tuple[Condition, tuple[Fact, ...]], ...], ...]


@dataclass(frozen=True)
class DealResult:
    """What one deal comes to.

    outcome: how it is called, the settlements' labels in order.
    net: units won, negative where they are lost.
    staked: units that were staked in all.
    """

    outcome: str
    net: Fraction
    staked: Fraction


def margin_named(name: str) -> int:
    """Return the margin that a line names, 3 for ``by-3``."""
    number = name.removeprefix("by-")
    refuse(
        not number.isdecimal() or name != f"by-{int(number)}" or number == "0",
        f"{name!r} is no margin; it is written by-1, by-2 and so on",
    )
    return int(number)


def lines_of(fact: Fact) -> Names:
    """Return the lines of a paytable among which a fact decides, none for other facts."""
    match fact:
        case PaidLine(_, lines) | Lead(_, _, lines):
            return lines
        case Order() | Under():
            return ()
        case _:
            assert_never(fact)


def fact_read(cell: Pays) -> PaidLine | Lead:
    """Return the fact that says on which line of its paytable a cell is paid."""
    match cell.by:
        case Margin(hand, other):
            return Lead(hand, other, cell.table.lines)
        case str(hand):
            return PaidLine(hand, cell.table.lines)
        case _:
            assert_never(cell.by)


def path_key(path: Path) -> Names:
    """Return the names of the actions of a path, by which it is known under any pays and stakes;
    waiting has none, nor has what is held of a hand.
    """
    return tuple(
        [action.name for _, action in path if action.name and not isinstance(action, Hold)]
    )


def chosen(when: Chose, path: Path) -> bool:
    return any(
        action.name == when.action and when.at in ("", decision) for decision, action in path
    )


def conditions_left(settlement: Settlement, path: Path) -> Iterator[tuple[int, Condition]]:
    """Yield the number of each row that can still apply once the player's actions are known, and
    what they leave of its condition.
    """
    for number, row in enumerate(settlement.rows):
        when = left_of(row.when, path)
        if when is not None:
            yield number, when
        if when == ALWAYS:
            return


def rows_left(settlement: Settlement, path: Path) -> Iterator[Row]:
    """Yield the rows that can still apply once the player's actions are known; their conditions
    speak of hands alone.
    """
    for number, when in conditions_left(settlement, path):
        yield replace(settlement.rows[number], when=when)


def left_of(when: Condition, path: Path) -> Condition | None:
    """Return the condition on the hands once the player's actions are known; None where it
    cannot hold any more.
    """
    return left_where(
        when,
        lambda one: one if not isinstance(one, Chose) else ALWAYS if chosen(one, path) else None,
    )


def left_where(when: Condition, left: Callable[[Condition], Condition | None]) -> Condition | None:
    """Return the rest of a condition, None where it cannot hold any more; left: tells so of one
    that has no parts.
    """
    match when:
        case Not(part):
            rest = left_where(part, left)
            if rest is None:
                return ALWAYS
            return None if rest == ALWAYS else Not(rest)
        case All(parts):
            left_parts = [left_where(part, left) for part in parts]
            if None in left_parts:
                return None
            asked = [part for part in left_parts if part is not None and part != ALWAYS]
            return joined(All, asked) if asked else ALWAYS
        case words.Any(parts):
            possible = [rest for part in parts if (rest := left_where(part, left)) is not None]
            if ALWAYS in possible:
                return ALWAYS
            return joined(words.Any, possible) if possible else None
        case Always():
            return when
        case Chose() | Reaches() | Below() | Beats() | Ties():
            return left(when)
        case _:
            assert_never(when)


def questions(bet: Bet) -> Questions:
    """Return what the settlements of a bet ask, row by row: the condition, and the facts that its
    cells read. The bet does not depend on actions.
    """
    return tuple(
        tuple(
            (when, tuple(facts_in([replace(settlement.rows[number], when=ALWAYS)])))
            for number, when in conditions_left(settlement, ())
        )
        for settlement in bet.settlements
    )


def still_open(asked: Questions, values: FactValues) -> tuple[object, ...]:
    """Return what some facts leave of the questions: deals that leave the same are settled alike by
    what is still open. values: None for a fact that is not known yet.
    """
    return tuple(tuple(_rows_open(rows, values)) for rows in asked)


def _rows_open(
    rows: tuple[tuple[Condition, tuple[Fact, ...]], ...], values: FactValues
) -> Iterator[tuple[object, ...]]:
    def known(one: Condition) -> Condition | None:
        (fact,) = facts_asked(one)
        if values[fact] is None:
            return one
        return ALWAYS if holds(one, values) else None

    for number, (when, facts) in enumerate(rows):
        left = left_where(when, known)
        if left is not None:
            yield number, left, tuple(values[fact] for fact in facts)
        if left == ALWAYS:
            return


def asked_in(when: Condition) -> Iterator[Always | Chose | Reaches | Below | Beats | Ties]:
    """Yield the conditions without parts that a condition is made of, in order."""
    match when:
        case Not(part):
            yield from asked_in(part)
        case All(parts) | words.Any(parts):
            for part in parts:
                yield from asked_in(part)
        case Always() | Chose() | Reaches() | Below() | Beats() | Ties():
            yield when
        case _:
            assert_never(when)


def speaks_of_actions(when: Condition) -> bool:
    """Return True for a condition that, itself or in a part, asks what the player chose."""
    return any(isinstance(one, Chose) for one in asked_in(when))


def joined(join: type[All | words.Any], parts: Sequence[Condition]) -> Condition:
    return parts[0] if len(parts) == 1 else join(tuple(parts))


def facts_asked(when: Condition) -> Iterator[Fact]:
    """Yield the facts that a condition asks for, in order."""
    for one in asked_in(when):
        match one:
            case Reaches(hand, name) | Below(hand, name):
                yield Under(hand, name)
            case Beats(hand, other) | Ties(hand, other):
                yield Order(hand, other)
            case Always() | Chose():
                pass
            case _:
                assert_never(one)


def facts_of(bet: Bet, path: Path) -> tuple[Fact, ...]:
    """Return the facts that settle `bet` after the actions of `path`, each once."""
    rows = (rows_left(settlement, path) for settlement in bet.settlements)
    return tuple(dict.fromkeys(fact for some in rows for fact in facts_in(some)))


def facts_in(rows: Iterable[Row]) -> Iterator[Fact]:
    """Yield the facts that the conditions and the paytables of some rows ask for, in order."""
    for row in rows:
        yield from facts_asked(row.when)
        for cell in row.cells:
            match cell:
                case Pays():
                    yield fact_read(cell)
                case Fraction():
                    pass
                case _:
                    assert_never(cell)


def hand_names(facts: Iterable[Fact]) -> list[str]:
    """Return the names of the hands that some facts are about, each once, in order."""
    return list(dict.fromkeys(name for fact in facts for name in fact.hands))


def refused(path: Path, values: FactValues) -> Action | None:
    """Return the first action of a path that was not offered, as far as the facts show."""
    for _, action in path:
        is_known = all(fact in values for fact in facts_asked(action.when))
        if is_known and not holds(action.when, values):
            return action
    return None


def hands_settling(bet: Bet) -> Iterator[str]:
    """Yield the names of the hands that the settlements of a bet read."""
    for fact in facts_in(bet.rows()):
        yield from fact.hands


def best_line(table: Paytable, menu: int | tuple[int, ...] | None) -> int:
    """Return the best-paying line of a menu; of equal ones the higher hand."""
    assert isinstance(menu, tuple), "lines of a paytable are read"
    if len(menu) == 1:
        return menu[0]
    return max(menu, key=lambda line: (table.net(line), -line))


def holds(when: Condition, values: FactValues) -> bool:
    """Return True if a condition on hands holds; of a row's condition what the actions leave of it
    (`rows_left`) is asked.
    """
    match when:
        case Reaches(hand, name):
            return not values[Under(hand, name)]
        case Below(hand, name):
            return bool(values[Under(hand, name)])
        case Beats(hand, other):
            return bool(values[Order(hand, other)] == 2)
        case Ties(hand, other):
            return bool(values[Order(hand, other)] == 1)
        case Not(part):
            return not holds(part, values)
        case All(parts):
            return all(holds(part, values) for part in parts)
        case words.Any(parts):
            return any(holds(part, values) for part in parts)
        case Always():
            return True
        case Chose():
            raise AssertionError("what was chosen is known before hands are asked")
        case _:
            assert_never(when)


class Settler:
    """Settles one bet; deals with the same facts are settled once."""

    def __init__(self, bet: Bet) -> None:
        self.bet = bet
        self._paths: dict[tuple[str, ...], tuple[Fraction, list[_Part]]] = {}

    def settle(self, path: Path, values: FactValues) -> DealResult:
        """Return the result of a deal with these facts after the actions of `path`."""
        key = path_key(path)
        if key not in self._paths:
            stakes = self.bet.stakes(action for _, action in path)
            called = len(self.bet.settlements) > 1
            made = [_Part(one, path, stakes, called) for one in self.bet.settlements]
            self._paths[key] = Fraction(sum(stakes.values())), made
        staked, parts = self._paths[key]
        settled = [part.settle(values) for part in parts]
        return DealResult(
            ", ".join([label for label, _ in settled]),
            sum([net for _, net in settled], Fraction(0)),
            staked,
        )


class _Part:
    """One settlement of a bet after some actions.

    named: whether its outcomes say its name.
    """

    def __init__(
        self, settlement: Settlement, path: Path, stakes: Mapping[str, Fraction], named: bool
    ) -> None:
        self.rows = tuple(rows_left(settlement, path))
        self.stakes = [stakes[wager] for wager in settlement.columns]
        self.facts = tuple(facts_in(self.rows))
        self.name = settlement.name if named else ""
        self._settled: dict[tuple[Any, ...], tuple[str, Fraction]] = {}

    def settle(self, values: FactValues) -> tuple[str, Fraction]:
        """Return the label of the outcome and the units won."""
        key = tuple([values[fact] for fact in self.facts])
        if key not in self._settled:
            row = next(row for row in self.rows if holds(row.when, values))
            words = [row.name] if row.name else []
            net = Fraction(0)
            for stake, cell in zip(self.stakes, row.cells):
                called, won = _paid(cell, values)
                words += [line for line in called if line not in words]
                net += stake * won
            label = ".".join(words)
            self._settled[key] = f"{self.name} {label}" if self.name else label, net
        return self._settled[key]


def _paid(cell: Cell, values: FactValues) -> tuple[list[str], Fraction]:
    """Return the line that a cell's paytable is read on, if it is one, and the units won per unit
    staked.
    """
    match cell:
        case Pays(table):
            line = best_line(table, values[fact_read(cell)])
            return [(*table.lines, "less")[line]], table.net(line)
        case Fraction():
            return [], cell
        case _:
            assert_never(cell)
