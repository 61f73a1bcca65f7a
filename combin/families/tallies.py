"""The family of tallies: every information set is a row, and every share of the deals is decided by
itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from combin.counting import Keep, tallies, verify_memory
from combin.families.block import OWN, Answer, Block, F, Policy, Start, Table, decided
from combin.families.tally import Following, Several, block_of
from combin.families.usual import Usual
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers, counted
from combin.solving.induction import Root, added_up, carry, occurring
from combin.solving.payoffs import Payoffs


class Tallies(Usual):
    """Games whose information sets are counted one by one, and those where cards are drawn."""

    def happens(
        self,
        asked: Sequence[Payoffs],
        part: int = 0,
        parts: int = 1,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> list[Root]:
        return added_up(
            len(asked),
            (
                [carry(payoffs.fold(tally, left_out=payoffs.dominated)) for payoffs in asked]
                for tally in tallies(asked[0].plan, part, parts)
            ),
        )

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

        return answered(payoffs, number, cards, self.equals)

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


def starts_of(payoffs: Payoffs, block: Block) -> Iterator[Start]:
    """Yield the kinds of hands of a block of the first decision."""
    [rows] = block.sets(OWN)
    for at, deals in enumerate(block.deals):
        yield Start(rows.states[at * rows.roles], deals, block.nets(at, deals * payoffs.scale))


def _share(
    payoffs: Payoffs, policies: Sequence[Policy], fold: Callable[[], F], part: int, parts: int
) -> list[F]:
    found, left_out = [fold() for _ in policies], set[Path]()
    if not any(policy.needs_values for policy in policies):
        # Actions that are never best, and are not taken by the policies.
        for path in payoffs.dominated:
            if not any(policy.may_take(path) for policy in policies):
                left_out.add(path)
    for tally in tallies(payoffs.plan, part, parts):
        best = payoffs.fold(tally, keep=True, left_out=left_out)
        for policy, one in zip(policies, found):
            followed = Following(payoffs.plan, tally, policy, best if policy.needs_values else None)
            one.end(payoffs.carried(tally, followed.actions))
            for history in best.decided:
                if history in followed.ways:
                    one.take(block_of(best, followed, history))
    return found


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
        several = Several(payoffs, tally)
        totals = [total + several.value(policy) for total, policy in zip(totals, policies)]
    return totals
