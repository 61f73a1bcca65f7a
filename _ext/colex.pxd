"""Sets of cards numbered among all sets of their size, in colexicographic order.

The cards of a deck have numbers 0, 1, 2 ... A set with the numbers a < b < c stands at place C(a,
1) + C(b, 2) + C(c, 3), so the places of the sets of k among n cards are 0 .. C(n, k) - 1, each met
once.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from bits cimport low_bit
from limits cimport MAX_TAKEN

cdef struct Binomials:
    int64_t of[MAX_TAKEN + 1][65]  # of[k][n]: sets of k among n cards, of which there are up to 64

cdef struct Numbering:         # the cards of a deck, ascending
    int cards
    int number[64]             # of each card


cdef inline void fill_binomials(Binomials *choose) noexcept nogil:
    cdef int n, k
    for n in range(65):
        choose.of[0][n] = 1
        for k in range(1, MAX_TAKEN + 1):
            choose.of[k][n] = choose.of[k][n - 1] + choose.of[k - 1][n - 1] if n else 0


cdef inline void number_cards(Numbering *deck, uint64_t cards) noexcept nogil:
    cdef int card
    deck.cards = 0
    for card in range(64):
        deck.number[card] = deck.cards
        deck.cards += (cards >> card) & 1


cdef inline int numbers_of(const Numbering *deck, uint64_t cards, int *number) noexcept nogil:
    """Write the numbers of a set's cards, ascending; return how many there are."""
    cdef int n = 0
    while cards:
        number[n] = deck.number[low_bit(cards)]
        n += 1
        cards &= cards - 1
    return n


cdef inline int64_t place_of_cards(const Binomials *choose, const Numbering *deck,
        uint64_t cards) noexcept nogil:
    """Return the place of a set of cards."""
    cdef int64_t place = 0
    cdef int t = 0
    while cards:
        t += 1
        place += choose.of[t][deck.number[low_bit(cards)]]
        cards &= cards - 1
    return place


cdef inline int64_t place_of(const Binomials *choose, const int *number, int size) noexcept nogil:
    """Return the place of a set given as ascending numbers."""
    cdef int64_t place = 0
    cdef int t
    for t in range(size):
        place += choose.of[t + 1][number[t]]
    return place


cdef inline int64_t place_of_picked(const Binomials *choose, const int *number, const int *pick,
        int size) noexcept nogil:
    """Return the place of those of some ascending numbers that stand at the places `pick`,
    ascending.
    """
    cdef int64_t place = 0
    cdef int t
    for t in range(size):
        place += choose.of[t + 1][number[pick[t]]]
    return place


cdef inline int64_t place_of_some(const Binomials *choose, const int *number,
        uint32_t which) noexcept nogil:
    """Return the place of those of some ascending numbers whose bits in `which` are set."""
    cdef int64_t place = 0
    cdef int t = 0
    while which:
        t += 1
        place += choose.of[t][number[low_bit(which)]]
        which &= which - 1
    return place


cdef inline void first_set(int *number, int size) noexcept nogil:
    """Write the numbers of the set at place 0."""
    cdef int i
    for i in range(size):
        number[i] = i


cdef inline void next_set(int *number, int size) noexcept nogil:
    """Move to the set at the next place."""
    cdef int i = 0
    if size:
        while i < size - 1 and number[i] + 1 == number[i + 1]:
            number[i] = i
            i += 1
        number[i] += 1
