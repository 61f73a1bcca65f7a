"""Divides a solution into shares, wherever they are counted.

A share is complete in itself: what happens in it is added to what happens in the others. A bet
whose best play is no sum of shares, as on a board that is shared, is one share; where a card of the
opponent's is seen beside it, each of its ranks is a share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias

from combin.families.listed import family_of
from combin.records import dataclass
from combin.solving.executor import Progress, Workers, handed_out, in_threads
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs

if TYPE_CHECKING:
    from combin.families.contract import Family


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


def shares_of(payoffs: Payoffs, cut: int) -> list[Share]:
    """Return all shares of the work of a bet, cut for so many workers."""
    plan = payoffs.plan
    parts = family_of(plan).shares(plan, cut)
    return [Share(plan.bet.key, part, parts) for part in range(parts)]


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
    if left and in_threads(workers):
        family_of(asked[0].plan).prepare(asked[0].plan)
    if progress and wanted:
        progress(wanted[0].bet, 0, len(wanted))
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
    family = family_of(asked[0].plan)
    if family.together and in_threads(workers):
        for share in wanted:
            yield family.happens(asked, share.part, share.parts, workers, progress)
    else:
        yield from handed_out(partial(_happening, family, asked), wanted, workers)


def _happening(family: Family, asked: Sequence[Payoffs], share: Share) -> Roots:
    return family.happens(asked, share.part, share.parts)
