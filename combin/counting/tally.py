"""What counting gives: information sets, and the number of deals behind each."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from dataclasses import field
from typing import Any

from combin.cards import cards_text
from combin.counting.plan import Stage
from combin.counting.widths import Choices, choices
from combin.kernels import solve as kernel
from combin.records import dataclass
from combin.rules.facts import Path


@dataclass(frozen=True)
class Level:
    """The information sets of one decision, up to a relabelling of the suits.

    stage: the decision.
    roles: how many sets of cards make a state.
    states: the masks of the sets, `roles` a state.
    weights: how many ways to hold cards each state stands for.
    known: the joint number of the facts known there.
    links: for each state, the places of the states of the level before that it can have come from,
        all the same number.
    """

    stage: Stage
    roles: int
    states: array[int]
    weights: array[int]
    known: array[int]
    links: array[int]

    def __len__(self) -> int:
        return len(self.weights)

    def state(self, at: int) -> tuple[int, ...]:
        """Return the sets of cards of an information set, one a role."""
        return tuple(self.states[at * self.roles : (at + 1) * self.roles])

    def cards(self, at: int) -> str:
        """Return the cards of an information set, role by role, with slashes between them."""
        return " / ".join(map(cards_text, self.state(at)))


@dataclass(frozen=True)
class Tally:
    """Counts of deals for some of the information sets of a bet, complete in themselves.

    levels: one a stage, first decision first; empty for a bet without decisions.
    columns: how many columns a row of counts has.
    found: room for what policies read of its information sets, found once for all of them.
    """

    levels: tuple[Level, ...]
    columns: int
    found: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def counts(self) -> array[int]:
        """A row for each state of the last level, or one without levels: the deals of what is
        hidden there in each column, times the weight of the state. Cards of a role are one set
        there, in whatever order they were dealt.
        """
        raise NotImplementedError(f"{type(self).__name__} holds no counts of the cards to come")

    def worth(self, path: Path, pays: array[int]) -> array[int]:
        """Return for each information set of the last level the sum of its counts, each times a
        number, after the actions of a path.

        pays: a number for every joint number of the facts known there and of the columns.
        """
        raise NotImplementedError

    def together(self, asked: Sequence[array[int]]) -> list[array[int]]:
        """Return what `worth` gives for each of some pays, where that is found for all of them in
        one pass; else nothing.
        """
        return []

    def happen(
        self, path: Path, ways: array[int], choice: Choices, number: int, ends: array[int]
    ) -> None:
        """Add the counts of the last level where action `number`, which ends the path, is chosen.

        ways: by how much the counts of each information set are multiplied.
        ends: the sums, by the joint number of the facts known there and of the columns.
        """
        raise NotImplementedError

    def rows(self, path: Path, places: list[int]) -> array[int]:
        """Return the rows of counts of some information sets of the last level after a path."""
        raise NotImplementedError

    def occur(self, ends: array[int]) -> None:
        """Add the counts of all information sets of the last level, each taken once.

        ends: the sums, by the joint number of the facts known there and of the columns.
        """
        sets = len(self.levels[-1])
        self.happen((), array("q", [1]) * sets, choices(1, sets), 0, ends)


@dataclass(frozen=True)
class CountTally(Tally):
    """A tally that holds its rows of counts.

    held: the rows, one after the other; see `Tally.counts`.
    """

    held: array[int]

    @property
    def counts(self) -> array[int]:
        return self.held

    def worth(self, path: Path, pays: array[int]) -> array[int]:
        last = self.levels[-1]
        found = zeros("q", len(last))
        kernel.worth(self.held, last.known, pays, self.columns, found)
        return found

    def happen(
        self, path: Path, ways: array[int], choice: Choices, number: int, ends: array[int]
    ) -> None:
        kernel.happen(self.held, self.levels[-1].known, ways, choice, number, self.columns, ends)

    def rows(self, path: Path, places: list[int]) -> array[int]:
        found = array("q")
        for at in places:
            found += self.held[at * self.columns : (at + 1) * self.columns]
        return found


@dataclass(frozen=True)
class ListTally(Tally):
    """A tally that holds the column of every deal of what is hidden: shorter than rows of counts
    where the columns are many and the deals few.

    deals: the columns, as many for each state of the last level.
    """

    deals: array[int]

    @property
    def counts(self) -> array[int]:
        return self.rows((), [*range(len(self.levels[-1]))])

    def worth(self, path: Path, pays: array[int]) -> array[int]:
        return self.together([pays])[0]

    def together(self, asked: Sequence[array[int]]) -> list[array[int]]:
        last = self.levels[-1]
        found = [zeros("q", len(last)) for _ in asked]
        kernel.worth_listed(self.deals, last.weights, last.known, asked, self.columns, found)
        return found

    def happen(
        self, path: Path, ways: array[int], choice: Choices, number: int, ends: array[int]
    ) -> None:
        last, columns = self.levels[-1], self.columns
        kernel.happen_listed(
            self.deals, last.weights, last.known, ways, choice, number, columns, ends
        )

    def rows(self, path: Path, places: list[int]) -> array[int]:
        last, found = self.levels[-1], zeros("q", self.columns * len(places))
        many = len(self.deals) // len(last)
        for number, at in enumerate(places):
            for column in self.deals[at * many : (at + 1) * many]:
                found[number * self.columns + column] += last.weights[at]
        return found


def zeros(kind: str, size: int) -> array[int]:
    """Return an array of zeros, of the kind that `array` names."""
    return array(kind, [0]) * size
