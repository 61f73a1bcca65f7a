"""Boards by texture, and two-card holdings by how they meet it: what a showdown depends on.

A board of five cards holds three or more of at most one suit. Its texture is its five ranks and,
where there is such a suit, the ranks that it holds in it. Boards of one texture rank holdings
alike. A holding is known by its two ranks, and on a board with a flush suit by which of its cards
are of that suit.

Every pair of a texture and a holding has a row. A plain texture (no flush suit) has PAIRS rows,
one a pair of ranks. A suited one has SUITED_ROWS: first the pairs of ranks with no card of the
suit, then from ONE on a card of the suit and the rank of the other one, then from BOTH on two of
the suit.

How often up to FIELDS things meet each row is kept in words of 64 bits: one a suited row, in fields
of 16 bits, and two a plain row, in fields of 32. A suited row has at most 36 boards and 9 holdings,
and a board is dealt in at most 120 ways card by card: it is met less than 2^16 times.
"""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport malloc

from bits cimport bit_count, low_bit
from cards cimport LANE

cdef enum:
    BOARD = 5
    PAIRS = 91             # pairs of ranks, equal ones among them
    PLAIN = 6188           # multisets of five ranks
    ONE = 91
    BOTH = 260             # 91 + 13 x 13
    SUITED_ROWS = 338      # 260 + 78
    THREE = 26026          # textures with three cards of a suit: C(13, 3) x 91
    FOUR = 9295            # with four: C(13, 4) x 13
    FIVE = 1287            # with five: C(13, 5)
    SUITED = 36608
    PLAIN_ROWS = 563108    # PLAIN x PAIRS
    ROWS = 12936612        # PLAIN_ROWS + SUITED x SUITED_ROWS
    FIELDS = 4
    WORDS = 13499720       # ROWS + PLAIN_ROWS


cdef struct Textures:
    uint16_t lane[8192]    # the place of a set of ranks among those of its size
    uint16_t ranks[6][FIVE]    # the sets of five ranks or fewer, by size and place
    int choose[18][6]      # choose[n][k]
    int high[SUITED_ROWS]  # the ranks of a holding: of two cards of one kind the higher one, else
    int low[SUITED_ROWS]   # the card of the flush suit, before the other one
    int pair[SUITED_ROWS]  # the pair of these ranks


cdef inline void fill_textures(Textures *t) noexcept nogil:
    cdef int n, k
    cdef int count[14]
    for n in range(18):
        for k in range(6):
            t.choose[n][k] = 1 if k == 0 else 0 if n == 0 else (
                t.choose[n - 1][k - 1] + t.choose[n - 1][k])
    for k in range(14):
        count[k] = 0
    for n in range(8192):
        k = bit_count(n)
        t.lane[n] = count[k]
        if k <= BOARD:
            t.ranks[k][count[k]] = n
        count[k] += 1
    fill_holdings(t)


cdef inline Textures *new_textures() except NULL:
    """Return the textures, to be freed."""
    cdef Textures *t = <Textures *>malloc(sizeof(Textures))
    if t == NULL:
        raise MemoryError("no memory for the textures of boards")
    fill_textures(t)
    return t


cdef inline void fill_holdings(Textures *t) noexcept nogil:
    cdef int a, b, k
    for a in range(13):
        for b in range(a + 1):
            t.high[pair_of(a, b)], t.low[pair_of(a, b)] = a, b
            if b < a:
                t.high[BOTH + both_of(a, b)], t.low[BOTH + both_of(a, b)] = a, b
        for b in range(13):
            t.high[ONE + a * 13 + b], t.low[ONE + a * 13 + b] = a, b
    for k in range(SUITED_ROWS):
        t.pair[k] = pair_of(t.high[k], t.low[k])


cdef inline int pair_of(int a, int b) noexcept nogil:
    """Return the number of a pair of ranks, in either order."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


cdef inline int both_of(int a, int b) noexcept nogil:
    """Return the number of a pair of different ranks, in either order."""
    return a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a


cdef inline int plain_of(const Textures *t, const int *rank) noexcept nogil:
    """Return the number of five ranks, ascending."""
    return (t.choose[rank[0]][1] + t.choose[rank[1] + 1][2] + t.choose[rank[2] + 2][3]
            + t.choose[rank[3] + 3][4] + t.choose[rank[4] + 4][5])


cdef inline int suited_of(const Textures *t, uint32_t lane, const int *other) noexcept nogil:
    """Return the number of a suited texture: the ranks of the suit, and those of the other cards,
    ascending.
    """
    cdef int cards = bit_count(lane)
    if cards == 3:
        return t.lane[lane] * 91 + pair_of(other[0], other[1])
    if cards == 4:
        return THREE + t.lane[lane] * 13 + other[0]
    return THREE + FOUR + t.lane[lane]


cdef inline int64_t first_row(const Textures *t, uint64_t board, int *suit) noexcept nogil:
    """Return the first row of a board of five cards; suit: the flush suit, or -1 for none."""
    cdef int rank[5]
    cdef int r, s, n = 0
    cdef uint64_t left
    suit[0] = -1
    for s in range(4):
        if bit_count((board >> 16 * s) & LANE) >= 3:
            suit[0] = s
    left = board if suit[0] < 0 else board & ~(<uint64_t>LANE << 16 * suit[0])
    while left:
        r = low_bit(left) & 15
        left &= left - 1
        s = n
        while s > 0 and rank[s - 1] > r:
            rank[s] = rank[s - 1]
            s -= 1
        rank[s] = r
        n += 1
    if suit[0] < 0:
        return <int64_t>plain_of(t, rank) * PAIRS
    return PLAIN_ROWS + <int64_t>SUITED_ROWS * suited_of(
        t, <uint32_t>((board >> 16 * suit[0]) & LANE), rank)


cdef inline int64_t word_of(int64_t row) noexcept nogil:
    """Return the first word of a row."""
    return 2 * row if row < PLAIN_ROWS else PLAIN_ROWS + row


cdef inline int64_t texture_of(int64_t row) noexcept nogil:
    """Return the number of the texture that a row belongs to, plain ones first."""
    return row // PAIRS if row < PLAIN_ROWS else PLAIN + (row - PLAIN_ROWS) // SUITED_ROWS


cdef inline int64_t met_in(const uint64_t *met, int64_t row, int field) noexcept nogil:
    """Return how often a row is met by one of the things counted."""
    cdef uint64_t word
    if row < PLAIN_ROWS:
        word = met[2 * row + field // 2] >> 32 * (field & 1)
        return word & <uint32_t>0xFFFFFFFF
    return met[PLAIN_ROWS + row] >> 16 * field & 0xFFFF


cdef inline int kind_of(int x, int y, int suit) noexcept nogil:
    """Return which row of a texture holds two cards; suit: the flush suit, or -1."""
    cdef int a = x % 13, b = y % 13
    cdef bint first = x // 13 == suit, second = y // 13 == suit
    if first and second:
        return BOTH + both_of(a, b)
    if first:
        return ONE + a * 13 + b
    if second:
        return ONE + b * 13 + a
    return pair_of(a, b)
