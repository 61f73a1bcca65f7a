"""Searches for short lists for one decision: losses are exact, the search is heuristic.

Information sets with equal traits are one class. A line is a conjunction of up to three conditions;
a list is exact when it takes a best action in every class that the best play comes to. Lists start
from those that are never wrong, from those that others found, and from nothing; they grow by the
line that gains most, wherever it stands, lose the line that is missed least, and each of their
lines is looked for again, given the others.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TypeVar

from combin.counting import zeros
from combin.kernels import gains, matching
from combin.records import dataclass
from combin.strategies.bits import places
from combin.strategies.classes import LossesByClass
from combin.strategies.complexity import FRIENDLY
from combin.strategies.exact import Growth
from combin.strategies.lines import Line
from combin.strategies.problem import Problem, Rule, Rules, without
from combin.strategies.tuning import Tuning

WORK = 500_000_000  # classes that the search may look at
SHARE = 32  # one line may look at this part of those left
GROWN = 20_000  # classes beyond which no list is grown that is never wrong
MORE = 2  # lines that an easier list may have more than the shortest
SETTLED = 1000  # times less than the best single action, what a line loses that is hardly wrong
BEGUN = 8  # lines of the lists that grow from such a line
ANY = 99  # hardness of a condition where it does not matter

Found = dict[int, tuple[int, tuple[Line, ...]]]  # number of lines -> (loss, lines)
L = TypeVar("L", Rules, tuple[Line, ...])


@dataclass(frozen=True)
class Steps:
    """What was found for one decision.

    found: the best list of each length.
    easy: the exact list that is easiest to remember, hardly longer than the shortest one, where
        there is one; it may be that one.
    """

    found: Found
    easy: tuple[Line, ...] | None = None


def falling(lists: Iterable[tuple[int, L]]) -> dict[int, tuple[int, L]]:
    """Return, of lists with their losses, those that are cheaper than all shorter ones and than the
    others of their length; of equal ones the first.
    """
    kept: dict[int, tuple[int, L]] = {}
    for loss, lines in sorted(lists, key=lambda entry: (len(entry[1]), entry[0])):
        if all(loss < shorter for shorter, _ in kept.values()):
            kept[len(lines)] = loss, lines
    return kept


def searched(classes: LossesByClass, most: int, known: Sequence[Sequence[Line]] = ()) -> Steps:
    """Return the lists found for a decision, up to `most` lines; known: lists that others found."""
    problem = Problem(classes, known)
    starts = [problem.simplified(lines) for lines in problem.known]
    exact, unfinished = _grown(problem, [lines for lines in starts if problem.is_exact(lines)])
    starts += exact or sorted(unfinished, key=problem.loss)[:1]
    found = _Search(problem).ladder(starts, most)
    right = [*exact, *(lines for loss, lines in found.values() if not loss)]
    longest = min(map(len, right), default=0) + MORE
    short = (lines for lines in right if len(lines) <= longest)
    easy = min(short, key=lambda lines: (problem.burden(lines), lines), default=None)
    said = {length: problem.easier(lines) for length, (_, lines) in found.items()}
    steps = {
        length: (problem.loss(lines), problem.written(lines)) for length, lines in said.items()
    }
    return Steps(steps, problem.written(easy) if easy else None)


def _grown(problem: Problem, known: list[Rules]) -> tuple[list[Rules], list[Rules]]:
    """Return exact lists, some of conditions in common use alone, each in its easiest words; and
    unfinished lists.

    known: exact lists that others found.
    """
    exact: list[Rules] = []
    unfinished: list[Rules] = []
    if problem.size <= GROWN:
        exact, unfinished = Growth(problem, ANY).lists()
    exact += known
    if exact:
        friendly, _ = Growth(problem, FRIENDLY).lists(min(map(len, exact)) + MORE)
        exact += friendly
    return [problem.easier(lines) for lines in exact], unfinished


@dataclass(frozen=True, order=True)
class _Entry:
    """A list, in the order of what it loses, then of how hard it is."""

    loss: int
    burden: int
    lines: Rules


class _Search:
    """The search for lists that lose little.

    best: number of lines -> the best list of that length.
    left: the classes that the search may still look at.
    tuning: of lists that speak of a shared board: their classes are too many for each line to be
        looked for again.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.best: dict[int, _Entry] = {}
        self.left = WORK * (1 + len(problem.classes.view.pairs))  # each line has its mirror image
        self.tuning = Tuning(problem) if problem.classes.view.board else None

    def offer(self, lines: Rules) -> None:
        """Keep a list if it is the best of its length."""
        entry = _Entry(self.problem.loss(lines), self.problem.burden(lines), lines)
        if len(lines) not in self.best or entry < self.best[len(lines)]:
            self.best[len(lines)] = entry

    def ladder(self, starts: Iterable[Rules], most: int) -> dict[int, tuple[int, Rules]]:
        """Return number of lines -> (loss, list): each cheaper than those before."""
        for start in starts:
            self.shorten(start)
        for action in range(self.problem.count):
            self.offer((Rule(action),))
        if self.tuning:
            self.settle(most)
        self.lengthen(most)
        self.climb(most)
        self.descend(most)
        self.simplify()
        return falling(
            (entry.loss, entry.lines) for length, entry in self.best.items() if length <= most
        )

    def shorten(self, lines: Rules) -> None:
        """Offer a list, and those that it becomes as the line missed least is left out again and
        again.
        """
        self.offer(lines)
        while len(lines) > 1:
            lines = self.shortened(lines)
            self.offer(lines)

    def lengthen(self, most: int) -> None:
        """Offer the best list of each length with the line more that gains most, once again with
        more work where no longer list was found.
        """
        for length in range(1, most):
            if length in self.best and self.best[length].loss:
                self.offer(self.tuned(self.best[length].lines))
                self.offer(self.extended(self.best[length].lines))
            if length in self.best and length + 1 not in self.best:
                self.offer(self.extended(self.best[length].lines, share=SHARE // 8))

    def settle(self, most: int) -> None:
        """Offer the list of the one line that gains most, and lists that grow from a line that all
        but settles the most classes.
        """
        single = min(((Rule(action),) for action in self.problem.lasting), key=self.problem.loss)
        self.offer(self.extended(single, share=2))  # the shortest list is worth half of the work
        hardly = self.problem.loss(single) // SETTLED
        masks = self.problem.masks
        widest = sorted(range(len(masks)), key=lambda number: -masks[number].bit_count())
        first = next(filter(None, (self._settling(one, hardly) for one in widest)), None)
        lines: Rules = (first, *single) if first else single
        while len(lines) < min(most, BEGUN):
            longer = self.tuned(self.extended(lines))
            if longer == lines:
                break
            lines = longer
            self.offer(lines)

    def _settling(self, number: int, hardly: int) -> Rule | None:
        """Return the line of one condition that loses no more than `hardly`, if there is one."""
        loss = self.problem.classes.loss
        count = self.problem.count
        for action in range(count):
            held = places(self.problem.masks[number])
            if sum(loss[count * at + action] for at in held) <= hardly:
                return Rule(action, (number,))
        return None

    def climb(self, most: int) -> None:
        """Polish the best list of each length, and offer it with the line more that gains most."""
        for length in range(2, most + 1):
            if length in self.best and self.best[length].loss:
                lines = self.polished(self.best[length].lines)
                self.offer(lines)
                self.offer(self.extended(lines))

    def descend(self, most: int) -> None:
        """Offer for each length the best list of one line more without the line that is missed
        least.
        """
        for length in sorted(self.best, reverse=True):
            if 1 < length <= most:
                self.offer(self.tuned(self.polished(self.shortened(self.best[length].lines))))

    def simplify(self) -> None:
        """Offer the best list of each length without what it does not need."""
        for _, entry in sorted(self.best.items(), reverse=True):
            self.offer(self.problem.simplified(self.tuned(entry.lines)))

    def extended(self, lines: Rules, least: int = 0, share: int = SHARE) -> Rules:
        """Return the list with the line more that gains most; the list itself where none gains more
        than `least`.
        """
        most, best = least, lines
        met, chosen = self.problem.followed(lines)
        for at, line in enumerate(lines):
            for action in range(self.problem.count):
                if line.action == action:
                    continue  # the same classes are gained one place further down
                # What each class gains by the action here, and where that is anything.
                weight, among = zeros("q", self.problem.size), zeros("i", self.problem.size)
                loss = self.problem.classes.loss
                many = matching.swing(met, chosen, at, action, loss, weight, among)
                gain, conditions = self._gain(weight, among[:many], most, share)
                if gain > most:
                    most = gain
                    best = (*lines[:at], Rule(action, conditions), *lines[at:])
        return best

    def _gain(
        self, weight: array[int], among: array[int], least: int, share: int
    ) -> tuple[int, tuple[int, ...]]:
        """Return the most that a conjunction gains, above `least`, and its conditions."""
        score = array("q", [least])
        found = array("i", [-1, -1, -1])
        if among and self.problem.conditions:
            allowed = self.left // share
            unused = gains.gains(self.problem.grid, weight, among, 3, allowed, score, found)
            self.left -= allowed - unused
        return score[0], tuple(sorted(part for part in found if part >= 0))

    def polished(self, lines: Rules) -> Rules:
        """Return the list after every line was looked for again, given the others, as long as that
        gains.
        """
        loss = self.problem.loss(lines)
        at, since = 0, 0
        while since < len(lines) - 1:
            others = without(lines, at)
            trial = self.extended(others, self.problem.loss(others) - loss)
            since += 1
            if len(trial) == len(lines) and (found := self.problem.loss(trial)) < loss:
                lines, loss, since = trial, found, 0
            at = (at + 1) % (len(lines) - 1)
        return lines

    def tuned(self, lines: Rules) -> Rules:
        """Return the list after all moves that gain; itself where lists are not tuned."""
        return self.tuning.tuned(lines) if self.tuning else lines

    def shortened(self, lines: Rules) -> Rules:
        """Return the list without the line that is missed least."""
        return min((without(lines, at) for at in range(len(lines) - 1)), key=self.problem.loss)
