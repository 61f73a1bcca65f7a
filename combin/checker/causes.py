"""Finds the likely cause of a log that does not fit: possible faults of a simulator, ranked by the
likelihood of the log under each. What they are a family says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Generic, TypeVar

from combin.checker import chances
from combin.checker.likelihood import LIKELIER, explains
from combin.records import dataclass

SHOWN = 5  # causes that are named
SEVERAL = 3  # causes that may be there together
ALONE = 2  # rows that each of them explains and no other, at least
PAIRED = 40  # causes of which some are tried together, those that explain most


@dataclass(frozen=True)
class Cause:
    """What may explain a log.

    words: what is otherwise.
    option: how the command says it; empty where it cannot.
    likelier: the logarithm to base 10 of how many times likelier it makes the log than the rules.
    unexplained: how many rows cannot be under it either.
    left: what then still does not fit, in words; empty where the log fits, None where that was not
        looked at.
    """

    words: str
    option: str
    likelier: Fraction
    unexplained: int
    left: str | None = None


@dataclass(frozen=True)
class Causes:
    """The causes of a log that does not fit.

    likely: the likeliest first; none where nothing that was tried explains the log.
    apart: how many rounds part the first from the second, that one becomes 100 times likelier than
        the other; None where there is no second, or its law is not known.
    alike: whether no log with these columns parts them.
    tried: how many were tried.
    untried: what was not, and why.
    looked_at: how many rounds the check was made on again.
    best: where no cause is likely, the one that leaves the fewest impossible rows; None where none
        leaves fewer than there are.
    """

    likely: tuple[Cause, ...]
    apart: int | None
    tried: int
    untried: tuple[str, ...]
    looked_at: int = 0
    alike: bool = False
    best: Cause | None = None


@dataclass
class Weighed:
    """A hypothesis, and what the log is under it.

    words, option: as of a `Cause`.
    score: the logarithm of the likelihood, beside the largest that any law has.
    unexplained: how many rows cannot be.
    explains: whether it explains those that cannot be, or that leave the strategy.
    wrong: the places of the rows of the sample that cannot be; None where that is not known.
    """

    words: str
    option: str
    score: Fraction
    unexplained: int
    explains: bool = True
    wrong: frozenset[int] | None = None


W = TypeVar("W", bound=Weighed)


class CauseSearch(ABC, Generic[W]):
    """Weighs hypotheses by a sample of the rows of a log.

    wrong: the places of those of the sample that cannot be. weights: how many rows each place of it
        stands for. impossible: how many rows of the log cannot be.
    declared: the score of the log under the rules as they are.
    tried: how many hypotheses were tried. untried: which were not, and why.
    likely: those that are named.
    """

    declared: Fraction
    likely: list[W]

    def __init__(self, wrong: Collection[int], weights: Sequence[int], impossible: int) -> None:
        self.wrong, self.weights, self.impossible = frozenset(wrong), weights, impossible
        self.tried, self.untried = 0, list[str]()

    @abstractmethod
    def weighed(self) -> Iterable[W]:
        """Return the hypotheses, those first that are named first of equally likely ones."""

    @abstractmethod
    def scored(self, wrong: frozenset[int]) -> tuple[Fraction, int]:
        """Return the score of a log by its rows alone, and how many of them cannot be; wrong: those
        of the sample.
        """

    def many(self, places: Iterable[int]) -> int:
        """Return how many rows some places of the sample stand for."""
        return sum(self.weights[place] for place in places)

    def explains(self, wrong: frozenset[int]) -> bool:
        """Return whether the rows that cannot be are explained; wrong: those that then cannot."""
        fault, left = self.many(self.wrong), self.many(wrong & self.wrong)
        return explains(fault, left, self.many(wrong - self.wrong), sum(self.weights) - fault)

    def found(self) -> Causes:
        """Return the causes."""
        weighed = sorted(self.weighed(), key=lambda one: -one.score)
        least = self.declared + chances.logarithm(Fraction(LIKELIER * max(1, self.tried)))
        likely = [one for one in weighed if one.score > least and one.explains][:SHOWN]
        named = [(one, self.cause(one, place)) for place, one in enumerate(likely)]
        self.likely = [one for one, cause in named if cause]
        causes = tuple(filter(None, (cause for _, cause in named)))
        if not causes:
            several = sorted(self._together(weighed), key=lambda one: -one.score)
            causes = tuple(self._cause(one) for one in several[:SHOWN] if one.score > least)
        fewer = [one for one in weighed if one.unexplained < self.impossible]
        best = None
        if fewer and not causes:
            best = self._cause(min(fewer, key=lambda one: one.unexplained))
        return Causes(causes, None, self.tried, tuple(self.untried), best=best)

    def cause(self, one: W, place: int) -> Cause | None:
        """Return a likely hypothesis as a cause, None where a closer look finds that it is none;
        place: among the likely ones, from 0.
        """
        return self._cause(one)

    def _cause(self, one: Weighed) -> Cause:
        likelier = (one.score - self.declared) / chances.logarithm(Fraction(10))
        return Cause(one.words, one.option, likelier, one.unexplained)

    def _together(self, weighed: Sequence[W]) -> Iterator[Weighed]:
        """Yield what explains the rows a few at a time, each of which alone explains some."""
        known = [(one, self.wrong & one.wrong) for one in weighed if one.wrong is not None]
        some = [pair for pair in known if len(self.wrong - pair[1]) >= ALONE]
        some = sorted(some, key=lambda pair: len(pair[1]))[:PAIRED]
        for size in range(2, SEVERAL + 1):
            for few in combinations(some, size):
                left = frozenset.intersection(*(rows for _, rows in few))
                for each in few:
                    others = (rows for one, rows in few if one is not each[0])
                    if len(frozenset.intersection(*others) - left) < ALONE:
                        break
                else:
                    wrong = left.union(*(one.wrong or () for one, _ in few)) - self.wrong | left
                    if self.explains(wrong):
                        words = " and ".join(one.words for one, _ in few)
                        yield Weighed(f"together: {words}", "", *self.scored(wrong))
