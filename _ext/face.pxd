"""A texture of the board taken apart: its ranks, those of its flush suit, and what is left."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from bits cimport bit_count
from texture cimport (
    FOUR, PAIRS, PLAIN, PLAIN_ROWS, SUITED_ROWS, THREE, Textures, plain_of)

cdef struct Face:              # one texture
    int plain                  # number of its ranks
    uint32_t lane              # ranks held in the flush suit, 0 without one
    uint32_t free              # ranks of the flush suit that are left
    int32_t left[13]           # cards of each rank left in the other suits
    int64_t first              # its first row


cdef inline uint64_t spread(const int *held) noexcept nogil:
    """Return cards of these ranks, so spread over the suits that none has five of seven."""
    cdef int used[4]
    cdef int rank, s, best, _
    cdef uint64_t cards = 0, card
    used[0] = used[1] = used[2] = used[3] = 0
    for rank in range(13):
        for _ in range(min(held[rank], 4)):
            best = -1
            for s in range(4):
                card = <uint64_t>1 << (16 * s + rank)
                if not cards & card and (best < 0 or used[s] < used[best]):
                    best = s
            used[best] += 1
            cards |= <uint64_t>1 << (16 * best + rank)
    return cards


cdef inline bint face_of(const Textures *t, int number, uint32_t ranks, Face *face) noexcept nogil:
    """Describe a texture; False for one that the deck does not make.

    number: plain textures first, then suited ones.
    """
    cdef int held[13]
    cdef int i, r, n = number
    for r in range(13):
        held[r] = 0
    face.lane = 0
    if number < PLAIN:
        face.first = <int64_t>number * PAIRS
        for i in range(5, 0, -1):
            r = 12
            while t.choose[r + i - 1][i] > n:
                r -= 1
            n -= t.choose[r + i - 1][i]
            held[r] += 1
    else:
        n -= PLAIN
        face.first = PLAIN_ROWS + <int64_t>n * SUITED_ROWS
        if n < THREE:
            face.lane = t.ranks[3][n // PAIRS]
            held[t.high[n % PAIRS]] += 1
            held[t.low[n % PAIRS]] += 1
        elif n < THREE + FOUR:
            face.lane = t.ranks[4][(n - THREE) // 13]
            held[(n - THREE) % 13] += 1
        else:
            face.lane = t.ranks[5][n - THREE - FOUR]
    face.free = ranks & ~face.lane if face.lane else 0
    if face.lane & ~ranks:
        return False
    for r in range(13):
        face.left[r] = ((3 if face.lane else 4) - held[r]) * ((ranks >> r) & 1)
        if face.left[r] < 0 or (held[r] and not (ranks >> r) & 1):
            return False
    if face.lane:
        for r in range(13):
            held[r] += (face.lane >> r) & 1
    face.plain = number_of_ranks(t, held)
    return True


cdef inline int64_t boards_of(const Textures *t, const Face *face) noexcept nogil:
    """Return how many boards of five cards have a flush suit and these ranks in it and beside it;
    without a flush suit, how many have these ranks in any suits.
    """
    cdef int suits = 3 if face.lane else 4, rank
    cdef int64_t boards = 4 if face.lane else 1
    for rank in range(13):
        boards *= t.choose[suits][face.left[rank]]
    return boards


cdef inline int number_of_ranks(const Textures *t, const int *held) noexcept nogil:
    cdef int rank[5]
    cdef int r, _, n = 0
    for r in range(13):
        for _ in range(held[r]):
            rank[n] = r
            n += 1
    return plain_of(t, rank)
