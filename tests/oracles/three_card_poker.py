"""Three Card Poker at full size: every player hand against every dealer hand, by comparing all
pairs of 22,100 hands.

The engine counts dealer hands otherwise; here each pair is tested for a shared card and compared.
About 1 s.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from .best_of import best_five
from .common import QUEEN, THREE_NAMES, Tally, report, sets, settle, three

ANTE_BONUS = {
    "1": (5, 4, 1),
    "2": (4, 3, 1),
    "3": (3, 2, 1),
    "4": (5, 3, 1),
    "5": (9, 8, 1),
    "6": (Fraction(25, 2), 10, 1),
}
PAIR_PLUS = {
    "1": (40, 30, 6, 4, 1), "2": (35, 33, 6, 4, 1), "3": (40, 25, 6, 4, 1), "4": (35, 25, 6, 4, 1), "5": (50, 30, 6, 3, 1),
    "6": (40, 30, 5, 4, 1), "7": (40, 25, 5, 4, 1), "8": (40, 30, 6, 3, 1),
}  # fmt: skip
SIX_CARD_BONUS = {
    "1": (1000, 200, 100, 20, 15, 10, 7), "2": (1000, 200, 50, 25, 20, 10, 5), "3": (1000, 200, 50, 25, 15, 10, 5),
}  # fmt: skip
PAIR_PLUS_LINES = ("straight-flush", "three-of-a-kind", "straight", "flush", "pair")
SIX_CARD_LINES = (
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
)
BONUS_LINES = ("straight-flush", "three-of-a-kind", "straight")


@cache
def against_dealer() -> np.ndarray:
    """Return counts[player hand, (not qualified, player wins, tie, dealer wins)] over the 18,424
    dealer hands.
    """
    masks = (1 << sets(52, 3).astype(np.int64)).sum(axis=1)
    value = three()
    qualifies = value >= QUEEN * 256
    counts = np.empty((len(masks), 4), dtype=np.int64)
    for player, mask in enumerate(masks):
        apart = (masks & mask) == 0
        lower, equal = value < value[player], value == value[player]
        playing = apart & qualifies
        counts[player, 0] = np.count_nonzero(apart & ~qualifies)
        counts[player, 1] = np.count_nonzero(playing & lower)
        counts[player, 2] = np.count_nonzero(playing & equal)
        counts[player, 3] = np.count_nonzero(playing) - counts[player, 1] - counts[player, 2]
    return counts


def bonus_line() -> np.ndarray:
    """Return for every hand its place in BONUS_LINES, or 3."""
    kind = three() // 4096
    return np.select([kind >= 5, kind == 4, kind == 3], [0, 1, 2], 3)


def base(table: str = "1") -> tuple[Tally, int]:
    """Return the tally of the base game over 407,170,400 deals, and the lowest hand played (a value
    of `three`).
    """
    counts, line = against_dealer(), bonus_line()
    pays = [Fraction(pay) for pay in ANTE_BONUS[table]] + [Fraction(0)]
    halves = np.array([int(pay * 2) for pay in pays])[line]
    twice = counts @ np.array([2, 4, 0, -4]) + halves * 18_424
    played = twice > -2 * 18_424
    tally = Tally(
        {
            (("fold",), "fold, ante-bonus none", Fraction(-1), Fraction(1)): int(
                np.count_nonzero(~played)
            )
            * 18_424
        }
    )
    for place, name in enumerate((*BONUS_LINES, "less")):
        rows = counts[played & (line == place)].sum(axis=0).tolist()
        for outcome, net, count in zip(
            ("dealer-does-not-qualify", "player-wins", "tie", "dealer-wins"), (1, 2, 0, -2), rows
        ):
            if count:
                tally[
                    ("play",), f"{outcome}, ante-bonus {name}", net + pays[place], Fraction(2)
                ] += count
    assert (twice != -2 * 18_424).all()  # no hand plays and folds alike
    return tally, int(three()[played].min())


def play_values() -> np.ndarray:
    """Return the value of playing each hand under the standard ante bonus, x 18,424."""
    bonus = np.array([*ANTE_BONUS["1"], 0], dtype=np.int64)[bonus_line()]
    return against_dealer() @ np.array([1, 2, 0, -2]) + bonus * 18_424


def fixed(least: int) -> Fraction:
    """Return the value of the base game, standard ante bonus, playing hands of at least this value
    of `three`.
    """
    return Fraction(int(np.where(three() >= least, play_values(), -18_424).sum()), 22_100 * 18_424)


@cache
def histogram() -> dict[str, int]:
    """Return three-card hands by family."""
    kinds = np.bincount(three() // 4096, minlength=7).tolist()
    return dict(zip(THREE_NAMES, kinds))


def pair_plus(table: str = "1", suited: str = "none") -> Tally:
    """Return the tally of pair plus over 22,100 hands; `suited` is the pay of a suited
    ace-king-queen, if it has one.
    """
    counts, pays = dict(histogram()), dict(zip(PAIR_PLUS_LINES, PAIR_PLUS[table]))
    royal = "suited-ace-king-queen"
    if suited == "none":
        counts["straight-flush"] += counts.pop(royal)
    else:
        pays[royal] = int(suited)
    return settle(counts, pays)


def six_card_bonus(table: str = "1") -> Tally:
    """Return the tally of the six-card bonus over the 20,358,520 sets of six cards."""
    return settle(best_five(6), dict(zip(SIX_CARD_LINES, SIX_CARD_BONUS[table])))


def main() -> None:
    for table in ANTE_BONUS:
        tally, lowest = base(table)
        report(
            f"base, ante bonus {table}, plays {lowest // 256}-{lowest // 16 % 16}-{lowest % 16} (0 "
            "= two)",
            tally,
        )
    for table in PAIR_PLUS:
        for suited in ("none", "50", "100"):
            report(f"pair plus {table}, suited AKQ {suited}", pair_plus(table, suited))
    for table in SIX_CARD_BONUS:
        report(f"six-card bonus {table}", six_card_bonus(table))


if __name__ == "__main__":
    main()
