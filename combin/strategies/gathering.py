"""Adds up, over all deals, what every action loses in situations of which the player says the same:
the cells of a search.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import comb, factorial

from combin.counting import Keep, Tally, tallies, verify_memory, zeros
from combin.kernels import cells as cells_kernel
from combin.kernels import losses, matching
from combin.kernels import solve as kernel
from combin.rules import ALWAYS, Action
from combin.rules.facts import Path
from combin.solving.executor import in_order
from combin.solving.induction import Decision, reach
from combin.solving.payoffs import Payoffs
from combin.strategies.cells import matched, traits_of
from combin.strategies.lines import Line, open_lines
from combin.strategies.vocabulary import (
    FULL_HOUSE,
    JOKER,
    MOST,
    OUTS,
    POCKET,
    POINTS,
    RANK,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRENGTH,
    SUITED,
    UP,
    UP_RANK,
    WAGERED,
    Condition,
    View,
    stakes_so_far,
)

MANY = 200_000  # information sets of a decision, beyond which not every trait is looked at
# cells of such a decision, beyond which strengths that need no other trait are set apart
FEW = 20_000


@dataclass
class Cells:
    """What a decision has to answer: rows of traits, and for each the loss of every action.

    columns: the traits kept. rows: one row a cell. loss: a column an action, scaled, summed over
        the deals of the best play.
    actions: their names, the smallest stake first. stakes: what was wagered so far, where it
        matters, ascending; the last
    column is then a place in it. before: lines of strength alone that answer for all situations
        that have no cell here.
    cuts: the strengths told apart, where not all are.
    """

    view: View
    columns: list[int]
    rows: array[int]
    loss: array[int]
    actions: list[str]
    stakes: list[Fraction] = field(default_factory=list)
    before: tuple[Line, ...] = ()
    cuts: frozenset[int] = frozenset()

    def can_tell(self, condition: Condition) -> bool:
        """Tell whether the rows have what a condition asks for."""
        if condition.trait == STRENGTH and self.cuts:
            return condition.low in self.cuts and (
                condition.high == MOST or int(condition.high) + 1 in self.cuts
            )
        return condition.trait in self.columns

    @property
    def width(self) -> int:
        return len(self.columns)

    def __len__(self) -> int:
        return len(self.loss) // len(self.actions)


@dataclass(frozen=True)
class Share:
    """What one share of the deals adds to a gathering, decision by decision.

    best: the value of the best play, scaled. sets: how many information sets. rows: the traits of
        the cells met, a row a cell.
    loss: for each history the sums of these cells.
    """

    best: int
    sets: list[int]
    rows: list[array[int]]
    loss: list[dict[Path, array[int]]]


def gathered(payoffs: Payoffs, more: Sequence[set[int]], fine: bool) -> Gathering:
    """Return the sums over all tallies of a bet; more: for each decision, traits to look at beside
    the usual ones.
    """
    verify_memory(payoffs.plan, Keep.VALUES)
    views = [View(payoffs.plan, stage) for stage in payoffs.plan.stages]
    columns = [_columns(view, others, fine) for view, others in zip(views, more)]
    parts = min(os.cpu_count() or 1, 8) if any(is_large(view) for view in views) else 1
    whole = Gathering(payoffs, columns)
    if parts == 1:
        whole.take(0, 1)
        return whole
    for share in in_order(partial(_share, payoffs, columns, parts), range(parts), parts):
        whole.add(share)
    return whole


def _share(payoffs: Payoffs, columns: list[list[int]], parts: int, part: int) -> Share:
    found = Gathering(payoffs, columns)
    found.take(part, parts)
    return Share(
        found.best, found.sets, [found.rows(place) for place in range(len(columns))], found.loss
    )


def is_large(view: View) -> bool:
    """Tell whether a decision has more information sets than are searched as they are."""
    left, ways = len(view.plan.game.deck), 1
    for role in view.stage.roles:
        ways, left = ways * comb(left, role.size), left - role.size
    return ways // factorial(len(view.plan.game.deck.suits)) > MANY


def _unfinished(view: View) -> bool:
    """Tell whether cards of the player's hand are still to come."""
    return not set(view.hand.zones) <= {zone for role in view.stage.roles for zone in role.zones}


def _columns(view: View, more: set[int], fine: bool) -> list[int]:
    """Return the traits worth looking at: no draws where the hand is complete, nothing that is the
    same everywhere.

    Of very many unfinished hands those that say how near they are to one that is paid; the last
    card to come is counted.
    """
    if is_large(view) and _unfinished(view):
        draws = [SUITED, STRAIGHT, STRAIGHT_FLUSH, ROYAL] + [FULL_HOUSE, POCKET] * bool(
            view.hand.must_use
        )
        usual = [STRENGTH, *range(OUTS, view.width)] if view.outs_fact else [STRENGTH, *draws]
        return usual + sorted(more - {*usual, WAGERED})
    columns = [STRENGTH, *range(RANK, RANK + min(view.cards, 8)), SUITED]
    columns += range(STRAIGHT, POINTS) if _unfinished(view) and view.ranking.size > 2 else ()
    columns += [POINTS] if any(view.points) else []
    columns += [JOKER] if view.plan.game.deck.jokers else []
    columns += range(UP, FULL_HOUSE if fine else UP_RANK) if view.up is not None else ()
    columns += range(OUTS, view.width) if fine else ()
    return columns + sorted(more - {*columns, WAGERED})


def _cuts(view: View) -> array[int]:
    """Return the strengths told apart where kickers are not looked at: one for each family; none
    where all are.
    """
    if not (is_large(view) and _unfinished(view)):
        return array("i")
    return array(
        "i", sorted({0, *(view.ranking.strength(family) for family in view.ranking.families)})
    )


class Gathering:
    """The cells of all decisions of a bet, and what every action loses there."""

    def __init__(self, payoffs: Payoffs, columns: list[list[int]]) -> None:
        self.payoffs, self.plan, self.columns = payoffs, payoffs.plan, columns
        self.views = [View(self.plan, stage) for stage in self.plan.stages]
        self.cuts = [_cuts(view) for view in self.views]
        self.cells = [cells_kernel.Cells(len(kept)) for kept in columns]
        self.loss: list[dict[Path, array[int]]] = [{} for _ in self.views]
        self.sets = [0] * len(self.views)
        self.best = 0

    def take(self, part: int, parts: int) -> None:
        """Add the tallies of one of `parts` shares of the deals."""
        for tally in tallies(self.plan, part, parts):
            self._take(tally)

    def add(self, share: Share) -> None:
        """Add what a share of the deals was gathered to."""
        self.best += share.best
        for place, rows in enumerate(share.rows):
            self.sets[place] += share.sets[place]
            numbers = zeros("i", len(rows) // len(self.columns[place]))
            self.cells[place].number(rows, numbers)
            for history, sums in share.loss[place].items():
                cells_kernel.fold(sums, self._step(history), numbers, self._sums(place, history))

    def _take(self, tally: Tally) -> None:
        folded = self.payoffs.fold(tally, keep=True)
        self.best += sum(folded[()].worth[0])
        numbers = [self._numbers(view, tally, place) for place, view in enumerate(self.views)]
        for history, ways in reach(self.plan, tally, folded.actions):
            self._add(folded[history], history, numbers[folded[history].place], ways)

    def rows(self, place: int) -> array[int]:
        """Return the traits of all cells of a decision, a row a cell."""
        rows = zeros("i", len(self.columns[place]) * len(self.cells[place]))
        self.cells[place].written(rows)
        return rows

    def _step(self, history: Path) -> int:
        return 1 + len(self.plan.actions(history))

    def _sums(self, place: int, history: Path) -> array[int]:
        """Return the sums after a history, with room for every cell: the loss of each action, and
        the ways to come there.
        """
        sums = self.loss[place].setdefault(history, array("q"))
        sums.extend(zeros("q", self._step(history) * len(self.cells[place]) - len(sums)))
        return sums

    def _numbers(self, view: View, tally: Tally, place: int) -> array[int]:
        columns, size = self.columns[place], len(tally.levels[place])
        rows = traits_of(view, tally, place, columns)
        kept, numbers = zeros("i", size * len(columns)), zeros("i", size)
        cells_kernel.reduce(rows, view.width, array("i", columns), self.cuts[place], kept)
        self.cells[place].number(kept, numbers)
        self.sets[place] += size
        return numbers

    def _add(
        self, decision: Decision, history: Path, numbers: array[int], ways: array[int]
    ) -> None:
        """Add the losses of every action after one history."""
        (best,), step, sums = (
            decision.worth,
            self._step(history),
            self._sums(decision.place, history),
        )
        for number, value in enumerate(_as_said(decision)):
            losses.lose(best, value, ways, numbers, step, number, sums)
        losses.total(ways, array("q", [1]) * len(ways), numbers, step, step - 1, sums)

    # --- The cells of one decision --------------------------------------------------------------

    def decision(self, place: int) -> Cells:
        """Return the cells of one decision; the stakes so far are a trait only where they change
        what is best.
        """
        view, rows = self.views[place], self.rows(place)
        names = self._names(place)
        if len(self.cells[place]) <= FEW or not is_large(view):
            found = _cells(
                view,
                self.columns[place],
                rows,
                names,
                self._by_stake(place, range(len(self.cells[place]))),
            )
            found.cuts = frozenset(self.cuts[place])
            return found
        good = array("I", [(1 << len(names)) - 1]) * len(self.cells[place])
        for history in self.loss[place]:
            cells_kernel.good(self._sums(place, history), self._step(history), good)
        low, high, before = _peeled(view, names, rows[:: len(self.columns[place])], good)
        every, width = (1 << len(names)) - 1, len(self.columns[place])
        kept = [
            at
            for at, actions in enumerate(good)
            if actions != every and low <= rows[at * width] <= high
        ]
        some = array("i")
        for at in kept:
            some.extend(rows[at * width : (at + 1) * width])
        found = _cells(view, self.columns[place], some, names, self._by_stake(place, kept))
        found.before, found.cuts = before, frozenset(self.cuts[place])
        return found

    def strengths(self, place: int) -> Cells:
        """Return the cells of a player who looks at the strength of his hand alone."""
        rows, strengths = self.rows(place)[:: len(self.columns[place])], cells_kernel.Cells(1)
        numbers = zeros("i", len(rows))
        strengths.number(rows, numbers)
        told = zeros("i", len(strengths))
        strengths.written(told)
        step = len(self._names(place)) + 1
        sums = zeros("q", step * len(told))
        for history in self.loss[place]:
            cells_kernel.fold(self._sums(place, history), step, numbers, sums)
        table = [list(sums[at : at + step]) for at in range(0, len(sums), step)]
        return _cells(self.views[place], [STRENGTH], told, self._names(place), {Fraction(0): table})

    def loss_of(self, place: int, lines: tuple[Line, ...]) -> int | None:
        """Return what a list loses where the best play comes, scaled; None where it asks for what
        the cells do not tell.
        """
        told = Cells(
            self.views[place],
            self.columns[place],
            array("i"),
            array("q"),
            [],
            cuts=frozenset(self.cuts[place]),
        )
        if not all(
            told.can_tell(c) or c.trait == WAGERED for line in lines for c in line.conditions
        ):
            return None
        names, rows, loss = self._names(place), self.rows(place), 0
        columns = {trait: column for column, trait in enumerate(self.columns[place])}
        actions = bytes(names.index(lines[i].action) if i < len(lines) else 0 for i in range(256))
        for history in self.loss[place]:
            there = [
                (number, [c._replace(trait=columns[c.trait]) for c in conditions])
                for number, conditions in open_lines(lines, stakes_so_far(self.plan, history))
            ]
            choice = matched(rows, len(columns), there).translate(actions)
            loss += matching.lost(choice, self._sums(place, history))
        return loss

    def always(self, place: int) -> list[Action]:
        """Return the actions of a decision that are offered with all cards."""
        decision = self.plan.decisions[self.views[place].stage.number]
        return [action for action in decision.actions if action.when == ALWAYS]

    def _names(self, place: int) -> list[str]:
        return [
            action.name
            for action in self.plan.actions(self.plan.histories(self.views[place].stage)[0])
        ]

    def _by_stake(self, place: int, kept: Sequence[int]) -> dict[Fraction, list[list[int]]]:
        """Return stake so far -> the sums of the cells `kept`."""
        found: dict[Fraction, list[list[int]]] = {}
        for history in self.loss[place]:
            step, sums = self._step(history), self._sums(place, history)
            table = [list(sums[at * step : at * step + step]) for at in kept]
            stake = stakes_so_far(self.plan, history)
            old = found.get(stake)
            found[stake] = (
                [[a + b for a, b in zip(x, y)] for x, y in zip(old, table)] if old else table
            )
        return found


def _cells(
    view: View,
    columns: list[int],
    rows: array[int],
    names: list[str],
    by_stake: dict[Fraction, list[list[int]]],
) -> Cells:
    """Put the tables of all stakes together, without the cells that are not reached or where it
    does not matter.
    """
    count, width, tables = len(names), len(columns), [by_stake[stake] for stake in sorted(by_stake)]
    alike = len(tables) == 1 or all(_agree(cell, count) for cell in zip(*tables))
    split = (
        [(0, [[sum(parts) for parts in zip(*cell)] for cell in zip(*tables)])]
        if alike
        else list(enumerate(tables))
    )
    kept, loss = array("i"), array("q")
    for number, table in split:
        for at, sums in enumerate(table):
            if sums[count] and max(sums[:count]) > 0:
                row = rows[at * width : (at + 1) * width]
                kept.extend(row if alike else [*row, number])
                loss.extend(sums[:count])
    return Cells(
        view,
        columns if alike else [*columns, WAGERED],
        kept,
        loss,
        names,
        [] if alike else sorted(by_stake),
    )


def _agree(cell: Sequence[list[int]], count: int) -> bool:
    """Tell whether some action is best whatever was wagered."""
    return any(not any(sums[action] for sums in cell) for action in range(count))


def _peeled(
    view: View, names: list[str], strengths: Iterable[int], good: array[int]
) -> tuple[int, int, tuple[Line, ...]]:
    """Return the strengths between which other traits matter, and lines for the others."""
    best_of: dict[int, int] = {}
    for strength, actions in zip(strengths, good):
        best_of[strength] = best_of.get(strength, actions) & actions
    ascending = sorted(best_of)
    (low, weak), (high, strong) = _run(ascending, best_of), _run(ascending[::-1], best_of)
    if weak >= 0 and low == ascending[-1]:
        return MOST, MOST, (Line(names[weak]),)
    after = next(strength for strength in ascending if strength > low) if weak >= 0 else 0
    lines = [Line(names[strong], (view.hand_or_better(high),))] if strong >= 0 else []
    lines += [Line(names[weak], (view.less_than(after),))] if weak >= 0 else []
    return after, high - 1 if strong >= 0 else MOST, tuple(lines)


def _run(strengths: list[int], best_of: Mapping[int, int]) -> tuple[int, int]:
    """Return the last strength of the run from the first in which one action is best everywhere,
    and that action or -1.
    """
    best, last = best_of[strengths[0]], strengths[0]
    for strength in strengths:
        if not best & best_of[strength]:
            break
        best, last = best & best_of[strength], strength
    return last, (best & -best).bit_length() - 1


def _as_said(decision: Decision) -> Iterator[array[int]]:
    """Yield what every action is worth at each information set; one that is not offered there as
    much as the worst that always is, no more than the line that is read instead.
    """
    always = [value for (value,), offer in zip(decision.values, decision.offers) if not offer]
    worst = always[0]
    if any(decision.offers):
        worst = array("q", map(min, *always)) if len(always) > 1 else always[0]
    for (value,), offer in zip(decision.values, decision.offers):
        if offer:
            value = value[:]
            kernel.take(worst, bytearray(offer), 0, value)
        yield value
