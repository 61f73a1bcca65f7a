"""Two hidden boards dealt from one deck; each decides facts of its own."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from itertools import product
from math import comb

from combin.counting import memory
from combin.counting.levels import zones_of
from combin.counting.memory import NUMBER, Keep, Need
from combin.counting.methods.method import Method, one_decision
from combin.counting.plan import Group, Plan, Stage
from combin.counting.program import program
from combin.counting.tally import Tally, zeros
from combin.kernels import boards
from combin.kernels.constants import MAX_HIDDEN_BOARD
from combin.records import dataclass
from combin.rules.facts import Fact


@dataclass(frozen=True)
class OneBoard:
    """One of the two boards.

    board: its cards.
    facts: the open facts that it decides, together with the cards seen.
    """

    board: Group
    facts: tuple[Fact, ...]


class Boards(Method):
    """Counts two hidden boards apart, and pairs them by removal.

    With f(a, T) the first boards of column a that contain the cards T, and g(b, T) the second
    boards likewise, the pairs of boards of the columns a and b that share no card are

        sum over card sets T of (-1)^|T| f(a, T) g(b, T).

    It fits a plan with one decision, no joker and two groups of at most 6 cards hidden then, where
    every open fact looks at one of them.
    """

    def fits(self, plan: Plan) -> bool:
        if len(plan.stages) != 1 or plan.game.deck.jokers or len(plan.hidden) != 2:
            return False
        if any(group.size > MAX_HIDDEN_BOARD for group in plan.hidden):
            return False
        sides = _sides(plan)
        decided = sum(len(side.facts) for side in sides)
        return all(side.facts for side in sides) and decided == len(plan.columns)

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        yield one_decision(self, plan, part, parts)

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        sides = _sides(plan)
        # The column of all open facts for each pair of columns of the two boards, the second's
        # varying fastest.
        ours, theirs = (list(plan.all_values(side.facts)) for side in sides)
        pairs = ({**one, **other} for one, other in product(ours, theirs))
        joint = array("q", (plan.number(plan.columns, values) for values in pairs))
        counts = zeros("q", plan.size(plan.columns) * len(weights))
        deck, roles = plan.game.deck.mask, len(stage.roles)
        first, second = (_board(plan, stage, side) for side in sides)
        boards.pairs(deck, roles, states, weights, first, second, joint, counts)
        return counts

    def steps(self, plan: Plan) -> int:
        cards = len(plan.game.deck) - sum(role.size for role in plan.stages[-1].roles)
        # Each board stands for all its subsets.
        return sum(comb(cards, group.size) << group.size for group in plan.hidden)

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        # The bytes for what each board makes of all sets of cards, in as many threads as there are
        # processors.
        depth = min(group.size for group in plan.hidden)
        cards = len(plan.game.deck)
        subsets = sum(comb(cards, size) for size in range(depth + 1))
        columns = sum(plan.size(side.facts) for side in _sides(plan))
        yield Need("the two boards", NUMBER * subsets * columns * (os.cpu_count() or 1))
        yield from memory.of_stages(plan, keep, memory.all_sets)


def _sides(plan: Plan) -> list[OneBoard]:
    sides = []
    for group in plan.hidden:
        hidden = {zone for other in plan.hidden if other != group for zone in other.zones}
        facts = (
            fact
            for fact in plan.columns
            if all(hidden.isdisjoint(plan.game.hand(name).zones) for name in fact.hands)
        )
        sides.append(OneBoard(group, tuple(facts)))
    return sides


def _board(plan: Plan, stage: Stage, side: OneBoard) -> boards.Board:
    code = program(plan, [*zones_of(stage), side.board.zones], side.facts)
    return boards.Board(side.board.size, code)


BOARDS = Boards()
