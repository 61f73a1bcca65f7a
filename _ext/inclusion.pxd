"""How many hands avoid some cards, from how many contain them: inclusion and exclusion over orbits
of card sets.

With N(T, u) the number of hands inserted that contain the set T and the card u, the number that
hold u and none of the cards of P is

    sum over subsets T of P of (-1)^|T| N(T, u).

N is kept for canonical T only, a row over u each, times the number of suit relabellings; so only
canonical hands need be inserted, each with the number of hands it stands for. Suits that can change
places share one block of a row. Without a card u that is seen, a row is the single number N(T).
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from bits cimport bit_count, top_bit
from colex cimport first_set, next_set, numbers_of
from limits cimport MAX_REMOVED
from orbits cimport Form, Orbits, forms_alike, is_canonical

cdef extern from *:
    """
    #ifdef __GNUC__
    typedef uint32_t combin_lanes __attribute__((vector_size(32), aligned(4), may_alias));
    #else
    typedef uint32_t combin_lanes;
    #endif
    enum { COMBIN_LANES = 64 / sizeof(combin_lanes) };  /* in a block */
    #define COMBIN_EACH(i, op) { \
        const combin_lanes *row = (const combin_lanes *)(rows + 64 * (ptrdiff_t)form[i].row); \
        for (int s = 0; s < 4; s++) \
            for (int l = 0; l < COMBIN_LANES; l++) \
                sum[s * COMBIN_LANES + l] op row[form[i].block[s] * COMBIN_LANES + l]; \
    }
    COMBIN_WIDE static void combin_ask(const uint32_t *rows, const combin_form *form, int even,
            int all, uint32_t *answer) {
        combin_lanes sum[4 * COMBIN_LANES] = {0};
        for (int i = 0; i < even; i++) COMBIN_EACH(i, +=)
        for (int i = even; i < all; i++) COMBIN_EACH(i, -=)
        for (int i = 0; i < 4 * COMBIN_LANES; i++) ((combin_lanes *)answer)[i] = sum[i];
    }
    """
    void add_blocks "combin_ask" (const uint32_t *rows, const Form *form, int even, int all,
        uint32_t *answer) noexcept nogil

cdef enum:
    BLOCK = 16                 # numbers in a block of a row: a suit's ranks, and room
    SUBSETS = 128              # of the cards of a hand

cdef struct Rows:
    const Orbits *orbits
    bint up                    # one card of a hand is seen
    int width                  # numbers in a row: four blocks, or 1
    uint32_t *rows             # one row an orbit; times `relabellings`

cdef struct Subsets:           # of a hand, as far as they are numbered
    int even, all              # how many: of an even number of cards, which come first, and of any
    Form form[SUBSETS]


cdef inline Py_ssize_t rows_size(const Rows *r) noexcept nogil:
    return r.orbits.rows * r.width * sizeof(uint32_t)


cdef inline int place_in_row(const Rows *r, int number) noexcept nogil:
    """Return where a row has the number of a card that is seen."""
    return number // r.orbits.ranks * BLOCK + number % r.orbits.ranks if r.up else 0


cdef inline void find_places(const Orbits *o, const int *number, int size,
        Py_ssize_t *place) noexcept nogil:
    """Write the place of each subset of a hand among those of its size, as far as they are
    numbered; a subset is the mask of its cards.
    """
    cdef uint32_t which
    cdef int t, top
    place[0] = 0
    for which in range(1, 1u << size):
        t, top = bit_count(which), top_bit(which)
        place[which] = place[which ^ 1u << top] + o.choose.of[t][number[top]]


cdef inline void insert(Rows *r, uint64_t hand, uint32_t times) noexcept nogil:
    """Add one canonical hand to the rows of all its subsets."""
    cdef const Orbits *o = r.orbits
    cdef int number[MAX_REMOVED]
    cdef int suit[MAX_REMOVED]
    cdef int rank[MAX_REMOVED]
    cdef Py_ssize_t place[SUBSETS]
    cdef int n = numbers_of(&o.deck, hand, number), i, t
    cdef uint32_t which
    cdef uint32_t *row
    cdef const Form *form
    find_places(o, number, n, place)
    for i in range(n):
        suit[i], rank[i] = number[i] // o.ranks, number[i] % o.ranks
    for which in range(1u << n):
        t = bit_count(which)
        if t > o.depth:
            continue
        form = &o.form[o.offset[t] + place[which]]
        row = r.rows + <Py_ssize_t>form.row * r.width
        if not r.up:
            row[0] += times * forms_alike(o, form)
            continue
        for i in range(n):
            if not which >> i & 1:
                row[form.block[suit[i]] * BLOCK + rank[i]] += times * form.times[suit[i]]


cdef inline void find_subsets(const Orbits *o, const int *number, int size,
        Subsets *found) noexcept nogil:
    """Write how the subsets of a hand become canonical."""
    cdef Py_ssize_t place[SUBSETS]
    cdef uint32_t which
    cdef int odd, t
    find_places(o, number, size, place)
    found.all = 0
    for odd in range(2):
        for which in range(1u << size):
            t = bit_count(which)
            if t & 1 == odd and t <= o.depth:
                found.form[found.all] = o.form[o.offset[t] + place[which]]
                found.all += 1
        if not odd:
            found.even = found.all


cdef inline void ask(const Rows *r, const uint32_t *rows, const Subsets *of,
        uint32_t *answer) noexcept nogil:
    """Write, for each card u, `relabellings` x the number of hands in `rows` that avoid the cards
    of a hand.
    """
    cdef int i
    if r.up:
        add_blocks(rows, of.form, of.even, of.all, answer)
        return
    answer[0] = 0
    for i in range(of.all):
        answer[0] += rows[of.form[i].row] if i < of.even else -rows[of.form[i].row]


cdef inline bint complete(const Rows *r, int size) noexcept nogil:
    """Tell whether the rows, all hands of `size` cards inserted, hold what binomials say of every
    N(T, u).
    """
    cdef const Orbits *o = r.orbits
    cdef int number[MAX_REMOVED]
    cdef int t, u, skip, suit
    cdef Py_ssize_t at
    cdef uint32_t want
    cdef const uint32_t *row
    cdef const Form *form
    for t in range(o.depth + 1):
        want = <uint32_t>(o.choose.of[size - t - r.up][o.deck.cards - t - r.up] * o.relabellings)
        first_set(number, t)
        for at in range(o.offset[t], o.offset[t + 1]):
            form = &o.form[at]
            if is_canonical(o, form):
                row = r.rows + <Py_ssize_t>form.row * r.width
                skip = 0
                for u in range(o.deck.cards if r.up else 1):
                    suit = u // o.ranks
                    if r.up and skip < t and number[skip] == u:
                        skip += 1
                    elif (not r.up or form.block[suit] == suit) and row[place_in_row(r, u)] != want:
                        return False
            next_set(number, t)
    return True
