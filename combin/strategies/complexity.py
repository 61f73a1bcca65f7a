"""How hard a list is to remember, and easier wordings of the same list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from combin.strategies.conditions import STEP, Condition

LINE = 2 * STEP  # how hard one more line is, beside its conditions
FRIENDLY = 2 * STEP + 1  # up to which hardness published lists use a condition
MOST_JOINED = 3  # conditions of a line


def burden(lines: Iterable[Sequence[Condition]]) -> int:
    """Return how hard a list is to remember, by the conditions of its lines."""
    return sum(LINE + sum(one.hardness for one in conditions) for conditions in lines)


def easiest(
    sets: Sequence[int], hard: Sequence[int], inside: int, outside: int, most: int
) -> tuple[int, ...] | None:
    """Return the easiest conjunction of one to three conditions that holds all of `inside` and
    nothing of `outside`.

    sets: the classes in which each condition holds, as bits.
    hard: how hard each condition is.
    Returns None where no conjunction is easier than `most`.
    """
    fit = sorted(  # hardness and number of the conditions that may stand in it
        (cost, number)
        for number, cost in enumerate(hard)
        if cost < most and not inside & ~sets[number]
    )
    found: tuple[int, ...] | None = None

    def extend(conditions: tuple[int, ...], cost: int, held: int, first: int) -> None:
        """Try the conditions from `first` on; held: what the others hold of `outside`."""
        nonlocal found, most
        for place in range(first, len(fit)):
            further, number = fit[place]
            if cost + further >= most:
                return
            left = held & sets[number]
            if not left:
                most = cost + further
                found = (*conditions, number)
                return
            if len(conditions) < MOST_JOINED - 1:
                extend((*conditions, number), cost + further, left, place + 1)

    extend((), 0, outside, 0)
    return found
