"""The family of tallies: every information set is a row, and every share of the deals is decided by
itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from functools import cached_property, partial

from combin.counting import Keep, Plan, Tally, tallies, verify_memory
from combin.counting.widths import Choices
from combin.families.block import (
    ONCE,
    OWN,
    UNDECIDED,
    Answer,
    Block,
    F,
    Family,
    Fold,
    Policy,
    PolicyChoice,
    Sets,
    Sight,
    Start,
    Table,
    decided,
)
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers, counted
from combin.solving.induction import Decision, Folded, Root, carry, given, occurring, reach
from combin.solving.payoffs import Payoffs

NOTHING = array("q")  # of an action that is left out


class Tallies(Family):
    """Games whose information sets are counted one by one, and those where cards are drawn."""

    def happens(
        self,
        asked: Sequence[Payoffs],
        part: int = 0,
        parts: int = 1,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> list[Root]:
        roots = [Root() for _ in asked]
        for tally in tallies(asked[0].plan, part, parts):
            for root, payoffs in zip(roots, asked):
                root.add(carry(payoffs.fold(tally, left_out=payoffs.dominated)))
        return roots

    def occurring(self, payoffs: Payoffs) -> Iterator[tuple[Root, Sequence[array[int]]]]:
        for tally in tallies(payoffs.plan):
            yield carry(payoffs.fold(tally)), occurring(payoffs.plan, tally)

    def decided(self, payoffs: Payoffs) -> Iterator[Block]:
        for tally in tallies(payoffs.plan):
            folded = payoffs.fold(tally, keep=True)
            yield from (decided(folded, history) for history in folded.decided)

    def starts(self, payoffs: Payoffs) -> Iterator[Start]:
        for block in self.decided(payoffs):
            if not block.history:
                yield from starts_of(payoffs, block)

    def answers(self, payoffs: Payoffs, number: int, cards: Mapping[str, int]) -> Iterator[Answer]:
        from combin.families.answers import counted as answered  # solving starts sooner without it

        return answered(payoffs, number, cards, self.equals(payoffs.plan))

    def table(
        self,
        payoffs: Payoffs,
        policy: Policy | None = None,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Table:
        from combin.families.table import TallyTable  # only who plays rounds asks for it

        return TallyTable(payoffs, policy, workers, progress)

    def each(
        self,
        payoffs: Payoffs,
        policies: Sequence[Policy],
        fold: Callable[[], F],
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Iterator[list[F]]:
        verify_memory(payoffs.plan, Keep.VALUES)
        yield from counted(
            payoffs.plan, partial(_share, payoffs, policies, fold), workers, progress
        )

    def outcomes(
        self, payoffs: Payoffs, policies: Sequence[Policy], workers: Workers = None
    ) -> Iterator[Root]:
        for policy in policies:
            root = Root()
            for share in counted(payoffs.plan, partial(_outcomes, payoffs, policy), workers):
                root.add(share)
            yield root

    def followed(
        self,
        payoffs: Payoffs,
        policies: Sequence[Policy],
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> tuple[int, list[Root]]:
        verify_memory(payoffs.plan, Keep.VALUES)
        best, roots = 0, [Root() for _ in policies]
        work = partial(_followed, payoffs, policies)
        for more, share in counted(payoffs.plan, work, workers, progress):
            best += more
            for root, some in zip(roots, share):
                root.add(some)
        return best, roots

    def worth(
        self,
        payoffs: Payoffs,
        policies: Sequence[Policy],
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> list[int]:
        found = counted(payoffs.plan, partial(_worth, payoffs, policies), workers, progress)
        return [sum(column) for column in zip(*found)]


def starts_of(payoffs: Payoffs, block: Block) -> Iterator[Start]:
    """Yield the kinds of hands of a block of the first decision."""
    [rows] = block.sets(OWN)
    for at, deals in enumerate(block.deals):
        yield Start(rows.states[at * rows.roles], deals, block.nets(at, deals * payoffs.scale))


def _share(
    payoffs: Payoffs, policies: Sequence[Policy], fold: Callable[[], F], part: int, parts: int
) -> list[F]:
    found, left_out = [fold() for _ in policies], _left_out(payoffs, policies)
    for tally in tallies(payoffs.plan, part, parts):
        _take(payoffs, tally, policies, found, left_out)
    return found


def _left_out(payoffs: Payoffs, policies: Sequence[Policy]) -> Set[Path]:
    """Return the paths whose last action is never best, and is not taken by the policies."""
    if any(policy.needs_values for policy in policies):
        return frozenset()
    return {
        path for path in payoffs.dominated if not any(policy.may_take(path) for policy in policies)
    }


def _take(
    payoffs: Payoffs,
    tally: Tally,
    policies: Sequence[Policy],
    folds: Sequence[Fold],
    left_out: Set[Path],
) -> None:
    """Let folds take the blocks of a tally, all of which are dropped before the next is counted."""
    best = payoffs.fold(tally, keep=True, left_out=left_out)
    for policy, one in zip(policies, folds):
        followed = Following(payoffs.plan, tally, policy, best if policy.needs_values else None)
        one.end(payoffs.carried(tally, followed.actions))
        for history in best.decided:
            if history in followed.ways:
                one.take(_block(best, followed, history))


def _followed(
    payoffs: Payoffs, policies: Sequence[Policy], part: int, parts: int
) -> tuple[int, list[Root]]:
    worth, roots = 0, [Root() for _ in policies]
    for tally in tallies(payoffs.plan, part, parts):
        keep = any(policy.needs_values for policy in policies)
        best = payoffs.fold(tally, keep=keep, left_out=frozenset() if keep else payoffs.dominated)
        worth += sum(best[()].worth[0])
        for root, policy in zip(roots, policies):
            followed = Following(payoffs.plan, tally, policy, best if keep else None)
            root.add(payoffs.carried(tally, followed.actions))
    return worth, roots


def _outcomes(payoffs: Payoffs, policy: Policy, part: int, parts: int) -> Root:
    root = Root()
    for tally in tallies(payoffs.plan, part, parts):
        best = payoffs.fold(tally, keep=True) if policy.needs_values else None
        root.add(payoffs.carried(tally, Following(payoffs.plan, tally, policy, best).actions))
    return root


def _worth(payoffs: Payoffs, policies: Sequence[Policy], part: int, parts: int) -> list[int]:
    totals = [0] * len(policies)
    for tally in tallies(payoffs.plan, part, parts):
        several = _Several(payoffs, tally)
        totals = [total + several.value(policy) for total, policy in zip(totals, policies)]
    return totals


class _Several:
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


def _block(best: Folded, followed: Following, history: Path) -> Block:
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


class HandByHand(Tallies):
    """Games with too many information sets to be kept: what follows one first hand is decided and
    dropped before the next.
    """

    keeps, recounts = False, True

    def table(
        self,
        payoffs: Payoffs,
        policy: Policy | None = None,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Table:
        from combin.families.table import HandByHandTable  # only who plays rounds asks for it

        if policy:
            return super().table(payoffs, policy, workers, progress)
        return HandByHandTable(payoffs, workers, progress)


TALLIES = Tallies()
HAND_BY_HAND = HandByHand()
