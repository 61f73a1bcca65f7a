"""The family for one seen card of the opponent beside a shared board: each rank of it is counted,
decided and dropped before the next.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial

from combin import patience
from combin.counting import Plan, memory
from combin.families.board.counting import sides_beside
from combin.families.board.forward import Forward
from combin.families.board.solving import StreetPlay, needs_of
from combin.families.tallies import Tallies
from combin.solving.executor import Progress, Workers, in_order
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs

SECONDS = 2  # of processor time that a class takes, a decision


class InClasses(Tallies):
    """Games on a shared board of which one class is decided after the other, street by street: a
    share is a class. What asks for single information sets has them from tallies, where there is
    memory for all of them.
    """

    together = True

    def cost(self, plan: Plan) -> str:
        return memory.told(plan, needs_of(plan))

    def prepare(self, plan: Plan) -> None:
        seconds = SECONDS * self.shares(plan, 1) * len(plan.stages)
        patience.verify(plan, seconds, "street by street", self.cost(plan))


class ExposedBoards(InClasses):
    """Games on a shared board, one card of the opponent's being seen before the first decision: a
    share is a rank of that card.
    """

    def shares(self, plan: Plan, cut: int) -> int:
        return len(_seen_cards(plan))

    def happens(
        self,
        asked: Sequence[Payoffs],
        part: int = 0,
        parts: int = 1,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> list[Root]:
        plan = asked[0].plan
        memory.verify(plan, needs_of(plan))
        sides = sides_beside(plan, _seen_cards(plan)[part], partial(in_order, workers=workers))
        suits, roots = len(plan.game.deck.suits), []
        for payoffs in asked:
            found = StreetPlay(payoffs, sides, workers)
            found.fold()
            root = Forward(found).carry()
            # The seen card has any suit; situations are told up to a relabelling of suits, so they
            # are as many.
            for path, deals in root.counts.items():
                root.counts[path] = array("q", (suits * number for number in deals))
            for number, what in root.ties:
                root.ties[number, what] *= suits if what == "deals" else 1
            roots.append(root)
        return roots


def _seen_cards(plan: Plan) -> list[int]:
    """Return the cards of the first suit, as masks: one for each rank that can be seen."""
    lane = plan.game.deck.mask & 0xFFFF
    return [1 << rank for rank in range(lane.bit_length()) if lane >> rank & 1]


EXPOSED_BOARDS = ExposedBoards()
