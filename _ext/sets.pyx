"""The information sets behind the holdings on a street and behind the rows of whole boards.

A board B stands for w(B) boards, all that a relabelling of the suits makes of it, and its holdings
fall into orbits of the relabellings that leave it as it is. The first holding of an orbit stands
for w(B) x (holdings of the orbit) sets, all alike:

    times(B, h) = w(B) |orbit of h|,

and 0 for the other holdings of the orbit and those that meet B.

A row of whole boards stands for many such sets, in each of which play arrives from the boards of
an earlier street that lie in B.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport free

from bits cimport bit_count
from guards cimport are_natural
from holdings cimport HOLDINGS, bit_of, holding_of
from program cimport Choices, chosen_cards, first_choice, next_choice
from relabel cimport Maps, fixing, new_maps, placed
from texture cimport (
    BOARD, FIELDS, PAIRS, ROWS, SUITED_ROWS, WORDS, Textures, first_row, kind_of, met_in,
    new_textures)


cdef inline int orbit_of(const Maps *maps, const int *left, int count, int holding) noexcept nogil:
    """Return how many holdings the relabellings make of one, 0 if it is not their first."""
    cdef int t, images = 0
    if count == 1:
        return 1
    for t in range(count):
        if maps.to[left[t]][holding] < holding:
            return 0
        images += maps.to[left[t]][holding] == holding
    return count // images


def times(uint64_t deck, const uint64_t[::1] boards, const int64_t[::1] weights,
        int64_t[::1] found):
    """Write to `found` (OUT) for how many sets each holding on each board stands."""
    cdef Py_ssize_t b
    cdef int x, y, h, count
    cdef int left[24]
    cdef uint64_t dead
    cdef Maps *maps
    if weights.shape[0] != boards.shape[0] or found.shape[0] != boards.shape[0] * HOLDINGS \
            or not are_natural(boards, 0, 1, 0, BOARD):
        raise ValueError("boards and holdings do not fit")
    maps = new_maps(0)
    with nogil:
        for b in range(boards.shape[0]):
            count, dead = fixing(maps, boards[b], left), ~deck | boards[b]
            for x in range(52):
                for y in range(x):
                    h = holding_of(x, y)
                    found[b * HOLDINGS + h] = 0
                    if not (bit_of(x) | bit_of(y)) & dead:
                        found[b * HOLDINGS + h] = weights[b] * orbit_of(maps, left, count, h)
    free(maps)


def met(const uint64_t[::1] words, int field, int64_t begin, int64_t[::1] found):
    """Write to `found` (OUT) how often each row from `begin` on is met; words, field: see
    `texture`.
    """
    cdef Py_ssize_t i
    if words.shape[0] != WORDS or not 0 <= field < FIELDS \
            or not 0 <= begin <= ROWS - found.shape[0]:
        raise ValueError("rows and how often they are met do not fit")
    with nogil:
        for i in range(found.shape[0]):
            found[i] = met_in(&words[0], begin + i, field)


def first_rows(const uint64_t[::1] boards, int32_t[::1] found):
    """Write to `found` (OUT) the first row of each whole board's texture."""
    cdef Py_ssize_t b
    cdef int suit
    cdef Textures *t
    if found.shape[0] != boards.shape[0] or not are_natural(boards, 0, 1, BOARD, BOARD):
        raise ValueError("one row for each whole board is wanted")
    t = new_textures()
    with nogil:
        for b in range(boards.shape[0]):
            found[b] = <int32_t>first_row(t, boards[b], &suit)
    free(t)


cdef struct Came:                  # the boards of an earlier street in a whole board
    int count
    const uint64_t *often[24]
    const int16_t *to[24]


cdef void find_before(const Maps *maps, uint64_t board, const uint64_t[::1] before,
        const uint64_t[::1] often, Came *came) noexcept nogil:
    cdef Choices c
    cdef Py_ssize_t place
    cdef bint more = first_choice(&c, board, bit_count(before[0]))
    came.count = 0
    while more:
        place = placed(maps, before, chosen_cards(&c), &came.to[came.count])
        if place >= 0:
            came.often[came.count] = &often[place * HOLDINGS]
            came.count += 1
        more = next_choice(&c)


cdef inline bint has_marks(const int32_t *number, int suit) noexcept nogil:
    """Return whether a row of a texture has a mark."""
    cdef int i
    for i in range(PAIRS if suit < 0 else SUITED_ROWS):
        if number[i] >= 0:
            return True
    return False


def listed(uint64_t deck, const uint64_t[::1] boards, const int64_t[::1] weights,
        const uint64_t[::1] before, const uint64_t[::1] often, int64_t begin,
        const int32_t[::1] number, Py_ssize_t first, uint64_t[::1] states, int64_t[::1] many,
        int64_t[::1] reach, int32_t[::1] row):
    """Write the sets behind the rows whose number is not negative: their cards, for how many each
    stands, in how many ways play comes there, and its row (OUT). Return how many were written, and
    the first board that there was no room for.

    before, often: the boards of an earlier street, ascending, and how often each holding goes on
        from them. begin: the row that the first number is of. first: the board to begin with.
    """
    cdef Py_ssize_t b = first, n = 0, room = row.shape[0]
    cdef int x, y, h, i, suit, count, orbit
    cdef int left[24]
    cdef int64_t at, base
    cdef uint64_t dead, hole, ways
    cdef bint beside = False
    cdef Came came
    cdef Maps *maps
    cdef Textures *t = NULL
    if (weights.shape[0] != boards.shape[0]
            or often.shape[0] != before.shape[0] * HOLDINGS or not before.shape[0]
            or not are_natural(boards, 0, 1, BOARD, BOARD)
            or not are_natural(before, 0, 1, 1, BOARD)):
        raise ValueError("boards and holdings do not fit")
    if room < HOLDINGS or states.shape[0] != 2 * room \
            or not many.shape[0] == reach.shape[0] == room:
        raise ValueError("room for the sets of a board is wanted")
    if not 0 <= first <= boards.shape[0]:
        raise ValueError("there is no such board")
    maps = new_maps(0)
    try:
        t = new_textures()
        with nogil:
            while b < boards.shape[0] and n + HOLDINGS <= room:
                base, dead = first_row(t, boards[b], &suit) - begin, ~deck | boards[b]
                if base < 0 or base + (PAIRS if suit < 0 else SUITED_ROWS) > number.shape[0]:
                    beside = True
                    break
                if has_marks(&number[base], suit):
                    count = fixing(maps, boards[b], left)
                    find_before(maps, boards[b], before, often, &came)
                    for x in range(52):
                        for y in range(x):
                            at, hole = base + kind_of(x, y, suit), bit_of(x) | bit_of(y)
                            if number[at] < 0 or hole & dead:
                                continue
                            h, ways = holding_of(x, y), 0
                            orbit = orbit_of(maps, left, count, h)
                            if not orbit:
                                continue
                            for i in range(came.count):
                                ways += came.often[i][came.to[i][h]]
                            states[2 * n], states[2 * n + 1] = hole, boards[b]
                            many[n], reach[n] = weights[b] * orbit, <int64_t>ways
                            row[n] = <int32_t>at
                            n += 1
                b += 1
    finally:
        free(t)
        free(maps)
    if beside:
        raise ValueError("a board whose rows have no number")
    return n, b
