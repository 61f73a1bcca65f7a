"""The Pareto front of paytables: those that no other one beats."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

ROOM = 50_000  # candidates that are kept before those that are beaten are dropped


class Candidate(NamedTuple):
    """A paytable on the way; less is better in the first five.

    rough: how far from round its pays are, added up.
    off: how far its edge is from where it should be.
    spread: its variance.
    lost: minus the deals that are won.
    lines: of the shortest list that is good.
    total: what all deals are worth.
    pays: in whole numbers.
    side: the number of the setting that it is of.
    """

    rough: int
    off: int | Fraction
    spread: int | Fraction
    lost: int | Fraction
    lines: int
    total: int
    pays: tuple[int, ...]
    side: int = 0


class Front:
    """The candidates that none beats; those that are beaten are dropped now and then."""

    def __init__(self) -> None:
        self._kept: list[Candidate] = []
        self._room = ROOM

    def add(self, one: Candidate) -> None:
        self._kept.append(one)
        if len(self._kept) >= self._room:
            self._kept = list(_unbeaten(self._kept))
            self._room = 2 * len(self._kept) + ROOM

    def unbeaten(self) -> list[Candidate]:
        """Return the candidates that none beats, the roundest first."""
        return sorted(_unbeaten(self._kept))


class _Stairs:
    """Spreads, rising, each with fewer deals lost than all before it."""

    def __init__(self) -> None:
        self.spreads: list[int | Fraction] = []
        self.lost: list[int | Fraction] = []

    def beat(self, one: Candidate) -> bool:
        """Return True if some step has no more of either."""
        place = bisect_right(self.spreads, one.spread)
        return place > 0 and self.lost[place - 1] <= one.lost

    def add(self, one: Candidate) -> None:
        """Add a step that none beats, in the place of those that it beats."""
        place = end = bisect_left(self.spreads, one.spread)
        while end < len(self.lost) and self.lost[end] >= one.lost:
            end += 1
        self.spreads[place:end], self.lost[place:end] = [one.spread], [one.lost]


def _unbeaten(some: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield the candidates that none beats: what beats one is no further off, and comes before it.
    Of those before it only the stairs are asked that are as rough and have as many lines at most.
    """
    stairs: dict[tuple[int, int], _Stairs] = {}
    before = None
    for one in sorted(some, key=attrgetter("off", "spread", "lost", "rough", "lines")):
        if before is None or one[:5] != before[:5]:
            if any(
                rough <= one.rough and lines <= one.lines and steps.beat(one)
                for (rough, lines), steps in stairs.items()
            ):
                continue
            stairs.setdefault((one.rough, one.lines), _Stairs()).add(one)
        before = one
        yield one
