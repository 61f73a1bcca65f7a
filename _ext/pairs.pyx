"""Every two-card holding against every other beside each board of up to four cards, none dealt.

Beside a board all holdings are sorted by strength. With T(z) the holdings below strength z, and
P(c, z) those among them that contain card c, the opponents below z who avoid a holding (x, y) are

    T(z) - P(x, z) - P(y, z) + [(x, y) itself is below z],

since only (x, y) contains both. Boards are kept up to a relabelling of the suits.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from bits cimport bit_count
from cuts cimport (MOST_CUTS, Cuts, find_cuts, number_of, sort_by_strength, verify_completed,
    write_row)
from guards cimport OFTEN, are_natural, is_deck, is_interrupted, raise_signal
from hands cimport strength_of
from holdings cimport HOLDINGS, bit_of, cards_in, holding_of
from program cimport Choices, Program, chosen_cards, first_choice, load, next_choice
from relabel cimport Maps, new_maps, placed

cdef enum:
    MOST = 4                   # cards of a board
    STRENGTH = 32              # bits of a strength

cdef struct Totals:            # holdings inserted so far
    int32_t all
    int32_t of[52]             # that contain a card


cdef class PairRows:
    """The rows of all boards: what is known of the holding, and how many opponents' holdings lead
    to each column.

    deck: its cards, of the same ranks in four suits.
    boards: those that stand for all of one size, ascending.
    known, columns: programs of the facts about the player's hand (number 0) alone, and of those
        that look at the opponent's (number 1).
    numbers (OUT): the joint number of the known facts of each holding on each board. counts (OUT):
        a row of columns for each. Both zeros before; rows that no deal leads to stay so.
    """

    cdef readonly uint64_t deck
    cdef readonly int size
    cdef Program known
    cdef Program program
    cdef Cuts cuts
    cdef const uint64_t[::1] boards
    cdef uint8_t[::1] numbers
    cdef uint16_t[::1] counts
    cdef uint8_t card[HOLDINGS][2]
    cdef Maps *maps

    def __cinit__(self, uint64_t deck, const uint64_t[::1] boards, const int64_t[::1] known,
            const int64_t[::1] columns, uint8_t[::1] numbers, uint16_t[::1] counts):
        cdef int x, y
        load(known, &self.known)
        load(columns, &self.program)
        if not is_deck(deck) or not self.program.hands:
            raise ValueError("a deck of the same ranks in all suits, and a hand, are wanted")
        self.size = bit_count(boards[0]) if boards.shape[0] else 0
        if not 1 <= self.size <= MOST or not are_natural(boards, 0, 1, self.size, self.size):
            raise ValueError("boards of one to four cards are wanted, all of one size")
        if self.known.columns > 256:
            raise ValueError("too many values of the facts about the player's hand")
        if numbers.shape[0] != boards.shape[0] * HOLDINGS \
                or counts.shape[0] != numbers.shape[0] * self.program.columns:
            raise ValueError("one number and one row of counts a holding are wanted")
        self.deck, self.boards, self.numbers, self.counts = deck, boards, numbers, counts
        find_cuts(&self.program, &self.cuts)
        for x in range(52):
            for y in range(x):
                self.card[holding_of(x, y)][0], self.card[holding_of(x, y)][1] = x, y
        self.maps = new_maps(0)

    def __dealloc__(self):
        free(self.maps)

    def fill(self, int part, int parts):
        """Fill the rows of one share of the boards; shares may be filled at the same time."""
        cdef Py_ssize_t board = part
        if not 0 <= part < parts:
            raise ValueError("there is no such share")
        with nogil:
            while board < self.boards.shape[0]:
                self.fill_board(self.boards[board], board * HOLDINGS)
                board += parts

    cdef void fill_board(self, uint64_t board, Py_ssize_t first) noexcept nogil:
        """Write the rows beside one board from its first on."""
        cdef uint64_t key[HOLDINGS]
        cdef int32_t lower[HOLDINGS]
        cdef int32_t upper[HOLDINGS]
        cdef int32_t below[MOST_CUTS + 1]
        cdef Totals at[MOST_CUTS + 1]
        cdef Totals totals
        cdef int n = self.keys_of(board, key), i = 0, j, k, cut = 0, holding
        cdef uint32_t strength
        memset(&totals, 0, sizeof(Totals))
        while i < n:
            strength, j = <uint32_t>(key[i] >> 16), i
            while cut < self.cuts.count and self.cuts.at[cut] <= strength:
                at[cut] = totals
                cut += 1
            while j < n and key[j] >> 16 == strength:
                lower[j] = self.below(&totals, key[j] & 0xFFFF, False)
                j += 1
            for k in range(i, j):
                self.insert(&totals, key[k] & 0xFFFF)
            for k in range(i, j):
                upper[k] = self.below(&totals, key[k] & 0xFFFF, True)
            i = j
        while cut <= self.cuts.count:
            at[cut] = totals
            cut += 1
        for i in range(n):
            strength, holding = <uint32_t>(key[i] >> 16), key[i] & 0xFFFF
            for k in range(self.cuts.count + 1):
                below[k] = self.below(
                    &at[k], holding, k == self.cuts.count or strength < self.cuts.at[k])
            self.numbers[first + holding] = number_of(&self.known, strength)
            write_row(&self.cuts, strength, lower[i], upper[i], below,
                &self.counts[(first + holding) * self.program.columns])

    cdef int keys_of(self, uint64_t board, uint64_t *key) noexcept nogil:
        """Write strength << 16 | holding of all holdings beside a board, ascending; return how
        many.
        """
        cdef uint64_t room[HOLDINGS]
        cdef int card[52]
        cdef int cards = cards_in(self.deck & ~board, card), n = 0, x, y
        cdef uint64_t hand
        for x in range(cards):
            for y in range(x):
                hand = board | bit_of(card[x]) | bit_of(card[y])
                key[n] = (<uint64_t>strength_of(hand, &self.program.hand[0].ranking) << 16
                    | holding_of(card[x], card[y]))
                n += 1
        sort_by_strength(key, room, n, STRENGTH)
        return n

    cdef int32_t below(self, const Totals *t, int holding, bint itself) noexcept nogil:
        """Return the opponents among those inserted who avoid a holding. itself: whether it is one
        of those inserted.
        """
        return t.all - t.of[self.card[holding][0]] - t.of[self.card[holding][1]] + itself

    cdef void insert(self, Totals *t, int holding) noexcept nogil:
        t.all += 1
        t.of[self.card[holding][0]] += 1
        t.of[self.card[holding][1]] += 1

    cdef bint complete(self, uint64_t hole, uint64_t board, int64_t weight,
            const int32_t[::1] column, int64_t *counts) noexcept nogil:
        """Add the row of a holding on every board that some cards of one can become; False where a
        board is missing.
        """
        cdef int columns = self.program.columns, i, base
        cdef int card[52]
        cdef Choices c
        cdef Py_ssize_t place
        cdef const int16_t *to
        cdef const uint16_t *found
        cdef bint more = first_choice(&c, self.deck & ~(hole | board), self.size - bit_count(board))
        cards_in(hole, card)
        while more:
            place = placed(self.maps, self.boards, board | chosen_cards(&c), &to)
            if place < 0:
                return False
            place = place * HOLDINGS + to[holding_of(card[0], card[1])]
            found, base = &self.counts[place * columns], self.numbers[place] * columns
            for i in range(columns):
                if column[base + i] >= 0:
                    counts[column[base + i]] += weight * found[i]
            more = next_choice(&c)
        return True


def count(PairRows found not None, int roles, const uint64_t[::1] states,
        const int64_t[::1] weights, const int32_t[::1] column, int64_t[::1] counts):
    """Write to `counts` (OUT) weight x the opponents' holdings in each column, for every state and
    all boards that it can become.

    states: the player's two cards, and if `roles` is 2 those of the board that are seen.
    column: the column of each known number and column of a row; -1 for those without one.
    """
    cdef Py_ssize_t i, n = weights.shape[0]
    cdef Py_ssize_t width = counts.shape[0] // n if n else 0
    cdef uint64_t board
    cdef int64_t boards = 0   # about as many as were completed since the last look for a signal
    cdef bint whole = True, interrupted = False
    verify_completed(roles, states, n, found.size, column,
        found.program.columns * found.known.columns, counts.shape[0])
    with nogil:
        for i in range(n):
            board = states[i * roles + 1] if roles == 2 else 0
            whole = found.complete(states[i * roles], board, weights[i], column,
                &counts[i * width])
            boards += 1 << 5 * (found.size - bit_count(board))
            if boards > OFTEN:
                boards, interrupted = 0, is_interrupted()
            if interrupted or not whole:
                break
    if interrupted:
        raise_signal()
    if not whole:
        raise ValueError("a board is missing")
