"""An opponent's longest flush against the player's, from what is left of each suit.

Some ranks may be wild, and some cards that are still hidden may be shared by both hands. Of these,
how many are wild and how many each suit gets is dealt in every way, and so is the number of wild
ones among the opponent's n own cards.
With w wild cards in all, the opponent is below the flush of the L ranks m where no suit has more
than l = L - w natural cards, and each that has l is below m once wild cards have filled the highest
ranks that are missing there. With r ranks left of a suit, of which c are shared already, let

    g(x) = sum over k < l - c of C(r, k) x^k,
    b    = sets of l - c ranks that are left and, the shared ones added and filled, below m.

Then the opponent's hands below m number the sum over sets A of suits, those that have l cards, of
the product of b over A times the coefficient of x^(n - cards of A) in the product of g over the
other suits. Those products depend on numbers of cards alone, and are kept.

Shared cards are summed over, not dealt. The player's flush is that of one suit, the first among
equals, with its shared cards; let it be m. Every other suit gets any of the shared cards with which
it stays below m, or level in a later suit: it gives the sum of b over these sets of cards if it is
in A, else their number. Where all sets of c of the r ranks stay below, that sum is, with l cards in
all, C(l, c) times the sets of l of the r ranks that are below m.

Counts and weights are deals, as 64-bit integers.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memset

from below cimport sets_below
from bits cimport bit_count, low_bit
from cards cimport LANE, lane_of, suits_of
from changes cimport Changes, Thresholds, find_changes, find_thresholds
from colex cimport Binomials, fill_binomials
from guards cimport are_dealt, are_natural, is_deck
from hands cimport completed
from limits cimport MAX_REMOVED, MAX_SHARED
from program cimport Choices, Program, chosen_cards, first_choice, load, next_choice
from suits cimport canonical

cdef enum:
    MEETINGS = 1024        # strengths of a hand that are kept; another may take the place of one
    MOST_SHARED = 286      # sets of shared cards of one suit: 13 choose MAX_SHARED
    MOST_DEALS = 20        # ways in which so many cards are of four suits

cdef struct Ways:
    # by natural cards of the longest flush, a set of suits and cards: the ways in which all other
    # suits give so many cards, each of them fewer than the flush has
    uint32_t of[MAX_REMOVED + 2][16][MAX_REMOVED + 1]
    int64_t shorter[MAX_REMOVED + 2]       # by cards of a flush: the opponent's hands with fewer

cdef struct Met:               # a strength that the player has
    bint filled
    uint64_t strength
    Changes changes

cdef struct Shared:            # the sets of shared cards that a suit may get, of one size
    int count
    uint32_t cards[MOST_SHARED]
    uint32_t flush[MOST_SHARED]            # the strength of the player's suit with them
    uint32_t least                         # of these
    uint32_t most

cdef struct Split:             # how many shared cards each suit gets
    int size[4]
    const Ways *ways

cdef struct Left:              # what a player's hand and some shared wild cards leave
    uint32_t ranks[4]          # of each suit
    int wild                   # cards
    int wild_shared
    int shared                 # natural cards
    Shared sets[4][MAX_SHARED + 1]         # by suit and size
    int splits
    Split split[MOST_DEALS]

cdef struct Lead:              # a suit that gives the player his flush
    int suit
    int size                   # of its shared cards
    uint32_t cards
    uint32_t flush
    int64_t ways[4][MAX_SHARED + 1]        # by suit and size: the sets with which it stays below
    int splits                             # in which it does, and all others stay below
    const Split *split[MOST_DEALS]
    int64_t others[MOST_DEALS][16]         # by split: product of these ways over a set of suits

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
    Met *met                   # MEETINGS strengths
    Left *left                 # room for one hand

cdef struct Alike:             # a hand, and what it has in common with some others
    uint64_t natural           # cards, their suits relabelled
    Py_ssize_t place


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
        return sets_below(&t.choose, t.size, ranks, size, shared, bound)
    if bound >> low != filled:
        return t.choose.of[size][t.size[ranks]] if bound >> low > filled else 0
    for added in range(min(size, t.size[ranks & ~below]) + 1):
        held = added + t.size[shared_high]
        rest = filled_below(t, ranks & below, size - added, shared & below, held, low,
            bound & below)
        found += t.choose.of[added][t.size[ranks & ~below]] * rest
    return found


cdef bint stays_below(const Lead *lead, int suit, uint32_t flush) noexcept nogil:
    """Tell whether a suit leaves the player's flush to the suit that gives it: the first among
    equals.
    """
    return flush < lead.flush or (flush == lead.flush and suit > lead.suit)


cdef int64_t sets_of_suit(const Table *t, const Left *left, const Lead *lead, int suit, int shared,
        int size, int wild, uint32_t bound) noexcept nogil:
    """Return how many sets of a suit are below a bound, the shared cards dealt in every way that
    leaves the player's flush as it is.

    shared: how many of them are of this suit. size: the other cards of a set.
    """
    cdef const Shared *sets = &left.sets[suit][shared]
    cdef uint32_t ranks = left.ranks[suit]
    cdef int64_t found = 0
    cdef int i
    if suit == lead.suit:
        return filled_below(t, ranks & ~lead.cards, size, lead.cards, wild, 13, bound)
    if stays_below(lead, suit, sets.most):
        return t.choose.of[shared][size + shared] * filled_below(t, ranks, size + shared, 0, wild,
            13, bound)
    for i in range(sets.count):
        if stays_below(lead, suit, sets.flush[i]):
            found += filled_below(t, ranks & ~sets.cards[i], size, sets.cards[i], wild, 13, bound)
    return found


cdef int64_t as_long_below(const Table *t, const Left *left, const Lead *lead, int number,
        int cards, int longest, int wild, uint32_t bound,
        int64_t (*known)[MAX_SHARED + 1]) noexcept nogil:
    """Return in how many ways the opponent gets natural cards of which no suit has more than
    `longest`, some have as many, and these are, filled with wild cards, less than a bound; for one
    split of the shared cards.

    known (INOUT): the sets of a suit, by suit and size; -1 where it was not asked yet.
    """
    cdef const Split *split = lead.split[number]
    cdef const int64_t *others = lead.others[number]
    cdef int s, rest, a, shared, every = 0, least = cards + 1, all_suits = (1 << t.suits) - 1
    cdef int64_t total = 0
    cdef int64_t product[16]
    cdef int missing[16]
    for s in range(t.suits):
        a, shared = 1 << s, split.size[s]
        missing[a] = longest - shared
        if 0 <= missing[a] <= cards:
            if known[s][shared] < 0:
                known[s][shared] = sets_of_suit(t, left, lead, s, shared, missing[a], wild, bound)
            if known[s][shared]:
                product[a], every, least = known[s][shared], every | a, min(least, missing[a])
                total += (product[a] * others[all_suits ^ a]
                    * split.ways.of[longest][a][cards - missing[a]])
    a = every if 2 * least > cards else 0
    while a != every:
        a = (a - every) & every        # the next set of these suits
        rest = a & (a - 1)
        if rest:
            product[a] = product[rest] * product[a ^ rest]
            missing[a] = missing[rest] + missing[a ^ rest]
            if missing[a] <= cards:
                total += (product[a] * others[all_suits ^ a]
                    * split.ways.of[longest][a][cards - missing[a]])
    return total


cdef int64_t hands_below(const Table *t, const Left *left, const Lead *lead,
        uint64_t strength) noexcept nogil:
    """Return how many of the opponent's hands are below a strength, over all shared cards that
    leave the player's flush as it is.
    """
    cdef int size = min(<int>(strength >> 20) + 1, MAX_REMOVED + 1), wild, k, i
    cdef int natural = t.cards + left.shared, every = (1 << t.suits) - 1
    cdef uint32_t below = strength & 0xFFFFF
    cdef int64_t total = 0, sum
    cdef int64_t known[4][MAX_SHARED + 1]
    for i in range(lead.splits):
        total += lead.others[i][every] * lead.split[i].ways.shorter[size]
    if not below:
        return total
    for k in range(min(left.wild, t.cards) + 1):
        wild = left.wild_shared + k
        # A filled suit has the highest ranks; and all natural cards have to find room.
        if below >> (13 - wild) < (1u << wild) - 1 or (size - wild) * t.suits < natural - k:
            break
        memset(known, 0xFF, sizeof(known))
        sum = 0
        for i in range(lead.splits):
            sum += as_long_below(t, left, lead, i, t.cards - k, size - wild, wild, below, known)
        total += t.choose.of[k][left.wild] * sum
    return total


cdef void fill_ways(const Table *t, const Left *left, const int *shared, Ways *ways) noexcept nogil:
    cdef int every = (1 << t.suits) - 1, longest, a, s, i, k
    memset(ways, 0, sizeof(Ways))
    for longest in range(MAX_REMOVED + 2):
        ways.of[longest][every][0] = 1
        for a in range(every - 1, -1, -1):
            s = low_bit(every & ~a)
            for k in range(min(longest - shared[s], t.cards + 1)):
                for i in range(t.cards + 1 - k):
                    ways.of[longest][a][i + k] += <uint32_t>(ways.of[longest][a | 1 << s][i]
                        * t.choose.of[k][t.size[left.ranks[s]] - shared[s]])
    for longest in range(MAX_REMOVED + 2):
        for k in range(min(left.wild, t.cards, longest - left.wild_shared) + 1):
            ways.shorter[longest] += (t.choose.of[k][left.wild]
                * ways.of[longest - left.wild_shared - k][0][t.cards - k])


cdef const Ways *ways_of(Table *t, const Left *left, const int *own,
        const int *shared) noexcept nogil:
    """Return what is kept of numbers of cards; NULL where no memory is left."""
    cdef int s
    cdef Py_ssize_t at = 0
    for s in range(t.suits):
        at = ((MAX_REMOVED + 1) * at + own[s]) * (t.shared + 1) + shared[s]
    if t.ways[at] == NULL:
        t.ways[at] = <Ways *>malloc(sizeof(Ways))
        if t.ways[at] != NULL:
            fill_ways(t, left, shared, t.ways[at])
    t.full = t.full or t.ways[at] == NULL
    return t.ways[at]


cdef const Changes *changes_at(const Table *t, const Program *p, const Thresholds *thresholds,
        uint64_t strength) noexcept nogil:
    """Return where the column changes for a strength of the player's."""
    cdef Met *met = &t.met[(strength * 0x9E3779B1u >> 20) % MEETINGS]
    if not met.filled or met.strength != strength:
        met.filled, met.strength = True, strength
        find_changes(p, thresholds, strength, &met.changes)
    return &met.changes


cdef void add_hands(const Table *t, const Left *left, const Lead *lead, const Changes *c,
        int64_t all_hands, int64_t weight, int64_t *row) noexcept nogil:
    """Add the opponent's hands to the columns of a row, over all shared cards that leave the
    player's flush as it is.
    """
    cdef int64_t below = 0, now, boards = 0
    cdef int i
    for i in range(lead.splits):
        boards += lead.others[i][(1 << t.suits) - 1]
    for i in range(1, c.count):
        now = hands_below(t, left, lead, c.at[i])
        row[c.column[i - 1]] += (now - below) * weight
        below = now
    row[c.column[c.count - 1]] += (boards * all_hands - below) * weight


cdef int64_t ways_below(const Lead *lead, int suit, const Shared *sets) noexcept nogil:
    """Return with how many of some shared cards a suit stays below the player's flush."""
    cdef int64_t found = 0
    cdef int i
    if stays_below(lead, suit, sets.most):
        return sets.count
    if not stays_below(lead, suit, sets.least):
        return 0
    for i in range(sets.count):
        found += stays_below(lead, suit, sets.flush[i])
    return found


cdef bint is_open(const Table *t, const Lead *lead, const Split *split) noexcept nogil:
    """Tell whether a split gives its suit the lead."""
    cdef int s
    if split.size[lead.suit] != lead.size:
        return False
    for s in range(t.suits):
        if not lead.ways[s][split.size[s]]:
            return False
    return True


cdef void find_others(const Table *t, const Left *left, Lead *lead) noexcept nogil:
    """Write in how many ways the suits get shared cards that leave the player's flush as it is."""
    cdef int s, shared, i, a
    cdef int64_t *others
    for s in range(t.suits):
        for shared in range(left.shared - lead.size + 1):
            lead.ways[s][shared] = ways_below(lead, s, &left.sets[s][shared])
    lead.ways[lead.suit][lead.size] = 1
    lead.splits = 0
    for i in range(left.splits):
        if is_open(t, lead, &left.split[i]):
            lead.split[lead.splits] = &left.split[i]
            others = lead.others[lead.splits]
            others[0] = 1
            for a in range(1, 1 << t.suits):
                s = low_bit(a)
                others[a] = others[a & (a - 1)] * lead.ways[s][left.split[i].size[s]]
            lead.splits += 1


cdef uint32_t flush_of(uint32_t ranks, int cards, int wild) noexcept nogil:
    """Return the strength of the flush of some ranks of a suit and wild cards."""
    return <uint32_t>(cards + wild - 1) << 20 | completed(ranks, wild) if cards + wild else 0


cdef void find_sets(const Table *t, Left *left, int suit, uint32_t own, int wild) noexcept nogil:
    """Write which shared cards a suit may get, and the flush of the player's that comes of them.

    own, wild: the player's cards of the suit, and all his wild ones.
    """
    cdef Choices some
    cdef Shared *sets
    cdef uint32_t flush
    cdef int size
    cdef bint more
    for size in range(left.shared + 1):
        sets = &left.sets[suit][size]
        sets.count, sets.least, sets.most = 0, 0xFFFFFFFFu, 0
        more = first_choice(&some, left.ranks[suit], size)
        while more:
            sets.cards[sets.count] = <uint32_t>chosen_cards(&some)
            flush = flush_of(own | sets.cards[sets.count], t.size[own] + size, wild)
            sets.flush[sets.count] = flush
            sets.least, sets.most = min(sets.least, flush), max(sets.most, flush)
            sets.count += 1
            more = next_choice(&some)


cdef bint has_room(const Table *t, const Left *left, const int *shared) noexcept nogil:
    """Tell whether every suit has so many cards left."""
    cdef int s
    for s in range(4):
        if shared[s] > (t.size[left.ranks[s]] if s < t.suits else 0):
            return False
    return True


cdef void find_splits(Table *t, Left *left, const int *own) noexcept nogil:
    """Write in which ways the shared cards are of the suits; own: the player's cards of each."""
    cdef int a, b, c
    cdef Split *split
    left.splits = 0
    for a in range(left.shared + 1):
        for b in range(left.shared - a + 1):
            for c in range(left.shared - a - b + 1):
                split = &left.split[left.splits]
                split.size[0], split.size[1] = left.shared - a - b - c, c
                split.size[2], split.size[3] = b, a
                if not has_room(t, left, split.size):
                    continue
                split.ways = ways_of(t, left, own, split.size)
                if split.ways == NULL:
                    return
                left.splits += 1


cdef void add_leads(const Table *t, const Program *p, const Thresholds *thresholds,
        const Left *left, int64_t all_hands, int64_t weight, int64_t *row) noexcept nogil:
    """Add the opponent's hands to a row: for each suit and its shared cards, those that go with
    shared cards of other suits that leave the player's flush to it.
    """
    cdef Lead lead
    cdef const Shared *sets
    cdef int s, i
    cdef bint beaten
    for lead.suit in range(t.suits):
        for lead.size in range(left.shared + 1):
            sets = &left.sets[lead.suit][lead.size]
            for i in range(sets.count):
                lead.cards, lead.flush, beaten = sets.cards[i], sets.flush[i], False
                for s in range(t.suits):
                    beaten = beaten or (s != lead.suit
                        and not stays_below(&lead, s, left.sets[s][0].flush[0]))
                if not beaten:
                    find_others(t, left, &lead)
                    if lead.splits:
                        add_hands(t, left, &lead, changes_at(t, p, thresholds, lead.flush),
                            all_hands, weight, row)


cdef void count_hand(Table *t, const Program *p, const Thresholds *thresholds, uint64_t deck,
        uint64_t own, int64_t *row) noexcept nogil:
    """Add one of the player's hands to its row, with the shared cards dealt in every way."""
    cdef uint64_t wild = p.hand[0].ranking.wild
    cdef int own_wild = bit_count(own & wild), wild_left = bit_count(deck & wild & ~own), k, s
    cdef int held[4]
    cdef int64_t all_hands = t.choose.of[t.cards][bit_count(deck & ~own) - t.shared]
    cdef uint32_t lane[4]
    cdef Left *left = t.left
    for s in range(t.suits):
        lane[s] = lane_of(own, t.place[s]) & t.ranks
        held[s], left.ranks[s] = t.size[lane[s]], t.ranks & ~lane[s]
    for k in range(min(t.shared, wild_left) + 1):
        left.wild, left.wild_shared, left.shared = wild_left - k, k, t.shared - k
        for s in range(t.suits):
            find_sets(t, left, s, lane[s], own_wild + k)
        find_splits(t, left, held)
        if t.full:
            return
        add_leads(t, p, thresholds, left, all_hands, t.choose.of[k][wild_left], row)


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
    if not is_deck(deck) or not are_dealt(states, deck) or p.hands < 2 \
            or not are_natural(states, 0, 1, 1, MAX_REMOVED - shared):
        raise ValueError("two hands are wanted, of the same ranks in each suit of the deck")
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
    t.met, t.left = <Met *>calloc(MEETINGS, sizeof(Met)), <Left *>malloc(sizeof(Left))
    if t.ways == NULL or hands == NULL or t.met == NULL or t.left == NULL:
        free(t.ways)
        free(t.met)
        free(t.left)
        free(hands)
        raise MemoryError("no memory for the ways to fill suits")
    if size:
        with nogil:
            gather(&t, wild, &states[0], size, hands)
            count_hands(&t, &p, &thresholds, deck, hands, &states[0], &weights[0], size, &counts[0])
    for at in range(room):
        free(t.ways[at])
    free(t.ways)
    free(t.met)
    free(t.left)
    free(hands)
    if t.full:
        raise MemoryError("no memory for the ways to fill suits")
