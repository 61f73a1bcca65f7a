"""Tallies that are asked for again and again, while a report is made or by one command after the
other: counted once, and kept where they are small.
"""

from __future__ import annotations

import marshal
import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic_ns

from combin import cache
from combin.counting.memory import Keep
from combin.counting.plan import Plan
from combin.counting.tally import CountTally, Level, ListTally, Tally
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
    if not (_kept or cache.folder) or size_of(plan) > MOST:
        yield from count(plan, part, parts)
    elif _kept is None:
        yield from _cached(plan, part, parts, count)
    elif part == 0:
        for tally in _kept.get(plan, count):
            yield tally
            tally.found.clear()  # what policies read takes more than what is counted


def _cached(plan: Plan, part: int, parts: int, count: Count) -> Iterator[Tally]:
    """Yield the tallies of one share, which an earlier command may have counted."""
    asked = f"tallies {part} of {parts} {plan.counted_by}"
    if packed := cache.get(asked):
        yield from unpacked(plan, packed)
        return
    begun, found = monotonic_ns(), []
    for tally in count(plan, part, parts):
        found.append(tally)
        yield tally
    plain = [tally for tally in found if isinstance(tally, (CountTally, ListTally))]
    if len(plain) == len(found) and monotonic_ns() - begun > cache.SLOW:
        cache.put(asked, packed_as(plain))


def packed_as(every: Sequence[CountTally | ListTally]) -> bytes:
    """Return tallies as bytes: their arrays, and nothing that is run when it is read."""
    plain = [
        (
            [
                (one.roles, *map(_raw, (one.states, one.weights, one.known, one.links)))
                for one in tally.levels
            ],
            _raw(tally.held if isinstance(tally, CountTally) else tally.deals),
            isinstance(tally, CountTally),
        )
        for tally in every
    ]
    return zlib.compress(marshal.dumps(plain), 1)


def _raw(part: array[int]) -> tuple[str, bytes]:
    return part.typecode, part.tobytes()


def unpacked(plan: Plan, packed: bytes) -> Iterator[Tally]:
    """Yield the tallies that some bytes stand for."""
    for levels, counts, has_rows in marshal.loads(zlib.decompress(packed)):
        made = tuple(
            Level(stage, roles, *(array(*raw) for raw in arrays))
            for stage, (roles, *arrays) in zip(plan.stages, levels)
        )
        kind = CountTally if has_rows else ListTally
        yield kind(made, plan.size(plan.columns), array(*counts))


def size_of(plan: Plan) -> int:
    """Return the bytes of all tallies of a plan."""
    return sum(need.size for need in method_of(plan).memory(plan, Keep.ALL))
