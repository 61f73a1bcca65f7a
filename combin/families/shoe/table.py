"""The action at every information set from a shoe, by the kinds of its cards."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from combin.counting import Plan
from combin.counting.plan import Stage
from combin.families.shoe.counting import kinds_of
from combin.families.table import TallyTable


class ByKind:
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


class ShoeTable(TallyTable):
    """A `Table` of a bet from a shoe."""

    def _index(self, plan: Plan, stage: Stage) -> ByKind:
        return ByKind(plan, stage)
