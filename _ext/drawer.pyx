"""The law of a hand that is drawn by a fixed rule, for many shoes at once.

The multisets with which such a hand finishes are the ends of a trie, in preorder: node i adds a
card of rank[i] to the node above it, of which it is the (used[i] + 1)th, and where it is an end, of
column c, weight[i] orders of its d cards are drawn by the rule. From a shoe with n_r cards of rank
r, n in all,

    P(c) (n)_D = sum over ends of c: weight x product over r of (n_r)_(cards of r) x (n - d)_(D - d)

where D is the most cards drawn and (n)_k = n (n - 1) ... with 1 in the place of a factor below 1: a
shoe of fewer than D cards may still be enough. A hand that stands scores what a table says for its
own column and the dealer's: units that come back for one staked. All numbers are 128-bit integers:
sixty times (416)_14 is below 2^128.

A hand of which one rank is left open is told by how many cards of that rank it and the dealer draw,
j, and how many cards in all, m: the sum over ends of weight x product over the other ranks, times
the orders of the hand's own cards, which are below 2^127. Whatever happens to cards of that rank
elsewhere changes the factor of each j alone. (417)_14 is not larger than 417^14, sixty times that
is below 2^128, and fewer than 2^64 such products are below 2^320.
"""

from cpython cimport array
import array
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from guards cimport is_interrupted, raise_signal

cdef extern from *:
    ctypedef unsigned long long wide "unsigned __int128"

cdef enum:
    MOST_PATHS = 1 << 30   # to a hand: the sum of two fits 32 bits
    DEEPEST = 14           # cards drawn at most
    MOST_CARDS = 416       # in a shoe
    MOST_COLUMNS = 16
    MOST_RANKS = 16
    NARROW = 7             # cards up to which 64 bits do: (416)_7 is below 2^61
    MOST_SCORED = 60       # units, by a hand against one column
    LANES = 4              # shoes that are looked at together: one would wait for each product
    WORDS = 5              # of a sum of products of two 128-bit integers
    ROOM = 118             # bits of what is still multiplied by a number of cards

cdef struct Trie:
    const uint8_t *depth
    const uint8_t *rank
    const uint8_t *used
    const uint8_t *column          # `columns` or more where a node is no end
    const int64_t *weight
    Py_ssize_t nodes
    int deepest
    int columns
    int ranks

cdef struct Laws:
    wide[LANES] total              # of all columns
    wide[LANES] all                # (n)_D
    wide[MOST_COLUMNS][LANES] column


cdef inline void extend(uint64_t[LANES] *few, wide[LANES] *many, int depth, int lane,
        int64_t more) noexcept nogil:
    """Find in how many orders a path of so many cards is drawn from one shoe; more: cards of the
    last rank that were left.
    """
    if more < 0:               # 0 once a rank is used up, and so for all that has more of it
        more = 0
    if depth > NARROW:
        many[depth][lane] = many[depth - 1][lane] * <uint64_t>more
        return
    few[depth][lane] = few[depth - 1][lane] * <uint64_t>more
    if depth == NARROW:
        many[depth][lane] = few[depth][lane]


cdef void find(const Trie *trie, const int32_t *left, int shoes, Laws *found) noexcept nogil:
    """Find the laws of up to LANES shoes."""
    cdef uint64_t[NARROW + 1][LANES] few
    cdef wide[DEEPEST + 1][LANES] many
    cdef uint64_t[MOST_COLUMNS][NARROW + 1][LANES] early
    cdef wide[MOST_COLUMNS][DEEPEST + 1][LANES] ended
    cdef int64_t[MOST_RANKS][LANES] there
    cdef int[LANES] cards
    cdef wide total, rest
    cdef int64_t more
    cdef uint64_t weight
    cdef Py_ssize_t node
    cdef int depth, column, lane, r, used
    for lane in range(LANES):
        cards[lane] = 0
        few[0][lane] = 1
        for r in range(trie.ranks):
            there[r][lane] = left[r + trie.ranks * lane] if lane < shoes else 0
            cards[lane] += <int>there[r][lane]
    memset(early, 0, trie.columns * sizeof(early[0]))
    memset(ended, 0, trie.columns * sizeof(ended[0]))
    for node in range(trie.nodes):
        depth, r, used = trie.depth[node], trie.rank[node], trie.used[node]
        column, weight = trie.column[node], trie.weight[node]
        for lane in range(LANES):
            more = there[r][lane] - used
            extend(few, many, depth, lane, more)
            if column < trie.columns:
                if depth <= NARROW:
                    early[column][depth][lane] += few[depth][lane] * weight
                else:
                    ended[column][depth][lane] += many[depth][lane] * weight
    for column in range(trie.columns):
        for depth in range(NARROW + 1):
            for lane in range(LANES):
                ended[column][depth][lane] = early[column][depth][lane]
    for lane in range(LANES):
        found.total[lane] = 0
        for column in range(trie.columns):
            total, rest = ended[column][trie.deepest][lane], 1
            for depth in range(trie.deepest - 1, -1, -1):
                if cards[lane] > depth:
                    rest *= <uint64_t>(cards[lane] - depth)
                total += ended[column][depth][lane] * rest
            found.column[column][lane] = total
            found.total[lane] += total
            found.all[lane] = rest


cdef void find_open(const Trie *trie, const int32_t *left, int open, const uint8_t **cards,
        const uint8_t **scored, int hands,
        wide[DEEPEST + 1][DEEPEST + 1][LANES] found) noexcept nogil:
    """Find what up to LANES hands score, by the cards of the open rank and all that are drawn.

    scored: of each hand, its row of the scores.
    """
    cdef uint64_t[NARROW + 1][LANES] few
    cdef wide[DEEPEST + 1][LANES] many
    cdef int[DEEPEST + 1] opened
    cdef int64_t[MOST_RANKS][LANES] there
    cdef int64_t more
    cdef uint64_t weight
    cdef Py_ssize_t node
    cdef int depth, column, lane, r, used
    for lane in range(LANES):
        few[0][lane] = 1
        for r in range(trie.ranks):
            there[r][lane] = left[r] - cards[lane][r] if lane < hands else 0
    opened[0] = 0
    memset(found, 0, sizeof(wide) * (DEEPEST + 1) * (DEEPEST + 1) * LANES)
    for node in range(trie.nodes):
        depth, r, used = trie.depth[node], trie.rank[node], trie.used[node]
        column, weight = trie.column[node], trie.weight[node]
        opened[depth] = opened[depth - 1] + (r == open)
        for lane in range(LANES):
            more = 1 if r == open else there[r][lane] - used
            extend(few, many, depth, lane, more)
            if column < trie.columns:
                if depth <= NARROW:
                    found[opened[depth]][depth][lane] += \
                        few[depth][lane] * (weight * scored[lane][column])
                else:
                    found[opened[depth]][depth][lane] += \
                        many[depth][lane] * (weight * scored[lane][column])


cdef bint weigh(const int32_t *left, int open, const uint8_t *cards, int ranks, int64_t orders,
        wide *weight) noexcept nogil:
    """Find in how many orders a hand gets its cards but those of the open rank; return whether that
    is too large.
    """
    cdef int r, used
    weight[0] = <uint64_t>orders
    for r in range(ranks):
        for used in range(cards[r] if r != open else 0):
            if weight[0] >> ROOM:
                return True
            weight[0] *= <uint64_t>(left[r] - used if left[r] > used else 0)
    return False


cdef void add_product(uint64_t *total, wide one, wide other) noexcept nogil:
    cdef uint64_t low = <uint64_t>one, high = <uint64_t>(one >> 64)
    cdef uint64_t other_low = <uint64_t>other, other_high = <uint64_t>(other >> 64)
    cdef wide least = <wide>low * other_low, most = <wide>high * other_high
    cdef wide inner = <wide>low * other_high, outer = <wide>high * other_low, carry
    cdef uint64_t[WORDS] words
    cdef int word
    words[0], words[4] = <uint64_t>least, 0
    carry = (least >> 64) + <uint64_t>inner + <uint64_t>outer
    words[1] = <uint64_t>carry
    carry = (carry >> 64) + (inner >> 64) + (outer >> 64) + <uint64_t>most
    words[2] = <uint64_t>carry
    words[3] = <uint64_t>((carry >> 64) + (most >> 64))
    carry = 0
    for word in range(WORDS):
        carry += <wide>total[word] + words[word]
        total[word] = <uint64_t>carry
        carry >>= 64


cdef bint add_hands(const Trie *trie, const int32_t *left, int open, const uint8_t **cards,
        const int64_t *paths, int hands, wide[DEEPEST + 1][DEEPEST + 1][LANES] scored,
        Py_ssize_t row, uint64_t *total) noexcept nogil:
    """Add what hands score, times their orders; return whether these are too many."""
    cdef int lane, opened, depth, size, r
    cdef bint too_large = False
    cdef wide weight
    for lane in range(hands):
        too_large |= weigh(left, open, cards[lane], trie.ranks, paths[lane], &weight)
        size = 0
        for r in range(trie.ranks):
            size += cards[lane][r]
        for opened in range(trie.deepest + 1):
            for depth in range(opened, trie.deepest + 1):
                if scored[opened][depth][lane]:
                    add_product(&total[WORDS * (row * (cards[lane][open] + opened) + size + depth)],
                        weight, scored[opened][depth][lane])
    return too_large


cdef object number(const uint64_t *words):
    """Return a number of WORDS words, the lowest first."""
    cdef int word
    found = 0
    for word in range(WORDS - 1, -1, -1):
        if found or words[word]:
            found = found << 64 | words[word]
    return found


cdef class Finishes:
    """The trie of a rule.

    column: of each node, where it ends, `columns` or more where it does not. deepest: D.
    """

    cdef Trie trie
    cdef const uint8_t[::1] depth, rank, used, column
    cdef const int64_t[::1] weight

    def __init__(self, const uint8_t[::1] depth, const uint8_t[::1] rank,
            const uint8_t[::1] used, const uint8_t[::1] column, const int64_t[::1] weight,
            int deepest, int columns, int ranks):
        cdef Py_ssize_t node, nodes = depth.shape[0]
        cdef int before = 0
        if nodes < 1 or rank.shape[0] != nodes or used.shape[0] != nodes \
                or column.shape[0] != nodes or weight.shape[0] != nodes \
                or not 1 <= deepest <= DEEPEST or not 1 <= columns <= MOST_COLUMNS \
                or not 1 <= ranks <= MOST_RANKS:
            raise ValueError("the trie does not fit")
        for node in range(nodes):
            if not 1 <= depth[node] <= before + 1 or depth[node] > deepest or rank[node] >= ranks \
                    or weight[node] < 0:
                raise ValueError("the trie does not fit")
            before = depth[node]
        self.depth, self.rank, self.used = depth, rank, used
        self.column, self.weight = column, weight
        self.trie = Trie(&depth[0], &rank[0], &used[0], &column[0], &weight[0], nodes, deepest,
            columns, ranks)

    def laws(self, const int32_t[::1] left not None):
        """Return how often each column is finished in, of each of these shoes, in two words each,
        the lower first; None where some shoe runs out.

        left: how many cards of each rank, shoe after shoe.
        """
        cdef Laws here
        cdef Py_ssize_t group, shoe, shoes = left.shape[0] // self.trie.ranks
        cdef int lane, column, lanes
        cdef bint interrupted = False, short = False
        cdef array.array answer
        cdef uint64_t[::1] found
        self._verify(left, shoes)
        answer = array.clone(array.array("Q"), 2 * self.trie.columns * shoes, zero=False)
        found = answer
        with nogil:
            for group in range((shoes + LANES - 1) // LANES):
                shoe = group * LANES
                lanes = <int>(shoes - shoe if shoes - shoe < LANES else LANES)
                find(&self.trie, &left[shoe * self.trie.ranks], lanes, &here)
                for lane in range(lanes):
                    short |= here.total[lane] != here.all[lane]
                    for column in range(self.trie.columns):
                        found[2 * (self.trie.columns * (shoe + lane) + column)] = \
                            <uint64_t>here.column[column][lane]
                        found[2 * (self.trie.columns * (shoe + lane) + column) + 1] = \
                            <uint64_t>(here.column[column][lane] >> 64)
                if not group & 63 and is_interrupted():
                    interrupted = True
                    break
        if interrupted:
            raise_signal()
        return None if short else answer

    def open_scores(self, const int32_t[::1] left not None, int open,
            const uint8_t[::1] cards not None, const int32_t[::1] paths not None,
            const uint8_t[::1] own not None, const uint8_t[::1] worth not None):
        """Return what hands score together: how many cards of the open rank they and the dealer
        have, and how many in all -> the sum, where there is any.

        left: how many cards of each rank hands and the dealer draw from. cards: how many of each
            rank, hand after hand. paths: by how many each is come to. own: how each ends. worth:
            of each end a row, what it scores against each column of the dealer's.
        """
        cdef wide[DEEPEST + 1][DEEPEST + 1][LANES] here
        cdef const uint8_t *some[LANES]
        cdef const uint8_t *scored[LANES]
        cdef int64_t[LANES] ways
        cdef int ranks = self.trie.ranks, lane, r
        cdef Py_ssize_t hand, hands = own.shape[0], size, longest = 0, done = 0
        cdef bint interrupted = False, too_large = False
        cdef uint64_t[::1] found
        if cards.shape[0] != hands * ranks or paths.shape[0] != hands or left.shape[0] != ranks \
                or not 0 <= open < ranks:
            raise ValueError("the hands do not fit")
        self._verify(left, 1)
        self._verify_scores(own, worth)
        for hand in range(hands):
            size = 0
            for r in range(ranks):
                size += cards[ranks * hand + r]
            longest = max(longest, size)
            if paths[hand] < 0:
                raise ValueError("the hands do not fit")
        longest += self.trie.deepest + 1
        found = array.clone(array.array("Q"), WORDS * longest * longest, zero=True)
        for lane in range(LANES):
            scored[lane] = &worth[0]  # of lanes without a hand it is read, too
        lane = 0
        with nogil:
            for hand in range(hands):
                if paths[hand]:
                    some[lane], ways[lane] = &cards[ranks * hand], paths[hand]
                    scored[lane] = &worth[own[hand] * self.trie.columns]
                    lane += 1
                if lane == LANES or (lane and hand == hands - 1):
                    find_open(&self.trie, &left[0], open, some, scored, lane, here)
                    too_large |= add_hands(&self.trie, &left[0], open, some, ways, lane, here,
                        longest, &found[0])
                    lane, done = 0, done + 1
                    if not done & 63 and is_interrupted():
                        interrupted = True
                        break
        if interrupted:
            raise_signal()
        if too_large:
            raise OverflowError("a hand has too many orders")
        return {
            (opened, size): score
            for opened in range(longest)
            for size in range(longest)
            if (score := number(&found[WORDS * (longest * opened + size)]))
        }

    cdef _verify_scores(self, const uint8_t[::1] own, const uint8_t[::1] worth):
        cdef Py_ssize_t place
        if not worth.shape[0] or worth.shape[0] % self.trie.columns:
            raise ValueError("the scores do not fit")
        for place in range(worth.shape[0]):
            if worth[place] > MOST_SCORED:
                raise ValueError("the scores do not fit")
        for place in range(own.shape[0]):
            if (own[place] + 1) * self.trie.columns > worth.shape[0]:
                raise ValueError("the scores do not fit")

    cdef _verify(self, const int32_t[::1] left, Py_ssize_t shoes):
        cdef Py_ssize_t shoe
        cdef int r
        cdef int64_t cards
        if shoes * self.trie.ranks != left.shape[0]:
            raise ValueError("the shoes do not fit")
        for shoe in range(shoes):
            cards = 0
            for r in range(self.trie.ranks):
                if not 0 <= left[shoe * self.trie.ranks + r] <= MOST_CARDS:
                    raise ValueError("the shoes do not fit")
                cards += left[shoe * self.trie.ranks + r]
            if cards > MOST_CARDS:
                raise ValueError("the shoes do not fit")


cdef bint walked(const int32_t[::1] after, const uint8_t[::1] hit, int32_t[::1] paths,
        Py_ssize_t ranks) noexcept nogil:
    """Do what `walk` does; return whether no hand has too many paths."""
    cdef Py_ssize_t hand, place
    cdef int32_t here
    for hand in range(hit.shape[0]):
        here = paths[hand]
        for place in range(hand * ranks, (hand + 1) * ranks if hit[hand] and here else 0):
            if after[place] >= 0:
                paths[after[place]] += here
                if paths[after[place]] > MOST_PATHS:
                    return False
        if hit[hand]:
            paths[hand] = 0
    return True


def walk(const int32_t[::1] after not None, const uint8_t[::1] hit not None,
        int32_t[::1] paths not None):
    """Find by how many paths each hand is come to that is not hit: others, in ascending order, get
    one card more.

    after: of each hand and each rank, a later hand, or less than 0. paths: by how many each hand
        begins; overwritten.
    """
    cdef Py_ssize_t hand, place, hands = hit.shape[0], ranks
    cdef bint fits
    if not hands or paths.shape[0] != hands or after.shape[0] % hands:
        raise ValueError("the hands do not fit")
    ranks = after.shape[0] // hands
    for place in range(after.shape[0]):
        if after[place] >= hands or 0 <= after[place] <= place // ranks:
            raise ValueError("the hands do not fit")
    for hand in range(hands):
        if not 0 <= paths[hand] <= MOST_PATHS:
            raise OverflowError("a hand has too many paths")
    with nogil:
        fits = walked(after, hit, paths, ranks)
    if not fits:
        raise OverflowError("a hand has too many paths")
