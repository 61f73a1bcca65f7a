"""The counting method for cards dealt one by one from one or more decks."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from combin.counting.memory import NUMBER, Keep, Need
from combin.counting.methods.method import Method
from combin.counting.plan import Plan, Stage
from combin.counting.tally import Level, Tally, zeros
from combin.rules.facts import Fact

if TYPE_CHECKING:
    from combin.families.shoe.counting import Course


class Shoe(Method):
    """Counts cards by kind: those that every hand of a bet treats alike.

    With n cards left of a kind, a card of it comes in n ways, and one fewer is left. A card that is
    not dealt, the rules being so, comes in as many ways as there are cards left: the deals are as
    many as if it lay face down, and nobody looks at it. The states of an information set are the
    zones in the order of the play, each a card of the kind that lies there.

    It fits plans of games from a shoe, and these alone: all of their zones have one card.
    """

    def fits(self, plan: Plan) -> bool:
        return plan.game.from_shoe

    def counts_any(self, plan: Plan) -> bool:
        return not plan.stages

    def shares(self, plan: Plan, threads: int) -> int:
        return 1

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        if part == 0:
            yield _course(plan).tally()

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        course, roles = _course(plan), len(stage.roles)
        counts = zeros("q", 0)
        for at, weight in enumerate(weights):
            counts.extend(course.counts(course.held(states[at * roles : (at + 1) * roles]), weight))
        return counts

    def seen(self, plan: Plan, stage: Stage, cards: Mapping[str, int]) -> Level:
        course = _course(plan)
        (zones,) = zip(*(role.zones for role in stage.roles))
        return course.level(stage, [course.held([cards[zone] for zone in zones])], [])

    def number(self, plan: Plan, cards: Mapping[str, int], facts: tuple[Fact, ...]) -> int:
        from combin.families.shoe.counting import automaton_of

        machine, state = automaton_of(plan, facts), 0
        for step, group in enumerate(plan.groups[: len(cards)]):  # dealt before all others
            (zone,) = group.zones
            state = machine.after(step, state, machine.kinds[cards[zone].bit_length() - 1])
        return plan.number(facts, dict(zip(facts, machine.known[len(cards)][state])))

    def conditional(self, plan: Plan, cards: Mapping[str, int]) -> array[int]:
        course = _course(plan)
        return course.counts(course.held(list(cards.values())), 1)

    def relabelled(self, plan: Plan, state: array[int]) -> array[int]:
        return state

    def kinds(self, plan: Plan) -> dict[int, int]:
        return _course(plan).automaton.kinds

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        if plan.stages:
            kinds = len(set(_course(plan).automaton.kinds.values()))
            sets = kinds ** len(plan.stages[-1].roles)
            columns = plan.size(plan.columns)
            yield Need(f"the {sets:,} ways to see cards", NUMBER * sets * (columns + 8))


def _course(plan: Plan) -> Course:
    from combin.families.shoe.counting import Course  # other games start sooner without it

    return Course(plan)


SHOE = Shoe()
