"""Optimal play within a box of pays: the sum of the information sets with one optimal action in all
of it, and the others, each with its possible actions.

An action cannot be best where another is worth more even at the corner of the box that favours it
most: the difference is linear in the pays. So a smaller box leaves fewer information sets open, and
a single paytable costs no more than these.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from math import gcd
from operator import add, sub
from typing import NamedTuple

from combin.kernels import lines
from combin.kernels import options as kernel
from combin.records import dataclass
from combin.rules.facts import Path, path_key
from combin.sensitivity.best_forms import BestForms
from combin.sensitivity.components import LARGEST
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import LinearForm
from combin.sensitivity.spans import Spans, falls
from combin.sensitivity.sums import Columns, End, Ends, Forms, bounds, worth
from combin.sensitivity.sweep import chooses
from combin.solving.induction import Decision, fold, given

MOST_OPTIONS = 64  # of an information set: as many as a kernel has bits for
FAR = 2**126  # beyond all sums that a kernel makes

Limits = Sequence[tuple[int, int]]  # the lowest and the highest whole value of each pay
Paytable = tuple[tuple[int, ...], int, int, int, bool]


class TiedRows(NamedTuple):
    """Information sets with the actions that are left, as numbers of `Columns`; see `_ext/options`.

    starts: where the actions of each begin. options: their numbers. times: how often each stands.
    """

    starts: array[int]
    options: array[int]
    times: array[int]


NO_ROWS = TiedRows(array("i", [0]), array("q"), array("q"))


@dataclass(frozen=True)
class BoxPlay:
    """The best play at all pays of a box.

    columns: of the numbers that are added up.
    sums: over all deals, with the base action at those information sets that are open.
    rows: these, each action by how much its numbers exceed those of the base action.
    is_steady: whether of actions worth the same the one of the smallest variance is taken, else the
        first.
    is_wide: whether sums pass the bits of the kernel; nothing is open then.
    """

    columns: Columns
    sums: Sequence[int]
    rows: TiedRows = NO_ROWS
    is_steady: bool = False
    is_wide: bool = False

    @property
    def open(self) -> int:
        """How many actions are left at all open information sets."""
        return self.rows.starts[-1]

    def within(self, limits: Limits) -> tuple[BoxPlay, tuple[int, int], list[int]]:
        """Return the play of a smaller box; the totals at its lowest and highest pays; and for each
        pay by how much the actions that are left differ in it.
        """
        low, high = (array("q", ends) for ends in zip(*limits))
        found = kernel.within(*self.rows, len(self.columns.kinds), low, high, self.is_steady)
        *rows, decided, least, most, turns = found
        sums = list(map(add, self.sums, decided))
        play = BoxPlay(self.columns, sums, TiedRows(*rows), self.is_steady, self.is_wide)
        return play, (worth(sums, low) + least, worth(sums, high) + most), turns

    def paytables(
        self, values: Sequence[Sequence[int]], spans: Spans, window: tuple[int, int]
    ) -> list[Paytable]:
        """Return the paytables of a box whose pays fall and whose total is within a window: pays,
        total, sum of squares, deals won, and whether more than the variance says which of two
        actions is taken.

        values: of each pay.
        """
        kinds = self.columns.kinds
        if self.is_wide:
            return list(self._one_by_one(values, spans, window))
        return kernel.totals(
            *self.rows,
            self.sums,
            array("q", chain.from_iterable(numbers for numbers, _ in kinds)),
            array("q", (back for _, back in kinds)),
            array("i", map(len, values)),
            array("q", chain.from_iterable(values)),
            array("i", chain.from_iterable(spans.pairs)),
            spans.strict,
            self.is_steady,
            (max(window[0], -FAR), min(window[1], FAR)),
        )

    def _one_by_one(
        self, values: Sequence[Sequence[int]], spans: Spans, window: tuple[int, int]
    ) -> Iterator[Paytable]:
        """Yield the paytables, as `paytables` does, in integers of any size."""
        squares, won, *counts = self.sums[1 + self.columns.moves :]
        for pays in product(*values):
            total = worth(self.sums, pays)
            fall = all(
                falls(pays[above], pays[below], spans.strict) for above, below in spans.pairs
            )
            if fall and window[0] <= total <= window[1]:
                ends = [(worth(numbers, pays), back) for numbers, back in self.columns.kinds]
                squared = sum(count * net**2 for count, (net, _) in zip(counts, ends))
                hits = sum(count for count, (net, back) in zip(counts, ends) if net + back > 0)
                yield pays, total, squares + squared, won + hits, False


def largest(ends: Counter[End] | Sequence[End], limits: Limits) -> int:
    """Return the largest number that an end comes to within limits, whatever its sign."""
    return max(abs(number) for numbers, _ in ends for number in (1, *bounds(numbers, limits)))


# --- One decision --------------------------------------------------------------------------------


def has_one_decision(counted: Counted) -> bool:
    """Return True if all that is decided is one action, on cards that are at hand."""
    plan = counted.plan
    if not counted.keeps or len(plan.stages) != 1 or plan.informed is not None:
        return False
    [stage] = plan.stages
    return [*plan.histories(stage)] == [()] and len(plan.after(())) <= MOST_OPTIONS


def forms_throughout(counted: Counted, spans: Spans) -> Forms | None:
    """Return the forms of the ends that are best at all paytables, None where some end has no such
    form: where a joker is read in another way.
    """
    if not chooses(counted):
        return counted.ends.forms
    found: dict[Path, list[LinearForm]] = {}
    for path, ends in BestForms(counted).ways.items():
        found[path] = []
        for ways in ends:
            for form in ways:
                if all(_is_no_less(counted, spans, form, other) for other in ways):
                    found[path].append(form)
                    break
            else:
                return None
    return found


def _is_no_less(counted: Counted, spans: Spans, form: LinearForm, other: LinearForm) -> bool:
    """Return True for a form that is worth no less than another wherever the pays fall."""
    pays = counted.ends.pays
    moving = [form.slope(name) - other.slope(name) for name in spans.pays]
    moved = sum(slope * pays[name] for name, slope in zip(spans.pays, moving))
    ahead = form.at(pays) - other.at(pays) - moved
    for above, below in spans.pairs:  # what both can give is worth no less than nothing
        both = min(moving[above], -moving[below])
        if both > 0:
            moving[above] -= both
            moving[below] += both
    least = (slope * found[0 if slope > 0 else -1] for slope, found in zip(moving, spans.values))
    return ahead + sum(least) >= 0


def best_within(solved: Counted, ends: Ends, moves: int, limits: Limits) -> BoxPlay | None:
    """Return the best play of a bet with one decision at all pays within limits; None where its
    numbers pass 63 bits.

    solved: at pays within the limits. ends: valid within them. moves: how many pays move.
    """
    every = {
        path: [ends.of(path_key(path), number) for number in range(len(table))]
        for path, table in solved.payoffs.tables.items()
    }
    if 4 * solved.most * largest([*chain(*every.values())], limits) ** 2 >= LARGEST:
        return None
    columns = Columns(chain(*every.values()), moves, solved.plan.bet.for_one)
    numbers = {path: [*zip(*map(columns.of, found))] for path, found in every.items()}
    sums, checked = columns.sums(ends.met(solved.root)), [0] * columns.width
    low, high = (array("q", ends) for ends in zip(*limits))
    starts, options, times = NO_ROWS.starts[:], array("q"), array("q")
    steady = bool(solved.plan.holds)
    for decision, often in _decisions(solved, columns.width, numbers):
        for place, taken in enumerate(decision.worth):
            checked[place] += lines.product(taken, often)
        places, some, more = kernel.undecided(
            [*chain(*decision.values)],
            bytes(decision.action),
            decision.offers,
            len(columns.kinds),
            low,
            high,
            steady,
        )
        starts.extend(array("i", (starts[-1] + start for start in some[1:])))
        options.extend(more)
        times.extend(array("q", (often[at] for at in places)))
    if checked != sums:
        raise ArithmeticError(
            f"{solved.game.slug}: what the decisions come to is not what the outcomes come to"
        )
    play, _, _ = BoxPlay(columns, sums, TiedRows(starts, options, times), steady).within(limits)
    return _merged(play)


def _decisions(
    solved: Counted, width: int, numbers: Mapping[Path, Sequence[tuple[int, ...]]]
) -> Iterator[tuple[Decision, array[int]]]:
    """Yield the decision of every tally, each action's numbers kept, and how often its information
    sets stand; columns that are alike share an array.
    """
    alike: dict[tuple[tuple[int, ...], ...], int] = {}
    places = [
        alike.setdefault(tuple(found[column] for found in numbers.values()), len(alike))
        for column in range(width)
    ]
    components = [
        {path: array("q", column) for path, column in zip(numbers, columns)} for columns in alike
    ]
    for folded, often in zip(solved.solved, solved.pooled.times):
        decision = fold(solved.plan, folded.tally, components, given(folded.actions), keep=True)[()]
        yield (
            Decision(
                decision.action,
                [decision.worth[place] for place in places],
                decision.tied,
                decision.place,
                decision.paths,
                tuple([value[place] for place in places] for value in decision.values),
                decision.offers,
            ),
            often,
        )


def _merged(play: BoxPlay) -> BoxPlay:
    """Return a play in which information sets whose actions differ by multiples of the same numbers
    are one.
    """
    width, (starts, options, times) = play.columns.width, play.rows
    often, firsts = Counter[tuple[int, ...]](), array("q")
    for start, end, many in zip(starts, starts[1:], times):
        numbers = options[start * width : end * width]
        first = numbers[:width]
        firsts.extend(first)
        row = [*map(sub, numbers, first * (end - start))]
        common = gcd(*row) or 1
        often[tuple(number // common for number in row)] += common * many
    sums = [
        total + lines.product(firsts[place::width], times) for place, total in enumerate(play.sums)
    ]
    starts, options = NO_ROWS.starts[:], array("q")
    for merged in often:
        options.extend(merged)
        starts.append(len(options) // width)
    rows = TiedRows(starts, options, array("q", often.values()))
    return BoxPlay(play.columns, sums, rows, play.is_steady)
