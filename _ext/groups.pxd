"""The strength that cards have by their equal ranks, where they are fewer than a hand."""

from libc.stdint cimport int64_t, uint64_t

cimport hands
from hands cimport Ranking


cdef inline int group_strength(uint64_t cards, bint joker, const Ranking *r) noexcept nogil:
    """Return the strength that fewer cards than a hand have by their equal ranks; the joker is an
    ace.
    """
    cdef int count[13]
    cdef int rank, size, suit, most = 0, pairs = 0, places = 0, shape = hands.HIGH_CARD
    cdef int64_t packed = 0
    for rank in range(13):
        count[rank] = 1 if joker and rank == 12 else 0
        for suit in range(4):
            count[rank] += (cards >> (16 * suit + rank)) & 1
        most = max(most, count[rank])
        pairs += count[rank] >= 2
    if most >= 4:
        shape = hands.QUADS
    elif most == 3:
        shape = hands.TRIPS
        if pairs > 1 and r.value[<int>hands.FULL_HOUSE] >= 0:
            shape = hands.FULL_HOUSE
    elif pairs:
        shape = hands.TWO_PAIR if pairs > 1 and r.value[<int>hands.TWO_PAIR] >= 0 else hands.PAIR
    for size in range(min(most, 4), 0, -1):
        for rank in range(12, -1, -1):
            if min(count[rank], 4) == size and places < 5:
                packed = packed << 4 | rank
                places += 1
    return <int>(<int64_t>max(r.value[shape], 0) << 20 | packed << 4 * (5 - places))
