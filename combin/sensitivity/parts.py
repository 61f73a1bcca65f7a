"""What every action is worth at every information set, in parts: a constant, and a part for each
pay that may move.

The induction is the solver's, with a component of payoff for each part; who calls it says how
actions are chosen.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from operator import mul
from typing import Any

from combin.counting import Plan, Tally
from combin.counting.widths import first_offered
from combin.errors import CombinError
from combin.kernels import lines
from combin.rules.facts import Path
from combin.sensitivity.counted import Counted
from combin.sensitivity.forms import LinearForm
from combin.solving.induction import Choose, Folded, Offers, Taken, Worth, fold

LARGEST = 2**61  # of a number that lines are compared by


class PartedPayoffs:
    """The forms of all ends as whole numbers: for each part, path -> a number for each joint number
    of facts.

    scale: what they were multiplied by. moving: the pays that have a part of their own, after the
        constant's. The numbers are
    the kernels' where something is decided on cards; elsewhere they are of any size.
    """

    def __init__(
        self, counted: Counted, forms: Mapping[Path, Sequence[LinearForm]], moving: Sequence[str]
    ) -> None:
        """forms: of the ends; pays that do not move stand at those of `counted`, in the
        first part.
        """
        fixed = {name: pay for name, pay in counted.ends.pays.items() if name not in moving}
        exact = {
            path: [_split(form, moving, fixed) for form in found] for path, found in forms.items()
        }
        numbers = [number for found in exact.values() for split in found for number in split]
        self.moving, self.scale = tuple(moving), lcm(*(number.denominator for number in numbers))
        stored: Callable[[Iterable[int]], Any] = (
            partial(array, "q") if counted.plan.stages else tuple
        )
        if counted.most * max(abs(int(number * self.scale)) for number in numbers) >= LARGEST:
            raise CombinError(
                f"{counted.game.slug}: pays with the common denominator {self.scale} pass 63 bits; "
                "use rounder pays"
            )
        self.parts = [
            {
                path: stored(int(split[part] * self.scale) for split in found)
                for path, found in exact.items()
            }
            for part in range(len(moving) + 1)
        ]

    def fold(self, plan: Plan, tally: Tally, choose: Choose, keep: bool = False) -> Folded:
        """Return a tally decided with a component of payoff for each part; see `induction.fold`."""
        return fold(plan, tally, self.parts, choose, keep)


def total(folded: Folded, times: array[int]) -> list[int]:
    """Return the sum of what is taken at the first decision, or of all ends where nothing is
    decided on cards; by component.

    times: how often each information set of the first level stands.
    """
    if folded.decisions:
        return [lines.product(worth, times) for worth in folded[()].worth]
    return [sum(map(mul, folded.tally.counts, pays[()])) for pays in folded.components]


def _split(
    form: LinearForm, moving: Sequence[str], fixed: Mapping[str, Fraction]
) -> list[Fraction]:
    """Return a form's constant, with the fixed pays at their values, and its coefficients of the
    moving ones.
    """
    constant = Fraction(form.constant, form.denominator)
    constant += sum(
        (form.slope(name) * fixed[name] for name in form.coefficients if name in fixed), Fraction(0)
    )
    return [constant, *(form.slope(name) for name in moving)]


def highest(at: Fraction, side: int) -> Choose:
    """Return the choice of the action whose line, constant + part x pay, is highest at a pay.

    side: of equal ones 1 takes that which is higher just above the pay, -1 just below it, 0 the
        smallest stake.
    """

    def choose(history: Path, offers: Offers, values: Iterable[Worth]) -> Taken:
        if not -(2**63) < at.numerator < 2**63 or at.denominator >= 2**63:
            raise CombinError(
                f"the pay {at} has too many digits for the lines to be compared; use a rounder one"
            )
        point, every = lines.Point(at.numerator, at.denominator, side), iter(values)
        high, steep = (part[:] for part in next(every))
        best = first_offered(offers, len(high))
        for number, (constant, part) in enumerate(every, 1):
            lines.higher(constant, part, point, number, offers[number], high, steep, best)
        return Taken(best, [high, steep], bytearray())

    return choose
