"""The pay at which a bet has a given edge, exactly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from combin.errors import CombinError
from combin.exact import Interval
from combin.records import dataclass
from combin.rules.game import Game
from combin.sensitivity.counted import Counted
from combin.sensitivity.sweep import Sweep, sweep, value_at
from combin.sensitivity.tangents import Tangents
from combin.solving.result import AboutPay

FURTHEST = 2**40  # of a pay that has no upper limit
MOST_UNITS = 10  # whole pays within a range of edges that are listed

Limits = tuple[Fraction | None, Fraction | None]


class MovingPay(NamedTuple):
    """The pay that moves, as `Aimed` has it: of which bet, what it is today, and the edge then."""

    game: Game
    bet: str
    wager: str
    pay: str
    today: Fraction
    edge_today: Fraction


@dataclass(frozen=True, repr=False)
class Aimed(AboutPay):
    """What an edge, or a range of edges, asks of one pay.

    edge_today: the edge at the present value.
    low, high: the limits; without an upper one, how far up it was looked.
    reach: the edges at the limits; an edge never rises with a pay.
    """

    edge_today: Fraction
    low: Fraction
    high: Fraction
    reach: tuple[Fraction, Fraction]


@dataclass(frozen=True, repr=False)
class Aim(Aimed):
    """One pay at which the best play has the edge asked for.

    edge: as asked.
    at: the exact pay (of several the smallest), or None where there is none within the limits.
    beside: whole units next to `at` within the limits, with their edges.
    """

    edge: Fraction
    at: Fraction | None
    beside: tuple[tuple[Fraction, Fraction], ...]

    @property
    def asked(self) -> Interval:
        """The edge asked for, as the range that it is."""
        return self.edge, self.edge


@dataclass(frozen=True, repr=False)
class AimRange(Aimed):
    """The pays at which the best play has an edge within a range.

    asked: the range of edges, None where it has no end.
    at: the least and the greatest pay, exactly; the second is None where every higher pay is
        within; None where no pay within the limits is.
    units: the first whole pays within, with their edges.
    """

    asked: Interval
    at: tuple[Fraction, Fraction | None] | None
    units: tuple[tuple[Fraction, Fraction], ...]


def target(
    counted: Counted,
    edge: Fraction,
    pay: str,
    limits: Limits = (None, None),
    solving: Callable[[Fraction], None] | None = None,
) -> Aim:
    """Return the pay at which the edge is the one asked for, exactly.

    pay: an address of the bet.
    limits: from where to where it may be set; by default from 0 (or today's pay, if lower) upwards.
    solving: called with each value of the pay that is solved next, where nothing is swept.
    The value never falls with a pay, so the pay is found on its piecewise linear function; the
    answer is solved again.
    """
    moving = _moving(counted, pay)
    low = min(Fraction(0), moving.today) if limits[0] is None else limits[0]
    values = _reaching(counted, pay, (low, limits[1]), -edge, solving)
    found = aim(values, moving, edge)
    if found.at is not None and isinstance(values, Sweep):
        _verify_value(counted, pay, found.at, -edge)
    return found


def aim(found: Sweep | Tangents, moving: MovingPay, edge: Fraction) -> Aim:
    """Return the pay at which the edge is the one asked for; found: the values within limits."""
    at = found.where(-edge)
    return Aim(*moving, *_limits(found), edge, at, _beside(found, at))


def target_range(
    counted: Counted,
    edges: Interval,
    pay: str,
    limits: Limits = (None, None),
    solving: Callable[[Fraction], None] | None = None,
) -> AimRange:
    """Return the pays at which the edge is within a range, exactly; else as `target`.

    An edge never rises with a pay, so the pays within a range lie side by side.
    """
    moving = _moving(counted, pay)
    low = min(Fraction(0), moving.today) if limits[0] is None else limits[0]
    values = _reaching(counted, pay, (low, limits[1]), furthest(edges), solving)
    found = aim_range(values, moving, edges, limits[1] is None)
    for end, edge in zip(found.at or (), reversed(edges)):
        if end is not None and edge is not None and low < end < found.high:
            _verify_value(counted, pay, end, -edge)
    return found


def furthest(edges: Interval) -> Fraction:
    """Return the highest value that a range of edges asks for; raises CombinError where it has no
    limit.
    """
    found = next((edge for edge in edges if edge is not None), None)
    if found is None:
        raise CombinError("a range of edges has a limit: 3..4%, 3%.. or ..4%")
    return -found


def aim_range(
    found: Sweep | Tangents, moving: MovingPay, edges: Interval, endless: bool
) -> AimRange:
    """Return the pays at which the edge is within a range.

    found: the values within limits. endless: whether the pay has no upper one.
    """
    least, most = (None if edge is None else -edge for edge in reversed(edges))
    ends = _within(found, least, most)
    at = ends and (ends[0], None if most is None and endless else ends[1])
    first, last = (ceil(ends[0]), floor(ends[1])) if ends else (0, -1)
    listed = range(first, min(last, first + MOST_UNITS - 1) + 1)
    units = tuple((Fraction(unit), -found.at(unit)) for unit in listed)
    return AimRange(*moving, *_limits(found), edges, at, units)


def _limits(
    found: Sweep | Tangents,
) -> tuple[Fraction, Fraction, tuple[Fraction, Fraction]]:
    """Return the limits of a pay, and the edges at them."""
    return found.low, found.high, (-found.at(found.low), -found.at(found.high))


def _moving(counted: Counted, pay: str) -> MovingPay:
    result = counted.result
    about = counted.game, counted.bet, result.wager
    return MovingPay(*about, pay, counted.ends.pays[pay], result.house_edge)


def _verify_value(counted: Counted, pay: str, at: Fraction, value: Fraction) -> None:
    if value_at(counted, pay, at) != value:
        raise ArithmeticError(f"{counted.game.slug}: at {pay} = {at} the edge is not {-value}")


def _within(
    found: Sweep | Tangents, least: Fraction | None, most: Fraction | None
) -> tuple[Fraction, Fraction] | None:
    """Return the ends of the pays whose values lie between two, None where there are none."""
    bottom, top = found.at(found.low), found.at(found.high)
    if (most is not None and bottom > most) or (least is not None and top < least):
        return None
    low = found.low if least is None or bottom >= least else found.where(least)
    high = found.high if most is None or top <= most else _last_with(found, most)
    if low is None or high is None:
        raise ArithmeticError(f"no pay has the value {least if low is None else most}")
    return low, high


def _last_with(found: Sweep | Tangents, value: Fraction) -> Fraction | None:
    """Return the largest pay with a value; a convex value that never falls is flat at its lowest
    alone.
    """
    at = found.where(value)
    if at != found.low:
        return at
    if isinstance(found, Sweep):
        return max([at, *(piece.end for piece in found.pieces if piece.at(piece.end) == value)])
    if found.touching(found.low).slope:
        return at
    raise CombinError(
        "the edge stays at its highest while the pay is low; let the range of edges start below it"
    )


def _beside(found: Sweep | Tangents, at: Fraction | None) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the whole units next to a pay within the sweep, with their edges."""
    if at is None:
        return ()
    units = (unit for unit in sorted({floor(at), ceil(at)}) if found.low <= unit <= found.high)
    return tuple((Fraction(unit), -found.at(unit)) for unit in units)


def _reaching(
    counted: Counted,
    pay: str,
    limits: tuple[Fraction, Fraction | None],
    value: Fraction,
    solving: Callable[[Fraction], None] | None,
) -> Sweep | Tangents:
    """Return the values within limits, or without the upper one as far up as the value asked for
    is reached, or 63 bits reach.
    """
    low, end = limits
    if end is None:
        end = max(2 * counted.ends.pays[pay], low + 1, Fraction(10))
        while value_at(counted, pay, end) < value and 4 * end < FURTHEST:
            end *= 4
    if not counted.keeps:
        return Tangents(counted, pay, low, end, solving)
    return sweep(counted, pay, low, end)
