"""What a report of a check has besides the verdict: the edge with its interval, and the faults that
the log would have shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from combin.checker.check import Verdict
from combin.checker.needs import Demand, lacking
from combin.checker.pay_faults import PayFault, pay_faults
from combin.checker.power import interval
from combin.records import dataclass


@dataclass(frozen=True)
class CheckReport:
    """A verdict, and what a reader of a file needs beside it.

    ends: of the expected net, in units, as the log shows it, with a confidence of 1 - level; None
        where its mean is not known.
    faults: declared faults of the pays, and when the log would have shown them.
    left: faults that are left out, and why.
    needs: what was demanded of the log. lacking: what it does not meet of that, and why.
    """

    verdict: Verdict
    ends: tuple[Fraction, Fraction] | None
    faults: Sequence[PayFault]
    left: Sequence[str]
    needs: Sequence[Demand] = ()
    lacking: Sequence[tuple[Demand, str]] = ()


def report_of(found: Verdict, needs: Sequence[Demand] = ()) -> CheckReport:
    """Return what a report of a check says."""
    ends = None
    if found.mean is not None:
        ends = interval(found.mean, found.law.result.variance, found.tested, found.level)
    faults, left = pay_faults(found)
    return CheckReport(found, ends, faults, left, needs, tuple(lacking(found, needs)))
