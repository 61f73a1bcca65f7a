"""Dakota Duel Draw at full size: the joint law of two disjoint boards by testing every pair of
them, hole by hole.

For each of the 169 starting hands every board of a paying line is compared with every other board
of the 19,600 for a shared
card: no removal identity. The row and column of the losing line follow from, and are checked
    against, the known totals.
About 11 s; the big 8 (`best_of`) about 3 s.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from .best_of import best_five
from .common import (
    FLUSH, FULL, PAIR, QUADS, ROYAL, STRAIGHT, STRAIGHT_FLUSH, TRIPS, TWO_PAIR, Tally, report, sets, settle,
)  # fmt: skip
from .starting_hands import holes, with_three

NINE = 7
SCHEDULE = (
    ("royal-flush", ROYAL, 0), ("straight-flush", STRAIGHT_FLUSH, 0), ("four-of-a-kind", QUADS, 0), ("full-house", FULL, 0),
    ("flush", FLUSH, 0), ("straight", STRAIGHT, 0), ("three-of-a-kind", TRIPS, 0), ("two-pair", TWO_PAIR, 0),
    ("pair-of-nines-or-better", PAIR, NINE),
)  # fmt: skip
NAMES = [name for name, _, _ in SCHEDULE] + ["less"]
LESS = len(SCHEDULE)
PAYS = np.array([100, 50, 30, 8, 6, 4, 3, 2, 2, -1])
BOARDS, SECOND_BOARDS = 19_600, 16_215

PLURALS = (
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
    "tens",
    "jacks",
    "queens",
    "kings",
    "aces",
)
LEAST_FOR_FOUR = {"1": 3, "2": 5, "3": 9}  # the lowest rank whose pair pays 4: five, seven, jack
BIG_8 = {
    "1": (50, 30, 15, 5, 3, 2), "2": (50, 30, 20, 5, 4, 1), "3": (50, 30, 20, 6, 3, 1), "lodge-2023": (150, 70, 30, 5, 3, 1),
}  # fmt: skip
BIG_8_LINES = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight")

FOLD = "hand-1 fold, hand-2 fold, pocket-pair fold"

# (pocket-pair, sevens, variant) of each version solved
VERSIONS = (
    ("1", "4", "rule"),
    ("2", "4", "rule"),
    ("2", "3", "rule"),
    ("3", "4", "rule"),
    ("1", "4", "lodge-2023"),
)


def bonus(first: int, second: int, table: str, sevens: str, variant: str) -> tuple[int, str]:
    """Return what the hole cards earn on the play, and how it is called."""
    rank = first // 4
    if rank != second // 4:
        return 0, "less"
    if variant == "lodge-2023":
        return (8, "pair-of-nines-or-better") if rank >= NINE else (0, "less")
    pay = 4 if rank >= LEAST_FOR_FOUR[table] else 3
    if table == "2" and rank == 5:
        pay = int(sevens)
    return pay, f"pair-of-{PLURALS[rank]}"


@cache
def joint(first: int, second: int) -> np.ndarray:
    """Return counts[line of hand 1, line of hand 2] over the 317,814,000 pairs of disjoint
    boards.
    """
    line = with_three(first, second, SCHEDULE)
    masks = (1 << sets(50, 3).astype(np.int64)).sum(axis=1)
    of_line = [masks[line == place] for place in range(LESS + 1)]
    counts = np.zeros((LESS + 1, LESS + 1), dtype=np.int64)
    for one in range(LESS):
        for two in range(one, LESS + 1):
            pairs = sum(np.count_nonzero((of_line[one][i : i + 64, None] & of_line[two]) == 0)
                        for i in range(0, len(of_line[one]), 64))  # fmt: skip
            counts[one, two] = counts[two, one] = pairs
    sizes = np.array([len(boards) for boards in of_line])
    counts[LESS, LESS] = sizes[LESS] * SECOND_BOARDS - counts[LESS, :LESS].sum()
    assert (counts.sum(axis=1) == sizes * SECOND_BOARDS).all()
    return counts


def values(table: str = "1", sevens: str = "4", variant: str = "rule") -> dict[str, Fraction]:
    """Return starting hand -> value of playing it; below -1 it is folded. Hand 1 and hand 2 have
    the same law.
    """
    found = {}
    for name, first, second, _ in holes():
        hand = Fraction(int(PAYS[with_three(first, second, SCHEDULE)].sum()), BOARDS)
        found[name] = 2 * hand + bonus(first, second, table, sevens, variant)[0]
    return found


def expected_value(table: str = "1", sevens: str = "4", variant: str = "rule") -> Fraction:
    """Return the value of the base game alone, for which the joint law is not needed."""
    value = values(table, sevens, variant)
    return sum(max(value[name], Fraction(-1)) * weight for name, _, _, weight in holes()) / 1326


def solve(table: str = "1", sevens: str = "4", variant: str = "rule") -> Tally:
    """Return the tally over 421,421,364,000 deals."""
    value, tally = values(table, sevens, variant), Tally()
    for name, first, second, weight in holes():
        assert value[name] != -1  # no tie
        if value[name] < -1:
            tally[("fold",), FOLD, Fraction(-1), Fraction(1)] += weight * BOARDS * SECOND_BOARDS
            continue
        extra, pair = bonus(first, second, table, sevens, variant)
        counts = joint(first, second)
        for one, two in zip(*counts.nonzero()):
            outcome = f"hand-1 {NAMES[one]}, hand-2 {NAMES[two]}, pocket-pair {pair}"
            net = Fraction(int(PAYS[one] + PAYS[two]) + extra)
            tally[("play",), outcome, net, Fraction(2)] += weight * int(counts[one, two])
    return tally


def big_8(table: str = "1") -> Tally:
    """Return the tally of the big 8 over the 752,538,150 sets of eight cards; `table` may be
    lodge-2023.
    """
    return settle(best_five(8), dict(zip(BIG_8_LINES, BIG_8[table])))


def main() -> None:
    for version in VERSIONS:
        value = values(*version)
        folded = [name for name, *_ in holes() if value[name] < -1]
        report(
            f"pocket-pair {version[0]}, sevens {version[1]}, {version[2]}; folds "
            f"{' '.join(folded)}",
            solve(*version),
        )
    for table in BIG_8:
        report(f"big 8 {table}", big_8(table))


if __name__ == "__main__":
    main()
