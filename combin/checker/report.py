"""What a report of a check has besides the verdict: the edge with its interval, and the faults that
the log would have shown.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from combin.checker.needs import Demand, lacking
from combin.checker.pay_faults import PayFault, pay_faults
from combin.checker.power import interval
from combin.checker.verdict import Verdict
from combin.records import dataclass

IMPOSSIBLE, PLAY, TESTS, ANY = "impossible", "play", "tests", "any"  # what a check may fail on


@dataclass(frozen=True)
class CheckReport:
    """A verdict, and what a reader of a file needs beside it.

    ends: of the expected net, in units, as the log shows it, with a confidence of 1 - level; None
        where its mean is not known.
    faults: declared faults of the pays, and when the log would have shown them.
    left: faults that are left out, and why.
    needs: what was demanded of the log. lacking: what it does not meet of that, and why.
    fail_on: what makes the check fail.
    """

    verdict: Verdict
    ends: tuple[Fraction, Fraction] | None
    faults: Sequence[PayFault]
    left: Sequence[str]
    needs: Sequence[Demand] = ()
    lacking: Sequence[tuple[Demand, str]] = ()
    fail_on: Collection[str] = (ANY,)

    @property
    def against(self) -> set[str]:
        """What makes the check fail: `impossible`, `play` and `tests`, as far as they do."""
        return against(self.verdict, self.fail_on)


def against(found: Verdict, fail_on: Collection[str]) -> set[str]:
    """Return what makes a check fail, of what the user says that it may fail on."""
    there = {
        IMPOSSIBLE: bool(found.impossible),
        PLAY: bool(found.play and found.play.departures),
        TESTS: bool(found.failed),
    }
    every = {IMPOSSIBLE, TESTS} if found.any_play else {*there}
    counted = every | {*fail_on} if ANY in fail_on else {*fail_on}
    return {what for what, is_there in there.items() if is_there and what in counted}


def report_of(
    found: Verdict, needs: Sequence[Demand] = (), fail_on: Collection[str] = (ANY,)
) -> CheckReport:
    """Return what a report of a check says."""
    ends = None
    if found.mean is not None:
        ends = interval(found.mean, found.law.result.variance, found.tested, found.level)
    faults, left = pay_faults(found)
    return CheckReport(found, ends, faults, left, needs, tuple(lacking(found, needs)), fail_on)
