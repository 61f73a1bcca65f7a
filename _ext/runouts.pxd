"""Runouts: the textures that a flop or a turn can become, and in how many ways.

A street's board B becomes a suited texture where three or more cards of a suit lie in the end: some
ranks were added to the suit, others beside it. How many boards of that texture avoid a holding
depends on the holding's kind alone: none where it has a card added to the suit, else as many as
there are ways to choose the other cards from what B and the holding leave. By ranks alone, as if no
board had a flush suit, it is the same with no suit and all cards beside it.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from bits cimport bit_count, low_bit
from cards cimport LANE
from texture cimport (BOARD, BOTH, ONE, PAIRS, PLAIN_ROWS, SUITED_ROWS, Textures, both_of, pair_of,
    plain_of, suited_of)

cdef enum:
    NO_SUIT = 4                # by ranks alone
    MOST_RUNOUTS = 512         # textures of a board of three: at most 91 plain and 266 suited

cdef struct Runout:            # a texture that a street's board can become
    int64_t row                # its first
    int suit                   # its flush suit or NO_SUIT
    uint32_t lane              # the ranks added to that suit
    int others                 # how many cards are added beside it,
    int other[2]               # of these ranks

cdef struct Runouts:
    int left[5][13]            # cards of each rank beside a suit that the board leaves
    int count
    Runout runout[MOST_RUNOUTS]


cdef inline void find_runouts(Runouts *found, const Textures *t, uint64_t deck,
        uint64_t board, int suits) noexcept nogil:
    """List the textures of a board of three or four cards with some flush suits, a bit each."""
    cdef int suit, rank, s, added, more = BOARD - bit_count(board), i
    cdef uint32_t lane, free
    found.count = 0
    for suit in range(5):
        for rank in range(13):
            found.left[suit][rank] = 0
            for s in range(4):
                if s != suit:
                    found.left[suit][rank] += (deck & ~board) >> (16 * s + rank) & 1
        if not suits >> suit & 1:
            continue
        if suit == NO_SUIT:
            add_beside(found, t, board, suit, 0, more)
            continue
        lane = <uint32_t>(board >> 16 * suit & LANE)
        free = <uint32_t>((deck & ~board) >> 16 * suit & LANE)
        for added in range(max(0, 3 - bit_count(lane)), more + 1):
            for i in range(t.choose[13][added]):
                if not t.ranks[added][i] & ~free:
                    add_beside(found, t, board, suit, t.ranks[added][i], more - added)


cdef inline void add_beside(Runouts *found, const Textures *t, uint64_t board, int suit,
        uint32_t lane, int others) noexcept nogil:
    """List the textures with certain ranks added to a suit and any beside it."""
    cdef int first, second
    cdef const int *left = found.left[suit]
    if others == 0:
        add_runout(found, t, board, suit, lane, 0, 0, 0)
    for first in range(13 if others else 0):
        if others == 1 and left[first]:
            add_runout(found, t, board, suit, lane, 1, first, 0)
        for second in range(first + 1 if others == 2 else 0):
            if left[first] > (first == second) and left[second]:
                add_runout(found, t, board, suit, lane, 2, first, second)


cdef inline void add_runout(Runouts *found, const Textures *t, uint64_t board, int suit,
        uint32_t lane, int others, int first, int second) noexcept nogil:
    cdef int held[13]
    cdef int rank[5]
    cdef int r, _, n = 0
    cdef uint64_t cards
    cdef Runout *one = &found.runout[found.count]
    for r in range(13):
        held[r] = 0
    cards = board if suit == NO_SUIT else board & ~(<uint64_t>LANE << 16 * suit)
    while cards:
        held[low_bit(cards) & 15] += 1
        cards &= cards - 1
    if others > 0:
        held[first] += 1
    if others > 1:
        held[second] += 1
    for r in range(13):
        for _ in range(held[r]):
            rank[n] = r
            n += 1
    if suit == NO_SUIT:
        one.row = <int64_t>plain_of(t, rank) * PAIRS
    else:
        one.row = PLAIN_ROWS + <int64_t>SUITED_ROWS * suited_of(
            t, lane | <uint32_t>(board >> 16 * suit & LANE), rank)
    one.suit, one.lane, one.others, one.other[0], one.other[1] = suit, lane, others, first, second
    found.count += 1


cdef inline int rows_of(const Runout *one) noexcept nogil:
    return PAIRS if one.suit == NO_SUIT else SUITED_ROWS


cdef inline int32_t ways_beside(const Runout *one, const int *left, int x, int y) noexcept nogil:
    """Return in how many ways the cards beside the suit can be chosen without a card of each of
    two ranks, -1 for none.
    """
    cdef int a = one.other[0], b = one.other[1]
    cdef int first = left[a] - (x == a) - (y == a)
    if one.others == 0:
        return 1
    if one.others == 1:
        return first
    if a == b:
        return first * (first - 1) // 2
    return first * (left[b] - (x == b) - (y == b))


cdef inline void write_ways(const Runouts *found, const Runout *one, int32_t *ways) noexcept nogil:
    """Write how many boards of a texture avoid a holding of each kind; anything for the kinds that
    meet the street's board.
    """
    cdef const int *left = found.left[one.suit]
    cdef int32_t every = ways_beside(one, left, -1, -1)
    cdef int i, r, q
    cdef uint32_t lane = one.lane
    for i in range(rows_of(one)):
        ways[i] = every
    for i in range(one.others):
        r = one.other[i]
        for q in range(13):
            ways[pair_of(r, q)] = ways_beside(one, left, r, q)
            if one.suit != NO_SUIT:
                ways[ONE + 13 * q + r] = ways_beside(one, left, r, -1)
    while lane:
        r = low_bit(lane)
        lane &= lane - 1
        for q in range(13):
            ways[ONE + 13 * r + q] = 0
            if q != r:
                ways[BOTH + both_of(r, q)] = 0
