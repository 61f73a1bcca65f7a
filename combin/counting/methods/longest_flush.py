"""An opponent's longest flush against the player's, from what is left of each suit."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from itertools import permutations
from math import comb
from typing import assert_never

from combin.counting import memory
from combin.counting.levels import levels, zones_of
from combin.counting.memory import HALF, NUMBER, Keep, Need
from combin.counting.methods.method import Method, one_decision
from combin.counting.plan import Group, Plan, Stage
from combin.counting.program import program
from combin.counting.tally import Tally, zeros
from combin.kernels import flushes
from combin.kernels.constants import MAX_CUTS, MAX_LEADS, MAX_REMOVED, MAX_SHARED
from combin.records import dataclass
from combin.rules import Hand
from combin.rules.facts import Fact, Lead, Order, PaidLine, Under

WAYS = HALF * (MAX_REMOVED + 2) * 16 * (MAX_REMOVED + 1)  # bytes kept of numbers of cards


@dataclass(frozen=True)
class Flushes:
    """The two hands that all open facts are about.

    player: the hand of the cards that the player sees, and of the shared ones.
    opponent: the hand of cards that are hidden.
    own: how many cards the player sees.
    shared: how many hidden cards both hands use.
    """

    player: Hand
    opponent: Hand
    own: int
    shared: int


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
        deck = plan.game.deck.mask
        flushes.count(deck, found.own, found.shared, states, weights, code, counts)
        return counts

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        found = _flushes_of(plan)
        assert found, "the method was chosen because there are these two hands"
        ways = comb(found.own + 4, 4) * comb(found.shared + 4, 4) * (os.cpu_count() or 1)
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


def _flushes_of(plan: Plan) -> Flushes | None:
    """Return the two hands of a plan that are counted suit by suit, None for any other plan."""
    if len(plan.stages) != 1 or plan.informed is not None or plan.game.deck.jokers:
        return None
    names = dict.fromkeys(name for fact in plan.columns for name in fact.hands)
    if len(names) != 2 or len(plan.stages[0].roles) != 1 or not _has_room(plan):
        return None
    for player, opponent in permutations(map(plan.game.hand, names)):
        found = _between(plan, player, opponent)
        if found and all(_is_settled_by(found, fact) for fact in plan.columns):
            return found
    return None


def _between(plan: Plan, player: Hand, opponent: Hand) -> Flushes | None:
    """Return these hands as those of the player and the opponent, None where they are not."""
    seen, ranking = plan.stages[0].roles[0], player.by_families()
    hidden = [group for group in plan.hidden if _uses(group, player, opponent) == (False, True)]
    shared = [group for group in plan.hidden if _uses(group, player, opponent) == (True, True)]
    if len(hidden) != 1 or len(shared) > 1 or len(hidden) + len(shared) != len(plan.hidden):
        return None
    if not seen.zones <= set(player.zones) or not seen.zones.isdisjoint(opponent.zones):
        return None
    own, both = seen.size, sum(group.size for group in shared)
    if not own == hidden[0].size == ranking.size - both or both > MAX_SHARED:
        return None
    if ranking != opponent.ranking or not ranking.of_longest_flush:
        return None
    return Flushes(player, opponent, own, both)


def _uses(group: Group, player: Hand, opponent: Hand) -> tuple[bool, bool]:
    zone = group.zones[0]
    return zone in player.zones, zone in opponent.zones


def _is_settled_by(found: Flushes, fact: Fact) -> bool:
    """Return whether a fact is about the two hands; the opponent's is read by no paytable."""
    match fact:
        case Order() | Lead() | Under():
            return True
        case PaidLine(hand):
            return hand == found.player.name
        case _:
            assert_never(fact)


def _has_room(plan: Plan) -> bool:
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
