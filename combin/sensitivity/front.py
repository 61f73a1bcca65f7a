"""Paytables that no other beats: each is better than any other in something, or equal to it in
all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple


class Candidate(NamedTuple):
    """A paytable on the way; less is better in the first four.

    rough: how far from round its pays are, added up.
    off: how far its edge is from where it should be.
    spread: its variance.
    lost: minus the deals that are won.
    total: what all deals are worth.
    pays: in whole numbers.
    """

    rough: int
    off: int
    spread: int
    lost: int
    total: int
    pays: tuple[int, ...]


class Front:
    """The candidates that none beats, among those of one roughness as they come."""

    def __init__(self) -> None:
        self._kept: dict[int, list[Candidate]] = defaultdict(list)

    def add(self, one: Candidate) -> None:
        """Keep a candidate unless another as rough beats it; drop those that it beats."""
        kept = self._kept[one.rough]
        off, spread, lost = one[1:4]
        for place, other in enumerate(kept):
            if other.off <= off and other.spread <= spread and other.lost <= lost:
                if (other.off, other.spread, other.lost) == (off, spread, lost):
                    break
                if place:  # what beat one is likely to beat the next
                    kept[place], kept[0] = kept[0], other
                return
        kept[:] = [other for other in kept if not _beats(one, other)]
        kept.append(one)

    def unbeaten(self) -> list[Candidate]:
        """Return the candidates that none beats, in order."""
        found: list[Candidate] = []
        for rough in sorted(self._kept):
            beaten = found[:]
            found += [
                one for one in self._kept[rough] if not any(_beats(old, one) for old in beaten)
            ]
        return sorted(found)


def _beats(one: Sequence[object], other: Sequence[object]) -> bool:
    """Tell whether a candidate is nowhere worse than another and somewhere better."""
    return one[:4] != other[:4] and all(a <= b for a, b in zip(one[:4], other[:4]))  # type: ignore[operator]


__all__ = ["Candidate", "Front"]
