"""One tally under a policy, or under several."""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from functools import cached_property

from combin.counting import Plan, Tally
from combin.counting.widths import Choices
from combin.families.block import (
    ONCE,
    OWN,
    UNDECIDED,
    Block,
    Policy,
    PolicyChoice,
    Sets,
    Sight,
)
from combin.rules.facts import Path
from combin.solving.induction import Decision, Folded, given, reach
from combin.solving.payoffs import Payoffs

NOTHING = array("q")  # of an action that is left out


class Several:
    """One tally under several policies; what is decided alike from a level to the last is decided
    once.
    """

    def __init__(self, payoffs: Payoffs, tally: Tally) -> None:
        self.payoffs, self.plan, self.tally = payoffs, payoffs.plan, tally
        self._seen: dict[tuple[int, Hashable], Sight] = {}
        self._actions: dict[tuple[Path, Hashable], Choices] = {}
        # By history, and what the policy has in common with others from there on.
        self._decided: dict[tuple[Path, tuple[Hashable, ...]], Decision] = {}

    @cached_property
    def _best(self) -> Folded:
        return self.payoffs.fold(self.tally, keep=True)

    def value(self, policy: Policy) -> int:
        """Return what a policy is worth in this tally, scaled."""
        keys = tuple(policy.key(level.stage) for level in self.tally.levels)
        known: dict[Path, Decision] = {}
        actions: dict[Path, Choices] = {}
        for place, level in enumerate(self.tally.levels):
            for history in self.plan.histories(level.stage):
                if self.plan.waits(history):
                    actions[history] = bytearray(len(level))
                elif decision := self._decided.get((history, keys[place:])):
                    known[history] = decision
                else:
                    actions[history] = self._taken(policy, place, history)
        folded = self.payoffs.fold(self.tally, given(actions), known=known)
        for history in actions:
            if not self.plan.waits(history):
                self._decided[history, keys[folded[history].place :]] = folded[history]
        return sum(folded[()].worth[0])

    def _taken(self, policy: Policy, place: int, history: Path) -> Choices:
        key = policy.key(self.tally.levels[place].stage)
        if (place, key) not in self._seen:
            self._seen[place, key] = policy.seen(self.tally, place)
        if (history, key) not in self._actions:
            best = self._best[history] if policy.needs_values else None
            self._actions[history, key] = self._seen[place, key].decide(history, best).action
        return self._actions[history, key]


def under(payoffs: Payoffs, tally: Tally, policy: Policy) -> Folded:
    """Return a tally decided by a policy."""
    best = payoffs.fold(tally, keep=True) if policy.needs_values else None
    return payoffs.fold(tally, given(Following(payoffs.plan, tally, policy, best).actions))


class Following:
    """What a policy takes at every information set of a tally.

    choices: history after which something is decided -> what it takes.
    actions: every history -> the actions taken.
    ways: history that it comes to -> in how many ways it comes to each information set.
    """

    def __init__(
        self, plan: Plan, tally: Tally, policy: Policy, best: Folded | None = None
    ) -> None:
        """best: the best play, every action's value kept, for a policy that asks it."""
        self.tally = tally
        self.choices: dict[Path, PolicyChoice] = {}
        self.actions: dict[Path, Choices] = {}
        for place, level in enumerate(tally.levels):
            seen = policy.seen(tally, place)
            for history in plan.histories(level.stage):
                self.actions[history] = bytearray(len(level))
                if not plan.waits(history):
                    choice = seen.decide(history, best[history] if best else None)
                    self.choices[history], self.actions[history] = choice, choice.action
        self.ways = dict(reach(plan, tally, self.actions, met=True))
        for history in self.choices:
            if history in self.ways:
                self._verify(policy, history)

    def _verify(self, policy: Policy, history: Path) -> None:
        """Raise CombinError where an information set that is come to is left undecided."""
        rule, ways = self.choices[history].rule, self.ways[history]
        at = rule.find(UNDECIDED)
        while at >= 0 and not ways[at]:
            at = rule.find(UNDECIDED, at + 1)
        if at >= 0:
            level = self.tally.levels[len(history) - self.tally.levels[0].stage.number]
            raise policy.undecided(history, level.state(at))


def block_of(best: Folded, followed: Following, history: Path) -> Block:
    """Return the decisions after a history; best: the best play, every action's value kept."""
    decision, choice = best[history], followed.choices[history]
    level, ways = best.tally.levels[decision.place], followed.ways[history]
    return Block(
        best.plan,
        level.stage,
        history,
        ONCE,
        ways,
        best.deals(decision.place),
        [value[0] if value else NOTHING for value in decision.values],
        decision.action,
        choice,
        lambda _: iter([Sets(ONCE, ways, OWN, level.roles, level.states)]),
    )
