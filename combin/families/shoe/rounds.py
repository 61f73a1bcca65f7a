"""Rounds dealt from a shoe, card by card."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import partial

from combin.counting import Plan
from combin.counting.plan import Stage
from combin.families.shoe.counting import automaton_of, numbers_dealt
from combin.families.shoe.laid import Laid
from combin.kernels import record
from combin.rounds.dealing import Dealing, Numbers
from combin.rounds.strategies import Strategy
from combin.rounds.zones import zones_of
from combin.rules import ALWAYS
from combin.rules.facts import Fact, FactValue


class ShoeDealing(Dealing):
    """Cards from a shoe, one a zone."""

    samples = False

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._laid: Laid | None = None

    def complete(
        self,
        strategy: Strategy,
        cards: bytearray,
        masks: array[int],
        nodes: array[int],
        told: bool,
    ) -> tuple[bytearray, array[int]]:
        """Blank what is dealt on some conditions only, where they are not met."""
        if told and any(deal.when != ALWAYS for deal in zones_of(self.plan)):
            self._laid = self._laid or Laid(self.plan.game, self.shown(), strategy.tree.ends)
            record.blank(cards, self._laid.dealt(cards, nodes))
        return cards, masks

    def numbers(self) -> Numbers:
        return partial(numbers_dealt, self.plan)

    def values(self, facts: tuple[Fact, ...]) -> Iterator[tuple[int, dict[Fact, FactValue]]]:
        """Yield the joint numbers that rounds come to, few of many."""
        known = (dict(zip(facts, values)) for values in automaton_of(self.plan, facts).known[-1])
        yield from sorted({self.plan.number(facts, values): values for values in known}.items())

    def known(self, stage: Stage, states: array[int], masks: array[int]) -> array[int]:
        return numbers_dealt(self.plan, stage.known, masks)
