"""Traits of all information sets of a level, and the sets that a condition on them holds at."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from combin.counting import Level, Tally, zeros
from combin.kernels import matching
from combin.kernels import traits as kernel
from combin.strategies.conditions import Condition
from combin.strategies.traits import OUTS
from combin.strategies.vocabulary import View


def traits_of(view: View, tally: Tally, place: int, columns: Iterable[int]) -> array[int]:
    """Return a row of `view.width` traits for each information set of a level; other traits than
    `columns` may be left out.
    """
    level, wanted = tally.levels[place], {*columns}
    rows = described(view, level, wanted)
    if max(wanted, default=0) >= OUTS:
        add_outs(view, level, tally.counts, rows)
    return rows


def described(view: View, level: Level, columns: Iterable[int]) -> array[int]:
    """Return a row of `view.width` traits for each information set, those of `columns` that the
    cards seen tell filled in.
    """
    wanted, rows = (
        sum(1 << column for column in {*columns} if column >= 0),
        zeros("i", view.width * len(level)),
    )
    up = 1 << view.up if view.up is not None else 0
    kernel.describe(level.roles, level.states, view.code, up, view.points, wanted, view.width, rows)
    return rows


def add_outs(view: View, level: Level, counts: array[int], rows: array[int]) -> None:
    """Fill in, from the counts of a level, which lines the one card to come can make."""
    if view.outs_fact:
        kernel.outs(
            counts, level.weights, view.line_of, len(view.outs_fact.lines), view.width, OUTS, rows
        )


def matched(
    rows: array[int], width: int, lines: Iterable[tuple[int, Sequence[Condition]]]
) -> bytearray:
    """Return for each row the number of the first line (number, conditions) that it meets, 255 for
    none.
    """
    code = array("q")
    for number, conditions in lines:
        code.extend([number, len(conditions)])
        for condition in conditions:
            code.extend([condition.trait, int(condition.low), int(condition.high)])
    found = bytearray(len(rows) // width)
    matching.match(rows, width, code, found)
    return found


def state_of(level: Level, at: int) -> tuple[int, ...]:
    """Return the card sets of one information set."""
    return tuple(level.states[at * level.roles : (at + 1) * level.roles])
