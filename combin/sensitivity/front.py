"""Paytables that no other beats: each is better than any other in something, or equal to it in
all.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from typing import NamedTuple


class Candidate(NamedTuple):
    """A paytable on the way; less is better in the first five.

    rough: how far from round its pays are, added up.
    off: how far its edge is from where it should be.
    spread: its variance.
    lost: minus the deals that are won.
    lines: of the shortest list that is good.
    total: what all deals are worth.
    pays: in whole numbers.
    """

    rough: int
    off: int
    spread: int
    lost: int
    lines: int
    total: int
    pays: tuple[int, ...]


class Front:
    """The candidates that none beats, among those that are as round, as often won and as simple to
    play as they come.

    There they stand by how far off they are, so that the spread falls from one to the next.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int, int], list[Candidate]] = defaultdict(list)

    def add(self, one: Candidate) -> None:
        """Keep a candidate unless one of its kind beats it; drop those that it beats."""
        kept = self._kept[one.rough, one.lost, one.lines]
        place = bisect_right(kept, (one.off, one.spread), key=_off_and_spread)
        if place:
            before = kept[place - 1]
            if before.spread < one.spread or (before.spread == one.spread and before.off < one.off):
                return
        end = place
        while end < len(kept) and kept[end].spread >= one.spread:
            end += 1
        kept[place:end] = [one]

    def unbeaten(self) -> list[Candidate]:
        """Return the candidates that none beats, in order: what beats one stands before it."""
        found: list[Candidate] = []
        for one in sorted(one for kept in self._kept.values() for one in kept):
            if not any(_beats(other, one) for other in found):
                found.append(one)
        return found


def _off_and_spread(one: Candidate) -> tuple[int, int]:
    return one.off, one.spread


def _beats(one: Candidate, other: Candidate) -> bool:
    """Tell whether a candidate is nowhere worse than another and somewhere better."""
    return (
        one.rough <= other.rough
        and one.off <= other.off
        and one.spread <= other.spread
        and one.lost <= other.lost
        and one.lines <= other.lines
        and one[:5] != other[:5]
    )


__all__ = ["Candidate", "Front"]
