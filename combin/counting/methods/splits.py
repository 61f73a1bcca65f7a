"""Bets on hands that are split into a high and a low one, the dealer's by a fixed way; of the
player's the best setting is taken, or that of a way.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from combin.counting.memory import Keep, Need
from combin.counting.methods.method import Method
from combin.counting.plan import Plan, Stage
from combin.counting.tally import Level, Tally, zeros

if TYPE_CHECKING:
    from combin.counting.compared import Compared

SHARES = 64  # so that it is seen how far a count is
BYTES_A_CLASS = 1_200  # of memory where hands are set by a way, measured
BYTES_CHOOSING = 4_500  # where all settings that may be best are kept


class Splits(Method):
    """Sums over classes of hands, by ranks and by suit (`_ext/splits.pyx`). It fits bets on two
    hands that are split, their high and their low hands compared.

    Where the player chooses, which setting is best depends on the pays: such a bet is solved whole
    and one hand at a time (`combin.solving.splits`), and has no tallies.
    """

    def fits(self, plan: Plan) -> bool:
        return plan.is_split

    def shares(self, plan: Plan, threads: int) -> int:
        if plan.sets_hands:
            plan.refuse_split()
        return SHARES

    def prepare(self, plan: Plan) -> None:
        _compared(plan).find()

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        both = _compared(plan)
        if plan.sets_hands:
            plan.refuse_split()
        count = zeros("q", plan.size(plan.columns))
        for world in both.worlds:
            for column, deals in enumerate(both.total(world, part, parts)):
                count[both.number(plan, column, world)] += deals
        yield Tally((), count, len(count))

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        plan.refuse_split()

    def seen(self, plan: Plan, stage: Stage, cards: Mapping[str, int]) -> Level:
        plan.refuse_split()

    def conditional(self, plan: Plan, cards: Mapping[str, int]) -> array[int]:
        plan.refuse_split()

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        from combin.counting.splits import by_ranks, by_suit

        both = _compared(plan)
        classes = len(by_ranks(both.pack)) + len(by_suit(both.pack))
        each = BYTES_A_CLASS if both.sides.player.by else BYTES_CHOOSING
        yield Need("classes of hands", each * classes)


def _compared(plan: Plan) -> Compared:
    from combin.counting.compared import compared  # other plans do without

    return compared(plan)


SPLITS = Splits()
