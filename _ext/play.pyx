"""Rounds in batches: cards dealt at random, decisions looked up by what is seen, and the ends that the rounds come to.

A round's cards stand as one mask a zone, in the order of the play. A node is a place in the tree of the player's actions.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from choices cimport Choice, two_bytes
from hands cimport low_bit
from program cimport MAX_PARTS, Program, column_of, load, union_of
from suits cimport MAX_ROLES, canonical, factorial, suits_of

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define combin_soon(address) __builtin_prefetch(address)
    #else
    #define combin_soon(address) ((void)(address))
    #endif
    """
    void soon "combin_soon" (const void *address) noexcept nogil

cdef enum:
    AHEAD = 128                # look-ups that are under way at the same time


# --- Dealing -----------------------------------------------------------------------------------------------------------

cdef struct Random:        # xoshiro256** 1.0 of Blackman and Vigna, its four words filled by their splitmix64
    uint64_t word[4]
    uint64_t half          # 32 bits not yet used, where `halves`
    bint halves


cdef inline uint64_t splitmix(uint64_t *state) noexcept nogil:
    cdef uint64_t z
    state[0] += 0x9E3779B97F4A7C15u
    z = state[0]
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu
    return z ^ (z >> 31)


cdef void seeded(Random *r, uint64_t seed, uint64_t block) noexcept nogil:
    """Start the stream of one block; streams of different blocks start from unrelated words."""
    cdef uint64_t state = seed
    cdef int i
    state = splitmix(&state) ^ block
    state = splitmix(&state)
    for i in range(4):
        r.word[i] = splitmix(&state)
    r.halves = False


cdef inline uint64_t rotated(uint64_t x, int by) noexcept nogil:
    return (x << by) | (x >> (64 - by))


cdef inline uint64_t next_word(Random *r) noexcept nogil:
    cdef uint64_t *s = r.word
    cdef uint64_t result = rotated(s[1] * 5, 7) * 9, t = s[1] << 17
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotated(s[3], 45)
    return result


cdef inline uint64_t next_half(Random *r) noexcept nogil:
    cdef uint64_t word
    if r.halves:
        r.halves = False
        return r.half
    word = next_word(r)
    r.half, r.halves = word & 0xFFFFFFFFu, True
    return word >> 32


cdef inline int below(Random *r, uint32_t n) noexcept nogil:
    """Return one of 0 .. n - 1, each exactly as likely (Lemire's way: the few products that would favour some are rejected)."""
    cdef uint64_t product = next_half(r) * n
    cdef uint32_t uneven
    if <uint32_t>product < n:
        uneven = (0u - n) % n
        while <uint32_t>product < uneven:
            product = next_half(r) * n
    return <int>(product >> 32)


def deal(uint64_t seed, uint64_t block, const uint8_t[::1] deck, const int64_t[::1] sizes, uint8_t[::1] cards,
         uint64_t[::1] masks):
    """Deal rounds from whole, freshly shuffled decks; the same seed and block always give the same cards.

    sizes: the cards of each zone. cards: (OUT) each round's cards as dealt. masks: (OUT) one a zone of each round.
    """
    cdef uint8_t pack[64]
    cdef Random r
    cdef Py_ssize_t i, n, zones = sizes.shape[0]
    cdef int z, k, _, at, other, total = 0, count = <int>deck.shape[0]
    cdef uint8_t card
    cdef uint64_t mask
    for z in range(zones):
        total += <int>sizes[z]
    n = masks.shape[0] // zones
    if masks.shape[0] != n * zones or cards.shape[0] != n * total or total > count or count > 64:
        raise ValueError("cards, zones and rounds do not fit")
    for k in range(count):
        pack[k] = deck[k]
    with nogil:
        seeded(&r, seed, block)
        # A shuffle of the first cards makes every order as likely, in whichever order the pack was before.
        for i in range(n):
            at = 0
            for z in range(zones):
                mask = 0
                for _ in range(sizes[z]):
                    other = at + below(&r, count - at)
                    card = pack[other]
                    pack[other] = pack[at]
                    pack[at] = card
                    cards[i * total + at] = card
                    mask |= <uint64_t>1 << card
                    at += 1
                masks[i * zones + z] = mask


# --- Deciding ----------------------------------------------------------------------------------------------------------


def seen(const uint64_t[::1] masks, int zones, const int64_t[::1] roles, uint64_t[::1] states):
    """Write to `states` (OUT) the cards of each role of every round; roles: for each the set of its zones, as bits."""
    cdef Py_ssize_t i, n = masks.shape[0] // zones
    cdef int r, count = <int>roles.shape[0]
    if states.shape[0] != n * count:
        raise ValueError("rounds and states do not fit")
    with nogil:
        for i in range(n):
            for r in range(count):
                states[i * count + r] = union_of(&masks[i * zones], <uint32_t>roles[r])


cdef class Table:
    """Numbers the information sets of one decision, found again from any cards up to a relabelling of the suits.

    An information set is kept as one number of 64 bits: for each role the place of its cards among all sets of that size.
    """

    cdef uint64_t *keys            # 0 where there is none
    cdef int32_t *places
    cdef Py_ssize_t count, buckets
    cdef int shift, roles, suits
    cdef int place[4]
    cdef int number[64]
    cdef uint64_t choose[65][17]
    cdef uint64_t ways[MAX_ROLES]

    def __cinit__(self, uint64_t deck, const int64_t[::1] sizes):
        """deck: the mask of all cards. sizes: how many cards each role has."""
        cdef int i, j, cards = 0, left
        cdef object most = 1, likely = 1
        cdef Py_ssize_t buckets = 1 << 12
        self.roles = <int>sizes.shape[0]
        if not 0 < self.roles <= MAX_ROLES or max(sizes) > 16:
            raise ValueError("too many roles or cards for the kernels")
        self.suits = suits_of(deck, self.place)
        for i in range(65):
            self.choose[i][0] = 1
            for j in range(1, 17):
                self.choose[i][j] = self.choose[i - 1][j] + self.choose[i - 1][j - 1] if i else 0
        for i in range(64):
            self.number[i] = cards
            cards += <int>((deck >> i) & 1)
        left = cards
        for i in range(self.roles):
            self.ways[i] = self.choose[cards][sizes[i]]
            most *= self.ways[i]
            likely *= self.choose[max(left, 0)][sizes[i]]
            left -= <int>sizes[i]
        if most >= 2**64 - 1:
            raise ValueError("more information sets than 64 bits can number")
        # About as many as there will be, so that the table seldom grows; a guess too high is only room.
        likely //= factorial(self.suits)
        while 7 * buckets < 8 * likely and buckets < 1 << 24:
            buckets *= 2
        self.room(buckets)

    def __dealloc__(self):
        free(self.keys)
        free(self.places)

    cdef int room(self, Py_ssize_t buckets) except -1:
        """Move to a larger place; a power of two."""
        cdef uint64_t *old = self.keys
        cdef int32_t *old_places = self.places
        cdef Py_ssize_t i, n = self.buckets, at
        self.keys = <uint64_t *>calloc(buckets, sizeof(uint64_t))
        self.places = <int32_t *>malloc(buckets * sizeof(int32_t))
        if self.keys == NULL or self.places == NULL:
            free(self.keys)
            free(self.places)
            self.keys, self.places = old, old_places
            raise MemoryError("no memory for the decisions of the game")
        self.buckets, self.shift = buckets, 64
        while buckets > 1:
            buckets >>= 1
            self.shift -= 1
        for i in range(n):
            if old[i]:
                at = self.seat(old[i])
                self.keys[at], self.places[at] = old[i], old_places[i]
        free(old)
        free(old_places)
        return 0

    cdef uint64_t key(self, const uint64_t *state) noexcept nogil:
        """Return the number of a canonical state, from 1."""
        cdef uint64_t key = 0, place, left
        cdef int r, t
        for r in range(self.roles):
            place, t, left = 0, 0, state[r]
            while left:
                t += 1
                place += self.choose[self.number[low_bit(left)]][t]
                left &= left - 1
            key = key * self.ways[r] + place
        return key + 1

    cdef Py_ssize_t first(self, uint64_t key) noexcept nogil:
        """Return the bucket from which on a key is looked for."""
        return <Py_ssize_t>((key * 0x9E3779B97F4A7C15u) >> self.shift)

    cdef void expect(self, uint64_t key) noexcept nogil:
        """Ask for the memory where a key will be looked up."""
        cdef Py_ssize_t at = self.first(key)
        soon(&self.keys[at])
        soon(&self.places[at])

    cdef Py_ssize_t seat(self, uint64_t key) noexcept nogil:
        """Return the bucket of a key, or the empty one where it belongs."""
        cdef Py_ssize_t at = self.first(key)
        while self.keys[at] and self.keys[at] != key:
            at = (at + 1) & (self.buckets - 1)
        return at

    def add(self, const uint64_t[::1] states):
        """Give the canonical states, a mask a role, the next numbers; raise ValueError where one has a number already."""
        cdef uint64_t key[AHEAD]
        cdef Py_ssize_t i = 0, k, at, many, n = states.shape[0] // self.roles
        cdef bint twice = False
        if states.shape[0] != n * self.roles or self.count + n >= 2**31:
            raise ValueError("states and roles do not fit")
        while 8 * (self.count + n) > 7 * self.buckets:
            self.room(2 * self.buckets)
        with nogil:
            while i < n:
                many = n - i if n - i < AHEAD else <Py_ssize_t>AHEAD
                for k in range(many):
                    key[k] = self.key(&states[(i + k) * self.roles])
                    self.expect(key[k])
                for k in range(many):
                    at = self.seat(key[k])
                    twice = twice or self.keys[at]
                    self.keys[at], self.places[at] = key[k], <int32_t>self.count
                    self.count += 1
                i += many
        if twice:
            raise ValueError("an information set stands twice")

    def find(self, const uint64_t[::1] states, const int32_t[::1] nodes, const uint8_t[::1] live, int32_t[::1] places):
        """Write to `places` (OUT) the number of each round's state; only of rounds at a node that is `live`."""
        cdef uint64_t state[MAX_ROLES]
        cdef uint64_t key[AHEAD]
        cdef Py_ssize_t i = 0, k, at, many, n = nodes.shape[0]
        cdef int r
        cdef bint missing = False
        if states.shape[0] != n * self.roles or places.shape[0] != n:
            raise ValueError("rounds and states do not fit")
        with nogil:
            while i < n:
                many = n - i if n - i < AHEAD else <Py_ssize_t>AHEAD
                for k in range(many):
                    key[k] = 0
                    if live[nodes[i + k]]:
                        for r in range(self.roles):
                            state[r] = states[(i + k) * self.roles + r]
                        canonical(state, self.roles, self.place, self.suits)
                        key[k] = self.key(state)
                        self.expect(key[k])
                for k in range(many):
                    if key[k]:
                        at = self.seat(key[k])
                        missing = missing or not self.keys[at]
                        places[i + k] = self.places[at]
                i += many
        if missing:
            raise ValueError("a round came to an information set that was not counted")


cdef object act_of(const Choice[::1] choice, const int32_t[::1] places, int node, const int32_t[::1] children,
                   int32_t[::1] nodes):
    cdef Py_ssize_t i, n = nodes.shape[0], undecided = -1
    cdef bint own = places.shape[0] == 0
    cdef Choice action
    with nogil:
        for i in range(n):
            if nodes[i] == node:
                action = choice[i if own else places[i]]
                if action == <Choice>-1:
                    undecided = i
                    break
                nodes[i] = children[action]
    return undecided


def act(choice, const int32_t[::1] places, int node, const int32_t[::1] children, int32_t[::1] nodes):
    """Move every round at `node` to the child that its choice says; return the first round without a choice, or -1.

    choice: the number of the action at each place, the largest that fits for none. places: where each round's choice stands;
    of size 0: at its own number.
    """
    if two_bytes(choice):
        return act_of[uint16_t](choice, places, node, children, nodes)
    else:
        return act_of[uint8_t](choice, places, node, children, nodes)


# --- Settling ----------------------------------------------------------------------------------------------------------


cdef class Ends:
    """Finds what complete rounds come to: for each path of actions a program of facts, and a table from facts to an end."""

    cdef Program *programs
    cdef int paths
    cdef const int32_t[::1] program_of
    cdef const int64_t[::1] first
    cdef const int32_t[::1] table

    def __cinit__(self, list codes, const int32_t[::1] program_of, const int64_t[::1] first, const int32_t[::1] table):
        """codes: the programs, one part a zone. program_of, first: for each path its program, and where its part of `table`
        begins. table: for each column of a path's program the number of an end."""
        cdef int i
        self.programs = <Program *>malloc(max(len(codes), 1) * sizeof(Program))
        if self.programs == NULL:
            raise MemoryError("no memory for the settlement")
        for i, code in enumerate(codes):
            load(code, &self.programs[i])
        self.paths, self.program_of, self.first, self.table = <int>program_of.shape[0], program_of, first, table

    def __dealloc__(self):
        free(self.programs)

    def find(self, const uint64_t[::1] masks, int zones, const int32_t[::1] paths, int32_t[::1] ends):
        """Write to `ends` (OUT) what each round comes to; paths: the number of the path that it took."""
        cdef Py_ssize_t i, n = paths.shape[0]
        cdef int path
        cdef int64_t column
        cdef bint ok = True, known = True
        if masks.shape[0] != n * zones or ends.shape[0] != n or zones > MAX_PARTS:
            raise ValueError("rounds, cards and paths do not fit")
        with nogil:
            for i in range(n):
                path = paths[i]
                if not 0 <= path < self.paths:
                    known = False
                    break
                column = column_of(&self.programs[self.program_of[path]], &masks[i * zones])
                if column < 0:
                    ok = False
                    break
                ends[i] = self.table[self.first[path] + column]
        if not ok:
            raise ValueError("a joker's menu of hands was not declared")
        if not known:
            raise ValueError("a path that there is not")


def tally(const int32_t[::1] ends, int64_t[::1] counts):
    """Add to `counts` (INOUT) how many rounds come to each end."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(ends.shape[0]):
            counts[ends[i]] += 1
