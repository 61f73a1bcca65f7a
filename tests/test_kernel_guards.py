"""Kernels that are called with arrays or numbers that do not fit refuse before they read or write."""

from array import array
from itertools import product

import pytest

from combin.kernels import (
    cells,
    draws,
    ends,
    gains,
    links,
    losses,
    matching,
    pure,
    record,
    shoe,
    solve,
)


def ints(*numbers):
    return array("i", numbers)


def longs(*numbers):
    return array("q", numbers)


def masks(*cards):
    return array("Q", cards)


# One card of three is held or thrown; two columns.
HOLDS = draws.HoldCounts(7, 1, 2, b"\0\1\1", array("I", [1, 2]))

# For each kernel a right call: two rows, two actions.
RIGHT = {
    matching.swing: (b"\0\1", b"\0\1", 0, 1, longs(0, 5, 7, 0), longs(0, 0), ints(0, 0)),
    matching.sides: (
        *(b"\0\1", b"\0\1", 0, 1, longs(0, 5, 7, 0)),
        *(bytearray(2), bytearray(2)),
    ),
    matching.lost: (b"\0\1", longs(0, 5, 7, 0)),
    matching.match: (ints(1, 2, 3, 4), 2, longs(0, 1, 1, 0, 9), bytearray(2)),
    cells.reduce: (ints(1, 2, 3, 4), 2, ints(1, 0), ints(0, 2), ints(0, 0, 0, 0)),
    cells.fold: (longs(1, 2, 3, 4), 2, ints(0, 1), longs(0, 0, 0, 0)),
    losses.lose: (longs(5, 5), longs(4, 4), longs(1, 1), ints(0, 1), 2, 1, longs(0, 0, 0, 0)),
    losses.total: (longs(5, 5), longs(1, 1), ints(0, 1), 2, 1, longs(0, 0, 0, 0)),
    solve.worth: (longs(1, 2, 3, 4), longs(0, 1), longs(1, 1, 2, 2), 2, longs(0, 0)),
    solve.worth_known: (longs(1, 2), longs(0, 1), longs(1, 1), longs(0, 0)),
    solve.gather: (longs(1, 2), ints(0, 1), longs(0, 0)),
    solve.offers: (longs(0, 1), b"\0\1", bytearray(2)),
    solve.reach: (longs(1, 1), b"\0\1", 1, ints(0, 1), longs(0, 0)),
    solve.happen: (
        *(longs(1, 2, 3, 4), longs(0, 1), longs(1, 1), b"\0\1", 1, 2),
        longs(0, 0, 0, 0),
    ),
    ends.tally: (ints(0, 1), longs(0, 0)),
    # Four cards of a suit: a hand of two comes from one card, and another is dealt.
    links.links: (
        *(15, 1, masks(3, 5, 6, 9, 10, 12), 1, masks(1, 2, 4, 8)),
        *(longs(0, 0, 1, 0, -1, 1), ints(*[0] * 12)),
    ),
    HOLDS.counts: (masks(1, 2, 4), 1, 1, longs(*[0] * 6)),
    pure.masks: (ints(1, 2, 3, 4), 2, longs(1, 0, 9), array("Q", [0])),
    record.spell: (b"\0\1\2\3", 2, 0, 1, bytes(128)),
    record.held: (b"\0\1\2\3", 2, 0, 1, ints(0, 0)),
    record.pack: (ints(0, 1), ints(1, 2), 4),
    shoe.count: (
        ints(0, 1, 0, 0, 1, 1),
        longs(0, 2),
        ints(0, 1),
        longs(2, 2),
        0,
        0,
        1,
        longs(0, 0),
    ),
}
BESIDE = -1, -(2**31), 10**6, 2**31 - 1


def copied(arguments):
    return [one if isinstance(one, (int, bytes)) else one[:] for one in arguments]


@pytest.mark.parametrize("kernel", RIGHT, ids=lambda kernel: kernel.__name__)
def test_what_is_right_is_taken(kernel):
    kernel(*copied(RIGHT[kernel]))


def shorter(kernel):
    """Yield right calls with one array cut or of another kind of number."""
    for place, argument in enumerate(RIGHT[kernel]):
        if not isinstance(argument, int):
            for other in (argument[:0], argument[:-1], array("d", [0.5])):
                yield place, [*RIGHT[kernel][:place], other, *RIGHT[kernel][place + 1 :]]


# Arrays whose length says nothing: what there is less of is not asked for, or is told by another.
FREE = {
    (matching.match, 0): "lines",
    (matching.match, 2): "no line",
    (cells.reduce, 3): "no cuts",
    (ends.tally, 0): "no rounds",
    (record.pack, 0): "no codes",
    (matching.lost, 0): "fewer rows, more actions",
    (cells.fold, 0): "fewer rows",
    (solve.gather, 0): "fewer children, more parents each",
    (solve.reach, 4): "fewer children, more parents each",
    (solve.gather, 1): "no parents",
    (solve.reach, 3): "no parents",
    (record.spell, 0): "fewer rounds",
    (shoe.count, 1): "fewer steps",
    (shoe.count, 3): "fewer kinds",
}


@pytest.mark.parametrize("kernel", RIGHT, ids=lambda kernel: kernel.__name__)
def test_arrays_that_are_too_short(kernel):
    for place, arguments in shorter(kernel):
        if (kernel, place) not in FREE:
            with pytest.raises((ValueError, TypeError)):
                kernel(*copied(arguments))


INDEXES = {
    matching.swing: {3: None},
    matching.sides: {3: None},
    cells.reduce: {2: 0},
    cells.fold: {2: 1},
    losses.lose: {3: 1, 5: None},
    losses.total: {2: 0, 4: None},
    solve.worth: {1: 1},
    solve.worth_known: {1: 1},
    solve.gather: {1: 0},
    solve.offers: {0: 1},
    solve.reach: {3: 1},
    solve.happen: {1: 0},
    ends.tally: {0: 1},
    links.links: {1: None, 3: None, 5: 0},
    HOLDS.counts: {2: None},
    pure.masks: {2: 0},
    record.spell: {2: None},
    record.held: {2: None},
    record.pack: {0: 1},
    shoe.count: {0: 0, 2: 1, 5: None},
    matching.match: {2: 2},
}


@pytest.mark.parametrize("kernel", INDEXES, ids=lambda kernel: kernel.__name__)
def test_numbers_of_what_there_is_not(kernel):
    for (place, at), beside in product(INDEXES[kernel].items(), BESIDE):
        arguments = copied(RIGHT[kernel])
        if at is None:
            arguments[place] = beside
        else:
            arguments[place][at] = beside
        if (kernel, place, at) == (shoe.count, 0, 0) and beside < 0:
            continue  # ~ of a state: no card is dealt
        with pytest.raises((ValueError, IndexError)):
            kernel(*arguments)


def test_conditions_on_what_there_is_not():
    rows = array("H", [0, 1, 0, 1])
    for wrong in ([2, 0, 0], [0, 0, 2], [0, 1, 0], [-1, 0, 0]):
        with pytest.raises(ValueError, match="condition"):
            gains.Grid(rows, 2, 2, array("i", wrong))
    grid = gains.Grid(rows, 2, 2, ints(0, 0, 0))
    for parts, among in ((2, ints(0, 1)), (3, ints(0, 2)), (3, ints(-1))):
        with pytest.raises(ValueError, match="do not fit"):
            gains.gains(grid, longs(1, 1), among, 1, 100, longs(0), array("i", bytes(4 * parts)))


@pytest.mark.parametrize("hand", [8, 3, 0], ids=["another deck", "two cards", "no card"])
def test_hands_that_the_deck_does_not_deal(hand):
    for ask in (
        lambda states: HOLDS.counts(states, 1, 0, longs(0, 0)),
        lambda states: HOLDS.values(
            states, longs(1), longs(3), longs(0, 1), longs(1, 1), longs(0, 0)
        ),
        lambda states: HOLDS.happen(states, longs(1), longs(1), 1, 0, b"\0", 0, longs(0, 0)),
    ):
        ask(masks(1))
        with pytest.raises(ValueError, match="do not fit"):
            ask(masks(hand))


@pytest.mark.parametrize(
    ("place", "wrong"),
    [(0, 7), (2, masks(3, 5, 6, 9, 10, 16)), (4, masks(1, 2, 4, 16)), (4, masks(3, 5, 6, 8))],
    ids=["a smaller deck", "another card", "a parent of another deck", "parents of two cards"],
)
def test_states_that_do_not_belong_together(place, wrong):
    arguments = copied(RIGHT[links.links])
    arguments[place] = wrong
    with pytest.raises(ValueError, match=r"do not fit|other sizes"):
        links.links(*arguments)
