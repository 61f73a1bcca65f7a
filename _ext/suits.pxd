"""Card sets up to a relabelling of the suits: enumerate one of each kind, weigh it, and find the
kind of any.

A state is a tuple of disjoint card sets, one a role. It is canonical when the suits, read as tuples
of lanes (role 0 first), do not increase. The joker belongs to no suit.
"""

from libc.stdint cimport int16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from bits cimport bit_count
from cards cimport JOKER_BIT, LANE, lane_of

cdef enum:
    MOST = 1716            # lanes of one size: 13 choose 6

cdef struct Lanes:         # the sets of ranks that one suit can hold, by size, largest number first
    int count[14]
    uint32_t *lane[14]
    int16_t *start[14]     # start[k][x]: the first place in lane[k] that is not above x


cdef inline Lanes *new_lanes(uint32_t ranks, int largest) noexcept nogil:
    """Return the lanes of up to `largest` ranks of a deck, or NULL out of memory; give them to
    free_lanes.
    """
    cdef Lanes *l = <Lanes *>malloc(sizeof(Lanes))
    cdef uint32_t *room = <uint32_t *>malloc(14 * MOST * sizeof(uint32_t))
    cdef int16_t *starts = <int16_t *>malloc(14 * 8192 * sizeof(int16_t))
    cdef int k, x, i
    if l == NULL or room == NULL or starts == NULL:
        free(l)
        free(room)
        free(starts)
        return NULL
    for k in range(14):
        l.lane[k], l.start[k], l.count[k] = room + k * MOST, starts + k * 8192, 0
    for x in range(LANE, -1, -1):
        k = bit_count(x)
        if not x & ~ranks and k <= largest:
            l.lane[k][l.count[k]] = x
            l.count[k] += 1
    for k in range(largest + 1):
        i = l.count[k]
        for x in range(8192):
            while i > 0 and l.lane[k][i - 1] <= <uint32_t>x:
                i -= 1
            l.start[k][x] = i
    return l


cdef inline void free_lanes(Lanes *l) noexcept nogil:
    if l != NULL:
        free(l.lane[0])
        free(l.start[0])
        free(l)


cdef inline int factorial(int n) noexcept nogil:
    return 1 if n < 2 else n * factorial(n - 1)


cdef inline void canonical(uint64_t *state, int roles, const int *place, int suits) noexcept nogil:
    """Relabel the suits of a state so that it becomes canonical."""
    cdef uint64_t key[4]
    cdef uint64_t x
    cdef int s, r, i
    for s in range(suits):
        x = 0
        for r in range(roles):
            x = x << 13 | lane_of(state[r], place[s])
        i = s
        while i > 0 and key[i - 1] < x:
            key[i] = key[i - 1]
            i -= 1
        key[i] = x
    for r in range(roles):
        state[r] = state[r] >> JOKER_BIT << JOKER_BIT
        for s in range(suits):
            state[r] |= ((key[s] >> 13 * (roles - 1 - r)) & LANE) << 16 * place[s]
