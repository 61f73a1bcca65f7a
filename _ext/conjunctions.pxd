"""The best conjunctions of up to three conditions found so far, the best first."""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

cdef struct Best:
    int room
    int64_t *score
    int32_t *parts         # three conditions each, -1 for none


cdef inline int64_t least_of(const Best *b) noexcept nogil:
    """Return the score that a conjunction has to exceed."""
    return b.score[b.room - 1]


cdef inline void offer(Best *b, int64_t score, int i, int j, int k) noexcept nogil:
    """Keep a conjunction if it is among the best; of equal ones the earlier stays in front."""
    cdef int at = b.room - 1
    if score <= b.score[at]:
        return
    while at > 0 and b.score[at - 1] < score:
        b.score[at] = b.score[at - 1]
        memcpy(b.parts + 3 * at, b.parts + 3 * (at - 1), 3 * sizeof(int32_t))
        at -= 1
    b.score[at] = score
    b.parts[3 * at], b.parts[3 * at + 1], b.parts[3 * at + 2] = i, j, k
