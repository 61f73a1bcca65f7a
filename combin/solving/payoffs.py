"""What every end of a bet pays: results by path and facts, and the same as integers for the
kernels.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import factorial, lcm
from typing import Any

from combin.counting import Plan, Tally
from combin.errors import CombinError
from combin.rules.facts import Fact, Names, Path, Result, Settler, path_key
from combin.solving.induction import Choose, Decision, Folded, best, fold


class Payoffs:
    """What every end of a bet is worth: results by path and facts, and the same as integers for the
    kernels.

    Nets are multiplied by `scale`, the least number that makes them whole.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.settler = Settler(plan.game, plan.bet)
        self.tied: set[tuple[Names, int]] = (
            set()
        )  # (path, place) of ends where an informed choice is a tie
        self.last = plan.stages[-1] if plan.stages else None
        self.known = self.last.known if self.last else ()
        self.ends = {path: self._table(path) for path in self._last_paths()}
        self.early = {
            path: self._early_table(path)
            for path in plan.paths
            if self.last and len(path) <= self.last.number
        }
        self.scale = lcm(
            *{result.net.denominator for table in self.tables.values() for _, result in table}
        )
        scaled = {
            path: [self._scaled(result.net) for _, result in table]
            for path, table in self.tables.items()
        }
        largest = max(abs(number) for numbers in scaled.values() for number in numbers)
        if (
            plan.stages
            and factorial(len(plan.game.deck.suits)) * plan.deals_after(plan.stages[0]) * largest
            >= 2**63
        ):
            raise CombinError(
                f"{plan.game.slug}: pays as large as {Fraction(largest, self.scale)} with a common "
                f"denominator of {self.scale} "
                "times the number of deals pass 63 bits; use smaller or rounder pays"
            )
        # Without information sets no kernel needs the pays.
        self.pays = (
            {path: array("q", numbers) for path, numbers in scaled.items()} if plan.stages else {}
        )

    @cached_property
    def tables(self) -> dict[Path, list[tuple[Path, Result]]]:
        """For each path as far as the last stage sees it, the whole path and its result at every
        joint number of facts.
        """
        return {**self.ends, **self.early}

    def facts(self, path: Path) -> tuple[Fact, ...]:
        """Return the facts whose joint numbers the table of a path goes through."""
        return (
            (*self.known, *self.plan.columns)
            if path in self.ends
            else self.plan.stages[len(path) - 1].known
        )

    def fold(
        self,
        tally: Tally,
        choose: Choose = best,
        keep: bool = False,
        known: Mapping[Path, Decision] | None = None,
    ) -> Folded:
        """Return a tally decided under these payoffs, which are the one component; see
        `induction.fold`.
        """
        return fold(self.plan, tally, (self.pays,), choose, keep, known)

    def _last_paths(self) -> list[Path]:
        """Return the paths as far as the last stage sees them: the choice of an informed decision
        is left open.
        """
        if not self.last:
            return [()]
        return list(
            dict.fromkeys(
                path[: self.last.number + 1]
                for path in self.plan.paths
                if len(path) > self.last.number
            )
        )

    def _table(self, path: Path) -> list[tuple[Path, Result]]:
        """Return, for every known number and column, the whole path and the result it comes to."""
        facts = (*self.known, *self.plan.columns)
        return [
            self._best(path, values, number)
            for number, values in enumerate(self.plan.all_values(facts))
        ]

    def _early_table(self, path: Path) -> list[tuple[Path, Result]]:
        """Return, for every known number of the stage where `path` ends the play, the path and its
        result.
        """
        known = self.plan.stages[len(path) - 1].known
        return [(path, self.settler.settle(path, values)) for values in self.plan.all_values(known)]

    def _best(self, path: Path, values: dict[Fact, Any], number: int) -> tuple[Path, Result]:
        """Return the path with its informed choice, if one is left to make, and the result."""
        if (
            self.plan.informed is None
            or len(path) != self.plan.informed
            or (path and path[-1][1].ends)
        ):
            return path, self.settler.settle(path, values)
        ends = [(way, self.settler.settle(way, values)) for way in self.plan.after(path)]
        best = max(ends, key=lambda end: end[1].net)
        if sum(result.net == best[1].net for _, result in ends) > 1:
            self.tied.add((path_key(path), number))
        return best

    def _scaled(self, net: Fraction) -> int:
        return net.numerator * (self.scale // net.denominator)
