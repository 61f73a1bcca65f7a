"""Reads the traits of the information sets of a level, and matches lines with them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from combin.counting import Level, Tally, zeros
from combin.kernels import matching
from combin.kernels import traits as kernel
from combin.rules import Hand
from combin.strategies.conditions import Condition
from combin.strategies.traits import OUTS, STRENGTH, WAGERED
from combin.strategies.vocabulary import View


class Traits(NamedTuple):
    """Traits of some information sets.

    columns: which they are.
    rows: of each information set, one number a column.
    """

    columns: Sequence[int]
    rows: array[int]


def traits_read(view: View, tally: Tally, place: int, asked: Iterable[int]) -> Traits:
    """Return the traits of a level that are asked for, and few others; what was wagered is none."""
    wanted, level = sorted({*asked} - {WAGERED}) or [STRENGTH], tally.levels[place]
    if view.shoe:
        return Traits(range(view.width), view.shoe.traits(level.roles, level.states))
    seen = [column for column in wanted if column < OUTS]
    outs = range(OUTS, view.width) if seen != wanted else ()
    columns = [*seen, *outs]
    rows = _of_cards(view, level.roles, level.states, seen, seen, len(columns))
    if outs:
        add_outs(view, level, tally.counts, rows, columns)
    return Traits(columns, rows)


def traits_of(view: View, tally: Tally, place: int, columns: Iterable[int]) -> array[int]:
    """Return a row of `view.width` traits for each information set of a level; traits that are not
    in `columns` may be left 0.
    """
    level = tally.levels[place]
    wanted = {*columns}
    traits = described(view, level, wanted)
    if view.outs_fact and max(wanted, default=0) >= OUTS:
        add_outs(view, level, tally.counts, traits, range(view.width))
    return traits


def described(view: View, level: Level, columns: Iterable[int]) -> array[int]:
    """Return a row of `view.width` traits for each information set; of `columns` those are filled
    in that the cards seen decide.
    """
    return traits_seen(view, level.roles, level.states, columns)


def traits_seen(view: View, roles: int, states: array[int], columns: Iterable[int]) -> array[int]:
    """Return what `described` does for some states; roles: sets of cards in a state."""
    if view.shoe:
        return view.shoe.traits(roles, states)
    return _of_cards(view, roles, states, columns, range(OUTS), view.width)


def _of_cards(
    view: View,
    roles: int,
    states: array[int],
    wanted: Iterable[int],
    columns: Sequence[int],
    width: int,
) -> array[int]:
    """Return rows of traits of cards of one pack: of the player's hands the largest of each.

    wanted: those that are looked at.
    columns: which they are in a row.
    width: of a row; what it has beyond the columns stays 0.
    """
    bits = sum(1 << column for column in {*wanted} if 0 <= column < OUTS)
    up = 1 << view.up if view.up is not None else 0
    first, *others = (
        _of_hand(view, hand, roles, states, up, bits, columns, width) for hand in view.hands
    )
    for more in others:
        kernel.larger(more, first)
    return first


def _of_hand(
    view: View,
    hand: Hand,
    roles: int,
    states: array[int],
    up: int,
    wanted: int,
    columns: Sequence[int],
    width: int,
) -> array[int]:
    """Return the traits of the cards seen that make one of the player's hands."""
    code, board = view.code_of(hand), sum(1 << role for role in view.board_of(hand))
    deck, traits = view.plan.game.deck.mask, zeros("i", width * (len(states) // roles))
    asked, points = array("i", columns), view.points
    kernel.describe(roles, states, code, up, board, deck, points, wanted, asked, width, traits)
    return traits


def add_outs(
    view: View, level: Level, counts: array[int], traits: array[int], columns: Sequence[int]
) -> None:
    """Fill in, from the counts of a level, how many cards to come make each line; columns: which
    traits a row has.
    """
    assert view.outs_fact, "there is a hand with cards to come"
    lines, first = len(view.outs_fact.lines), columns.index(OUTS)
    kernel.outs(counts, level.weights, view.line_of, lines, len(columns), first, traits)


def matched(
    traits: array[int],
    width: int,
    lines: Iterable[tuple[int, Sequence[Condition]]],
    columns: Sequence[int] | None = None,
) -> bytearray:
    """Return for each row of traits the number of the first line that it meets, 255 for none.

    lines: (number, conditions) of each.
    columns: which traits a row has, by default all from the first one on.
    """
    place = {trait: at for at, trait in enumerate(range(width) if columns is None else columns)}
    code = array("q")
    for number, conditions in lines:
        code.extend([number, len(conditions)])
        for condition in conditions:
            code.extend([place[condition.trait], int(condition.low), int(condition.high)])
    met = bytearray(len(traits) // width)
    matching.match(traits, width, code, met)
    return met
