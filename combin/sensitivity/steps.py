"""The house edge with each pay one step lower and one step higher."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from combin.records import dataclass
from combin.sensitivity.counted import Counted
from combin.sensitivity.sweep import value_at


@dataclass(frozen=True)
class PayStep:
    """One pay moved by a step.

    pay, today: its address and present value.
    step: one unit, or of a broken pay a unit of its last digit as a fraction: 1/2 of 3/2.
    lower, higher: the house edge with the pay a step lower and a step higher.
    kept: whether these are edges of the play for the pays of today, upper limits for the best play.
    """

    pay: str
    today: Fraction
    step: Fraction
    lower: Fraction
    higher: Fraction
    kept: bool


def pay_steps(counted: Counted) -> Iterator[PayStep]:
    """Yield the steps of the pays that win and are paid in some round, but for meters."""
    form, pays = counted.formula, counted.ends.pays
    for pay, today in pays.items():
        if today > 0 and form.slope(pay) and not pay.endswith(".meter"):
            step = Fraction(1, today.denominator)
            lower, higher = (
                value_at(counted, pay, at) if counted.keeps else form.at({**pays, pay: at})
                for at in (today - step, today + step)
            )
            yield PayStep(pay, today, step, -lower, -higher, not counted.keeps)
