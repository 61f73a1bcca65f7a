"""Rows of showdowns turned back into cards: one board and one holding that stand for each row.

The flush suit of a texture is the first suit. Other cards are spread over the suits so that they
make no flush, as on all boards of the texture.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free

from cards cimport LANE
from face cimport Face, face_of, spread
from holdings cimport HOLDINGS, bit_of, holding_of
from texture cimport (
    BOTH, ONE, PAIRS, PLAIN, PLAIN_ROWS, SUITED, SUITED_ROWS, Textures, both_of, new_textures,
    pair_of)


cdef inline int64_t row_at(int texture) noexcept nogil:
    """Return the first row of a texture."""
    if texture < PLAIN:
        return <int64_t>texture * PAIRS
    return PLAIN_ROWS + <int64_t>(texture - PLAIN) * SUITED_ROWS


cdef inline uint64_t lowest(uint64_t pool, int rank) noexcept nogil:
    """Return the first card of a rank in a pool, 0 for none."""
    cdef uint64_t found = pool & <uint64_t>0x0001000100010001 << rank
    return found & -found


cdef uint64_t board_of(const Textures *t, const Face *face, uint64_t deck) noexcept nogil:
    """Return a board of a texture."""
    cdef int held[13]
    cdef int r, more
    cdef uint64_t board = face.lane
    for r in range(13):
        more = 0
        if (deck >> r) & 1:
            more = (3 if face.lane else 4) - face.left[r]
        held[r] = more
    if not face.lane:
        return spread(held)
    for r in range(13):
        while held[r]:
            board |= lowest(deck & ~<uint64_t>LANE & ~board, r)
            held[r] -= 1
    return board


cdef void write_holdings(const Face *face, uint64_t deck, uint64_t board,
        uint64_t *states) noexcept nogil:
    """Write the holding and the board of each row of a texture, zeros where there is none."""
    cdef uint64_t pool = deck & ~board, first, second
    cdef int a, b, row
    if face.lane:
        pool &= ~<uint64_t>LANE
    for row in range(2 * (SUITED_ROWS if face.lane else PAIRS)):
        states[row] = 0
    for a in range(13):
        first = lowest(pool, a)
        for b in range(a + 1):
            write_one(states + 2 * pair_of(a, b), first, lowest(pool & ~first, b), board)
        if (face.free >> a) & 1:
            first = <uint64_t>1 << a
            for b in range(13):
                write_one(states + 2 * (ONE + 13 * a + b), first, lowest(pool, b), board)
            for b in range(a):
                second = <uint64_t>((face.free >> b) & 1) << b
                write_one(states + 2 * (BOTH + both_of(a, b)), first, second, board)


cdef inline void write_one(uint64_t *state, uint64_t first, uint64_t second,
        uint64_t board) noexcept nogil:
    if first and second:
        state[0], state[1] = first | second, board


def first_row(int texture):
    """Return the first row of a texture; of their number, that of all rows."""
    return row_at(texture)


def states(uint64_t deck, int begin, int end, uint64_t[::1] found):
    """Write to `found` (OUT) two cards and a board for each row of some textures; zeros for a row
    that no deal leads to.
    """
    cdef int texture
    cdef int64_t row
    cdef Face face
    cdef Textures *t
    if not 0 <= begin <= end <= PLAIN + SUITED:
        raise ValueError("there are no such textures")
    if found.shape[0] != 2 * (row_at(end) - row_at(begin)):
        raise ValueError("one state a row is wanted")
    t = new_textures()
    with nogil:
        for row in range(found.shape[0]):
            found[row] = 0
        for texture in range(begin, end):
            if face_of(t, texture, <uint32_t>(deck & LANE), &face):
                row = row_at(texture) - row_at(begin)
                write_holdings(&face, deck, board_of(t, &face, deck), &found[2 * row])
    free(t)


def holdings(uint64_t deck, const uint64_t[::1] boards, uint64_t[::1] found):
    """Write to `found` (OUT) two cards and a board for each holding on each board; zeros where they
    meet.
    """
    cdef Py_ssize_t b
    cdef int x, y
    cdef uint64_t hole
    cdef uint64_t *state
    if found.shape[0] != 2 * HOLDINGS * boards.shape[0]:
        raise ValueError("one state a holding is wanted")
    with nogil:
        for b in range(boards.shape[0]):
            for x in range(52):
                for y in range(x):
                    state = &found[2 * (b * HOLDINGS + holding_of(x, y))]
                    hole = bit_of(x) | bit_of(y)
                    state[0] = state[1] = 0
                    if not hole & (~deck | boards[b]):
                        state[0], state[1] = hole, boards[b]


TEXTURES = PLAIN + SUITED
