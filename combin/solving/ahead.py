"""The probabilities to be ahead, even and behind after many independent rounds.

The law of n rounds is that of one round multiplied with itself n times. It is held as one integer,
a slot for every total in whole steps, each slot the probability in units of 2**-bits rounded down;
so every chance found is a lower bound, and what the three lack of 1 bounds them from above. Totals
that cannot be lost again share the top slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import mul

from combin.records import dataclass
from combin.solving.result import BetResult

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
    parts = reduce(lcm, (row.net.denominator for row in result.outcomes), 1)
    steps: dict[int, Fraction] = {}
    for row in result.outcomes:
        step = int(row.net * parts)
        steps[step] = steps.get(step, Fraction(0)) + Fraction(row.combinations, result.deals)
    worst = max(1, -min(steps))
    asked = [rounds for rounds in ROUNDS if 2 * worst * rounds < SLOTS] or [1]
    for bits in BITS:
        found = []
        for law in _laws(steps, worst, asked, bits):
            chances, rounds = law.chances(), law.rounds
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


@dataclass(frozen=True)
class _Law:
    """The law of the total of some rounds.

    packed: a slot of `width` bits for every total, the smallest first.
    rounds: how many.
    worst: steps that one round loses at most, so that the first slot is for -worst * rounds.
    top: the total of the last slot, which stands for all above it too; it cannot be lost again.
    bits: a probability counts units of 2**-bits.
    """

    packed: int
    rounds: int
    worst: int
    top: int
    bits: int

    @property
    def width(self) -> int:
        """Bits of a slot: products of two probabilities, summed, stay below 2**(2 * bits + 1)."""
        return 2 * self.bits + 2

    def __mul__(self, other: _Law) -> _Law:
        """Return the law of the rounds of both."""
        rounds = self.rounds + other.rounds
        slots = self.worst * rounds + self.top + 1
        product = self.packed * other.packed
        room = slots * self.width
        kept, above = product & ((1 << room) - 1), product >> room
        kept += _sum(above, self.width) << (room - self.width)
        every_slot = ((1 << room) - 1) // ((1 << self.width) - 1)
        low_bits = every_slot * ((1 << self.bits + 2) - 1)
        return _Law((kept >> self.bits) & low_bits, rounds, self.worst, self.top, self.bits)

    def chances(self) -> tuple[Fraction, Fraction, Fraction]:
        """Return the probabilities of a total above, at and below nothing, rounded down."""
        below = self.worst * self.rounds * self.width
        above = _sum(self.packed >> (below + self.width), self.width)
        even = (self.packed >> below) & ((1 << self.width) - 1)
        behind = _sum(self.packed & ((1 << below) - 1), self.width)
        one = 1 << self.bits
        return Fraction(above, one), Fraction(even, one), Fraction(behind, one)


def _sum(packed: int, width: int) -> int:
    """Return the sum of all slots, which is smaller than 2**width - 1: the power of each is 1."""
    return packed % ((1 << width) - 1)


def _laws(steps: dict[int, Fraction], worst: int, asked: Sequence[int], bits: int) -> list[_Law]:
    """Return the laws of the numbers of rounds asked for, rising."""
    empty, packed = _Law(0, 1, worst, worst * asked[-1], bits), 0
    for step, chance in steps.items():
        slot = min(step, empty.top) + worst
        packed += int(chance * (1 << bits)) << (slot * empty.width)
    powers = [replace(empty, packed=packed)]
    while 2 * powers[-1].rounds <= asked[-1]:
        powers.append(powers[-1] * powers[-1])
    found: list[_Law] = []
    for rounds in asked:
        halves = [law for law in found if 2 * law.rounds == rounds]
        parts = [power for power in powers if power.rounds & rounds]
        found.append(halves[0] * halves[0] if halves else reduce(mul, parts))
    return found
