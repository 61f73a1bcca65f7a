"""Tallies that are asked for again and again while a report is made: counted once, and kept where
they are small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from combin.counting.memory import Keep
from combin.counting.plan import Plan
from combin.counting.tally import Tally
from combin.families.methods import method_of

MOST = 500_000_000  # bytes of all that is kept

Count = Callable[[Plan, int, int], Iterator[Tally]]


class KeptTallies:
    """Tallies of whole bets, as far as there is room; what was asked for longest ago goes first."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, list[Tally]]] = {}  # by what counts alike: bytes, tallies

    def get(self, plan: Plan, count: Count) -> list[Tally]:
        """Return the tallies of a plan, counted now or before."""
        found = self._kept.pop(plan.counted_by, None) or (size_of(plan), [*count(plan, 0, 1)])
        self._kept[plan.counted_by] = found
        while sum(size for size, _ in self._kept.values()) > MOST:
            del self._kept[next(iter(self._kept))]
        return found[1]


_kept: KeptTallies | None = None  # None: nothing is kept


@contextmanager
def keeping() -> Iterator[None]:
    """Keep the tallies that are counted meanwhile in this process."""
    global _kept
    before, _kept = _kept, KeptTallies()
    try:
        yield
    finally:
        _kept = before


def shared(plan: Plan, part: int, parts: int, count: Count) -> Iterator[Tally]:
    """Return the tallies of one share; where they are kept the first share has all of them."""
    if _kept is None or size_of(plan) > MOST:
        yield from count(plan, part, parts)
    elif part == 0:
        for tally in _kept.get(plan, count):
            yield tally
            tally.found.clear()  # what policies read takes more than what is counted


def size_of(plan: Plan) -> int:
    """Return the bytes of all tallies of a plan."""
    return sum(need.size for need in method_of(plan).memory(plan, Keep.ALL))
