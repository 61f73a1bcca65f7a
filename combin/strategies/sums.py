"""What is added up while a list is priced: its value, and its mistakes case by case."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from fractions import Fraction
from typing import NamedTuple

from combin.records import dataclass
from combin.solving.induction import Root


class Case(NamedTuple):
    """Where mistakes are alike: the place of the level, the numbers of the line, of the action
    chosen and of the best one.
    """

    place: int
    line: int
    chosen: int
    best: int


@dataclass
class MistakeKind:
    """Sums over the mistakes of one case, all histories together.

    sets, deals, loss: how many information sets and deals there are, and what they lose, scaled.
    largest, sample, wagered: the most that one set loses, its cards, and the stake before it.
    """

    sets: int = 0
    deals: int = 0
    loss: int = 0
    largest: int = 0
    sample: tuple[int, ...] = ()
    wagered: Fraction = Fraction(0)

    def add(self, other: MistakeKind) -> None:
        if other._rank() < self._rank():
            self.largest, self.sample, self.wagered = other.largest, other.sample, other.wagered
        self.sets += other.sets
        self.deals += other.deals
        self.loss += other.loss

    def _rank(self) -> tuple[int, tuple[int, ...], Fraction]:
        """Return what orders samples: the largest loss first, then the smallest cards and stake."""
        return -self.largest, self.sample, self.wagered


@dataclass
class Sums:
    """What is added up over the tallies of a bet under one strategy.

    best, own: the values of the best play and of the strategy, scaled.
    root: what happens under the strategy.
    uses: place of the level and number of the line -> deals.
    kinds: the mistakes of each case.
    """

    best: int = 0
    own: int = 0
    root: Root = field(default_factory=Root)
    uses: Counter[tuple[int, int]] = field(default_factory=Counter)
    kinds: dict[Case, MistakeKind] = field(default_factory=dict)

    def add(self, other: Sums) -> None:
        self.best += other.best
        self.own += other.own
        self.root.add(other.root)
        self.uses.update(other.uses)
        for case, kind in other.kinds.items():
            self.kinds.setdefault(case, MistakeKind()).add(kind)
