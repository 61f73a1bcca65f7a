"""Draws: a hand of n cards, some of them thrown and replaced from what is left of the deck.

With N[S][c] the hands of n cards that contain the cards S and lead to column c, those that hold the
cards H and none of the cards D that were thrown number

    count(H, D, c) = sum over T within D of (-1)^|T| N[H + T][c].

For what each hold is worth, sums W[S] of N[S][c] x pay(c) take the place of N, and all holds of a
hand come from its 2^n subsets: for each card, subtract from every set without it the set with it.

Sets stand at their place (colex.pxd) among those of their size, the sizes from 0 up one after the
other; whole hands have a column each. Counts, weights and values are deals, as 64-bit integers. A
hold is a bit for each card of the hand, from its lowest, 1 where it is kept.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from bits cimport bit_count
from choices cimport Choice, two_bytes
from colex cimport (
    Binomials, Numbering, fill_binomials, first_set, next_set, number_cards, numbers_of,
    place_of_some)
from guards cimport are_below, are_dealt
from program cimport Program, column_of, load

cdef enum:
    MOST = 5                   # cards in a hand
    HOLDS = 1 << MOST
    COLUMNS = 256

cdef struct Sets:
    int size                   # cards in a hand
    Numbering deck
    Binomials choose
    Py_ssize_t offset[MOST + 2]    # where the sets of each size begin, and where the last ones end


cdef int find_sets(Sets *s, uint64_t deck, int size) except -1:
    cdef int k
    if not 0 < size <= MOST:
        raise ValueError("a hand of too many cards for a draw")
    s.size = size
    number_cards(&s.deck, deck)
    fill_binomials(&s.choose)
    s.offset[0] = 0
    for k in range(size + 1):
        s.offset[k + 1] = s.offset[k] + s.choose.of[k][s.deck.cards]
    return 0


cdef inline Py_ssize_t row_of(const Sets *s, const int *number, uint32_t which) noexcept nogil:
    """Return the row of some of the cards of a hand."""
    return s.offset[bit_count(which)] + place_of_some(&s.choose, number, which)


cdef inline void rows_of(const Sets *s, const int *number, Py_ssize_t *row) noexcept nogil:
    """Write the row of every set of the cards of a hand; of the whole hand its place."""
    cdef int j, cards
    cdef uint32_t which
    row[0] = 0
    for j in range(s.size):
        for which in range(1u << j, 2u << j):
            cards = bit_count(which)
            row[which] = row[which ^ 1u << j] + s.choose.of[cards][number[j]]
            row[which] += s.offset[cards] - s.offset[cards - 1]
    row[(1u << s.size) - 1] -= s.offset[s.size]


cdef inline void add_to_smaller(const Sets *s, const int *number, int size, const uint32_t *row,
        int columns, uint32_t *held) noexcept nogil:
    """Add a row of counts to those of all sets that have one card less."""
    cdef int j, c
    cdef uint32_t *to
    for j in range(size):
        to = held + row_of(s, number, ((1u << size) - 1) ^ 1u << j) * columns
        for c in range(columns):
            to[c] += row[c]


def holdings(uint64_t deck, int size, const int64_t[::1] program, uint8_t[::1] final,
        uint32_t[::1] held):
    """Write the column of every hand to `final` (OUT), and N to `held` (OUT, zeros before): a row
    of columns for each smaller set.

    program: the facts of one hand, which is part 0.
    """
    cdef Program p
    cdef Sets s
    cdef uint64_t card[64]
    cdef int number[MOST]
    cdef int64_t below[MOST + 1]
    cdef int k, j, columns
    cdef Py_ssize_t at, i
    cdef uint64_t hand
    cdef int64_t column, above
    cdef bint known = True
    load(program, &p)
    find_sets(&s, deck, size)
    columns = p.columns
    if columns > COLUMNS or final.shape[0] != s.offset[size + 1] - s.offset[size] \
            or held.shape[0] != s.offset[size] * columns:
        raise ValueError("hands and columns do not fit")
    for k in range(64):
        if deck >> k & 1:
            card[s.deck.number[k]] = <uint64_t>1 << k
    with nogil:
        first_set(number, size)
        for at in range(final.shape[0]):
            hand, below[0] = 0, 0
            for j in range(size):
                hand |= card[number[j]]
                below[j + 1] = below[j] + s.choose.of[j + 1][number[j]]
            column = column_of(&p, &hand)
            if column < 0:
                known = False
                break
            final[at] = <uint8_t>column
            above = 0
            for j in range(size - 1, -1, -1):   # the set without card j
                held[(s.offset[size - 1] + below[j] + above) * columns + column] += 1
                above += s.choose.of[j][number[j]]
            next_set(number, size)
        for k in range(size - 1, 0, -1):
            first_set(number, k)
            for at in range(s.offset[k], s.offset[k + 1]):
                add_to_smaller(&s, number, k, &held[at * columns], columns, &held[0])
                next_set(number, k)
            for i in range(s.offset[k - 1] * columns, s.offset[k] * columns):
                held[i] = held[i] // (size - k + 1)  # met once for each card it has more
    if not known:
        raise ValueError("a menu of the joker was not declared")


def sums(int columns, const uint32_t[::1] held, const int64_t[::1] pays, int64_t[::1] sum):
    """Write W to `sum` (OUT): the sum of each row of `held`, column by column times the pay."""
    cdef Py_ssize_t at, n = sum.shape[0]
    cdef int c
    cdef int64_t total
    if held.shape[0] != n * columns or pays.shape[0] != columns:
        raise ValueError("counts, pays and sums do not fit")
    with nogil:
        for at in range(n):
            total = 0
            for c in range(columns):
                total += held[at * columns + c] * pays[c]
            sum[at] = total


cdef inline void count_hold(const Sets *s, const int *number, uint32_t hold, int columns,
        const uint8_t *final, const uint32_t *held, int64_t *row) noexcept nogil:
    """Write count(H, D, c) for the cards held and all others of the hand thrown."""
    cdef uint32_t thrown = ((1u << s.size) - 1) ^ hold, some = thrown
    cdef const uint32_t *found
    cdef int c
    memset(row, 0, columns * sizeof(int64_t))
    while True:
        if some == thrown:
            c = final[place_of_some(&s.choose, number, hold | some)]
            row[c] += -1 if bit_count(some) & 1 else 1
        else:
            found = held + row_of(s, number, hold | some) * columns
            if bit_count(some) & 1:
                for c in range(columns):
                    row[c] -= found[c]
            else:
                for c in range(columns):
                    row[c] += found[c]
        if not some:
            return
        some = (some - 1) & thrown


cdef class HoldCounts:
    """The hands of a deck as `holdings` counts them, asked about what each hold of a hand leads to.

    columns: of a row of counts. final, held: as `holdings` writes them.

    Whatever is asked raises ValueError for a state that is no hand of the deck, and for a hold of
    other cards than the hand's.
    """

    cdef Sets sets
    cdef uint64_t deck
    cdef int columns
    cdef const uint8_t[::1] final
    cdef const uint32_t[::1] held

    def __init__(self, uint64_t deck, int size, int columns, const uint8_t[::1] final,
            const uint32_t[::1] held):
        cdef Sets *s = &self.sets
        find_sets(s, deck, size)
        if not 0 < columns <= COLUMNS or held.shape[0] != s.offset[size] * columns \
                or final.shape[0] != s.offset[size + 1] - s.offset[size] \
                or not are_below(final, final.shape[0], columns):
            raise ValueError("hands and columns do not fit")
        self.deck, self.columns, self.final, self.held = deck, columns, final, held

    cdef bint are_asked(self, const uint64_t[::1] states, int hold) noexcept:
        """Return whether the states are hands of the deck and the hold is one of their cards."""
        cdef Py_ssize_t at
        cdef bint right = hold >= 0 and not hold >> self.sets.size and are_dealt(states, self.deck)
        for at in range(states.shape[0]):
            right &= bit_count(states[at]) == self.sets.size
        return right

    def values(self, const uint64_t[::1] states, const int64_t[::1] weights,
            const int64_t[::1] sum, const int64_t[::1] pays, const int64_t[::1] times,
            int64_t[::1] value):
        """Write to `value` (OUT) what each hold is worth at each hand, the hands of hold 0 first.

        sum: as `sums` writes it. times: by how much a hold of 0, 1 .. cards is multiplied.
        """
        cdef const Sets *s = &self.sets
        cdef int number[MOST]
        cdef int64_t worth[HOLDS]
        cdef Py_ssize_t row[HOLDS]
        cdef uint32_t hold, bit, all_cards = (1u << s.size) - 1
        cdef Py_ssize_t at, n = states.shape[0]
        if weights.shape[0] != n or value.shape[0] != n << s.size \
                or times.shape[0] != s.size + 1 or sum.shape[0] != s.offset[s.size] \
                or pays.shape[0] != self.columns or not self.are_asked(states, 0):
            raise ValueError("hands, sums and values do not fit")
        with nogil:
            for at in range(n):
                numbers_of(&s.deck, states[at], number)
                rows_of(s, number, row)
                for hold in range(all_cards):
                    worth[hold] = sum[row[hold]]
                worth[all_cards] = pays[self.final[row[all_cards]]]
                bit = 1
                while bit <= all_cards:
                    for hold in range(all_cards + 1):
                        if not hold & bit:
                            worth[hold] -= worth[hold | bit]
                    bit <<= 1
                for hold in range(all_cards + 1):
                    value[hold * n + at] = worth[hold] * times[bit_count(hold)] * weights[at]

    def counts(self, const uint64_t[::1] states, int64_t times, int hold, int64_t[::1] count):
        """Write to `count` (OUT) a row of columns for each hand, times `times`, after one hold."""
        cdef int number[MOST]
        cdef int64_t row[COLUMNS]
        cdef Py_ssize_t at, n = states.shape[0]
        cdef int c, columns = self.columns
        if count.shape[0] != n * columns or not self.are_asked(states, hold):
            raise ValueError("hands and counts do not fit")
        with nogil:
            for at in range(n):
                numbers_of(&self.sets.deck, states[at], number)
                count_hold(&self.sets, number, hold, columns, &self.final[0], &self.held[0], row)
                for c in range(columns):
                    count[at * columns + c] = row[c] * times

    def happen(self, const uint64_t[::1] states, const int64_t[::1] weights,
            const int64_t[::1] ways, int64_t times, int hold, choice, int action,
            int64_t[::1] tally):
        """Add ways x weight x counts of the hands where `action`, which is the hold, is chosen to
        `tally` (INOUT), a row of columns.
        """
        if two_bytes(choice):
            happen_of[uint16_t](self, states, weights, ways, times, hold, choice, action, tally)
        else:
            happen_of[uint8_t](self, states, weights, ways, times, hold, choice, action, tally)


cdef int happen_of(HoldCounts self, const uint64_t[::1] states, const int64_t[::1] weights,
        const int64_t[::1] ways, int64_t times, int hold, const Choice[::1] choice, int action,
        int64_t[::1] tally) except -1:
    cdef int number[MOST]
    cdef int64_t row[COLUMNS]
    cdef Py_ssize_t at, n = states.shape[0]
    cdef int c, columns = self.columns
    if ways.shape[0] != n or weights.shape[0] != n or choice.shape[0] != n \
            or tally.shape[0] != columns or not self.are_asked(states, hold):
        raise ValueError("hands, ways and choices do not fit")
    with nogil:
        for at in range(n):
            if choice[at] != action or not ways[at]:
                continue
            numbers_of(&self.sets.deck, states[at], number)
            count_hold(&self.sets, number, hold, columns, &self.final[0], &self.held[0], row)
            for c in range(columns):
                tally[c] += row[c] * times * weights[at] * ways[at]
    return 0
