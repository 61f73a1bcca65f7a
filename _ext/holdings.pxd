"""Two-card holdings by number: the pairs of 52 cards, a card being suit x 13 + rank."""

from libc.stdint cimport uint64_t

from bits cimport low_bit

cdef enum:
    HOLDINGS = 1326


cdef inline int holding_of(int x, int y) noexcept nogil:
    """Return the number of a holding of two cards (suit x 13 + rank)."""
    return x * (x - 1) // 2 + y if x > y else y * (y - 1) // 2 + x


cdef inline int card_at(uint64_t bit) noexcept nogil:
    cdef int at = low_bit(bit)
    return (at >> 4) * 13 + (at & 15)


cdef inline uint64_t bit_of(int card) noexcept nogil:
    return <uint64_t>1 << (card // 13 * 16 + card % 13)


cdef inline int cards_in(uint64_t mask, int *card) noexcept nogil:
    """Write the cards of a set; return how many."""
    cdef int n = 0
    while mask:
        card[n] = card_at(mask)
        n += 1
        mask &= mask - 1
    return n
