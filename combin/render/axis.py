"""Round numbers along the axis of a chart."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor


def round_between(low: Fraction, high: Fraction) -> list[Fraction]:
    """Return round numbers from `low` to `high`, five to about ten; one where both are the same.

    They are multiples of the largest of 1, 2 and 5 times a power of ten that is at most a fifth of
    the axis.
    """
    if low == high:
        return [low]
    limit = (high - low) / 5
    power = Fraction(1)
    while power > limit:
        power /= 10
    while 10 * power <= limit:
        power *= 10
    step = max(digit * power for digit in (1, 2, 5) if digit * power <= limit)
    return [step * place for place in range(ceil(low / step), floor(high / step) + 1)]


def evenly(low: Fraction, high: Fraction, parts: int) -> list[Fraction]:
    """Return the ends of `parts` equal parts of the axis from `low` to `high`."""
    return [low + place * (high - low) / parts for place in range(parts + 1)]
