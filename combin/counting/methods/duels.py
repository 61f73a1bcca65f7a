"""A small hidden hand of an opponent against several hands that the player sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from combin.counting.levels import zones_of
from combin.counting.memory import Keep, Need
from combin.counting.methods.first_role import Count, FirstRole, stays_apart
from combin.counting.plan import Plan
from combin.counting.program import program
from combin.kernels.constants import MAX_DUEL, MAX_DUEL_CHANGES, MAX_DUEL_SEEN, MAX_ROLES
from combin.kernels.duels import Opponents
from combin.rules import Hand
from combin.rules.facts import Fact, Lead, Order, PaidLine, Under

MOST = 50 * 10**6  # bytes of the sums over an opponent's hands, and more than they take


class Duels(FirstRole):
    """Counts an opponent's hand by the cards that it shares with none that is seen.

    With N(T, s) the opponent's hands below a strength s that contain the cards T, those that avoid
    the cards D that are seen are

        sum over subsets T of D of (-1)^|T| x N(T, s).

    It fits a plan in which all that the last decision does not see is an opponent's whole hand of
    at most 3 cards, beside at most 10 that it sees; every open fact sets that hand against one
    that is seen or against a threshold, or is the line of a paytable that it reaches.
    """

    def fits(self, plan: Plan) -> bool:
        return _opponent_of(plan) is not None

    def counter(self, plan: Plan) -> Count:
        opponent = _opponent_of(plan)
        assert opponent, "the method was chosen because there is such a hand"
        stage, (hidden,) = plan.stages[-1], plan.hidden
        parts = [*zones_of(stage), hidden.zones]
        code = program(plan, parts, plan.columns, [opponent.name])
        return Opponents(plan.game.deck.mask, hidden.size, len(stage.roles), code).count

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        yield Need("the opponent's hands", MOST)
        yield from super().memory(plan, keep)


def _opponent_of(plan: Plan) -> Hand | None:
    """Return the opponent's hand, None for a plan that is not counted so."""
    if not stays_apart(plan) or not plan.columns or plan.hidden[0].size > MAX_DUEL:
        return None
    hidden = set(plan.hidden[0].zones)
    names = dict.fromkeys(name for fact in plan.columns for name in fact.hands)
    hands = [plan.game.hand(name) for name in names]
    theirs = [hand for hand in hands if not hidden.isdisjoint(hand.zones)]
    roles = plan.stages[-1].roles
    if (
        len(theirs) != 1
        or set(theirs[0].zones) != hidden
        or theirs[0].must_use
        or len(roles) > MAX_ROLES
        or sum(role.size for role in roles) > MAX_DUEL_SEEN
        or 1 + sum(map(_changes, plan.columns)) > MAX_DUEL_CHANGES
        or not all(_is_of(theirs[0], fact) for fact in plan.columns)
    ):
        return None
    return theirs[0]


def _is_of(opponent: Hand, fact: Fact) -> bool:
    """Return whether a fact is settled by the strength of the opponent's hand."""
    return not isinstance(fact, Lead) and opponent.name in fact.hands


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


DUELS = Duels()
