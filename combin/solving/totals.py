"""The distribution of the total of many independent rounds.

That of n rounds is that of one round multiplied with itself n times. It is held as one integer, a
slot for every total in whole steps, each slot the probability in units of 2**-bits rounded down; so
every probability found is a lower bound, and what all lack of 1 bounds it from above.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, gcd, lcm

from combin.records import dataclass


@dataclass(frozen=True)
class RoundTotals:
    """The distribution of the total of some rounds.

    packed: a slot for every total, the smallest first.
    rounds: how many.
    low: the smallest net of one round; the first slot is for rounds * low.
    step: what lies between two neighbouring totals.
    bits: a probability counts units of 2**-bits.
    top: a total that cannot be lost again; the first slot from there on stands for all above it,
        too. None: every total has a slot.
    """

    packed: int
    rounds: int
    low: Fraction
    step: Fraction
    bits: int
    top: Fraction | None = None

    @classmethod
    def of_round(
        cls, law: Mapping[Fraction, Fraction], bits: int, most: int | None = None
    ) -> RoundTotals:
        """Return the distribution of one round.

        law: net -> its probability. most: rounds at most; totals that they cannot lose share a
            slot. None: every total has one.
        """
        low = min(law)
        step = step_of(net - low for net in law)
        top = None if most is None else max(step, -low * most)
        slots = packed({int((net - low) / step): chance for net, chance in law.items()}, bits)
        return cls(slots, 1, low, step, bits, top)._capped()

    def __mul__(self, other: RoundTotals) -> RoundTotals:
        """Return the distribution of the rounds of both."""
        both = replace(self, packed=self.packed * other.packed, rounds=self.rounds + other.rounds)
        both = both._capped()
        return replace(both, packed=rounded(both.packed, self.bits))

    def _capped(self) -> RoundTotals:
        """Return the same with all totals from `top` on in one slot."""
        if self.top is None:
            return self
        width = width_of(self.bits)
        last = width * self._slot(self.top)
        above = summed(self.packed >> last, width)
        return replace(self, packed=(self.packed & ((1 << last) - 1)) | above << last)

    def _slot(self, total: Fraction) -> int:
        """Return the number of the first slot that is for a total or more."""
        return max(0, ceil((total - self.rounds * self.low) / self.step))

    @property
    def slots(self) -> int:
        """How many totals it has, from the smallest to the largest that may come."""
        return -(-self.packed.bit_length() // width_of(self.bits))

    @property
    def error(self) -> Fraction:
        """The probability that was lost by rounding down."""
        return 1 - self._first(self.slots)

    def below(self, total: Fraction) -> Fraction:
        """Return the probability of less than a total."""
        return self._first(self._slot(total))

    def up_to(self, total: Fraction) -> Fraction:
        """Return the probability of a total or less."""
        return self._first((total - self.rounds * self.low) // self.step + 1)

    def _first(self, many: int) -> Fraction:
        width = width_of(self.bits)
        kept = self.packed & ((1 << width * min(max(0, many), self.slots)) - 1)
        return Fraction(summed(kept, width), 1 << self.bits)

    @property
    def chances(self) -> tuple[Fraction, Fraction, Fraction]:
        """The probabilities of a total above, at and below nothing, rounded down."""
        behind, up_to = self.below(Fraction(0)), self.up_to(Fraction(0))
        return self._first(self.slots) - up_to, up_to - behind, behind

    def quantile(self, share: Fraction) -> Fraction:
        """Return the least total that, with all below it, has the probability `share` or more."""
        every = numbers(self.packed, self.bits)
        least = (share - self.error) * (1 << self.bits)  # rounded down, a sum may fall short
        short = sum(chance < least for chance in accumulate(every))
        return self.rounds * self.low + self.step * min(short, len(every) - 1)


def step_of(nets: Iterable[Fraction]) -> Fraction:
    """Return the largest number of which all are multiples; 1 where all are 0."""
    found = tuple(nets)
    whole = lcm(*(net.denominator for net in found))
    return Fraction(gcd(*(int(net * whole) for net in found)), whole) or Fraction(1)


# --- Many numbers in one -------------------------------------------------------------------------


def width_of(bits: int) -> int:
    """Return the bits of a slot, whole bytes: products of two probabilities, summed, stay below
    2**(2 * bits + 1).
    """
    return 8 * -(-(2 * bits + 2) // 8)


def packed(chances: Mapping[int, Fraction], bits: int) -> int:
    """Return probabilities as one integer, each in the slot of its place, rounded down."""
    width = width_of(bits)
    return sum(int(chance * 2**bits) << width * place for place, chance in chances.items())


def rounded(product: int, bits: int) -> int:
    """Return the slots of a product in units of 2**-bits again, rounded down."""
    return product >> bits & _whole(product.bit_length() // width_of(bits) + 1, bits)


@lru_cache(2)
def _whole(slots: int, bits: int) -> int:
    """Return the bits that are left of so many slots when their fractions are cut off."""
    width = width_of(bits)
    return int.from_bytes(
        ((1 << width - bits) - 1).to_bytes(width // 8, "little") * slots, "little"
    )


def numbers(slots: int, bits: int) -> list[int]:
    """Return what stands in each slot."""
    size = width_of(bits) // 8
    raw = slots.to_bytes((slots.bit_length() // (8 * size) + 1) * size, "little")
    return [int.from_bytes(raw[at : at + size], "little") for at in range(0, len(raw), size)]


def summed(slots: int, width: int) -> int:
    """Return the sum of all slots, which is smaller than 2**width - 1: the power of each is 1."""
    return slots % ((1 << width) - 1)
