"""An opponent's hand against several hands that the player sees, first hand by first hand."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from math import comb
from typing import assert_never

from combin.counting import memory
from combin.counting.levels import levels_around, states, zones_of
from combin.counting.memory import HALF, NUMBER, Keep, Need
from combin.counting.methods.first_hand import InRows
from combin.counting.plan import Plan, Stage
from combin.counting.program import program
from combin.counting.tally import Tally, zeros
from combin.kernels.constants import MAX_BESIDE, MAX_CHANGES, MAX_FACED, MAX_ROLES
from combin.kernels.opponents import Opponents
from combin.recent import found_once
from combin.rules import Hand
from combin.rules.facts import Fact, Lead, Order, PaidLine, Under

BLOCK = 50_000  # information sets of the last decision that are handed over at a time, or more
MOST_AROUND = 1_000_000  # of them that follow the same first cards
PLACE = 2  # bytes of the number of a strength, and of a place among sets of cards


class SeveralHands(InRows):
    """Counts an opponent's hand by removal, strength by strength, first hand by first hand.

    With N(S, z) the opponent's hands that contain the cards S and are below the strength z, those
    that hold U, which is seen of them, and avoid all other cards that are seen are

        sum over subsets T of these of (-1)^|T| N(T + U, z).

    That is asked where the column changes: at thresholds, and at the strengths of the hands seen.

    It fits a plan without a joker in which all that the last decision does not see are two or more
    cards of an opponent's hand of at most 5; where every open fact sets that hand against one that
    is seen or against a threshold, or is a line that it reaches; and where the cards dealt first,
    at most 7, stay apart at all decisions, with at most 7 other cards seen, each of some hand.
    """

    def fits(self, plan: Plan) -> bool:
        return _opponent_of(plan) is not None

    def shares(self, plan: Plan, threads: int) -> int:
        return min(32 * threads, len(_hands(plan)))

    def prepare(self, plan: Plan) -> None:
        _hands(plan)
        _opponents(plan)

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        hands = _hands(plan)[part::parts]
        many = BLOCK // _most_around(plan, _given(plan)) + 1
        for at in range(0, len(hands), many):
            yield self.listed(plan, levels_around(plan, *hands[at : at + many]))

    def around(self, plan: Plan, state: array[int]) -> Tally:
        return self.listed(plan, levels_around(plan, state[: _given(plan)]))

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        counts = zeros("q", plan.size(plan.columns) * len(weights))
        _opponents(plan).count(states, weights, counts)
        return counts

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        # The bytes for the opponent's hands and their sums: at most two strengths, of one suit or
        # not, for the same ranks.
        deck, roles = plan.game.deck, plan.stages[-1].roles
        opponent = _opponent_of(plan)
        assert opponent, "the method was chosen because there is such a hand"
        own, *rest = [role.size for role in roles if not role.zones <= set(opponent.zones)]
        shown = sum(role.size for role in roles) - own - sum(rest)
        size = shown + plan.hidden[0].size
        strengths = 2 * comb(len(deck.ranks) + size - 1, size)
        *many, few = [memory.information_sets(deck, [less]) for less in range(size)]
        found = strengths * (HALF * sum(many) + few) + (NUMBER + PLACE) * comb(len(deck), size)
        found += PLACE * sum(
            comb(len(deck), less) * comb(len(deck), more)
            for more in range(shown, min(size, shown + sum(rest)) + 1)
            for less in range(min(own, size - more) + 1)
        )
        yield Need("the opponent's hands", found)
        held = memory.all_sets if keep is Keep.ALL else _sets_at_once
        yield from memory.of_stages(plan, keep, held, self.row(plan))


@found_once
def _hands(plan: Plan) -> list[array[int]]:
    """Return the cards that stay the same in a tally, one way of each kind."""
    sizes = [role.size for role in plan.stages[0].roles[: _given(plan)]]
    masks = states(plan, sizes).masks
    return [masks[at : at + len(sizes)] for at in range(0, len(masks), len(sizes))]


@found_once
def _opponents(plan: Plan) -> Opponents:
    stage, (hidden,) = plan.stages[-1], plan.hidden
    opponent = _opponent_of(plan)
    assert opponent, "the method was chosen because there is such a hand"
    code = program(plan, [*zones_of(stage), hidden.zones], plan.columns, [opponent.name])
    sizes = array("q", (role.size for role in stage.roles))
    return Opponents(plan.game.deck.mask, sizes, hidden.size, code)


# --- Where it fits -----------------------------------------------------------------------------


def _opponent_of(plan: Plan) -> Hand | None:
    """Return the opponent's hand, None for a plan that is not counted so."""
    if not plan.stages or plan.informed is not None or not plan.is_dealt_once:
        return None
    if len(plan.hidden) != 1 or not _given(plan):
        return None
    held = {zone for hand in plan.game.hands for zone in hand.zones}
    if any(not zones <= held for zones in zones_of(plan.stages[-1])):
        return None  # cards that belong to nobody, beside every first hand: these are far too many
    hidden = set(plan.hidden[0].zones)
    names = dict.fromkeys(name for fact in plan.columns for name in fact.hands)
    hands = [plan.game.hand(name) for name in names]
    theirs = [hand for hand in hands if not hidden.isdisjoint(hand.zones)]
    if len(theirs) != 1 or not all(_is_of(theirs[0], fact) for fact in plan.columns):
        return None
    return theirs[0] if _has_room(plan, theirs[0]) else None


def _given(plan: Plan) -> int:
    """Return how many of the roles seen first stay the same in a tally: no more than needed for few
    information sets to follow; 0 where they do not stay apart.
    """
    first = zones_of(plan.stages[0])
    for count in range(1, len(first) + 1):
        if any(zones_of(stage)[:count] != first[:count] for stage in plan.stages):
            return 0
        if _most_around(plan, count) <= MOST_AROUND:
            return count
    return 0


def _most_around(plan: Plan, given: int) -> int:
    """Return at most how many information sets of the last decision follow the cards of some
    roles.
    """
    sizes = [role.size for role in plan.stages[-1].roles]
    left, sets = len(plan.game.deck) - sum(sizes[:given]), 1
    for size in sizes[given:]:
        sets *= comb(left, size)
        left -= size
    return sets


def _is_of(opponent: Hand, fact: Fact) -> bool:
    """Return True if a fact is settled by the strength of the opponent's hand and of one that is
    seen.
    """
    match fact:
        case Order(hand, other):
            return hand != other and opponent.name in (hand, other)
        case Under(hand) | PaidLine(hand):
            return hand == opponent.name
        case Lead():  # of margins
            return False
        case _:
            assert_never(fact)


def _has_room(plan: Plan, opponent: Hand) -> bool:
    """Return True if the kernel has room for the hands, and more than one card is hidden: one is
    dealt in less time.
    """
    roles, hidden = plan.stages[-1].roles, plan.hidden[0]
    seen = [role.size for role in roles if not role.zones <= set(opponent.zones)]
    shown = sum(role.size for role in roles) - sum(seen)
    return (
        bool(seen)
        and not opponent.must_use
        and set(hidden.zones) <= set(opponent.zones)
        and 1 < hidden.size <= MAX_FACED - shown
        and max(seen[0], sum(seen[1:])) <= MAX_BESIDE
        and len(roles) <= MAX_ROLES
        and 1 + sum(map(_changes, plan.columns)) <= MAX_CHANGES
    )


def _changes(fact: Fact) -> int:
    """Return at how many strengths of the opponent's hand a fact changes."""
    match fact:
        case Order():
            return 2
        case Under():
            return 1
        case PaidLine(_, lines) | Lead(_, _, lines):
            return len(lines)
        case _:
            assert_never(fact)


# --- Memory ------------------------------------------------------------------------------------


def _sets_at_once(plan: Plan, stage: Stage) -> int:
    """Return the most information sets that are counted at the same time, some in each
    processor.
    """
    most = BLOCK + _most_around(plan, _given(plan))
    return min(most, memory.all_sets(plan, stage)) * (os.cpu_count() or 1)


SEVERAL_HANDS = SeveralHands()
