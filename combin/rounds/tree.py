"""The tree of what a player can do before all cards are known, its places numbered."""

from __future__ import annotations

from array import array

from combin.counting import Plan
from combin.counting.plan import Stage
from combin.rules.facts import Path


class Tree:
    """The sequences of actions of a bet, as far as decisions are made on cards still hidden.

    paths: all of them by their number; first the `ends` that lead out of the tree. children: for
        the others the numbers of what
    each action leads to, in the order of `Plan.actions`. root: the number of the empty one.
    """

    def __init__(self, plan: Plan) -> None:
        depth = len(plan.stages)
        self.plan = plan
        self.ends = tuple(dict.fromkeys(path[:depth] for path in plan.paths))
        inner = [history for stage in plan.stages for history in plan.histories(stage)]
        self.paths = (*self.ends, *inner)
        number = {path: place for place, path in enumerate(self.paths)}
        self.root = number[()]
        self.children = {
            number[history]: array("i", map(number.__getitem__, plan.after(history)))
            for history in inner
        }
        self._stage = [
            len(path) if place >= len(self.ends) else None for place, path in enumerate(self.paths)
        ]

    def at(self, stage: Stage) -> list[tuple[int, Path]]:
        """Return number and actions of every place where the stage's decision is made."""
        return [
            (place, self.paths[place])
            for place, number in enumerate(self._stage)
            if number == stage.number
        ]

    def live(self, stage: Stage) -> bytes:
        """Return for every place 1 where the stage's decision is made, else 0."""
        return bytes(number == stage.number for number in self._stage)
