"""Hands that are dealt from one shoe, one after the other, by the union of their cards.

A union U is a number, six bits a rank. A table has for each union the coefficients of a polynomial
in z, each of some words, the lower first, a negative one as its complement: what follows the cards
of U, V(U), times (n)_D, where n cards are left beside U and (n)_k is n (n - 1) ..., with 1 in the
place of a factor below 1. A hand that ends with m cards M, of which w orders are played so, is of a
kind, and the kind has a polynomial e. What follows the cards without that hand is then, times
(n)_(D + L), L being the most cards of a hand,

    sum over M: e w product over r of (n_r)_(cards of r in M) x (n - m - D)_(L - m) x V(U + M)

summed by Horner's rule in m. w (n_r)_... is below 2^127. The last hand comes with the cards that
the dealer draws, and V is 1. There the sum is taken rank by rank: what is left of the cards M after
some ranks is met for many M, and what it comes to for many U, which ascend.
"""

from cpython cimport array
import array
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from guards cimport is_interrupted, raise_signal
from table cimport Table, drop, enter, expect, make_room, seat

cdef extern from *:
    ctypedef unsigned long long wide "unsigned __int128"

cdef enum:
    BITS = 6
    MOST = 63                  # cards of a rank in a union
    MOST_RANKS = 10
    MOST_CARDS = 416           # in a shoe
    LONGEST = 24               # cards of a hand
    MOST_KINDS = 128
    MOST_POWERS = 80
    MOST_WORDS = 32
    AHEAD = 8                  # hands whose memory is asked for before they are looked up
    FEW_BITS = 5               # a rank of the last hand and the dealer's cards together
    FEW = 31
    SIZE = 50                  # where the number of cards stands beside them
    KIND = 55                  # and where the kind does


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


cdef inline void add_three(uint64_t *into, const uint64_t *number, uint64_t times) noexcept nogil:
    """Add a number of three words times a word, as `add` does, twice as fast."""
    cdef wide here = <wide>number[0] * times + into[0]
    into[0] = <uint64_t>here
    here = <wide>number[1] * times + into[1] + <uint64_t>(here >> 64)
    into[1] = <uint64_t>here
    into[2] += number[2] * times + <uint64_t>(here >> 64)


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
            const uint64_t[::1] values not None, int powers, int words, int depth,
            const int32_t[::1] effects not None, int more, int wider):
        """Return the table of these unions, from that of the unions after them.

        values: the table of `after`, of so many powers, and words a coefficient. depth: D.
        effects: e, of each kind a coefficient for each of `more` powers.
        wider: the words of a coefficient that is returned.
        """
        cdef Py_ssize_t each, count = unions.shape[0]
        cdef int64_t kinds = self.last_kind + 1
        if not 1 <= powers <= MOST_POWERS or not 1 <= more <= MOST_POWERS \
                or not powers + more - 1 <= MOST_POWERS or not 1 <= words <= wider <= MOST_WORDS \
                or not 0 <= depth <= MOST_CARDS or effects.shape[0] != kinds * more \
                or after.table.count < 1 or values.shape[0] != after.table.count * powers * words:
            raise ValueError("the tables do not fit")
        each = (powers + more - 1) * wider
        cdef array.array answer = array.clone(array.array("Q"), count * each, zero=True)
        cdef uint64_t[::1] found = answer
        cdef uint64_t[MOST_POWERS * MOST_WORDS] here
        cdef Py_ssize_t i
        cdef bint fits = True, interrupted = False
        with nogil:
            for i in range(count):
                if not i & 15 and is_interrupted():
                    interrupted = True
                    break
                fits = self.sum(unions[i], &after.table, &values[0], powers, words, depth,
                    &effects[0], more, wider, here, &found[i * each])
                if not fits:
                    break
        if interrupted:
            raise_signal()
        if not fits:
            raise ValueError("the unions do not fit")
        return answer

    cdef bint sum(self, uint64_t union_, const Table *table, const uint64_t *values, int powers,
            int words, int depth, const int32_t *effects, int more, int wider, uint64_t *here,
            uint64_t *found) noexcept nogil:
        """Sum over the hands beside one union; False where one is not in the table."""
        cdef wide[MOST_RANKS][LONGEST + 1] orders
        cdef wide weight
        cdef int[MOST_RANKS] there
        cdef int r, c, kind, power, size = 0, left = 0
        cdef Py_ssize_t end = 0, first, at, place
        cdef const uint8_t *cards
        cdef const uint64_t *value
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
                for power in range(powers + more - 1):
                    multiply(found + power * wider, wider, <uint64_t>max(c, 1))
            while end < self.count and self.size_of[end] == size:
                first, kind = end, self.kinds[end]
                while end < self.count and self.size_of[end] == size and self.kinds[end] == kind:
                    end += 1
                memset(here, 0, powers * wider * sizeof(uint64_t))
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
                    value = values + <Py_ssize_t>table.number[place] * powers * words
                    for power in range(powers):
                        gather(here + power * wider, wider, value + power * words, words,
                            <uint64_t>weight, <uint64_t>(weight >> 64))
                effect(found, wider, here, powers, effects + kind * more, more)
            size += 1
        return True


cdef void effect(uint64_t *found, int words, const uint64_t *here, int powers,
        const int32_t *effects, int more) noexcept nogil:
    """Add a polynomial times that of a kind."""
    cdef int c, power
    cdef int64_t times
    for c in range(more):
        times = effects[c]
        for power in range(powers):
            if times > 0:
                add(found + (power + c) * words, words, here + power * words, words,
                    <uint64_t>times)
            elif times < 0:
                take(found + (power + c) * words, words, here + power * words, words,
                    <uint64_t>-times)


cdef struct Level:
    int32_t *onward            # of each entry, that without the cards of a rank
    uint8_t *drawn             # the cards of that rank
    Py_ssize_t count


cdef class Last:
    """The last hand, together with the cards that the dealer draws to end in one column.

    finishes: these cards, as unions. weights: in how many orders they are drawn.
    """

    cdef Ends ends
    cdef Level[MOST_RANKS] level
    cdef uint64_t *weight      # of the entries of the first level, two words each
    cdef uint64_t *sum_tag     # of those after the last: the number of cards, and the kind
    cdef Py_ssize_t sums
    cdef int most

    def __init__(self, Ends ends not None, const uint64_t[::1] finishes not None,
            const int64_t[::1] weights not None):
        cdef Table now, later
        cdef Py_ssize_t end, i, at, seats
        cdef int r, c, size
        cdef uint64_t tag, key
        cdef wide here
        cdef uint64_t *larger
        cdef bint fits = finishes.shape[0] == weights.shape[0], room = True
        memset(&now, 0, sizeof(now))
        self.ends, self.most, self.sums = ends, 0, 0
        for i in range(finishes.shape[0]):
            fits = fits and weights[i] > 0 and not finishes[i] >> BITS * ends.ranks
        if not fits:
            raise ValueError("the hands do not fit")
        seats = 0
        for end in range(ends.count):
            for i in range(finishes.shape[0]):
                key = ends.key[end] + finishes[i]
                tag, size = 0, 0
                for r in range(ends.ranks):
                    c = <int>(key >> BITS * r & MOST)
                    fits &= c <= FEW
                    tag |= <uint64_t>c << FEW_BITS * r
                    size += c
                fits &= size <= FEW
                tag |= <uint64_t>size << SIZE | <uint64_t>ends.kinds[end] << KIND
                room = room and make_room(&now, 1)
                if not fits or not room:
                    break
                at = seat(&now, tag + 1)
                if not now.tag[at]:
                    if now.count == seats:
                        seats = max(2 * seats, 1024)
                        larger = <uint64_t *>realloc(self.weight, 16 * seats)
                        if larger == NULL:
                            room = False
                            break
                        self.weight = larger
                    enter(&now, at, tag + 1)
                    self.weight[2 * (now.count - 1)] = self.weight[2 * (now.count - 1) + 1] = 0
                here = <wide><uint64_t>ends.weights[end] * <uint64_t>weights[i]
                gather(&self.weight[2 * now.number[at]], 2, <uint64_t *>&here, 2, 1, 0)
                self.most = max(self.most, size)
        for r in range(ends.ranks - 1, -1, -1):
            if not fits or not room:
                break
            memset(&later, 0, sizeof(later))
            self.level[r].count = now.count
            self.level[r].onward = <int32_t *>malloc(now.count * sizeof(int32_t) + 1)
            self.level[r].drawn = <uint8_t *>malloc(now.count + 1)
            room = self.level[r].onward != NULL and self.level[r].drawn != NULL \
                and make_room(&later, now.count)
            for i in range(now.buckets if room else 0):
                if now.tag[i]:
                    tag = now.tag[i] - 1
                    c = <int>(tag >> FEW_BITS * r & FEW)
                    tag ^= <uint64_t>c << FEW_BITS * r
                    at = seat(&later, tag + 1)
                    if not later.tag[at]:
                        enter(&later, at, tag + 1)
                    self.level[r].onward[now.number[i]] = later.number[at]
                    self.level[r].drawn[now.number[i]] = <uint8_t>c
            drop(&now)
            now = later
        if fits and room:
            self.sums = now.count
            self.sum_tag = <uint64_t *>malloc(now.count * sizeof(uint64_t) + 1)
            room = self.sum_tag != NULL
            for i in range(now.buckets if room else 0):
                if now.tag[i]:
                    self.sum_tag[now.number[i]] = now.tag[i] - 1
        drop(&now)
        if not room:
            raise MemoryError("no memory for the cards of several hands")
        if not fits:
            raise ValueError("the hands do not fit")

    def __dealloc__(self):
        cdef int r
        for r in range(MOST_RANKS):
            free(self.level[r].onward)
            free(self.level[r].drawn)
        free(self.weight)
        free(self.sum_tag)

    def before(self, const uint64_t[::1] unions not None, int depth,
            const int32_t[::1] effects not None, int more, int words):
        """Return the table of these unions, in ascending order.

        depth: D + L, the factors of the scale. effects: e, of each kind a coefficient for each of
        `more` powers. words: of a coefficient.
        """
        cdef Py_ssize_t i, all_ = self.sums, count = unions.shape[0]
        cdef int r, ranks = self.ends.ranks, from_
        cdef int64_t kinds = self.ends.last_kind + 1
        if not 1 <= more <= MOST_POWERS or not 3 <= words <= MOST_WORDS \
                or not self.most <= depth <= MOST_CARDS or effects.shape[0] != kinds * more:
            raise ValueError("the tables do not fit")
        cdef array.array answer = array.clone(array.array("Q"), count * more * words, zero=True)
        cdef uint64_t[::1] found = answer
        cdef uint64_t *value[MOST_RANKS + 1]
        cdef int[MOST_RANKS] there
        cdef bint fits = True, interrupted = False
        for r in range(ranks):
            all_ += self.level[r].count
        cdef uint64_t *room = <uint64_t *>malloc(all_ * words * sizeof(uint64_t) + 1)
        if room == NULL:
            raise MemoryError("no memory for the cards of several hands")
        value[0] = room        # after the last rank
        all_ = self.sums
        for r in range(ranks):
            value[r + 1] = room + all_ * words
            all_ += self.level[r].count
        with nogil:
            memset(value[ranks], 0, self.level[ranks - 1].count * words * sizeof(uint64_t))
            for i in range(self.level[ranks - 1].count):
                value[ranks][i * words] = self.weight[2 * i]
                value[ranks][i * words + 1] = self.weight[2 * i + 1]
            for i in range(count):
                if not i & 15 and is_interrupted():
                    interrupted = True
                    break
                fits = self.ends.deal(unions[i], there) and (not i or unions[i] > unions[i - 1])
                if not fits:
                    break
                from_ = ranks - 1
                while i and from_ and unions[i] >> BITS * from_ == unions[i - 1] >> BITS * from_:
                    from_ -= 1
                for r in range(from_, -1, -1):
                    fits &= self.draw(r, there[r], value[r + 1], value[r], words,
                        self.sums if not r else self.level[r - 1].count)
                self.add_up(there, value[0], depth, &effects[0], more, words,
                    &found[i * more * words])
        free(room)
        if interrupted:
            raise_signal()
        if not fits:
            raise ValueError("the unions do not fit")
        return answer

    cdef bint draw(self, int r, int there, const uint64_t *value, uint64_t *into, int words,
            Py_ssize_t count) noexcept nogil:
        """Sum over the cards of a rank; False where their orders are too many."""
        cdef wide[FEW + 1] orders
        cdef Py_ssize_t i
        cdef int c, last = FEW
        cdef bint fits = True
        orders[0] = 1
        for c in range(FEW):
            if there - c > 1 and orders[c] > (<wide>1 << 127) // <uint64_t>(there - c) and c < last:
                last = c
            orders[c + 1] = orders[c] * <uint64_t>max(there - c, 0)
        memset(into, 0, count * words * sizeof(uint64_t))
        for i in range(self.level[r].count):
            c = self.level[r].drawn[i]
            fits &= c <= last
            if orders[c] >> 64:
                gather(into + self.level[r].onward[i] * <Py_ssize_t>words, words,
                    value + i * words, words, <uint64_t>orders[c], <uint64_t>(orders[c] >> 64))
            elif words == 3:
                add_three(into + 3 * <Py_ssize_t>self.level[r].onward[i], value + 3 * i,
                    <uint64_t>orders[c])
            else:
                add(into + self.level[r].onward[i] * <Py_ssize_t>words, words,
                    value + i * words, words, <uint64_t>orders[c])
        return fits

    cdef void add_up(self, const int *there, const uint64_t *value, int depth,
            const int32_t *effects, int more, int words, uint64_t *found) noexcept nogil:
        """Sum over the numbers of cards, and the kinds."""
        cdef int r, size, power, left = 0, here
        cdef Py_ssize_t i
        for r in range(self.ends.ranks):
            left += there[r]
        for size in range(depth + 1):
            if size:
                here = left - (size - 1)
                for power in range(more):
                    multiply(found + power * words, words, <uint64_t>max(here, 1))
            for i in range(self.sums):
                if <int>(self.sum_tag[i] >> SIZE & FEW) == size:
                    effect(found, words, value + i * words, 1,
                        effects + <int>(self.sum_tag[i] >> KIND) * more, more)
