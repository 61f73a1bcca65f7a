"""A board that player and opponent share, counted from its showdowns, one hole after the other."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from math import comb

from combin.counting import memory
from combin.counting.levels import levels_around, states
from combin.counting.memory import Keep, Need
from combin.counting.methods.method import Method
from combin.counting.plan import Plan, Stage
from combin.counting.streets import HOLE, ROWS, SHARES, shared_board, shared_board_of, showdowns_of
from combin.counting.tally import CountTally, Tally


class OnSharedBoard(Method):
    """Counts hole by hole; each hole's information sets are complete in themselves.

    The opponent's cards are never dealt: a row of counts is that of the texture of the board, see
    `combin.counting.streets`. It fits a plan whose two hands are the best five of two own cards and
    a board of five, the player's cards seen from the first decision on, and of the board nothing, a
    flop, four cards or all at each decision. `combin.solving.streets` finds the best play without
    going through the holes.
    """

    in_blocks = True

    def fits(self, plan: Plan) -> bool:
        return shared_board(plan) is not None

    def shares(self, plan: Plan, threads: int) -> int:
        return 32 * threads if plan.stages else SHARES

    def prepare(self, plan: Plan) -> None:
        showdowns_of(plan)

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        if not plan.stages:
            yield CountTally((), plan.size(plan.columns), showdowns_of(plan).sums(part, parts))
            return
        for hole in states(plan, [HOLE]).masks[part::parts]:
            yield self.around(plan, array("Q", [hole]))

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        return showdowns_of(plan).count(len(stage.roles), states, weights)

    def around(self, plan: Plan, state: array[int]) -> Tally:
        levels = levels_around(plan, state[:1])
        last = levels[-1]
        counts = self.completions(plan, last.stage, last.states, last.weights)
        return CountTally(levels, plan.size(plan.columns), counts)

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        if plan.stages:
            row = 2 * plan.size(shared_board_of(plan).columns) + 1
            yield Need("the showdowns", ROWS * row)
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
