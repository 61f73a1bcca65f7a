"""Actions that are never better than both of two others, as a raise of two lies between raises of
one and of three: however the round ends, they win a mean of what the two win.

The value of an action is a mean over cards of the best that follows, so it is convex in what its
ends win: at a mean of two it is at most the same mean of their values, and so at most the larger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from combin.counting import Plan
from combin.rules.facts import Path

Sum = Mapping[int, int]
Ends = Mapping[Path, Sequence[Sum]]  # what a path that ends is worth at every joint number of facts


def worth_weighing(plan: Plan, ends: Ends, history: Path) -> list[Path]:
    """Return a history with each action that can be better than all others."""
    after = plan.after(history)
    return [path for path in after if not _is_between(plan, ends, path, after)]


def _is_between(plan: Plan, ends: Ends, path: Path, after: Sequence[Path]) -> bool:
    others = [
        other for other in after if other != path and plan.offered(other) == plan.offered(path)
    ]
    return any(
        _is_mean(list(_triples(plan, ends, (path, *two)))) for two in combinations(others, 2)
    )


Triple = tuple[Sum, Sum, Sum] | None  # None where what follows differs


def _triples(plan: Plan, ends: Ends, paths: Sequence[Path]) -> Iterator[Triple]:
    """Yield what three paths are worth at each of their ends."""
    if any(path in ends for path in paths):
        if not all(path in ends for path in paths):
            yield None
            return
        yield from zip(*(ends[path] for path in paths), strict=True)
        return
    following = [plan.after(path) for path in paths]
    names = [[(path[-1][1].name, plan.offered(path)) for path in each] for each in following]
    if not names[0] == names[1] == names[2]:
        yield None
        return
    for three in zip(*following, strict=True):
        yield from _triples(plan, ends, three)


def _is_mean(triples: Sequence[Triple]) -> bool:
    """Tell whether the first of each three is one and the same mean of the other two, in which both
    have a share.
    """
    share = None
    for triple in triples:
        if triple is None:
            return False
        for one, low, high in _numbers(*triple):
            if low == high:
                if one != low:
                    return False
                continue
            here = Fraction(one - low, high - low)
            if not 0 < here < 1 or share not in (None, here):
                return False
            share = here
    return share is not None


def _numbers(*sums: Sum) -> Iterator[tuple[int, int, int]]:
    """Yield what each key is multiplied by in three sums."""
    one, low, high = sums
    for key in {**one, **low, **high}:
        yield one.get(key, 0), low.get(key, 0), high.get(key, 0)
