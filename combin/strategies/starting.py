"""Starting hands of two cards as players write them: ``33+, A2+, K2s+, Q9s-Q7s, QJo``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import groupby

from combin.cards import RANKS
from combin.ranking import HandRanking
from combin.records import dataclass
from combin.strategies.conditions import Condition, any_of, between
from combin.strategies.traits import STRENGTH, SUITED

Hand = tuple[int, int, str]  # the higher rank, the lower one, s or o; of a pair no letter

TWO = rf"([{RANKS.lower()}])([{RANKS.lower()}])([so]?)"
TOKEN = re.compile(rf"{TWO}(?:(\+)|-{TWO})?")
SAME = 2  # of two cards, those of one suit where they are suited
JOINT = re.compile(r",\s*or\s|,|\sor\s|\s")
LETTERS = "s: suited. o: not suited. No letter: both"
MORE = "+: also all higher second cards, or all higher pairs"


def read_hands(text: str) -> frozenset[Hand]:
    """Return the starting hands that words name, in small letters; none for any other words."""
    found = [_named(word) for word in JOINT.split(text.replace("10", "t")) if word]
    return frozenset[Hand]().union(*found) if all(found) else frozenset()


def _named(word: str) -> set[Hand]:
    """Return the starting hands of one word, ``k2s+``; none where it is no such word."""
    if not (found := TOKEN.fullmatch(word)):
        return set()
    one, two, letter, more, *last = found.groups()
    high, low = _ranks(one, two)
    other = _ranks(*last[:2]) if last[0] else (high, low)
    if high == low:
        ranks = range(low, len(RANKS)) if more else range(*_ends(low, other[1]))
        fits = other[0] == other[1] and not letter and not last[2]
        return {(rank, rank, "") for rank in ranks if fits}
    ranks = range(low, high) if more else range(*_ends(low, other[1]))
    fits = other[0] == high > other[1] and (not last[0] or last[2] == letter)
    return {(high, rank, suits) for rank in ranks for suits in letter or "so" if fits}


def _ranks(one: str, two: str) -> tuple[int, int]:
    """Return two ranks, the higher one first."""
    ranks = RANKS.lower().index(one), RANKS.lower().index(two)
    return max(ranks), min(ranks)


def _ends(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other) + 1


@dataclass(frozen=True)
class _Run:
    """Starting hands that one word names.

    high: the rank of the higher card; None for pairs.
    letter: s, o, or none where suits do not matter.
    least, most: the ranks of the other card, or of the pairs.
    """

    high: int | None
    letter: str
    least: int
    most: int

    def __str__(self) -> str:
        top = len(RANKS) - 1 if self.high is None else self.high - 1
        if self.least == self.most:
            return self._name(self.most)
        if self.most == top:
            return f"{self._name(self.least)}+"
        return f"{self._name(self.most)}-{self._name(self.least)}"

    def _name(self, low: int) -> str:
        return f"{RANKS[low if self.high is None else self.high]}{RANKS[low]}{self.letter}"

    def conditions(self, ranking: HandRanking) -> Iterator[Condition]:
        """Yield what it asks of the strength and of the suits of two cards."""
        low, high = (self._strength(ranking, rank) for rank in (self.least, self.most))
        yield between(STRENGTH, low, high, str(self), str(self))
        if self.letter:
            suited = SAME if self.letter == "s" else SAME - 1
            yield between(SUITED, suited, suited, str(self), str(self))

    def _strength(self, ranking: HandRanking, low: int) -> int:
        if self.high is None:
            return ranking.strength("pair", low)
        return ranking.strength("high-card", self.high, low)


def _runs(hands: Collection[Hand]) -> Iterator[_Run]:
    """Yield the runs of some hands: the pairs, then by the higher card."""
    yield from _in_order({low for high, low, _ in hands if high == low}, None, "")
    for high in range(len(RANKS) - 1, 0, -1):
        suited, offsuit = (
            {low for rank, low, letter in hands if rank == high and letter == suits}
            for suits in "so"
        )
        if suited == offsuit:
            yield from _in_order(suited, high, "")
        else:
            yield from _in_order(suited, high, "s")
            yield from _in_order(offsuit, high, "o")


def _in_order(ranks: Collection[int], high: int | None, letter: str) -> Iterator[_Run]:
    """Yield the runs of some ranks, the highest first."""
    for _, run in groupby(enumerate(sorted(ranks, reverse=True)), key=sum):
        each = [rank for _, rank in run]
        yield _Run(high, letter, each[-1], each[0])


def any_hand(ranking: HandRanking, hands: Collection[Hand]) -> Condition:
    """Return the condition that the player's two cards are one of some starting hands."""
    runs = [*_runs(hands)]
    phrase = ", ".join(map(str, runs))
    ways = tuple(tuple(run.conditions(ranking)) for run in runs)
    return any_of(phrase, "your two cards are one of these starting hands", ways, (LETTERS, MORE))
