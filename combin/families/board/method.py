"""Counts a shared board from its showdowns, one pair of hole cards after the other."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb

from combin.cards import cards_of
from combin.counting import dealing, memory
from combin.counting.levels import levels_around, states, union
from combin.counting.memory import Keep, Need
from combin.counting.methods.method import Method
from combin.counting.plan import Plan, Stage
from combin.counting.tally import CountTally, Tally
from combin.families.board.counting import (
    BOARD,
    FLOP,
    HOLE,
    MOST_KEPT,
    SHARES,
    added,
    row_needs,
    rows_of,
    shared_board,
    shared_board_of,
    showdowns_of,
)

SETS_A_SECOND, ROWS_A_SECOND = 2_000_000, 20_000_000  # of processor time


class OnSharedBoard(Method):
    """Counts hole by hole; each hole's information sets are complete in themselves.

    The opponent's cards are never dealt: a row of counts is that of the texture of the board, see
    `combin.families.board.counting`. It fits a plan whose two hands are of two own cards and a
    board of one to five, the best five of them where it has five; the player's cards are seen from
    the first decision on, and of the board as much as was dealt. Facts may look at the player's two
    cards alone, and say whether an action is offered. `combin.families.board.solving` finds the
    best play on a board of five without going through the holes.
    """

    in_blocks = True
    how = "hole by hole"

    def seconds(self, plan: Plan) -> int:
        if not plan.stages:
            return 0
        sets, last = memory.all_sets(plan, plan.stages[-1]), shared_board_of(plan)
        left = len(plan.game.deck) - HOLE - last.seen[-1]
        return sets // SETS_A_SECOND + sets * comb(left, last.size - last.seen[-1]) // ROWS_A_SECOND

    def fits(self, plan: Plan) -> bool:
        return shared_board(plan) is not None

    def drops(self, plan: Plan) -> bool:
        return memory.most_sets(plan) > MOST_KEPT

    def shares(self, plan: Plan, threads: int) -> int:
        return 32 * threads if plan.stages else SHARES

    def prepare(self, plan: Plan) -> None:
        showdowns_of(plan)

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        if not plan.stages:
            yield CountTally((), plan.size(plan.columns), showdowns_of(plan).sums(part, parts))
        else:
            for hole in states(plan, [HOLE]).masks[part::parts]:
                yield self.around(plan, array("Q", [hole]))

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        return showdowns_of(plan).count(len(stage.roles), states, weights)

    def conditional(self, plan: Plan, cards: Mapping[str, int]) -> array[int]:
        shared = shared_board_of(plan)
        own, board, hidden = (union(cards, zones) for zones in shared.zones)
        if hidden or (own and board) or (0 < board.bit_count() < FLOP and shared.size == BOARD):
            return dealing.conditional(plan, cards)  # few are still to come
        if own:
            return rows_of(plan).count(1, array("Q", [own]), array("q", [1]))
        holes = combinations(cards_of(plan.game.deck.mask & ~board), HOLE)
        states = [mask for hole in holes for mask in (sum(1 << card for card in hole), board)]
        counts = rows_of(plan).count(2, array("Q", states), array("q", [1]) * (len(states) // 2))
        return added(counts, plan.size(plan.columns))

    def around(self, plan: Plan, state: array[int]) -> Tally:
        levels = levels_around(plan, state[:1])
        last = levels[-1]
        counts = self.completions(plan, last.stage, last.states, last.weights)
        return CountTally(levels, plan.size(plan.columns), counts)

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        shared = shared_board_of(plan)
        if plan.stages or shared.size < BOARD:
            yield row_needs(plan, shared)
        held = memory.all_sets if keep is Keep.ALL else _sets_of_hole
        yield from memory.of_stages(plan, keep, held)


def _sets_of_hole(plan: Plan, stage: Stage) -> int:
    """Return the most information sets of the holes that are counted at the same time, one in each
    processor.
    """
    cards = len(plan.game.deck)
    board = sum(role.size for role in stage.roles) - HOLE
    return (os.cpu_count() or 1) * comb(cards - HOLE, board) // 2


ON_SHARED_BOARD = OnSharedBoard()
