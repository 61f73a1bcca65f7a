"""Hands that are dealt from one shoe, one after the other, by the union of their cards.

A union U is a number, six bits a rank. A table has for each union, lane and power a whole number,
in the lower words first, a negative one as its complement. Let V(U) be a table of what follows the
cards of U, as polynomials in z, times (n)_D, where n cards are left beside U and (n)_k is n (n - 1)
..., with 1 in the place of a factor below 1. A hand that ends with the cards M, of which w orders
are played so, is of a kind; in each lane its kind has a polynomial e(z). What follows the cards
without that hand is then, times (n)_(D + L), L being the most cards of a hand,

    sum over M: e w product over r of (n_r)_(cards of r in M) x (n - m - D)_(L - m) x V(U + M)

with the m cards of M, summed by Horner's rule in m. w (n_r)_... is below 2^127.
"""

from cpython cimport array
import array
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from guards cimport is_interrupted, raise_signal
from table cimport Table, drop, enter, expect, make_room, room_left, seat

cdef extern from *:
    ctypedef unsigned long long wide "unsigned __int128"

cdef enum:
    BITS = 6
    MOST = 63                  # cards of a rank in a union
    MOST_RANKS = 10
    MOST_CARDS = 416           # in a shoe
    LONGEST = 24               # cards of a hand
    MOST_KINDS = 64
    MOST_LANES = 16
    MOST_POWERS = 32
    MOST_WORDS = 32
    AHEAD = 8                  # hands before one is looked up, the memory is asked for it


cdef inline void add(uint64_t *into, int words, const uint64_t *number, int used,
        uint64_t times) noexcept nogil:
    """Add a number of `used` words, that is not negative, times a word."""
    cdef int i
    cdef uint64_t carry = 0
    cdef wide here
    for i in range(used):
        here = <wide>number[i] * times + into[i] + carry
        into[i], carry = <uint64_t>here, <uint64_t>(here >> 64)
    i = used
    while carry and i < words:
        here = <wide>into[i] + carry
        into[i], carry = <uint64_t>here, <uint64_t>(here >> 64)
        i += 1


cdef inline void take(uint64_t *into, int words, const uint64_t *number, int used,
        uint64_t times) noexcept nogil:
    """Take away a number of `used` words times a word."""
    cdef int i
    cdef uint64_t carry = 0, before
    cdef wide here
    for i in range(used):
        here = <wide>number[i] * times + carry
        before = into[i]
        into[i] = before - <uint64_t>here
        carry = <uint64_t>(here >> 64) + (before < <uint64_t>here)
    i = used
    while carry and i < words:
        before = into[i]
        into[i] = before - carry
        carry = before < carry
        i += 1


cdef inline void multiply(uint64_t *number, int words, uint64_t times) noexcept nogil:
    cdef int i
    cdef uint64_t carry = 0
    cdef wide here
    for i in range(words):
        here = <wide>number[i] * times + carry
        number[i], carry = <uint64_t>here, <uint64_t>(here >> 64)


cdef inline void gather(uint64_t *into, int words, const uint64_t *number, int used,
        uint64_t low, uint64_t high) noexcept nogil:
    """Add a number of `used` words times a number of two words."""
    cdef uint64_t one = 1
    add(into, words, number, used, low)
    if high:
        add(into + 1, words - 1, number, used if used < words else words - 1, high)
    if number[used - 1] >> 63 and used < words:
        take(into + used, words - used, &low, 1, one)
        if high and used + 1 < words:
            take(into + used + 1, words - used - 1, &high, 1, one)


cdef class Unions:
    """Distinct unions, each with its place."""

    cdef Table table

    def __init__(self, const uint64_t[::1] unions not None):
        cdef Py_ssize_t i, at
        if not make_room(&self.table, unions.shape[0]):
            raise MemoryError("no memory for the cards of several hands")
        for i in range(unions.shape[0]):
            at = seat(&self.table, unions[i] + 1)
            if self.table.tag[at] or unions[i] + 1 == 0:
                raise ValueError("the unions do not fit")
            enter(&self.table, at, unions[i] + 1)

    def __dealloc__(self):
        drop(&self.table)


cdef class Ends:
    """The hands that may end, the shortest first, those of a size by kind.

    left: how many cards of each rank there are without them.
    cards: hand after hand, how many of each rank it has. weights: w. kinds: of each hand.
    """

    cdef const uint8_t[::1] cards, kinds
    cdef const int64_t[::1] weights
    cdef int32_t[MOST_RANKS] left
    cdef uint8_t[MOST_RANKS] longest
    cdef int ranks, size, last_kind
    cdef Py_ssize_t count
    cdef array.array keys, sizes
    cdef const uint64_t[::1] key
    cdef const uint8_t[::1] size_of

    def __init__(self, const int32_t[::1] left not None, const uint8_t[::1] cards not None,
            const int64_t[::1] weights not None, const uint8_t[::1] kinds not None):
        cdef Py_ssize_t i, count = weights.shape[0]
        cdef int r, c, size, ranks = <int>left.shape[0], all_ = 0
        cdef uint64_t key
        cdef wide orders
        if not 1 <= ranks <= MOST_RANKS or not count or kinds.shape[0] != count \
                or cards.shape[0] != count * ranks:
            raise ValueError("the hands do not fit")
        for r in range(ranks):
            if not 0 <= left[r] <= MOST_CARDS:
                raise ValueError("the shoe does not fit")
            self.left[r], self.longest[r] = left[r], 0
            all_ += left[r]
        if all_ > MOST_CARDS:
            raise ValueError("the shoe does not fit")
        self.keys = array.clone(array.array("Q"), count, zero=False)
        self.sizes = array.clone(array.array("B"), count, zero=False)
        self.size = self.last_kind = 0
        for i in range(count):
            key, size, orders = 0, 0, <uint64_t>weights[i]
            for r in range(ranks):
                c = cards[i * ranks + r]
                if c > LONGEST or weights[i] < 1 or kinds[i] >= MOST_KINDS:
                    raise ValueError("the hands do not fit")
                size += c
                key |= <uint64_t>c << BITS * r
                self.longest[r] = max(self.longest[r], c)
                for c in range(left[r], left[r] - c, -1):
                    if c > 0 and orders > (<wide>1 << 127) // <uint64_t>c:
                        raise ValueError("the hands do not fit")
                    orders *= <uint64_t>max(c, 0)
            if size > LONGEST or (i and size < self.size) \
                    or (i and size == self.size and kinds[i] < kinds[i - 1]):
                raise ValueError("the hands do not fit")
            self.size, self.last_kind = size, max(self.last_kind, kinds[i])
            self.keys.data.as_ulonglongs[i], self.sizes.data.as_uchars[i] = key, size
        self.ranks, self.count = ranks, count
        self.cards, self.weights, self.kinds = cards, weights, kinds
        self.key, self.size_of = self.keys, self.sizes

    @property
    def longest_hand(self):
        """The most cards of a hand, L."""
        return self.size

    cdef bint deal(self, uint64_t key, int *there) noexcept nogil:
        """Find what is left of each rank beside a union; False where it cannot be dealt."""
        cdef int r
        cdef bint fits = not key >> BITS * self.ranks
        for r in range(self.ranks):
            there[r] = self.left[r] - <int>(key >> BITS * r & MOST)
            fits &= there[r] >= 0
        return fits

    cdef inline bint follows(self, Py_ssize_t end, const int *there) noexcept nogil:
        """Return whether a hand can be dealt beside a union."""
        cdef int r
        cdef const uint8_t *cards = &self.cards[end * self.ranks]
        for r in range(self.ranks):
            if cards[r] > there[r]:
                return False
        return True

    def beside(self, const uint64_t[::1] unions not None):
        """Return how many cards of each rank are left, union after union."""
        cdef Py_ssize_t i
        cdef int r
        cdef int[MOST_RANKS] there
        cdef array.array answer = array.clone(array.array("i"), unions.shape[0] * self.ranks,
            zero=False)
        for i in range(unions.shape[0]):
            if not self.deal(unions[i], there):
                raise ValueError("the unions do not fit")
            for r in range(self.ranks):
                answer.data.as_ints[i * self.ranks + r] = there[r]
        return answer

    def grown(self, const uint64_t[::1] unions not None):
        """Return the distinct unions of one of these and one more hand that the shoe has cards for.
        """
        cdef Table table
        cdef Py_ssize_t i, end, at
        cdef uint64_t tag
        cdef int r
        cdef int[MOST_RANKS] there
        cdef bint fits = True, room = True, interrupted = False
        cdef array.array answer
        cdef uint64_t[::1] found
        memset(&table, 0, sizeof(table))
        with nogil:
            for i in range(unions.shape[0]):
                if not i & 63 and is_interrupted():
                    interrupted = True
                    break
                fits &= self.deal(unions[i], there)
                for r in range(self.ranks):
                    fits &= (unions[i] >> BITS * r & MOST) + self.longest[r] <= MOST
                room = make_room(&table, self.count)
                if not fits or not room:
                    break
                for end in range(self.count):
                    if self.follows(end, there):
                        tag = unions[i] + self.key[end] + 1
                        at = seat(&table, tag)
                        if not table.tag[at]:
                            enter(&table, at, tag)
        if fits and room and not interrupted:
            answer = array.clone(array.array("Q"), table.count, zero=False)
            found = answer
            for at in range(table.buckets):
                if table.tag[at]:
                    found[table.number[at]] = table.tag[at] - 1
        drop(&table)
        if interrupted:
            raise_signal()
        if not room:
            raise MemoryError("no memory for the cards of several hands")
        if not fits:
            raise ValueError("the unions do not fit")
        return answer

    def before(self, const uint64_t[::1] unions not None, Unions after not None,
            const uint64_t[::1] values not None, int lanes, int powers, int words, int depth,
            const int32_t[::1] effects not None, int more, int wider):
        """Return the table of these unions, from that of the unions after them.

        values: the table of `after`, of so many lanes, powers and words a number. depth: D.
        effects: e, of each kind and lane, a coefficient for each of `more` powers.
        wider: the words of a number that is returned.
        """
        cdef Py_ssize_t each, count = unions.shape[0]
        cdef int64_t kinds = self.last_kind + 1
        if not 1 <= lanes <= MOST_LANES or not 1 <= powers or not 1 <= more \
                or not powers + more - 1 <= MOST_POWERS or not 1 <= words <= wider <= MOST_WORDS \
                or not 0 <= depth <= MOST_CARDS or effects.shape[0] != kinds * lanes * more \
                or after.table.count < 1 \
                or values.shape[0] != after.table.count * lanes * powers * words:
            raise ValueError("the tables do not fit")
        each = lanes * (powers + more - 1) * wider
        cdef array.array answer = array.clone(array.array("Q"), count * each, zero=True)
        cdef uint64_t[::1] found = answer
        cdef Py_ssize_t i
        cdef bint fits = True, interrupted = False
        cdef uint64_t *here = <uint64_t *>malloc(lanes * powers * wider * sizeof(uint64_t))
        if here == NULL:
            raise MemoryError("no memory for the cards of several hands")
        with nogil:
            for i in range(count):
                if not i & 15 and is_interrupted():
                    interrupted = True
                    break
                fits = self.sum(unions[i], &after.table, &values[0], lanes, powers, words, depth,
                    &effects[0], more, wider, here, &found[i * each])
                if not fits:
                    break
        free(here)
        if interrupted:
            raise_signal()
        if not fits:
            raise ValueError("the unions do not fit")
        return answer

    cdef bint sum(self, uint64_t union_, const Table *table, const uint64_t *values, int lanes,
            int powers, int words, int depth, const int32_t *effects, int more, int wider,
            uint64_t *here, uint64_t *found) noexcept nogil:
        """Sum over the hands beside one union; False where one is not in the table."""
        cdef wide[MOST_RANKS][LONGEST + 1] orders
        cdef wide weight
        cdef int[MOST_RANKS] there
        cdef int r, c, lane, power, size = 0, left = 0, rows = powers + more - 1
        cdef int effect
        cdef Py_ssize_t end = 0, first, at, place
        cdef const uint8_t *cards
        cdef const uint64_t *value
        cdef uint64_t *into
        cdef bint counts
        if not self.deal(union_, there):
            return False
        for r in range(self.ranks):
            left += there[r]
            orders[r][0] = 1
            for c in range(self.longest[r]):
                orders[r][c + 1] = orders[r][c] * <uint64_t>max(there[r] - c, 0)
        while size <= self.size:
            if size:
                c = left - (size - 1) - depth
                for power in range(lanes * rows):
                    multiply(found + power * wider, wider, <uint64_t>max(c, 1))
            while end < self.count and self.size_of[end] == size:
                first = end
                effect = 0
                for c in range(lanes * more):
                    effect |= effects[self.kinds[first] * lanes * more + c]
                while end < self.count and self.size_of[end] == size \
                        and self.kinds[end] == self.kinds[first]:
                    end += 1
                if not effect:
                    continue
                memset(here, 0, lanes * powers * wider * sizeof(uint64_t))
                for at in range(first, end):
                    if not (at - first) & (AHEAD - 1):
                        for c in range(<int>min(<Py_ssize_t>AHEAD, end - at)):
                            expect(table, union_ + self.key[at + c] + 1)
                    if not self.follows(at, there):
                        continue
                    place = seat(table, union_ + self.key[at] + 1)
                    if not table.tag[place]:
                        return False
                    cards = &self.cards[at * self.ranks]
                    weight = <uint64_t>self.weights[at]
                    for r in range(self.ranks):
                        if cards[r]:
                            weight *= orders[r][cards[r]]
                    value = values + <Py_ssize_t>table.number[place] * lanes * powers * words
                    for c in range(lanes * powers):
                        gather(here + c * wider, wider, value + c * words, words,
                            <uint64_t>weight, <uint64_t>(weight >> 64))
                for lane in range(lanes):
                    for c in range(more):
                        effect = effects[(self.kinds[first] * lanes + lane) * more + c]
                        for power in range(powers):
                            into = found + (lane * rows + power + c) * wider
                            value = here + (lane * powers + power) * wider
                            if effect > 0:
                                add(into, wider, value, wider, <uint64_t>effect)
                            elif effect < 0:
                                take(into, wider, value, wider, <uint64_t>-<int64_t>effect)
            size += 1
        return True
