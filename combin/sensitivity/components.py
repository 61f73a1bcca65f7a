"""The value of every action at every information set as components: a constant, and one for each
pay that may vary.

The induction is the solver's; the caller says how actions are chosen.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from operator import mul
from typing import Any

from combin.counting import Plan, Tally
from combin.counting.widths import first_offered
from combin.errors import refuse
from combin.kernels import lines
from combin.rules.facts import Path
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import LinearForm
from combin.solving.induction import Choose, Folded, Offers, Taken, Worth, fold

LARGEST = 2**61  # of a number that lines are compared by

Split = list[Fraction]  # the constant of a form, then its coefficients of the pays that move


class ComponentPayoffs:
    """The forms of all ends as whole numbers, by component.

    moving: the pays that have a component of their own, after the constant's.
    scale: what the numbers were multiplied by.
    components: path -> a number for each joint number of facts. The numbers are the kernels' where
        something is decided on cards; elsewhere they are of any size.
    """

    def __init__(
        self, counted: Counted, forms: Mapping[Path, Sequence[LinearForm]], moving: Sequence[str]
    ) -> None:
        """forms: of the ends; pays that do not move keep their values in `counted`, in the first
        component.
        """
        fixed = {name: pay for name, pay in counted.ends.pays.items() if name not in moving}
        exact = {
            path: [_split(form, moving, fixed) for form in found] for path, found in forms.items()
        }
        numbers = [number for found in exact.values() for split in found for number in split]
        self.moving = tuple(moving)
        self.scale = lcm(*(number.denominator for number in numbers))
        refuse(
            counted.most * max(abs(int(number * self.scale)) for number in numbers) >= LARGEST,
            f"{counted.game.slug}: pays with the common denominator {self.scale} pass 63 bits; "
            "use rounder pays",
        )
        stored = partial(array, "q") if counted.plan.stages else tuple
        self.components: list[dict[Path, Any]] = [
            {
                path: stored(int(split[place] * self.scale) for split in found)
                for path, found in exact.items()
            }
            for place in range(len(moving) + 1)
        ]

    def fold(self, plan: Plan, tally: Tally, choose: Choose, keep: bool = False) -> Folded:
        """Return a tally decided, every worth by component; see `induction.fold`."""
        return fold(plan, tally, self.components, choose, keep)


def total(folded: Folded, times: array[int]) -> list[int]:
    """Return for each component the sum of what is taken at the first decision, or of all ends
    where nothing is decided on cards.

    times: how often each information set of the first level stands.
    """
    if folded.decisions:
        return [lines.product(worth, times) for worth in folded[()].worth]
    return [sum(map(mul, folded.tally.counts, pays[()])) for pays in folded.components]


def _split(form: LinearForm, moving: Sequence[str], fixed: Mapping[str, Fraction]) -> Split:
    """Return a form's constant, with the fixed pays at their values, and its coefficients of the
    moving ones.
    """
    stays = (form.slope(name) * fixed[name] for name in form.coefficients if name in fixed)
    constant = sum(stays, Fraction(form.constant, form.denominator))
    return [constant, *(form.slope(name) for name in moving)]


def highest(at: Fraction, side: int) -> Choose:
    """Return the choice of the action whose line, constant + slope x pay, is highest at a pay.

    side: which of equal lines is taken: 1 that which is higher just above the pay, -1 just below
        it, 0 that of the smallest stake.
    """

    def choose(history: Path, offers: Offers, values: Iterable[Worth]) -> Taken:
        refuse(
            not -(2**63) < at.numerator < 2**63 or at.denominator >= 2**63,
            f"the pay {at} has too many digits for the lines to be compared; use a rounder one",
        )
        point = lines.Point(at.numerator, at.denominator, side)
        every = iter(values)
        high, steep = (component[:] for component in next(every))
        best = first_offered(offers, len(high))
        for number, (constant, slope) in enumerate(every, 1):
            lines.higher(constant, slope, point, number, offers[number], high, steep, best)
        return Taken(best, [high, steep], bytearray())

    return choose
