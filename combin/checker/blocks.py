"""Tests whether results vary between blocks, and between odd and even rounds, as independent
results do; selected rounds, or rounds that make up for one another, do not.

Each result counts a whole number, its score; the moments of a score come from the exact law.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from combin.checker import chances
from combin.checker.fits import Test
from combin.logs.frequencies import BLOCK, Blocks
from combin.logs.schema import AnyCell

FEW_BLOCKS = 20  # below which they are not tested


class Moments(NamedTuple):
    """The mean of a score, and its second and fourth central moments."""

    mean: Fraction
    second: Fraction
    fourth: Fraction


def moments(law: Mapping[int, Fraction]) -> Moments:
    """Return the moments of a score; law: score -> its chance."""
    mean = sum((score * chance for score, chance in law.items()), Fraction(0))
    second, fourth = (
        sum(((score - mean) ** power * chance for score, chance in law.items()), Fraction(0))
        for power in (2, 4)
    )
    return Moments(mean, second, fourth)


def block_tests(
    blocks: Blocks, values: Mapping[AnyCell, int], law: Mapping[int, Fraction]
) -> Iterator[Test]:
    """Yield the tests of blocks and of odd and even rounds; none for few rounds.

    values: what each result counts. law: the chance of each score.
    """
    score = moments(law)
    if blocks.number < FEW_BLOCKS or not score.second:
        return
    # The sum of the squared distances of the blocks' sums from their exact mean has this mean and
    # variance; its law is close to the gamma law that has both.
    squares = squared_distances(blocks, values, score.mean)
    mean, variance = (blocks.number * moment for moment in squares_moments(score))
    degrees = 2 * mean**2 / variance
    statistic = squares * degrees / mean
    tails = (chances.chi_square_tail, chances.chi_square_below)
    chance = min(Fraction(1), 2 * min(tail(statistic, degrees) for tail in tails))
    about = f"{blocks.number:,} blocks of {BLOCK} rounds: their spread over the expected one"
    yield Test("sums of blocks", about, squares / mean, 0, chance)
    half = blocks.number * BLOCK // 2
    total = sum(values[value] * many for value, many in blocks.counts.items())
    even = sum(values[value] * many for value, many in blocks.second.items())
    away = Fraction(2 * even - total, half)
    squared = away**2 * half / (2 * score.second)
    z = chances.root(squared) * (1 if away > 0 else -1)
    yield Test("odd and even rounds", "z of their mean ranks", z, 0, chances.beyond(squared))


def squared_distances(blocks: Blocks, values: Mapping[AnyCell, int], mean: Fraction) -> Fraction:
    """Return the sum over the blocks of the squared distance of their sum from its mean."""
    total = sum(many * values[value] for value, many in blocks.counts.items())
    squares = 0
    for (one, other), many in blocks.products.items():
        squares += many * values[one] * values[other]
    each = BLOCK * mean
    return squares - 2 * each * total + blocks.number * each**2


def squares_moments(score: Moments) -> tuple[Fraction, Fraction]:
    """Return mean and variance of the squared distance of one block's sum from its mean."""
    mean = BLOCK * score.second
    return mean, BLOCK * (score.fourth - 3 * score.second**2) + 2 * mean**2
