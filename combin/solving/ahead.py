"""The probabilities to be ahead, even and behind after many independent rounds.

Each is rounded down, so what the three lack of 1 bounds them from above. Totals that cannot be lost
again share the top slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import mul

from combin.records import dataclass
from combin.solving.result import BetResult
from combin.solving.totals import RoundTotals

ROUNDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
SLOTS = 60_000  # of the longest law; more take minutes
BITS = (64, 128, 256)  # tried in turn until every digit is certain
PLACES = (2, 4)  # to so many decimals a chance is certain, rounded


@dataclass(frozen=True)
class Standing:
    """How a player stands after some rounds.

    rounds: how many.
    mean, variance: of the total result, in units and squared units.
    ahead, even, behind: the chances, each rounded down; they fall short of the true ones by
        `missing` at most.
    missing: what they lack of 1 together.
    """

    rounds: int
    mean: Fraction
    variance: Fraction
    ahead: Fraction
    even: Fraction
    behind: Fraction
    missing: Fraction = Fraction(0)

    @property
    def chances(self) -> tuple[Fraction, Fraction, Fraction]:
        """The chances to be ahead, even and behind, each in the middle of its bounds."""
        half = self.missing / 2
        return self.ahead + half, self.even + half, self.behind + half


def standings(result: BetResult, places: Sequence[int] = PLACES) -> list[Standing]:
    """Return the standings of a player after more and more rounds, as far as totals can be told
    apart.

    places: to each of these numbers of decimals the chances are rounded as the true ones are.
    """
    worst = max(Fraction(1), -min(result.law) * lcm(*(net.denominator for net in result.law)))
    asked = [rounds for rounds in ROUNDS if 2 * worst * rounds < SLOTS] or [1]
    for bits in BITS:
        found = []
        for many in _many(RoundTotals.of_round(result.law, bits, asked[-1]), asked):
            chances, rounds = many.chances, many.rounds
            mean, variance = result.expected_value * rounds, result.variance * rounds
            found.append(Standing(rounds, mean, variance, *chances, 1 - sum(chances, Fraction(0))))
        if all(
            _nearest(low * 10**digits) == _nearest((low + one.missing) * 10**digits)
            for one in found
            for low in (one.ahead, one.even, one.behind)
            for digits in places
        ):
            break
    return found


def _nearest(value: Fraction) -> int:
    return (2 * value + 1).__floor__() >> 1


def _many(one: RoundTotals, asked: Sequence[int]) -> list[RoundTotals]:
    """Return the totals of the numbers of rounds asked for, rising."""
    powers = [one]
    while 2 * powers[-1].rounds <= asked[-1]:
        powers.append(powers[-1] * powers[-1])
    found: list[RoundTotals] = []
    for rounds in asked:
        halves = [many for many in found if 2 * many.rounds == rounds]
        parts = [power for power in powers if power.rounds & rounds]
        found.append(halves[0] * halves[0] if halves else reduce(mul, parts))
    return found
