"""The figures of a chart of a check: how far each outcome deviates, in standard deviations, and the
running mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from combin.checker import chances
from combin.checker.fits import LEVEL, Bin
from combin.checker.verdict import Verdict
from combin.logs.frequencies import running
from combin.logs.schema import COUNT, NET
from combin.records import dataclass

MOST_OUTCOMES = 28  # outcomes shown
POINTS = 240  # of the running mean


@dataclass(frozen=True)
class Mark:
    """One outcome.

    cell: how often it was seen and is expected.
    away: the difference in standard deviations.
    """

    cell: Bin
    away: Fraction


@dataclass(frozen=True)
class Picture:
    """What is drawn: marks and a curve.

    verdict: what the check found.
    marks: the outcomes expected most often, or that stray most, in the order of the law.
    reach: how many standard deviations leave out one correct mark of a hundred.
    curve: (rounds so far, mean net in units so far, half the width within which 99 of 100 correct
        logs are there).
    """

    verdict: Verdict
    marks: tuple[Mark, ...]
    reach: Fraction
    curve: tuple[tuple[int, Fraction, Fraction], ...]


def picture(found: Verdict) -> Picture:
    """Return what to draw of a check; the curve needs a log with nets, one row a round."""
    variances = [
        (cell, cell.expected * (1 - cell.expected / found.tested))
        for cell in found.cells
        if cell.expected
    ]
    marks = [
        Mark(cell, cell.deviation / chances.root(variance) if variance else Fraction(0))
        for cell, variance in variances
    ]
    shown = sorted(marks, key=lambda mark: (mark.cell.chance >= LEVEL, -mark.cell.expected))[
        :MOST_OUTCOMES
    ]
    reach = chances.quantile(1 - LEVEL / 2)
    in_order = tuple(mark for mark in marks if mark in shown)
    return Picture(found, in_order, reach, tuple(_curve(found, reach)))


def _curve(found: Verdict, reach: Fraction) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Yield the points of the running mean; none where the log does not have it."""
    if NET not in found.log.columns or COUNT in found.log.columns:
        return
    variance = found.law.result.variance
    for rounds, chips in running(found.log, NET, -(-found.rounds // POINTS)):
        mean = chips * found.chip / rounds
        yield rounds, mean, reach * chances.root(variance / rounds)
