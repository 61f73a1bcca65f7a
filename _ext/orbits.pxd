"""The sets of up to `depth` cards of a deck, and for each the set that stands for it when suits are
relabelled.

A relabelling moves card (suit s, rank r) to (map[s], r). A set's canonical form is the relabelled
set of the smallest place (colex.pxd); sets of one orbit share a row. The cards of a deck whose
suits have the same ranks are numbered suit x ranks + rank, so that relabelling works on numbers.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from bits cimport bit_count, low_bit
from cards cimport lane_of, suits_of
from colex cimport Binomials, Numbering, fill_binomials, first_set, next_set, number_cards, place_of
from limits cimport MAX_REMOVED
from suits cimport factorial

cdef struct Orbits:
    int suits, ranks, depth
    Numbering deck
    Binomials choose
    uint64_t card[64]                  # number -> the card's mask
    int relabellings
    uint8_t map[24][4]
    # bit 4 s + t: the set of suit s must not be below that of suit t, for a relabelling to make a
    # set canonical
    uint32_t falling[24]
    # where the sets of each size begin, and where the last ones end
    Py_ssize_t offset[MAX_REMOVED + 2]
    Py_ssize_t rows                    # how many orbits
    int32_t *row_of                    # set -> the row of its canonical form
    uint32_t *maps_of                  # set -> the relabellings that make it canonical, a bit each


cdef inline void find_relabellings(Orbits *o) noexcept nogil:
    """Write every arrangement of the suits, as four base-4 digits from the highest down: the
    identity comes first.
    """
    cdef int code, i, met, s, t
    o.relabellings = 0
    for code in range(255, -1, -1):
        met = 0
        for i in range(4):
            o.map[o.relabellings][i] = code >> 2 * i & 3
            met |= 1 << (code >> 2 * i & 3) if i < o.suits else ((code >> 2 * i & 3) != i) << 8
        if met == (1 << o.suits) - 1:
            o.relabellings += 1
            if o.relabellings == factorial(o.suits):
                break
    for i in range(o.relabellings):
        o.falling[i] = 0
        for s in range(o.suits):
            for t in range(o.suits):
                if o.map[i][s] + 1 == o.map[i][t]:
                    o.falling[i] |= 1u << (4 * s + t)


cdef inline void relabel(const Orbits *o, int map, const int *number, int size,
        int *moved) noexcept nogil:
    """Write the relabelled numbers of a set, ascending."""
    cdef int i, j, key
    for i in range(size):
        key = o.map[map][number[i] // o.ranks] * o.ranks + number[i] % o.ranks
        j = i
        while j > 0 and moved[j - 1] > key:
            moved[j] = moved[j - 1]
            j -= 1
        moved[j] = key


cdef inline int a_map(const Orbits *o, Py_ssize_t at) noexcept nogil:
    """Return a relabelling that makes the set at a place canonical."""
    return low_bit(o.maps_of[at])


cdef inline uint32_t not_below(const Orbits *o, const int *number, int size) noexcept nogil:
    """Return which suits of a set are not below which others, as sets of ranks: bit 4 s + t."""
    cdef uint32_t lane[4]
    cdef uint32_t found = 0
    cdef int i, s, t
    lane[0] = lane[1] = lane[2] = lane[3] = 0
    for i in range(size):
        lane[number[i] // o.ranks] |= 1u << number[i] % o.ranks
    for s in range(4):
        for t in range(4):
            found |= <uint32_t>(lane[s] >= lane[t]) << (4 * s + t)
    return found


cdef inline Py_ssize_t find_canonical(Orbits *o, Py_ssize_t at, const int *number,
        int size) noexcept nogil:
    """Return the place of the canonical form of the set at place `at`; note which relabellings lead
    there: those after which no suit is below the next one.
    """
    cdef int moved[MAX_REMOVED]
    cdef uint32_t order = not_below(o, number, size)
    cdef int map
    o.maps_of[at] = 0
    for map in range(o.relabellings):
        o.maps_of[at] |= <uint32_t>(not o.falling[map] & ~order) << map
    relabel(o, a_map(o, at), number, size, moved)
    return o.offset[size] + place_of(&o.choose, moved, size)


cdef inline bint new_orbits(Orbits *o, uint64_t deck, int depth) noexcept nogil:
    """Fill `o` in; False out of memory. Give it to free_orbits in any case."""
    cdef int place[4]
    cdef int number[MAX_REMOVED]
    cdef int t, card
    cdef Py_ssize_t at, best
    o.suits, o.depth = suits_of(deck, place), depth
    o.ranks = bit_count(lane_of(deck, place[0]))
    number_cards(&o.deck, deck)
    fill_binomials(&o.choose)
    for card in range(64):
        if (deck >> card) & 1:
            o.card[o.deck.number[card]] = <uint64_t>1 << card
    find_relabellings(o)
    o.offset[0] = 0
    for t in range(depth + 1):
        o.offset[t + 1] = o.offset[t] + o.choose.of[t][o.deck.cards]
    o.row_of = <int32_t *>malloc(o.offset[depth + 1] * sizeof(int32_t))
    o.maps_of = <uint32_t *>malloc(o.offset[depth + 1] * sizeof(uint32_t))
    if o.row_of == NULL or o.maps_of == NULL:
        return False
    o.rows = 0
    for t in range(depth + 1):
        first_set(number, t)
        for at in range(o.offset[t], o.offset[t + 1]):
            best = find_canonical(o, at, number, t)
            if best == at:
                o.row_of[at] = <int32_t>o.rows
                o.rows += 1
            else:
                o.row_of[at] = o.row_of[best]
            next_set(number, t)
    return True


cdef inline void free_orbits(Orbits *o) noexcept nogil:
    free(o.row_of)
    free(o.maps_of)
