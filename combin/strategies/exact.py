"""Searches for lists without errors: adds lines from the top, with a beam, until one action is
right in all classes left.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import reduce
from operator import or_

from combin.counting import zeros
from combin.kernels import pure as kernel
from combin.strategies.bits import packed, pieces, places, thinned, words_for
from combin.strategies.problem import Problem, Rule, Rules

LIMIT = 24  # lines, beyond which no exact list is tried
WIDE = 2  # partial lists kept at a time
SAMPLE = 1_000  # classes by which conjunctions are chosen
ROUNDS = 8  # how often the sample may grow
EFFORT = 2_000_000  # words of conjunctions of three that are looked at, one line at a time
CONDITIONS = 3  # of a conjunction


class Growth:
    """The search for lists that are never wrong.

    problem: the decision.
    usable: the numbers of the conditions that may be used.
    """

    def __init__(self, problem: Problem, hardest: int) -> None:
        """hardest: the hardness up to which conditions may be used."""
        self.problem = problem
        self.usable = [number for number, hard in enumerate(problem.hard) if hard <= hardest]

    def lists(self, limit: int = LIMIT) -> tuple[list[Rules], list[Rules]]:
        """Return the exact lists found, one for each action left to the end and one for none; and
        unfinished ones.
        """
        exact, unfinished = [], []
        for default in (None, *range(self.problem.count)):
            lines, done = self._grown(default, limit)
            if done:
                exact.append(self.problem.simplified(lines))
            else:
                unfinished += [(*lines, Rule(action)) for action in range(self.problem.count)]
        return exact, unfinished

    def _grown(self, default: int | None, limit: int) -> tuple[Rules, bool]:
        """Return the list grown, and whether it is exact.

        default: the action of the last line, whose classes need no line of their own; None: any.
        """
        front: list[tuple[int, Rules]] = [(self.problem.all, ())]
        for _ in range(limit):
            for left, lines in front:
                for action, best in enumerate(self.problem.best):
                    if not left & ~best:
                        return (*lines, Rule(action)), True
            grown: dict[int, Rules] = {}
            for left, lines in front:
                for rule in self._pure(left, default):
                    rest = left & ~self.problem.held(rule.conditions, left)
                    grown.setdefault(rest, (*lines, rule))
            if not grown:
                break
            # First those with the fewest classes that still need a line.
            ends = self.problem.best if default is None else [self.problem.best[default]]
            missing = {left: min((left & ~best).bit_count() for best in ends) for left in grown}
            front = sorted(grown.items(), key=lambda item: missing[item[0]])[:WIDE]
        return front[0][1], False

    def _pure(self, left: int, default: int | None) -> Iterator[Rule]:
        """Yield rules that are right in every class left in which they hold."""
        for action, right in enumerate(self.problem.best):
            if action == default:
                continue
            # No rule is needed where another action is as good.
            others = [best for other, best in enumerate(self.problem.best) if other != action]
            spared = reduce(or_, others, 0) if default is None else self.problem.best[default]
            if need := left & right & ~spared:
                for conditions in self._conjunctions(left & ~right, need):
                    yield Rule(action, conditions)

    def _conjunctions(self, wrong: int, need: int) -> list[tuple[int, ...]]:
        """Return conjunctions with no wrong class and many needed ones, by a sample that grows
        where it misleads.
        """
        some = thinned(need, SAMPLE)
        bad = thinned(wrong, SAMPLE)
        found: list[tuple[int, ...]] = []
        for _ in range(ROUNDS):
            found = self._pure_of(bad, some)
            mistaken = [held for each in found if (held := self.problem.held(each, wrong))]
            if not mistaken:
                break
            for held in mistaken:
                bad |= thinned(held, SAMPLE // 10)
        return [conditions for conditions in found if not self.problem.held(conditions, wrong)]

    def _pure_of(self, wrong: int, need: int) -> list[tuple[int, ...]]:
        """Return the best conjunctions with no class of `wrong`, by the classes of `need`."""
        members = array("q", places(wrong | need))
        numbers, sets = self._distinct(members)
        bad = self._only(packed([wrong], self.problem.words), members)
        some = self._only(packed([need], self.problem.words), members)
        score = zeros("q", WIDE)
        parts = zeros("i", CONDITIONS * WIDE)
        kernel.pure(sets, words_for(len(members)), bad, some, CONDITIONS, EFFORT, score, parts)
        found = []
        for place in range(WIDE):
            if score[place]:
                conjunction = parts[CONDITIONS * place : CONDITIONS * (place + 1)]
                found.append(tuple(numbers[part] for part in conjunction if part >= 0))
        return found

    def _distinct(self, members: array[int]) -> tuple[list[int], array[int]]:
        """Return the usable conditions that differ in some classes: their numbers, and the packed
        sets of these classes alone.
        """
        short = pieces(self._only(self.problem.bits, members), words_for(len(members)))
        number_of: dict[bytes, int] = {}
        for number in self.usable:
            if any(short[number]):
                number_of.setdefault(short[number], number)
        return list(number_of.values()), array("Q", b"".join(number_of))

    def _only(self, sets: array[int], members: array[int]) -> array[int]:
        """Return packed sets of all classes as sets of some classes alone."""
        words = words_for(len(members))
        short = zeros("Q", words * (len(sets) // self.problem.words))
        kernel.pack(sets, self.problem.words, members, words, short)
        return short
