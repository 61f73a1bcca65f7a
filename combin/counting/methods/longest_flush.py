"""An opponent's longest flush against the player's, from what is left of each suit."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from math import comb
from typing import assert_never

from combin.counting import memory
from combin.counting.levels import levels, zones_of
from combin.counting.matchup import Matchup, matchups
from combin.counting.memory import HALF, NUMBER, Keep, Need
from combin.counting.methods.method import Method, one_decision
from combin.counting.plan import Plan, Stage
from combin.counting.program import program
from combin.counting.tally import Tally, zeros
from combin.kernels import flushes
from combin.kernels.constants import MAX_CUTS, MAX_LEADS, MAX_REMOVED, MAX_SHARED
from combin.rules.facts import Fact, Lead, Order, PaidLine, Under

WAYS = HALF * (MAX_REMOVED + 2) * 16 * (MAX_REMOVED + 1)  # bytes kept of numbers of cards


class LongestFlush(Method):
    """Counts an opponent's hand suit by suit.

    Where only the longest flush counts, the opponent's hands below a strength are a product over
    the suits: each gives fewer cards than that flush has, or as many of lower ranks. No hand of the
    opponent is dealt, and no hidden cards that both hands use: these are summed over suit by suit,
    too, once for each set of them that gives the player his flush.

    It fits a plan with one decision where the player sees his cards, and those of the opponent and
    at most 3 that both use are hidden; where both hands are ranked by their longest flush, of all
    their cards, some of which may be wild; and where every open fact compares the two, sets one
    against a threshold, or is the line of a paytable that the player's hand reaches.
    """

    def fits(self, plan: Plan) -> bool:
        return _flushes_of(plan) is not None

    def shares(self, plan: Plan, threads: int) -> int:
        return 32 * threads

    def prepare(self, plan: Plan) -> None:
        levels(plan)

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        yield one_decision(self, plan, part, parts)

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        found = _flushes_of(plan)
        assert found, "the method was chosen because there are these two hands"
        names = found.player.name, found.opponent.name
        hidden = [group.zones for group in plan.hidden]
        code = program(plan, [*zones_of(stage), *hidden], plan.columns, names)
        counts = zeros("q", plan.size(plan.columns) * len(weights))
        deck, own = plan.game.deck.mask, stage.roles[0].size
        flushes.count(deck, own, _shared_cards(found), states, weights, code, counts)
        return counts

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        found = _flushes_of(plan)
        assert found, "the method was chosen because there are these two hands"
        own, shared = plan.stages[0].roles[0].size, _shared_cards(found)
        ways = comb(own + 4, 4) * comb(shared + 4, 4) * (os.cpu_count() or 1)
        yield Need("the ways to fill suits", WAYS * ways)
        if keep is not Keep.NOTHING:
            yield from memory.of_stages(plan, keep, memory.all_sets)
            return
        (stage,) = plan.stages
        sets = memory.all_sets(plan, stage)
        solved = memory.of_set(plan, stage, None, keep)
        # What is known of each hand is kept; of the shares, only some are solved at a time.
        yield Need(f"the {sets:,} hands of the player", 5 * NUMBER * sets + solved * sets // 8)


# --- Where it fits -----------------------------------------------------------------------------


def _flushes_of(plan: Plan) -> Matchup | None:
    """Return the two hands of a plan that are counted suit by suit, None for any other plan."""
    if len(plan.stages) != 1 or plan.informed is not None or plan.game.deck.jokers:
        return None
    if len(plan.stages[0].roles) != 1 or not has_room(plan):
        return None
    fitting = (
        found
        for found in matchups(plan, plan.columns)
        if _fits(plan, found) and all(_is_settled_by(found, fact) for fact in plan.columns)
    )
    return next(fitting, None)


def _fits(plan: Plan, found: Matchup) -> bool:
    """Return True if the player sees his cards, and those of the opponent and a few that both use
    are hidden.
    """
    seen, ranking = plan.stages[0].roles[0], found.player.by_families()
    theirs, shared = found.theirs, found.shared
    both = _shared_cards(found)
    return (
        len(theirs) == 1
        and len(shared) <= 1
        and {*theirs, *shared} == {*plan.hidden}
        and seen.zones <= set(found.player.zones)
        and seen.zones.isdisjoint(found.opponent.zones)
        and seen.size == theirs[0].size == ranking.size - both
        and both <= MAX_SHARED
        and ranking == found.opponent.ranking
        and ranking.of_longest_flush
    )


def _shared_cards(found: Matchup) -> int:
    return sum(group.size for group in found.shared)


def _is_settled_by(found: Matchup, fact: Fact) -> bool:
    """Return True if a fact is about the two hands; the opponent's is read by no paytable."""
    match fact:
        case Order() | Lead() | Under():
            return True
        case PaidLine(hand):
            return hand == found.player.name
        case _:
            assert_never(fact)


def has_room(plan: Plan) -> bool:
    """Return True if the kernels have room for the thresholds and margins of a plan."""
    cuts = leads = 0
    for fact in plan.columns:
        match fact:
            case Under():
                cuts += 1
            case Lead(_, _, lines):
                leads += len(lines)
            case Order() | PaidLine():
                pass
            case _:
                assert_never(fact)
    return cuts <= MAX_CUTS and leads <= MAX_LEADS


LONGEST = LongestFlush()
