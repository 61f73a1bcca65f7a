"""Sets of cards in colexicographic order, the value of all 2,598,960 five-card hands, and the
measures of a tally.

Card c is rank c // 4 (0 = two, 12 = ace) and suit c % 4. A set of k cards is the row number that it
has among all k-sets in colexicographic order, so an array over the rows of `sets(52, k)` is a
function of k known cards. Five cards are ranked by eval7; none of combin is imported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import comb, lcm

import eval7
import numpy as np

RANKS, SUITS = "23456789TJQKA", "cdhs"
BINOMIAL = np.array([[comb(n, k) for k in range(9)] for n in range(54)], dtype=np.int64)
TEN, JACK, QUEEN, KING, ACE = 8, 9, 10, 11, 12

# A tally is what a player meets: (actions, outcome, net, staked) -> deals.
Tally = Counter


@cache
def sets(n: int, k: int) -> np.ndarray:
    """Return all k-subsets of range(n), one ascending row each, in colexicographic order."""
    if k == 0:
        return np.zeros((1, 0), dtype=np.uint8)
    below = sets(n, k - 1)
    parts = [
        np.column_stack((below[: comb(m, k - 1)], np.full(comb(m, k - 1), m, dtype=np.uint8)))
        for m in range(k - 1, n)
    ]
    return np.concatenate(parts)


def number(columns: list[np.ndarray]) -> np.ndarray:
    """Return the row numbers of the sets given by ascending columns."""
    return sum(BINOMIAL[column, place] for place, column in enumerate(columns, 1))


@cache
def subsets(n: int, k: int) -> tuple[np.ndarray, ...]:
    """Return k arrays: for every k-subset, the number of the (k - 1)-subset without its first,
    second, ... card.
    """
    rows = sets(n, k)
    return tuple(
        number([rows[:, i] for i in range(k) if i != left_out]).astype(np.int32)
        for left_out in range(k)
    )


def sum_down(values: np.ndarray, n: int, k: int) -> np.ndarray:
    """Return for every (k - 1)-set the sum of `values` over the k-sets that hold it.

    In integers: numpy's weighted bincount would pass through floats.
    """
    total = np.zeros(comb(n, k - 1), dtype=np.int64)
    for block in subsets(n, k):
        np.add.at(total, block, values)
    return total


def with_each(values: np.ndarray, n: int, k: int) -> Iterator[np.ndarray]:
    """Yield k arrays over the k-sets: the value of the (k - 1)-set without the first, second, ...
    card.
    """
    for block in subsets(n, k):
        yield values[block]


@cache
def five() -> np.ndarray:
    """Return eval7's value of every five-card hand."""
    deck = [eval7.Card(rank + suit) for rank in RANKS for suit in SUITS]
    hands = sets(52, 5).tolist()
    return np.fromiter(
        (eval7.evaluate([deck[c] for c in hand]) for hand in hands),
        dtype=np.int64,
        count=len(hands),
    )


HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, ROYAL = range(10)
NAMES = (
    "high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind",
    "straight-flush", "royal-flush",
)  # fmt: skip


@cache
def family() -> np.ndarray:
    """Return the family of every five-card hand, 0 (high card) to 9 (royal flush)."""
    kind = (five() >> 24).astype(np.int8)
    kind[(kind == STRAIGHT_FLUSH) & (top_rank() == ACE)] = ROYAL
    return kind


def top_rank() -> np.ndarray:
    """Return the first rank of every five-card hand: of the pair, of the trips, of the straight, or
    the highest.
    """
    return (five() >> 16 & 15).astype(np.int8)


def lines(schedule: list[tuple[str, int, int]]) -> np.ndarray:
    """Return the line of every five-card hand in a schedule of (name, family, least first rank),
    best first.

    One past the last line is below all of them.
    """
    kind, top = family(), top_rank()
    line = np.full(len(kind), len(schedule), dtype=np.int8)
    for place in reversed(range(len(schedule))):
        _, least, rank = schedule[place]
        line[(kind > least) | ((kind == least) & (top >= rank))] = place
    return line


# --- Three cards -------------------------------------------------------------------------------

THREE_NAMES = (
    "high-card",
    "pair",
    "flush",
    "straight",
    "three-of-a-kind",
    "straight-flush",
    "suited-ace-king-queen",
)


@cache
def three() -> np.ndarray:
    """Return the value of every three-card hand: its family (a place in THREE_NAMES) x 4096, then
    ranks.
    """
    ranks = np.sort(sets(52, 3) // 4, axis=1).astype(np.int64)
    suits = sets(52, 3) % 4
    low, middle, high = ranks.T
    flush = (suits[:, 0] == suits[:, 1]) & (suits[:, 1] == suits[:, 2])
    wheel = (high == ACE) & (middle == 1) & (low == 0)
    straight = wheel | ((high == middle + 1) & (middle == low + 1))
    trips = low == high
    pair = ((low == middle) | (middle == high)) & ~trips
    paired, kicker = middle, np.where(low == middle, high, low)
    kind = np.select(
        [straight & flush & (low == TEN + 2), straight & flush, trips, straight, flush, pair],
        [6, 5, 4, 3, 2, 1],
    )
    detail = np.where(pair, paired * 16 + kicker, high * 256 + middle * 16 + low)
    detail = np.where(straight, np.where(wheel, 1, high), detail)
    return kind * 4096 + detail


# --- Pays --------------------------------------------------------------------------------------

Pays = tuple[
    tuple[str, Fraction], ...
]  # line -> units won for one staked; a tuple, so that answers can be remembered


def priced(
    names: Iterable[str], pays: Iterable[int | Fraction], new: Pays = ()
) -> tuple[list[Fraction], np.ndarray, int]:
    """Return the nets by line with some replaced, the same as whole numbers, and the unit they are
    counted in.
    """
    table = {**dict(zip(names, map(Fraction, pays))), **dict(new)}
    unit = lcm(*(pay.denominator for pay in table.values()))
    return (
        list(table.values()),
        np.array([int(pay * unit) for pay in table.values()], dtype=np.int64),
        unit,
    )


# --- Measures of a tally -----------------------------------------------------------------------


def deals(tally: Tally) -> int:
    return sum(tally.values())


def expected_value(tally: Tally) -> Fraction:
    return sum(Fraction(net) * count for (_, _, net, _), count in tally.items()) / deals(tally)


def average_wager(tally: Tally) -> Fraction:
    return sum(Fraction(staked) * count for (_, _, _, staked), count in tally.items()) / deals(
        tally
    )


def variance(tally: Tally) -> Fraction:
    square = sum(Fraction(net) ** 2 * count for (_, _, net, _), count in tally.items()) / deals(
        tally
    )
    return square - expected_value(tally) ** 2


def net_win_frequency(tally: Tally) -> Fraction:
    """Return the share of deals that win anything."""
    return Fraction(sum(count for (_, _, net, _), count in tally.items() if net > 0), deals(tally))


def settle(
    counts: dict[str, int], pays: dict[str, Fraction], less: int = -1, for_one: bool = False
) -> Tally:
    """Return the tally of a one-unit bet without decisions from line -> deals; what `pays` does not
    name gets `less`.
    """
    tally = Tally()
    for line, count in counts.items():
        net = Fraction(pays[line]) - for_one if line in pays else Fraction(less)
        tally[(), line if line in pays else "less", net, Fraction(1)] += count
    return tally


def report(title: str, tally: Tally) -> None:
    """Print what the tally says."""
    print(f"{title}: value {expected_value(tally)} over {deals(tally):,} deals; variance "
          f"{variance(tally)};"
          f" average wager {average_wager(tally)}")  # fmt: skip
    for (actions, outcome, net, staked), count in sorted(
        tally.items(), key=lambda item: (item[0][0], -item[0][2])
    ):
        print(
            f"    {' '.join(actions):24} {outcome:44} net {net!s:>7}  staked {staked!s:>3}  "
            f"{count:>24,}"
        )
