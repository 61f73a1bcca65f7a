"""Rounds that are dealt one after the other from one shoe: in how many of its orders one begins
after so many cards, and what those win.

With weights x for the ranks, W_k(x) is the sum of all rounds of k cards, G_k(x) that of what they
win. Rounds that begin after t cards are U_t = sum over k of W_k U_(t - k), U_0 = 1. A term x^m with
m_r cards of each rank is met in a shoe of n_r cards in the share

    product over r of (n_r)_(m_r) / (N)_(m_1 + m_2 + ...),   (n)_k = n (n - 1) ...

The sum of these shares over the terms of U_t, and of U_t G_k, is a sum over points x. The last rank
has weight 1. For the others x_r = c y_r with y_r among the q-th roots of unity, q above each n_r,
and c among the first powers of a root z of order q C, q C above the cards of the last rank: so

    sum over c, y of x^(m - m') is 0 for m other than m' in each term with as many cards.

There the shares are coefficients of the product over r of sum over j of (n_r)_j (v / x_r)^j. All is
found modulo a prime; products of residues are summed in two words, then reduced after Montgomery.
"""

from cpython cimport array
import array
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from guards cimport is_interrupted, raise_signal

cdef extern from *:
    ctypedef unsigned long long wide "unsigned __int128"

cdef enum:
    BITS = 6
    MASK = 63
    MOST_RANKS = 9
    MOST_NODES = 32            # q; so many products are summed before they are reduced
    MOST_SIZES = 32            # from the shortest round to the longest
    MOST_CARDS = 416
    PRIME_BITS = 59

cdef struct Field:
    uint64_t p, inverse        # -1 / p modulo 2^64
    uint64_t square            # 2^128 modulo p


cdef inline uint64_t reduced(const Field *f, wide sum_) noexcept nogil:
    """Return a sum of up to 32 products over 2^64."""
    cdef uint64_t m = <uint64_t>sum_ * f.inverse
    cdef uint64_t found = <uint64_t>((sum_ + <wide>m * f.p) >> 64)
    return found - f.p if found >= f.p else found


cdef inline uint64_t times(const Field *f, uint64_t a, uint64_t b) noexcept nogil:
    return reduced(f, <wide>a * b)


cdef uint64_t power(const Field *f, uint64_t a, uint64_t exponent) noexcept nogil:
    """Return a power; both times 2^64."""
    cdef uint64_t found = times(f, 1, f.square)
    while exponent:
        if exponent & 1:
            found = times(f, found, a)
        a = times(f, a, a)
        exponent >>= 1
    return found


cdef inline uint64_t residue(const Field *f, int64_t number) noexcept nogil:
    """Return a number modulo the prime."""
    cdef uint64_t size = (0 - <uint64_t>number if number < 0 else <uint64_t>number) % f.p
    return f.p - size if number < 0 and size else size


cdef struct Level:
    Py_ssize_t count           # rows: what is left of the cards after some ranks have weights
    int64_t *first             # of each row the first of the level before that leads to it
    uint64_t *key              # and its cards
    uint8_t *low               # its least number of cards,
    uint8_t *span              # and how many numbers
    int64_t *place             # where its coefficients stand, those of W and those of G
    Py_ssize_t size            # of all


cdef struct Walk:
    Field field
    uint64_t one               # 2^64
    uint64_t root              # z, times 2^64
    uint64_t *room
    uint64_t *value[MOST_RANKS + 1]    # of each level, times 2^64
    uint64_t *share[MOST_RANKS + 1]    # of each level the coefficients of v
    uint64_t *over             # 1 / (N)_t, times 2^64
    uint64_t *left             # what begins after so many cards: U
    uint64_t *shares           # of a point: coefficients of v over (N)_t
    uint64_t[MOST_NODES * MOST_NODES] node     # y_j^e, times 2^64
    uint64_t[MOST_NODES * MOST_NODES] back     # y_j^-e
    uint64_t[MOST_RANKS * MOST_NODES] orders   # (n_r)_e c^-e, times 2^64
    wide *begun
    wide *won
    int waiting                # points that were summed without a reduction


cdef class Rounds:
    """All rounds that are dealt from one shoe.

    limits: how many cards there are of each rank but the last. last: how many of the last.
    keys: of each term its cards without those of the last rank, ascending, six bits a rank.
    sizes: and with them. weights, nets: its coefficients in W and in G. A key has its terms in the
        order of their sizes.
    starts: no round begins after more cards.
    """

    cdef Level[MOST_RANKS + 1] level
    cdef int32_t[MOST_RANKS] limits
    cdef int ranks, nodes, turns, last, starts, cards, shortest, longest
    cdef const uint8_t[::1] sizes
    cdef const int64_t[::1] weights, nets
    cdef Py_ssize_t terms
    cdef int64_t *row_of           # of each term

    def __init__(self, const int32_t[::1] limits not None, int last,
            const uint64_t[::1] keys not None, const uint8_t[::1] sizes not None,
            const int64_t[::1] weights not None, const int64_t[::1] nets not None, int starts):
        cdef Py_ssize_t i, count = keys.shape[0]
        cdef int r, d, held
        self.ranks, self.last, self.cards, self.terms = <int>limits.shape[0], last, last, count
        if not 1 <= self.ranks <= MOST_RANKS or not 0 <= last <= MOST_CARDS or not count:
            raise ValueError("the shoe does not fit")
        self.nodes = 1
        for r in range(self.ranks):
            if not 0 <= limits[r] < MOST_NODES:
                raise ValueError("the shoe does not fit")
            self.limits[r] = limits[r]
            self.nodes = max(self.nodes, limits[r] + 1)
            self.cards += limits[r]
        self.turns = last // self.nodes + 1
        if sizes.shape[0] != count or weights.shape[0] != count or nets.shape[0] != count:
            raise ValueError("the rounds do not fit")
        self.shortest, self.longest = MOST_CARDS, 0
        for i in range(count):
            held = 0
            for r in range(self.ranks):
                d = <int>(keys[i] >> BITS * r & MASK)
                held += d
                if d > limits[r]:
                    raise ValueError("the rounds do not fit")
            if keys[i] >> BITS * self.ranks or not max(held, 1) <= sizes[i] <= held + last:
                raise ValueError("the rounds do not fit")
            if i and (keys[i] < keys[i - 1] or (keys[i] == keys[i - 1]
                    and sizes[i] <= sizes[i - 1])):
                raise ValueError("the rounds do not fit")
            self.shortest = min(self.shortest, sizes[i])
            self.longest = max(self.longest, sizes[i])
        if self.longest - self.shortest >= MOST_SIZES or not 0 <= starts \
                or starts + self.longest > self.cards:
            raise ValueError("the rounds do not fit")
        self.sizes, self.weights, self.nets, self.starts = sizes, weights, nets, starts
        self.row_of = <int64_t *>malloc(count * sizeof(int64_t))
        if self.row_of == NULL or not self.group(0, count):
            raise MemoryError("no memory for the rounds of a shoe")
        self.enter_terms(keys)
        for d in range(1, self.ranks + 1):
            if not self.group(d, self.level[d - 1].count):
                raise MemoryError("no memory for the rounds of a shoe")
            self.enter_rows(d)
        if self.level[self.ranks].count != 1:
            raise ValueError("the rounds do not fit")

    def __dealloc__(self):
        cdef int d
        free(self.row_of)
        for d in range(MOST_RANKS + 1):
            free(self.level[d].first)
            free(self.level[d].key)
            free(self.level[d].low)
            free(self.level[d].span)
            free(self.level[d].place)

    @property
    def order(self):
        """q C."""
        return self.turns * self.nodes

    @property
    def parts(self):
        """In how many parts the points are looked at."""
        return self.turns * self.nodes

    cdef bint group(self, int d, Py_ssize_t most) noexcept:
        cdef Level *level = &self.level[d]
        level.first = <int64_t *>malloc((most + 1) * sizeof(int64_t))
        level.key = <uint64_t *>malloc(most * sizeof(uint64_t))
        level.low = <uint8_t *>malloc(most)
        level.span = <uint8_t *>malloc(most)
        level.place = <int64_t *>malloc(most * sizeof(int64_t))
        level.count = level.size = 0
        return level.first != NULL and level.key != NULL and level.low != NULL \
            and level.span != NULL and level.place != NULL

    cdef void enter_terms(self, const uint64_t[::1] keys) noexcept:
        """Make the rows of the first level: terms with the same cards of all ranks but the last."""
        cdef Level *level = &self.level[0]
        cdef Py_ssize_t i, row = -1
        for i in range(self.terms):
            if not i or keys[i] != keys[i - 1]:
                row += 1
                level.key[row], level.low[row], level.first[row] = keys[i], self.sizes[i], i
            level.span[row] = self.sizes[i] - level.low[row] + 1
            self.row_of[i] = row
        level.count = row + 1
        level.first[level.count] = self.terms
        self.lay_out(level)

    cdef void enter_rows(self, int d) noexcept:
        """Make the rows of a level: rows of the one before that differ in one rank alone."""
        cdef Level *before = &self.level[d - 1]
        cdef Level *level = &self.level[d]
        cdef Py_ssize_t i, row = -1
        cdef int end
        for i in range(before.count):
            if not i or before.key[i] >> BITS != before.key[i - 1] >> BITS:
                row += 1
                level.key[row], level.first[row] = before.key[i] >> BITS, i
                level.low[row], level.span[row] = before.low[i], before.span[i]
            else:
                end = max(level.low[row] + level.span[row], before.low[i] + before.span[i])
                level.low[row] = min(level.low[row], before.low[i])
                level.span[row] = end - level.low[row]
        level.count = row + 1
        level.first[level.count] = before.count
        self.lay_out(level)

    cdef void lay_out(self, Level *level) noexcept:
        cdef Py_ssize_t row
        level.size = 0
        for row in range(level.count):
            level.place[row] = level.size
            level.size += 2 * level.span[row]

    def sums(self, uint64_t prime, uint64_t root, int part):
        """Return of each start, modulo a prime, the share of rounds that begin there, and what they
        win: a sum over some of the points. The sum of all parts is the answer.

        root: z, of order q C.
        """
        cdef Field f
        cdef int _
        cdef array.array answer = array.clone(array.array("Q"), 2 * (self.starts + 1), zero=True)
        cdef uint64_t[::1] found = answer
        if not MOST_CARDS < prime < <uint64_t>1 << PRIME_BITS or not prime & 1 \
                or not 0 < root < prime or not 0 <= part < self.parts:
            raise ValueError("the prime does not fit")
        f.p, f.inverse = prime, 1
        for _ in range(6):
            f.inverse *= 2 - prime * f.inverse
        f.inverse = 0 - f.inverse
        f.square = <uint64_t>((<wide>0 - prime) % prime)     # 2^128
        if power(&f, times(&f, root, f.square), self.nodes * self.turns) != times(&f, 1, f.square):
            raise ValueError("the prime does not fit")
        cdef Walk walk
        cdef bint interrupted = False
        if not self.begin(&walk, &f, root):
            raise MemoryError("no memory for the rounds of a shoe")
        with nogil:
            interrupted = self.walk_part(&walk, part, &found[0])
        free(walk.room)
        if interrupted:
            raise_signal()
        return answer

    cdef bint begin(self, Walk *walk, const Field *f, uint64_t root) noexcept:
        """Make room, and what is the same at all points; False where memory does not suffice."""
        cdef Py_ssize_t size = 0, wides = 2 * (self.starts + 1)
        cdef int d, j, e, t, most = self.starts + self.longest + 1
        cdef uint64_t y, here
        for d in range(self.ranks + 1):
            size += self.level[d].size + most
        walk.field = f[0]
        walk.room = <uint64_t *>malloc((2 * wides + size + 3 * most) * sizeof(uint64_t))
        if walk.room == NULL:
            return False
        walk.begun = <wide *>walk.room
        walk.won = walk.begun + self.starts + 1
        memset(walk.room, 0, 2 * wides * sizeof(uint64_t))
        cdef uint64_t *at = walk.room + 2 * wides
        for d in range(self.ranks + 1):
            walk.value[d] = at
            walk.share[d] = at + self.level[d].size
            at += self.level[d].size + most
        walk.over, walk.left, walk.shares = at, at + most, at + 2 * most
        walk.one, walk.waiting = times(f, 1, f.square), 0
        walk.root = times(f, root, f.square)
        y = power(f, walk.root, self.turns)
        for j in range(self.nodes):
            here = power(f, y, j)
            for e in range(self.nodes):
                walk.node[j * self.nodes + e] = power(f, here, e)
                walk.back[j * self.nodes + e] = power(f, here, self.nodes - e)
        here = walk.one
        for t in range(most):
            walk.over[t] = power(f, here, f.p - 2)
            here = times(f, here, times(f, <uint64_t>(self.cards - t), f.square))
        return True

    cdef bint walk_part(self, Walk *walk, int part, uint64_t *found) noexcept nogil:
        """Sum over the points of a part; return whether it was interrupted."""
        cdef const Field *f = &walk.field
        cdef Py_ssize_t i, row, row_place
        cdef int r, e, t, held, span, most = self.starts + self.longest + 1
        cdef uint64_t c, back, here, falling
        cdef uint64_t key
        cdef bint interrupted
        c = power(f, walk.root, part // self.nodes)
        back = power(f, c, self.nodes * self.turns - 1)
        for r in range(self.ranks):
            here = falling = walk.one
            for e in range(self.nodes):
                walk.orders[r * MOST_NODES + e] = times(f, here, falling)
                here = times(f, here, back)
                falling = times(f, falling,
                    times(f, <uint64_t>max(self.limits[r] - e, 0), f.square))
        memset(walk.value[0], 0, self.level[0].size * sizeof(uint64_t))
        for i in range(self.terms):
            row = self.row_of[i]
            key, held = self.level[0].key[row], 0
            for r in range(self.ranks):
                held += <int>(key >> BITS * r & MASK)
            here = power(f, c, held)
            span = self.level[0].span[row]
            row_place = self.level[0].place[row] + self.sizes[i] - self.level[0].low[row]
            walk.value[0][row_place] = times(f, here,
                times(f, residue(f, self.weights[i]), f.square))
            walk.value[0][row_place + span] = times(f, here,
                times(f, residue(f, self.nets[i]), f.square))
        falling = 1
        for t in range(most):
            walk.share[0][t] = falling
            falling = times(f, falling, times(f, <uint64_t>max(self.last - t, 0), f.square))
        self.weigh(walk, 0, part % self.nodes)
        interrupted = self.descend(walk, 1)
        self.settle(walk, found)
        # all were divided by 2^64 once
        here = power(f, times(f, <uint64_t>self.turns, f.square), f.p - 2)
        c = power(f, times(f, <uint64_t>self.nodes, f.square), f.p - 2)
        here = times(f, here, power(f, c, self.ranks))
        for t in range(2 * (self.starts + 1)):
            found[t] = times(f, times(f, found[t], f.square), here)
        return interrupted

    cdef bint descend(self, Walk *walk, int d) noexcept nogil:
        """Sum over the points that differ in the ranks from `d` on."""
        cdef int j
        if d == self.ranks:
            self.add_point(walk)
            return False
        if d < self.ranks - 3 and is_interrupted():
            return True
        for j in range(self.nodes):
            self.weigh(walk, d, j)
            if self.descend(walk, d + 1):
                return True
        return False

    cdef void weigh(self, Walk *walk, int d, int j) noexcept nogil:
        """Give a rank its weight: rows of the level from those of the one before."""
        cdef const Field *f = &walk.field
        cdef const Level *before = &self.level[d]
        cdef const Level *level = &self.level[d + 1]
        cdef const uint64_t *node = walk.node + j * self.nodes
        cdef const uint64_t *value
        cdef uint64_t *into
        cdef uint64_t weight
        cdef wide[2 * MOST_SIZES] sums
        cdef uint64_t[MOST_NODES] shares
        cdef wide sum_
        cdef Py_ssize_t row, i
        cdef int k, span, here, shift, e, t, most = self.starts + self.longest + 1
        for row in range(level.count):
            span = level.span[row]
            memset(sums, 0, 2 * span * sizeof(wide))
            for i in range(level.first[row], level.first[row + 1]):
                weight, here = node[before.key[i] & MASK], before.span[i]
                shift = before.low[i] - level.low[row]
                value = walk.value[d] + before.place[i]
                for k in range(here):
                    sums[shift + k] += <wide>value[k] * weight
                for k in range(here):
                    sums[span + shift + k] += <wide>value[here + k] * weight
            into = walk.value[d + 1] + level.place[row]
            for k in range(2 * span):
                into[k] = reduced(f, sums[k])
        for e in range(self.limits[d] + 1):
            shares[e] = times(f, walk.orders[d * MOST_NODES + e], walk.back[j * self.nodes + e])
        value, into = walk.share[d], walk.share[d + 1]
        for t in range(most):
            sum_ = 0
            for e in range(min(t, self.limits[d]) + 1):
                sum_ += <wide>value[t - e] * shares[e]
            into[t] = reduced(f, sum_)

    cdef void add_point(self, Walk *walk) noexcept nogil:
        """Add what rounds come to at a point."""
        cdef const Field *f = &walk.field
        cdef const Level *level = &self.level[self.ranks]
        cdef const uint64_t *w = walk.value[self.ranks]
        cdef const uint64_t *share = walk.share[self.ranks]
        cdef int t, i, low = level.low[0], span = level.span[0]
        cdef const uint64_t *g = w + span
        cdef wide sum_
        for t in range(self.starts + self.longest + 1):
            walk.shares[t] = times(f, share[t], walk.over[t])
        walk.left[0] = 1
        for t in range(1, self.starts + 1):
            sum_ = 0
            for i in range(min(span, t - low + 1)):
                sum_ += <wide>w[i] * walk.left[t - low - i]
            walk.left[t] = reduced(f, sum_)
        for t in range(self.starts + 1):
            sum_ = 0
            for i in range(span):
                sum_ += <wide>g[i] * walk.shares[t + low + i]
            walk.begun[t] += <wide>walk.left[t] * walk.shares[t]
            walk.won[t] += <wide>walk.left[t] * reduced(f, sum_)
        walk.waiting += 1
        if walk.waiting == MOST_NODES - 1:
            self.reduce_sums(walk)

    cdef void reduce_sums(self, Walk *walk) noexcept nogil:
        """Bring the sums below the prime; they stay as they are modulo it."""
        cdef int t
        for t in range(self.starts + 1):
            walk.begun[t] %= walk.field.p
            walk.won[t] %= walk.field.p
        walk.waiting = 0

    cdef void settle(self, Walk *walk, uint64_t *found) noexcept nogil:
        cdef int t
        for t in range(self.starts + 1):
            found[t] = reduced(&walk.field, walk.begun[t])
            found[self.starts + 1 + t] = reduced(&walk.field, walk.won[t])
