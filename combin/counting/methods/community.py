"""An opponent's longest flush against the player's, where both use cards that are seen."""

from __future__ import annotations

from array import array
from itertools import permutations
from typing import assert_never

from combin.counting.levels import zones_of
from combin.counting.methods.first_role import Count, FirstRole, stays_apart
from combin.counting.plan import Plan
from combin.counting.program import program
from combin.kernels import community
from combin.kernels.constants import MAX_CUTS, MAX_LEADS, MAX_REMOVED
from combin.rules import Hand
from combin.rules.facts import Fact, Lead, Order, PaidLine, Under


class Community(FirstRole):
    """Counts an opponent's hand suit by suit, beside community cards.

    The opponent's hands below a flush are a product over the suits: with his shared cards each
    gives him fewer cards than that flush has, or as many of lower ranks. No hand of his is dealt.

    It fits a plan in which the last decision sees all cards but some of the opponent's, where both
    hands are ranked by their longest flush, of all their cards, none wild; and where every open
    fact compares the two, sets the opponent's against a threshold, or is one about both.
    """

    def fits(self, plan: Plan) -> bool:
        return _hands_of(plan) is not None

    def counter(self, plan: Plan) -> Count:
        hands = _hands_of(plan)
        assert hands, "the method was chosen because there are these two hands"
        stage, (hidden,) = plan.stages[-1], plan.hidden
        names = [hand.name for hand in hands]
        code = program(plan, [*zones_of(stage), hidden.zones], plan.columns, names)
        deck, roles = plan.game.deck.mask, len(stage.roles)

        def count(states: array[int], weights: array[int], counts: array[int]) -> None:
            community.count(deck, roles, hidden.size, states, weights, code, counts)

        return count


def _hands_of(plan: Plan) -> tuple[Hand, Hand] | None:
    """Return the player's hand and the opponent's, None for a plan that is not counted so."""
    names = dict.fromkeys(name for fact in plan.columns for name in fact.hands)
    if not stays_apart(plan) or len(names) != 2 or not _has_room(plan):
        return None
    hidden = set(plan.hidden[0].zones)
    for player, opponent in permutations(map(plan.game.hand, names)):
        ranking = player.by_families()
        cards = max(_cards(plan, player), _cards(plan, opponent))
        if (
            ranking == opponent.ranking
            and ranking.of_longest_flush
            and not ranking.wild
            and not player.must_use
            and not opponent.must_use
            and cards <= min(ranking.size, MAX_REMOVED)
            and hidden <= set(opponent.zones)
            and hidden.isdisjoint(player.zones)
            and all(_is_settled_by(opponent, fact) for fact in plan.columns)
        ):
            return player, opponent
    return None


def _cards(plan: Plan, hand: Hand) -> int:
    return sum(plan.game.sizes[zone] for zone in hand.zones)


def _is_settled_by(opponent: Hand, fact: Fact) -> bool:
    """Return whether a fact is about both hands, or about a threshold of the opponent's."""
    match fact:
        case Order() | Lead():
            return True
        case Under(hand):
            return hand == opponent.name
        case PaidLine():
            return False
        case _:
            assert_never(fact)


def _has_room(plan: Plan) -> bool:
    cuts = sum(isinstance(fact, Under) for fact in plan.columns)
    leads = sum(len(fact.lines) for fact in plan.columns if isinstance(fact, Lead))
    return cuts <= MAX_CUTS and leads <= MAX_LEADS


COMMUNITY = Community()
