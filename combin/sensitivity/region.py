"""The pays at which today's strategy stays optimal: exact linear inequalities, and which of them
bind.

At every information set, after whatever was done before, the action taken is worth no less than
each other one, if the play goes on as now: each gives an inequality in the pays. All of them hold
exactly where no choice of this play can be improved.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from math import gcd, lcm
from operator import itemgetter
from typing import NamedTuple

from combin.counting import Plan, zeros
from combin.counting.memory import all_sets, most_sets
from combin.counting.pooling import distinct
from combin.kernels import lines
from combin.records import dataclass
from combin.rules.facts import path_key
from combin.rules.game import Game
from combin.sensitivity.components import ComponentPayoffs, total
from combin.sensitivity.counted import Counted, Place
from combin.sensitivity.linear import LinearForm, other_ways, table_pays
from combin.sensitivity.redundancy import TooMuchWork, Work, binding
from combin.sensitivity.sweep import chooses, named
from combin.solving.induction import Decision, given
from combin.version import version

MOST_HOLDS = 500_000  # ways to hold some hand, each of which may give an inequality
MOST_INEQUALITIES = 3000  # of different directions, that are searched for those that bind
NUMBERS = 50_000_000  # that linear programs may compute in that search: some ten seconds

# A constant and a coefficient for each pay that moves, without a common divisor.
Row = tuple[int, ...]


class Origin(NamedTuple):
    """Where an inequality comes from: the action taken at an information set, or the line a hand is
    read as, and the other one. place: None where a hand is read.
    """

    place: Place | None
    action: str
    instead: str


@dataclass(frozen=True)
class Inequality:
    """constant + the sum of coefficient x pay >= 0, all whole numbers.

    constant, coefficients: the latter by the address of the pay.
    slack: its left side at today's pays.
    decision, history: where `action` is no worse than `instead` exactly if the inequality holds.
    action, instead: two actions; where no decision is named, the lines by which a hand is paid.
    cards: an example.
    """

    constant: int
    coefficients: dict[str, int]
    slack: Fraction
    decision: str
    history: tuple[str, ...]
    action: str
    instead: str
    cards: str


@dataclass(frozen=True)
class Range:
    """How far one pay may move alone.

    pay, today: its address and present value.
    low, high: None where there is no bound.
    below, above: the inequalities that make the bounds.
    """

    pay: str
    today: Fraction
    low: Fraction | None
    high: Fraction | None
    below: Inequality | None
    above: Inequality | None


@dataclass(frozen=True)
class Region:
    """Where the present best play stays best as the pays `free` move.

    game, bet: as resolved, and its key.
    free: the addresses of the pays that move.
    distinct: how many different inequalities there are.
    inequalities: of all with proportional coefficients the tightest, nearest first.
    bind: those that the others do not imply, or None where they were too many to search.
    ranges: for each pay how far it may move alone.
    version: of combin.
    unsearched: how many situations there are where they are too many to be gone through; then
        nothing is known of where the play stays best, or no more than how far each pay may move
        alone.
    decides: whether anything is decided before all cards are known.
    """

    game: Game
    bet: str
    free: tuple[str, ...]
    distinct: int
    inequalities: tuple[Inequality, ...]
    bind: tuple[Inequality, ...] | None
    ranges: tuple[Range, ...]
    version: str
    unsearched: int = 0
    decides: bool = False


def region(counted: Counted, free: Sequence[str] = ()) -> Region:
    """Return the region of pays; free: addresses that move, by default those of the bet's
    paytables.
    """
    free = tuple(dict.fromkeys(free)) or tuple(table_pays(counted.plan.bet))
    if counted.is_linear:
        pays, least = counted.ends.pays, counted.least
        alone = tuple(Range(pay, pays[pay], least, None, None, None) for pay in free)
        return Region(counted.game, counted.bet, free, 0, (), (), alone, version())
    if not counted.keeps or (free[1:] and is_long(counted.plan)):
        # Too many situations: at most how far each pay may move alone.
        found = [_searched(counted, (pay,), True) for pay in free] if counted.keeps else []
        ranges, sets = tuple(one.ranges[0] for one in found), most_sets(counted.plan)
        about, decides = (counted.game, counted.bet, free), bool(counted.plan.stages)
        return Region(*about, 0, (), None, ranges, version(), sets, decides)
    return _searched(counted, free)


def _searched(counted: Counted, free: tuple[str, ...], nearest: bool = False) -> Region:
    """Return the region of pays; nearest: of one pay, found from the inequalities that end its
    range alone.
    """
    found: dict[Row, Origin] = {}
    for row, origin in chain(_deviations(counted, free, nearest), _readings(counted, free)):
        if any(row[1:]):
            found.setdefault(row, origin)
    today = [counted.ends.pays[name] for name in free]
    # Without the inequalities that another one with proportional coefficients implies.
    best: dict[Row, Row] = {}
    for row in found:
        common = gcd(*row[1:])
        direction = tuple(number // common for number in row[1:])
        old = best.get(direction)
        if old is None or row[0] * gcd(*old[1:]) < old[0] * common:
            best[direction] = row
    # The nearest first, by how far all pays can move alike before the inequality ends.
    distance = {row: _slack(row, today) / sum(map(abs, row[1:])) for row in best.values()}
    rows = sorted(distance, key=lambda row: (distance[row], row))
    listed = tuple(_inequality(counted, free, row, today, found[row]) for row in rows)
    scale = lcm(*(pay.denominator for pay in today))
    bind: tuple[Inequality, ...] | None = None
    if len(rows) <= MOST_INEQUALITIES:
        scaled = [
            (int(_slack(row, today) * scale), *(number * scale for number in row[1:]))
            for row in rows
        ]
        with suppress(TooMuchWork):
            bind = tuple(listed[place] for place in binding(scaled, Work(NUMBERS)))
    ranges = tuple(_range(name, pay, listed) for name, pay in zip(free, today))
    about, decides = (counted.game, counted.bet, free), bool(counted.plan.stages)
    return Region(*about, len(found), listed, bind, ranges, version(), decides=decides)


def is_long(plan: Plan) -> bool:
    """Return True if a draw leaves more ways to hold some hand than inequalities in several pays
    can be listed.
    """
    return bool(plan.stages) and all_sets(plan, plan.stages[0]) * len(plan.holds) > MOST_HOLDS


def _slack(row: Row, today: Sequence[Fraction]) -> Fraction:
    return sum((number * pay for number, pay in zip(row[1:], today)), Fraction(row[0]))


def _inequality(
    counted: Counted, free: Sequence[str], row: Row, today: Sequence[Fraction], origin: Origin
) -> Inequality:
    coefficients = {name: number for name, number in zip(free, row[1:]) if number}
    place, action, instead = origin
    form = row[0], coefficients, _slack(row, today)
    if place is None:
        return Inequality(*form, "", (), action, instead, "")
    return Inequality(
        *form,
        counted.decision(place),
        path_key(place[2]),
        counted.called(place, action),
        counted.called(place, instead),
        counted.cards(place),
    )


def _range(name: str, today: Fraction, listed: Sequence[Inequality]) -> Range:
    numbers = [(one.coefficients.get(name, 0), one) for one in listed]
    ends = [(number, today - one.slack / number, one) for number, one in numbers if number]
    nothing: tuple[Fraction | None, Inequality | None] = (None, None)
    lower = [(end, one) for number, end, one in ends if number > 0]
    upper = [(end, one) for number, end, one in ends if number < 0]
    low, below = max(lower, key=itemgetter(0)) if lower else nothing
    high, above = min(upper, key=itemgetter(0)) if upper else nothing
    return Range(name, today, low, high, below, above)


# --- Where the inequalities come from ----------------------------------------------------------


def _deviations(
    counted: Counted, free: Sequence[str], nearest: bool
) -> Iterator[tuple[Row, Origin]]:
    """Yield, for every information set and every action not taken, what taking it would cost, and
    where that is; nearest: of every action in a tally only what ends the range of the one pay.
    """
    payoffs = ComponentPayoffs(counted, counted.ends.forms, free)
    totals = [0] * (len(free) + 1)
    for number, (solved, times) in enumerate(zip(counted.solved, counted.pooled.times)):
        folded = payoffs.fold(counted.plan, solved.tally, given(solved.actions), keep=True)
        totals = [old + more for old, more in zip(totals, total(folded, times))]
        for history, decision in folded.decisions.items():
            names = [path[-1][1].name for path in decision.paths]
            for action, name in enumerate(names):
                for best, at, cost in _costs(decision, action, nearest):
                    yield cost, Origin((number, decision.place, history, at), names[best], name)
    # The parts of the first decision's worth must be the formula that the outcomes give.
    form, scale = counted.formula, payoffs.scale * counted.plan.deals
    if any(Fraction(number, scale) != form.slope(name) for number, name in zip(totals[1:], free)):
        raise ArithmeticError(
            f"{counted.game.slug}: what the decisions come to is not the formula that the outcomes "
            "give"
        )


def _costs(decision: Decision, action: int, nearest: bool) -> Iterator[tuple[int, int, Row]]:
    """Yield the cost of another action: each different row once, or the nearest ones, reduced, with
    the action taken there and the first information set that has it.
    """
    taken = decision.action
    rows = zeros("q", len(decision.worth) * len(taken))
    for column, (best, other) in enumerate(zip(decision.worth, decision.values[action])):
        lines.lead(best, other, column, len(decision.worth), rows)
    # Not to take what is not offered costs nothing.
    for at, is_offered in enumerate(decision.offers[action]):
        if not is_offered:
            for column in range(len(decision.worth)):
                rows[at * len(decision.worth) + column] = 0
    if not nearest:
        # Bytes alone would be read as numbers of eight.
        yield from distinct(len(decision.worth), rows, array("q", iter(taken)))
    else:
        for at in lines.nearest(rows):
            if at >= 0:
                yield taken[at], at, _reduced(rows[2 * at : 2 * at + 2])


def _readings(counted: Counted, free: Sequence[str]) -> Iterator[tuple[Row, Origin]]:
    """Yield, for every deal in which a hand may be read or a last action taken another way, what
    that would cost.
    """
    if not chooses(counted):
        return
    payoffs, pays = counted.payoffs, counted.ends.pays
    for path, forms in counted.ends.forms.items():
        facts = payoffs.facts(path)
        for number, (way, _) in enumerate(payoffs.tables[path]):
            if path in payoffs.ends and number not in counted.met:
                continue
            best = forms[number]
            for other in other_ways(counted.plan, way, counted.plan.values(facts, number)):
                origin = Origin(None, named(best), named(other))
                slopes = {name: best.slope(name) - other.slope(name) for name in free}
                constant = best.at(pays) - other.at(pays)
                constant -= sum(slope * pays[name] for name, slope in slopes.items())
                form = LinearForm.of(constant, slopes)
                coefficients = (form.coefficients.get(name, 0) for name in free)
                yield _reduced((form.constant, *coefficients)), origin


def _reduced(row: Sequence[int]) -> Row:
    common = gcd(*row) or 1
    return tuple(number // common for number in row)
