"""The sets of up to `depth` cards of a deck, and for each the set that stands for it when suits are
relabelled.

The canonical form of a set is the relabelled one whose suits, as sets of ranks, do not increase;
sets of one orbit share a row. Suits that hold the same ranks of a set can change places: the first
place that a relabelling can give a suit, its `block`, stands for all of them. The cards of a deck
whose suits have the same ranks are numbered suit x ranks + rank, so that relabelling works on
numbers.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from bits cimport bit_count
from cards cimport lane_of, suits_of
from colex cimport Binomials, Numbering, fill_binomials, first_set, next_set, number_cards, place_of
from limits cimport MAX_REMOVED
from suits cimport factorial

cdef extern from *:
    """
    typedef struct { int32_t row; uint8_t block[4], times[4]; } combin_form;
    """
    ctypedef struct Form "combin_form":  # how a set becomes canonical
        int32_t row                    # of its orbit
        uint8_t block[4]               # by suit
        uint8_t times[4]               # how many relabellings give the suit this block

cdef struct Orbits:
    int suits, ranks, depth
    Numbering deck
    Binomials choose
    uint64_t card[64]                  # number -> the card's mask
    int relabellings
    # where the sets of each size begin, and where the last ones end
    Py_ssize_t offset[MAX_REMOVED + 2]
    Py_ssize_t rows                    # how many orbits
    Form *form                         # of each set


cdef inline Py_ssize_t find_form(const Orbits *o, const int *number, int size,
        Form *form) noexcept nogil:
    """Write the blocks of a set's suits; return the place of its canonical form."""
    cdef uint32_t lane[4]
    cdef int moved[MAX_REMOVED]
    cdef int to[4]
    cdef int i, j, s, t, key, same, every = 1
    lane[0] = lane[1] = lane[2] = lane[3] = 0
    form.block[0] = form.block[1] = form.block[2] = form.block[3] = 0
    for i in range(size):
        lane[number[i] // o.ranks] |= 1u << number[i] % o.ranks
    for s in range(o.suits):
        same = 0
        for t in range(o.suits):
            form.block[s] += lane[t] > lane[s]
            same += t < s and lane[t] == lane[s]
        to[s] = form.block[s] + same
        every *= same + 1
    for s in range(o.suits):
        same = 0
        for t in range(o.suits):
            same += lane[t] == lane[s]
        form.times[s] = every // same
    for i in range(size):
        key = to[number[i] // o.ranks] * o.ranks + number[i] % o.ranks
        j = i
        while j > 0 and moved[j - 1] > key:
            moved[j] = moved[j - 1]
            j -= 1
        moved[j] = key
    return o.offset[size] + place_of(&o.choose, moved, size)


cdef inline int forms_alike(const Orbits *o, const Form *form) noexcept nogil:
    """Return how many relabellings make a set canonical."""
    cdef int s, same = 0
    for s in range(o.suits):
        same += form.block[s] == form.block[0]
    return form.times[0] * same


cdef inline bint is_canonical(const Orbits *o, const Form *form) noexcept nogil:
    cdef int s
    for s in range(1, o.suits):
        if form.block[s] < form.block[s - 1]:
            return False
    return True


cdef inline bint new_orbits(Orbits *o, uint64_t deck, int depth) noexcept nogil:
    """Fill `o` in; False out of memory. Give it to free_orbits in any case."""
    cdef int place[4]
    cdef int number[MAX_REMOVED]
    cdef int t, card
    cdef Py_ssize_t at, best
    o.suits, o.depth = suits_of(deck, place), depth
    o.ranks, o.relabellings = bit_count(lane_of(deck, place[0])), factorial(o.suits)
    number_cards(&o.deck, deck)
    fill_binomials(&o.choose)
    for card in range(64):
        if (deck >> card) & 1:
            o.card[o.deck.number[card]] = <uint64_t>1 << card
    o.offset[0] = 0
    for t in range(depth + 1):
        o.offset[t + 1] = o.offset[t] + o.choose.of[t][o.deck.cards]
    o.form = <Form *>malloc(o.offset[depth + 1] * sizeof(Form))
    if o.form == NULL:
        return False
    o.rows = 0
    for t in range(depth + 1):
        first_set(number, t)
        for at in range(o.offset[t], o.offset[t + 1]):
            best = find_form(o, number, t, &o.form[at])
            if best == at:
                o.form[at].row = <int32_t>o.rows
                o.rows += 1
            else:                      # the canonical form has the smallest place of its orbit
                o.form[at].row = o.form[best].row
            next_set(number, t)
    return True


cdef inline void free_orbits(Orbits *o) noexcept nogil:
    free(o.form)
