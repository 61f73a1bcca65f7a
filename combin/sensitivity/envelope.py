"""The maximum of convex piecewise linear functions of one number, exactly, and which function
attains it where.

A function is a line a + b x, which holds just above a lower bound, and its kinks in ascending
order. At a kink a changes by da and b by db > 0, so that it lies at x = -da / db. All numbers are
whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from combin.grouping import grouped

if TYPE_CHECKING:
    from combin.sensitivity.counted import Place

    Turn = tuple[Place, int, int]  # an information set, and the actions below and above
    Origins = Turn | list["Origins"]

# Two rationals whose denominators have 64 bits differ by more than 2**-128, so their keys are
# different and in their order.
BITS = 132


Line = tuple[int, int]  # a and b of a + b x


class Kink(NamedTuple):
    """Where a function turns.

    key: of its place, see `key_of`.
    da, db: what its line a + b x changes by.
    origin: what turned there.
    """

    key: int
    da: int
    db: int
    origin: Origins

    @property
    def place(self) -> Fraction:
        return Fraction(-self.da, self.db)


class Function(NamedTuple):
    """A function: the line a + b x above the lower bound, then its kinks, ascending."""

    a: int
    b: int
    kinks: Sequence[Kink]


# The function of an action that is not offered: below all others at any pay that is asked about.
NEVER = Function(-(1 << 8 * BITS), 0, ())


def key_of(numerator: int, denominator: int) -> int:
    """Return a whole number that is ordered as the rational is, and the same only for the
    same one.
    """
    return (numerator << BITS) // denominator


def summed(functions: Sequence[Sequence[Kink]]) -> list[Kink]:
    """Return the kinks of a sum of functions, ascending, one a place; its origin is then a list of
    origins.
    """
    together = grouped((kink.key, kink) for kinks in functions for kink in kinks)
    return [_merged(together[key]) for key in sorted(together)]


def _merged(kinks: list[Kink]) -> Kink:
    if len(kinks) == 1:
        return kinks[0]
    return Kink(
        kinks[0].key,
        sum(kink.da for kink in kinks),
        sum(kink.db for kink in kinks),
        [kink.origin for kink in kinks],
    )


def origins_of(kink: Kink) -> Iterator[Turn]:
    """Yield everyone who turned at a kink."""
    waiting = [kink.origin]
    while waiting:
        origin = waiting.pop()
        if isinstance(origin, list):
            waiting += origin
        else:
            yield origin


def envelope(functions: Sequence[Function], first: int, end: int, origin: Place) -> list[Kink]:
    """Return the kinks of the highest of some functions below the place of key `end`.

    first: which is highest just above the lower bound. Where another takes over, the kink's origin
        is (`origin`, old, new).
    """
    lines = [(function.a, function.b) for function in functions]
    best, found = first, list[Kink]()
    turns = (
        (kink.key, number, kink)
        for number, function in enumerate(functions)
        for kink in function.kinks
    )
    for until, number, kink in sorted(turns, key=itemgetter(0)):
        best = _climb(lines, best, until, found, origin)
        lines[number] = lines[number][0] + kink.da, lines[number][1] + kink.db
        if number == best:
            found.append(kink)
    _climb(lines, best, end - 1, found, origin)
    return found


def _climb(lines: Sequence[Line], best: int, until: int, found: list[Kink], origin: Place) -> int:
    """Return the number of the highest line just above the place of key `until`; the kinks where
    one takes over from another, that place included, are added to `found`.
    """
    while (crossing := _next(lines, best, until)) is not None:
        key, other = crossing
        da = lines[other][0] - lines[best][0]
        found.append(Kink(key, da, lines[other][1] - lines[best][1], (origin, best, other)))
        best = other
    return best


def _next(lines: Sequence[Line], best: int, until: int) -> tuple[int, int] | None:
    """Return the key of the next place where a steeper line rises above the best, and its number;
    None if that is later than `until`.
    """
    a, b = lines[best]
    crossings = [(key_of(a - c, d - b), -d, number) for number, (c, d) in enumerate(lines) if d > b]
    if not crossings:
        return None
    key, _, number = min(crossings)
    return (key, number) if key <= until else None
