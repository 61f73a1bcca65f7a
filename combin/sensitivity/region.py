"""The pays at which the present best play stays best: exact linear inequalities, and which of them
bind.

At every information set, after whatever was done before, the action taken is worth no less than
each other one, play going on
as now: one inequality in the pays each. All of them hold exactly where no choice of this play can
    be improved.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import gcd, lcm

from combin.counting import zeros
from combin.counting.pooling import distinct
from combin.kernels import lines
from combin.rules.facts import path_key
from combin.rules.game import Game
from combin.sensitivity.counted import Counted, Place
from combin.sensitivity.forms import LinearForm, other_ways, table_pays
from combin.sensitivity.implied import TooMuchWork, Work, binding
from combin.sensitivity.parts import PartedPayoffs, total
from combin.sensitivity.sweep import chooses
from combin.solving.induction import Decision, given, occurring
from combin.version import version

NUMBERS = 50_000_000  # that linear programs may work out in that search: some ten seconds
MOST = 3000  # inequalities of different directions that are searched for those that bind

Told = tuple[Place | None, str, str]  # an information set, the action taken there and another
Row = tuple[
    int, ...
]  # a constant and a coefficient for each pay that moves, without a common divisor


@dataclass(frozen=True)
class Inequality:
    """constant + the sum of coefficient x pay >= 0, all whole numbers.

    decision, history, action, instead, cards: there `action` is no worse than `instead` exactly
        where it holds, with these
    cards for example; where no decision is named, `action` and `instead` are the lines by which a
    hand is paid. slack: its left side at today's pays.
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
    """How far one pay may move alone. low, high: None where there is no bound."""

    pay: str
    today: Fraction
    low: Fraction | None
    high: Fraction | None
    below: Inequality | None
    above: Inequality | None


@dataclass(frozen=True)
class Region:
    """Where the present best play stays best as the pays `free` move.

    distinct: how many different inequalities there are. inequalities: of all with the same
        coefficients the tightest, nearest
    first. bind: those that the others do not imply, or None where they were too many to search.
    """

    game: Game
    bet: str
    free: tuple[str, ...]
    distinct: int
    inequalities: tuple[Inequality, ...]
    bind: tuple[Inequality, ...] | None
    ranges: tuple[Range, ...]
    version: str


def region(counted: Counted, free: Sequence[str] = ()) -> Region:
    """Return the region of pays; free: addresses that move, by default those of the bet's
    paytables.
    """
    free = tuple(dict.fromkeys(free)) or tuple(table_pays(counted.game, counted.plan.bet))
    found: dict[Row, Told] = {}
    for row, told in chain(_deviations(counted, free), _readings(counted, free)):
        if any(row[1:]):
            found.setdefault(row, told)
    today = [counted.ends.pays[name] for name in free]
    nearest = sorted(_tightest(found), key=lambda row: (_distance(row, today), row))
    listed = tuple(_inequality(counted, free, row, today, *found[row]) for row in nearest)
    bind = None
    if len(nearest) <= MOST:
        whole = lcm(*(pay.denominator for pay in today))
        rows = [(int(_slack(row, today) * whole), *(n * whole for n in row[1:])) for row in nearest]
        with suppress(TooMuchWork):
            bind = tuple(listed[place] for place in binding(rows, Work(NUMBERS)))
    ranges = tuple(_range(name, pay, listed) for name, pay in zip(free, today))
    return Region(counted.game, counted.bet, free, len(found), listed, bind, ranges, version())


def _slack(row: Row, today: Sequence[Fraction]) -> Fraction:
    return sum((number * pay for number, pay in zip(row[1:], today)), Fraction(row[0]))


def _distance(row: Row, today: Sequence[Fraction]) -> Fraction:
    """Return how far the pays, moved all alike, are from where the inequality ends."""
    return _slack(row, today) / sum(map(abs, row[1:]))


def _tightest(rows: Iterable[Row]) -> list[Row]:
    """Return, of inequalities whose coefficients are multiples of each other, the one that implies
    the others.
    """
    best: dict[Row, Row] = {}
    for row in rows:
        common = gcd(*row[1:])
        way = tuple(number // common for number in row[1:])
        old = best.get(way)
        if old is None or row[0] * gcd(*old[1:]) < old[0] * common:
            best[way] = row
    return list(best.values())


def _inequality(
    counted: Counted,
    free: Sequence[str],
    row: Row,
    today: Sequence[Fraction],
    place: Place | None,
    action: str,
    instead: str,
) -> Inequality:
    coefficients = {name: number for name, number in zip(free, row[1:]) if number}
    slack = _slack(row, today)
    if place is None:
        return Inequality(row[0], coefficients, slack, "", (), action, instead, "")
    history = path_key(place[2])
    return Inequality(
        row[0],
        coefficients,
        slack,
        counted.decision(place),
        history,
        action,
        instead,
        counted.cards(place),
    )


def _range(name: str, today: Fraction, listed: Sequence[Inequality]) -> Range:
    low = high = None
    below = above = None
    for inequality in listed:
        if number := inequality.coefficients.get(name):
            end = today - inequality.slack / number
            if number > 0 and (low is None or end > low):
                low, below = end, inequality
            if number < 0 and (high is None or end < high):
                high, above = end, inequality
    return Range(name, today, low, high, below, above)


# --- Where the inequalities come from ----------------------------------------------------------


def _deviations(counted: Counted, free: Sequence[str]) -> Iterator[tuple[Row, Told]]:
    """Yield, for every information set and every action not taken, what taking it would cost, and
    where that is.
    """
    payoffs = PartedPayoffs(counted, counted.ends.forms, free)
    totals = [0] * (len(free) + 1)
    for number, (solved, times) in enumerate(zip(counted.solved, counted.pooled.times)):
        folded = payoffs.fold(counted.plan, solved.tally, given(solved.actions), keep=True)
        totals = [old + more for old, more in zip(totals, total(folded, times))]
        for history, decision in folded.decisions.items():
            names = [path[-1][1].name for path in decision.paths]
            for action in range(len(names)):
                for best, at, cost in _costs(decision, action):
                    yield cost, ((number, decision.place, history, at), names[best], names[action])
    _check(counted, free, payoffs, totals)


def _costs(decision: Decision, action: int) -> Iterator[tuple[int, int, Row]]:
    """Yield what another action costs, each different row once: the action taken there, the first
    such set, the row reduced.
    """
    taken = array("q", iter(decision.action))  # bytes alone would be read as numbers of eight
    rows = zeros("q", len(decision.worth) * len(taken))
    for column, (best, other) in enumerate(zip(decision.worth, decision.values[action])):
        lines.lead(best, other, column, len(decision.worth), rows)
    # Not to take what is not offered costs nothing.
    for at, is_offered in enumerate(decision.offers[action]):
        if not is_offered:
            for column in range(len(decision.worth)):
                rows[at * len(decision.worth) + column] = 0
    return distinct(len(decision.worth), rows, taken)


def _check(
    counted: Counted, free: Sequence[str], payoffs: PartedPayoffs, totals: Sequence[int]
) -> None:
    """The parts of the first decision's worth must be the formula that the outcomes give."""
    form, scale = counted.formula, payoffs.scale * counted.plan.deals
    if any(Fraction(number, scale) != form.slope(name) for number, name in zip(totals[1:], free)):
        raise ArithmeticError(
            f"{counted.game.slug}: what the decisions come to is not the formula that the outcomes "
            "give"
        )


def _readings(counted: Counted, free: Sequence[str]) -> Iterator[tuple[Row, Told]]:
    """Yield, for every deal in which a hand may be read or a last action taken another way, what
    that would cost.
    """
    if not chooses(counted):
        return
    payoffs, met = counted.payoffs, _met(counted)
    for path, table in payoffs.tables.items():
        for number, (way, _) in enumerate(table):
            if path in payoffs.ends and number not in met:
                continue
            best = counted.ends.forms[path][number]
            for other in other_ways(
                counted.plan, way, counted.plan.values(payoffs.facts(path), number)
            ):
                yield _difference(counted, free, best, other), (None, _named(best), _named(other))


def _met(counted: Counted) -> set[int]:
    """Return the joint numbers of facts, known and open, that some deal has."""
    ends = (occurring(counted.plan, tally)[-1] for tally in counted.tallies)
    return {number for counts in ends for number, count in enumerate(counts) if count}


def _difference(counted: Counted, free: Sequence[str], best: LinearForm, other: LinearForm) -> Row:
    pays, numbers = counted.ends.pays, [best.slope(name) - other.slope(name) for name in free]
    constant = (
        best.at(pays)
        - other.at(pays)
        - sum((n * pays[name] for n, name in zip(numbers, free)), Fraction(0))
    )
    form = LinearForm.of(constant, dict(zip(free, numbers)))
    return _reduced((form.constant, *(form.coefficients.get(name, 0) for name in free)))


def _named(form: LinearForm) -> str:
    return ", ".join(form.coefficients) or "nothing"


def _reduced(row: Sequence[int]) -> Row:
    common = gcd(*row) or 1
    return tuple(number // common for number in row)
