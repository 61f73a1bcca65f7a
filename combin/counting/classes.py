"""Information sets that decide alike at any pays: those whose counts are proportional, at every
decision, form one class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import gcd

from combin.counting.plan import Plan
from combin.counting.tally import Level, Tally
from combin.records import dataclass

Member = tuple[int, int]  # of an information set: the place of its class, and its factor
Counts = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class SetClass:
    """Information sets that are alike but for a factor.

    known: the joint number of the facts known there.
    deals: that stand behind it.
    counts: at the last decision the deals in each column, before it the places of the classes that
        can follow, with a factor each.
    """

    known: int
    deals: int
    counts: Counts

    def reduced(self) -> tuple[SetClass, int]:
        """Return the smallest class that this one is a multiple of, and the factor."""
        common = gcd(self.deals, *(number for _, number in self.counts))
        counts = tuple((place, number // common) for place, number in self.counts)
        return SetClass(self.known, self.deals // common, counts), common


class Classes:
    """The classes of one decision.

    places: class -> its number, in the order first met.
    cards, sets: of each class an example, and how many information sets, up to a relabelling of the
        suits, it stands for.
    """

    def __init__(self) -> None:
        self.places: dict[SetClass, int] = {}
        self.cards: list[str] = []
        self.sets: list[int] = []

    def add(self, one: SetClass, level: Level, at: int, sets: int) -> Member:
        """Return the place of the class of an information set, and its factor."""
        reduced, factor = one.reduced()
        place = self.places.setdefault(reduced, len(self.places))
        if place == len(self.sets):
            self.cards.append(level.cards(at))
            self.sets.append(0)
        self.sets[place] += sets
        return place, factor


def classified(
    plan: Plan, tally: Tally, levels: Sequence[Classes], sets: Sequence[Sequence[int]]
) -> list[list[Member]]:
    """Put every information set of a tally into its class; return them, level by level.

    levels: the classes of each decision, to which new ones are added.
    sets: for each level, how many information sets stand behind each.
    """
    found: list[list[Member]] = []
    for number in reversed(range(len(tally.levels))):
        level, after = tally.levels[number], plan.deals_after(tally.levels[number].stage)
        counts = _counts(tally, number, found[0] if found else [])
        here = [
            levels[number].add(SetClass(known, weight * after, row), level, at, many)
            for at, (known, weight, row, many) in enumerate(
                zip(level.known, level.weights, counts, sets[number])
            )
        ]
        found.insert(0, here)
    return found


def _counts(tally: Tally, number: int, below: Sequence[Member]) -> Iterator[Counts]:
    """Yield what follows on every information set of a level: see `SetClass.counts`.

    below: the classes of the next level's sets.
    """
    if number + 1 == len(tally.levels):
        for start in range(0, len(tally.counts), tally.columns):
            row = tally.counts[start : start + tally.columns]
            yield tuple((column, count) for column, count in enumerate(row) if count)
        return
    following = [Counter[int]() for _ in range(len(tally.levels[number]))]
    links = tally.levels[number + 1].links
    fan = len(links) // len(below)
    for at, before in enumerate(links):
        place, factor = below[at // fan]
        following[before][place] += factor
    yield from (tuple(sorted(counter.items())) for counter in following)
