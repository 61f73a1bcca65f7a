"""The best play of one more hand, for many sets of cards that a player of several hands has seen.

Sets of cards whose values add up to no more than a budget are numbered in the order of their
counts, the first rank first; of each, a table has what a hand of each column scores that stands
when these are gone. A hand to come has one card, of the rank `pair`. With s cards gone beside it
and h in it, the units that come back to it are kept times a scale of (s, h), so that those of a
hand that is hit are the sum over the ranks of (cards left) x (units with that card). All numbers
are naturals of a few words, the lowest first.
"""

from cpython cimport array
import array
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from guards cimport is_interrupted, raise_signal
from words cimport add_times, wide

cdef enum:
    MOST_RANKS = 16
    MOST_BUDGET = 80
    MOST_SETS = 1 << 23
    MOST_COLUMNS = 16
    MOST_WORDS = 12
    MOST_COUNT = 416       # cards of a rank, and gone
    ENDED = 1              # of a hand: it stands
    DOUBLES = 2            # it may be doubled
    NO_SECOND = 255        # it has more than two cards


cdef inline void subtract_times(uint64_t *total, const uint64_t *one, uint64_t factor, int words) \
        noexcept nogil:
    """Take away a number times a factor."""
    cdef wide carry = 0, product
    cdef uint64_t low
    cdef int w
    for w in range(words):
        product = <wide>one[w] * factor + carry
        low = <uint64_t>product
        carry = (product >> 64) + (total[w] < low)
        total[w] -= low


cdef inline bint is_more(const uint64_t *one, const uint64_t *other, int words) noexcept nogil:
    """Return whether a number is the larger one."""
    cdef int w
    for w in range(words - 1, -1, -1):
        if one[w] != other[w]:
            return one[w] > other[w]
    return False


cdef class Unions:
    """Sets of cards of a shoe, numbered.

    shoe: how many cards of each rank there are. values: what a card of each counts, 1 or more.
    budget: the most that a set counts.
    """

    cdef const int32_t[::1] shoe
    cdef const uint8_t[::1] values
    cdef uint32_t[::1] first
    cdef uint64_t[::1] score
    cdef int ranks, budget, columns
    cdef Py_ssize_t sets

    def __init__(self, const int32_t[::1] shoe not None, const uint8_t[::1] values not None,
            int budget):
        cdef uint64_t[MOST_RANKS + 1][MOST_BUDGET + 1] many
        cdef uint64_t below
        cdef int r, b, c
        if not 1 <= shoe.shape[0] <= MOST_RANKS or values.shape[0] != shoe.shape[0] \
                or not 0 <= budget <= MOST_BUDGET:
            raise ValueError("the shoe does not fit")
        self.ranks, self.budget, self.columns = <int>shoe.shape[0], budget, 0
        for r in range(self.ranks):
            if not 0 <= shoe[r] <= MOST_COUNT or values[r] < 1:
                raise ValueError("the shoe does not fit")
        self.shoe = array.array("i", shoe)
        self.values = bytes(values)
        self.first = array.array("I", bytes(4 * self.ranks * (budget + 1) * (budget + 2)))
        for b in range(budget + 1):
            many[self.ranks][b] = 1
        for r in range(self.ranks - 1, -1, -1):
            for b in range(budget + 1):
                below = 0
                for c in range(budget + 2):
                    if below > MOST_SETS:
                        raise ValueError("there are too many sets")
                    self.first[self._place(r, b, c)] = <uint32_t>below
                    if c <= self.shoe[r] and c * self.values[r] <= b:
                        below += many[r + 1][b - c * self.values[r]]
                many[r][b] = below
        self.sets = many[0][budget]

    cdef inline Py_ssize_t _place(self, int rank, int budget, int count) noexcept nogil:
        """Return where it stands how many sets of the ranks from this one on have fewer cards of
        it.
        """
        return (rank * (self.budget + 1) + budget) * (self.budget + 2) + count

    def __len__(self):
        return self.sets

    def left(self):
        """Return how many cards of each rank are left when a set is gone, set after set."""
        cdef array.array answer = array.clone(array.array("i"), self.sets * self.ranks, zero=False)
        cdef int32_t[::1] found = answer
        cdef int[MOST_RANKS] count
        cdef int r, spent = 0
        cdef Py_ssize_t s
        memset(count, 0, sizeof(count))
        with nogil:
            for s in range(self.sets):
                for r in range(self.ranks):
                    found[s * self.ranks + r] = self.shoe[r] - count[r]
                for r in range(self.ranks - 1, -1, -1):
                    if count[r] < self.shoe[r] and spent + self.values[r] <= self.budget:
                        count[r] += 1
                        spent += self.values[r]
                        break
                    spent -= count[r] * self.values[r]
                    count[r] = 0
        return answer

    def settle(self, const uint64_t[::1] laws not None, int columns):
        """Take the law of the dealer for each set: how often each column is finished in, in two
        words each, the lower first. A hand scores 2 for each column below its own and 1 for its
        own.
        """
        cdef array.array answer
        cdef uint64_t[::1] score
        cdef wide below, here
        cdef Py_ssize_t s, at
        cdef int c
        if not 1 <= columns <= MOST_COLUMNS or laws.shape[0] != 2 * columns * self.sets:
            raise ValueError("the laws do not fit")
        answer = array.clone(array.array("Q"), laws.shape[0], zero=False)
        score = answer
        with nogil:
            for s in range(self.sets):
                below = 0
                for c in range(columns):
                    at = 2 * (s * columns + c)
                    here = (<wide>laws[at + 1] << 64) + laws[at]
                    below += here
                    score[at], score[at + 1] = <uint64_t>below, <uint64_t>(below >> 64)
                    below += here
        self.score, self.columns = score, columns

    def play(self, const int32_t[::1] gone not None, int pair, const uint8_t[::1] cards not None,
            const int32_t[::1] after not None, const uint8_t[::1] column not None,
            const uint8_t[::1] size not None, const uint8_t[::1] second not None,
            const uint8_t[::1] flags not None, const uint64_t[::1] tail not None,
            const uint64_t[::1] every not None, const uint64_t[::1] natural not None, int other):
        """Return of each set of cards that is gone what comes back to a hand to come, in the scale
        of one card, and what is staked on it beyond a unit: two numbers each.

        gone: how many cards of each rank, set after set; all sets have the same number of cards.
        cards, after, column, size, second, flags: the hands, the largest first: the cards of each,
            the hand with one card more of each rank or -1, the column in which it stands, its
            number of cards less 2, the second card of two, and whether it has ended or doubles.
        tail: of each number of cards, what takes a score to the scale of the hand.
        every, natural: of two cards, how likely the round counts: `every`, less `natural` for each
            card left of the rank `other`, -1 if there is none.
        """
        cdef Py_ssize_t hands = column.shape[0], sets = gone.shape[0] // self.ranks, s
        cdef int words = <int>every.shape[0]
        cdef array.array answer
        cdef uint64_t[::1] found
        cdef uint64_t *stand
        cdef bint interrupted = False
        self._verify(gone, pair, cards, after, column, size, second, tail, words, hands, sets)
        if flags.shape[0] != hands or natural.shape[0] != words or not -1 <= other < self.ranks:
            raise ValueError("the hands do not fit")
        answer = array.clone(array.array("Q"), 2 * words * sets, zero=True)
        found = answer
        if not sets:
            return answer
        stand = <uint64_t *>malloc(2 * hands * words * sizeof(uint64_t))
        if stand == NULL:
            raise MemoryError()
        try:
            with nogil:
                for s in range(sets):
                    self._play(&gone[s * self.ranks], pair, hands, cards, after, column, size,
                        second, flags, tail, every, natural, other, words, stand,
                        &found[2 * words * s])
                    if not s & 63 and is_interrupted():
                        interrupted = True
                        break
        finally:
            free(stand)
        if interrupted:
            raise_signal()
        return answer

    cdef void _play(self, const int32_t *gone, int pair, Py_ssize_t hands,
            const uint8_t[::1] cards, const int32_t[::1] after, const uint8_t[::1] column,
            const uint8_t[::1] size, const uint8_t[::1] second, const uint8_t[::1] flags,
            const uint64_t[::1] tail, const uint64_t[::1] every, const uint64_t[::1] natural,
            int other, int words, uint64_t *stand, uint64_t *found) noexcept nogil:
        """Write what comes back to the hand to come, and what is staked beyond a unit."""
        cdef uint64_t *best = stand + hands * words
        cdef uint64_t[MOST_WORDS] drawn, counted
        cdef int[MOST_RANKS] left
        cdef const uint64_t *score
        cdef int r, budget, count
        cdef Py_ssize_t hand, number, to
        cdef bint is_there
        for hand in range(hands):
            is_there, number, budget = True, 0, self.budget
            for r in range(self.ranks):
                count = gone[r] + cards[hand * self.ranks + r]
                left[r] = self.shoe[r] - count
                is_there &= left[r] >= 0
                number += self.first[self._place(r, budget, count)]
                budget -= count * self.values[r]
            if not is_there:
                continue
            score = &self.score[2 * (number * self.columns + column[hand])]
            memset(&stand[hand * words], 0, words * sizeof(uint64_t))
            add_times(&stand[hand * words], &tail[size[hand] * words], score[0], words)
            if score[1] and words > 1:
                add_times(&stand[hand * words + 1], &tail[size[hand] * words], score[1], words - 1)
            memcpy(&best[hand * words], &stand[hand * words], words * sizeof(uint64_t))
            if not flags[hand] & ENDED:
                memset(drawn, 0, words * sizeof(uint64_t))
                for r in range(self.ranks):
                    to = after[hand * self.ranks + r]
                    if left[r] and to >= 0:
                        add_times(drawn, &best[to * words], left[r], words)
                if is_more(drawn, &best[hand * words], words):
                    memcpy(&best[hand * words], drawn, words * sizeof(uint64_t))
            if second[hand] == NO_SECOND:
                continue
            count = self.shoe[second[hand]] - gone[second[hand]] - (second[hand] == pair)
            if flags[hand] & DOUBLES:
                memcpy(counted, &every[0], words * sizeof(uint64_t))
                if other >= 0:
                    subtract_times(counted, &natural[0], left[other], words)
                memset(drawn, 0, words * sizeof(uint64_t))
                for r in range(self.ranks):
                    to = after[hand * self.ranks + r]
                    if left[r] and to >= 0:
                        add_times(drawn, &stand[to * words], 2 * left[r], words)
                add_times(&best[hand * words], counted, 1, words)  # its unit beside
                if is_more(drawn, &best[hand * words], words):
                    memcpy(&best[hand * words], drawn, words * sizeof(uint64_t))
                    add_times(found + words, counted, count, words)
                subtract_times(&best[hand * words], counted, 1, words)
            add_times(found, &best[hand * words], count, words)

    cdef _verify(self, const int32_t[::1] gone, int pair, const uint8_t[::1] cards,
            const int32_t[::1] after, const uint8_t[::1] column, const uint8_t[::1] size,
            const uint8_t[::1] second, const uint64_t[::1] tail, int words, Py_ssize_t hands,
            Py_ssize_t sets):
        """Raise ValueError where something lies beside an array."""
        cdef Py_ssize_t hand, s
        cdef int r, spent, most = 0
        if not self.columns or not 0 <= pair < self.ranks or not 1 <= words <= MOST_WORDS \
                or sets * self.ranks != gone.shape[0] or cards.shape[0] != hands * self.ranks \
                or after.shape[0] != hands * self.ranks or size.shape[0] != hands \
                or second.shape[0] != hands or tail.shape[0] % words:
            raise ValueError("the hands do not fit")
        for hand in range(hands):
            spent = 0
            for r in range(self.ranks):
                spent += cards[hand * self.ranks + r] * self.values[r]
                if not -1 <= after[hand * self.ranks + r] < hand:
                    raise ValueError("the hands do not fit")
            most = max(most, spent)
            if column[hand] >= self.columns or size[hand] >= tail.shape[0] // words \
                    or second[hand] != NO_SECOND and second[hand] >= self.ranks:
                raise ValueError("the hands do not fit")
        for s in range(sets):
            spent = most
            for r in range(self.ranks):
                if not 0 <= gone[s * self.ranks + r] <= self.shoe[r]:
                    raise ValueError("the cards gone do not fit")
                spent += gone[s * self.ranks + r] * self.values[r]
            if spent > self.budget:
                raise ValueError("the cards gone do not fit")
