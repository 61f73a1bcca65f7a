"""Tunes a list: moves conditions to neighbouring values and swaps lines, as long as that costs
less.

What a move changes is added up over the classes alone that then meet another line: each loses what
one action loses there, less what the other does.
"""

from __future__ import annotations

from collections import defaultdict

from combin.strategies.bits import places
from combin.strategies.problem import Problem, Rule, Rules, replaced

REACH = 2  # values to either side that a condition may move to


class Tuning:
    """The moves of the lists of one decision.

    near: for each condition those of its trait that hold from, or up to, a value nearby.
    """

    def __init__(self, problem: Problem) -> None:
        # For each condition those of its trait that share one end with it, a few values to either
        # side of the other end.
        alike: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for number, (column, low, high) in enumerate(problem.codes):
            alike["from", column, high].append(number)
            alike["up to", column, low].append(number)
        near: list[list[int]] = [[] for _ in problem.codes]
        for numbers in alike.values():
            numbers.sort(key=lambda number: problem.codes[number])
            for place, number in enumerate(numbers):
                around = numbers[max(0, place - REACH) : place + REACH + 1]
                near[number] += [other for other in around if other != number]
        self.problem, self.near = problem, near

    def tuned(self, lines: Rules) -> Rules:
        """Return a list after all moves that gain."""
        moved = True
        while moved:
            moved = False
            left = self.problem.all
            for at in range(len(lines) - 1):
                better = self._better(lines, at, left)
                moved = moved or better is not None
                lines = better or lines
                left &= ~self.problem.held(lines[at].conditions, left)
        return lines

    def _better(self, lines: Rules, at: int, left: int) -> Rules | None:
        """Return the list after the first move of one line that gains; left: the classes that meet
        no line before.
        """
        rule = lines[at]
        held = self.problem.held(lines[at].conditions, left)
        moves = (
            Rule(rule.action, tuple(sorted((*others, new))))
            for old in rule.conditions
            for others in [tuple(number for number in rule.conditions if number != old)]
            for new in self.near[old]
            if new not in others
        )
        for new in moves:
            taken = self.problem.held(new.conditions, left)
            if self._loses(lines, at, taken & ~held) < self._loses(lines, at, held & ~taken):
                return replaced(lines, at, new)
        lower = lines[at + 1]
        both = self.problem.held(lower.conditions, held)
        if at + 2 < len(lines) and self._more(both, lower.action, rule.action) < 0:
            return (*lines[:at], lower, rule, *lines[at + 2 :])
        return None

    def _loses(self, lines: Rules, at: int, some: int) -> int:
        """Return what some classes lose more if they meet a line than if they meet those after
        it.
        """
        action, more = lines[at].action, 0
        for rule in lines[at + 1 :]:
            if not some:
                break
            held = self.problem.held(rule.conditions, some)
            more += self._more(held, action, rule.action)
            some &= ~held
        return more

    def _more(self, some: int, action: int, other: int) -> int:
        if action == other or not some:
            return 0
        count = self.problem.count
        loss = self.problem.classes.loss
        return sum(loss[count * at + action] - loss[count * at + other] for at in places(some))
