"""Holdings on the streets of a shared board: sums over all boards that a flop or a turn can become.

Of a street's board B every holding h asks for the sum of its rows over the boards that contain B
and avoid h. Without its flush a board ranks holdings by ranks alone, as the plain texture of its
ranks does. So a suited row is kept as what it is worth beyond that plain row (`beyond_plain`), and
the sum parts into one over all boards by their ranks and, for each suit, one over the boards that
have it as their flush suit. In either a texture counts as often as its boards avoid h, which
depends on the kind of h alone: see `runouts`.

Beside a card that is seen, rows depend on whether it is of the flush suit: boards of one suit, or
of the others, are then summed by themselves.

`gather` makes the sums, `scatter` is its transpose: it counts how often each row is met, by up to
FIELDS things in the fields of a word, and plain rows for all boards of their ranks until
`less_suited` takes back those with a flush suit.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from cards cimport LANE
from face cimport Face, face_of
from guards cimport are_natural, is_deck
from holdings cimport HOLDINGS, bit_of, holding_of
from runouts cimport NO_SUIT, Runout, Runouts, find_runouts, rows_of, write_ways
from texture cimport (BOARD, FIELDS, PAIRS, PLAIN, ROWS, SUITED, SUITED_ROWS, WORDS, Textures,
    fill_textures, kind_of, new_textures, texture_of, word_of)

cdef extern from *:
    """
    COMBIN_WIDE static void combin_add(int64_t *sums, const int32_t *more, const int32_t *times,
            int n) {
        for (int i = 0; i < n; i++) sums[i] += (int64_t)more[i] * times[i];
    }
    COMBIN_WIDE static void combin_count(uint64_t *sums, const uint64_t *more,
            const int32_t *times, int n) {
        for (int i = 0; i < n; i++) sums[i] += more[i] * (uint32_t)times[i];
    }
    """
    void add_rows "combin_add" (int64_t *sums, const int32_t *more, const int32_t *times,
        int n) noexcept nogil
    void count_rows "combin_count" (uint64_t *sums, const uint64_t *more, const int32_t *times,
        int n) noexcept nogil


cdef enum:
    MOST_KINDS = 32                # values gathered at the same time
    ALL_SUITS = 31                 # those of a flush, and the bit of the plain rows

cdef struct Sums:                  # of one kind of row over the boards of a street's board,
    int64_t of[5][SUITED_ROWS]     # by flush suit; the last: over all boards, by ranks

cdef struct Outlook:               # what a street's boards can become
    Textures textures
    int16_t kind[5][HOLDINGS]      # which row of a texture holds a holding, by flush suit
    Runouts runouts


cdef Outlook *new_outlook() except NULL:
    cdef int x, y, suit
    cdef Outlook *found = <Outlook *>malloc(sizeof(Outlook))
    if found == NULL:
        raise MemoryError("no memory for the boards of a street")
    fill_textures(&found.textures)
    for suit in range(5):
        for x in range(52):
            for y in range(x):
                found.kind[suit][holding_of(x, y)] = kind_of(x, y, suit)
    return found


# --- Rows beyond plain ones ----------------------------------------------------------------------

def beyond_plain(uint64_t deck, int32_t[::1] value, int part, int parts):
    """Take from every suited row (INOUT) of one share what the plain row of its ranks is worth.

    Raises OverflowError where the rest passes 32 bits.
    """
    cdef int64_t number = PLAIN + <int64_t>part, rest
    cdef int k
    cdef int32_t *suited
    cdef const int32_t *plain
    cdef bint fits = True
    cdef Face face
    cdef Textures *t = new_textures()
    try:
        if not 0 <= part < parts:
            raise ValueError("there is no such share")
        if value.shape[0] != ROWS:
            raise ValueError("one value a row is wanted")
        with nogil:
            while number < PLAIN + SUITED:
                if face_of(t, <int>number, <uint32_t>(deck & LANE), &face):
                    suited, plain = &value[face.first], &value[face.plain * PAIRS]
                    for k in range(SUITED_ROWS):
                        rest = <int64_t>suited[k] - plain[t.pair[k]]
                        fits &= -0x7FFFFFFF <= rest <= 0x7FFFFFFF
                        suited[k] = <int32_t>rest
                number += parts
    finally:
        free(t)
    if not fits:
        raise OverflowError("a value passes 32 bits")


def less_suited(uint64_t deck, const uint64_t[::1] met, uint64_t[::1] plain_met, int part,
        int parts):
    """Take from every plain row (INOUT) of one share the boards with a flush suit that `scatter`
    counted there.

    met: how often each row is met, of which the suited ones are read; `plain_met` may be the same.
    """
    cdef int number, k, pair
    cdef const uint64_t *suited
    cdef uint64_t *plain
    cdef Face face
    cdef Textures *t = new_textures()
    try:
        if not 0 <= part < parts:
            raise ValueError("there is no such share")
        if met.shape[0] != WORDS or plain_met.shape[0] != WORDS:
            raise ValueError("one word a row is wanted")
        with nogil:
            for number in range(PLAIN, PLAIN + SUITED):
                if (not face_of(t, number, <uint32_t>(deck & LANE), &face)
                        or face.plain % parts != part):
                    continue
                suited = &met[word_of(face.first)]
                plain = &plain_met[word_of(face.plain * PAIRS)]
                for k in range(SUITED_ROWS):
                    if suited[k]:
                        pair = t.pair[k]
                        plain[2 * pair] -= first_half(suited[k])
                        plain[2 * pair + 1] -= second_half(suited[k])
    finally:
        free(t)


# --- Gather --------------------------------------------------------------------------------------

def gather(uint64_t deck, const uint64_t[::1] boards, list values, list sums, uint64_t seen=0,
        int suits=ALL_SUITS):
    """Add to `sums` (INOUT), for each kind of value, HOLDINGS numbers a board: the sum of every
    holding over all boards of five that contain it; numbers of holdings that meet it become 0.

    boards: of three or four cards. values: arrays of 32-bit integers, a number a row, a suited one
        beyond its plain row. seen: cards that are neither held nor dealt. suits: over which boards,
        by their flush suit, a bit each; the fifth bit stands for the plain rows of all.
    """
    cdef Py_ssize_t b, kinds = len(values), k
    cdef const int32_t *value[MOST_KINDS]
    cdef int64_t *sum[MOST_KINDS]
    cdef const int32_t[::1] one
    cdef int64_t[::1] other
    cdef Sums *found = <Sums *>malloc(max(kinds, 1) * sizeof(Sums))
    cdef Outlook *outlook = NULL
    try:
        outlook = new_outlook()
        if found == NULL:
            raise MemoryError("no memory for the sums of a street")
        if kinds > MOST_KINDS or len(sums) != kinds or not is_deck(deck) \
                or not are_natural(boards, 0, 1, BOARD - 2, BOARD - 1):
            raise ValueError("values and sums do not fit")
        for k in range(kinds):
            one, other = values[k], sums[k]
            if one.shape[0] != ROWS or other.shape[0] != boards.shape[0] * HOLDINGS:
                raise ValueError("one value a row and one sum a holding are wanted")
            value[k], sum[k] = &one[0], &other[0]
        with nogil:
            for b in range(boards.shape[0]):
                find_runouts(&outlook.runouts, &outlook.textures, deck & ~seen, boards[b], suits)
                memset(found, 0, kinds * sizeof(Sums))
                add_runouts(&outlook.runouts, value, kinds, found)
                for k in range(kinds):
                    finish(outlook, &found[k], boards[b], deck & ~seen, sum[k] + b * HOLDINGS)
    finally:
        free(outlook)
        free(found)


cdef void add_runouts(const Runouts *runouts, const int32_t **value, Py_ssize_t kinds,
        Sums *found) noexcept nogil:
    """Add up the rows of all boards of five that a street's board can become."""
    cdef int32_t ways[SUITED_ROWS]
    cdef const Runout *one
    cdef int i
    cdef Py_ssize_t k
    for i in range(runouts.count):
        one = &runouts.runout[i]
        write_ways(runouts, one, ways)
        for k in range(kinds):
            add_rows(found[k].of[one.suit], value[k] + one.row, ways, rows_of(one))


cdef void finish(const Outlook *outlook, const Sums *sums, uint64_t board, uint64_t deck,
        int64_t *value) noexcept nogil:
    """Add the sum of every holding that avoids the street's board; 0 for the others."""
    cdef int x, y, suit, h
    cdef uint64_t dead = ~deck | board
    for h in range(HOLDINGS):
        for suit in range(5):
            value[h] += sums.of[suit][outlook.kind[suit][h]]
    for x in range(52):
        if bit_of(x) & dead:
            for y in range(52):
                if y != x:
                    value[holding_of(x, y)] = 0


# --- Scatter -------------------------------------------------------------------------------------

cdef struct Times:                 # how often the holdings of a street's board are counted
    uint64_t plain[2 * PAIRS]      # by their row of a plain texture, two words a row
    uint64_t suited[4][SUITED_ROWS]  # of a texture with this flush suit


cdef inline uint64_t first_half(uint64_t n) noexcept nogil:
    """Return the lower two fields of 16 bits in fields of 32."""
    return n & 0xFFFF | (n >> 16 & 0xFFFF) << 32


cdef inline uint64_t second_half(uint64_t n) noexcept nogil:
    return first_half(n >> 32)


cdef void start(const Outlook *outlook, Times *times, const uint64_t *often, uint64_t weight,
        uint64_t board, uint64_t deck) noexcept nogil:
    """Add up how often holdings are counted, by their rows."""
    cdef int x, y, s, h, pair
    cdef uint64_t dead = ~deck | board, n
    memset(times, 0, sizeof(Times))
    for x in range(52):
        for y in range(x):
            h = holding_of(x, y)
            n = often[h] * weight
            if not n or (bit_of(x) | bit_of(y)) & dead:
                continue
            pair = outlook.kind[NO_SUIT][h]
            times.plain[2 * pair] += first_half(n)
            times.plain[2 * pair + 1] += second_half(n)
            for s in range(4):
                times.suited[s][outlook.kind[s][h]] += n


def scatter(uint64_t deck, const uint64_t[::1] boards, const int64_t[::1] weights,
        const uint64_t[::1] often, uint64_t[::1] met, int part, int parts, uint64_t seen=0,
        int suits=ALL_SUITS):
    """Add to `met` (INOUT) how often each row of one share of the textures is met from some boards;
    shares may be counted at the same time. Plain rows are met by all boards of their ranks.

    weights: how often each board stands. often: for each board, how often each holding is counted
        on every board that it can become, in fields of 16 bits. seen, suits: as for `gather`.
    """
    cdef Py_ssize_t b
    cdef Times *times = <Times *>malloc(sizeof(Times))
    cdef Outlook *outlook = NULL
    try:
        outlook = new_outlook()
        if times == NULL:
            raise MemoryError("no memory for the holdings of a street")
        if not 0 <= part < parts:
            raise ValueError("there is no such share")
        if (met.shape[0] != WORDS or weights.shape[0] != boards.shape[0]
                or often.shape[0] != boards.shape[0] * HOLDINGS or not is_deck(deck)
                or not are_natural(boards, 0, 1, BOARD - 2, BOARD - 1)):
            raise ValueError("boards, holdings and rows do not fit")
        with nogil:
            for b in range(boards.shape[0]):
                find_runouts(&outlook.runouts, &outlook.textures, deck & ~seen, boards[b], suits)
                start(outlook, times, &often[b * HOLDINGS], <uint64_t>weights[b], boards[b],
                    deck & ~seen)
                meet_runouts(&outlook.runouts, times, &met[0], part, parts)
    finally:
        free(outlook)
        free(times)


cdef void meet_runouts(const Runouts *runouts, const Times *times, uint64_t *met, int part,
        int parts) noexcept nogil:
    cdef int32_t ways[SUITED_ROWS]
    cdef const Runout *one
    cdef uint64_t *at
    cdef int i, k
    for i in range(runouts.count):
        one = &runouts.runout[i]
        if texture_of(one.row) % parts != part:
            continue
        write_ways(runouts, one, ways)
        at = met + word_of(one.row)
        if one.suit != NO_SUIT:
            count_rows(at, times.suited[one.suit], ways, SUITED_ROWS)
            continue
        for k in range(PAIRS):
            at[2 * k] += times.plain[2 * k] * <uint32_t>ways[k]
            at[2 * k + 1] += times.plain[2 * k + 1] * <uint32_t>ways[k]


# --- Holdings of a street ------------------------------------------------------------------------

def mix(uint64_t deck, const uint64_t[::1] boards, list sums, const int64_t[::1] times,
        int64_t constant, int64_t divisor, int64_t[::1] value):
    """Write to `value` (OUT) what holdings are worth: (constant + sum of times x sums) / divisor.

    0 for a holding that meets the board. Raises ArithmeticError where a value is not whole.
    """
    cdef Py_ssize_t b, kinds = len(sums), k, at
    cdef const int64_t *sum[MOST_KINDS]
    cdef const int64_t[::1] one
    cdef int64_t total, part
    cdef int x, y
    cdef uint64_t dead
    cdef bint whole = True
    if kinds > MOST_KINDS or times.shape[0] != kinds or divisor == 0:
        raise ValueError("sums and numbers do not fit")
    if value.shape[0] != boards.shape[0] * HOLDINGS:
        raise ValueError("one value a holding is wanted")
    for k in range(kinds):
        one = sums[k]
        if one.shape[0] != value.shape[0]:
            raise ValueError("one sum a holding is wanted")
        sum[k] = &one[0]
    with nogil:
        for b in range(boards.shape[0]):
            dead = ~deck | boards[b]
            for x in range(52):
                for y in range(x):
                    at, total = b * HOLDINGS + holding_of(x, y), 0
                    if not (bit_of(x) | bit_of(y)) & dead:
                        total = constant
                        for k in range(kinds):
                            total += times[k] * sum[k][at]
                        if divisor != 1:      # dividing takes longer than all the rest
                            part = total // divisor
                            whole = whole and part * divisor == total
                            total = part
                    value[at] = total
    if not whole:
        raise ArithmeticError("the value of a holding is not whole")


def pooled(const int64_t[::1] weights, const int64_t[::1] value, int64_t[::1] sums):
    """Add to `sums` (INOUT) what each holding is worth on all boards together."""
    cdef Py_ssize_t b, h
    if value.shape[0] != weights.shape[0] * HOLDINGS or sums.shape[0] != HOLDINGS:
        raise ValueError("boards and holdings do not fit")
    with nogil:
        for b in range(weights.shape[0]):
            for h in range(HOLDINGS):
                sums[h] += weights[b] * value[b * HOLDINGS + h]


def mark(const uint64_t[::1] often, const uint8_t[::1] action, int number, int field,
        uint64_t[::1] found):
    """Add to `found` (INOUT), in one field of 16 bits, how often a holding comes to an action.

    often: how often to the decision. action: what is taken there, empty where nothing is decided.
    """
    cdef Py_ssize_t i
    cdef int shift = 16 * field
    if not 0 <= field < FIELDS:
        raise ValueError("there is no such field")
    if often.shape[0] != found.shape[0] or action.shape[0] not in (0, found.shape[0]):
        raise ValueError("holdings and actions do not fit")
    with nogil:
        if action.shape[0] == 0:
            for i in range(found.shape[0]):
                found[i] += often[i] << shift
        else:
            for i in range(action.shape[0]):
                found[i] += often[i] << shift & -<uint64_t>(action[i] == number)


def total(uint64_t deck, const uint64_t[::1] boards, const int64_t[::1] weights,
        const uint64_t[::1] often):
    """Return how often holdings that avoid the board are counted, over all boards."""
    cdef Py_ssize_t b
    cdef int x, y
    cdef uint64_t dead
    cdef int64_t sum = 0
    if often.shape[0] != boards.shape[0] * HOLDINGS or weights.shape[0] != boards.shape[0]:
        raise ValueError("boards and holdings do not fit")
    with nogil:
        for b in range(boards.shape[0]):
            dead = ~deck | boards[b]
            for x in range(52):
                for y in range(x):
                    if not (bit_of(x) | bit_of(y)) & dead:
                        sum += weights[b] * <int64_t>often[b * HOLDINGS + holding_of(x, y)]
    return sum


HOLDING_COUNT = HOLDINGS
