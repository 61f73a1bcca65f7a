"""How many hands avoid some cards, from how many contain them: inclusion and exclusion over orbits
of card sets.

With N(T, u) the number of hands inserted that contain the set T and the card u, the number that
hold u and none of the cards of P is

    sum over subsets T of P of (-1)^|T| N(T, u).

N is kept for canonical T only, a row over u each, times the number of suit relabellings; so only
canonical hands need be inserted, each with the number of hands it stands for. Without a card u that
is seen, a row is the single number N(T).
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from bits cimport bit_count, low_bit
from colex cimport first_set, next_set, numbers_of, place_of_some
from limits cimport MAX_REMOVED
from orbits cimport Orbits, a_map

cdef struct Rows:
    const Orbits *orbits
    bint up                    # one card of a hand is seen
    int width                  # numbers in a row: the cards of the deck, or 1
    uint32_t *rows             # one row an orbit; times `relabellings`


cdef inline Py_ssize_t rows_size(const Rows *r) noexcept nogil:
    return r.orbits.rows * r.width * sizeof(uint32_t)


cdef inline void insert(Rows *r, uint64_t hand, uint32_t times) noexcept nogil:
    """Add one canonical hand to the rows of all its subsets."""
    cdef const Orbits *o = r.orbits
    cdef int number[MAX_REMOVED]
    cdef int suit[MAX_REMOVED]
    cdef int rank[MAX_REMOVED]
    cdef int n = numbers_of(&o.deck, hand, number), i, t
    cdef uint32_t which, maps
    cdef uint32_t *row
    cdef const uint8_t *map
    cdef Py_ssize_t place
    for i in range(n):
        suit[i], rank[i] = number[i] // o.ranks, number[i] % o.ranks
    for which in range(1u << n):
        t = bit_count(which)
        if t > o.depth:
            continue
        place = o.offset[t] + place_of_some(&o.choose, number, which)
        row = r.rows + <Py_ssize_t>o.row_of[place] * r.width
        maps = o.maps_of[place]
        while maps:
            if not r.up:
                row[0] += times
            else:
                map = o.map[low_bit(maps)]
                for i in range(n):
                    if not which >> i & 1:
                        row[map[suit[i]] * o.ranks + rank[i]] += times
            maps &= maps - 1


cdef inline void ask(const Rows *r, const uint32_t *rows, const int *number, int size,
        uint32_t *answer) noexcept nogil:
    """Write, for each card u, `relabellings` x the number of hands in `rows` that avoid `size`
    cards.
    """
    cdef const Orbits *o = r.orbits
    cdef const uint32_t *row
    cdef const uint32_t *block
    cdef uint32_t *out
    cdef const uint8_t *map
    cdef uint32_t which
    cdef Py_ssize_t place
    cdef int i, s, t
    memset(answer, 0, r.width * sizeof(uint32_t))
    for which in range(1u << size):
        t = bit_count(which)
        if t > o.depth:
            continue
        place = o.offset[t] + place_of_some(&o.choose, number, which)
        row = rows + <Py_ssize_t>o.row_of[place] * r.width
        if not r.up:
            answer[0] += row[0] if not t & 1 else -row[0]
            continue
        map = o.map[a_map(o, place)]
        for s in range(o.suits):
            block, out = row + map[s] * o.ranks, answer + s * o.ranks
            if t & 1:
                for i in range(o.ranks):
                    out[i] -= block[i]
            else:
                for i in range(o.ranks):
                    out[i] += block[i]


cdef inline bint complete(const Rows *r, int size) noexcept nogil:
    """Tell whether the rows, all hands of `size` cards inserted, hold what binomials say of every
    N(T, u).
    """
    cdef const Orbits *o = r.orbits
    cdef int number[MAX_REMOVED]
    cdef int t, u, skip
    cdef Py_ssize_t at
    cdef uint32_t want
    cdef const uint32_t *row
    for t in range(o.depth + 1):
        want = <uint32_t>(o.choose.of[size - t - r.up][o.deck.cards - t - r.up] * o.relabellings)
        first_set(number, t)
        for at in range(o.offset[t], o.offset[t + 1]):
            if o.maps_of[at] & 1:      # the first relabelling is the identity: a canonical set
                row = r.rows + <Py_ssize_t>o.row_of[at] * r.width
                skip = 0
                for u in range(r.width):
                    if r.up and skip < t and number[skip] == u:
                        skip += 1
                    elif row[u] != want:
                        return False
            next_set(number, t)
    return True
