"""An opponent's longest flush against the player's, from what is left of each suit.

Some ranks may be wild, and some cards that are still hidden may be shared by both hands: the shared
cards are dealt in every way, and so is the number of wild ones among the opponent's n own cards.
With w wild cards in all, the opponent is below the flush of the L ranks m where no suit has more
than l = L - w natural cards, and each that has l is below m once wild cards have filled the highest
ranks that are missing there. With r ranks left of a suit, of which c are shared already, let

    g(x) = sum over k < l - c of C(r, k) x^k,
    b    = sets of l - c ranks that are left and, the shared ones added and filled, below m.

Then the opponent's hands below m number the sum over sets A of suits, those that have l cards, of
the product of b over A times the coefficient of x^(n - cards of A) in the product of g over the
other suits. Those products depend on numbers of cards alone, and are kept. Counts and weights are
deals, as 64-bit integers.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memset

from bits cimport bit_count, low_bit, top_bit
from cards cimport LANE, lane_of, suits_of
from changes cimport BELOW, UP_TO, Changes, Thresholds, find_changes, find_thresholds
from colex cimport Binomials, fill_binomials
from hands cimport longest_flush
from limits cimport MAX_REMOVED, MAX_SHARED
from program cimport Choices, Program, chosen_cards, first_choice, load, next_choice
from suits cimport canonical

cdef enum:
    MEETINGS = 64          # strengths of a hand that are kept; another may take the place of one

cdef struct Ways:
    # by natural cards of the longest flush, a set of suits and cards: the ways in which all other
    # suits give so many cards, each of them fewer than the flush has
    uint32_t of[MAX_REMOVED + 2][16][MAX_REMOVED + 1]
    int64_t shorter[MAX_REMOVED + 2]       # by cards of a flush: the opponent's hands with fewer

cdef struct Table:             # of a bet
    Binomials choose
    uint8_t size[LANE + 1]     # of every set of ranks
    int suits
    int place[4]               # of each suit
    uint32_t ranks             # natural ranks of each suit
    int cards                  # of the opponent, beside the shared ones
    int shared
    Ways **ways                # by how many cards of each suit are the player's and are shared
    bint full                  # no memory was left

cdef struct Left:              # what a player's hand and the shared cards leave
    uint32_t ranks[4]          # of each suit
    uint32_t shared[4]         # that are shared
    int shared_size[4]
    int wild                   # cards
    int wild_shared
    const Ways *ways

cdef struct Met:               # a strength that the player had with other shared cards
    bint filled
    uint64_t strength
    Changes changes
    # below it and up to it, by wild cards and suit: the sets of a suit of which nothing is shared,
    # and one more; 0 where it was not asked yet
    int64_t sets[2][(MAX_REMOVED + 1) * 4]

cdef struct Alike:             # a hand, and what it has in common with some others
    uint64_t natural           # cards, their suits relabelled
    Py_ssize_t place


cdef int64_t sets_below(const Table *t, uint32_t ranks, int size, uint32_t shared,
        uint32_t bound) noexcept nogil:
    """Return how many sets of `size` of some ranks are, the shared ones added, less than a bound,
    as binary numbers.
    """
    cdef int64_t found = 0
    cdef uint32_t bit
    while bound | shared:
        bit = 1u << top_bit(bound | shared)
        if bound & bit and not shared & bit:
            found += t.choose.of[size][t.size[ranks & (bit - 1)]]
            if not size or not ranks & bit:
                return found
            size -= 1
        elif not bound & bit:
            return found
        bound &= ~bit
        shared &= ~bit
    return found


cdef int64_t filled_below(const Table *t, uint32_t ranks, int size, uint32_t shared,
        int wild, int high, uint32_t bound) noexcept nogil:
    """Return how many sets of `size` of some ranks below `high` are less than a bound when the
    shared ones are added and wild cards fill the highest ranks below `high` that are missing.

    A filled set has the highest `wild` ranks. As many wild cards as it has of them naturally go on
    to fill the ranks below these.
    """
    cdef int low = high - wild, held, added
    cdef uint32_t below = (1u << low) - 1, filled = (1u << wild) - 1, shared_high = shared & ~below
    cdef int64_t found = 0, rest
    if not wild:
        return sets_below(t, ranks, size, shared, bound)
    if bound >> low != filled:
        return t.choose.of[size][t.size[ranks]] if bound >> low > filled else 0
    for added in range(min(size, t.size[ranks & ~below]) + 1):
        held = added + t.size[shared_high]
        rest = filled_below(t, ranks & below, size - added, shared & below, held, low,
            bound & below)
        found += t.choose.of[added][t.size[ranks & ~below]] * rest
    return found


cdef int64_t sets_of_suit(const Table *t, const Left *left, int suit, int size, int wild,
        uint32_t bound, int64_t *known) noexcept nogil:
    """Return how many sets of a suit are below a bound. known: what is kept for this bound and
    these wild cards, or NULL.
    """
    if left.shared[suit] or known == NULL:
        return filled_below(t, left.ranks[suit], size, left.shared[suit], wild, 13, bound)
    if not known[suit]:
        known[suit] = 1 + filled_below(t, left.ranks[suit], size, 0, wild, 13, bound)
    return known[suit] - 1


cdef int64_t as_long_below(const Table *t, const Left *left, int cards, int longest, int wild,
        uint32_t bound, int64_t *known) noexcept nogil:
    """Return in how many ways the opponent gets natural cards of which no suit has more than
    `longest`, some have as many, and these are, filled with wild cards, less than a bound.
    """
    cdef int s, rest, a, every = 0, least = cards + 1
    cdef int64_t total = 0, sets
    cdef int64_t product[16]
    cdef int missing[16]
    for s in range(t.suits):
        a = 1 << s
        missing[a] = longest - left.shared_size[s]
        if 0 <= missing[a] <= cards:
            sets = sets_of_suit(t, left, s, missing[a], wild, bound, known)
            if sets:
                product[a], every, least = sets, every | a, min(least, missing[a])
                total += sets * left.ways.of[longest][a][cards - missing[a]]
    a = every if 2 * least > cards else 0
    while a != every:
        a = (a - every) & every        # the next set of these suits
        rest = a & (a - 1)
        if rest:
            product[a] = product[rest] * product[a ^ rest]
            missing[a] = missing[rest] + missing[a ^ rest]
            if missing[a] <= cards:
                total += product[a] * left.ways.of[longest][a][cards - missing[a]]
    return total


cdef int64_t hands_below(const Table *t, const Left *left, uint64_t strength,
        int64_t *known) noexcept nogil:
    """Return how many of the opponent's hands are below a strength. known: what is kept for it, or
    NULL.
    """
    cdef int size = min(<int>(strength >> 20) + 1, MAX_REMOVED + 1), wild, k
    cdef int natural = t.cards + t.shared - left.wild_shared
    cdef uint32_t below = strength & 0xFFFFF
    cdef int64_t total = left.ways.shorter[size]
    if not below:
        return total
    for k in range(min(left.wild, t.cards) + 1):
        wild = left.wild_shared + k
        # A filled suit has the highest ranks; and all natural cards have to find room.
        if below >> (13 - wild) < (1u << wild) - 1 or (size - wild) * t.suits < natural - k:
            break
        total += t.choose.of[k][left.wild] * as_long_below(t, left, t.cards - k, size - wild, wild,
            below, NULL if known == NULL else known + 4 * wild)
    return total


cdef void fill_ways(const Table *t, const Left *left, Ways *ways) noexcept nogil:
    cdef int every = (1 << t.suits) - 1, longest, a, s, i, k
    memset(ways, 0, sizeof(Ways))
    for longest in range(MAX_REMOVED + 2):
        ways.of[longest][every][0] = 1
        for a in range(every - 1, -1, -1):
            s = low_bit(every & ~a)
            for k in range(min(longest - left.shared_size[s], t.cards + 1)):
                for i in range(t.cards + 1 - k):
                    ways.of[longest][a][i + k] += <uint32_t>(ways.of[longest][a | 1 << s][i]
                        * t.choose.of[k][t.size[left.ranks[s]]])
    for longest in range(MAX_REMOVED + 2):
        for k in range(min(left.wild, t.cards, longest - left.wild_shared) + 1):
            ways.shorter[longest] += (t.choose.of[k][left.wild]
                * ways.of[longest - left.wild_shared - k][0][t.cards - k])


cdef const Ways *ways_of(Table *t, const Left *left, const int *own) noexcept nogil:
    """Return what is kept of numbers of cards; NULL where no memory is left."""
    cdef int s
    cdef Py_ssize_t at = 0
    for s in range(t.suits):
        at = ((MAX_REMOVED + 1) * at + own[s]) * (t.shared + 1) + left.shared_size[s]
    if t.ways[at] == NULL:
        t.ways[at] = <Ways *>malloc(sizeof(Ways))
        if t.ways[at] != NULL:
            fill_ways(t, left, t.ways[at])
    t.full = t.full or t.ways[at] == NULL
    return t.ways[at]


cdef void meet(const Program *p, const Thresholds *thresholds, uint64_t strength,
        Met *met) noexcept nogil:
    """Keep a strength of the player's in place of another, unless it is there."""
    if not met.filled or met.strength != strength:
        memset(met, 0, sizeof(Met))
        met.filled, met.strength = True, strength
        find_changes(p, thresholds, strength, &met.changes)


cdef void add_hands(const Table *t, const Left *left, Met *met, int64_t all_hands,
        int64_t weight, int64_t *row) noexcept nogil:
    """Add the opponent's hands to the columns of a row."""
    cdef const Changes *c = &met.changes
    cdef int64_t below = 0, now
    cdef int64_t *known
    cdef int i
    for i in range(1, c.count):
        known = NULL
        if c.which[i] == BELOW or c.which[i] == UP_TO:
            known = met.sets[c.which[i] == UP_TO]
        now = hands_below(t, left, c.at[i], known)
        row[c.column[i - 1]] += (now - below) * weight
        below = now
    row[c.column[c.count - 1]] += (all_hands - below) * weight


cdef void count_hand(Table *t, const Program *p, const Thresholds *thresholds, uint64_t deck,
        uint64_t own, int64_t *row) noexcept nogil:
    """Add one of the player's hands to its row, with the shared cards dealt in every way."""
    cdef uint64_t wild = p.hand[0].ranking.wild, board, strength
    cdef int own_wild = bit_count(own & wild), wild_left = bit_count(deck & wild & ~own), k, s
    cdef int held[4]
    cdef int64_t all_hands = t.choose.of[t.cards][bit_count(deck & ~own) - t.shared]
    cdef Choices boards
    cdef Met met[MEETINGS]
    cdef Met *place
    cdef Left left
    for s in range(MEETINGS):
        met[s].filled = False
    for s in range(t.suits):
        held[s] = t.size[lane_of(own, t.place[s]) & t.ranks]
    for k in range(min(t.shared, wild_left) + 1):
        if not first_choice(&boards, deck & ~own & ~wild, t.shared - k):
            continue
        left.wild, left.wild_shared = wild_left - k, k
        while True:
            board = chosen_cards(&boards)
            for s in range(t.suits):
                left.shared[s] = lane_of(board, t.place[s])
                left.shared_size[s] = t.size[left.shared[s]]
                left.ranks[s] = t.ranks & ~lane_of(own | board, t.place[s])
            left.ways = ways_of(t, &left, held)
            if left.ways == NULL:
                return
            strength = longest_flush(own & ~wild | board, own_wild + k, p.hand[0].ranking.size)
            place = &met[(strength * 0x9E3779B1u >> 20) % MEETINGS]
            meet(p, thresholds, strength, place)
            add_hands(t, &left, place, all_hands, t.choose.of[k][wild_left], row)
            if not next_choice(&boards):
                break


cdef int by_natural(const void *a, const void *b) noexcept nogil:
    cdef uint64_t x = (<const Alike *>a).natural, y = (<const Alike *>b).natural
    return (x > y) - (x < y)


cdef void gather(const Table *t, uint64_t wild, const uint64_t *states, Py_ssize_t size,
        Alike *hands) noexcept nogil:
    """Write the player's hands; where some cards are wild, those next to each other that are the
    same but for the suits of these.
    """
    cdef Py_ssize_t at
    for at in range(size):
        hands[at].natural, hands[at].place = states[at] & ~wild, at
        if wild:
            canonical(&hands[at].natural, 1, t.place, t.suits)
    if wild:
        qsort(hands, size, sizeof(Alike), by_natural)


cdef void count_hands(Table *t, const Program *p, const Thresholds *thresholds, uint64_t deck,
        const Alike *hands, const uint64_t *states, const int64_t *weights, Py_ssize_t size,
        int64_t *counts) noexcept nogil:
    """Write a row for each of the player's hands; of those that are the same one is counted."""
    cdef Py_ssize_t at, i
    cdef int64_t *row
    cdef const int64_t *before = NULL
    for at in range(size):
        row = counts + hands[at].place * p.columns
        if at and hands[at].natural == hands[at - 1].natural:
            for i in range(p.columns):
                row[i] = before[i]
        else:
            count_hand(t, p, thresholds, deck, states[hands[at].place], row)
        before = row
    for at in range(size):
        for i in range(p.columns):
            counts[at * p.columns + i] *= weights[at]


def count(uint64_t deck, int cards, int shared, const uint64_t[::1] states,
        const int64_t[::1] weights, const int64_t[::1] program, int64_t[::1] counts):
    """Write to `counts` (OUT) a row of columns for each of the player's hands, times its weight.

    cards: in the opponent's hand, beside the shared ones. shared: hidden cards of both hands; with
        them a hand has as many cards as the ranking of both, which knows every shorter flush.
    program: the facts: the opponent's hand (number 1) against the player's (number 0), either of
        them against a threshold, and lines of paytables that the player's reaches.
    """
    cdef Program p
    cdef Thresholds thresholds
    cdef Table t
    cdef Py_ssize_t at, room = 1, size = states.shape[0]
    cdef Alike *hands
    cdef uint64_t wild
    cdef int i, _
    load(program, &p)
    find_thresholds(&p, &thresholds)
    if not 0 < cards <= MAX_REMOVED - shared or not 0 <= shared <= MAX_SHARED:
        raise ValueError("hands of more than seven cards, or too many that are shared")
    if counts.shape[0] != size * p.columns or weights.shape[0] != size:
        raise ValueError("hands, weights and counts do not fit")
    fill_binomials(&t.choose)
    for i in range(LANE + 1):
        t.size[i] = bit_count(i)
    t.suits, t.cards, t.shared = suits_of(deck, t.place), cards, shared
    t.ranks = lane_of(deck & ~p.hand[0].ranking.wild, t.place[0])
    for _ in range(t.suits):
        room *= (MAX_REMOVED + 1) * (shared + 1)
    wild = deck & p.hand[0].ranking.wild
    hands = <Alike *>malloc((size + 1) * sizeof(Alike))
    t.full, t.ways = False, <Ways **>calloc(room, sizeof(Ways *))
    if t.ways == NULL or hands == NULL:
        free(t.ways)
        free(hands)
        raise MemoryError("no memory for the ways to fill suits")
    if size:
        with nogil:
            gather(&t, wild, &states[0], size, hands)
            count_hands(&t, &p, &thresholds, deck, hands, &states[0], &weights[0], size, &counts[0])
    for at in range(room):
        free(t.ways[at])
    free(t.ways)
    free(hands)
    if t.full:
        raise MemoryError("no memory for the ways to fill suits")
