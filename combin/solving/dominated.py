"""Actions that are never better than both of two others: a raise of two between raises of one and
three wins, however the round ends, a mean of what these win.

The value of an action is a mean over cards of the best that follows, so it is convex in what its
ends win: at a mean of two it is at most the same mean of their values, and so at most the larger.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import gcd

from combin.counting import Plan
from combin.rules.facts import Path

Sum = Mapping[int, int]  # key -> what it is multiplied by; nothing is multiplied by 0
Ends = Mapping[Path, Sequence[Sum]]  # what a path that ends is worth at every joint number of facts


def worth_weighing(plan: Plan, ends: Ends, history: Path) -> list[Path]:
    """Return a history with each action that can be better than all others."""
    after = plan.after(history)
    alike: dict[Hashable, dict[Path, list[Sum]]] = defaultdict(dict)
    for path in after:
        alike[_offered(plan, ends, path)][path] = list(_worth(plan, ends, path))
    between = {path for worth in alike.values() for path in _between(worth)}
    return [path for path in after if path not in between]


def _offered(plan: Plan, ends: Ends, path: Path) -> Hashable:
    """Return the key of where an action is offered and of what may follow it."""
    if path in ends:
        return plan.offered(path)
    named = tuple((one[-1][1].name, _offered(plan, ends, one)) for one in plan.after(path))
    return plan.offered(path), named


def _worth(plan: Plan, ends: Ends, path: Path) -> Iterator[Sum]:
    if path in ends:
        yield from ends[path]
    else:
        for one in plan.after(path):
            yield from _worth(plan, ends, one)


def _between(worth: Mapping[Path, Sequence[Sum]]) -> Iterator[Path]:
    """Yield the paths that are worth one and the same mean of two others at all their ends: the two
    lie in opposite directions.
    """
    keys = {
        (place, key) for sums in worth.values() for place, one in enumerate(sums) for key in one
    }
    points = {
        path: [sums[place].get(key, 0) for place, key in keys] for path, sums in worth.items()
    }
    for path, own in points.items():
        directions = {_direction(own, other) for other in points.values()} - {_direction(own, own)}
        if any(tuple(-step for step in one) in directions for one in directions):
            yield path


def _direction(start: Sequence[int], end: Sequence[int]) -> tuple[int, ...]:
    """Return the shortest whole steps that lead from one point towards another."""
    steps = [there - here for here, there in zip(start, end, strict=True)]
    longest = gcd(*steps) or 1
    return tuple(step // longest for step in steps)
