"""How the cards of a bet are dealt, shown, settled and played, round by round."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from combin.counting import Plan
from combin.counting.levels import joint_numbers
from combin.counting.levels import zones_of as zones_seen
from combin.counting.plan import Stage
from combin.families.listed import family_of
from combin.rounds.strategies import ByTable, InLines, Strategy
from combin.rounds.zones import zones_of
from combin.rules import Way
from combin.rules.facts import Fact, FactValues
from combin.solving.executor import Progress, Workers

if TYPE_CHECKING:
    from combin.strategies.lines import Lines

Numbers = Callable[[tuple[Fact, ...], "array[int]"], "array[int]"]


class Dealing:
    """The cards of a game that deals each zone a set of cards of one pack. A family that deals
    otherwise has a class of its own (`Family.dealing`).

    plan: of the bet.
    samples: whether single hands of it can be dealt at random, and what follows counted.
    """

    samples = True

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def shown(self) -> dict[str, int]:
        """Return the columns of cards in a log: column -> the most cards in it."""
        return {deal.zone: deal.cards for deal in zones_of(self.plan)}

    def settled(self) -> Sequence[str]:
        """Return the zones from whose cards a round is settled, in the order of the play."""
        return [deal.zone for deal in zones_of(self.plan)]

    def numbers(self) -> Numbers | None:
        """Return the function that finds the joint number of facts of each round from a mask for
        each zone that is settled; None where a program of the kernel does.
        """
        return None

    def values(self, facts: tuple[Fact, ...]) -> Iterator[tuple[int, FactValues]]:
        """Yield joint numbers of facts that rounds may come to, with the values of the facts."""
        return enumerate(self.plan.all_values(facts))

    def known(self, stage: Stage, states: array[int], masks: array[int]) -> array[int]:
        """Return the joint number of what each round's player knows at a decision.

        states: the cards that he sees, a mask a role. masks: for each round one for each zone.
        """
        return joint_numbers(self.plan, zones_seen(stage), states, stage.known)

    def complete(
        self,
        strategy: Strategy,
        cards: bytearray,
        masks: array[int],
        nodes: array[int],
        told: bool,
    ) -> tuple[bytearray, array[int]]:
        """Return rounds whose decisions are made as a log shows their cards, if these are `told`,
        and for each round the masks from which it is settled.

        cards: each round's cards in the order in which they were dealt. masks: for each round one
            for each zone. nodes: the number of each round's path.
        """
        return cards, masks

    def best(self, threads: Workers, progress: Progress | None) -> Strategy:
        """Return the best play, every choice at hand."""
        return ByTable(self.plan, threads, progress)

    def following(self, lines: Lines | Way) -> Strategy:
        """Return a strategy in lines; what a list holds of a hand is what its price takes."""
        assert not isinstance(lines, Way), "only where hands are set a way sets them"
        if family_of(self.plan).language(self.plan):
            return ByTable(self.plan, lines=lines)
        return InLines(self.plan, lines)
