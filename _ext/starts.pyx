"""Where rounds start in a shoe that is dealt to a cut card, by the cards left of each group of
ranks, and what the rounds win there.

Given how many cards are left of each group, R_g of n in all, the ranks within a group are taken for
a random subset of those of the whole shoe, c_r of a rank, C_g of a group. A round by a fixed chart
uses k_g cards of each group and nets x with the chance

    W_x[k] product over g of (R_g)_(k_g) / (n)_k,   (n)_k = n (n - 1) ..., k factors,
    W_x[k] = sum over rounds of product over r of (c_r)_(j_r) / product over g of (C_g)_(k_g),

j_r being its cards of a rank.

Numbers are doubles, for the smallest chances are some 1e-80 of the largest. All are sums of
products of numbers that are not negative, so that a relative error is at most 2^-53 times the
operations on the way: W has 10^6 at most, a start 10^5, what is added up by count 10^6; together
less than 10^-9.
"""

from cpython cimport array
import array
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from guards cimport are_below, is_interrupted, raise_signal
from table cimport Table, drop, enter, make_room, seat

cdef enum:
    BITS = 6
    MASK = 63
    MOST = 31                  # cards of a rank in a round, so that one bit of a rank stays free
    RANKS = 10
    PARTS = 8                  # where the dealer ends; in the last with a natural
    BUST = 0
    BEST = 6                   # his highest total
    NATURAL = 7
    DONE = 8                   # no hand waits for him
    ROWS = 9
    MOST_NET = 127
    WIDTH = 2 * MOST_NET + 1
    MOST_DRAWN = 16            # cards of a rank that the dealer draws
    MOST_RANKS = 8             # of which he draws
    MOST_GROUPS = 3            # of a shoe that is walked through
    MOST_CARDS = 1 << 10
    MOST_STATES = 1 << 24
    MOST_TAG = 1 << 10
    MARGIN = 64                # before the first state: rounds with more cards than it has

cdef double ONE = 72057594037927936.0  # 2^56
cdef double RARE = 1e-16       # rounds that are rarer in the full shoe are left out,
cdef double RARE_START = 1e-12  # and starts,
cdef double RARE_ROUNDS = 1e-8  # rounds where starts are known by the count alone,
cdef double RARE_HANDS = 1e-7  # and hands of a split among those of three or more

cdef uint64_t FULL = 0x820820820820820  # the free bits
cdef uint64_t BIAS = 0x8080808080808080  # makes no part of some nets negative


cdef inline int cards_of(uint64_t key, int rank) noexcept nogil:
    return <int>(key >> BITS * rank & MASK)


cdef struct HandEnd:
    uint64_t nets              # sum over the parts of the net times 256^part
    double orders
    int32_t cards              # the place of its cards
    int32_t next               # another end with the same cards, or -1


cdef class RoundHands:
    """How hands end: the cards that they take, what they win by where the dealer ends, and in how
    many orders.
    """

    cdef Table table
    cdef uint64_t *cards
    cdef int32_t *first
    cdef HandEnd *ends
    cdef Py_ssize_t room, count, rows
    cdef bint grouped          # cards are those of each group, orders are chances

    def __dealloc__(self):
        drop(&self.table)
        free(self.cards)
        free(self.first)
        free(self.ends)

    def __len__(self):
        return self.count

    cdef int32_t place(self, uint64_t cards) noexcept nogil:
        """Return the place of some cards; -1 where there is no memory."""
        cdef Py_ssize_t at, number
        cdef void *grown
        if not make_room(&self.table, 1):
            return -1
        at = seat(&self.table, cards + 1)
        if not self.table.tag[at]:
            number = self.table.count
            if number == self.rows:
                grown = realloc(self.cards, max(256, 2 * self.rows) * sizeof(uint64_t))
                if grown == NULL:
                    return -1
                self.cards = <uint64_t *>grown
                grown = realloc(self.first, max(256, 2 * self.rows) * sizeof(int32_t))
                if grown == NULL:
                    return -1
                self.first = <int32_t *>grown
                self.rows = max(256, 2 * self.rows)
            enter(&self.table, at, cards + 1)
            self.cards[number], self.first[number] = cards, -1
        return self.table.number[at]

    cdef bint add(self, int32_t place, uint64_t nets, double orders) noexcept nogil:
        """Add an end with the cards of a place; False where there is no memory."""
        cdef int32_t end = self.first[place]
        cdef void *grown
        while end >= 0:
            if self.ends[end].nets == nets:
                self.ends[end].orders += orders
                return True
            end = self.ends[end].next
        if self.count == self.room:
            grown = realloc(self.ends, max(256, 2 * self.room) * sizeof(HandEnd))
            if grown == NULL:
                return False
            self.ends, self.room = <HandEnd *>grown, max(256, 2 * self.room)
        self.ends[self.count] = HandEnd(nets, orders, place, self.first[place])
        self.first[place] = <int32_t>self.count
        self.count += 1
        return True

    def put(self, const uint64_t[::1] cards not None, const uint64_t[::1] nets not None,
            const int64_t[::1] orders not None):
        """Add ends."""
        cdef Py_ssize_t i
        cdef int32_t place
        if nets.shape[0] != cards.shape[0] or orders.shape[0] != cards.shape[0]:
            raise ValueError("the hands do not fit")
        for i in range(cards.shape[0]):
            if cards[i] & FULL or cards[i] >> BITS * RANKS or orders[i] < 0:
                raise ValueError("the hands do not fit")
            place = self.place(cards[i])
            if place < 0 or not self.add(place, nets[i], orders[i]):
                raise MemoryError("no memory for the hands of a round")

    def multiply(self, RoundHands one not None, RoundHands other not None, uint64_t cards,
            uint64_t nets, int times):
        """Add hands that are dealt one after the other, so many times; cards, nets: what they have
        beside. Of hands in groups those are left out that are rarer than 10^-7.
        """
        cdef Py_ssize_t i, j
        cdef int32_t here, there, place
        cdef uint64_t key
        cdef double orders, least = RARE_HANDS if one.grouped or other.grouped else 0
        cdef bint room = True, fits = True, interrupted = False, same = one is other
        if one is self or other is self or cards & FULL or cards >> BITS * RANKS or times < 0 \
                or one.count and other.count and one.grouped != other.grouped:
            raise ValueError("the hands do not fit")
        self.grouped = one.grouped or other.grouped
        with nogil:
            for i in range(one.table.count):
                if not i & 15 and is_interrupted():
                    interrupted = True
                if interrupted or not fits or not room:
                    break
                for j in range(i if same else 0, other.table.count):
                    key = one.cards[i] + other.cards[j]
                    fits &= not key & FULL
                    key += cards
                    fits &= not key & FULL
                    place, here = -1, one.first[i]
                    while here >= 0 and room:
                        there = other.first[j]
                        while there >= 0 and room:
                            orders = one.ends[here].orders * other.ends[there].orders * times
                            if same and i < j:
                                orders *= 2
                            if orders >= least:
                                if place < 0:
                                    place = self.place(key)
                                room = place >= 0 and self.add(place,
                                    nets + one.ends[here].nets + other.ends[there].nets, orders)
                            there = other.ends[there].next
                        here = one.ends[here].next
        if interrupted:
            raise_signal()
        if not room:
            raise MemoryError("no memory for the hands of a round")
        if not fits:
            raise OverflowError("there are too many cards of a rank")


cdef struct Draw:
    double orders
    int32_t group              # the place of its cards by groups
    uint8_t part, ranks
    uint8_t[MOST_RANKS] rank
    uint8_t[MOST_RANKS] many


cdef class DealerDraws:
    """The cards that the dealer gets, where he ends, and in how many orders.

    groups: of each rank, its group.
    """

    cdef Draw *draws
    cdef uint64_t[::1] keys
    cdef Py_ssize_t count, groups

    def __cinit__(self, const uint8_t[::1] groups not None, const uint64_t[::1] cards not None,
            const uint8_t[::1] parts not None, const int64_t[::1] orders not None):
        cdef Py_ssize_t i, j
        cdef uint64_t key
        cdef int r, many
        cdef Draw *draw
        if groups.shape[0] != RANKS or parts.shape[0] != cards.shape[0] \
                or orders.shape[0] != cards.shape[0] or max(groups) >= RANKS:
            raise ValueError("the draws do not fit")
        self.count, self.groups = cards.shape[0], 0
        self.keys = array.array("Q", bytes(8 * max(1, self.count)))
        self.draws = <Draw *>calloc(max(1, self.count), sizeof(Draw))
        if self.draws == NULL:
            raise MemoryError("no memory for the dealer's cards")
        for i in range(self.count):
            draw = &self.draws[i]
            draw.orders, draw.part, key = orders[i], parts[i], 0
            if parts[i] >= ROWS or orders[i] < 0 or cards[i] >> BITS * RANKS:
                raise ValueError("the draws do not fit")
            for r in range(RANKS):
                many = cards_of(cards[i], r)
                if many:
                    if many >= MOST_DRAWN or draw.ranks == MOST_RANKS:
                        raise ValueError("the draws do not fit")
                    draw.rank[draw.ranks], draw.many[draw.ranks] = r, many
                    draw.ranks += 1
                    key += <uint64_t>many << BITS * groups[r]
            for j in range(self.groups):
                if self.keys[j] == key:
                    break
            else:
                j = self.groups
                self.keys[j] = key
                self.groups += 1
            draw.group = <int32_t>j

    def __dealloc__(self):
        free(self.draws)


cdef struct Weights:
    double[ROWS * WIDTH] of    # orders, by where the dealer ends, and net
    int low, high              # the nets that there are
    bint waits, is_done        # whether there are hands that wait for the dealer, and others


cdef inline void spread(double *starts, double *sums, const double *shares, const double *third,
        const double *left, double times, Py_ssize_t count) noexcept nogil:
    """Deal rounds with the same cards of the first two groups, those with the most of the third
    first.
    """
    cdef Py_ssize_t i
    cdef double chance
    for i in range(count):
        chance = times * third[i] * left[i]
        sums[i] += chance
        starts[i] += chance * shares[i]


cdef array.array falling(int cards, int factors, bint inverse, bint back):
    """Return (n)_q of each n up to `cards`, q below `factors`, or 1 / (n)_q, 0 for that of 0; back:
    the largest q first.
    """
    cdef array.array answer = array.array("d", bytes(8 * (cards + 1) * factors))
    cdef double[::1] found = answer
    cdef double one
    cdef int n, q
    for n in range(cards + 1):
        one = 1
        for q in range(factors):
            found[n * factors + (factors - 1 - q if back else q)] = one
            one *= (1.0 / (n - q) if inverse else n - q) if n > q else 0
    return answer


cdef array.array whole_numbers(const double[::1] numbers, double last):
    """Return numbers and one more as whole numbers of 2^-56."""
    cdef array.array answer = array.array("q", bytes(8 * (numbers.shape[0] + 1)))
    cdef int64_t[::1] found = answer
    cdef Py_ssize_t i
    for i in range(numbers.shape[0]):
        found[i] = <int64_t>(numbers[i] * ONE + 0.5)
    found[numbers.shape[0]] = <int64_t>(last * ONE + 0.5)
    return answer


cdef class GroupedRounds:
    """The rounds of a shoe by the cards of each group.

    shoe: how many cards of each rank there are. groups: of each rank, its group. most: parts of a
    unit that a round wins or loses.
    """

    cdef Table table
    cdef double *rows
    cdef uint64_t *keys
    cdef double *sums          # of a draw's cards by groups, and where the dealer ends
    cdef Weights *weights
    cdef Py_ssize_t room, sums_room
    cdef int[RANKS] shoe
    cdef uint8_t[RANKS] groups
    cdef int[RANKS] cards      # of each group
    cdef int most, width

    def __cinit__(self, const int32_t[::1] shoe not None, const uint8_t[::1] groups not None,
            int most):
        cdef int r
        if shoe.shape[0] != RANKS or groups.shape[0] != RANKS or not 0 < most <= MOST_NET \
                or min(shoe) < 0 or max(shoe) > MOST_CARDS or max(groups) >= RANKS:
            raise ValueError("the shoe does not fit")
        for r in range(RANKS):
            self.shoe[r], self.groups[r] = shoe[r], groups[r]
            self.cards[groups[r]] += shoe[r]
        self.most, self.width = most, 2 * most + 1
        self.weights = <Weights *>calloc(1, sizeof(Weights))
        if self.weights == NULL:
            raise MemoryError("no memory for rounds")

    def __dealloc__(self):
        drop(&self.table)
        free(self.rows)
        free(self.keys)
        free(self.sums)
        free(self.weights)

    def __len__(self):
        return self.table.count

    cdef double *row_of(self, uint64_t key) noexcept nogil:
        """Return the row of some cards by groups; NULL where there is no memory."""
        cdef void *grown
        cdef Py_ssize_t at, number
        if not make_room(&self.table, 1):
            return NULL
        at = seat(&self.table, key + 1)
        if not self.table.tag[at]:
            number = self.table.count
            if number == self.room:
                self.room = max(256, 2 * self.room)
                grown = realloc(self.rows, self.room * self.width * sizeof(double))
                if grown == NULL:
                    return NULL
                self.rows = <double *>grown
                grown = realloc(self.keys, self.room * sizeof(uint64_t))
                if grown == NULL:
                    return NULL
                self.keys = <uint64_t *>grown
            enter(&self.table, at, key + 1)
            self.keys[number] = key
            memset(self.rows + number * self.width, 0, self.width * sizeof(double))
        return self.rows + self.table.number[at] * <Py_ssize_t>self.width

    def deal(self, RoundHands hands not None, uint64_t up, DealerDraws waited not None,
            DealerDraws done not None, DealerDraws natural not None):
        """Add rounds.

        up: the dealer's cards that are seen. waited: what he gets where hands wait for him; done:
        where none does; natural: where that makes a natural, whatever the hands.
        """
        cdef Py_ssize_t i, sums = ROWS * max(waited.groups, done.groups, natural.groups)
        cdef bint room = True, fits = True, interrupted = False
        if up >> BITS * RANKS:
            raise ValueError("the dealer's cards do not fit")
        if sums > self.sums_room:
            free(self.sums)
            self.sums = <double *>malloc(sums * sizeof(double))
            self.sums_room = 0 if self.sums == NULL else sums
            if self.sums == NULL:
                raise MemoryError("no memory for rounds")
        with nogil:
            for i in range(hands.table.count):
                if not i & 255 and is_interrupted():
                    interrupted = True
                    break
                fits = self.weigh(hands, hands.first[i])
                room = not fits or self.complete(hands.cards[i] + up, waited, done, natural)
                if not fits or not room:
                    break
        if interrupted:
            raise_signal()
        if not fits:
            raise OverflowError("a round wins too much")
        if not room:
            raise MemoryError("no memory for rounds")

    def group(self, RoundHands hands not None, uint64_t gone, int part, bint waiting):
        """Return hands in groups, the ranks of a group's cards taken for random, from the shoe
        without some cards.

        part: where the dealer ends; what they win then is in place of their nets. waiting: those
        that wait for him, or those that do not; with a natural all are taken to wait.
        """
        cdef RoundHands found = RoundHands()
        cdef Py_ssize_t i
        cdef int32_t place
        cdef HandEnd *end
        cdef double chance
        cdef uint64_t nets
        cdef bint room = True, waits
        if not 0 <= part < PARTS or gone >> BITS * RANKS or hands.grouped:
            raise ValueError("the hands do not fit")
        found.grouped = True
        with nogil:
            for i in range(hands.count):
                end = &hands.ends[i]
                nets = end.nets + BIAS
                waits = part == NATURAL or (nets >> 8 * BUST & 255) != (nets >> 8 * BEST & 255)
                if waits != waiting:
                    continue
                nets = (nets >> 8 * part & 255) - MOST_NET - 1
                chance = end.orders * self.chance(hands.cards[end.cards], gone)
                if chance >= RARE_HANDS:
                    place = found.place(self.grouped(hands.cards[end.cards]))
                    room = place >= 0 and found.add(place, nets, chance)
                    if not room:
                        break
        if not room:
            raise MemoryError("no memory for the hands of a round")
        return found

    cdef uint64_t grouped(self, uint64_t cards) noexcept nogil:
        """Return cards by groups."""
        cdef uint64_t key = 0
        cdef int r
        for r in range(RANKS):
            key += <uint64_t>cards_of(cards, r) << BITS * self.groups[r]
        return key

    cdef double chance(self, uint64_t cards, uint64_t gone) noexcept nogil:
        """Return how likely cards of some groups are these, one after the other, beside others that
        are gone.
        """
        cdef int[RANKS] taken
        cdef int r, q, g, every
        cdef double found = 1
        memset(taken, 0, sizeof(taken))
        for r in range(RANKS):
            g = self.groups[r]
            for q in range(cards_of(cards, r)):
                every = self.cards[g] - cards_of(self.grouped(gone), g) - taken[g]
                found *= <double>(self.shoe[r] - cards_of(gone, r) - q) / every
                if found <= 0:
                    return 0
                taken[g] += 1
        return found

    def deal_grouped(self, RoundHands hands not None, uint64_t gone, DealerDraws draws not None,
            int part):
        """Add rounds of hands in groups; gone: the cards that are known. part: where the dealer
        ends.
        """
        cdef Py_ssize_t i, j
        cdef int32_t end
        cdef int r, q, g, net
        cdef uint64_t known = self.grouped(gone), key
        cdef double every = 1, chance
        cdef double *row
        cdef bint fits = True, room = True
        if not 0 <= part < ROWS or gone >> BITS * RANKS or hands.count and not hands.grouped:
            raise ValueError("the hands do not fit")
        for r in range(RANKS):
            for q in range(cards_of(gone, r)):
                every *= max(0, self.shoe[r] - q)
        cdef double[::1] chances = array.array("d", bytes(8 * max(1, draws.groups)))
        for i in range(draws.count if every else 0):
            if draws.draws[i].part == part:
                key = 0
                for q in range(draws.draws[i].ranks):
                    key += <uint64_t>draws.draws[i].many[q] << BITS * draws.draws[i].rank[q]
                chances[draws.draws[i].group] += draws.draws[i].orders * self.chance(key, gone)
        with nogil:
            for i in range(hands.table.count if fits and room else 0):
                for j in range(draws.groups):
                    key, chance = hands.cards[i] + draws.keys[j], every * chances[j]
                    for g in range(RANKS if chance > 0 else 0):
                        for q in range(cards_of(key, g)):
                            chance *= max(0, self.cards[g] - cards_of(known, g) - q)
                    if chance <= 0:
                        continue
                    row = self.row_of(known + key)
                    if row == NULL:
                        room = False
                        break
                    end = hands.first[i]
                    while end >= 0:
                        net = <int>hands.ends[end].nets + self.most
                        if 0 <= net < self.width:
                            row[net] += chance * hands.ends[end].orders
                        else:
                            fits = False
                        end = hands.ends[end].next
        if not fits:
            raise OverflowError("a round wins too much")
        if not room:
            raise MemoryError("no memory for rounds")

    cdef bint weigh(self, RoundHands hands, int32_t end) noexcept nogil:
        """Add up the ends of hands with the same cards; False where they win too much."""
        cdef Weights *w = self.weights
        cdef HandEnd *one
        cdef uint64_t nets
        cdef int part, net
        cdef bint waits
        for part in range(ROWS):
            if w.low <= w.high:
                memset(&w.of[part * WIDTH + w.low], 0, (w.high - w.low + 1) * sizeof(double))
        w.low, w.high, w.waits, w.is_done = self.width, -1, False, False
        while end >= 0:
            one = &hands.ends[end]
            nets = one.nets + BIAS
            waits = (nets >> 8 * BUST & 255) != (nets >> 8 * BEST & 255)
            for part in range(PARTS):
                net = <int>(nets >> 8 * part & 255) - MOST_NET - 1 + self.most
                if not 0 <= net < self.width:
                    return False
                w.low, w.high = min(w.low, net), max(w.high, net)
                if waits or part == NATURAL:
                    w.of[part * WIDTH + net] += one.orders
                elif part == BEST:
                    w.of[DONE * WIDTH + net] += one.orders
            w.waits |= waits
            w.is_done |= not waits
            end = one.next
        return True

    cdef bint complete(self, uint64_t cards, DealerDraws waited, DealerDraws done,
            DealerDraws natural) noexcept nogil:
        """Deal the dealer's cards; False where there is no memory."""
        cdef double[RANKS * MOST_DRAWN] left  # of each rank (n)_q, n being the cards left
        cdef double times = 1
        cdef uint64_t key = 0
        cdef int r, q, many
        for r in range(RANKS):
            many = cards_of(cards, r)
            if many > self.shoe[r]:
                return True
            for q in range(many):
                times *= self.shoe[r] - q
            key += <uint64_t>many << BITS * self.groups[r]
            many = self.shoe[r] - many
            left[r * MOST_DRAWN] = 1
            for q in range(1, MOST_DRAWN):
                left[r * MOST_DRAWN + q] = left[r * MOST_DRAWN + q - 1] * max(0, many - q + 1)
        return (not self.weights.waits or self.settle(waited, key, times, left)) \
            and (not self.weights.is_done or self.settle(done, key, times, left)) \
            and self.settle(natural, key, times, left)

    cdef bint settle(self, DealerDraws draws, uint64_t key, double times,
            const double *left) noexcept nogil:
        """Add what is won with each of the dealer's draws; False where there is no memory."""
        cdef Py_ssize_t i
        cdef int j, x, low = self.weights.low, high = self.weights.high
        cdef double share
        cdef double *row
        cdef double *won
        cdef Draw *draw
        memset(self.sums, 0, ROWS * draws.groups * sizeof(double))
        for i in range(draws.count):
            draw = &draws.draws[i]
            share = draw.orders
            for j in range(draw.ranks):
                share *= left[draw.rank[j] * MOST_DRAWN + draw.many[j]]
            self.sums[ROWS * draw.group + draw.part] += share
        for i in range(draws.groups):
            row = NULL
            for j in range(ROWS):
                share = times * self.sums[ROWS * i + j]
                if not share:
                    continue
                if row == NULL:
                    row = self.row_of(key + draws.keys[i])
                    if row == NULL:
                        return False
                won = &self.weights.of[j * WIDTH]
                for x in range(low, high + 1):
                    row[x] += share * won[x]
        return True

    def starts(self, const int32_t[::1] tags not None, int cut, int lowest,
            const int32_t[::1] slots not None, int number):
        """Return of each slot how many rounds start there, and how many of them win each net, slot
        after slot; last, how many starts were left out. All are whole numbers of 2^-56.

        tags: of each of three groups. cut: a round starts with so many cards left, or more. slots:
        of each number of cards left from the cut on, and each running count from `lowest` on, the
        slot; there are `number`.
        """
        cdef int *cards = self.cards
        cdef int[MOST_GROUPS] tag
        cdef Py_ssize_t rounds = self.table.count, places, i, x, at, runs, span, s1, s2
        cdef Py_ssize_t width = self.width
        cdef int n, every, a, b, c, g, slot, longest = 1, most = 1, under = 0, over = 0
        cdef double share, scale, fresh, lost = 0
        cdef bint interrupted = False
        for g in range(RANKS):
            if tags.shape[0] != MOST_GROUPS or self.groups[g] >= MOST_GROUPS:
                raise ValueError("the groups do not fit")
        for g in range(MOST_GROUPS):
            if not -MOST_TAG <= tags[g] <= MOST_TAG:
                raise ValueError("the tags do not fit")
            tag[g] = tags[g]
            under += min(0, tags[g] * cards[g])
            over += max(0, tags[g] * cards[g])
        every = cards[0] + cards[1] + cards[2]
        s2 = cards[2] + 1
        s1 = s2 * (cards[1] + 1)
        if not 0 < cut <= every or s1 * (cards[0] + 1) > MOST_STATES \
                or not 0 < number <= slots.shape[0] or slots.shape[0] % (every - cut + 1):
            raise ValueError("the cards do not fit")
        span = slots.shape[0] // (every - cut + 1)
        if lowest > under or lowest + span <= over or not are_below(slots, slots.shape[0], number):
            raise ValueError("the counts do not fit")
        # runs of rounds: the cards of two groups, the most of the third, how many, and where they
        # stand
        cdef array.array run_ = array.array("i"), place_ = array.array("i", bytes(4 * rounds))
        cdef array.array share_ = array.array("d")
        met = {}
        for i in range(rounds):
            one, two, three = (cards_of(self.keys[i], g) for g in range(MOST_GROUPS))
            share, fresh, scale = 0, 1, 1
            for x in range(width):
                share += self.rows[i * width + x]
            for g in range(MOST_GROUPS):
                for x in range(cards_of(self.keys[i], g)):
                    scale *= cards[g] - x
            for x in range(one + two + three):
                fresh /= every - x
            if share * fresh < RARE:
                place_[i] = -1
                continue
            met.setdefault((one, two), {})[three] = i, share / scale
            longest = max(longest, one + 1, two + 1, three + 1)
            most = max(most, one + two + three + 1)
        for (one, two), thirds in sorted(met.items()):
            run_.extend((one, two, max(thirds), max(thirds) - min(thirds) + 1, len(share_)))
            for three in range(max(thirds), min(thirds) - 1, -1):
                i, share = thirds.get(three, (-1, 0))
                if i >= 0:
                    place_[i] = len(share_)
                share_.append(share)
        places, runs = len(share_), len(run_) // 5
        cdef const int32_t[::1] run = run_, place = place_
        cdef const double[::1] shares = share_
        cdef const double[::1] first = falling(cards[0], longest, False, False)
        cdef const double[::1] second = falling(cards[1], longest, False, False)
        cdef const double[::1] third = falling(cards[2], longest, False, True)
        cdef const double[::1] left = falling(every, most, True, True)
        cdef double[::1] starts = array.array("d", bytes(8 * (MARGIN + s1 * (cards[0] + 1))))
        cdef double[::1] sums = array.array("d", bytes(8 * number * max(1, places)))
        cdef double[::1] found = array.array("d", bytes(8 * number * (width + 1)))
        starts[MARGIN + s1 * (cards[0] + 1) - 1] = 1
        with nogil:
            for a in range(cards[0], -1, -1):
                if is_interrupted():
                    interrupted = True
                    break
                for b in range(cards[1], -1, -1):
                    for c in range(cards[2], -1, -1):
                        n = a + b + c
                        if n < cut:
                            break
                        at = MARGIN + a * s1 + b * s2 + c
                        if starts[at] < RARE_START:
                            lost += starts[at]
                            continue
                        slot = slots[(n - cut) * span + tag[0] * (cards[0] - a)
                            + tag[1] * (cards[1] - b) + tag[2] * (cards[2] - c) - lowest]
                        found[slot * (width + 1)] += starts[at]
                        for i in range(0, 5 * runs, 5):
                            share = starts[at] * first[a * longest + run[i]] \
                                * second[b * longest + run[i + 1]]
                            if share > 0:
                                spread(&starts[at - run[i] * s1 - run[i + 1] * s2 - run[i + 2]],
                                    &sums[slot * places + run[i + 4]], &shares[run[i + 4]],
                                    &third[c * longest + longest - 1 - run[i + 2]],
                                    &left[n * most + most - 1 - run[i] - run[i + 1] - run[i + 2]],
                                    share, run[i + 3])
            for i in range(rounds if not interrupted else 0):
                if place[i] >= 0:
                    scale = 1
                    for g in range(MOST_GROUPS):
                        for x in range(cards_of(self.keys[i], g)):
                            scale *= cards[g] - x
                    for slot in range(number):
                        share = sums[slot * places + place[i]] / scale
                        for x in range(width):
                            found[slot * (width + 1) + 1 + x] += share * self.rows[i * width + x]
        if interrupted:
            raise_signal()
        return whole_numbers(found, lost)

    def starts_by_count(self, const int32_t[::1] tags not None, int cut, int lowest,
            const int32_t[::1] slots not None, int number):
        """Return what `starts` does, for up to ten groups: a start is known by the cards left and
        the running count alone. What is left of each group given these two is put at points that
        have its mean and covariance, twice as many as the groups less two.
        """
        cdef int[RANKS] tag
        cdef double[RANKS] share, slope
        cdef double[RANKS * RANKS] spread_, root
        cdef double[RANKS * (MASK + 1)] fall
        cdef Py_ssize_t rounds = self.table.count, width = self.width, i, x, at, span, entries = 0
        cdef int every = 0, groups = <int>tags.shape[0], under = 0, over = 0, g, h, n, q, c, count
        cdef int rank = 0, points, slot, m, gone
        cdef double of_one = 0, variance = 0, chance, total, times, lost = 0, rare = 0, start, d, one
        cdef bint interrupted = False
        if not 0 < groups <= RANKS:
            raise ValueError("the groups do not fit")
        for g in range(RANKS):
            if self.groups[g] >= groups:
                raise ValueError("the groups do not fit")
        for g in range(groups):
            if not -MOST_TAG <= tags[g] <= MOST_TAG:
                raise ValueError("the tags do not fit")
            tag[g] = tags[g]
            every += self.cards[g]
            under += min(0, tags[g] * self.cards[g])
            over += max(0, tags[g] * self.cards[g])
        if not 1 < cut <= every or not 0 < number <= slots.shape[0] \
                or slots.shape[0] % (every - cut + 1):
            raise ValueError("the cards do not fit")
        span = slots.shape[0] // (every - cut + 1)
        if lowest > under or lowest + span <= over or not are_below(slots, slots.shape[0], number):
            raise ValueError("the counts do not fit")
        for g in range(groups):
            share[g] = self.cards[g] / <double>every
            of_one += share[g] * tag[g]
            variance += share[g] * tag[g] * tag[g]
        variance -= of_one * of_one
        if variance < 1e-12:
            raise ValueError("the tags do not differ")
        for g in range(groups):
            slope[g] = share[g] * (tag[g] - of_one)
        for g in range(groups):
            for h in range(groups):
                spread_[g * RANKS + h] = (share[g] if g == h else 0) - share[g] * share[h] \
                    - slope[g] * slope[h] / variance
        while rank < groups - 2:  # the root of the covariance, the largest variance first
            h = 0
            for g in range(1, groups):
                if spread_[g * RANKS + g] > spread_[h * RANKS + h]:
                    h = g
            if spread_[h * RANKS + h] < 1e-12:
                break
            one = sqrt(spread_[h * RANKS + h])
            for g in range(groups):
                root[g * RANKS + rank] = spread_[g * RANKS + h] / one
            for g in range(groups):
                for h in range(groups):
                    spread_[g * RANKS + h] -= root[g * RANKS + rank] * root[h * RANKS + rank]
            rank += 1
        # rounds: their cards of each group, how many in all, the change of the count, and W
        cdef int32_t[::1] number_of = array.array("i", bytes(4 * max(1, rounds)))
        cdef uint8_t[::1] taken = bytearray(max(1, rounds) * groups)
        cdef int32_t[::1] sizes = array.array("i", bytes(4 * max(1, rounds)))
        cdef int32_t[::1] changes = array.array("i", bytes(4 * max(1, rounds)))
        cdef double[::1] all_ = array.array("d", bytes(8 * max(1, rounds)))
        cdef double[::1] scales = array.array("d", bytes(8 * max(1, rounds)))
        cdef const double[::1] left = falling(every, MASK + 1, True, False)
        cdef double[::1] chances = array.array("d", bytes(8 * max(1, rounds)))
        for i in range(rounds):
            total, times, m, count = 0, 1, 0, 0
            for x in range(width):
                total += self.rows[i * width + x]
            for g in range(groups):
                q = cards_of(self.keys[i], g)
                taken[entries * groups + g] = q
                count += q * tag[g]
                for n in range(q):
                    times *= self.cards[g] - n
                m += q
            chance = total
            for n in range(m):
                chance /= every - n
            if chance < RARE_ROUNDS or m > min(cut, MASK):
                rare += chance
                continue
            all_[entries], scales[entries] = total / times, 1 / times
            number_of[entries] = <int32_t>i
            sizes[entries], changes[entries] = m, count
            entries += 1
        cdef double[::1] starts = array.array("d", bytes(8 * (every + 1) * span))
        cdef double[::1] sums = array.array("d", bytes(8 * number * max(1, entries)))
        cdef double[::1] found = array.array("d", bytes(8 * number * (width + 1)))
        starts[every * span - lowest] = 1
        with nogil:
            for n in range(every, cut - 1, -1):
                if is_interrupted():
                    interrupted = True
                    break
                for at in range(span):
                    start = starts[n * span + at]
                    if start < RARE_START:
                        lost += start
                        continue
                    gone, points, total = every - n, max(1, 2 * rank), 0
                    d = gone * <double>n / (every - 1)
                    for i in range(entries):
                        chances[i] = 0
                    for c in range(points if gone else 1):
                        for g in range(groups):
                            one = self.cards[g] - gone * share[g] \
                                - slope[g] / variance * (at + lowest - gone * of_one)
                            if rank and gone:
                                one -= (-1 if c & 1 else 1) * sqrt(d * rank) \
                                    * root[g * RANKS + (c >> 1)]
                            one = min(max(one, 0), self.cards[g])
                            fall[g * (MASK + 1)] = 1
                            for q in range(1, MASK + 1):
                                fall[g * (MASK + 1) + q] = fall[g * (MASK + 1) + q - 1] \
                                    * max(0, one - q + 1)
                        for i in range(entries):
                            chance = left[n * (MASK + 1) + sizes[i]]
                            for g in range(groups):
                                chance *= fall[g * (MASK + 1) + taken[i * groups + g]]
                            chances[i] += chance
                    for i in range(entries):
                        total += chances[i] * all_[i]
                    slot = slots[(n - cut) * span + at]
                    found[slot * (width + 1)] += start
                    lost += start * rare
                    for i in range(entries):
                        chance = chances[i] * start / total
                        sums[slot * entries + i] += chance
                        if 0 <= at + changes[i] < span:
                            starts[(n - sizes[i]) * span + at + changes[i]] += chance * all_[i]
            for i in range(entries if not interrupted else 0):
                for slot in range(number):
                    chance = sums[slot * entries + i] * scales[i]
                    for x in range(width):
                        found[slot * (width + 1) + 1 + x] += chance \
                            * self.rows[number_of[i] * width + x]
        if interrupted:
            raise_signal()
        return whole_numbers(found, lost)
