"""The pay for an edge in games that cannot be swept: by tangents to the value at round pays.

The value of the best play is a convex, piecewise linear function of a pay, and never falls. Above
the pay that is asked for and below it the value is solved at round pays, nearer and nearer, until
one line touches it at both: between them the value lies on that line.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any

from combin.errors import refuse
from combin.records import dataclass
from combin.sensitivity.counted import Counted

FINEST = 10_000  # parts of a unit that pays are rounded to


@dataclass(frozen=True)
class Tangent:
    """The value at a pay, and how fast it rises there under the best play; None: not known.

    A slope between the pay and one beyond serves as well: the value is convex, and lies above that
    line on both sides.
    """

    pay: Fraction
    value: Fraction
    slope: Any

    def at(self, pay: Fraction) -> Fraction:
        """Return the value at a pay under this play; the best play's is no less."""
        return self.value + Fraction(self.slope) * (pay - self.pay)

    def where(self, value: Fraction) -> Fraction:
        """Return the pay at which this play has a value."""
        return self.pay + (value - self.value) / Fraction(self.slope)


class Tangents:
    """The value of the best play at single values of a pay.

    low, high: the limits of the pay.
    tell: called with each value of the pay that is solved next.
    """

    def __init__(
        self,
        counted: Counted,
        pay: str,
        low: Fraction,
        high: Fraction,
        tell: Callable[[Fraction], None] | None = None,
    ) -> None:
        self.low, self.high, self.tell = low, high, tell
        self._counted, self._pay = counted, pay
        self._known: dict[Fraction, Tangent] = {}

    def touching(self, at: Fraction) -> Tangent:
        """Return the line that touches the value at a pay, solved there."""
        if at not in self._known:
            if self.tell:
                self.tell(at)
            solved = self._counted.paying({self._pay: at})
            slope = solved.formula.slope(self._pay)
            self._known[at] = Tangent(at, solved.result.expected_value, slope)
        return self._known[at]

    def at(self, pay: Fraction | int) -> Fraction:
        """Return the value at a pay."""
        return self.touching(Fraction(pay)).value

    def where(self, value: Fraction) -> Fraction | None:
        """Return the pay at which the value is the one asked for; None where no pay within the
        limits has it.

        Raises CombinError where the play changes too often near it.
        """
        below = self.touching(self.low)
        above = self.touching(self.high)
        if not below.value <= value <= above.value:
            return None
        parts = 1
        while below.at(above.pay) != above.value:
            if below.value == value:
                return below.pay
            # The line through both values reaches the one asked for too early, a tangent too late.
            steep = (above.value - below.value) / (above.pay - below.pay)
            early = below.pay + (value - below.value) / steep
            late = min(one.where(value) for one in (below, above) if one.slope)
            first = self.touching(max(below.pay, Fraction(floor(early * parts), parts)))
            closer = first, self.touching(min(above.pay, Fraction(ceil(late * parts), parts)))
            if closer == (below, above):
                parts *= 10
            refuse(
                parts > FINEST,
                f"{self._counted.game.slug}: {self._pay} lies between {below.pay} and "
                f"{above.pay}; the best play changes more often there than at every "
                f"{FINEST:,}th of a unit, so it is not found exactly",
            )
            below, above = closer
        return below.where(value)
