"""Merges information sets that decide alike, for questions that solve the same counts again and
again under other pays.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from math import gcd

from combin.counting import CountTally, Level, Plan, Tally, zeros
from combin.families.methods import method_of
from combin.kernels.pool import Pool
from combin.records import dataclass

# Numbers before a row in what the kernel gives back: how often the row stands, at how many places,
# the first of them, and what is known there.
HEAD = 4
TIMES, SETS, FIRST, KNOWN = range(HEAD)


@dataclass(frozen=True)
class Pooled:
    """Tallies that are asked again and again.

    tallies: together all deals of the bet.
    times: for each tally, how often each information set of its first level stands.
    sets: for each tally and each of its levels, how many information sets, up to a relabelling of
        the suits, stand behind each that is left; its cards are those of the first.
    """

    tallies: tuple[Tally, ...]
    times: tuple[array[int], ...]
    sets: tuple[tuple[array[int], ...], ...]


def pooled(plan: Plan, tallies: Iterable[Tally]) -> Pooled:
    """Return the tallies of a bet, in one where there is a single decision on cards.

    There, sets that know the same facts and whose rows of counts are multiples of each other choose
    alike at any pays. After a draw hardly any two do.
    """
    if len(plan.stages) != 1 or not method_of(plan).pools:
        return kept(tallies)
    columns = plan.size(plan.columns)
    pool, states = Pool(columns), array("Q")
    size = 0  # information sets of the tallies before
    for tally in tallies:
        (level,) = tally.levels
        pool.add(tally.counts, level.known)
        first = _column(pool, columns, FIRST)
        for place in range(len(states) // level.roles, len(first)):
            at = (first[place] - size) * level.roles
            states += level.states[at : at + level.roles]
        size += len(level)
    return _tally_of(plan, pool, states)


def _column(pool: Pool, columns: int, place: int) -> array[int]:
    """Return one number of every row of a pool; those from HEAD on are its counts."""
    return pool.found[place :: columns + HEAD]


def kept(tallies: Iterable[Tally]) -> Pooled:
    """Return tallies as they are."""
    every = tuple(tallies)
    sets = tuple(tuple(_ones(len(level)) for level in tally.levels) for tally in every)
    times = tuple(_ones(len(tally.levels[0]) if tally.levels else 0) for tally in every)
    return Pooled(every, times, sets)


def _ones(size: int) -> array[int]:
    return array("q", [1]) * size


def distinct(
    columns: int, rows: array[int], known: array[int]
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield each different row once, in the order first met: the number known there, its first
    place, and the row reduced. Positive multiples of a row are the same row.

    columns: how many numbers a row has.
    rows: a row for each place, one after the other.
    known: the number known at each place.
    """
    pool = Pool(columns)
    pool.add(rows, known)
    for start in range(0, len(pool.found), columns + HEAD):
        row = pool.found[start : start + columns + HEAD]
        yield row[KNOWN], row[FIRST], tuple(row[HEAD:])


def _tally_of(plan: Plan, pool: Pool, states: array[int]) -> Pooled:
    """Return what a pool holds as a tally, each row as small as whole sets of cards allow."""
    stage, columns = plan.stages[0], plan.size(plan.columns)
    after = plan.deals_after(stage)
    least, weights = array("q"), array("q")
    for deals in _deals(pool, columns):
        # A set of cards has `after` deals: only such multiples of the row are whole sets.
        multiple = after // gcd(deals, after)
        least.append(multiple)
        weights.append(deals * multiple // after)
    known = _column(pool, columns, KNOWN)
    level = Level(stage, len(stage.roles), states, weights, known, array("i"))
    # The rows of counts in a pool, each multiplied by a number of its own.
    counts = zeros("q", columns * len(least))
    for column in range(columns):
        counts[column::columns] = array(
            "q", map(int.__mul__, _column(pool, columns, HEAD + column), least)
        )
    tally = CountTally((level,), columns, counts)
    # How often each row stands when it is multiplied by its least number.
    often = _column(pool, columns, TIMES)
    if any(times % one for times, one in zip(often, least)):
        raise ArithmeticError(f"{plan.game.slug}: pooled information sets do not come out whole")
    times = array("q", map(int.__floordiv__, often, least))
    return Pooled((tally,), (times,), ((_column(pool, columns, SETS),),))


def _deals(pool: Pool, columns: int) -> array[int]:
    """Return the sum of every row of counts in a pool."""
    deals = zeros("q", len(pool.found) // (columns + HEAD))
    for column in range(columns):
        deals = array("q", map(int.__add__, deals, _column(pool, columns, HEAD + column)))
    return deals
