"""Counts cards dealt one by one from one or more decks, by classes that every hand of a bet treats
alike.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import cast

from combin.counting.plan import Plan, Stage
from combin.counting.tally import CountTally, Level, Tally, zeros
from combin.errors import CombinError, refuse
from combin.families.shoe.automaton import Automaton, automaton
from combin.families.shoe.orders import ColumnOrders
from combin.kernels import shoe as kernel
from combin.records import dataclass
from combin.rules.facts import Fact, FactValue, questions

WALK_LIMIT = 2 * 10**10  # orders that are gone through
LARGEST = 2**63  # what the kernels' numbers stay below


@dataclass(frozen=True)
class Seen:
    """Cards dealt from a shoe, by kind.

    kinds: of each card.
    state: of the automaton.
    ways: in which they can come.
    """

    kinds: tuple[int, ...]
    state: int
    ways: int


NOTHING = Seen((), 0, 1)  # before the first card


class Course:
    """The deals of a plan, card by card.

    automaton: what its cards come to.
    cards: of each kind, each as often as it is there.
    copies: how many cards there are of each kind.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        known = [fact for stage in plan.stages for fact in stage.known]
        self.facts: tuple[Fact, ...] = tuple(dict.fromkeys((*known, *plan.columns)))
        self.automaton = automaton_of(plan, self.facts)
        ways = int(self.automaton.number ** len(self.plan.groups))
        refuse(
            ways > WALK_LIMIT and plan.stages,
            f"{plan.game.slug}: bet {plan.bet.key!r} has {ways:,} orders of "
            f"{self.automaton.number} kinds of cards, too many to be counted one by one",
        )
        # kinds that nothing tells apart are counted as one where the orders are too many to go
        # through, or 63 bits hold too few deals
        self.merged = ways > WALK_LIMIT or self.plan.deals >= LARGEST
        kinds, copies = self.automaton.kinds, plan.game.deck.copies
        self.cards: dict[int, list[int]] = {kind: [] for kind in range(self.automaton.number)}
        for card, kind in kinds.items():
            self.cards[kind] += [card] * copies[card]
        self.copies = array("q", map(len, self.cards.values()))
        self.column = array("i", map(self._column, self.automaton.known[-1]))

    def _column(self, known: Sequence[FactValue]) -> int:
        return self.plan.number(self.plan.columns, dict(zip(self.facts, known)))

    def tally(self) -> Tally:
        levels: list[Level] = []
        found = [NOTHING]
        for stage in self.plan.stages:
            found = self.further(found, len(stage.roles))
            levels.append(self.level(stage, found, levels))
        counts = zeros("q", 0)
        for seen in found:
            row = self.counts(seen, seen.ways)
            if not levels:
                return CountTally((), len(row), row)
            counts.extend(row)
        return CountTally(tuple(levels), self.plan.size(self.plan.columns), counts)

    def counts(self, seen: Seen, weight: int) -> array[int]:
        """Return the deals of each column that follow some cards, times a weight."""
        left = self._left(seen)
        if self.merged:
            found = ColumnOrders(self.automaton, self.column).counts(
                len(seen.kinds), seen.state, left
            )
            row = [weight * found[at] for at in range(self.plan.size(self.plan.columns))]
            # A list where counts pass 63 bits: the row is only added up.
            return cast("array[int]", row) if max(row) >= LARGEST else array("q", row)
        counts = zeros("q", self.plan.size(self.plan.columns))
        machine, step = self.automaton, len(seen.kinds)
        kernel.count(
            machine.following,
            machine.first,
            self.column,
            left,
            step,
            seen.state,
            weight,
            counts,
        )
        return counts

    def _left(self, seen: Seen) -> array[int]:
        left = self.copies[:]
        for kind in seen.kinds:
            left[kind] -= 1
        return left

    def held(self, masks: Sequence[int]) -> Seen:
        """Return what is seen where some zones hold these cards, one a zone."""
        state = 0
        kinds = [self.automaton.kinds[mask.bit_length() - 1] for mask in masks]
        for step, kind in enumerate(kinds):
            state = self.automaton.after(step, state, kind)
            if state < 0:
                (zone,) = self.plan.groups[step].zones
                raise CombinError(
                    f"{self.plan.game.slug}: no card {zone!r} is dealt after the cards before it"
                )
        return Seen(tuple(kinds), state, 1)

    def further(self, found: list[Seen], zones: int) -> list[Seen]:
        """Return what can be seen when cards have been dealt to so many zones."""
        while found and len(found[0].kinds) < zones:
            before, found = found, []
            for seen in before:
                step = len(seen.kinds)
                for kind, copies in enumerate(self._left(seen)):
                    if copies:
                        state = self.automaton.after(step, seen.state, kind)
                        found.append(Seen((*seen.kinds, kind), state, seen.ways * copies))
        return found

    def level(self, stage: Stage, found: list[Seen], before: list[Level]) -> Level:
        """Return the information sets of a decision; each has come from one of the decision
        before.
        """
        states = array("Q", (mask for seen in found for mask in self._masks(seen.kinds)))
        known = self.automaton.known[len(stage.roles)]
        facts = (dict(zip(self.facts, known[seen.state])) for seen in found)
        numbers = array("q", (self.plan.number(stage.known, each) for each in facts))
        links = array("i")
        if before:
            zones = before[-1].roles
            places = {before[-1].state(at): at for at in range(len(before[-1]))}
            links.extend(places[self._masks(seen.kinds[:zones])] for seen in found)
        weights = array("q", (seen.ways for seen in found))
        return Level(stage, len(stage.roles), states, weights, numbers, links)

    def _masks(self, kinds: tuple[int, ...]) -> tuple[int, ...]:
        """Return examples of cards of some kinds, one a zone, that can all lie there."""
        return tuple(
            1 << self.cards[kind][kinds[:place].count(kind)] for place, kind in enumerate(kinds)
        )


def automaton_of(plan: Plan, facts: tuple[Fact, ...]) -> Automaton:
    """Return what the cards of a plan come to, as far as some facts ask."""
    deals = {deal.zone: deal for deal in plan.game.deals}
    steps = tuple(deals[zone] for group in plan.groups for zone in group.zones)
    read = plan.hands_read(facts)
    hands = tuple(hand for hand in plan.game.hands if hand in read)
    asked = questions(plan.bet) if plan.is_settled_alike and facts == plan.columns else ()
    return automaton(steps, hands, facts, tuple(plan.game.deck.copies), asked)


def kinds_of(plan: Plan) -> dict[int, int]:
    """Return card -> the number of its kind; cards of a kind are alike for all that a bet asks."""
    return Course(plan).automaton.kinds


def numbers_dealt(plan: Plan, facts: tuple[Fact, ...], masks: array[int]) -> array[int]:
    """Return the joint number of some facts for each of many rounds.

    masks: for each round a card for each zone of the plan, or 0; where the rules deal none, it is
        not looked at.
    """
    machine, zones = automaton_of(plan, facts), len(plan.groups)
    kind_of = {0: 0} | {1 << card: kind for card, kind in machine.kinds.items()}
    dealt = bytearray(map(kind_of.__getitem__, masks))
    states = zeros("i", len(masks) // zones)
    kernel.follow(machine.following, machine.first, machine.number, dealt, states, dealt[:])
    numbers = [plan.number(facts, dict(zip(facts, known))) for known in machine.known[-1]]
    return array("q", map(numbers.__getitem__, states))
