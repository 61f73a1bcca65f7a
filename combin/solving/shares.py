"""The shares of a solution: what the work of its bets is cut into, wherever they are counted.

A share is complete in itself: what happens in it is added to what happens in the others. Where
player and opponent share a board the best play is no sum of shares: what is decided when the whole
board is seen comes before any decision on part of it. Such a bet is one share, and so is one on
hands that are split. Where a card of the opponent's is seen, too, each of its ranks is a share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Protocol, TypeAlias

from combin import counting
from combin.counting import Plan, prepare, shares, tallies
from combin.counting.streets import exposed_board, has_streets
from combin.records import dataclass
from combin.solving.executor import Progress, Workers, handed_out, in_threads
from combin.solving.induction import Root, carry
from combin.solving.payoffs import Payoffs


@dataclass(frozen=True)
class Share:
    """One share of the work of a bet.

    bet: its key.
    part: which share, from 0.
    parts: of how many.
    """

    bet: str
    part: int
    parts: int


# What happens in a share under the best play for each of some payoffs that are counted alike.
Roots: TypeAlias = list[Root]


class Kept(Protocol):
    """Where shares are kept, so that none is counted twice.

    cut: for how many workers the work is cut.
    """

    cut: int

    def get(self, share: Share, /) -> Roots | None:
        """Return what happens in a share, None where it is not kept."""

    def __setitem__(self, share: Share, roots: Roots, /) -> None:
        """Keep what happens in a share."""


class InMemory(dict[Share, Roots]):
    """Shares kept in memory."""

    def __init__(self, cut: int) -> None:
        super().__init__()
        self.cut = cut


def is_whole(plan: Plan) -> bool:
    """Tell whether the best play of a bet is no sum of shares."""
    return has_streets(plan) or plan.is_split


def shares_of(payoffs: Payoffs, cut: int) -> list[Share]:
    """Return all shares of the work of a bet, cut for so many workers."""
    plan = payoffs.plan
    if exposed_board(plan):
        from combin.solving.exposed_board import seen_cards

        parts = len(seen_cards(plan))
    else:
        parts = 1 if is_whole(plan) else shares(plan, cut)
    return [Share(plan.bet.key, part, parts) for part in range(parts)]


def cost(plan: Plan) -> str:
    """Return in words what a bet takes to count when nothing of it is kept."""
    if exposed_board(plan):
        from combin.solving.exposed_board import cost as beside

        return beside(plan)
    return counting.cost(plan)


def every_share(asked: Sequence[Payoffs], cut: int) -> list[Share]:
    """Return all shares of the work of some bets, in the order in which shards take turns."""
    return [share for payoffs in asked for share in shares_of(payoffs, cut)]


def counted(
    asked: Sequence[Payoffs],
    wanted: Sequence[Share],
    kept: Kept,
    workers: Workers = None,
    progress: Progress | None = None,
) -> Iterator[Roots]:
    """Yield what happens in each of some shares of a bet, in their order; what is not kept is
    counted and kept.

    asked: payoffs of the bet whose plans count alike.
    """
    found = {share: kept.get(share) for share in wanted}
    left = [share for share, roots in found.items() if roots is None]
    more = _counted(asked, left, workers, progress)
    for done, share in enumerate(wanted, 1):
        roots = found[share]
        if roots is None:
            roots = kept[share] = next(more)
        yield roots
        if progress:
            progress(share.bet, done, len(wanted))


def _counted(
    asked: Sequence[Payoffs], wanted: Sequence[Share], workers: Workers, progress: Progress | None
) -> Iterator[Roots]:
    """Yield what happens in each of some shares of a bet, in their order."""
    plan = asked[0].plan
    if exposed_board(plan):
        yield from _beside_seen(asked, wanted, workers)
    elif not is_whole(plan):
        if wanted and in_threads(workers):
            prepare(plan)
        yield from handed_out(partial(_happening, asked), wanted, workers)
    elif in_threads(workers):
        yield from (played_whole(asked, workers, progress) for _ in wanted)
    else:
        yield from handed_out(partial(_elsewhere, asked), wanted, workers)


def _beside_seen(
    asked: Sequence[Payoffs], wanted: Sequence[Share], workers: Workers
) -> Iterator[Roots]:
    """Yield what happens beside each of some ranks of a card that is seen."""
    from combin.solving.exposed_board import play

    if in_threads(workers):
        yield from (play(asked, share.part, workers) for share in wanted)
    else:
        yield from handed_out(partial(_beside_one, asked), wanted, workers)


def _beside_one(asked: Sequence[Payoffs], share: Share) -> Roots:
    """Return what happens beside one rank, counted by all cores of one machine."""
    from combin.solving.exposed_board import play

    return play(asked, share.part)


def _happening(asked: Sequence[Payoffs], share: Share) -> Roots:
    """Return what happens in one share of the deals."""
    roots = [Root() for _ in asked]
    for tally in tallies(asked[0].plan, share.part, share.parts):
        for root, payoffs in zip(roots, asked):
            root.add(carry(payoffs.fold(tally, left_out=payoffs.dominated)))
    return roots


def _elsewhere(asked: Sequence[Payoffs], _: Share) -> Roots:
    """Return what happens in all deals of a bet, counted by all cores of one machine."""
    return played_whole(asked)


def played_whole(
    asked: Sequence[Payoffs], workers: Workers = None, progress: Progress | None = None
) -> Roots:
    """Return what happens under the best play of bets whose information sets are too many to be
    kept.
    """
    # Other games start sooner without them.
    if asked[0].plan.is_split:
        from combin.solving.splits import play as split

        return split(asked, workers, progress)
    from combin.solving.forward import play

    return play(asked, workers, progress)
