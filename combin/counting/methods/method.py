"""What a counting method offers: which plans it fits, their tallies share by share, and what that
takes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import Protocol

from combin.counting import dealing, memory
from combin.counting.levels import (
    facts_number,
    joint_numbers,
    levels,
    seen_level,
    sliced,
    zones_of,
)
from combin.counting.memory import Keep, Need
from combin.counting.plan import Plan, Stage
from combin.counting.tally import CountTally, Level, Tally
from combin.kernels import walk
from combin.rules.facts import Fact


class Method(Protocol):
    """One way to count the deals of a plan.

    A method says which plans it fits and yields their tallies. Everything else has an answer that
    is right for any method, and that a method replaces where it has a better one.

    in_blocks: whether a share comes as many tallies, which together may take more memory than one
        at a time.
    pools: whether information sets of a single decision often have rows that are multiples of each
        other.
    how: deals are counted, in words.
    """

    in_blocks: bool = False
    pools: bool = True
    how: str = "without dealing them"

    def counts_any(self, plan: Plan) -> bool:
        """Return True if the deals of a plan may be more than 63 bits can count."""
        return False

    def drops(self, plan: Plan) -> bool:
        """Return True if a plan has too many information sets to be kept: what follows one first
        hand is decided and dropped before the next.
        """
        return False

    def seconds(self, plan: Plan) -> int:
        """Return about how many seconds of processor time a plan takes; 0 for a few."""
        return 0

    def of_last(self, plan: Plan, states: array[int]) -> Tally:
        """Return a tally of some information sets of the last decision alone, in their order, their
        suits as they are.

        states: the cards of each, a mask a role; some may be alike.
        """
        stage = plan.stages[-1]
        once = array("q", [1]) * (len(states) // len(stage.roles))
        known = joint_numbers(plan, zones_of(stage), states, stage.known)
        return self.tally_of(plan, Level(stage, len(stage.roles), states, once, known, array("i")))

    def fits(self, plan: Plan) -> bool:
        """Return True if this method counts the plan; it is asked only where no method before it in
        the list fits.
        """
        ...

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        """Yield the tallies of one share of the work; the shares `part` = 0 .. `parts` - 1 add up
        to all deals.

        An information set of the first decision stands in one tally alone, and everything that
        follows it stands there.
        """
        ...

    def shares(self, plan: Plan, threads: int) -> int:
        """Return how many shares to cut the work into, so that all threads work and progress is
        seen.
        """
        return threads

    def prepare(self, plan: Plan) -> None:
        """Find what all shares ask, before there are threads that would each find it."""
        return  # most ask nothing

    def completions(
        self, plan: Plan, stage: Stage, states: array[int], weights: array[int]
    ) -> array[int]:
        """Return a row of counts for each of some states of the last stage; weights: what each is
        multiplied by.
        """
        return dealing.dealt(plan, stage, states, weights)

    def seen(self, plan: Plan, stage: Stage, cards: Mapping[str, int]) -> Level:
        """Return one information set, its suits as they are; cards: zone -> the mask of its
        cards.
        """
        return seen_level(plan, stage, cards)

    def number(self, plan: Plan, cards: Mapping[str, int], facts: tuple[Fact, ...]) -> int:
        """Return the joint number of facts that the given cards decide; cards: zone -> mask."""
        return facts_number(plan, cards, facts)

    def conditional(self, plan: Plan, cards: Mapping[str, int]) -> array[int]:
        """Return the column counts of a bet without stages when some of its cards are seen; cards:
        zone -> the mask of its cards.
        """
        return dealing.conditional(plan, cards)

    def relabelled(self, plan: Plan, state: array[int]) -> array[int]:
        """Return a state as it stands in the levels."""
        state = state[:]
        walk.relabelled(plan.game.deck.mask, state)
        return state

    def kinds(self, plan: Plan) -> dict[int, int]:
        """Return card -> the number of its kind; nothing where cards are not counted by kind, but
        up to a relabelling of the suits.
        """
        return {}

    def tally_of(self, plan: Plan, level: Level) -> Tally:
        """Return the tally of some information sets of the last stage."""
        counts = self.completions(plan, level.stage, level.states, level.weights)
        return CountTally((level,), plan.size(plan.columns), counts)

    def steps(self, plan: Plan) -> int:
        """Return how many steps a row of counts of the last stage takes."""
        return plan.deals_after(plan.stages[-1])

    def around(self, plan: Plan, state: array[int]) -> Tally | None:
        """Return a tally that has a state of an earlier stage, where one costs less than all of
        them, else None.

        state: its suits are relabelled as in the levels.
        """
        return None

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        """Yield what memory is needed for, the program itself left out; keep: what is kept of the
        tallies.
        """
        return memory.of_stages(plan, keep, memory.all_sets)

    def __str__(self) -> str:
        return type(self).__name__


def one_decision(method: Method, plan: Plan, part: int, parts: int) -> Tally:
    """Return a share of the tally of a plan with one stage: some of its information sets, and the
    completions of each.
    """
    (whole,) = levels(plan)
    return method.tally_of(plan, sliced(whole, part, parts))
