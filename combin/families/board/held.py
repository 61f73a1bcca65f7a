"""The family for a shared board where an action is not always offered, or a fact looks at the
player's two cards alone: the holdings for which those facts come to the same are decided street by
street, and dropped before the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from combin.counting import Plan, memory
from combin.families.board.counting import TextureRows, showdowns_of
from combin.families.board.exposed import InClasses
from combin.families.board.forward import Forward
from combin.families.board.solving import StreetPlay, holding_classes, needs_of
from combin.families.tallies import HandByHand
from combin.solving.executor import Progress, Workers, in_order
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs


class ByHolding(InClasses):
    """Such games: a share is a class of holdings."""

    def shares(self, plan: Plan, cut: int) -> int:
        return len(holding_classes(plan))

    def happens(
        self,
        asked: Sequence[Payoffs],
        part: int = 0,
        parts: int = 1,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> list[Root]:
        plan, roots = asked[0].plan, [Root() for _ in asked]
        memory.verify(plan, needs_of(plan))
        sides = [TextureRows(showdowns_of(plan, partial(in_order, workers=workers)))]
        for one in holding_classes(plan)[part::parts]:
            for root, payoffs in zip(roots, asked):
                found = StreetPlay(payoffs, sides, workers, one)
                found.fold()
                root.add(Forward(found).carry())
        return roots


class LargeByHolding(ByHolding, HandByHand):
    """Such games with too many information sets to keep."""


BY_HOLDING, LARGE_BY_HOLDING = ByHolding(), LargeByHolding()
