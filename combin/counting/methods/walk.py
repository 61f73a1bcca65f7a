"""The walk: every deal, one by one, the suits relabelled. It counts any plan with few
enough deals.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from math import factorial

from combin.counting import memory
from combin.counting.levels import joker_holders, levels
from combin.counting.methods.method import Method, one_decision
from combin.counting.plan import Plan
from combin.counting.program import program
from combin.counting.tally import CountTally, Tally, zeros
from combin.kernels import walk

HANDS_A_SECOND = 12_000_000  # of one thread
LONG = 10**10  # deals that may take longer than a second when they are walked


class Walk(Method):
    """Counts by enumeration.

    For an information set I and a column c it computes

        count(I, c) = weight(I) x sum over the deals d of what is hidden at I of [column(I, d) = c],

    where weight(I) is how many information sets a relabelling of the suits makes of I. It fits
    every plan.
    """

    how = "one by one"

    def fits(self, plan: Plan) -> bool:
        return True

    def seconds(self, plan: Plan) -> int:
        deals = plan.deals // factorial(len(plan.game.deck.suits))
        if plan.stages:
            last = plan.stages[-1]
            deals = memory.all_sets(plan, last) * plan.deals_after(last)
        return deals * len(plan.hands_read(plan.columns)) // HANDS_A_SECOND

    def shares(self, plan: Plan, threads: int) -> int:
        if len(plan.stages) < 2 and plan.deals > LONG:
            return 32 * threads
        return threads

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        if not plan.stages:
            # Without information sets all groups are roles of one state.
            deck, columns = plan.game.deck.mask, plan.size(plan.columns)
            sizes = [group.size for group in plan.groups]
            code = program(plan, [group.zones for group in plan.groups], plan.columns)
            counts = zeros("q", columns)
            for holder in joker_holders(plan, sizes):
                walk.census(deck, array("q", sizes), holder, code, counts, part, parts)
            yield CountTally((), columns, counts)
        elif len(plan.stages) == 1:
            yield one_decision(self, plan, part, parts)
        elif part == 0:
            yield self._whole(plan)

    def _whole(self, plan: Plan) -> Tally:
        """Count several decisions: links lead from any information set to any of the next, so that
        nothing is cut.
        """
        found = levels(plan)
        last = found[-1]
        counts = self.completions(plan, last.stage, last.states, last.weights)
        return CountTally(found, plan.size(plan.columns), counts)


WALK = Walk()
