"""Let It Ride at full size: sums over three, four and five known cards, in place of walking the
deals. About 3 s.

The decision on bet 2 depends on the four known cards as a set, that on bet 1 on three; a five-card
hand is reached by 20 paths (which card came fourth, which fifth), all counted.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from .common import (
    FLUSH, FULL, PAIR, QUADS, ROYAL, STRAIGHT, STRAIGHT_FLUSH, TEN, TRIPS, TWO_PAIR, Pays, Tally, lines, priced, report, settle,
    subsets, sum_down, with_each,
)  # fmt: skip
from .three_card_poker import histogram

SCHEDULE = [
    ("royal-flush", ROYAL, 0), ("straight-flush", STRAIGHT_FLUSH, 0), ("four-of-a-kind", QUADS, 0), ("full-house", FULL, 0),
    ("flush", FLUSH, 0), ("straight", STRAIGHT, 0), ("three-of-a-kind", TRIPS, 0), ("two-pair", TWO_PAIR, 0),
    ("pair-of-tens-or-better", PAIR, TEN),
]  # fmt: skip
NAMES = [name for name, _, _ in SCHEDULE] + ["less"]
PAYS = {"1": (1000, 200, 50, 11, 8, 5, 3, 2, 1, -1), "2": (500, 100, 25, 15, 10, 5, 3, 2, 1, -1)}
BONUS = {
    "suited-ace-king-queen": 50,
    "straight-flush": 40,
    "three-of-a-kind": 30,
    "straight": 6,
    "flush": 3,
    "pair": 1,
}


@cache
def solve(table: str = "1", ties_ride: bool = False, new_pays: Pays = ()) -> tuple[Tally, int, int]:
    """Return the tally over 51,979,200 deals, and how many threes and fours the two actions tie on.

    A tie is played as the first action of the rules, pulling back, unless `ties_ride`.
    """
    line = lines(SCHEDULE)
    nets, units, _ = priced(NAMES, PAYS[table], new_pays)
    four = sum_down(units[line], 52, 5)  # x 48 last cards
    three = sum_down(four, 52, 4)  # x 49 cards, x 48 cards; bet 1's value does not depend on bet 2
    ride_2, ride_1 = (four >= 0, three >= 0) if ties_ride else (four > 0, three > 0)
    riding = sum(
        ride.astype(np.int64) for ride in with_each(ride_1, 52, 4)
    )  # threes of each four on which bet 1 rides
    tally, names = Tally(), ("pull-back", "let-it-ride")
    for dropped in subsets(52, 5):
        for bet_1, threes in ((1, riding[dropped]), (0, 4 - riding[dropped])):
            for bet_2, holds in ((1, ride_2[dropped]), (0, ~ride_2[dropped])):
                bets = 1 + bet_1 + bet_2
                for place, name in enumerate(NAMES):
                    count = int(threes[holds & (line == place)].sum())
                    if count:
                        tally[
                            (names[bet_1], names[bet_2]), name, nets[place] * bets, Fraction(bets)
                        ] += count
    return tally, int((three == 0).sum()), int((four == 0).sum())


def three_card_bonus(new_pays: Pays = ()) -> Tally:
    return settle(histogram(), {**BONUS, **dict(new_pays)})


def main() -> None:
    for table in PAYS:
        for ties_ride in (False, True):
            tally, threes, fours = solve(table, ties_ride)
            report(
                f"table {table}, ties {'ride' if ties_ride else 'pull back'} ({threes} threes, "
                f"{fours} fours tie)",
                tally,
            )
    report("three-card bonus", three_card_bonus())


if __name__ == "__main__":
    main()
