"""The value of a bet as nested maxima of integer sums of its pays: enough to compute it, and the
best action everywhere, at any pays.

Where the player chooses, his value is the largest of several sums. What the sums share is taken out
and the rest is divided by its common divisor, so information sets that decide alike at all pays are
one maximum. A last choice on all cards, and the best reading of a joker, are maxima too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from math import gcd, lcm

from combin.records import dataclass
from combin.solving.dominated import Sum

CONSTANT = 0  # the key of what no pay changes; a pay's is its place from 1, a maximum's is below 0
Bounds = Mapping[str, tuple[Fraction, Fraction]]  # pay -> from where to where


@dataclass
class Maximum:
    """One maximum: the options beside the first, which counts as 0.

    decision: its name, empty where a hand is read.
    actions: what is chosen among.
    options: the sums of all but the first.
    met: by the actions before, how many information sets, up to a relabelling of the suits, choose
        so.
    cards: an example; empty where all cards are known.
    """

    decision: str
    actions: tuple[str, ...]
    options: tuple[Sum, ...]
    met: Counter[tuple[str, ...]] = field(default_factory=Counter)
    cards: str = ""

    @property
    def sets(self) -> int:
        """How many information sets choose so, after the actions that lead most of them here."""
        return max(self.met.values(), default=0)


@dataclass(frozen=True)
class Value:
    """The expected value of a bet at any pays, in units: `total` divided by `below`.

    pays: their addresses, in the order of the keys from 1 on.
    choices: the maxima; the key of number n is -1 - n, and each speaks only of those before it.
    """

    pays: tuple[str, ...]
    choices: tuple[Maximum, ...]
    total: Sum
    below: int

    def at(self, pays: Mapping[str, Fraction]) -> Fraction:
        """Return the expected value at some pays, by address."""
        known = {CONSTANT: Fraction(1)}
        known |= {place: pays[name] for place, name in enumerate(self.pays, 1)}
        for number, choice in enumerate(self.choices):
            worth = (_worth(option, known) for option in choice.options)
            known[key_of(number)] = max(Fraction(0), *worth)
        return _worth(self.total, known) / self.below


def _worth(terms: Sum, known: Mapping[int, Fraction]) -> Fraction:
    return sum((times * known[key] for key, times in terms.items()), Fraction(0))


def key_of(number: int) -> int:
    """Return the key of a maximum, by its number."""
    return -1 - number


number_of = key_of  # and back: the one is the inverse of the other


def added(terms: Iterable[tuple[int, Sum]]) -> Sum:
    """Return the sum of some sums, each multiplied by its number."""
    total: dict[int, int] = defaultdict(int)
    for times, each in terms:
        for key, number in each.items():
            total[key] += times * number
    return {key: number for key, number in total.items() if number}


class TooLong(Exception):
    """A value has more numbers than are wanted."""


class Choices:
    """The maxima met so far; equal ones are one.

    ranges: where pays have bounds, key -> the least and the most that it may come to, each times
        the common denominator of all bounds.
    size: how many numbers all options have.
    """

    def __init__(self, pays: Sequence[str], bounds: Bounds | None, most: int | None) -> None:
        """most: numbers; one more raises TooLong."""
        self.found: list[Maximum] = []
        self.ranges: dict[int, tuple[int, int]] | None = None
        if bounds:
            scale = lcm(*(bound.denominator for name in pays for bound in bounds[name]))
            self.ranges = {CONSTANT: (scale, scale)}
            for place, name in enumerate(pays, 1):
                low, high = bounds[name]
                self.ranges[place] = int(low * scale), int(high * scale)
        self.size, self._most = 0, most
        self._numbers: dict[object, int] = {}

    def best(self, decision: str, ways: Mapping[str, Sum]) -> tuple[Sum, int | None]:
        """Return the largest of some sums as a sum, and the key of the maximum in it.

        None where it is always the same one. ways: action -> its sum.
        """
        if self.ranges:
            ways = self._unbeaten(ways)
        first_action, *_ = ways
        first = ways[first_action]
        beside = {  # action -> what it is worth more than the first
            action: rest for action, way in ways.items() if (rest := added(((1, way), (-1, first))))
        }
        if not beside:
            return first, None
        common = gcd(*(number for rest in beside.values() for number in rest.values()))
        options = [
            {key: number // common for key, number in sorted(rest.items())}
            for rest in beside.values()
        ]
        key = key_of(self._number(Maximum(decision, (first_action, *beside), tuple(options))))
        return added(((1, first), (common, {key: 1}))), key

    def met(self, key: int, met: Counter[tuple[str, ...]], cards: str) -> None:
        """Note where a maximum is met, and an example of it."""
        choice = self.found[number_of(key)]
        choice.met += met
        choice.cards = choice.cards or cards

    def _number(self, choice: Maximum) -> int:
        same = choice.decision, choice.actions, tuple(tuple(one.items()) for one in choice.options)
        if same not in self._numbers:
            number = self._numbers[same] = len(self.found)
            self.found.append(choice)
            self.size += sum(map(len, choice.options))
            if self._most is not None and self.size > self._most:
                raise TooLong
            if self.ranges:
                low, high = ([self._end(one, end) for one in choice.options] for end in (0, 1))
                self.ranges[key_of(number)] = max(0, *low), max(0, *high)
        return self._numbers[same]

    # --- Within bounds ----------------------------------------------------------------------

    def _unbeaten(self, ways: Mapping[str, Sum]) -> dict[str, Sum]:
        """Return the sums of which none is always smaller than another, or never larger than one
        that is preferred.
        """
        listed = list(ways.items())
        left = {}
        for place, (action, way) in enumerate(listed):
            before = (other for _, other in listed[:place])
            after = (other for _, other in listed[place + 1 :])
            if all(self._ahead(way, other) > 0 for other in before) and all(
                self._ahead(way, other) >= 0 for other in after
            ):
                left[action] = way
        return left

    def _ahead(self, way: Sum, other: Sum) -> int:
        """Return the largest lead that a sum may have over another."""
        return self._end(added(((1, way), (-1, other))), 1)

    def _end(self, terms: Sum, end: int) -> int:
        """Return the least (end 0) or the most (end 1) that a sum may come to."""
        assert self.ranges
        return sum(
            times * self.ranges[key][end if times > 0 else 1 - end] for key, times in terms.items()
        )
