"""Counts first hand by first hand: everything that follows one is complete in itself, and is
dropped before the next.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator

from combin.counting import memory
from combin.counting.levels import levels_around, states, zones_of
from combin.counting.memory import NUMBER, Keep, Need
from combin.counting.methods.method import Method
from combin.counting.plan import Plan, Stage
from combin.counting.program import program
from combin.counting.tally import CountTally, Level, ListTally, Tally
from combin.kernels import listing
from combin.rules.facts import Fact, Lead

COLUMN = 2  # bytes
DEALS_A_SECOND = 1_600_000_000  # of processor time, those of all suits
MOST_KEPT = 1_000_000  # information sets of a decision that are kept at the same time


class FirstHand(Method):
    """Counts several decisions hand by hand, and lists the deals of each information set.

    Suits are relabelled only as the first hand allows, so that no later information set follows
    two first hands. Of an information set S it lists

        column(S, c) for each card c of the deck that is not in S.

    It fits a plan without a joker in which the cards of the first decision stay apart at all later
    ones, the last decision leaves one card hidden, every hand may use any of its cards, and the
    columns are so many that a list is shorter than a row of counts.
    """

    in_blocks = True
    how = "first hand by first hand"

    def seconds(self, plan: Plan) -> int:
        return plan.deals // DEALS_A_SECOND

    def drops(self, plan: Plan) -> bool:
        return memory.most_sets(plan) > MOST_KEPT

    def fits(self, plan: Plan) -> bool:
        return (
            len(plan.stages) > 1
            and plan.is_dealt_once
            and [group.size for group in plan.hidden] == [1]
            and stays_apart(plan)
            and all(_is_plain(plan, fact) for fact in plan.columns)
            and COLUMN * plan.deals_after(plan.stages[-1]) < NUMBER * plan.size(plan.columns)
        )

    def shares(self, plan: Plan, threads: int) -> int:
        return min(32 * threads, len(_hands(plan)))

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        yield from (self.around(plan, hand) for hand in _hands(plan)[part::parts])

    def around(self, plan: Plan, state: array[int]) -> Tally:
        return self.listed(plan, levels_around(plan, state[: len(plan.stages[0].roles)]))

    def tally_of(self, plan: Plan, level: Level) -> Tally:
        return self.listed(plan, (level,))

    def listed(self, plan: Plan, levels: tuple[Level, ...]) -> Tally:
        """Return levels with what is hidden from the last one."""
        last = levels[-1]
        code = program(plan, [*zones_of(last.stage), plan.hidden[0].zones], plan.columns)
        deals = listing.columns(plan.game.deck.mask, last.roles, last.states, code)
        return ListTally(levels, plan.size(plan.columns), deals)

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        held = memory.all_sets if keep is Keep.ALL else _sets_at_once
        return memory.of_stages(plan, keep, held, self.row(plan))

    def row(self, plan: Plan) -> int:
        """Return the bytes for what is hidden from an information set of the last decision."""
        return COLUMN * plan.deals_after(plan.stages[-1])


class InRows(FirstHand):
    """First hand by first hand, in rows of counts; a class of its own says how these are found."""

    def listed(self, plan: Plan, levels: tuple[Level, ...]) -> Tally:
        last = levels[-1]
        counts = self.completions(plan, last.stage, last.states, last.weights)
        return CountTally(levels, plan.size(plan.columns), counts)

    def row(self, plan: Plan) -> int:
        return NUMBER * plan.size(plan.columns)


def stays_apart(plan: Plan) -> bool:
    """Return True if the cards of the first decision are sets of their own at every other one."""
    first = zones_of(plan.stages[0])
    return all(zones_of(stage)[: len(first)] == first for stage in plan.stages)


def _is_plain(plan: Plan, fact: Fact) -> bool:
    """Return True if a fact follows from the strengths of hands that may use any of their cards."""
    hands = [plan.game.hand(name) for name in fact.hands]
    return not (
        isinstance(fact, Lead)  # of points, not of strengths
        or any(hand.must_use or hand.by_families().wild for hand in hands)
    )


def _hands(plan: Plan) -> list[array[int]]:
    """Return the cards of the first decision, one hand of each kind."""
    sizes = [role.size for role in plan.stages[0].roles]
    masks = states(plan, sizes).masks
    return [masks[at : at + len(sizes)] for at in range(0, len(masks), len(sizes))]


def _sets_at_once(plan: Plan, stage: Stage) -> int:
    """Return the most information sets of the hands that are counted at the same time, one in each
    processor.
    """
    sizes = [role.size for role in stage.roles[len(plan.stages[0].roles) :]]
    most = max(memory.sets_around(plan.game.deck, hand, sizes) for hand in _hands(plan))
    return most * (os.cpu_count() or 1)


FIRST_HAND = FirstHand()
