"""Kernels that are called with arrays or numbers that do not fit refuse before they read or write."""

from array import array
from itertools import product

import pytest

from combin.kernels import cells, ends, gains, losses, matching, pure, record, shoe, solve


def ints(*numbers):
    return array("i", numbers)


def longs(*numbers):
    return array("q", numbers)


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
