"""The classes of a decision: information sets with equal traits, which the lines of a strategy
cannot distinguish.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from math import comb, factorial

from combin.records import dataclass
from combin.strategies.conditions import Condition
from combin.strategies.lines import Line
from combin.strategies.traits import (
    APART,
    BEATEN_BY,
    EACH,
    FULL_HOUSE,
    HIDDEN_FLUSH,
    HIDDEN_HAND,
    HIDDEN_PAIR,
    HIDDEN_RANK,
    JOKER,
    KICKER,
    LARGEST_TRAIT,
    OUTS,
    OVERCARDS,
    PLAYS_BOARD,
    POCKET,
    POCKET_RANK,
    POINTS,
    RANK,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRENGTH,
    SUITED,
    UNDERCARDS,
    UP,
    UP_RANK,
    WAGERED,
)
from combin.strategies.vocabulary import View

OWN = (HIDDEN_PAIR, POCKET_RANK, HIDDEN_RANK, HIDDEN_RANK + 1)  # of the player's own two cards
MANY = 200_000  # information sets of a decision, beyond which not every trait is looked at

Table = list[list[int]]  # for each class the loss of every action, then the ways to come there


@dataclass
class LossesByClass:
    """What a decision has to answer: for each class of information sets the loss of every action.

    view: what is seen at the decision.
    columns: the traits looked at.
    traits: a row of them for each class.
    loss: a column an action for each class, scaled, summed over the deals of the best play.
    actions: their names, the smallest stake first.
    stakes: what was wagered so far, where it matters, ascending; the last trait is then a place
        in it.
    before: lines on strength alone that decide all information sets that have no class here.
    cuts: the strengths that are distinguished, where not all are.
    """

    view: View
    columns: list[int]
    traits: array[int]
    loss: array[int]
    actions: list[str]
    stakes: list[Fraction] = field(default_factory=list)
    before: tuple[Line, ...] = ()
    cuts: frozenset[int] = frozenset()

    def can_tell(self, condition: Condition) -> bool:
        """Return whether the traits looked at decide a condition."""
        return can_tell(condition, self.columns, self.cuts)

    @property
    def width(self) -> int:
        return len(self.columns)

    def __len__(self) -> int:
        return len(self.loss) // len(self.actions)

    def best(self) -> Iterator[set[int]]:
        """Yield for each class the numbers of the actions that lose nothing there."""
        count = len(self.actions)
        for first in range(0, len(self.loss), count):
            yield {action for action in range(count) if not self.loss[first + action]}


def can_tell(condition: Condition, columns: Sequence[int], cuts: Collection[int]) -> bool:
    """Return whether some traits decide a condition; cuts: as in `LossesByClass`."""
    if condition.trait != STRENGTH or not cuts:
        return condition.trait in columns
    return condition.low in cuts and (
        condition.high == LARGEST_TRAIT or int(condition.high) + 1 in cuts
    )


# --- The traits that are looked at --------------------------------------------------------------


def has_many_sets(view: View) -> bool:
    """Return whether a decision has more information sets than are searched as they are."""
    left, ways = len(view.plan.game.deck), 1
    for role in view.stage.roles:
        ways = ways * comb(left, role.size)
        left -= role.size
    return ways // factorial(len(view.plan.game.deck.suits)) > MANY


def _in_outline(view: View) -> bool:
    """Return whether a decision has too many unfinished hands to look at more than how near each is
    to a paid one.
    """
    return has_many_sets(view) and bool(view.drawn)


def columns_of(view: View, more: set[int], fine: bool) -> list[int]:
    """Return the traits to look at: no draws where the hand is complete, nothing that is the same
    everywhere.

    more: traits to look at in any case.
    fine: whether to count unseen cards, and to look at the suit of the up card.
    """
    if view.shoe:
        columns = [*view.shoe.columns]
    elif view.apart:
        blocks = range(len(view.apart) + len(view.pairs))
        columns = [
            STRENGTH,
            *(APART + EACH * at + trait for at in blocks for trait in view.compared),
        ]
    elif view.board:
        # Of several hands of the player's: how near they are to one that is paid, and his cards.
        columns = _on_board(view) if view.has_opponent else [*_nearness(view), POINTS, *OWN]
    else:
        columns = _nearness(view) if _in_outline(view) else _telling(view, fine)
    return columns + sorted(more - {*columns, WAGERED})


def _nearness(view: View) -> list[int]:
    """Return the traits that say how near a hand is to one that is paid; the last card to come is
    counted.
    """
    if view.outs_fact:
        return [STRENGTH, *range(OUTS, view.width)]
    draws = [STRENGTH, SUITED, STRAIGHT, STRAIGHT_FLUSH, ROYAL]
    return [*draws, FULL_HOUSE, POCKET] if view.hand.must_use else draws


def _on_board(view: View) -> list[int]:
    """Return the traits of a shared board, without those that only describe how its cards lie."""
    if view.is_whole:
        return [STRENGTH, HIDDEN_PAIR, KICKER, PLAYS_BOARD, BEATEN_BY]
    return [STRENGTH, *OWN, OVERCARDS, UNDERCARDS, HIDDEN_HAND, HIDDEN_FLUSH, STRAIGHT]


def _telling(view: View, fine: bool) -> list[int]:
    columns = [STRENGTH, *range(RANK, RANK + min(view.cards, 8)), SUITED]
    if view.drawn and view.has_straights:
        columns += range(STRAIGHT, POINTS)
    if any(view.points):
        columns.append(POINTS)
    if view.plan.game.deck.jokers:
        columns.append(JOKER)
    if view.up is not None:
        columns += range(UP, FULL_HOUSE if fine else UP_RANK)
    if fine:
        columns += range(OUTS, view.width)
    return columns


def cuts_of(view: View) -> array[int]:
    """Return the strengths that are distinguished where kickers are not looked at, one for each
    family, and of several hands of the player's also those that are paid; none where all strengths
    are.
    """
    if view.shoe:
        return array("i")
    if view.apart:
        return array("i", [0])  # the higher of them does not matter
    if not _in_outline(view) and not (view.board and has_many_sets(view)):
        return array("i")
    cuts = {0, *(view.ranking.strength(family) for family in view.ranking.families)}
    if view.table and not view.has_opponent and view.board:
        cuts.update(map(view.ranking.threshold, view.table.lines))
    return array("i", sorted(cuts))


# --- Tables of several stakes put together ------------------------------------------------------


def classes_of(
    view: View,
    columns: list[int],
    traits: array[int],
    actions: list[str],
    by_stake: Mapping[Fraction, Table],
) -> LossesByClass:
    """Return the classes that are reached and where the action matters.

    by_stake: stake so far -> its table. The stake is a trait only where it changes which action is
    best.
    """
    count, width = len(actions), len(columns)
    stakes = sorted(by_stake)
    tables = [by_stake[stake] for stake in stakes]
    if len(tables) == 1 or all(_agree(sums, count) for sums in zip(*tables)):
        tables, stakes = [added(tables)], []
    kept, loss = array("i"), array("q")
    for place, table in enumerate(tables):
        for at, sums in enumerate(table):
            if sums[count] and max(sums[:count]) > 0:
                kept.extend(traits[at * width : (at + 1) * width])
                kept.extend([place] if stakes else [])
                loss.extend(sums[:count])
    if stakes:
        columns = [*columns, WAGERED]
    return LossesByClass(view, columns, kept, loss, actions, stakes)


def added(tables: Sequence[Table]) -> Table:
    """Return the sum of tables of the same classes."""
    if len(tables) == 1:
        return tables[0]
    return [[sum(column) for column in zip(*of_class)] for of_class in zip(*tables)]


def _agree(tables: Sequence[list[int]], count: int) -> bool:
    """Return whether some action is best in one class whatever was wagered: it never loses."""
    return any(all(losses[action] == 0 for losses in tables) for action in range(count))


# --- Strengths at which nothing else matters ----------------------------------------------------


@dataclass(frozen=True)
class Band:
    """The strengths at which other traits matter.

    low, high: the smallest and the largest of them.
    outside: lines that decide all others.
    """

    low: int
    high: int
    outside: tuple[Line, ...]

    def __contains__(self, strength: int) -> bool:
        return self.low <= strength <= self.high


def band_of(view: View, actions: list[str], strengths: Iterable[int], best: Iterable[int]) -> Band:
    """Return the band of strengths of some classes; best: of each the best actions, as bits."""
    best_of: dict[int, int] = {}
    for strength, good in zip(strengths, best):
        best_of[strength] = best_of.get(strength, good) & good
    ascending = sorted(best_of)
    low, weak = _run(ascending, best_of)
    high, strong = _run(ascending[::-1], best_of)
    if weak is not None and low == ascending[-1]:
        return Band(LARGEST_TRAIT, LARGEST_TRAIT, (Line(actions[weak]),))
    first, last, lines = 0, LARGEST_TRAIT, []
    if strong is not None:
        last = high - 1
        lines.append(Line(actions[strong], (view.hand_or_better(high),)))
    if weak is not None:
        first = ascending[ascending.index(low) + 1]
        lines.append(Line(actions[weak], (view.less_than(first),)))
    return Band(first, last, tuple(lines))


def _run(strengths: list[int], best_of: Mapping[int, int]) -> tuple[int, int | None]:
    """Return the last strength of the run from the first in which one action is best everywhere,
    and that action; None where there is none.
    """
    best = best_of[strengths[0]]
    last = strengths[0]
    for strength in strengths:
        if not best & best_of[strength]:
            break
        best, last = best & best_of[strength], strength
    return last, (best & -best).bit_length() - 1 if best else None
