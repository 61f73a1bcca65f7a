"""One decision as a problem for the search: its classes, the conditions that tell them apart, and
the exact loss of a list.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from combin.counting import zeros
from combin.kernels import gains, matching, pure
from combin.strategies.bits import marked, packed, pieces, union, words_for
from combin.strategies.classes import LossesByClass
from combin.strategies.complexity import burden, easiest
from combin.strategies.conditions import Condition, wagered
from combin.strategies.lines import Line, always_offered, conditions_of
from combin.strategies.traits import STRENGTH, WAGERED

NEVER, ALWAYS = -1, -2  # in place of a condition's number: it holds in no class, or in every one
MOST_BORDERS = 60  # strengths offered at which the best actions change
LEAST = -(2**40)  # below every trait


class Rule(NamedTuple):
    """A line in the search: the number of its action, and those of its conditions."""

    action: int
    conditions: tuple[int, ...] = ()


Rules = tuple[Rule, ...]


def without(lines: Rules, at: int) -> Rules:
    """Return a list without one of its lines."""
    return (*lines[:at], *lines[at + 1 :])


def replaced(lines: Rules, at: int, rule: Rule) -> Rules:
    """Return a list with another rule in place of one."""
    return (*lines[:at], rule, *lines[at + 1 :])


def candidates(classes: LossesByClass, more: Iterable[Condition] = ()) -> list[Condition]:
    """Return the conditions that may distinguish classes, simple ones first; more: others, known
    to be useful.
    """
    view = classes.view
    on_hands = (view.hand_or_better, view.less_than)
    hands = [make(strength) for strength in _borders(classes) for make in on_hands]
    senses = ("at least", "at most")
    stakes = [wagered(sense, stake) for stake in classes.stakes for sense in senses]
    listed = (*view.phrases.values(), *hands, *stakes, *more)
    return [condition for condition in listed if classes.can_tell(condition)]


def _borders(classes: LossesByClass) -> list[int]:
    """Return the strengths at which the best actions change, ascending; all, where nothing else is
    looked at.
    """
    if STRENGTH not in classes.columns:
        return []
    every = set(range(len(classes.actions)))
    best_of: dict[int, set[int]] = {}
    for strength, best in zip(classes.traits[:: classes.width], classes.best()):
        best_of[strength] = best_of.get(strength, every) & best
    strengths = sorted(best_of)
    if classes.width == 1:
        return strengths[1:]
    changing = (high for low, high in pairwise(strengths) if not best_of[low] & best_of[high])
    return list(changing)[:MOST_BORDERS]


def _code(classes: LossesByClass, condition: Condition) -> tuple[int, int, int]:
    """Return the column of a condition's trait, and the values between which it holds."""
    low, high = condition.low, condition.high
    if condition.trait == WAGERED:
        within = [place for place, stake in enumerate(classes.stakes) if low <= stake <= high]
        low, high = (within[0], within[-1]) if within else (1, 0)
    return classes.columns.index(condition.trait), int(low), int(high)


class Problem:
    """A decision and the conditions to answer it with; sets of classes are bits of whole numbers.

    classes: what has to be answered.
    count: the number of actions.
    size, words: the number of classes, and of the words that a set of them takes.
    conditions: no two of them hold in the same classes; of those that do the easiest.
    masks, codes, hard: of each condition the classes it holds in, its code, its hardness.
    best: for each action the classes in which it is a best one.
    all: every class.
    lasting: the actions that may stand in the last line, for they are always offered.
    grid: the classes, as the kernel of gains reads them.
    known: the lists that others found.
    """

    def __init__(self, classes: LossesByClass, known: Sequence[Sequence[Line]] = ()) -> None:
        """known: lists that others found, to begin with."""
        self.classes = classes
        self.count = len(classes.actions)
        self.size = len(classes)
        self.words = words_for(self.size)
        self.all = (1 << self.size) - 1
        always = always_offered(classes.view.actions)
        self.lasting = {at for at, name in enumerate(classes.actions) if name in always}
        self.best = [self._best(action) for action in range(self.count)]
        self.conditions: list[Condition] = []
        self.masks: list[int] = []
        self._numbers: dict[Condition, int] = {}
        offered = candidates(classes, chain.from_iterable(map(conditions_of, known)))
        offered = sorted(offered, key=lambda condition: condition.hardness)
        code = array("q", chain.from_iterable(_code(self.classes, one) for one in offered))
        sets = zeros("Q", len(offered) * self.words)
        pure.masks(self.classes.traits, self.classes.width, code, sets)
        number_of = {0: NEVER, self.all: ALWAYS}
        for condition, piece in zip(offered, pieces(sets, self.words)):
            mask = int.from_bytes(piece, "little")
            if mask not in number_of:
                number_of[mask] = len(self.conditions)
                self.conditions.append(condition)
                self.masks.append(mask)
            self._numbers[condition] = number_of[mask]
        self.hard = [condition.hardness for condition in self.conditions]
        self.codes = [_code(classes, condition) for condition in self.conditions]
        self.bits = packed(self.masks, self.words)
        # The classes by places: each column has a place for each range of values that the
        # conditions do not distinguish.
        width, cuts = self.classes.width, self._cuts()
        first = list(accumulate(map(len, cuts), initial=0))
        placed = zeros("H", self.size * width)
        for column, values in enumerate(cuts):
            before = first[column] - 1
            traits = self.classes.traits[column::width]
            placed[column::width] = array("H", [before + bisect_right(values, n) for n in traits])
        # Of each condition its column, and the first and last place that it holds at.
        ranges = array("i")
        for column, low, high in self.codes:
            start, end = cuts[column].index(low), cuts[column].index(high + 1)
            ranges.extend([column, first[column] + start, first[column] + end - 1])
        self.grid = gains.Grid(placed, width, first[-1], ranges)
        self.known = [rules for lines in known if (rules := self._rules_of(lines))]

    def _best(self, action: int) -> int:
        losses = self.classes.loss[action :: self.count]
        return union(at for at, loss in enumerate(losses) if not loss)

    def _cuts(self) -> list[list[int]]:
        """Return for each column the values at which some condition begins or ceases to hold."""
        cuts: list[set[int]] = [{LEAST} for _ in range(self.classes.width)]
        for column, low, high in self.codes:
            cuts[column] |= {low, high + 1}
        return [sorted(values) for values in cuts]

    def _rules_of(self, lines: Sequence[Line]) -> Rules | None:
        """Return a list in the search's numbers, without lines that no class meets and conditions
        that every class meets; None where it asks for something else or leaves a class undecided.
        """
        found: list[Rule] = []
        for line in lines:
            if not all(condition in self._numbers for condition in line.conditions):
                return None
            numbers = [self._numbers[condition] for condition in line.conditions]
            if NEVER not in numbers:
                conditions = tuple(sorted(number for number in numbers if number != ALWAYS))
                found.append(Rule(self.classes.actions.index(line.action), conditions))
        if not found or found[-1].conditions:
            return None
        last = [rule.conditions for rule in found].index(())
        return tuple(found[: last + 1])

    def held(self, conditions: Iterable[int], among: int) -> int:
        """Return the classes of `among` in which all conditions hold."""
        for number in conditions:
            among &= self.masks[number]
        return among

    def loss(self, lines: Rules) -> int:
        """Return what a list loses, scaled."""
        return matching.lost(self.followed(lines)[1], self.classes.loss)

    def followed(self, lines: Rules) -> tuple[bytearray, bytearray]:
        """Return for each class the number of the line that it meets, and that of the action which
        the list takes.
        """
        code, met = array("q"), bytearray(self.size)
        for number, rule in enumerate(lines):
            code.extend([number, len(rule.conditions)])
            for condition in rule.conditions:
                code.extend(self.codes[condition])
        matching.match(self.classes.traits, self.classes.width, code, met)
        return met, met.translate(bytes(rule.action for rule in lines).ljust(256, b"\0"))

    def is_exact(self, lines: Rules) -> bool:
        """Return whether a list takes a best action in every class."""
        left = self.all
        for rule in lines:
            held = self.held(rule.conditions, left)
            if held & ~self.best[rule.action]:
                return False
            left &= ~held
        return not left

    def simplified(self, lines: Rules) -> Rules:
        """Return a list without the lines and conditions whose absence loses nothing more."""
        loss, at = self.loss(lines), 0
        while at < len(lines) - 1:
            shorter = without(lines, at)
            if self.loss(shorter) <= loss:
                lines = shorter
            else:
                at += 1
        at = 0
        while at < len(lines):
            for condition in lines[at].conditions:
                action, conditions = lines[at]
                fewer = tuple(number for number in conditions if number != condition)
                trial = replaced(lines, at, Rule(action, fewer))
                if not fewer:  # a line without any condition is the last
                    trial = trial[: at + 1]
                if (fewer or action in self.lasting) and self.loss(trial) <= loss:
                    lines = trial
            at += 1
        return lines

    def easier(self, lines: Rules) -> Rules:
        """Return a list that loses no more and is no harder: every line in the easiest words that
        decide the same classes.
        """
        for at, rule in enumerate(lines[:-1]):
            inside, outside = self._sides(lines, at)
            easy = easiest(self.masks, self.hard, inside, outside, self._hard(rule))
            if easy is not None:
                lines = replaced(lines, at, Rule(rule.action, easy))
        return self._ordered(lines, lambda rule: (self._hard(rule),))

    def _sides(self, lines: Rules, at: int) -> tuple[int, int]:
        """Return the classes that a line must decide, and those that it must not."""
        action, conditions = lines[at]
        met, chosen = self.followed(without(lines, at))
        inside = bytearray(self.size)
        outside = bytearray(self.size)
        matching.sides(met, chosen, at, action, self.classes.loss, inside, outside)
        held = self.held(conditions, self.all)
        return marked(inside) & held, marked(outside) & ~held

    def _ordered(self, lines: Rules, rank: Callable[[Rule], tuple[int, ...]]) -> Rules:
        """Return a list that loses no more, its lines in the order of a rank as far as that
        goes.
        """
        loss = self.loss(lines)
        for last in range(1, len(lines) - 1):
            for at in range(last, 0, -1):
                upper, lower = lines[at - 1 : at + 1]
                trial = (*lines[: at - 1], lower, upper, *lines[at + 1 :])
                if rank(lower) >= rank(upper) or self.loss(trial) > loss:
                    break
                lines = trial
        return lines

    def _hard(self, rule: Rule) -> int:
        return sum(self.hard[number] for number in rule.conditions)

    def burden(self, lines: Rules) -> int:
        """Return how hard a list is to remember."""
        return burden(self._conditions(rule) for rule in lines)

    def _conditions(self, rule: Rule) -> tuple[Condition, ...]:
        return tuple(self.conditions[number] for number in rule.conditions)

    def written(self, lines: Rules) -> tuple[Line, ...]:
        """Return the list in words, lines that stake more further up: as players learn them; none
        of its lines and conditions can be left out without a loss.
        """
        lines = self._ordered(lines, lambda rule: (-rule.action, self._hard(rule)))
        lines = self.simplified(lines)
        actions = self.classes.actions
        return tuple(Line(actions[rule.action], self._conditions(rule)) for rule in lines)
