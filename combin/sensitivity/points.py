"""The value of optimal play at round values of one pay, for games that cannot be swept.

The value is convex in a pay, so between two of them it lies under the straight line, and over the
lines that touch it there.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from combin.records import dataclass
from combin.sensitivity.counted import Counted
from combin.sensitivity.tangents import Tangent, Tangents
from combin.solving.result import AboutPay

MOST_STEPS = 10  # steps of a range


@dataclass(frozen=True, repr=False)
class PayPoints(AboutPay):
    """The value of the best play at round values of one pay, in units of one `wager`.

    found: from the lowest value of the pay to the highest.
    """

    found: tuple[Tangent, ...]

    @property
    def low(self) -> Fraction:
        return self.found[0].pay

    @property
    def high(self) -> Fraction:
        return self.found[-1].pay

    @property
    def bend(self) -> Fraction | None:
        """How far, at most, the value lies below the straight lines between these points; None
        where it need not be convex.
        """
        if self.found[0].slope is None:
            return None
        # The crossing of two tangents lies below the line between their points.
        bends = [Fraction(0)]
        for one, other in pairwise(self.found):
            width, turn = other.pay - one.pay, other.slope - one.slope
            chord = (other.value - one.value) / width
            if turn:
                bends.append(Fraction(width * (chord - one.slope) * (other.slope - chord) / turn))
        return max(bends)


def points(
    counted: Counted,
    pay: str,
    low: Fraction,
    high: Fraction,
    tell: Callable[[int, int], None] | None = None,
) -> PayPoints:
    """Return the value at both ends of a range of a pay (an address of the bet), and at round
    values between them; each is solved.

    tell: called with how many values are solved, and how many there are.
    Raises CombinError for a pay that no rules may have.
    """
    counted.game.with_pays({pay: low})
    tangents = Tangents(counted, pay, low, high)
    found: list[Tangent] = []
    # Both ends of the range, and the round values between them.
    least = (high - low) / MOST_STEPS
    power = Fraction(1, 10_000)
    while 5 * power < least:
        power *= 10
    step = next(digit * power for digit in (1, 2, 5) if digit * power >= least)
    inside = (step * place for place in range(ceil(low / step), floor(high / step) + 1))
    asked = sorted({low, *inside, high})
    for at in asked:
        found.append(tangents.touching(at))
        if tell:
            tell(len(found), len(asked))
    bet, today = counted.plan.bet, counted.ends.pays[pay]
    return PayPoints(counted.game, bet.key, bet.base, pay, today, tuple(found))
