"""Finds the likely cause of a log that does not fit: possible faults of a simulator, ranked by the
likelihood of the log under each. What they are a family says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from typing import Generic, TypeVar

from combin.checker import chances
from combin.checker.likelihood import LIKELIER, explains
from combin.errors import CombinError
from combin.records import dataclass
from combin.rules.choices import Choice
from combin.rules.game import Game, Sheet

SHOWN = 5  # causes that are named
SEVERAL = 3  # causes that may be there together
ALONE = 2  # rows that each of them explains and no other, at least
PAIRED = 40  # causes of which some are tried together, those that explain most
# A choice is changed where fewer rows cannot be then: by so many, all where there are fewer, and by
# such a share of them.
FEWER, SHARE = 3, Fraction(1, 20)


@dataclass(frozen=True)
class Cause:
    """What may explain a log.

    words: what is otherwise.
    option: how the command says it; empty where it cannot.
    likelier: the logarithm to base 10 of how many times likelier it makes the log than the rules.
    unexplained: how many rows cannot be under it either.
    left: what then still does not fit, in words; empty where the log fits, None where that was not
        looked at.
    game: the rules under it, where the command can say them.
    """

    words: str
    option: str
    likelier: Fraction
    unexplained: int
    left: str | None = None
    game: Game | None = None


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

    words, option, game: as of a `Cause`.
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
    game: Game | None = None


W = TypeVar("W", bound=Weighed)


def other_values(sheet: Sheet, game: Game, key: str) -> Iterator[tuple[str, str, Game]]:
    """Yield every other value of every choice that changes a bet, and the game with it; the pays
    that were replaced stay so.
    """
    for choice in sheet.choices if game.chosen else ():
        for value in choice.values if isinstance(choice, Choice) else ():
            if value == game.chosen[choice.name]:
                continue
            with suppress(CombinError):  # rules that no game has together
                other = sheet.resolve({**game.chosen, choice.name: value})
                other = other.with_pays(
                    {one: game.priced[one] for one in game.priced.keys() & other.pays()}
                )
                if other.rules_of(key) != game.rules_of(key):
                    yield choice.name, value, other


class CauseSearch(ABC, Generic[W]):
    """Weighs hypotheses by a sample of the rows of a log.

    sheet, game, key: the rules, open and as the log was held against them, and the bet.
    wrong: the places of those of the sample that cannot be. weights: how many rows each place of it
        stands for. impossible: how many rows of the log cannot be.
    declared: the score of the log under the rules as they are.
    tried: how many hypotheses were tried. untried: which were not, and why.
    likely: those that are named.
    """

    declared: Fraction
    likely: list[W]

    def __init__(
        self,
        sheet: Sheet,
        game: Game,
        key: str,
        wrong: Collection[int],
        weights: Sequence[int],
        impossible: int,
    ) -> None:
        self.sheet, self.game, self.key = sheet, game, key
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

    @abstractmethod
    def wrong_under(self, game: Game) -> frozenset[int]:
        """Return the places of the rows of the sample that cannot be by other rules."""

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

    def rules_sought(self) -> tuple[Game, str, str]:
        """Return the rules by which the fewest rows cannot be, in words and as the command says
        them; one choice after the other is changed, as long as that gains enough rows.
        """
        game, left = self.game, self.many(self.wrong_under(self.game))
        fault = left
        while left:
            others = [one for *_, one in other_values(self.sheet, game, self.key)]
            steps = [(self.many(self.wrong_under(one)), one) for one in others]
            self.tried += len(steps)
            fewest, better = min(steps, key=lambda step: step[0], default=(left, game))
            if left - fewest < max(Fraction(min(FEWER, left)), SHARE * left):
                break
            game, left = better, fewest
        speaking = self._speaking(game, left)
        while idle := [one for rows, one in speaking.values() if rows <= 0]:
            game = idle[0]
            speaking = self._speaking(game, left)
        words, options = [], []
        for name, (rows, _) in speaking.items():
            words.append(f"{name} is {game.chosen[name]}, not {self.game.chosen[name]}")
            words[-1] += f" ({rows} of {fault} rows)" if speaking.keys() - {name} else ""
            options.append(f"--set {name}={game.chosen[name]}")
        return game, " and ".join(words), " ".join(options)

    def _speaking(self, game: Game, left: int) -> dict[str, tuple[int, Game]]:
        """Return each choice that is otherwise -> how many rows speak for it, as they cannot be
        without it, and the rules without it; left: how many rows cannot be.
        """
        return {
            name: (self.many(self.wrong_under(one)) - left, one)
            for name, value, one in other_values(self.sheet, game, self.key)
            if value == self.game.chosen[name]
        }

    def cause(self, one: W, place: int) -> Cause | None:
        """Return a likely hypothesis as a cause, None where a closer look finds that it is none;
        place: among the likely ones, from 0.
        """
        return self._cause(one)

    def _cause(self, one: Weighed) -> Cause:
        likelier = (one.score - self.declared) / chances.logarithm(Fraction(10))
        return Cause(one.words, one.option, likelier, one.unexplained, game=one.game)

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
