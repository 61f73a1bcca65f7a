"""The pay of every end of a bet, as results and as integers for the kernels."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import cached_property
from math import factorial, lcm
from typing import Any

from combin.counting import Plan, Tally
from combin.counting.widths import Choices
from combin.errors import refuse
from combin.rules.facts import DealResult, Fact, FactValues, Names, Path, Settler, path_key
from combin.solving.induction import Choose, Decision, Folded, Root, best, carry, fold, followed


class Payoffs:
    """What every end of a bet is worth: results by path and facts, and the same as integers for the
    kernels.

    plan: what is counted for the bet.
    settler: settles its ends.
    tied: the ends where an informed choice is a tie: the names of the actions, the joint number.
    last: the last stage, if there is any.
    known: the facts known there.
    ends: the tables of the paths that the last stage sees.
    early: the tables of the paths that end before it.
    pays: path -> the scaled net at every joint number of facts; empty without stages.
    found: room for what a family finds once, by a name of its own.
    """

    def __init__(self, plan: Plan, alike: Payoffs | None = None) -> None:
        """alike: those of the same bet from another shoe, which has the same ends."""
        self.plan = plan
        self.last = plan.stages[-1] if plan.stages else None
        self.known = self.last.known if self.last else ()
        self.tied: set[tuple[Names, int]] = set()
        if alike is None:
            self.settler = Settler(plan.bet)
            # The paths as far as the last stage sees them: the choice of an informed decision is
            # left open.
            seen = self.last.number + 1 if self.last else 0
            paths = dict.fromkeys(path[:seen] for path in plan.paths if len(path) >= seen)
            self.ends = {path: self._table(path) for path in paths}
            self.early = {
                path: [
                    (path, self.settler.settle(path, values))
                    for values in plan.all_values(plan.stages[len(path) - 1].known)
                ]
                for path in plan.paths
                if self.last and len(path) <= self.last.number
            }
        else:
            self.settler, self.ends, self.early = alike.settler, alike.ends, alike.early
            self.tied |= alike.tied
        # Path, as far as the last stage sees it -> whole path and result at every joint number of
        # facts.
        self.tables: dict[Path, Sequence[tuple[Path, DealResult]]] = {**self.ends, **self.early}
        self.pays: dict[Path, array[int]] = {}
        self.found: dict[str, Any] = {}
        # Without information sets no kernel needs the pays.
        if plan.stages:
            largest = max(map(abs, self._nets()))
            plan = self.plan
            deals = factorial(len(plan.game.deck.suits)) * plan.deals_after(plan.stages[0])
            refuse(
                deals * self._scaled(largest) >= 2**63,
                f"{plan.game.slug}: pays as large as {largest} with a common denominator of "
                f"{self.scale} times the number of deals pass 63 bits; use smaller or rounder "
                "pays",
            )
            for path, table in self.tables.items():
                self.pays[path] = array("q", (self._scaled(result.net) for _, result in table))

    @cached_property
    def scale(self) -> int:
        """The least number that makes all nets whole when they are multiplied by it."""
        return lcm(*{net.denominator for net in self._nets()})

    def _nets(self) -> Iterator[Fraction]:
        return (result.net for table in self.tables.values() for _, result in table)

    def facts(self, path: Path) -> tuple[Fact, ...]:
        """Return the facts whose joint numbers the table of a path goes through."""
        if path in self.ends:
            return *self.known, *self.plan.columns
        return self.plan.stages[len(path) - 1].known

    def fold(
        self,
        tally: Tally,
        choose: Choose | None = None,
        keep: bool = False,
        known: Mapping[Path, Decision] | None = None,
        left_out: Set[Path] = frozenset(),
    ) -> Folded:
        """Return a tally decided under these payoffs, which are the one component; see
        `induction.fold`. By default the best action is chosen.
        """
        if choose is None:
            choose = best
            if self.plan.holds:
                from combin.solving.variance_tiebreak import (
                    steadiest,  # other games start sooner without it
                )

                names = {
                    path: [end.outcome for _, end in found] for path, found in self.ends.items()
                }
                choose = steadiest(self.plan, tally, self.pays, names)
        return fold(self.plan, tally, (self.pays,), choose, keep, known, left_out)

    def carried(self, tally: Tally, actions: Mapping[Path, Choices]) -> Root:
        """Return the outcome counts of a tally under the actions given after each history."""
        return carry(followed(self.plan, tally, (self.pays,), actions))

    @cached_property
    def dominated(self) -> Set[Path]:
        """The paths whose last action is never better than all others, nor the first of equals."""
        from combin.solving.dominated import worth_weighing  # most games start sooner without it

        found = set[Path]()
        histories = (path for stage in self.plan.stages for path in self.plan.histories(stage))
        ends = {path: [{0: pay} for pay in pays] for path, pays in self.pays.items()}
        for history in histories:
            others = self.plan.after(history)[1:]
            found |= set(others).difference(worth_weighing(self.plan, ends, history))
        return found

    def _table(self, path: Path) -> Sequence[tuple[Path, DealResult]]:
        """Return, for every known number and column, the whole path and the result it comes to."""
        if self.plan.is_settled_alike:
            return _Asked(self)
        every = self.plan.all_values((*self.known, *self.plan.columns))
        return [self._best(path, values, number) for number, values in enumerate(every)]

    def _best(self, path: Path, values: FactValues, number: int) -> tuple[Path, DealResult]:
        """Return the path with its informed choice, if one is left to make, and the result."""
        if len(path) != self.plan.informed or (path and path[-1][1].ends):
            return path, self.settler.settle(path, values)
        ways = self.plan.offered_after(path, values)
        ends = [(way, self.settler.settle(way, values)) for way in ways]
        nets = [result.net for _, result in ends]
        best = max(nets)
        if nets.count(best) > 1:
            self.tied.add((path_key(path), number))
        return ends[nets.index(best)]

    def _scaled(self, net: Fraction) -> int:
        return net.numerator * (self.scale // net.denominator)


class _Asked(Sequence["tuple[Path, DealResult]"]):
    """The ends of a bet without information sets that has many columns; few are ever asked for."""

    def __init__(self, payoffs: Payoffs) -> None:
        self.plan, self.settler = payoffs.plan, payoffs.settler

    def __len__(self) -> int:
        return self.plan.size(self.plan.columns)

    def __getitem__(self, number: Any) -> Any:
        values = self.plan.values(self.plan.columns, range(len(self))[number])
        return (), self.settler.settle((), values)
