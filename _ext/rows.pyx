"""One hidden card beside a board of which a hand uses some cards and all of the hole: every completion at once.

For one hole, `line[S][e]` is the line that the hole makes with the cards S and e of the board. A board's best line with each
possible last card e is the smallest of a few such rows, 64 bytes at a time.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from hands cimport low_bit
from program cimport Choices, Program, chosen_cards, first_choice, line_of, load, next_choice
from hands cimport strength_of

cdef enum:
    WIDE = 64                  # bytes in a row, one a card
    NONE = 255                 # no card: it is no completion
    MAX_PICK = 4


cdef inline int64_t choose(int n, int k) noexcept nogil:
    cdef int64_t c = 1
    cdef int i
    for i in range(k):
        c = c * (n - i) // (i + 1)
    return c


def count(uint64_t deck, uint64_t hole, int board_role, int roles, const uint64_t[::1] states, const int64_t[::1] weights,
          const int64_t[::1] program, int64_t[::1] counts):
    """Fill `counts` (OUT): for each state of this hole, weight x last cards in each column.

    states: `roles` masks each, of which number `board_role` is the board. program: one hand, of which the hole must be used,
    and one fact, the line it reaches.
    """
    cdef Program p
    cdef Choices c, d
    cdef int number[64]
    cdef int64_t table[64][8]
    cdef uint64_t card[WIDE]
    cdef uint64_t pool = deck & ~hole, left, board
    cdef int cards = 0, pick, i, k, t, hole_cards = 0, line, best
    cdef int64_t place, low
    cdef uint8_t *rows
    cdef const uint8_t *row
    cdef uint8_t least[WIDE]
    cdef int64_t seen[32]
    cdef Py_ssize_t s
    cdef bint more
    load(program, &p)
    if states.shape[0] != weights.shape[0] * roles or counts.shape[0] != weights.shape[0] * p.columns:
        raise ValueError("one row of counts a state is wanted")
    left = hole
    while left:
        hole_cards += 1
        left &= left - 1
    pick = p.hand[0].ranking.size - hole_cards
    if not 1 <= pick <= MAX_PICK:
        raise ValueError("the hand uses one to four cards of the board")
    memset(number, 0, sizeof(number))
    left = pool
    while left:
        card[cards] = left & -left
        number[low_bit(left)] = cards
        cards += 1
        left &= left - 1
    for i in range(64):
        for k in range(8):
            table[i][k] = choose(i, k)
    rows = <uint8_t *>malloc(choose(cards, pick - 1) * WIDE)
    if rows == NULL:
        raise MemoryError("no memory for the rows of a hole")
    with nogil:
        memset(rows, NONE, choose(cards, pick - 1) * WIDE)
        more = first_choice(&c, pool, pick)
        while more:                                    # every set of `pick` cards, in each of its rows
            line = line_of(strength_of(hole | chosen_cards(&c), &p.hand[0].ranking), p.fact[0].threshold, p.fact[0].lines)
            for i in range(pick):
                place, t = 0, 0
                for k in range(pick):
                    if k != i:
                        t += 1
                        place += table[c.place[k]][t]
                rows[place * WIDE + c.place[i]] = line
            more = next_choice(&c)
        for s in range(weights.shape[0]):
            board = states[s * roles + board_role]
            best = p.fact[0].lines
            more = first_choice(&c, board, pick)
            while more:                                # sets of the board alone
                place = 0
                for k in range(pick - 1):
                    place += table[number[low_bit(c.card[c.place[k]])]][k + 1]
                line = rows[place * WIDE + number[low_bit(c.card[c.place[pick - 1]])]]
                best = line if line < best else best
                more = next_choice(&c)
            memset(least, best, WIDE)
            more = first_choice(&d, board, pick - 1)
            while more:                                # sets with the last card
                place = 0
                for k in range(pick - 1):
                    place += table[number[low_bit(d.card[d.place[k]])]][k + 1]
                row = rows + place * WIDE
                for k in range(WIDE):
                    least[k] = row[k] if row[k] < least[k] else least[k]
                more = next_choice(&d)
            left = board
            while left:
                least[number[low_bit(left)]] = NONE
                left &= left - 1
            for k in range(cards, WIDE):
                least[k] = NONE
            for line in range(p.fact[0].lines + 1):
                t = 0
                for k in range(WIDE):
                    t += least[k] == line
                counts[s * p.columns + line * p.fact[0].stride] = weights[s] * t
        free(rows)
