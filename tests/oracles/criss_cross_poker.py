"""Criss Cross Poker at full size: for each first hand, every pair of cards at the sides beside every
pair at the ends, as matrices.

A pay never falls with the strength of a hand, so the better of two hands pays the larger of the two
pays, and no hands are compared. What happens is counted by lines: for each card in the middle the
pairs are sorted by the line of their hand, and matrices of zeros and ones are multiplied. The engine
lists the deals of single information sets and compares strengths. Some three minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np

from .common import (
    FLUSH, FULL, JACK, PAIR, QUADS, ROYAL, STRAIGHT, STRAIGHT_FLUSH, TRIPS, TWO_PAIR, Tally, deals, expected_value, lines,
    number, report, sets, settle,
)  # fmt: skip

SIX = 4
SCHEDULE = [
    ("royal-flush", ROYAL, 0), ("straight-flush", STRAIGHT_FLUSH, 0), ("four-of-a-kind", QUADS, 0), ("full-house", FULL, 0),
    ("flush", FLUSH, 0), ("straight", STRAIGHT, 0), ("three-of-a-kind", TRIPS, 0), ("two-pair", TWO_PAIR, 0),
    ("pair-of-jacks-or-better", PAIR, JACK), ("pair-of-sixes-or-better", PAIR, SIX),
]  # fmt: skip
NAMES = [name for name, _, _ in SCHEDULE] + ["less"]
PAYS = np.array([500, 100, 40, 12, 8, 5, 3, 2, 1, 0, -1], dtype=np.int16)
ANTE = np.array([*[1] * 9, 0, -1], dtype=np.int16)
BONUS = {
    "royal-flush": 250, "straight-flush": 100, "four-of-a-kind": 40, "full-house": 15, "flush": 10, "straight": 6,
    "three-of-a-kind": 4, "two-pair": 3, "pair-of-sixes-or-better": 1,
}  # fmt: skip
ACTIONS = ("fold", "1x", "2x", "3x")
PAIRS, ENDS, LEFT = comb(50, 2), comb(48, 2), 46
TAKEN = 10_000  # in place of the pay with a card that a pair has


def solve() -> Tally:
    """Return what happens under the best play; of equals the smallest stake is taken."""
    tally = Tally()
    for first, second in combinations(range(52), 2):
        kind = (first // 4, second // 4, first % 4 == second % 4)
        if (first % 4, second % 4) == ((0, 0) if kind[2] else (0, 1)):
            # Suits relabelled: four of a pair of one suit, twelve of two; a pair of ranks six.
            times = 4 if kind[2] else 6 if kind[0] == kind[1] else 12
            for bets, outcome, net, count in played(first, second):
                staked = Fraction(2 + sum(bets))
                tally[tuple(ACTIONS[bet] for bet in bets), outcome, Fraction(net), staked] += (
                    times * count
                )
    assert deals(tally) == comb(52, 2) * PAIRS * ENDS * LEFT
    return tally


def value() -> Fraction:
    """Return what the best play wins on average, in antes."""
    return expected_value(solve())


def five_card_bonus() -> Tally:
    """Return what happens to the bonus, on the five cards of the cross."""
    schedule = [one for one in SCHEDULE if one[0] in BONUS]
    counts = np.bincount(lines(schedule), minlength=len(schedule) + 1).tolist()
    return settle(dict(zip([*BONUS, "less"], counts)), BONUS)


def played(first: int, second: int) -> Iterator[tuple[tuple[int, ...], str, int, int]]:
    """Yield the bets (0 for a fold), the outcome, the net and the deals of what can happen after one
    first hand.
    """
    left = np.array([card for card in range(52) if card not in (first, second)])
    pairs = sets(50, 2).astype(np.int64)
    line = lines_of(first, second, left[pairs], left)
    apart = np.ones((PAIRS, PAIRS), dtype=bool)
    for one, other in product(range(2), repeat=2):
        apart &= pairs[:, None, one] != pairs[None, :, other]
    worth, down, middle = decided(line, pairs, apart)
    one = max(range(4), key=lambda bet: worth[bet])  # of equals the first
    fold = ", ".join(f"{hand} fold" for hand in ("across", "down", "middle"))
    if not one:
        yield (0,), fold, -2, PAIRS * ENDS * LEFT
        return
    if folded := int((down[one] == 0).sum()):
        yield (one, 0), fold, -2 - one, folded * ENDS * LEFT
    # Cards that are one of the pair have no line.
    sorted_by = np.stack([place == line.T for place in range(len(NAMES))], axis=2)
    for other in (1, 2, 3):
        rows = down[one] == other
        for end in range(4):
            chosen = (middle[one, other] == end) & apart & rows[:, None]
            bets = (one, other, end)
            if not end and chosen.any():
                yield bets, fold, -2 - one - other, int(chosen.sum()) * LEFT
            elif chosen.any():
                for (a, b), count in np.ndenumerate(by_line(chosen[rows], sorted_by, rows)):
                    if count:
                        net = ANTE[a] + ANTE[b] + one * PAYS[a] + other * PAYS[b]
                        best = min(a, b)
                        outcome = f"across {NAMES[a]}, down {NAMES[b]}, middle {NAMES[best]}"
                        yield bets, outcome, int(net + end * PAYS[best]), int(count)


def decided(line: np.ndarray, pairs: np.ndarray, apart: np.ndarray) -> tuple[list, dict, dict]:
    """Return what each first bet is worth, what is bet on the hand down for each pair at the sides, by
    the first bet, and what on the middle for every two pairs, by the bets before.
    """
    across = pay_sums(PAYS[line], pairs)
    antes = pay_sums(ANTE[line], pairs)
    better = sums_of_the_larger(np.where(line < 0, TAKEN, PAYS[line]))
    worth, down, middle = [-2 * PAIRS * ENDS * LEFT], {}, {}
    for one in (1, 2, 3):
        sums = [np.full(PAIRS, -(2 + one) * ENDS * LEFT)]
        for other in (1, 2, 3):
            hands = antes + antes.T + one * across + other * across.T
            ends = np.stack(
                [np.full_like(hands, -(2 + one + other) * LEFT)]
                + [hands + bet * better for bet in (1, 2, 3)]
            )
            middle[one, other] = ends.argmax(axis=0).astype(np.int8)
            sums.append((ends.max(axis=0) * apart).sum(axis=1, dtype=np.int64))
        down[one] = np.argmax(sums, axis=0)
        worth.append(int(np.max(sums, axis=0).sum()))
    return worth, down, middle


def by_line(chosen: np.ndarray, sorted_by: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return how many deals have each line of the hand across and of the hand down.

    chosen: for the pairs at the sides that `rows` marks, at which pairs at the ends they are met.
    sorted_by: card in the middle, pair, line -> whether the hand has that line.
    """
    # With one card in the middle the deals are whole numbers below 2**24, which these keep exactly.
    ends = sorted_by.astype(np.float32).transpose(1, 0, 2).reshape(PAIRS, -1)
    met = (chosen.astype(np.float32) @ ends).reshape(len(chosen), *sorted_by.shape[::2])
    sides = sorted_by[:, rows].astype(np.float32)
    found = sum((side.T @ met[:, card]).astype(np.int64) for card, side in enumerate(sides))
    assert found.sum() == chosen.sum() * LEFT
    return found


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
    report("best play", solve())
    report("five-card bonus", five_card_bonus())


if __name__ == "__main__":
    main()
