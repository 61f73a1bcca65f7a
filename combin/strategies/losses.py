"""Adds up, over all deals under optimal play, the loss of every action in every class of
information sets.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from combin.counting import Keep, Tally, tallies, verify_memory, zeros
from combin.families.block import ONCE, Ints
from combin.kernels import blocks, matching
from combin.kernels import cells as kernel
from combin.records import dataclass
from combin.rules.facts import Path
from combin.solving.executor import in_order
from combin.solving.induction import offered, reach
from combin.solving.payoffs import Payoffs
from combin.strategies.classes import (
    LossesByClass,
    Table,
    added,
    band_of,
    can_tell,
    classes_of,
    columns_of,
    cuts_of,
    has_many_sets,
)
from combin.strategies.lines import (
    Line,
    action_table,
    always_offered,
    conditions_of,
    named_actions,
    open_lines,
)
from combin.strategies.matching import matched, traits_of
from combin.strategies.traits import STRENGTH, WAGERED
from combin.strategies.vocabulary import View, stakes_so_far

# Classes of a large decision, beyond which strengths that need no other trait are set apart.
FEW = 20_000


@dataclass(frozen=True)
class LossShare:
    """What one share of the deals adds to the losses, decision by decision.

    best: the value of the best play, scaled.
    sets: how many information sets there are.
    traits: of the classes met, a row a class.
    sums: for each history those of these classes; see `Losses.sums`.
    """

    best: int
    sets: list[int]
    traits: list[array[int]]
    sums: list[dict[Path, array[int]]]


def losses_of(payoffs: Payoffs, more: Sequence[set[int]], fine: bool) -> Losses:
    """Return the losses over all deals of a bet.

    more: for each decision, traits to look at beside the usual ones.
    fine: whether to look at the finer traits, too.
    """
    verify_memory(payoffs.plan, Keep.VALUES)
    whole = empty(payoffs, more, fine)
    columns, views = whole.columns, whole.views
    if not any(map(has_many_sets, views)):
        whole.take(0, 1)
        return whole
    parts = min(os.cpu_count() or 1, 8)
    for share in in_order(partial(_share, payoffs, columns, parts), range(parts), parts):
        whole.add(share)
    return whole


def empty(payoffs: Payoffs, more: Sequence[set[int]], fine: bool) -> Losses:
    """Return losses to which nothing is added yet; more, fine: as for `losses_of`."""
    views = [View(payoffs.plan, stage) for stage in payoffs.plan.stages]
    return Losses(payoffs, [columns_of(view, others, fine) for view, others in zip(views, more)])


def _share(payoffs: Payoffs, columns: list[list[int]], parts: int, part: int) -> LossShare:
    found = Losses(payoffs, columns)
    found.take(part, parts)
    return LossShare(found.best, found.sets, [*map(found.traits, range(len(columns)))], found.sums)


class Losses:
    """The classes of all decisions of a bet, and what every action loses there.

    best: the value of the best play, scaled.
    sets: for each decision how many information sets it has.
    sums: for each decision, history -> for each class the loss of every action, then the ways to
        come there.
    """

    def __init__(self, payoffs: Payoffs, columns: list[list[int]]) -> None:
        """columns: the traits looked at, decision by decision."""
        self.payoffs, self.plan, self.columns = payoffs, payoffs.plan, columns
        self.views = [View(self.plan, stage) for stage in self.plan.stages]
        self.cuts = [cuts_of(view) for view in self.views]
        self.sums: list[dict[Path, array[int]]] = [{} for _ in self.views]
        self.sets = [0] * len(self.views)
        self.best = 0
        self._classes = [kernel.Cells(len(kept)) for kept in columns]

    def take(self, part: int, parts: int) -> None:
        """Add the tallies of one of `parts` shares of the deals."""
        for tally in tallies(self.plan, part, parts):
            folded = self.payoffs.fold(tally, keep=True)
            self.best += sum(folded[()].worth[0])
            numbers = [self._numbers(tally, place) for place in range(len(self.views))]
            for history, ways in reach(self.plan, tally, folded.actions):
                if not self.plan.waits(history):
                    decision = folded[history]
                    sums = self._grown(decision.place, history)
                    if decision.made:
                        ways = array("q", map(int.__mul__, ways, decision.made))
                    lose(ONCE, ways, 1, [*decision.as_read()], numbers[decision.place], sums)

    def add(self, share: LossShare) -> None:
        """Add the losses of a share of the deals."""
        self.best += share.best
        for place, traits in enumerate(share.traits):
            self.sets[place] += share.sets[place]
            for history, sums in share.sums[place].items():
                self.add_piece(history, traits, sums)

    def add_piece(self, history: Path, traits: array[int], sums: array[int]) -> None:
        """Add the losses after one history of some classes; traits: a row for each."""
        place = len(history) - self.plan.stages[0].number
        numbers = zeros("i", len(traits) // len(self.columns[place]))
        self._classes[place].number(traits, numbers)
        kernel.fold(sums, self._step(history), numbers, self._grown(place, history))

    def divide(self, times: int) -> None:
        """Divide all sums by how often each deal was counted."""
        for by_history in self.sums:
            for history, sums in by_history.items():
                by_history[history] = array("q", (number // times for number in sums))

    def _numbers(self, tally: Tally, place: int) -> array[int]:
        """Return the number of the class of every information set of a level."""
        traits = traits_of(self.views[place], tally, place, self.columns[place])
        level = tally.levels[place]
        self.sets[place] += len(level)
        for path in self.plan.after(self.plan.deciding(level.stage)[0]):
            if not path[-1][1].name:  # the decision is passed over
                self.sets[place] -= sum(offered(self.plan, level, path))
        return self.numbered(place, traits, self._classes[place])

    def numbered(self, place: int, traits: array[int], classes: kernel.Cells) -> array[int]:
        """Return the number of the class of every information set of a decision; new ones are added
        to `classes`.

        traits: of each all that its view has.
        """
        columns, width = self.columns[place], self.views[place].width
        size = len(traits) // width
        kept, numbers = zeros("i", size * len(columns)), zeros("i", size)
        kernel.reduce(traits, width, array("i", columns), self.cuts[place], kept)
        classes.number(kept, numbers)
        return numbers

    def _step(self, history: Path) -> int:
        return 1 + len(named_actions(self.plan, history))

    def _grown(self, place: int, history: Path) -> array[int]:
        """Return the sums after a history, with room for every class."""
        sums = self.sums[place].setdefault(history, array("q"))
        sums.extend(zeros("q", self._step(history) * len(self._classes[place]) - len(sums)))
        return sums

    # --- The classes of one decision -------------------------------------------------------------

    def traits(self, place: int) -> array[int]:
        """Return the traits of all classes of a decision, a row a class."""
        return rows_of(self._classes[place], len(self.columns[place]))

    def always(self, place: int) -> list[str]:
        """Return the actions of a decision that are offered with all cards."""
        return always_offered(self.views[place].actions)

    def _actions(self, place: int) -> list[str]:
        return named_actions(self.plan, self.plan.deciding(self.views[place].stage)[0])

    def decision(self, place: int) -> LossesByClass:
        """Return the classes of one decision."""
        count = len(self._classes[place])
        view = self.views[place]
        if has_many_sets(view) and count > FEW and not view.shoe:
            # The classes whose best action depends on more than their strength.
            actions = self._actions(place)
            traits = self.traits(place)
            width = len(self.columns[place])
            strengths = traits[::width]
            every = (1 << len(actions)) - 1
            best = array("I", [every]) * len(strengths)
            for history in self.sums[place]:
                kernel.good(self._grown(place, history), self._step(history), best)
            band = band_of(self.views[place], actions, strengths, best)
            kept = [at for at, good in enumerate(best) if good != every and strengths[at] in band]
            some = array("i", (traits[at * width + own] for at in kept for own in range(width)))
            found = self._kept(place, some, kept)
            found.before = band.outside
            return found
        return self._kept(place, self.traits(place), range(count))

    def _kept(self, place: int, traits: array[int], kept: Sequence[int]) -> LossesByClass:
        """Return some classes of a decision; traits: theirs alone."""
        view = self.views[place]
        by_stake: dict[Fraction, Table] = {}
        for history in self.sums[place]:
            table = _table(self._grown(place, history), self._step(history), kept)
            stake = stakes_so_far(self.plan, history)
            by_stake[stake] = added([by_stake[stake], table]) if stake in by_stake else table
        found = classes_of(view, self.columns[place], traits, self._actions(place), by_stake)
        found.cuts = frozenset(self.cuts[place])
        return found

    def by_strength(self, place: int) -> LossesByClass:
        """Return the classes of a player who looks at the strength of his hand alone."""
        strengths = self.traits(place)[:: len(self.columns[place])]
        classes = kernel.Cells(1)
        numbers = zeros("i", len(strengths))
        classes.number(strengths, numbers)
        traits = rows_of(classes, 1)
        actions = self._actions(place)
        step = len(actions) + 1
        sums = zeros("q", step * len(traits))
        for history in self.sums[place]:
            kernel.fold(self._grown(place, history), step, numbers, sums)
        by_stake = {Fraction(0): _table(sums, step, range(len(traits)))}
        return classes_of(self.views[place], [STRENGTH], traits, actions, by_stake)

    # --- A list that others found -----------------------------------------------------------------

    def loss_of(self, place: int, lines: tuple[Line, ...]) -> int | None:
        """Return what a list loses where the best play comes, scaled; None where it asks for a
        trait that was not looked at.
        """
        columns = self.columns[place]
        cuts = self.cuts[place]
        for condition in conditions_of(lines):
            if condition.trait != WAGERED and not can_tell(condition, columns, cuts):
                return None
        actions = action_table(lines, self._actions(place))
        traits, loss = self.traits(place), 0
        for history in self.sums[place]:
            wagered = stakes_so_far(self.plan, history)
            met = matched(traits, len(columns), open_lines(lines, wagered), columns)
            loss += matching.lost(met.translate(actions), self._grown(place, history))
        return loss


def lose(
    times: Ints,
    reach: Ints,
    deals: int,
    values: Sequence[Ints],
    number: array[int],
    sums: array[int],
) -> None:
    """Add to `sums` what every action loses at some rows of a decision, class by class.

    times, reach, values: as of a block; deals: behind a way; number: the class of each row.
    """
    none = bytearray(len(number))
    rows = blocks.BlockRows(times, reach, array("q", [deals]), none, none, values)
    blocks.lose(rows, number, sums)


def rows_of(classes: kernel.Cells, width: int) -> array[int]:
    """Return the traits of classes, a row a class; width: how many are looked at."""
    traits = zeros("i", width * len(classes))
    classes.written(traits)
    return traits


def _table(sums: array[int], step: int, kept: Sequence[int]) -> Table:
    return [list(sums[at * step : (at + 1) * step]) for at in kept]
