"""Hands of which some cards are thrown and others drawn in their place, round by round.

What is kept of a hand is a bit for each of its cards, from the lowest, once its suits are
relabelled so that the hand is canonical (`suits.pxd`); of suits with the same cards the first comes
first. Masks are 64-bit words, two a round: the hand, and the cards drawn.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from bits cimport bit_count
from cards cimport JOKER_BIT, lane_of, suits_of

cdef enum:
    BLANK = 62                 # stands for no card
    MOST_HELD = 16


cdef void ordered(uint64_t hand, const int *place, int suits, int *order) noexcept nogil:
    """Write the places of the suits in the order in which the canonical hand has them."""
    cdef uint32_t lane
    cdef int s, i
    for s in range(suits):
        lane = lane_of(hand, place[s])
        i = s
        while i > 0 and lane_of(hand, order[i - 1]) < lane:
            order[i] = order[i - 1]
            i -= 1
        order[i] = place[s]


cdef int kept_of(uint64_t hand, uint64_t held, const int *place, int suits) noexcept nogil:
    """Return what is kept of a hand, where some of its cards are held."""
    cdef int order[4]
    cdef int s, rank, bit = 0, kept = 0
    cdef uint32_t lane
    ordered(hand, place, suits, order)
    for s in range(suits):
        lane = lane_of(hand, order[s])
        for rank in range(13):
            if lane >> rank & 1:
                kept |= <int>(held >> (16 * order[s] + rank) & 1) << bit
                bit += 1
    if hand >> JOKER_BIT & 1:
        kept |= <int>(held >> JOKER_BIT & 1) << bit
    return kept


cdef uint64_t held_of(uint64_t hand, int kept, const int *place, int suits) noexcept nogil:
    """Return the cards of a hand that are held, where so much of it is kept."""
    cdef int order[4]
    cdef int s, rank, bit = 0
    cdef uint32_t lane
    cdef uint64_t held = 0
    ordered(hand, place, suits, order)
    for s in range(suits):
        lane = lane_of(hand, order[s])
        for rank in range(13):
            if lane >> rank & 1:
                held |= <uint64_t>(kept >> bit & 1) << (16 * order[s] + rank)
                bit += 1
    if hand >> JOKER_BIT & 1:
        held |= <uint64_t>(kept >> bit & 1) << JOKER_BIT
    return held


def draw(uint64_t deck, int size, const uint8_t[::1] cards, const int32_t[::1] kept,
        const int32_t[::1] nodes, uint64_t[::1] masks, uint8_t[::1] shown):
    """Play rounds that were decided: what is held stays in the mask of the hand, and the mask of
    the cards drawn gets the first of those dealt to be drawn, as many as were thrown.

    size: of a hand. cards: twice as many a round, as dealt. kept: by the number of a node. nodes:
        of each round. masks: (INOUT). shown: (OUT) three times as many a round: the hand, the cards
        thrown and those drawn, with blanks behind; empty if they are not asked for.
    """
    cdef int place[4]
    cdef int suits = suits_of(deck, place), j, thrown, k
    cdef Py_ssize_t i, n = nodes.shape[0]
    cdef const uint8_t *dealt
    cdef uint8_t *row
    cdef uint64_t held
    if (not 0 < size <= MOST_HELD or cards.shape[0] != 2 * size * n or masks.shape[0] != 2 * n
            or shown.shape[0] not in (0, 3 * size * n)):
        raise ValueError("hands and rounds do not fit")
    for i in range(n):
        if not 0 <= nodes[i] < kept.shape[0]:
            raise ValueError("nodes and what they keep do not fit")
    with nogil:
        for i in range(n):
            dealt = &cards[2 * size * i]
            held = held_of(masks[2 * i], kept[nodes[i]], place, suits)
            thrown = size - bit_count(held)
            masks[2 * i] = held
            masks[2 * i + 1] = 0
            for j in range(thrown):
                masks[2 * i + 1] |= <uint64_t>1 << dealt[size + j]
            if shown.shape[0]:
                row = &shown[3 * size * i]
                k = size
                for j in range(size):
                    row[j] = dealt[j]
                    row[2 * size + j] = dealt[size + j] if j < thrown else BLANK
                    if not held >> dealt[j] & 1:
                        row[k] = dealt[j]
                        k += 1
                while k < 2 * size:
                    row[k] = BLANK
                    k += 1


def taken(uint64_t deck, int size, const uint64_t[::1] masks, const uint64_t[::1] said,
        bint thrown, int32_t[::1] kept, uint64_t[::1] played):
    """Write to `kept` (OUT) what is kept of each hand, and to `played` (OUT) its masks with what
    is held alone; -1, and nothing else, where the cards cannot be.

    size: of a hand. masks: hand and cards drawn. said: of each round the cards that are held, or
        `thrown`.
    """
    cdef int place[4]
    cdef int suits = suits_of(deck, place)
    cdef Py_ssize_t i, n = kept.shape[0]
    cdef uint64_t hand, new, held
    if (not 0 < size <= MOST_HELD or masks.shape[0] != 2 * n or said.shape[0] != n
            or played.shape[0] != 2 * n):
        raise ValueError("hands and rounds do not fit")
    with nogil:
        for i in range(n):
            hand, new = masks[2 * i], masks[2 * i + 1]
            held = hand & ~said[i] if thrown else said[i]
            kept[i] = -1
            if (bit_count(hand) == size and not said[i] & ~hand and not hand & new
                    and bit_count(new) + bit_count(held) == size and not (hand | new) & ~deck):
                kept[i] = kept_of(hand, held, place, suits)
                played[2 * i], played[2 * i + 1] = held, new
