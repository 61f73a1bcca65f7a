"""A set of cards as a word: suit s owns bits 16 s to 16 s + 12, deuce lowest; the joker is bit 63.
As in combin/cards.py.
"""

from libc.stdint cimport uint32_t, uint64_t

from bits cimport bit_count

cdef enum:
    LANE = 0x1FFF          # the 13 ranks of one suit
    ACE = 1 << 12
    JOKER_BIT = 63


cdef inline uint64_t natural_cards(uint64_t cards) noexcept nogil:
    """Return a set without the joker."""
    return cards & 0x1FFF1FFF1FFF1FFFu


cdef inline int card_count(uint64_t cards) noexcept nogil:
    """Return the number of cards in a set, the joker not counted."""
    return bit_count(natural_cards(cards))


cdef inline uint32_t lane_of(uint64_t cards, int suit) noexcept nogil:
    """Return the ranks that a set holds in one suit."""
    return <uint32_t>((cards >> 16 * suit) & LANE)


cdef inline uint32_t ranks_in(uint64_t cards) noexcept nogil:
    """Return the ranks that a set holds in any suit."""
    return <uint32_t>((cards | cards >> 16 | cards >> 32 | cards >> 48) & LANE)


cdef inline int suits_of(uint64_t deck, int *place) noexcept nogil:
    """Write the suits that the deck has, ascending, to `place`; return how many."""
    cdef int s, n = 0
    for s in range(4):
        if lane_of(deck, s):
            place[n] = s
            n += 1
    return n
