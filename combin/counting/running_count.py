"""The distribution of the running count before a round, at every depth of a shoe.

m cards of N are gone and a round of K cards follows. Cards gone and cards of the round are
exchangeable: beside a round with g_t cards of tag t, the sets of m cards whose tags add up to s are
as many as the coefficient of x^m y^s in

    product over t of (1 + x y^t)^(n_t - g_t).

Rounds with the same g are added up first. Their sum is a small polynomial times the power n_t - K
of every factor. A polynomial is one whole number, its coefficients side by side: a factor is a
shift and an addition. Tags are taken less the commonest one, whose factor is then 1 + x: its power
comes last, as binomials.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import comb
from operator import mul

from combin.errors import refuse

MOST_BYTES = 1 << 26  # of a polynomial: some seconds of work

Dealt = tuple[int, ...]  # cards of a round, by tag


class RunningCounts:
    """Weighted rounds by the cards gone before them and by the sum of those cards' tags.

    tags: tag -> how many cards of the shoe have it.
    rounds: cards of each tag -> weight, a natural number.
    size: how many cards a round has.
    """

    def __init__(self, tags: Mapping[int, int], rounds: Mapping[Dealt, int], size: int) -> None:
        self.size = size
        self.common = max(tags, key=lambda tag: tags[tag])
        self.tags = tuple((tag - self.common, cards) for tag, cards in tags.items())
        self.few = [min(size, cards) for _, cards in self.tags]
        binomials = tags[self.common] - self.few[list(tags).index(self.common)]
        self.binomials = [comb(binomials, gone) for gone in range(binomials + 1)]
        self.left = sum(tags.values()) - binomials - size
        lowest = sum(min(tag, 0) * cards for tag, cards in self.tags)
        self.highest = sum(max(tag, 0) * cards for tag, cards in self.tags)
        largest = sum(rounds.values()) * comb(self.left, self.left // 2)
        self.bytes = largest.bit_length() // 8 + 1
        self.row = self.bytes * (self.highest - lowest + 1)
        refuse(
            self.row * (self.left + 1) > MOST_BYTES,
            "these tags make too many running counts; use smaller ones",
        )
        # The coefficients for each number of cards gone, those of the commonest tag left out.
        found = self._added(0, rounds)
        for (tag, cards), few in zip(self.tags, self.few):
            for _ in range(cards - few if tag else 0):
                found = self._with_one_more(found, tag)
        packed = found.to_bytes(self.row * (self.left + 1), "little")
        rows = (packed[at : at + self.row] for at in range(0, len(packed), self.row))
        self.columns = list(zip(*map(self._sums, rows)))

    def at_least(self, gone: int, count: int) -> int:
        """Return the weight of the rounds after so many cards whose tags add up to `count` or
        more.
        """
        place = min(self.highest - count + self.common * gone, len(self.columns) - 1)
        if place < 0:
            return 0
        before = len(self.binomials) - 1 - gone  # C(n, gone - k) is C(n, before + k)
        first, last = max(0, -before), min(self.left, gone)
        column = self.columns[place][first : last + 1]
        return sum(map(mul, column, self.binomials[before + first : before + last + 1]))

    def _sums(self, row: bytes) -> list[int]:
        """Return the sums of coefficients from the highest count down to each."""
        ends = range(self.row, 0, -self.bytes)
        return list(
            accumulate(int.from_bytes(row[end - self.bytes : end], "little") for end in ends)
        )

    def _added(self, place: int, rounds: Mapping[Dealt, int]) -> int:
        """Return the sum over rounds of weight times the factors of the tags from one on, each to
        the power of the few cards of it that the round has not.
        """
        if place == len(self.tags):
            return sum(rounds.values())
        tag, _ = self.tags[place]
        found = 0
        for number in range(self.few[place] + 1):
            these = {dealt: weight for dealt, weight in rounds.items() if dealt[place] == number}
            found = self._with_one_more(found, tag) if found else 0
            if these:
                found += self._added(place + 1, these) << self._bits(max(-tag, 0) * number)
        return found

    def _with_one_more(self, found: int, tag: int) -> int:
        """Return a polynomial times 1 + x y^tag; times y^-tag, too, where the tag is negative, so
        that all exponents are natural numbers.
        """
        kept, gone = self._bits(max(-tag, 0)), 8 * self.row + self._bits(max(tag, 0))
        return (found << kept) + (found << gone)

    def _bits(self, counts: int) -> int:
        return 8 * self.bytes * counts
