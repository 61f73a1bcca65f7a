"""Holdings on the streets of a shared board: sums over all boards that a flop or a turn can become.

Of a street's board B every holding h asks for the sum of its rows over the boards that contain B
and avoid h. Rows depend on textures alone, so that boards are added up in whole vectors of kinds of
holdings, as if no card of h could lie on the board; what a holding must not have is taken back for
each of the cards added to B, and given back where both of them are in it:

    sum over boards that avoid h = sum over all - sum over those with x - with y + with both.

`gather` makes the sums, `scatter` is its transpose: it counts how often each row is met, by up to
FIELDS things in the fields of a word. A field may pass its bounds on the way, as numbers modulo
2^64 do, but not at the end.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from holdings cimport HOLDINGS, bit_of, cards_in, holding_of
from texture cimport (BOARD, BOTH, FIELDS, ONE, PAIRS, ROWS, SUITED_ROWS, WORDS, Textures, both_of,
    fill_textures, first_row, kind_of, pair_of, texture_of, word_of)

cdef extern from *:
    """
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
    #define COMBIN_WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define COMBIN_WIDE
    #endif
    COMBIN_WIDE static void combin_add(int64_t *sums, const int32_t *more, int n) {
        for (int i = 0; i < n; i++) sums[i] += more[i];
    }
    COMBIN_WIDE static void combin_count(uint64_t *sums, const uint64_t *more, int n) {
        for (int i = 0; i < n; i++) sums[i] += more[i];
    }
    """
    void add_row "combin_add" (int64_t *sums, const int32_t *more, int n) noexcept nogil
    void count_row "combin_count" (uint64_t *sums, const uint64_t *more, int n) noexcept nogil


cdef enum:
    MOST_KINDS = 32                # values gathered at the same time

cdef struct Sums:                  # of one kind of row over the boards of a street's board
    int64_t plain[PAIRS]           # boards without a flush suit
    int64_t suited[4][SUITED_ROWS]  # with this one
    int64_t ranks[52][13]          # without one, this card on them: by the rank of the other
    int64_t cards[52][52]          # boards with one that have this card: by the other card
    int64_t both[HOLDINGS]         # boards that have both cards


# --- Gather --------------------------------------------------------------------------------------

cdef void add_board(Sums *sums, const int32_t *value, int64_t row, int suit, const int *card,
        int added) noexcept nogil:
    """Add a board's rows to the sums. card: the cards added to the street's board, one or two."""
    cdef int i, r
    cdef const int32_t *at = value + row
    if suit < 0:
        add_row(sums.plain, at, PAIRS)
        for i in range(added):
            for r in range(13):
                sums.ranks[card[i]][r] += at[pair_of(card[i] % 13, r)]
    else:
        add_row(sums.suited[suit], at, SUITED_ROWS)
        for i in range(added):
            take_back(sums.cards[card[i]], at, card[i], suit)
    if added == 2:
        sums.both[holding_of(card[0], card[1])] += at[kind_of(card[0], card[1], suit)]


cdef void take_back(int64_t *sums, const int32_t *at, int card, int suit) noexcept nogil:
    """Add up what holdings of this card and any other are worth on a board with a flush suit."""
    cdef int a = card % 13, r, s
    for s in range(4):
        if s != suit and card // 13 == suit:
            for r in range(13):
                sums[13 * s + r] += at[ONE + 13 * a + r]
        elif s != suit:
            for r in range(13):
                sums[13 * s + r] += at[pair_of(a, r)]
        elif card // 13 == suit:
            for r in range(13):
                if r != a:
                    sums[13 * s + r] += at[BOTH + both_of(a, r)]
        else:
            for r in range(13):
                sums[13 * s + r] += at[ONE + 13 * r + a]


cdef void finish(const Sums *sums, uint64_t board, uint64_t deck, int64_t *value) noexcept nogil:
    """Write the sum of every holding that avoids the street's board; 0 for the others."""
    cdef int x, y, s, h, pair
    cdef int64_t sum
    cdef uint64_t dead = ~deck | board
    for x in range(52):
        for y in range(x):
            h = holding_of(x, y)
            if (bit_of(x) | bit_of(y)) & dead:
                value[h] = 0
                continue
            pair = pair_of(x % 13, y % 13)
            sum = sums.plain[pair] - sums.ranks[x][y % 13] - sums.ranks[y][x % 13]
            sum += sums.both[h] - sums.cards[x][y] - sums.cards[y][x]
            for s in range(4):
                sum += sums.suited[s][kind_of(x, y, s)]
            value[h] = sum


def gather(uint64_t deck, const uint64_t[::1] boards, list values, list sums):
    """Write to `sums` (OUT), for each kind of value, HOLDINGS numbers a board: the sum of every
    holding over all boards of five that contain it.

    boards: of three or four cards. values: arrays of 32-bit integers, a number a row.
    """
    cdef Py_ssize_t b, kinds = len(values), k
    cdef const int32_t *value[MOST_KINDS]
    cdef int64_t *sum[MOST_KINDS]
    cdef const int32_t[::1] one
    cdef int64_t[::1] other
    cdef Textures *t = <Textures *>malloc(sizeof(Textures))
    cdef Sums *found = <Sums *>malloc(max(kinds, 1) * sizeof(Sums))
    try:
        if t == NULL or found == NULL:
            raise MemoryError("no memory for the sums of a street")
        if kinds > MOST_KINDS or len(sums) != kinds:
            raise ValueError("values and sums do not fit")
        for k in range(kinds):
            one, other = values[k], sums[k]
            if one.shape[0] != ROWS or other.shape[0] != boards.shape[0] * HOLDINGS:
                raise ValueError("one value a row and one sum a holding are wanted")
            value[k], sum[k] = &one[0], &other[0]
        fill_textures(t)
        with nogil:
            for b in range(boards.shape[0]):
                add_boards(t, deck, boards[b], value, kinds, found)
                for k in range(kinds):
                    finish(&found[k], boards[b], deck, sum[k] + b * HOLDINGS)
    finally:
        free(t)
        free(found)


cdef void add_boards(const Textures *t, uint64_t deck, uint64_t board, const int32_t **value,
        Py_ssize_t kinds, Sums *found) noexcept nogil:
    """Add up all boards of five that a street's board can become."""
    cdef int card[52]
    cdef int added[2]
    cdef int n = cards_in(deck & ~board, card), i, j
    cdef int held[5]
    cdef int more = BOARD - cards_in(board, held)
    memset(found, 0, kinds * sizeof(Sums))
    for i in range(n):
        added[0] = card[i]
        if more == 1:
            add_one(t, board | bit_of(card[i]), value, kinds, found, added, 1)
            continue
        for j in range(i):
            added[1] = card[j]
            add_one(t, board | bit_of(card[i]) | bit_of(card[j]), value, kinds, found, added, 2)


cdef void add_one(const Textures *t, uint64_t board, const int32_t **value, Py_ssize_t kinds,
        Sums *found, const int *added, int more) noexcept nogil:
    cdef int suit
    cdef int64_t row = first_row(t, board, &suit)
    cdef Py_ssize_t k
    for k in range(kinds):
        add_board(&found[k], value[k], row, suit, added, more)


# --- Scatter -------------------------------------------------------------------------------------

cdef struct Times:                 # how often the holdings of a street's board are counted
    uint64_t plain[2 * PAIRS]      # by their row of a board without a flush suit, two words a row
    uint64_t suited[4][SUITED_ROWS]
    uint64_t ranks[52][13]         # those with this card, by the other's rank
    uint64_t holding[HOLDINGS]


cdef inline uint64_t first_half(uint64_t n) noexcept nogil:
    """Return the lower two fields of 16 bits in fields of 32."""
    return n & 0xFFFF | (n >> 16 & 0xFFFF) << 32


cdef inline uint64_t second_half(uint64_t n) noexcept nogil:
    return first_half(n >> 32)


cdef void start(Times *times, const uint64_t *often, uint64_t weight, uint64_t board,
        uint64_t deck) noexcept nogil:
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
            times.holding[h] = n
            pair = pair_of(x % 13, y % 13)
            times.plain[2 * pair] += first_half(n)
            times.plain[2 * pair + 1] += second_half(n)
            times.ranks[x][y % 13] += n
            times.ranks[y][x % 13] += n
            for s in range(4):
                times.suited[s][kind_of(x, y, s)] += n


cdef void meet(const Times *times, uint64_t *met, int64_t row, int suit, const int *card,
        int added) noexcept nogil:
    """Count the rows of a board, those of holdings with an added card left out."""
    cdef uint64_t *at = met + word_of(row)
    cdef uint64_t n
    cdef int i, r, pair
    if suit < 0:
        count_row(at, times.plain, 2 * PAIRS)
        for i in range(added):
            for r in range(13):
                pair, n = pair_of(card[i] % 13, r), times.ranks[card[i]][r]
                at[2 * pair] -= first_half(n)
                at[2 * pair + 1] -= second_half(n)
    else:
        count_row(at, times.suited[suit], SUITED_ROWS)
        for i in range(added):
            leave_out(times, at, card[i], suit)
    if added == 2:
        pair, n = kind_of(card[0], card[1], suit), times.holding[holding_of(card[0], card[1])]
        if suit < 0:
            at[2 * pair] += first_half(n)
            at[2 * pair + 1] += second_half(n)
        else:
            at[pair] += n


cdef void leave_out(const Times *times, uint64_t *at, int card, int suit) noexcept nogil:
    """Take the holdings with one card out of a board's rows."""
    cdef int a = card % 13, r, other
    cdef uint64_t n
    for r in range(13):
        other = 13 * suit + r
        n = times.holding[holding_of(card, other)] if card != other else 0
        if card // 13 == suit:
            if r != a:
                at[BOTH + both_of(a, r)] -= n
            at[ONE + 13 * a + r] -= times.ranks[card][r] - n
        else:
            at[ONE + 13 * r + a] -= n
            at[pair_of(a, r)] -= times.ranks[card][r] - n


def scatter(uint64_t deck, const uint64_t[::1] boards, const int64_t[::1] weights,
        const uint64_t[::1] often, uint64_t[::1] met, int part, int parts):
    """Add to `met` (INOUT) how often each row of one share of the textures is met from some boards;
    shares may be counted at the same time.

    weights: how often each board stands. often: for each board, how often each holding is counted
        on every board that it can become, in fields of 16 bits.
    """
    cdef Py_ssize_t b
    cdef Textures *t = <Textures *>malloc(sizeof(Textures))
    cdef Times *times = <Times *>malloc(sizeof(Times))
    try:
        if t == NULL or times == NULL:
            raise MemoryError("no memory for the holdings of a street")
        if not 0 <= part < parts:
            raise ValueError("there is no such share")
        if (met.shape[0] != WORDS or weights.shape[0] != boards.shape[0]
                or often.shape[0] != boards.shape[0] * HOLDINGS):
            raise ValueError("boards, holdings and rows do not fit")
        fill_textures(t)
        with nogil:
            for b in range(boards.shape[0]):
                start(times, &often[b * HOLDINGS], <uint64_t>weights[b], boards[b], deck)
                scatter_one(t, deck, boards[b], times, &met[0], part, parts)
    finally:
        free(t)
        free(times)


cdef void scatter_one(const Textures *t, uint64_t deck, uint64_t board, const Times *times,
        uint64_t *met, int part, int parts) noexcept nogil:
    cdef int card[52]
    cdef int added[2]
    cdef int held[5]
    cdef int n = cards_in(deck & ~board, card), i, j, suit
    cdef int more = BOARD - cards_in(board, held)
    cdef int64_t row
    for i in range(n):
        added[0] = card[i]
        if more == 1:
            row = first_row(t, board | bit_of(card[i]), &suit)
            if texture_of(row) % parts == part:
                meet(times, met, row, suit, added, 1)
            continue
        for j in range(i):
            added[1] = card[j]
            row = first_row(t, board | bit_of(card[i]) | bit_of(card[j]), &suit)
            if texture_of(row) % parts == part:
                meet(times, met, row, suit, added, 2)


# --- Holdings of a street ------------------------------------------------------------------------

def mix(uint64_t deck, const uint64_t[::1] boards, list sums, const int64_t[::1] times,
        int64_t constant, int64_t divisor, int64_t[::1] value):
    """Write to `value` (OUT) what holdings are worth: (constant + sum of times x sums) / divisor.

    0 for a holding that meets the board. Raises ArithmeticError where a value is not whole.
    """
    cdef Py_ssize_t b, kinds = len(sums), k, at
    cdef const int64_t *sum[MOST_KINDS]
    cdef const int64_t[::1] one
    cdef int64_t total
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
                        whole = whole and total % divisor == 0
                        total = total // divisor
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
    if not 0 <= field < FIELDS:
        raise ValueError("there is no such field")
    if often.shape[0] != found.shape[0] or action.shape[0] not in (0, found.shape[0]):
        raise ValueError("holdings and actions do not fit")
    with nogil:
        for i in range(found.shape[0]):
            if action.shape[0] == 0 or action[i] == number:
                found[i] += often[i] << 16 * field


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
