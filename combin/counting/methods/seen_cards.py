"""An opponent's hand of which the player sees several cards, dealt from what is left by removal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from math import comb

from combin.counting import memory
from combin.counting.levels import joint_numbers, states
from combin.counting.memory import NUMBER, Keep, Need
from combin.counting.methods.method import Method
from combin.counting.methods.removal import BLOCK, seen_of, showdown_of, swept
from combin.counting.plan import Plan
from combin.counting.program import program
from combin.counting.tally import Tally
from combin.kernels import seen
from combin.kernels.constants import MAX_SEEN_OF
from combin.rules.facts import Under

SHORT, LARGEST = 2, 65_535  # bytes of a number in a row, and what it can be
SHARE = 400_000_000  # information sets of a share: to begin one takes as long as some millions


class SeenCards(Method):
    """Counts an opponent's hand in the order of strength, several of its cards being seen.

    For a player's hand P, the seen cards S and a strength s, the opponent's hands below s that hold
    S and avoid P are

        sum over subsets T of P of (-1)^|T| x (hands below s that contain T and S),

    found for all S at once. It fits what removal does, with two or more cards of the opponent seen,
    hands of at most 5 cards, and fewer than 2^16 ways to deal what is hidden.
    """

    in_blocks = True

    def fits(self, plan: Plan) -> bool:
        if showdown_of(plan) is None or seen_of(plan) < 2:
            return False
        own, shown = plan.stages[0].roles
        hidden = plan.hidden[0].size
        return (
            max(own.size, shown.size + hidden) <= MAX_SEEN_OF
            and comb(len(plan.game.deck) - shown.size, hidden) <= LARGEST
        )

    def shares(self, plan: Plan, threads: int) -> int:
        # Every share goes through all of the opponent's hands.
        return max(threads, memory.all_sets(plan, plan.stages[0]) // SHARE)

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        return swept(plan, _sweep(plan, part, parts).block)

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        stage = plan.stages[0]
        own, shown = stage.roles
        cards, hidden = len(plan.game.deck), plan.hidden[0].size
        width = comb(cards, shown.size)
        cuts = sum(isinstance(fact, Under) for fact in plan.columns)
        rows = sum(comb(cards, size) for size in range(min(own.size, hidden) + 1))
        size = SHORT * width * rows * (1 + cuts)
        size += NUMBER * (width + comb(cards, shown.size + hidden))
        # A block has at least all that can be seen beside one hand.
        sets = memory.all_sets(plan, stage)
        size += min(BLOCK + comb(cards - own.size, shown.size), sets) * memory.of_set(
            plan, stage, None, keep
        )
        if keep is not Keep.ALL:
            size *= os.cpu_count() or 1
        if keep in (Keep.CHOICES, Keep.ALL):
            size += memory.table(sets)
        yield Need("the opponent's hands", size)


def _sweep(plan: Plan, part: int, parts: int) -> seen.SeenSweep:
    """Return a share of the sweep through the opponent's hands."""
    showdown = showdown_of(plan)
    assert showdown, "the method was chosen because there are these two hands"
    stage, hidden = plan.stages[0], plan.hidden[0].size
    own, shown = stage.roles
    mine = states(plan, [own.size])
    known = joint_numbers(plan, [own.zones], mine.masks, stage.known)
    names = showdown.player.name, showdown.opponent.name
    return seen.SeenSweep(
        plan.game.deck.mask,
        mine.masks,
        mine.weights,
        known,
        own.size,
        shown.size,
        hidden,
        program(plan, [own.zones, showdown.opponent.zones], plan.columns, names),
        part,
        parts,
    )


SEEN_CARDS = SeenCards()
