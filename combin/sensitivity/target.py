"""The pay at which a bet has the edge asked for: of one pay exactly, of several the nearest
paytables in round units.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod

from combin.errors import CombinError
from combin.results import Result
from combin.rules.game import Game
from combin.sensitivity.counted import Counted
from combin.sensitivity.sweep import Sweep, sweep, value_at
from combin.version import version

FURTHEST = 2**40  # of a pay that has no upper limit
MOST = 3_000  # lines of paytables that are tried
MOST_TABLES = 200_000  # paytables that are tried

Limits = tuple[Fraction | None, Fraction | None]
Tell = Callable[[int, int], None]  # how many lines are done, of how many


@dataclass(frozen=True, repr=False)
class Aim(Result):
    """One pay at which the best play has the edge asked for.

    edge, wager: as asked, of one unit of the wager. pay, today: the address and its present value.
        edge_today: the edge there.
    at: the exact pay (of several the smallest), or None where there is none from `low` to `high`.
        reach: the edges there; an
    edge never rises with a pay. beside: whole units next to `at` within the limits, with their
        edges.
    """

    game: Game
    bet: str
    wager: str
    edge: Fraction
    pay: str
    today: Fraction
    edge_today: Fraction
    at: Fraction | None
    low: Fraction
    high: Fraction
    reach: tuple[Fraction, Fraction]
    beside: tuple[tuple[Fraction, Fraction], ...]
    version: str

    def _written(self, form: str) -> str:
        from combin.render.sensitivity import target_text

        return target_text(self, form)

    def _headline(self) -> str:
        from combin.render.number import exact, percent

        at = "no pay" if self.at is None else f"{self.pay} {exact(self.at)}"
        return f"{self.game.slug}: {self.bet}, edge {percent(self.edge, 4)} at {at}"


@dataclass(frozen=True)
class Near:
    """A paytable near the edge asked for. miss: how far its edge is off. moved: by how many units
    its pays are not today's.
    """

    pays: tuple[Fraction, ...]
    edge: Fraction
    miss: Fraction
    moved: Fraction


@dataclass(frozen=True, repr=False)
class Nearest(Result):
    """The paytables nearest to an edge, the nearest first; of equally near ones that which differs
    least from today's.

    pays: the addresses. limits: of each pay. step: the unit. tried: how many paytables there are.
        reach: their smallest and
    largest edge.
    """

    game: Game
    bet: str
    wager: str
    edge: Fraction
    pays: tuple[str, ...]
    today: tuple[Fraction, ...]
    edge_today: Fraction
    limits: tuple[tuple[Fraction, Fraction], ...]
    step: Fraction
    tried: int
    found: tuple[Near, ...]
    reach: tuple[Fraction, Fraction]
    version: str

    def _written(self, form: str) -> str:
        from combin.render.sensitivity import nearest_text

        return nearest_text(self, form)

    def _headline(self) -> str:
        from combin.render.number import percent

        return (
            f"{self.game.slug}: {self.bet}, {len(self.found)} paytables nearest to an edge of "
            f"{percent(self.edge, 4)}"
        )


def target(counted: Counted, edge: Fraction, pay: str, limits: Limits = (None, None)) -> Aim:
    """Return the pay at which the edge is the one asked for, exactly.

    pay: an address of the bet. limits: from where to where it may be set; by default from 0 (or
        today's pay, if lower) upwards.
    The value never falls with a pay, so the pay is found on its piecewise linear function; the
    answer is solved again.
    """
    today = counted.ends.pays[pay]
    low = min(Fraction(0), today) if limits[0] is None else limits[0]
    found = _reaching(counted, pay, low, limits[1], -edge)
    at = found.where(-edge)
    if at is not None and value_at(counted, pay, at) != -edge:
        raise ArithmeticError(f"{counted.game.slug}: at {pay} = {at} the edge is not {edge}")
    units = sorted({floor(at), ceil(at)}) if at is not None else []
    beside = tuple((Fraction(unit), -found.at(unit)) for unit in units if low <= unit <= found.high)
    result = counted.result
    return Aim(
        counted.game,
        counted.bet,
        result.wager,
        edge,
        pay,
        today,
        result.house_edge,
        at,
        low,
        found.high,
        (-found.at(low), -found.at(found.high)),
        beside,
        version(),
    )


def _reaching(
    counted: Counted, pay: str, low: Fraction, high: Fraction | None, value: Fraction
) -> Sweep:
    """Return the sweep from `low` to `high`, or without it as far up as the value asked for is
    reached, or 63 bits reach.
    """
    end = high
    if end is None:
        end = max(2 * counted.ends.pays[pay], low + 1, Fraction(10))
        while value_at(counted, pay, end) < value and 4 * end < FURTHEST:
            end *= 4
    return sweep(counted, pay, low, end)


# --- Several pays ------------------------------------------------------------------------------


def nearest(
    counted: Counted,
    edge: Fraction,
    limits: Mapping[str, tuple[Fraction, Fraction]],
    step: Fraction,
    top: int,
    tell: Tell | None = None,
) -> Nearest:
    """Return the paytables within limits whose edge is nearest to the one asked for; every pay a
    multiple of `step`.

    limits: address -> the smallest and the largest pay. Every paytable is priced: the pay with the
        widest limits is swept, for
    each combination of the others.
    """
    if not limits or step <= 0 or top < 1:
        raise CombinError(
            "the nearest paytables need a pay that may move, a step above 0 and a top of 1 or more"
        )
    names = list(limits)
    steps = {name: _steps(name, *limits[name], step) for name in names}
    counts = {name: last - first + 1 for name, (first, last) in steps.items()}
    longest = max(names, key=lambda name: counts[name])
    others = [name for name in names if name != longest]
    lines, tables = (prod(counts[name] for name in some) for some in (others, names))
    if lines > MOST or tables > MOST_TABLES:
        much = (
            f"{lines:,} paytables for every value of {longest}"
            if lines > MOST
            else f"{tables:,} paytables"
        )
        raise CombinError(f"{much} are too many to try; narrow the limits or widen the step")
    units = {
        name: [step * count for count in range(first, last + 1)]
        for name, (first, last) in steps.items()
    }
    today = counted.ends.pays
    found: list[Near] = []
    for done, chosen in enumerate(product(*(units[name] for name in others)), 1):
        set_so = dict(zip(others, chosen))
        for unit, value in _priced(counted.paying(set_so), longest, units[longest]):
            pays = tuple({**set_so, longest: unit}[name] for name in names)
            moved = sum((abs(pay - today[name]) for pay, name in zip(pays, names)), Fraction(0))
            found.append(Near(pays, -value, abs(edge + value), moved))
        if tell:
            tell(done, lines)
    found.sort(key=lambda near: (near.miss, near.moved, near.pays))
    edges = [near.edge for near in found]
    result = counted.result
    return Nearest(
        counted.game,
        counted.bet,
        result.wager,
        edge,
        tuple(names),
        tuple(today[name] for name in names),
        result.house_edge,
        tuple(limits[name] for name in names),
        step,
        len(found),
        tuple(found[:top]),
        (min(edges), max(edges)),
        version(),
    )


def _priced(
    counted: Counted, pay: str, units: Sequence[Fraction]
) -> list[tuple[Fraction, Fraction]]:
    if len(units) == 1:
        return [(units[0], counted.paying({pay: units[0]}).result.expected_value)]
    found = sweep(counted, pay, units[0], units[-1])
    return [(unit, found.at(unit)) for unit in units]


def _steps(name: str, low: Fraction, high: Fraction, step: Fraction) -> tuple[int, int]:
    """Return how many steps make the smallest and the largest multiple within limits."""
    first, last = ceil(low / step), floor(high / step)
    if first > last:
        raise CombinError(
            f"no multiple of {step} lies between {low} and {high}, the limits of {name}"
        )
    return first, last


__all__ = ["Aim", "Near", "Nearest", "nearest", "target"]
