"""What every action is worth at every information set, in parts: a constant, and a part for each pay that may move.

The recursion is the solver's, on several columns of money at once; who calls it says how actions are chosen.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from combin.counting import Level, Plan, Tally, zeros
from combin.errors import CombinError
from combin.kernels import lines, solve
from combin.sensitivity.counted import Counted
from combin.sensitivity.forms import LinearForm
from combin.settlement import Path
from combin.solver import Solved, deals_of, path_key

Parted = list["array[int]"]  # of an action or a choice: for each part, a number for every information set
Choose = Callable[[int, Path, list[Parted]], bytearray]  # level, what was done before, the actions -> which one is taken
LARGEST = 2**61  # of a number that lines are compared by


class Parts:
    """One tally, its actions' worth in parts and the parts of those taken.

    actions, chosen, best: for each level and history, by action or as taken.
    """

    def __init__(self, plan: Plan, tally: Tally, money: PartedMoney, choose: Choose) -> None:
        self.plan, self.tally, self.money = plan, tally, money
        self.deals = [deals_of(plan, level) for level in tally.levels]
        self.actions: dict[tuple[int, tuple[str, ...]], list[Parted]] = {}
        self.best: dict[tuple[int, tuple[str, ...]], bytearray] = {}
        self.chosen: dict[tuple[int, tuple[str, ...]], Parted] = {}
        for place in range(len(tally.levels) - 1, -1, -1):
            for history in plan.histories(tally.levels[place].stage):
                found = [self._worth(place, path) for path in ends_of(plan, tally.levels[place], history)]
                key = place, path_key(history)
                self.actions[key], self.best[key] = found, choose(place, history, found)
                self.chosen[key] = self._taken(self.best[key], found)

    def _worth(self, place: int, path: Path) -> Parted:
        """Return the worth of the last action of `path` at every information set, summed over the deals."""
        level, parts = self.tally.levels[place], []
        for number, pays in enumerate(self.money.parts):
            value = zeros("q", len(level))
            if place == len(self.tally.levels) - 1:
                solve.worth(self.tally.counts, level.known, pays[path], self.tally.columns, value)
            elif path[-1][1].ends:
                solve.worth_known(self.deals[place], level.known, pays[path], value)
            else:
                solve.gather(self.chosen[place + 1, path_key(path)][number], self.tally.levels[place + 1].links, value)
            parts.append(value)
        return parts

    def _taken(self, best: bytearray, actions: list[Parted]) -> Parted:
        chosen = [zeros("q", len(best)) for _ in self.money.parts]
        for number, action in enumerate(actions):
            for part, out in zip(action, chosen):
                lines.taken(part, best, number, out)
        return chosen

    def total(self, times: array[int]) -> list[int]:
        """Return the sum of what is taken at the first decision, or of all ends where nothing is decided on cards.

        times: how often each information set of the first level stands.
        """
        if self.tally.levels:
            return [lines.product(part, times) for part in self.chosen[0, ()]]
        return [lines.product(self.tally.counts, pays[()]) for pays in self.money.parts]


class PartedMoney:
    """The forms of all ends as whole numbers: for each part, path -> a number for each joint number of facts.

    scale: what they were multiplied by. moving: the pays that have a part of their own, after the constant's.
    """

    def __init__(self, counted: Counted, forms: Mapping[Path, Sequence[LinearForm]], moving: Sequence[str]) -> None:
        """forms: of the ends; pays that do not move stand at those of `counted`, in the first part."""
        fixed = {name: pay for name, pay in counted.ends.pays.items() if name not in moving}
        exact = {path: [_split(form, moving, fixed) for form in found] for path, found in forms.items()}
        numbers = [number for found in exact.values() for split in found for number in split]
        self.moving, self.scale = tuple(moving), lcm(*(number.denominator for number in numbers))
        if counted.most * max(abs(int(number * self.scale)) for number in numbers) >= LARGEST:
            raise CombinError(
                f"{counted.game.slug}: pays with the common denominator {self.scale} pass 63 bits; use rounder pays"
            )
        self.parts = [
            {path: array("q", (int(split[part] * self.scale) for split in found)) for path, found in exact.items()}
            for part in range(len(moving) + 1)
        ]


def _split(form: LinearForm, moving: Sequence[str], fixed: Mapping[str, Fraction]) -> list[Fraction]:
    """Return a form's constant, with the fixed pays at their values, and its coefficients of the moving ones."""
    constant = Fraction(form.constant, form.denominator)
    constant += sum((form.slope(name) * fixed[name] for name in form.coefficients if name in fixed), Fraction(0))
    return [constant, *(form.slope(name) for name in moving)]


def ends_of(plan: Plan, level: Level, history: Path) -> list[Path]:
    """Return `history` with each action that is open after it, in the order of preference."""
    decision = plan.decisions[level.stage.number].name
    return [(*history, (decision, action)) for action in plan.actions(history)]


def highest(at: Fraction, side: int) -> Choose:
    """Return the choice of the action whose line, constant + part x pay, is highest at a pay.

    side: of equal ones 1 takes that which is higher just above the pay, -1 just below it, 0 the smallest stake.
    """
    if not -(2**63) < at.numerator < 2**63 or at.denominator >= 2**63:
        raise CombinError(f"the pay {at} has too many digits for the lines to be compared; use a rounder one")

    point = lines.Point(at.numerator, at.denominator, side)

    def choose(place: int, history: Path, actions: list[Parted]) -> bytearray:
        (first, slope), *others = actions
        high, steep, best = first[:], slope[:], bytearray(len(first))
        for number, (constant, part) in enumerate(others, 1):
            lines.higher(constant, part, point, number, high, steep, best)
        return best

    return choose


def as_before(solved: Solved) -> Choose:
    """Return the choice of the actions that were taken when a tally was solved."""
    return lambda place, history, actions: solved.best[place, path_key(history)][1]
