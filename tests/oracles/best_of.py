"""Histogram of the best five of n cards by rank multisets and a flush correction, without looking
at whole hands.

Of n <= 9 cards at most one suit has five or more. So hands are counted by rank multiset as if suits
did not exist, and those with five cards of a suit are listed apart (suit, its ranks, then the few
other cards) and moved. The engine enumerates canonical deals instead. About 3 s for eight cards.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from .common import (
    FLUSH,
    FULL,
    HIGH,
    NAMES,
    PAIR,
    QUADS,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    sets,
)

RUNS = [
    sum(1 << (rank % 13) for rank in range(low, low + 5)) for low in range(-1, 9)
]  # rank -1 is the ace below the two


@cache
def runs() -> tuple[np.ndarray, np.ndarray]:
    """Return for each of 8,192 rank masks whether it holds a straight, and whether it holds the
    highest.
    """
    masks = np.arange(1 << 13)
    straight = np.any([(masks & run) == run for run in RUNS], axis=0)
    return straight, (masks & RUNS[-1]) == RUNS[-1]


def without_suits(counts: np.ndarray) -> np.ndarray:
    """Return the best family of hands given as counts[hand, rank], flushes not regarded."""
    fours, threes, twos = ((counts == n).sum(axis=1) for n in (4, 3, 2))
    mask = ((counts > 0) * (1 << np.arange(13))).sum(axis=1)
    return np.select(
        [
            fours > 0,
            (threes > 1) | ((threes > 0) & (twos > 0)),
            runs()[0][mask],
            threes > 0,
            twos > 1,
            twos > 0,
        ],
        [QUADS, FULL, STRAIGHT, TRIPS, TWO_PAIR, PAIR],
        HIGH,
    )


def multisets(n: int, ranks: int = 13) -> np.ndarray:
    """Return counts[multiset, rank] of all ways to hold n cards of up to four of each rank."""
    if ranks == 0:
        return np.zeros((1 if n == 0 else 0, 0), dtype=np.int8)
    parts = []
    for of_last in range(min(n, 4) + 1):
        rest = multisets(n - of_last, ranks - 1)
        parts.append(np.column_stack((rest, np.full(len(rest), of_last, dtype=np.int8))))
    return np.concatenate(parts)


def suited_hands(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return, over the hands with five or more cards of one suit, their histogram by
    `without_suits` and by true family.
    """
    before, after = np.zeros(10, dtype=np.int64), np.zeros(10, dtype=np.int64)
    for suited in range(5, n + 1):
        others = sets(39, n - suited) // 3  # ranks of the cards of the three other suits
        counts = np.zeros((len(others), 13), dtype=np.int8)
        for column in others.T:
            counts[np.arange(len(others)), column] += 1
        # Others alike in ranks are one row with a weight: the suits of the few others do not
        # matter.
        counts, weight = np.unique(counts, axis=0, return_counts=True)
        for ranks in combinations(range(13), suited):
            held = counts.copy()
            held[:, ranks] += 1
            mask = sum(1 << rank for rank in ranks)
            plain = without_suits(held)
            best = np.maximum(plain, FLUSH)
            if runs()[0][mask]:
                best[:] = ROYAL if runs()[1][mask] else STRAIGHT_FLUSH
            np.add.at(before, plain, 4 * weight)
            np.add.at(after, best, 4 * weight)
    return before, after


@cache
def best_five(n: int) -> dict[str, int]:
    """Return family -> number of n-card hands whose best five are of that family."""
    counts = multisets(n)
    ways = np.array([comb(4, k) for k in range(5)])[counts].prod(axis=1)
    total = np.zeros(10, dtype=np.int64)
    np.add.at(total, without_suits(counts), ways)
    before, after = suited_hands(n)
    histogram = total - before + after
    assert histogram.sum() == comb(52, n)
    return dict(zip(NAMES, histogram.tolist()))


def main() -> None:
    for n in (5, 6, 7, 8):
        print(n, best_five(n))


if __name__ == "__main__":
    main()
