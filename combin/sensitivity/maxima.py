"""The value of a bet as nested maxima of integer sums of its pays: enough to compute it, and the
best action everywhere, at any pays.

Where the player chooses, his value is the largest of several sums. What the sums share is taken out
and the rest is divided by its common divisor, so information sets that decide alike at all pays are
one maximum. A last choice on all cards, and the best reading of a joker, are maxima too.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from math import gcd, lcm

from combin.counting import CountTally, Tally, zeros
from combin.counting.classes import Classes, SetClass, classified
from combin.counting.pooling import HEAD
from combin.kernels import lines
from combin.kernels.pool import Pool
from combin.records import dataclass
from combin.rules.facts import Path, path_key
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import NOTHING, LinearForm, other_ways
from combin.solving.dominated import worth_weighing

CONSTANT = 0  # the key of what no pay changes; a pay's is its place from 1, a maximum's is below 0
Sum = Mapping[int, int]  # key -> what it is multiplied by; nothing is multiplied by 0
Bounds = Mapping[str, tuple[Fraction, Fraction]]  # pay -> from where to where


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


class TooLong(Exception):
    """A value has more numbers than are wanted."""


class Choices:
    """The maxima met so far; equal ones are one.

    ranges: where pays have bounds, key -> the least and the most that it may come to, each times
        the common denominator of all bounds.
    size: how many numbers all options have.
    """

    def __init__(self, pays: Sequence[str], bounds: Bounds | None, most: int | None) -> None:
        """most: numbers; one more raises TooLong."""
        self.found: list[Maximum] = []
        self.ranges = _ranges(pays, bounds) if bounds else None
        self.size, self._most = 0, most
        self._numbers: dict[object, int] = {}

    def best(self, decision: str, ways: Mapping[str, Sum]) -> tuple[Sum, int | None]:
        """Return the largest of some sums as a sum, and the key of the maximum in it.

        None where it is always the same one. ways: action -> its sum.
        """
        if self.ranges:
            ways = self._unbeaten(ways)
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

    def met(self, key: int, met: Counter[tuple[str, ...]], cards: str) -> None:
        """Note where a maximum is met, and an example of it."""
        choice = self.found[number_of(key)]
        choice.met += met
        choice.cards = choice.cards or cards

    def _number(self, choice: Maximum) -> int:
        same = choice.decision, choice.actions, tuple(tuple(one.items()) for one in choice.options)
        if same not in self._numbers:
            number = self._numbers[same] = len(self.found)
            self.found.append(choice)
            self.size += sum(map(len, choice.options))
            if self._most is not None and self.size > self._most:
                raise TooLong
            if self.ranges:
                self.ranges[key_of(number)] = self._range(choice.options)
        return self._numbers[same]

    # --- Within bounds ----------------------------------------------------------------------

    def _unbeaten(self, ways: Mapping[str, Sum]) -> dict[str, Sum]:
        """Return the sums of which none is always smaller than another, or never larger than one
        that is preferred.
        """
        listed = list(ways.items())
        left = {}
        for place, (action, way) in enumerate(listed):
            before = (other for _, other in listed[:place])
            after = (other for _, other in listed[place + 1 :])
            if any(self._ahead(way, other) <= 0 for other in before):
                continue
            if not any(self._ahead(way, other) < 0 for other in after):
                left[action] = way
        return left

    def _ahead(self, way: Sum, other: Sum) -> int:
        """Return by how much, at most, a sum is larger than another."""
        return self._end(_added(((1, way), (-1, other))), 1)

    def _range(self, options: Iterable[Sum]) -> tuple[int, int]:
        low = high = 0
        for option in options:
            low = max(low, self._end(option, 0))
            high = max(high, self._end(option, 1))
        return low, high

    def _end(self, terms: Sum, end: int) -> int:
        """Return the least (end 0) or the most (end 1) that a sum may come to."""
        assert self.ranges
        total = 0
        for key, times in terms.items():
            total += times * self.ranges[key][end if times > 0 else 1 - end]
        return total


def _ranges(pays: Sequence[str], bounds: Bounds) -> dict[int, tuple[int, int]]:
    scale = lcm(*(bound.denominator for name in pays for bound in bounds[name]))
    ranges = {CONSTANT: (scale, scale)}
    for place, name in enumerate(pays, 1):
        low, high = bounds[name]
        ranges[place] = int(low * scale), int(high * scale)
    return ranges


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


def value_of(
    counted: Counted,
    ends: BestForms | None = None,
    bounds: Bounds | None = None,
    most: int | None = None,
) -> Value:
    """Return the value of a bet as maxima; its information sets must be at hand.

    ends: of the bet, if they are known.
    bounds: of all pays, if the value need hold within them alone: what is never chosen there is
        left out, and what is always chosen is added up.
    most: numbers of the options.
    Raises TooLong where there are more.
    """
    ends = ends or BestForms(counted)
    return _FormBuilder(counted, ends, Choices(ends.pays, bounds, most)).value()


class _FormBuilder:
    """Folds the classes of a bet back to one sum."""

    def __init__(self, counted: Counted, ends: BestForms, choices: Choices) -> None:
        self.counted, self.plan, self.choices = counted, counted.plan, choices
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
        if self._is_one_choice():
            for tally, times, (sets,) in zip(pooled.tallies, pooled.times, pooled.sets):
                yield from self._chosen(tally, times, sets)
            return
        levels = [Classes() for _ in self.plan.stages]
        often: Counter[int] = Counter()
        for tally, times, numbers in zip(pooled.tallies, pooled.times, pooled.sets):
            first, *_ = classified(self.plan, tally, levels, numbers)
            for (place, factor), many in zip(first, times):
                often[place] += factor * many
        worth = self._folded(levels)
        for place, weight in often.items():
            yield weight, worth[()][place]

    def _is_one_choice(self) -> bool:
        """Tell whether there is one decision, on rows of counts, the first action always offered
        beside others, and kernels can hold the sums of all deals.
        """
        paths = self._weighed(())
        if len(self.plan.stages) > 1 or len(paths) == 1 or self.plan.offered(paths[0]):
            return False
        if not all(isinstance(tally, CountTally) for tally in self.counted.tallies):
            return False
        numbers = (n for ends in self.ends.values() for end in ends for n in end.values())
        return 2 * self.plan.deals * max(map(abs, numbers), default=0) < 2**63

    def _chosen(
        self, tally: Tally, times: array[int], sets: array[int]
    ) -> Iterator[tuple[int, Sum]]:
        """Yield the sums of one choice, and how often each stands: what the first action is worth,
        and by how much the best is worth more, where that is a multiple of the same numbers.
        """
        [level] = tally.levels
        first, *others = self._weighed(())
        keys = sorted({key for path in (first, *others) for end in self.ends[path] for key in end})
        width = len(others) * len(keys)
        ahead = zeros("q", width * len(level))
        shared: dict[int, int] = {}
        for place, key in enumerate(keys):
            worth, *better = (self._multiples(tally, path, key) for path in (first, *others))
            shared[key] = lines.product(worth, times)
            for column, more in zip(range(place, width, len(keys)), better):
                lines.lead(more, worth, column, width, ahead)
        yield 1, shared
        pool = Pool(width)
        pool.add(ahead, level.known, times, sets)
        for start in range(0, len(pool.found), HEAD + width):
            often, many, at, _, *numbers = pool.found[start : start + HEAD + width]
            ways: dict[str, Sum] = {_name(first): {}}
            for place, path in zip(range(0, width, len(keys)), others):
                row = zip(keys, numbers[place : place + len(keys)])
                ways[_name(path)] = {key: number for key, number in row if number}
            found, best = self.choices.best(self.plan.decisions[0].name, ways)
            if best is not None:
                self.choices.met(best, Counter({(): many}), level.cards(at))
            yield often, found

    def _multiples(self, tally: Tally, path: Path, key: int) -> array[int]:
        """Return by what a key is multiplied after an action, at each information set; where the
        action is not offered, after the first.
        """
        columns = self.plan.size(self.plan.columns)
        numbers = array("q")
        for known in range(self.plan.size(tally.levels[0].stage.known)):
            taken = path if self._is_offered(path, known) else self._weighed(())[0]
            ends = self.ends[taken][known * columns : (known + 1) * columns]
            numbers.extend(end.get(key, 0) for end in ends)
        return tally.worth(path, numbers)

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
                    ways[_name(path)] = self._way(path, one, worth)
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


def _name(path: Path) -> str:
    """Return the name of the last action of a path."""
    _, action = path[-1]
    return action.name


def _row(counts: Iterable[tuple[int, int]], worth: Sequence[Sum]) -> Sum:
    return _added((count, worth[place]) for place, count in counts if count)
