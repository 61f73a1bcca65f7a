"""Reads the traits of the information sets of a level, and matches lines with them."""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from combin.counting import Level, Tally, zeros
from combin.counting.program import program
from combin.kernels import matching
from combin.kernels import traits as kernel
from combin.rules import Hand
from combin.strategies.conditions import Condition
from combin.strategies.traits import APART, EACH, OUTS, STRENGTH, WAGERED
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
    seen = [column for column in wanted if column < OUTS or view.apart]
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
    traits = traits_seen(view, level.roles, level.states, wanted)
    if view.outs_fact and max(wanted, default=0) >= OUTS:
        add_outs(view, level, tally.counts, traits, range(view.width))
    return traits


def traits_seen(view: View, roles: int, states: array[int], columns: Iterable[int]) -> array[int]:
    """Return a row of `view.width` traits for each state of `roles` sets of cards; of `columns`
    those are filled in that the cards seen decide.
    """
    if view.shoe:
        return view.shoe.traits(roles, states)
    return _of_cards(view, roles, states, columns, range(view.width), view.width)


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
    columns: which they are in a row, outs last.
    width: of a row; what counts outs stays 0.
    """
    up = 1 << view.up if view.up is not None else 0
    kept = [column for column in columns if column < OUTS]
    first, *others = (
        _of_hand(view, hand, roles, states, up, wanted, kept, width) for hand in view.hands
    )
    for more in others:
        kernel.larger(more, first)
    if view.apart:
        _add_apart(view, roles, states, wanted, columns, first, width)
    return first


def _add_apart(
    view: View,
    roles: int,
    states: array[int],
    wanted: Iterable[int],
    columns: Sequence[int],
    rows: array[int],
    width: int,
) -> None:
    """Fill in the traits of each of several hands, and which of two has more of one."""
    asked = sorted(column for column in {*wanted} if column >= APART)
    traits = sorted({(column - APART) % EACH for column in asked})
    of_hands: list[dict[int, array[int]]] = []
    for one in view.apart if asked else ():
        found = _of_hand(one, one.hand, roles, states, 0, traits, traits, len(traits))
        of_hands.append({trait: found[at :: len(traits)] for at, trait in enumerate(traits)})
    for column in asked:
        block, trait = divmod(column - APART, EACH)
        if block >= len(view.apart):
            first, second = view.pairs[block - len(view.apart)]
            pairs = zip(of_hands[first][trait], of_hands[second][trait])
            value = array("i", ((more > less) - (more < less) for more, less in pairs))
        else:
            value = of_hands[block][trait]
            if trait == STRENGTH:
                named = view.apart[block].named
                value = array("i", (named[bisect(named, strength) - 1] for strength in value))
        rows[columns.index(column) :: width] = value


def _of_hand(
    view: View,
    hand: Hand,
    roles: int,
    states: array[int],
    up: int,
    wanted: Iterable[int],
    columns: Sequence[int],
    width: int,
) -> array[int]:
    """Return the traits of the cards seen that make one of the player's hands."""
    bits = sum(1 << column for column in {*wanted} if 0 <= column < OUTS)
    seen = [role.zones for role in view.stage.roles]
    code = program(view.plan, seen, (), hands=(hand.name,))  # finds the cards that make the hand
    board = sum(1 << role for role in view.board_of(hand))
    deck, traits = view.plan.game.deck.mask, zeros("i", width * (len(states) // roles))
    asked, points = array("i", columns), view.points
    kernel.describe(roles, states, code, up, board, deck, points, bits, asked, width, traits)
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
