"""A last card beside a board; a hand uses all of its hole and some cards of the board."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator
from math import comb, factorial

from combin.counting import memory
from combin.counting.levels import Parts, States, levels_around, states, zones_of
from combin.counting.memory import Keep, Need
from combin.counting.methods.method import Method
from combin.counting.plan import Plan, Stage
from combin.counting.program import program
from combin.counting.tally import CountTally, Tally, zeros
from combin.kernels import rows
from combin.kernels.constants import MAX_BOARD, MAX_PICK
from combin.rules import Hand
from combin.rules.facts import PaidLine


class LastCard(Method):
    """Counts hole by hole; each hole's information sets are complete in themselves.

    For one hole, with line(S) the line that it makes with the cards S of the board, as many as the
    hand uses of it, a board B and a last card e come to

        min(min over S within B of line(S), min over S within B, one card less, of line(S + e)),

    and a row of counts holds how many last cards come to each line. A board that is dealt at once
    is counted so, too: with each of its n cards as the last, every deal is met n times.

    It fits a plan without a joker whose one open fact is the line of a hand that must use its hole,
    all of it. The board is dealt at once, or with every decision seeing the hole and what is there
    of the board, and one card hidden at the last.
    """

    def fits(self, plan: Plan) -> bool:
        if (
            plan.game.deck.jokers
            or len(plan.columns) != 1
            or not isinstance(plan.columns[0], PaidLine)
        ):
            return False
        hand = _hand(plan)
        picked = hand.by_families().size - _cards(plan, hand.must_use)
        own, shared = set(hand.must_use), set(hand.zones) - set(hand.must_use)
        if not own or not 1 <= picked <= MAX_PICK:
            return False
        if not plan.stages:
            # Two groups of cards: the hole, and a board that is not too large.
            if len(plan.groups) != 2:
                return False
            hole, board = plan.groups
            return set(hole.zones) == own and 2 <= board.size <= MAX_BOARD
        # Every decision sees the hole, and beside it at most one kind of cards.
        for stage in plan.stages:
            if len(stage.roles) not in (1, 2) or stage.roles[0].zones != own:
                return False
        # The last decision sees the board but for one card, which is all that is hidden.
        last, hidden = plan.stages[-1].roles, plan.hidden
        return (
            len(last) == 2
            and [group.size for group in hidden] == [1]
            and last[1].size < MAX_BOARD
            and last[1].zones | set(hidden[0].zones) == shared
        )

    def shares(self, plan: Plan, threads: int) -> int:
        return 32 * threads if plan.stages else threads

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        count = _count_of_hole if plan.stages else _count_of_board
        holes = states(plan, [_cards(plan, _hand(plan).must_use)])
        yield from (count(plan, hole) for hole in holes.masks[part::parts])

    def around(self, plan: Plan, state: array[int]) -> Tally:
        return _count_of_hole(plan, state[0])

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        return memory.of_stages(plan, keep, memory.all_sets if keep is Keep.ALL else _sets_at_once)


# --- Where it fits -----------------------------------------------------------------------------


def _hand(plan: Plan) -> Hand:
    (name,) = plan.columns[0].hands
    return plan.game.hand(name)


def _cards(plan: Plan, zones: Iterable[str]) -> int:
    return sum(deal.cards for deal in plan.game.deals if deal.zone in zones)


# --- Counts ------------------------------------------------------------------------------------


def _count_of_hole(plan: Plan, hole: int) -> Tally:
    """Count the information sets of all decisions that have this hole."""
    levels = levels_around(plan, [hole])
    last = levels[-1]
    parts = [*zones_of(last.stage), *(group.zones for group in plan.hidden)]
    counts = _counts(plan, hole, parts, States(last.states, last.weights), len(last))
    return CountTally(levels, plan.size(plan.columns), counts)


def _count_of_board(plan: Plan, hole: int) -> Tally:
    """Count a whole board: its last card set apart, every deal is met once for each of its
    cards.
    """
    first, board = plan.groups
    shown = states(plan, [first.size, board.size - 1], [hole])
    sums = _counts(plan, hole, [first.zones, board.zones], shown, 1)
    if any(total % board.size for total in sums):
        raise ArithmeticError("the boards of a hole do not come out whole")
    counts = array("q", (total // board.size for total in sums))
    return CountTally((), plan.size(plan.columns), counts)


def _counts(plan: Plan, hole: int, parts: Parts, shown: States, many: int) -> array[int]:
    """Return `many` rows of counts: one for each state of hole and shown board, or one for all of
    them together.
    """
    code = program(plan, parts, plan.columns)
    counts = zeros("q", plan.size(plan.columns) * many)
    rows.count(plan.game.deck.mask, hole, shown.masks, shown.weights, code, counts)
    return counts


# --- Memory ------------------------------------------------------------------------------------


def _sets_at_once(plan: Plan, stage: Stage) -> int:
    """Return the most information sets of the holes that are counted at the same time, one in each
    processor.

    Around a hole, the suits that it has not can still be relabelled.
    """
    hole, *board = (role.size for role in stage.roles)
    left = len(plan.game.deck) - hole
    suits = max(len(plan.game.deck.suits) - hole, 1)
    return comb(left, sum(board)) // factorial(suits) * (os.cpu_count() or 1)


LAST_CARD = LastCard()
