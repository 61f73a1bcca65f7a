"""One hidden card beside a board of which a hand uses some cards and all of the hole: every
completion at once.

For one hole, line[S][e] is the line that the hole makes with the cards S and e of the board, S one
card fewer than the hand uses of it. With a board B and a last card e the hand's line is

    min(min over S of B of line[S][e], min over S + x of B of line[S][x]),

the smallest of a few rows of 64 bytes; counts[B][line] = weight(B) x number of last cards e with
that line. Counts and weights are deals, 64-bit integers.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bits cimport bit_count
from cards cimport card_count
from colex cimport Binomials, Numbering, fill_binomials, number_cards, numbers_of, place_of_picked
from hands cimport natural_line
from limits cimport MAX_BOARD, MAX_PICK
from program cimport Choices, Program, chosen_cards, first_choice, load, next_choice

cdef enum:
    WIDE = 64                  # bytes in a row, one a card
    NONE = 255                 # no card: it is no completion
    MAX_PICKS = 20             # C(6, 3)


# the ways to pick some of a board's cards, by their places on the board
cdef struct Picks:
    int count
    int place[MAX_PICKS][MAX_PICK]


cdef void find_picks(Picks *picks, int board, int size) noexcept nogil:
    cdef Choices c
    cdef int k
    cdef bint more = first_choice(&c, (<uint64_t>1 << board) - 1, size)
    picks.count = 0
    while more:
        for k in range(size):
            picks.place[picks.count][k] = c.place[k]
        picks.count += 1
        more = next_choice(&c)


cdef inline int count_of(const uint8_t *row, uint8_t line) noexcept nogil:
    """Return how many of the bytes of a row are `line`, in sixteen lanes so that compilers use wide
    registers.
    """
    cdef uint8_t lane[16]
    cdef int i, total = 0
    for i in range(16):
        lane[i] = (row[i] == line) + (row[16 + i] == line) + (row[32 + i]
            == line) + (row[48 + i] == line)
    for i in range(16):
        total += lane[i]
    return total


cdef struct Hole:              # what a hole makes with every pick of the board
    int pick
    int lines
    Numbering rest             # of the deck
    Binomials choose
    uint8_t *rows
    uint8_t *least             # of each row


cdef void fill_rows(Hole *h, const Program *p, uint64_t hole, uint64_t pool) noexcept nogil:
    """Write the line of every set of `pick` cards in each of its rows."""
    cdef Choices c
    cdef int i, k, line
    cdef int others[MAX_PICK][MAX_PICK]
    cdef int64_t place
    cdef bint more = first_choice(&c, pool, h.pick)
    for i in range(h.pick):            # the places of all but card i
        for k in range(h.pick - 1):
            others[i][k] = k + (k >= i)
    while more:
        line = natural_line(hole | chosen_cards(&c), &p.hand[0].ranking, p.fact[0].threshold,
            p.fact[0].lines)
        for i in range(h.pick):
            place = place_of_picked(&h.choose, c.place, others[i], h.pick - 1)
            h.rows[place * WIDE + c.place[i]] = line
            h.least[place] = min(h.least[place], line)
        more = next_choice(&c)


cdef void count_board(const Hole *h, uint64_t board, const Picks *inside, const Picks *beside,
        int64_t weight, int64_t stride,
                      int64_t *counts) noexcept nogil:
    """Add weight x last cards to each line's column."""
    cdef uint8_t row[WIDE]
    cdef const uint8_t *other
    cdef int number[MAX_BOARD]
    cdef int64_t place[MAX_PICKS]
    cdef int n = numbers_of(&h.rest, board, number), i, k, best, lowest = h.lines
    cdef int64_t at
    for i in range(beside.count):
        place[i] = place_of_picked(&h.choose, number, beside.place[i], h.pick - 1)
        lowest = min(lowest, h.least[place[i]])
    if lowest == h.lines:              # the hole makes nothing with this board, whatever comes
        counts[lowest * stride] += weight * (h.rest.cards - n)
        return
    best = h.lines
    for i in range(inside.count):
        at = place_of_picked(&h.choose, number, inside.place[i], h.pick - 1)
        best = min(best, h.rows[at * WIDE + number[inside.place[i][h.pick - 1]]])
    memset(row, best, WIDE)
    for i in range(beside.count):
        if h.least[place[i]] < best:
            other = h.rows + place[i] * WIDE
            for k in range(WIDE):
                row[k] = other[k] if other[k] < row[k] else row[k]
    for i in range(n):
        row[number[i]] = NONE
    memset(row + h.rest.cards, NONE, WIDE - h.rest.cards)
    for i in range(lowest, best + 1):
        counts[i * stride] += weight * count_of(row, i)


def count(uint64_t deck, uint64_t hole, const uint64_t[::1] states, const int64_t[::1] weights,
        const int64_t[::1] program,
          int64_t[::1] counts):
    """Add to `counts` (INOUT), for each state of this hole, weight x last cards in each column.

    counts: one row of columns a state, or a single row for all states together. states: hole and
        board, a mask each.
    program: one hand, of which the hole must be used, and one fact, the line it reaches.
    """
    cdef Program p
    cdef Hole h
    cdef Picks inside, beside
    cdef uint64_t pool = deck & ~hole
    cdef int board, hole_cards = card_count(hole)
    cdef Py_ssize_t s, step, rests
    load(program, &p)
    if p.hands != 1 or p.facts != 1:
        raise ValueError("one hand is wanted, and the line it reaches")
    if states.shape[0] != weights.shape[0] * 2 or counts.shape[0] not in (p.columns,
            weights.shape[0] * p.columns):
        raise ValueError("one row of counts a state is wanted, or one row in all")
    if weights.shape[0] == 0:
        return
    board = card_count(states[1])
    step = p.columns if counts.shape[0] > p.columns else 0
    h.pick, h.lines = p.hand[0].ranking.size - hole_cards, p.fact[0].lines
    for s in range(weights.shape[0]):
        if states[2 * s + 1] & ~pool or bit_count(states[2 * s + 1]) != board:
            raise ValueError("boards of as many cards, beside the hole, are wanted")
    if not 1 <= h.pick <= MAX_PICK or board >= MAX_BOARD:
        raise ValueError("the hand uses one to four cards of a board of up to seven")
    number_cards(&h.rest, pool)
    fill_binomials(&h.choose)
    rests = h.choose.of[h.pick - 1][h.rest.cards]
    h.rows = <uint8_t *>malloc(rests * (WIDE + 1))
    if h.rows == NULL:
        raise MemoryError("no memory for the rows of a hole")
    with nogil:
        h.least = h.rows + rests * WIDE
        memset(h.rows, NONE, rests * (WIDE + 1))
        fill_rows(&h, &p, hole, pool)
        find_picks(&inside, board, h.pick)
        find_picks(&beside, board, h.pick - 1)
        for s in range(weights.shape[0]):
            count_board(&h, states[2 * s + 1], &inside, &beside, weights[s], p.fact[0].stride,
                        &counts[s * step])
        free(h.rows)
