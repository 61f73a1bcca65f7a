"""What is taken at every information set of a bet that is counted in tallies, by its cards."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import partial

from combin.counting import Keep, Plan, tallies, verify_memory, zeros
from combin.counting.plan import Stage
from combin.counting.widths import Choices, choices
from combin.families.block import Policy
from combin.families.shoe.counting import kinds_of
from combin.families.tally import under
from combin.kernels import play as kernel
from combin.records import dataclass
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers, counted
from combin.solving.induction import Folded, Root, carry
from combin.solving.payoffs import Payoffs


@dataclass(frozen=True)
class _Solved:
    """One tally, solved.

    root: what happens there.
    states: the card sets of each level.
    actions: history -> what is done at each information set.
    """

    root: Root
    states: list[array[int]]
    actions: dict[Path, Choices]


class TallyTable:
    """A `Table` of all tallies of a bet."""

    def __init__(
        self,
        payoffs: Payoffs,
        policy: Policy | None = None,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> None:
        """policy: the best play by default."""
        plan = payoffs.plan
        verify_memory(plan, Keep.CHOICES)
        self.root = Root()
        self._places = {stage.number: _by_cards(plan, stage) for stage in plan.stages}
        self._actions = {
            history: choices(len(plan.after(history)), 0)
            for stage in plan.stages
            for history in plan.histories(stage)
        }
        for share in counted(plan, partial(_share, payoffs, policy), workers, progress):
            for solved in share:
                self.root.add(solved.root)
                for places, states in zip(self._places.values(), solved.states):
                    places.add(states)
                for history, actions in self._actions.items():
                    actions.extend(solved.actions[history])

    def places(
        self, stage: Stage, states: array[int], nodes: array[int], live: bytes
    ) -> array[int]:
        found = zeros("i", len(nodes))
        self._places[stage.number].find(states, nodes, live, found)
        return found

    def actions(self, history: Path) -> Choices:
        return self._actions[history]


def _share(payoffs: Payoffs, policy: Policy | None, part: int, parts: int) -> list[_Solved]:
    found = []
    for tally in tallies(payoffs.plan, part, parts):
        found.append(_solved(under(payoffs, tally, policy) if policy else payoffs.fold(tally)))
    return found


def _solved(folded: Folded) -> _Solved:
    states = [level.states for level in folded.tally.levels]
    return _Solved(carry(folded), states, folded.actions)


class _ByKind:
    """The places of information sets from a shoe, by the kinds of their cards."""

    def __init__(self, plan: Plan, stage: Stage) -> None:
        self.roles = len(stage.roles)
        self.places: dict[tuple[int, ...], int] = {}
        self.kind_of = {0: 0} | {1 << card: kind for card, kind in kinds_of(plan).items()}

    def _kinds(self, states: array[int]) -> Iterator[tuple[int, ...]]:
        kinds = [self.kind_of[mask] for mask in states]
        return zip(*[iter(kinds)] * self.roles)

    def add(self, states: array[int]) -> None:
        for kinds in self._kinds(states):
            self.places[kinds] = len(self.places)

    def find(self, states: array[int], nodes: array[int], live: bytes, places: array[int]) -> None:
        for at, kinds in enumerate(self._kinds(states)):
            if live[nodes[at]]:
                places[at] = self.places[kinds]


def _by_cards(plan: Plan, stage: Stage) -> kernel.ActionTable | _ByKind:
    if plan.game.from_shoe:
        return _ByKind(plan, stage)
    return kernel.ActionTable(plan.game.deck.mask, array("q", (role.size for role in stage.roles)))
