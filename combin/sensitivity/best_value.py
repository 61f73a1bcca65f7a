"""The value of a bet at any pays: its information sets folded back to one sum with maxima in it.

Information sets that lead to the same sums are one class, and are folded once. Where there is one
decision, kernels compare its actions row by row instead.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import gcd, lcm

from combin.counting import CountTally, Tally, zeros
from combin.counting.classes import Classes, SetClass, classified
from combin.counting.pooling import HEAD
from combin.kernels import lines
from combin.kernels.pool import Pool
from combin.recent import found_once
from combin.rules.facts import Path, path_key
from combin.sensitivity.best_forms import BestForms
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import LinearForm
from combin.sensitivity.maxima import CONSTANT, Bounds, Choices, Value, added
from combin.solving.dominated import Sum, worth_weighing


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
        self.ends = {  # what an end is worth: the best of some forms
            path: [
                choices.best("", {str(at): self._sum(form) for at, form in enumerate(forms)})[0]
                for forms in found
            ]
            for path, found in ends.ways.items()
        }

    def value(self) -> Value:
        total = added(self._roots())
        below = self.scale * self.plan.deals
        common = gcd(below, *total.values())
        shared = {key: number // common for key, number in total.items()}
        return Value(self.pays, tuple(self.choices.found), shared, below // common)

    # --- The ends ---------------------------------------------------------------------------

    def _sum(self, form: LinearForm) -> Sum:
        by = self.scale // form.denominator
        terms = {CONSTANT: form.constant * by} | {
            self.pays.index(name) + 1: number * by for name, number in form.coefficients.items()
        }
        return {key: number for key, number in terms.items() if number}

    # --- The decisions ----------------------------------------------------------------------

    def _roots(self) -> Iterator[tuple[int, Sum]]:
        """Yield sums that make up the value, and how often each stands."""
        pooled = self.counted.pooled
        if not self.plan.stages:
            for tally in pooled.tallies:
                yield 1, _row(enumerate(tally.counts), self.ends[()])
        elif self._is_one_choice():
            for tally, times, (sets,) in zip(pooled.tallies, pooled.times, pooled.sets):
                yield from self._chosen(tally, times, sets)
        else:
            levels = [Classes() for _ in self.plan.stages]
            often: Counter[int] = Counter()
            for tally, times, numbers in zip(pooled.tallies, pooled.times, pooled.sets):
                first, *_ = classified(self.plan, tally, levels, numbers)
                for (place, factor), many in zip(first, times):
                    often[place] += factor * many
            worth = self._folded(levels)
            yield from ((weight, worth[()][place]) for place, weight in often.items())

    def _is_one_choice(self) -> bool:
        """Return True if there is one decision, on rows of counts, the first action always offered
        beside others, and kernels can hold the sums of all deals.
        """
        paths = self._weighed(())
        numbers = (n for ends in self.ends.values() for end in ends for n in end.values())
        return (
            len(self.plan.stages) == 1
            and len(paths) > 1
            and not self.plan.offered(paths[0])
            and all(isinstance(tally, CountTally) for tally in self.counted.tallies)
            and 2 * self.plan.deals * max(map(abs, numbers), default=0) < 2**63
        )

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
        # of each information set, by how much each other action is worth more, in each key
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
                if all(  # every action of the history can be better than all others
                    history[: step + 1] in self._weighed(history[:step])
                    for step in range(len(history))
                ):
                    worth[history] = list(self._decided(history, levels[number], worth))
        return worth

    @found_once
    def _weighed(self, history: Path) -> list[Path]:
        return worth_weighing(self.plan, self.ends, history)

    def _decided(
        self, history: Path, classes: Classes, worth: Mapping[Path, list[Sum]]
    ) -> Iterator[Sum]:
        name = self.plan.decisions[len(history)].name
        for place, one in enumerate(classes.places):
            ways = {
                _name(path): self._way(path, one, worth)
                for path in self._weighed(history)
                if self._is_offered(path, one.known)
            }
            found, key = self.choices.best(name, ways)
            if key is not None:
                sets = Counter({path_key(history): classes.sets[place]})
                self.choices.met(key, sets, classes.cards[place])
            yield found

    def _is_offered(self, path: Path, known: int) -> bool:
        offered = self.plan.offered(path)
        return not offered or bool(offered[known])

    def _way(self, path: Path, one: SetClass, worth: Mapping[Path, list[Sum]]) -> Sum:
        if path in worth:
            return _row(one.counts, worth[path])
        if len(path) == len(self.plan.stages):
            columns = self.plan.size(self.plan.columns)
            start = one.known * columns
            return _row(one.counts, self.ends[path][start : start + columns])
        return _row([(0, one.deals)], [self.ends[path][one.known]])


def _name(path: Path) -> str:
    _, action = path[-1]
    return action.name


def _row(counts: Iterable[tuple[int, int]], worth: Sequence[Sum]) -> Sum:
    return added((count, worth[place]) for place, count in counts if count)
