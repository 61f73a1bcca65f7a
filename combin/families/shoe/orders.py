"""Counts orders of cards from a shoe, in integers of any size; orders that nothing later tells
apart are one.

Of two kinds that lead from a state to the same one, and then again and again, only the sum of the
cards left matters. With c classes of such kinds and n_c cards left of each, the deals that lead to
a column are

    deals(s, n) = sum over c of n_c x deals(next(s, c), one card less of c).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from math import perm
from typing import Generic, TypeVar

from combin.errors import CombinError
from combin.families.shoe.automaton import Automaton

MOST_MET = 1_000_000  # states and cards left: some seconds to go through

Left = tuple[int, ...]  # cards of each class of kinds
End = TypeVar("End")  # a column, or a column and the cards that are left


class Orders(ABC, Generic[End]):
    """The deals of an automaton by how they end.

    column: of each state after the last step.
    at_end: the class of each kind there.
    all_dealt: whether a card lies face down where none is dealt.
    """

    all_dealt = False

    def __init__(self, automaton: Automaton, column: Sequence[int]) -> None:
        self.automaton, self.column = automaton, column
        self.steps, self.at_end = len(automaton.first), (0,) * automaton.number
        self._classes: dict[tuple[int, int], Left] = {}
        self._deals: dict[tuple[int, int, Left, int], Counter[End]] = {}

    def counts(self, step: int, state: int, left: Sequence[int]) -> Counter[End]:
        """Return the deals of each column that follow a state; left: the cards of each kind.

        Raises CombinError where there are too many to go through.
        """
        classes = self.classes(step, state)
        totals = [0] * (max(classes) + 1)
        for kind, number in enumerate(left):
            totals[classes[kind]] += number
        return self._counted(step, state, tuple(totals), 0)

    def classes(self, step: int, state: int) -> Left:
        """Return the class of each kind in a state, numbered as they come."""
        if (step, state) not in self._classes:
            found = self.at_end
            if step < self.steps:
                following = self._following(step, state)
                after = [self.classes(step + 1, to) for to in sorted(set(following))]
                numbers: dict[tuple[int, ...], int] = {}
                found = tuple(
                    numbers.setdefault((to, *(one[kind] for one in after)), len(numbers))
                    for kind, to in enumerate(following)
                )
            self._classes[step, state] = found
        return self._classes[step, state]

    def _following(self, step: int, state: int) -> list[int]:
        """Return the state that follows with each kind of card, whether it is dealt or not."""
        begin = self.automaton.first[step] + state * self.automaton.number
        following = self.automaton.following[begin : begin + self.automaton.number]
        return [to if to >= 0 else ~to for to in following]

    def _counted(self, step: int, state: int, left: Left, missing: int) -> Counter[End]:
        """Return the deals by column; missing: cards before that were not dealt, and come last."""
        met = step, state, left, missing
        if met not in self._deals:
            if len(self._deals) == MOST_MET:
                raise CombinError(
                    f"the cards of a bet from a shoe can be left in more than {MOST_MET:,} ways; "
                    "hands of fewer cards, or that look at no suits, have fewer"
                )
            self._deals[met] = self._added(*met)
        return self._deals[met]

    def _added(self, step: int, state: int, left: Left, missing: int) -> Counter[End]:
        if step == self.steps:
            return self._ended(state, left, missing)
        classes, following = self.classes(step, state), self._following(step, state)
        if not self.all_dealt and self.automaton.after(step, state, 0) < 0:
            # No card is dealt: one of those that are left at the end stands for it.
            return self._counted(step + 1, following[0], left, missing + 1)
        found: Counter[End] = Counter()
        for kind in map(classes.index, range(len(left))):
            if ways := left[classes[kind]]:
                to = following[kind]
                rest = self._joined(classes, self.classes(step + 1, to), left, kind)
                for column, deals in self._counted(step + 1, to, rest, missing).items():
                    found[column] += ways * deals
        return found

    @abstractmethod
    def _ended(self, state: int, left: Left, missing: int) -> Counter[End]:
        """Return the deals that end in a state; left, missing: the cards of each class that are
        left, and how many were not dealt.
        """

    def _joined(self, classes: Left, after: Left, left: Left, kind: int) -> Left:
        """Return the cards of the classes after one of a kind is dealt; what is one class now stays
        in one.
        """
        totals = [0] * (max(after) + 1)
        for number, cards in enumerate(left):
            totals[after[classes.index(number)]] += cards
        totals[after[kind]] -= 1
        return tuple(totals)


class ColumnOrders(Orders[int]):
    """The deals of an automaton by column."""

    def _ended(self, state: int, left: Left, missing: int) -> Counter[int]:
        return Counter({self.column[state]: perm(sum(left), missing)})


class MarkedOrders(Orders[tuple[int, Left]]):
    """The deals of an automaton by column and by the cards of each mark that are left. A card that
    is not dealt lies face down, so that all rounds take the same number of cards.

    sorts: the kind and the mark of each sort of cards; marks are numbered from 0, none left out.
    """

    all_dealt = True

    def __init__(
        self, automaton: Automaton, column: Sequence[int], sorts: Sequence[tuple[int, int]]
    ) -> None:
        super().__init__(automaton, column)
        self.kinds = [kind for kind, _ in sorts]
        self.at_end = tuple(mark for _, mark in sorts)

    def _following(self, step: int, state: int) -> list[int]:
        following = super()._following(step, state)
        return [following[kind] for kind in self.kinds]

    def _ended(self, state: int, left: Left, missing: int) -> Counter[tuple[int, Left]]:
        return Counter({(self.column[state], left): 1})
