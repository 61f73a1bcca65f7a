"""Mississippi Stud at full size: backward over sets of four, three and two known cards and the
stakes so far, then forward.

What came in which order does not matter to what comes, so a state is a set of cards and the stakes;
the forward pass counts in how many orders each five-card hand is reached with which actions. The
engine walks canonical deals. About 3 s a table.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from .common import (
    FLUSH, FULL, JACK, PAIR, QUADS, ROYAL, STRAIGHT, STRAIGHT_FLUSH, TRIPS, TWO_PAIR, Pays, Tally, lines, priced, report,
    settle, subsets, sum_down,
)  # fmt: skip
from .three_card_poker import histogram

SIX = 4
SCHEDULE = [
    ("royal-flush", ROYAL, 0), ("straight-flush", STRAIGHT_FLUSH, 0), ("four-of-a-kind", QUADS, 0), ("full-house", FULL, 0),
    ("flush", FLUSH, 0), ("straight", STRAIGHT, 0), ("three-of-a-kind", TRIPS, 0), ("two-pair", TWO_PAIR, 0),
    ("pair-of-jacks-or-better", PAIR, JACK), ("pair-of-sixes-or-better", PAIR, SIX),
]  # fmt: skip
NAMES = [name for name, _, _ in SCHEDULE] + ["less"]
ACTIONS = ("fold", "1x", "2x", "3x")
BONUS = {
    "suited-ace-king-queen": 50,
    "straight-flush": 40,
    "three-of-a-kind": 30,
    "straight": 6,
    "flush": 3,
    "pair": 1,
}


def best(fold: int, bets: list[np.ndarray], largest: bool) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the value of the best action, its number (0 = fold), and the number of ties.

    A tie goes to the first action, the smallest stake, or to the `largest`.
    """
    values = np.stack([np.full_like(bets[0], fold), *bets])
    value = values.max(axis=0)
    choice = 3 - values[::-1].argmax(axis=0) if largest else values.argmax(axis=0)
    return value, choice.astype(np.int8), int(((values == value).sum(axis=0) > 1).sum())


@cache
def solve(
    straight: int = 4, largest: bool = False, new_pays: Pays = ()
) -> tuple[Tally, dict[str, int]]:
    """Return the tally over 155,937,600 deals, and how often actions tie: 'cards known, stakes' ->
    number of sets.
    """
    nets, units, unit = priced(NAMES, (500, 100, 40, 10, 6, straight, 3, 2, 1, 0, -1), new_pays)
    line = lines(SCHEDULE)
    hope = sum_down(units[line], 52, 5)  # x 48 last cards
    value, policy, ties = {}, {}, {}
    for stakes in range(3, 8):
        value[4, stakes], policy[4, stakes], ties[f"4, {stakes}"] = best(
            -stakes * 48 * unit, [(stakes + more) * hope for more in (1, 2, 3)], largest
        )
    for stakes in range(2, 5):
        value[3, stakes], policy[3, stakes], ties[f"3, {stakes}"] = best(
            -stakes * 48 * 49 * unit,
            [sum_down(value[4, stakes + more], 52, 4) for more in (1, 2, 3)],
            largest,
        )
    value[2, 1], policy[2, 1], ties["2, 1"] = best(
        -48 * 49 * 50 * unit, [sum_down(value[3, 1 + more], 52, 3) for more in (1, 2, 3)], largest
    )
    return forward(policy, nets, line), ties


def forward(policy: dict, nets: list[Fraction], line: np.ndarray) -> Tally:
    """Return the tally of playing by `policy`, from the two cards on."""
    tally = Tally()

    def fold(actions: tuple[int, ...], orders: np.ndarray, to_come: int) -> None:
        staked = 1 + sum(actions)
        count = int(orders.sum()) * to_come
        if count:
            tally[
                (*(ACTIONS[a] for a in actions), "fold"),
                "fold",
                Fraction(-staked),
                Fraction(staked),
            ] += count

    orders = np.ones(1326, dtype=np.int64)
    fold((), orders[policy[2, 1] == 0], 50 * 49 * 48)
    for first in (1, 2, 3):
        third = sum((orders * (policy[2, 1] == first))[block] for block in subsets(52, 3))
        choice = policy[3, 1 + first]
        fold((first,), third[choice == 0], 49 * 48)
        for second in (1, 2, 3):
            fourth = sum((third * (choice == second))[block] for block in subsets(52, 4))
            last = policy[4, 1 + first + second]
            fold((first, second), fourth[last == 0], 48)
            for bet in (1, 2, 3):
                fifth = sum((fourth * (last == bet))[block] for block in subsets(52, 5))
                staked = 1 + first + second + bet
                for place, name in enumerate(NAMES):
                    count = int(fifth[line == place].sum())
                    if count:
                        actions = tuple(ACTIONS[a] for a in (first, second, bet))
                        tally[actions, name, nets[place] * staked, Fraction(staked)] += count
    return tally


def three_card_bonus() -> Tally:
    return settle(histogram(), BONUS)


def main() -> None:
    for straight in (4, 5):
        for largest in (False, True):
            tally, ties = solve(straight, largest)
            report(
                f"straight {straight} to 1, a tie bets {'most' if largest else 'least'} (ties "
                f"{ties})",
                tally,
            )
    report("three-card bonus", three_card_bonus())


if __name__ == "__main__":
    main()
