"""The 169 starting hands, and what each makes with three of the other fifty cards."""

from __future__ import annotations

from functools import cache

import numpy as np

from .common import BINOMIAL, RANKS, lines, sets


@cache
def holes() -> tuple[tuple[str, int, int, int], ...]:
    """Return (name, card, card, number of suit assignments) of each starting hand: AA, AKs, AKo,
    ...
    """
    found = []
    for high in reversed(range(13)):
        for low in reversed(range(high + 1)):
            pair = RANKS[high] + RANKS[low]
            if high == low:
                found.append((pair, 4 * low, 4 * low + 1, 6))
            else:
                found += [
                    (pair + "s", 4 * low, 4 * high, 4),
                    (pair + "o", 4 * low, 4 * high + 1, 12),
                ]
    return tuple(found)


def rest(first: int, second: int) -> np.ndarray:
    """Return the fifty other cards."""
    return np.array([card for card in range(52) if card not in (first, second)], dtype=np.int64)


def with_three(first: int, second: int, schedule: tuple) -> np.ndarray:
    """Return the line of hole + three for every 3-subset of the fifty other cards, in
    colexicographic order of these.
    """
    three = rest(first, second)[sets(50, 3)]
    index = np.zeros(len(three), dtype=np.int64)
    for i in range(3):
        column = three[:, i]
        index += BINOMIAL[column, i + 1 + (column > first) + (column > second)]
    for card, place in ((first, 1), (second, 2)):
        index += BINOMIAL[card, place + (three < card).sum(axis=1)]
    return schedule_lines(schedule)[index]


@cache
def schedule_lines(schedule: tuple) -> np.ndarray:
    return lines(list(schedule))
