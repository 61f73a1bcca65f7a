"""An opponent's longest flush against the player's, where both use cards that are seen."""

from __future__ import annotations

from array import array
from typing import assert_never

from combin.counting.levels import zones_of
from combin.counting.matchup import Matchup, matchups
from combin.counting.methods.first_hand import InRows, stays_apart
from combin.counting.methods.longest_flush import has_room
from combin.counting.plan import Plan, Stage
from combin.counting.program import program
from combin.counting.tally import zeros
from combin.kernels import community
from combin.kernels.constants import MAX_REMOVED
from combin.rules.facts import Fact, Lead, Order, PaidLine, Under


class Community(InRows):
    """Counts an opponent's hand suit by suit beside community cards, first hand by first hand.

    The opponent's hands below a flush are a product over the suits: with the cards he shares each
    gives him fewer cards than that flush has, or as many of lower ranks. No hand of his is dealt.

    It fits a plan in which the last decision sees all cards but some of the opponent's, and the
    cards of the first decision stay apart at all later ones; where both hands are ranked by their
    longest flush, of all their cards, none wild; and where every open fact compares the two or sets
    the opponent's against a threshold.
    """

    def fits(self, plan: Plan) -> bool:
        return _flushes_of(plan) is not None

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        found = _flushes_of(plan)
        assert found, "the method was chosen because there are these two hands"
        (hidden,) = plan.hidden
        names = found.player.name, found.opponent.name
        code = program(plan, [*zones_of(stage), hidden.zones], plan.columns, names)
        counts = zeros("q", plan.size(plan.columns) * len(weights))
        deck, roles = plan.game.deck.mask, len(stage.roles)
        community.count(deck, roles, hidden.size, states, weights, code, counts)
        return counts


def _flushes_of(plan: Plan) -> Matchup | None:
    """Return the two hands of a plan that is counted so, None for any other plan."""
    if not plan.stages or not plan.is_dealt_once:
        return None
    if plan.informed is not None or len(plan.hidden) != 1 or not stays_apart(plan):
        return None
    for found in matchups(plan, plan.columns):
        # All that is hidden is the opponent's, and both have all their cards ranked by the longest
        # flush.
        ranking = found.player.by_families()
        hands = found.player, found.opponent
        sizes = [sum(plan.game.sizes[zone] for zone in hand.zones) for hand in hands]
        if (
            plan.hidden[0] in found.theirs
            and ranking == found.opponent.by_families()
            and ranking.of_longest_flush
            and not ranking.wild
            and not any(hand.must_use for hand in hands)
            and max(sizes) <= min(ranking.size, MAX_REMOVED)
            and all(_is_settled_by(found, fact) for fact in plan.columns)
        ):
            return found if has_room(plan) else None
    return None


def _is_settled_by(found: Matchup, fact: Fact) -> bool:
    match fact:
        case Order(hand, other) | Lead(hand, other):
            return hand != other
        case Under(hand):
            return hand == found.opponent.name
        case PaidLine():
            return False
        case _:
            assert_never(fact)


COMMUNITY = Community()
