"""The value of a bet as nested maxima of integer sums of its pays: enough to compute it, and the
best action everywhere, at any pays.

Where the player chooses, his value is the largest of several sums. What the sums share is taken out
and the rest is divided by its common divisor, so information sets that decide alike at all pays are
one maximum. A last choice on all cards, and the best reading of a joker, are maxima too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from math import gcd, lcm

from combin.counting.classes import Classes, SetClass, classified
from combin.records import dataclass
from combin.rules.facts import Path, path_key
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import NOTHING, LinearForm, other_ways
from combin.solving.dominated import worth_weighing

CONSTANT = 0  # the key of what no pay changes; a pay's is its place from 1, a maximum's is below 0
Sum = Mapping[int, int]  # key -> what it is multiplied by; nothing is multiplied by 0


@dataclass
class Maximum:
    """One maximum: the options beside the first, which counts as 0.

    decision: its name, empty where a hand is read.
    actions: what is chosen among.
    options: the sums of all but the first.
    met: by the actions before, how many information sets, up to a relabelling of the suits, choose
        so.
    cards: an example; empty where all cards are known.
    """

    decision: str
    actions: tuple[str, ...]
    options: tuple[Sum, ...]
    met: Counter[tuple[str, ...]] = field(default_factory=Counter)
    cards: str = ""

    @property
    def sets(self) -> int:
        """How many information sets choose so, after the actions that lead most of them here."""
        return max(self.met.values(), default=0)


@dataclass(frozen=True)
class Value:
    """The expected value of a bet at any pays, in units: `total` divided by `below`.

    pays: their addresses, in the order of the keys from 1 on.
    choices: the maxima; the key of number n is -1 - n, and each speaks only of those before it.
    """

    pays: tuple[str, ...]
    choices: tuple[Maximum, ...]
    total: Sum
    below: int

    def at(self, pays: Mapping[str, Fraction]) -> Fraction:
        """Return the expected value at some pays, by address."""
        known = {CONSTANT: Fraction(1)}
        known |= {place: pays[name] for place, name in enumerate(self.pays, 1)}
        for number, choice in enumerate(self.choices):
            worth = (_worth(option, known) for option in choice.options)
            known[key_of(number)] = max(Fraction(0), *worth)
        return _worth(self.total, known) / self.below


def _worth(terms: Sum, known: Mapping[int, Fraction]) -> Fraction:
    return sum((times * known[key] for key, times in terms.items()), Fraction(0))


def key_of(number: int) -> int:
    """Return the key of a maximum, by its number."""
    return -1 - number


number_of = key_of  # and back: the one is the inverse of the other


def _added(terms: Iterable[tuple[int, Sum]]) -> Sum:
    """Return the sum of some sums, each multiplied by its number."""
    total: dict[int, int] = defaultdict(int)
    for times, each in terms:
        for key, number in each.items():
            total[key] += times * number
    return {key: number for key, number in total.items() if number}


class Choices:
    """The maxima met so far; equal ones are one."""

    def __init__(self) -> None:
        self.found: list[Maximum] = []
        self._numbers: dict[object, int] = {}

    def best(self, decision: str, ways: Mapping[str, Sum]) -> tuple[Sum, int | None]:
        """Return the largest of some sums as a sum, and the key of the maximum in it.

        None where it is the first, whatever the pays. ways: action -> its sum.
        """
        first_action, *_ = ways
        first = ways[first_action]
        beside: dict[str, Sum] = {}  # action -> what it is worth more than the first
        for action, way in ways.items():
            rest = _added(((1, way), (-1, first)))
            if rest:
                beside[action] = rest
        if not beside:
            return first, None
        common = 0
        for rest in beside.values():
            common = gcd(common, *rest.values())
        options = []
        for rest in beside.values():
            options.append({key: number // common for key, number in sorted(rest.items())})
        key = key_of(self._number(Maximum(decision, (first_action, *beside), tuple(options))))
        return _added(((1, first), (common, {key: 1}))), key

    def met(self, key: int, met: Counter[tuple[str, ...]], cards: str) -> Maximum:
        """Note where a maximum is met, and an example of it; return it."""
        choice = self.found[number_of(key)]
        choice.met += met
        choice.cards = choice.cards or cards
        return choice

    def _number(self, choice: Maximum) -> int:
        same = choice.decision, choice.actions, tuple(tuple(one.items()) for one in choice.options)
        if same not in self._numbers:
            self._numbers[same] = len(self.found)
            self.found.append(choice)
        return self._numbers[same]


# --- From counts to maxima -----------------------------------------------------------------------


class BestForms:
    """The forms of which every end of a bet is the largest: one for each reading of a hand, and for
    each last choice on all cards.

    ways: path -> the forms at every joint number of facts.
    """

    def __init__(self, counted: Counted) -> None:
        self.plan = counted.plan
        self.pays = tuple(counted.ends.pays)
        self.ways = {path: list(_ways(counted, path)) for path in counted.payoffs.tables}

    @property
    def key(self) -> str:
        """What decides the value at any pays, as text: equal texts, equal values."""
        return repr((self.plan.counted_by, self.plan.paths, self.pays, self.ways))


def _ways(counted: Counted, path: Path) -> Iterator[list[LinearForm]]:
    """Yield the forms of the ends of one path, at every joint number of facts."""
    plan = counted.plan
    facts, table, met = counted.payoffs.facts(path), counted.payoffs.tables[path], counted.ends.met
    for number in range(len(table)):
        if met is not None and number not in met:
            yield [NOTHING]
            continue
        way, _ = table[number]
        yield other_ways(plan, way, plan.values(facts, number))


def value_of(counted: Counted, ends: BestForms | None = None) -> Value:
    """Return the value of a bet as maxima; its information sets must be at hand.

    ends: of the bet, if they are known.
    """
    return _FormBuilder(counted, ends or BestForms(counted)).value()


class _FormBuilder:
    """Folds the classes of a bet back to one sum."""

    def __init__(self, counted: Counted, ends: BestForms) -> None:
        self.counted, self.plan, self.choices = counted, counted.plan, Choices()
        self.pays = ends.pays
        self.scale = 1
        for found in ends.ways.values():
            for forms in found:
                self.scale = lcm(self.scale, *(form.denominator for form in forms))
        self.ends = {path: list(map(self._end, found)) for path, found in ends.ways.items()}
        self._after: dict[Path, list[Path]] = {}

    def value(self) -> Value:
        total = _added(self._roots())
        below = self.scale * self.plan.deals
        common = gcd(below, *total.values())
        if common == 1:
            return Value(self.pays, tuple(self.choices.found), total, below)
        shared = {key: number // common for key, number in total.items()}
        return Value(self.pays, tuple(self.choices.found), shared, below // common)

    # --- The ends ---------------------------------------------------------------------------

    def _end(self, forms: Sequence[LinearForm]) -> Sum:
        """Return what an end is worth: the best of some forms."""
        ways = {str(place): self._sum(form) for place, form in enumerate(forms)}
        return self.choices.best("", ways)[0]

    def _sum(self, form: LinearForm) -> Sum:
        by = self.scale // form.denominator
        terms = {CONSTANT: form.constant * by}
        for name, number in form.coefficients.items():
            terms[self.pays.index(name) + 1] = number * by
        return {key: number for key, number in terms.items() if number}

    # --- The decisions ----------------------------------------------------------------------

    def _roots(self) -> Iterator[tuple[int, Sum]]:
        """Yield the sums of the first decision's classes, and how often each stands."""
        pooled = self.counted.pooled
        if not self.plan.stages:
            for tally in pooled.tallies:
                yield 1, _row(enumerate(tally.counts), self.ends[()])
            return
        levels = [Classes() for _ in self.plan.stages]
        often: Counter[int] = Counter()
        for tally, times, sets in zip(pooled.tallies, pooled.times, pooled.sets):
            first, *_ = classified(self.plan, tally, levels, sets)
            for (place, factor), many in zip(first, times):
                often[place] += factor * many
        worth = self._folded(levels)
        for place, weight in often.items():
            yield weight, worth[()][place]

    def _folded(self, levels: Sequence[Classes]) -> dict[Path, list[Sum]]:
        """Return for every history what each class of its level is worth."""
        worth: dict[Path, list[Sum]] = {}
        for number in reversed(range(len(levels))):
            for history in self.plan.histories(self.plan.stages[number]):
                if self._is_weighed(history):
                    worth[history] = list(self._decided(history, levels[number], worth))
        return worth

    def _is_weighed(self, history: Path) -> bool:
        """Tell whether every action of a history can be better than all others."""
        steps = range(len(history))
        return all(history[: step + 1] in self._weighed(history[:step]) for step in steps)

    def _weighed(self, history: Path) -> list[Path]:
        if history not in self._after:
            self._after[history] = worth_weighing(self.plan, self.ends, history)
        return self._after[history]

    def _decided(
        self, history: Path, classes: Classes, worth: Mapping[Path, list[Sum]]
    ) -> Iterator[Sum]:
        name = self.plan.decisions[len(history)].name
        for place, one in enumerate(classes.places):
            ways = {}
            for path in self._weighed(history):
                if self._is_offered(path, one.known):
                    ways[path[-1][1].name] = self._way(path, one, worth)
            found, key = self.choices.best(name, ways)
            if key is not None:
                sets = Counter({path_key(history): classes.sets[place]})
                self.choices.met(key, sets, classes.cards[place])
            yield found

    def _is_offered(self, path: Path, known: int) -> bool:
        offered = self.plan.offered(path)
        return not offered or bool(offered[known])

    def _way(self, path: Path, one: SetClass, worth: Mapping[Path, list[Sum]]) -> Sum:
        """Return what the last action of a path is worth in a class."""
        if path in worth:
            return _row(one.counts, worth[path])
        if len(path) == len(self.plan.stages):
            columns = self.plan.size(self.plan.columns)
            start = one.known * columns
            return _row(one.counts, self.ends[path][start : start + columns])
        return _row([(0, one.deals)], [self.ends[path][one.known]])


def _row(counts: Iterable[tuple[int, int]], worth: Sequence[Sum]) -> Sum:
    return _added((count, worth[place]) for place, count in counts if count)


# --- Within bounds of the pays -------------------------------------------------------------------

Bounds = Mapping[str, tuple[Fraction, Fraction]]  # pay -> from where to where


def within(value: Value, bounds: Bounds) -> Value:
    """Return the same value, valid within bounds of the pays alone: what is never chosen there is
    left out, and what is always chosen is added up.
    """
    return _Within(value, bounds).value()


class _Within:
    """Builds the maxima of a value again, one after the other, without what is never chosen.

    ranges: key -> the least and the most that it may come to, each times the common denominator of
        all bounds.
    """

    def __init__(self, old: Value, bounds: Bounds) -> None:
        self.old, self.choices = old, Choices()
        scale = lcm(*(bound.denominator for name in old.pays for bound in bounds[name]))
        self.ranges = {CONSTANT: (scale, scale)}
        for place, name in enumerate(old.pays, 1):
            low, high = bounds[name]
            self.ranges[place] = int(low * scale), int(high * scale)
        self.known: dict[int, Sum] = {key: {key: 1} for key in self.ranges}  # by old key

    def value(self) -> Value:
        for number, choice in enumerate(self.old.choices):
            self.known[key_of(number)] = self._again(choice)
        total = self._now(self.old.total)
        return Value(self.old.pays, tuple(self.choices.found), total, self.old.below)

    def _now(self, terms: Sum) -> Sum:
        return _added((times, self.known[key]) for key, times in terms.items())

    def _again(self, choice: Maximum) -> Sum:
        ways: list[Sum] = [{}, *map(self._now, choice.options)]
        left = {}
        for number, action in enumerate(choice.actions):
            way = ways[number]
            before = ways[:number]
            after = ways[number + 1 :]
            if not self._is_beaten(way, before, after):
                left[action] = way
        found, key = self.choices.best(choice.decision, left)
        if key is not None:
            here = self.choices.met(key, choice.met, choice.cards)
            self.ranges[key] = self._range(here)
        return found

    def _is_beaten(self, way: Sum, before: Iterable[Sum], after: Iterable[Sum]) -> bool:
        """Return whether another way is always as good and preferred, or always better."""
        if any(self._most(way, other) <= 0 for other in before):
            return True
        return any(self._most(way, other) < 0 for other in after)

    def _most(self, way: Sum, other: Sum) -> int:
        """Return by how much, at most, a way is worth more than another."""
        more = {key: times - other.get(key, 0) for key, times in way.items()}
        more |= {key: -times for key, times in other.items() if key not in way}
        return self._end(more, 1)

    def _range(self, choice: Maximum) -> tuple[int, int]:
        low = high = 0
        for option in choice.options:
            low = max(low, self._end(option, 0))
            high = max(high, self._end(option, 1))
        return low, high

    def _end(self, terms: Sum, end: int) -> int:
        """Return the least (end 0) or the most (end 1) that a sum may come to."""
        total = 0
        for key, times in terms.items():
            total += times * self.ranges[key][end if times > 0 else 1 - end]
        return total
