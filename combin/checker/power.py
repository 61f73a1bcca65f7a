"""What a log could have shown: the smallest error of the edge that its rounds detect, and the
rounds that a smaller one takes.
"""

from __future__ import annotations

from collections.abc import Sized
from fractions import Fraction
from math import ceil

from combin.checker import chances
from combin.records import dataclass

SURE = Fraction(9, 10)  # how surely an error is to be noticed
# Errors of the edge, in units of the base wager.
ERRORS = (Fraction(1, 100), Fraction(1, 1000), Fraction(1, 10_000))


@dataclass(frozen=True)
class Power:
    """What the test of the mean shows.

    level: of that test, its share of the level of all tests.
    error: the smallest error of the edge, in units, that the rounds show with a probability of
        SURE.
    rounds: error -> rounds that show it so.
    """

    level: Fraction
    error: Fraction
    rounds: dict[Fraction, int]


def power_of(variance: Fraction, rounds: int, level: Fraction, tests: Sized) -> Power:
    """Return the power of a two-sided test of the mean.

    variance: of the net of one round, in units squared. rounds: how many are tested. level: of all
        tests together.
    """
    level /= max(1, len(tests))
    both = chances.quantile(1 - level / 2) + chances.quantile(SURE)
    needed = {error: max(1, ceil(rounds_needed(variance, error, level))) for error in ERRORS}
    return Power(level, both * chances.root(variance / max(1, rounds)), needed)


def rounds_needed(variance: Fraction, error: Fraction, level: Fraction) -> Fraction:
    """Return how many rounds show an error of the edge with a probability of SURE, in a two-sided
    test of the mean at a level; variance: of the net of one round.
    """
    both = chances.quantile(1 - level / 2) + chances.quantile(SURE)
    return both**2 * variance / error**2


def interval(
    mean: Fraction, variance: Fraction, rounds: int, level: Fraction
) -> tuple[Fraction, Fraction]:
    """Return the ends between which the expected net lies, by the normal law, with a confidence of
    1 - level; mean: that was seen. variance: of one round, exact.
    """
    half = chances.quantile(1 - level / 2) * chances.root(variance / rounds)
    return mean - half, mean + half
