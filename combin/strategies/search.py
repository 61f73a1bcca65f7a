"""Finds short lists for one decision: the exact loss of every list is known, that no better list
exists is only searched.

Situations with equal traits are one cell. A line is a conjunction of up to three conditions; a list
is exact when in every cell that the best play comes to the action it takes is a best one. Lists
start from those that are never wrong, from those that others found, and from nothing; they grow by
the line that gains most, wherever it stands, lose the line that is missed least, and each of their
lines is looked for again, given the others.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from combin.counting import zeros
from combin.kernels import gains, matching
from combin.strategies.exact import Growth
from combin.strategies.gathering import Cells
from combin.strategies.lines import Line
from combin.strategies.phrasing import FRIENDLY
from combin.strategies.problem import Problem, Rows

ROWS, SHARE = (
    500_000_000,
    32,
)  # rows that the search may look at, and the share of those left that is for one line
GROWN = 20_000  # cells beyond which no list is grown that is never wrong
MORE = 2  # lines that an easier list may have more than the shortest
ANY = 99  # how hard a condition may be where it does not matter


@dataclass(frozen=True)
class Steps:
    """What was found for one decision.

    found: number of lines -> (loss, lines), each list cheaper than all shorter ones. easy: the
        exact list that is easiest to
    remember, hardly longer than the shortest one, where there is one; it may be that one.
    """

    found: dict[int, tuple[int, tuple[Line, ...]]]
    easy: tuple[Line, ...] | None = None


def searched(cells: Cells, most: int, known: Sequence[Sequence[Line]] = ()) -> Steps:
    """Return the lists found for a decision, up to `most` lines; known: lists that others found."""
    problem = Problem(cells, known)
    search = _Search(problem)
    exact, unfinished = Growth(problem, ANY).lists() if len(cells) <= GROWN else ([], [])
    starts = [lines for rows in problem.known if (lines := problem.simplified(rows))]
    exact += [lines for lines in starts if problem.is_exact(lines)]
    if exact:
        friendly, _ = Growth(problem, FRIENDLY).lists(min(map(len, exact)) + MORE)
        exact += friendly
    exact = [problem.easier(lines) for lines in exact]
    starts += exact or sorted(unfinished, key=problem.loss)[:1]
    found = search.ladder(starts, most)
    easy = _easiest(problem, [*exact, *(lines for loss, lines in found.values() if not loss)])
    told = {
        length: (loss, problem.written(problem.easier(lines)))
        for length, (loss, lines) in found.items()
    }
    return Steps(told, problem.written(easy) if easy else None)


def _easiest(problem: Problem, exact: Sequence[Rows]) -> Rows | None:
    if not exact:
        return None
    least = min(map(len, exact))
    return min(
        (lines for lines in exact if len(lines) <= least + MORE),
        key=lambda lines: (problem.burden(lines), lines),
    )


class _Search:
    """The search for lists that lose little."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.best: dict[int, tuple[int, int, Rows]] = {}
        self.left = ROWS

    def offer(self, lines: Rows) -> None:
        """Keep a list if it is the best of its length."""
        entry = self.problem.loss(lines), self.problem.burden(lines), lines
        if len(lines) not in self.best or entry < self.best[len(lines)]:
            self.best[len(lines)] = entry

    def ladder(self, starts: Iterable[Rows], most: int) -> dict[int, tuple[int, Rows]]:
        """Return number of lines -> (loss, list): each cheaper than those before."""
        for start in [*starts, *(((action, ()),) for action in range(self.problem.count))]:
            self.offer(start)
            while len(start) > 1:
                start = self.shortened(start)
                self.offer(start)
        for length in range(1, most):
            if length in self.best and self.best[length][0]:
                self.offer(self.extended(self.best[length][2]))
            if length in self.best and length + 1 not in self.best:
                self.offer(self.extended(self.best[length][2], 0, SHARE // 8))
        self.climb(most)
        self.descend(most)
        steps: dict[int, tuple[int, Rows]] = {}
        for length, (loss, _, lines) in sorted(self.best.items()):
            if length <= most and all(loss < other for other, _ in steps.values()):
                steps[length] = loss, lines
        return steps

    def climb(self, most: int) -> None:
        """Polish the best list of each length, and offer it with the line more that gains most."""
        for length in range(2, most + 1):
            if length in self.best and self.best[length][0]:
                lines = self.polished(self.best[length][2])
                self.offer(lines)
                self.offer(self.extended(lines))

    def descend(self, most: int) -> None:
        """Offer for each length the best list of one line more without the line that is missed
        least.
        """
        for length in sorted(self.best, reverse=True):
            if 1 < length <= most:
                self.offer(self.polished(self.shortened(self.best[length][2])))

    def extended(self, lines: Rows, least: int = 0, share: int = SHARE) -> Rows:
        """Return the list with the line more that gains most; the list itself where none gains more
        than `least`.
        """
        best_gain, best = least, lines
        met, chosen = self.problem.followed(lines)
        for at in range(len(lines)):
            for action in range(self.problem.count):
                if lines[at][0] == action:
                    continue  # the same cells are gained one place further down
                gain, parts = self.gain(met, chosen, at, action, best_gain, share)
                if gain > best_gain:
                    best_gain, best = gain, (*lines[:at], (action, parts), *lines[at:])
        return best

    def gain(
        self, met: bytearray, chosen: bytearray, at: int, action: int, least: int, share: int
    ) -> tuple[int, tuple[int, ...]]:
        """Return the gain and the conditions of the best line that takes an action in front of the
        line `at`, above `least`.
        """
        problem, size = self.problem, self.problem.size
        weight, among = zeros("q", size), zeros("i", size)
        count = matching.swing(met, chosen, at, action, problem.cells.loss, weight, among)
        score, found = array("q", [least]), array("i", [-1, -1, -1])
        if count and problem.conditions:
            rows = self.left // share
            self.left -= rows - gains.gains(
                problem.grid, weight, among[:count], 3, rows, score, found
            )
        return score[0], tuple(sorted(part for part in found if part >= 0))

    def polished(self, lines: Rows) -> Rows:
        """Return the list after every line was looked for again, given the others, as long as that
        gains.
        """
        loss, at, since = self.problem.loss(lines), 0, 0
        while since < len(lines) - 1:
            others = (*lines[:at], *lines[at + 1 :])
            trial = self.extended(others, self.problem.loss(others) - loss)
            if len(trial) == len(lines) and (found := self.problem.loss(trial)) < loss:
                lines, loss, since = trial, found, 0
            else:
                since += 1
            at = (at + 1) % (len(lines) - 1)
        return lines

    def shortened(self, lines: Rows) -> Rows:
        """Return the list without the line that is missed least."""
        return min(
            ((*lines[:at], *lines[at + 1 :]) for at in range(len(lines) - 1)), key=self.problem.loss
        )
