"""Phil 'em up poker at full size: every four known cards of the 53, every last card, by sums over
table look-ups.

A hand with the joker is ranked by replacing it with each real card that the reading allows and
looking the five cards up among the natural hands; the best-paying one counts. The engine ranks the
joker hand directly. About 5 s for the three readings.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from .common import (
    ACE, BINOMIAL, FLUSH, FULL, PAIR, QUADS, ROYAL, STRAIGHT, STRAIGHT_FLUSH, TEN, TRIPS, TWO_PAIR, Pays, Tally, family,
    lines, priced, report, sets, sum_down,
)  # fmt: skip

LINES = (
    "five-aces", "royal-flush", "royal-flush-with-joker", "straight-flush", "straight-flush-with-joker", "four-of-a-kind",
    "full-house", "flush", "straight", "three-of-a-kind", "two-pair", "pair-of-tens-or-better", "less",
)  # fmt: skip
PAYS = (500, 250, 100, 50, 25, 20, 15, 9, 7, 3, 2, 1, -1)
NATURAL = [("five-aces", 99, 0), ("royal", ROYAL, 0), ("with joker", 99, 0), ("sf", STRAIGHT_FLUSH, 0), ("with joker", 99, 0),
           ("quads", QUADS, 0), ("full", FULL, 0), ("flush", FLUSH, 0), ("straight", STRAIGHT, 0), ("trips", TRIPS, 0),
           ("two pair", TWO_PAIR, 0), ("pair", PAIR, TEN)]  # fmt: skip
READINGS = ("ace-or-straight-flush", "any-ace-or-straight-flush", "bug")


def replaced(card: int) -> tuple[np.ndarray, np.ndarray]:
    """Return which four-card sets lack `card`, and the numbers of the five-card hands that they
    make with it.
    """
    rows = sets(52, 4).astype(np.int64)
    lacks = (rows != card).all(axis=1)
    rows = rows[lacks]
    place = (rows < card).sum(axis=1)
    index = BINOMIAL[card, place + 1].copy()
    for i in range(4):
        index += BINOMIAL[rows[:, i], i + 1 + (rows[:, i] > card)]
    return lacks, index


@cache
def joker_menu(reading: str) -> np.ndarray:
    """Return for every set X of four natural cards the lines that joker + X may be called, as a
    mask of 1 << line.
    """
    natural, kind = lines(NATURAL), family()
    menu = np.zeros(len(sets(52, 4)), dtype=np.int64)
    for card in range(52):
        lacks, hand = replaced(card)
        line, allowed = natural[hand], (kind[hand] >= STRAIGHT_FLUSH) | (card // 4 == ACE)
        for name in ("royal-flush", "straight-flush"):
            line = np.where(line == LINES.index(name), LINES.index(name + "-with-joker"), line)
        if reading == "bug":
            allowed |= (kind[hand] == STRAIGHT) | (kind[hand] == FLUSH)
        if reading == "ace-or-straight-flush":
            # An ace of no suit never makes a flush. Leaving those hands out loses nothing: the ace
            # of another suit stands for the same ranks.
            allowed &= kind[hand] != FLUSH
        menu[lacks] |= np.where(allowed, np.left_shift(1, line.astype(np.int64)), 0)
    menu[(sets(52, 4) // 4 == ACE).all(axis=1)] = 1 << LINES.index("five-aces")
    return menu


def joker_lines(reading: str, nets: list[Fraction]) -> np.ndarray:
    """Return the line of joker + X for every X: the best-paying of its menu, of equal ones the
    higher.
    """
    best = np.full(len(sets(52, 4)), -1, dtype=np.int8)
    for line in sorted(range(len(LINES)), key=lambda line: (-nets[line], line)):
        best[(best < 0) & (joker_menu(reading) >> line & 1 == 1)] = line
    return best


def known_four(joker: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return counts[known four, line] over the 49 last cards, first without, then with the joker
    among the four.
    """
    natural = lines(NATURAL)
    without = np.stack(
        [sum_down((natural == line).astype(np.int64), 52, 5) for line in range(len(LINES))], axis=1
    )
    without[np.arange(len(joker)), joker] += 1
    holding = np.stack(
        [sum_down((joker == line).astype(np.int64), 52, 4) for line in range(len(LINES))], axis=1
    )
    return without, holding


def solve(reading: str, new_pays: Pays = ()) -> tuple[Tally, int]:
    """Return the tally over 14,348,425 (known four, last card) pairs, and the number of fours whose
    two actions tie.

    A tie is played as the first action of the rules: stay.
    """
    nets, units, _ = priced(LINES, PAYS, new_pays)
    tally, ties = Tally(), 0
    for counts in known_four(joker_lines(reading, nets)):
        value = counts @ units
        ties += int((value == 0).sum())
        for action, staked, chosen in (("stay", 1, value <= 0), ("double", 2, value > 0)):
            for line, net, count in zip(LINES, nets, counts[chosen].sum(axis=0).tolist()):
                if count:
                    tally[(action,), line, net * staked, Fraction(staked)] += count
    return tally, ties


def main() -> None:
    for reading in READINGS:
        tally, ties = solve(reading)
        report(f"{reading} ({ties} fours tie)", tally)


if __name__ == "__main__":
    main()
