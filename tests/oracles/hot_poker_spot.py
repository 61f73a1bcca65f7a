"""Hot Poker Spot at full size: for each starting hand, all 2,118,760 boards of the other fifty
cards, by table look-ups.

The best hand of both hole cards and three of the board is a maximum handed up from three to four to
five board cards. With a price on staying, values are handed back down the same way and paths
forward again: what matters is the set of board cards known, not their order. About 6 s always
staying, 11 s for each price.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np

from .common import (
    FLUSH, FULL, QUADS, ROYAL, STRAIGHT, STRAIGHT_FLUSH, Tally, report, settle, sum_down, with_each,
)  # fmt: skip
from .starting_hands import holes, with_three

SCHEDULE = (
    ("royal-flush", ROYAL, 0), ("straight-flush", STRAIGHT_FLUSH, 0), ("four-of-a-kind", QUADS, 0), ("full-house", FULL, 0),
    ("flush", FLUSH, 0), ("straight", STRAIGHT, 0),
)  # fmt: skip
NAMES = [name for name, _, _ in SCHEDULE] + ["less"]
FOR_ONE = {"1": (1000, 200, 100, 25, 15, 10, 0), "2": (2000, 200, 100, 25, 15, 10, 0)}
BOARDS = 2_118_760


@cache
def by_hand() -> dict[str, tuple[int, ...]]:
    """Return starting hand -> boards by line (NAMES), over one suit assignment of the hand."""
    found = {}
    for name, first, second, _ in holes():
        _, _, five = best_lines(first, second)
        found[name] = tuple(np.bincount(five, minlength=7).tolist())
    return found


def best_lines(first: int, second: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the best line with three, four and five cards of the board, for every set of them."""
    three = with_three(first, second, SCHEDULE)
    four = np.minimum.reduce(list(with_each(three, 50, 4)))
    return three, four, np.minimum.reduce(list(with_each(four, 50, 5)))


def always_stay(option: str = "1") -> Tally:
    """Return the tally over 2,809,475,760 deals."""
    counts = Counter()
    for name, _, _, weight in holes():
        for line, boards in zip(NAMES, by_hand()[name]):
            counts[line] += weight * boards
    return settle(counts, dict(zip(NAMES[:-1], FOR_ONE[option])), for_one=True)


def hand_values(option: str = "1") -> dict[str, Fraction]:
    """Return starting hand -> net value of always staying."""
    pays = FOR_ONE[option]
    return {
        name: Fraction(sum(p * n for p, n in zip(pays, counts)), BOARDS) - 1
        for name, counts in by_hand().items()
    }


def play_hand(
    first: int, second: int, cost: Fraction, heads_up: bool, option: str
) -> tuple[Fraction, Counter, int]:
    """Return the value of one hand where staying costs `cost` a round, how it ends, and the number
    of ties.

    How it ends: (rounds stayed, left, line) -> (flop, turn, river) orders, 42,375,200 in all. A tie
        leaves.
    Inside, money is in units of 1 / denominator of the cost and multiplied by the cards to come.
    """
    unit, price = cost.denominator, cost.numerator
    pays = np.array(FOR_ONE[option], dtype=np.int64) * unit
    lines = best_lines(first, second)
    settled = pays[lines[2]]
    zero = np.zeros(1, dtype=np.int64)
    leave = [pays[line] if heads_up else np.zeros(len(line), dtype=np.int64) for line in lines]

    stays, ties = [None] * 4, 0

    def choose(place: int, stay: np.ndarray, left: np.ndarray) -> np.ndarray:
        nonlocal ties
        ties += int((stay == left).sum())
        stays[place] = stay > left
        return np.maximum(stay, left)

    river = choose(3, settled - price, leave[2])
    turn = choose(2, sum_down(river, 50, 5) - 46 * price, leave[1] * 46)
    flop = choose(1, sum_down(turn, 50, 4) - 47 * 46 * price, leave[0] * 47 * 46)
    whole = choose(0, flop.sum(keepdims=True) - 19_600 * 47 * 46 * price, zero)
    value = Fraction(int(whole[0]), unit * 19_600 * 47 * 46) - 1
    return value, endings(stays, lines, heads_up), ties


def endings(stays: list[np.ndarray], lines: tuple[np.ndarray, ...], heads_up: bool) -> Counter:
    """Return (rounds stayed, left, line) -> orders of the board; 'left' names no line where leaving
    pays none.
    """
    ends = Counter()

    def count(rounds: int, left: bool, orders: np.ndarray, line: np.ndarray, to_come: int) -> None:
        for place, name in enumerate(NAMES):
            total = int(orders[line == place].sum()) * to_come
            if total:
                ends[rounds, left, name if heads_up or not left else ""] += total

    if not stays[0][0]:
        ends[0, True, ""] = 19_600 * 47 * 46
        return ends
    orders = np.ones(19_600, dtype=np.int64)
    for place, cards, to_come in ((1, 4, 47 * 46), (2, 5, 46), (3, 0, 1)):
        line, stay = lines[place - 1], stays[place]
        count(place, True, np.where(stay, 0, orders), line, to_come)
        orders = np.where(stay, orders, 0)
        if cards:
            orders = sum(with_each(orders, 50, cards))
    count(4, False, orders, lines[2], 1)
    return ends


@cache
def solve(
    cost: Fraction, heads_up: bool = False, option: str = "1"
) -> tuple[Tally, dict[str, Fraction], int]:
    """Return the tally over 56,189,515,200 orders of hole cards, flop, turn and river; the value of
    each hand; and ties.
    """
    tally, values, all_ties = Tally(), {}, 0
    pays = dict(zip(NAMES, FOR_ONE[option]))
    for name, first, second, weight in holes():
        values[name], ends, ties = play_hand(first, second, cost, heads_up, option)
        all_ties += ties
        for (rounds, left, line), count in ends.items():
            actions = ("stay",) * rounds + (("leave",) if left else ())
            outcome = ".".join(filter(None, ("left" if left else "", line)))
            net = pays.get(line, 0) - 1 - rounds * cost
            tally[actions, outcome, net, 1 + rounds * cost] += weight * count
    return tally, values, all_ties


PRICES = ((Fraction(1), False), (Fraction(1, 2), False), (Fraction(1), True))


def main() -> None:
    for option in FOR_ONE:
        report(f"always staying, option {option}", always_stay(option))
        print("   ", {name: str(value) for name, value in hand_values(option).items()})
    for cost, heads_up in PRICES:
        tally, values, ties = solve(cost, heads_up)
        report(f"staying costs {cost}{', heads-up' * heads_up}, option 1; {ties} ties", tally)
        print("   ", {name: str(value) for name, value in values.items()})


if __name__ == "__main__":
    main()
