"""One set of first cards after the other: all that follows it is complete in itself, and is dropped
before the next.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator

from combin.counting import memory
from combin.counting.levels import levels_around, states, zones_of
from combin.counting.memory import Keep, Need
from combin.counting.methods.method import Method
from combin.counting.plan import Plan, Stage
from combin.counting.tally import CountTally, Tally, zeros

# Writes a row of counts for each of some states of the last decision, times its weight.
Count = Callable[["array[int]", "array[int]", "array[int]"], None]


class FirstRole(Method):
    """Counts set by set of the first cards that the player sees.

    Suits are relabelled only as that set allows, so that no information set follows two of them. It
    can be done where these cards stay apart at all decisions.
    """

    in_blocks = True

    def counter(self, plan: Plan) -> Count:
        """Return what counts the last decision."""
        raise NotImplementedError

    def shares(self, plan: Plan, threads: int) -> int:
        return min(32 * threads, len(_first_sets(plan)))

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        count = self.counter(plan)
        for cards in _first_sets(plan)[part::parts]:
            yield _around(plan, cards, count)

    def around(self, plan: Plan, state: array[int]) -> Tally:
        return _around(plan, state[0], self.counter(plan))

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        counts = zeros("q", plan.size(plan.columns) * len(weights))
        self.counter(plan)(states, weights, counts)
        return counts

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        held = memory.all_sets if keep is Keep.ALL else _sets_at_once
        return memory.of_stages(plan, keep, held)


def stays_apart(plan: Plan) -> bool:
    """Tell whether the first cards that the player sees are a set of their own at every decision,
    nothing being drawn, split, dealt from a shoe or a joker.
    """
    if not plan.stages or plan.game.deck.jokers or plan.game.from_shoe or plan.is_split:
        return False
    first = zones_of(plan.stages[0])[0]
    apart = all(zones_of(stage)[0] == first for stage in plan.stages)
    return apart and not plan.draw and plan.informed is None and len(plan.hidden) == 1


def _first_sets(plan: Plan) -> array[int]:
    """Return the first cards that the player sees, one set of each kind."""
    return states(plan, [plan.stages[0].roles[0].size]).masks


def _around(plan: Plan, cards: int, count: Count) -> Tally:
    levels = levels_around(plan, [cards])
    last, columns = levels[-1], plan.size(plan.columns)
    counts = zeros("q", columns * len(last))
    count(last.states, last.weights, counts)
    return CountTally(levels, columns, counts)


def _sets_at_once(plan: Plan, stage: Stage) -> int:
    """Return the most information sets that are counted at the same time, those of one set of first
    cards in each processor.
    """
    sizes = [role.size for role in stage.roles[1:]]
    deck = plan.game.deck
    most = max(memory.sets_around(deck, [cards], sizes) for cards in _first_sets(plan))
    return most * (os.cpu_count() or 1)
