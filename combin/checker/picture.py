"""What a picture of a check shows: how far each outcome strays, in its own standard deviations, and
the running mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from combin.checker import chances
from combin.checker.check import Verdict
from combin.checker.fits import LEVEL, Cell
from combin.logs.frequencies import running
from combin.logs.schema import COUNT, NET

MOST = 28  # outcomes shown
POINTS = 240  # of the running mean


@dataclass(frozen=True)
class Mark:
    """One outcome: how many standard deviations it was seen too often."""

    cell: Cell
    away: Fraction


@dataclass(frozen=True)
class Picture:
    """Marks and a curve.

    marks: the outcomes expected most often, or that stray most, in the order of the law. reach: how
        many standard deviations
    leave out one correct mark of a hundred. curve: (rounds so far, mean net in units so far, half
    the width within which 99 of 100 correct logs are there).
    """

    verdict: Verdict
    marks: tuple[Mark, ...]
    reach: Fraction
    curve: tuple[tuple[int, Fraction, Fraction], ...]


def picture(found: Verdict) -> Picture:
    """Return what to draw of a check; the curve needs a log with nets, one row a round."""
    marks = [Mark(cell, _away(cell, found.tested)) for cell in found.cells if cell.expected]
    shown = sorted(marks, key=lambda mark: (mark.cell.chance >= LEVEL, -mark.cell.expected))[:MOST]
    reach = chances.quantile(1 - LEVEL / 2)
    curve = []
    if NET in found.log.columns and COUNT not in found.log.columns:
        spread = found.law.result.variance
        for rounds, total in running(found.log, NET, -(-found.rounds // POINTS)):
            curve.append(
                (
                    rounds,
                    Fraction(total) * found.chip / rounds,
                    reach * chances.root(spread / rounds),
                )
            )
    return Picture(found, tuple(mark for mark in marks if mark in shown), reach, tuple(curve))


def _away(cell: Cell, rounds: int) -> Fraction:
    variance = cell.expected * (1 - cell.expected / rounds)
    return cell.deviation / chances.root(variance) if variance else Fraction(0)
