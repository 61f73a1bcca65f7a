"""How hard a list is to remember, and the easier words that say the same."""

from __future__ import annotations

from collections.abc import Sequence

from combin.strategies.conditions import Condition

LINE = 2  # what one more line is worth in words
FRIENDLY = 2  # up to which a condition is one that published lists use


def burden(lines: Sequence[Sequence[Condition]]) -> int:
    """Return how hard a list is to remember, by the conditions of its lines."""
    return sum(LINE + sum(condition.hardness for condition in conditions) for conditions in lines)


def easiest(
    sets: Sequence[int], hard: Sequence[int], inside: int, outside: int, most: int
) -> tuple[int, ...] | None:
    """Return the easiest conjunction of one to three conditions that holds all of `inside` and
    nothing of `outside`.

    sets: the cells of each condition, as bits. hard: how hard each is. Returns None where none is
        easier than `most`.
    """
    fit = sorted((hard[i], i) for i in range(len(sets)) if not inside & ~sets[i] and hard[i] < most)
    left = [(cost, i, sets[i] & outside) for cost, i in fit]
    found: tuple[int, ...] | None = None
    for place, (cost, i, held) in enumerate(left):
        if cost >= most:
            break
        if not held:
            return (i,)
        for after, (second, j, more) in enumerate(left[place + 1 :], place + 1):
            if cost + second >= most:
                break
            both = held & more
            if not both:
                most, found = cost + second, (i, j)
                break
            for third, k, last in left[after + 1 :]:
                if cost + second + third >= most:
                    break
                if not both & last:
                    most, found = cost + second + third, (i, j, k)
                    break
    return found
