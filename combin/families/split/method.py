"""Bets on hands that are split into a high and a low one: they fit, and are counted elsewhere."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping

from combin.counting.memory import Keep, Need
from combin.counting.methods.method import Method
from combin.counting.plan import Plan, Stage
from combin.counting.tally import Level, Tally

BYTES_A_CLASS = 1_200  # of memory where hands are set by a way, measured
BYTES_CHOOSING = 4_500  # where all settings that may be best are kept


class Splits(Method):
    """Sums over classes of hands, by ranks and by suit (`_ext/splits.pyx`). It fits bets on two
    hands that are split, their high and their low hands compared.

    Which setting is best depends on the pays: such a bet is solved whole or one hand at a time
    (`combin.families.split.solving`), and has no tallies.
    """

    def fits(self, plan: Plan) -> bool:
        return plan.is_split

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        plan.refuse_split()

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        plan.refuse_split()

    def seen(self, plan: Plan, stage: Stage, cards: Mapping[str, int]) -> Level:
        plan.refuse_split()

    def conditional(self, plan: Plan, cards: Mapping[str, int]) -> array[int]:
        plan.refuse_split()

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        from combin.families.split.compared import compared  # other plans do without
        from combin.families.split.counting import by_ranks, by_suit

        both = compared(plan)
        classes = len(by_ranks(both.pack)) + len(by_suit(both.pack))
        each = BYTES_A_CLASS if both.sides.player.by else BYTES_CHOOSING
        yield Need("classes of hands", each * classes)


SPLITS = Splits()
