"""The tree of the player's actions before all cards are known, its nodes numbered."""

from __future__ import annotations

from array import array

from combin.counting import Plan
from combin.counting.plan import Stage
from combin.rules.facts import Path


class Tree:
    """The sequences of actions of a bet, as far as decisions are made on cards still hidden.

    paths: all of them by their number; first the `ends` that lead out of the tree.
    children: for the other paths the numbers of what each action leads to, in the order of
        `Plan.actions`.
    root: the number of the empty path.
    """

    def __init__(self, plan: Plan) -> None:
        depth = len(plan.stages)
        self.ends = tuple(dict.fromkeys(path[:depth] for path in plan.paths))
        inner = [path for stage in plan.stages for path in plan.histories(stage)]
        self.paths = (*self.ends, *inner)
        number_of = {path: number for number, path in enumerate(self.paths)}
        self.root = number_of[()]
        self.children = {
            number_of[history]: array("i", (number_of[path] for path in plan.after(history)))
            for history in inner
        }

    def at(self, stage: Stage) -> list[tuple[int, Path]]:
        """Return number and actions of every path before the stage's decision."""
        return [
            (number, path) for number, path in enumerate(self.paths) if self._is_at(number, stage)
        ]

    def live(self, stage: Stage) -> bytes:
        """Return for every path 1 where the stage's decision comes next, else 0."""
        return bytes(self._is_at(number, stage) for number in range(len(self.paths)))

    def _is_at(self, number: int, stage: Stage) -> bool:
        return number >= len(self.ends) and len(self.paths[number]) == stage.number
