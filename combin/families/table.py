"""The action at every information set of a bet counted in tallies, by its cards."""

from __future__ import annotations

from array import array
from functools import partial
from itertools import count
from typing import Protocol

from combin.counting import Keep, Plan, method_of, tallies, verify_memory, zeros
from combin.counting.plan import Stage
from combin.counting.widths import Choices, choices
from combin.families.block import Policy
from combin.families.tally import under
from combin.kernels import play as kernel
from combin.records import dataclass
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers, counted
from combin.solving.induction import Root, carry
from combin.solving.payoffs import Payoffs


@dataclass(frozen=True)
class _Solved:
    """One tally, solved.

    root: what happens there.
    states: the card sets of each level whose choices are kept.
    actions: history -> what is done at each information set of these levels.
    """

    root: Root
    states: list[array[int]]
    actions: dict[Path, Choices]


class PlacesKept(Protocol):
    """Where the information sets of a decision stand in what is taken."""

    def add(self, states: array[int]) -> None:
        """Add states behind those that are there."""

    def find(self, states: array[int], nodes: array[int], live: bytes, places: array[int]) -> None:
        """Write the place of each state that is asked for; see `Table.places`."""


class TallyTable:
    """A `Table` of all tallies of a bet.

    keep: what of the tallies is kept.
    """

    keep = Keep.CHOICES

    def __init__(
        self,
        payoffs: Payoffs,
        policy: Policy | None = None,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> None:
        """policy: the best play by default."""
        plan = payoffs.plan
        verify_memory(plan, self.keep)
        self.root, kept = Root(), self._kept(plan)
        self._places = {stage.number: self._index(plan, stage) for stage in kept}
        self._actions = {
            history: choices(len(plan.after(history)), 0)
            for stage in kept
            for history in plan.histories(stage)
        }
        for share in counted(plan, partial(_share, payoffs, policy, len(kept)), workers, progress):
            for solved in share:
                self.root.add(solved.root)
                for places, states in zip(self._places.values(), solved.states):
                    places.add(states)
                for history, actions in self._actions.items():
                    actions.extend(solved.actions[history])

    def _kept(self, plan: Plan) -> tuple[Stage, ...]:
        return tuple(plan.stages)

    def _index(self, plan: Plan, stage: Stage) -> PlacesKept:
        """Return where the states of a decision stand, nothing being added yet."""
        sizes = array("q", (role.size for role in stage.roles))
        return kernel.ActionTable(plan.game.deck.mask, sizes)

    def places(
        self, stage: Stage, states: array[int], nodes: array[int], live: bytes
    ) -> array[int]:
        found = zeros("i", len(nodes))
        self._places[stage.number].find(states, nodes, live, found)
        return found

    def actions(self, history: Path) -> Choices:
        return self._actions[history]


class HandByHandTable(TallyTable):
    """A `Table` without the last decision, whose information sets are too many to be kept: one is
    decided when a round comes to it, from the deals that are left.

    Its place is the number of what is taken there after each history, in the order in which they
    are met.
    """

    keep = Keep.NOTHING

    def __init__(
        self, payoffs: Payoffs, workers: Workers = None, progress: Progress | None = None
    ) -> None:
        super().__init__(payoffs, None, workers, progress)
        self._payoffs, self._last = payoffs, payoffs.plan.stages[-1]
        self._histories = payoffs.plan.histories(self._last)
        # What is taken after each history -> its number; rounds are played in several threads.
        self._taken: dict[tuple[int, ...], int] = {}
        self._numbers = count()

    def _kept(self, plan: Plan) -> tuple[Stage, ...]:
        return tuple(plan.stages[:-1])

    def places(
        self, stage: Stage, states: array[int], nodes: array[int], live: bytes
    ) -> array[int]:
        if stage is not self._last:
            return super().places(stage, states, nodes, live)
        plan = self._payoffs.plan
        actions = self._payoffs.fold(method_of(plan).of_last(plan, states)).actions
        every = zip(*(actions[history] for history in self._histories))
        return array("i", map(self._number, every))

    def _number(self, taken: tuple[int, ...]) -> int:
        number = self._taken.get(taken)
        return self._taken.setdefault(taken, next(self._numbers)) if number is None else number

    def actions(self, history: Path) -> Choices:
        if history not in self._histories:
            return super().actions(history)
        at, known = self._histories.index(history), self._taken.copy()
        found = choices(len(self._payoffs.plan.after(history)), max(known.values()) + 1)
        for taken, number in known.items():
            found[number] = taken[at]
        return found


def _share(
    payoffs: Payoffs, policy: Policy | None, kept: int, part: int, parts: int
) -> list[_Solved]:
    found = []
    for tally in tallies(payoffs.plan, part, parts):
        folded = under(payoffs, tally, policy) if policy else payoffs.fold(tally)
        levels, decided = folded.tally.levels[:kept], folded.decisions.items()
        actions = {history: one.action for history, one in decided if one.place < kept}
        found.append(_Solved(carry(folded), [level.states for level in levels], actions))
    return found
