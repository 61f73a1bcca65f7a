"""Criss Cross Poker at full size: for each first hand, every pair of cards at the sides beside every
pair at the ends, as matrices.

A pay never falls with the strength of a hand, so the better of two hands pays the larger of the two
pays, and no hands are compared. The engine lists the deals of single information sets and compares
strengths. About a minute.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np

from .common import (
    FLUSH, FULL, JACK, PAIR, QUADS, ROYAL, STRAIGHT, STRAIGHT_FLUSH, TRIPS, TWO_PAIR, lines, number, sets,
)  # fmt: skip

SIX = 4
SCHEDULE = [
    ("royal-flush", ROYAL, 0), ("straight-flush", STRAIGHT_FLUSH, 0), ("four-of-a-kind", QUADS, 0), ("full-house", FULL, 0),
    ("flush", FLUSH, 0), ("straight", STRAIGHT, 0), ("three-of-a-kind", TRIPS, 0), ("two-pair", TWO_PAIR, 0),
    ("pair-of-jacks-or-better", PAIR, JACK), ("pair-of-sixes-or-better", PAIR, SIX),
]  # fmt: skip
PAYS = np.array([500, 100, 40, 12, 8, 5, 3, 2, 1, 0, -1], dtype=np.int16)
ANTE = np.array([*[1] * 9, 0, -1], dtype=np.int16)
LEFT = 46  # cards that the one in the middle can be
TAKEN = 10_000  # in place of the pay with a card that a pair has


def value() -> Fraction:
    """Return what the best play wins on average, in antes."""
    total, hands = 0, 0
    for first, second in combinations(range(52), 2):
        kind = (first // 4, second // 4, first % 4 == second % 4)
        if (first % 4, second % 4) == ((0, 0) if kind[2] else (0, 1)):
            # Suits relabelled: four of a pair of one suit, twelve of two; a pair of ranks six.
            times = 4 if kind[2] else 6 if kind[0] == kind[1] else 12
            total += times * value_of(first, second)
            hands += times
    assert hands == comb(52, 2)
    return Fraction(total, hands * comb(50, 2) * comb(48, 2) * LEFT)


def value_of(first: int, second: int) -> int:
    """Return the value of one first hand, summed over all that can follow it."""
    left = np.array([card for card in range(52) if card not in (first, second)])
    pairs = sets(50, 2).astype(np.int64)
    line = lines_of(first, second, left[pairs], left)
    across = pay_sums(PAYS[line], pairs)
    antes = pay_sums(ANTE[line], pairs)
    better = sums_of_the_larger(np.where(line < 0, TAKEN, PAYS[line]))
    apart = np.ones((len(pairs), len(pairs)), dtype=bool)
    for one, other in product(range(2), repeat=2):
        apart &= pairs[:, None, one] != pairs[None, :, other]
    middle = antes + antes.T + np.maximum(better, 3 * better)
    best = -2 * comb(50, 2) * comb(48, 2) * LEFT
    for one in (1, 2, 3):
        second_bets = [np.full(len(pairs), -(2 + one) * comb(48, 2) * LEFT)]
        for other in (1, 2, 3):
            end = np.maximum(middle + one * across + other * across.T, -(2 + one + other) * LEFT)
            second_bets.append((end * apart).sum(axis=1, dtype=np.int64))
        best = max(best, int(np.max(second_bets, axis=0).sum()))
    return best


def lines_of(first: int, second: int, pairs: np.ndarray, left: np.ndarray) -> np.ndarray:
    """Return the line of the hand of the first two cards, a pair and one card more, for every pair
    and card; -1 where the card is one of the pair.
    """
    cards = np.empty((len(pairs), len(left), 5), dtype=np.int64)
    cards[:, :, 0], cards[:, :, 1] = first, second
    cards[:, :, 2:4], cards[:, :, 4] = pairs[:, None, :], left[None, :]
    cards.sort(axis=2)
    taken = (pairs[:, :, None] == left[None, None, :]).any(axis=1)
    places = number([np.where(taken, at, cards[:, :, at]) for at in range(5)])
    return np.where(taken, -1, lines(SCHEDULE)[places].astype(np.int64))


def pay_sums(pays: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Return for every two pairs the sum of the pays of the hand with the first of them, over the
    cards in neither.
    """
    own = (np.arange(50)[None, None, :] == pairs[:, :, None]).any(axis=1)
    pays = np.where(own, 0, pays).astype(np.int32)
    return pays.sum(axis=1)[:, None] - pays[:, pairs[:, 0]] - pays[:, pairs[:, 1]]


def sums_of_the_larger(pays: np.ndarray) -> np.ndarray:
    """Return for every two pairs the sum of the larger pay over the cards in neither; right where
    the two have no card in common.
    """
    pays = pays.astype(np.int16)
    found = np.full((len(pays), len(pays)), -4 * TAKEN, dtype=np.int32)
    for column in np.ascontiguousarray(pays.T):
        found += np.maximum.outer(column, column)
    return found


def main() -> None:
    print(value())


if __name__ == "__main__":
    main()
