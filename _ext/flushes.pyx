"""An opponent's longest flush against the player's, from what is left of each suit.

The opponent's n cards are below the flush of the L ranks m, all of one suit, where no suit has more
than L of them, and none has L that are above m or m itself. With r ranks left of a suit, its cards
can be chosen in as many ways as

    g(x) = sum over k < L of C(r, k) x^k  +  (sets of L ranks that are left and below m) x^L

says for each number k, so that the opponent's hands below it number the coefficient of x^n in the
product of g over the suits. Sets of as many ranks compare as binary numbers do. Counts and weights
are deals, as 64-bit integers.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from bits cimport bit_count, top_bit
from cards cimport LANE, lane_of, suits_of
from changes cimport Changes, Thresholds, find_changes, find_thresholds
from colex cimport Binomials, fill_binomials
from hands cimport strength_of
from limits cimport MAX_REMOVED
from program cimport Program, load

cdef struct Left:          # what a player's hand leaves
    int suits
    int cards                  # of the opponent
    uint32_t ranks[4]          # of each suit


cdef int64_t sets_below(const Binomials *choose, uint32_t ranks, int size,
        uint32_t below) noexcept nogil:
    """Return how many sets of `size` of some ranks are less than `below`, as binary numbers."""
    cdef int64_t found = 0
    cdef int bit
    while below:
        bit = top_bit(below)
        found += choose.of[size][bit_count(ranks & ((1u << bit) - 1))]
        if not size or not ranks >> bit & 1:
            return found
        below ^= 1u << bit
        size -= 1
    return found


cdef void ways_in_suit(const Binomials *choose, uint32_t ranks, int longest, uint32_t below,
        int64_t *ways) noexcept nogil:
    """Write in how many ways a suit gives 0, 1 .. `longest` cards."""
    cdef int k, left = bit_count(ranks)
    for k in range(longest):
        ways[k] = choose.of[k][left]
    ways[longest] = sets_below(choose, ranks, longest, below)


cdef int64_t hands_below(const Binomials *choose, const Left *left,
        uint64_t strength) noexcept nogil:
    """Return how many of the opponent's hands are below a strength."""
    cdef int longest = <int>min(<uint64_t>left.cards, (strength >> 20) + 1), s, i, j, last = 0
    cdef uint32_t below = strength & 0xFFFFF
    cdef int64_t ways[MAX_REMOVED + 1]
    cdef int64_t product[2][MAX_REMOVED + 1]
    cdef int64_t total = 0
    if strength >> 20 >= <uint64_t>left.cards:      # above every hand
        below = LANE + 1
    for s in range(left.suits - 1):
        ways_in_suit(choose, left.ranks[s], longest, below, ways)
        if s == 0:
            memset(product, 0, sizeof(product))
            for i in range(longest + 1):
                product[0][i] = ways[i]
            continue
        for i in range(left.cards + 1):
            product[s & 1][i] = 0
            for j in range(max(0, i - left.cards), min(i, longest) + 1):
                product[s & 1][i] += product[~s & 1][i - j] * ways[j]
        last = s & 1
    ways_in_suit(choose, left.ranks[left.suits - 1], longest, below, ways)
    if left.suits == 1:
        return ways[left.cards] if left.cards <= longest else 0
    for j in range(longest + 1):
        total += product[last][left.cards - j] * ways[j]
    return total


def count(uint64_t deck, int cards, const uint64_t[::1] states, const int64_t[::1] weights,
        const int64_t[::1] program, int64_t[::1] counts):
    """Write to `counts` (OUT) a row of columns for each of the player's hands, times its weight.

    cards: in the opponent's hand, and in the longest flush that the ranking of both hands knows; it
        knows every shorter one. program: the facts, each about the opponent's hand (number 1)
        against the player's (number 0) or against a threshold.
    """
    cdef Program p
    cdef Binomials choose
    cdef Thresholds thresholds
    cdef Changes c
    cdef Left left
    cdef int place[4]
    cdef uint64_t own
    cdef uint32_t ranks
    cdef Py_ssize_t at
    cdef int i, s
    cdef int64_t below, now, all_hands
    load(program, &p)
    find_thresholds(&p, &thresholds)
    if not 0 < cards <= MAX_REMOVED or counts.shape[0] != weights.shape[0] * p.columns:
        raise ValueError("hands and counts do not fit")
    if weights.shape[0] != states.shape[0]:
        raise ValueError("hands and weights do not fit")
    fill_binomials(&choose)
    left.suits, left.cards = suits_of(deck, place), cards
    ranks = lane_of(deck, place[0])
    with nogil:
        for at in range(states.shape[0]):
            for s in range(left.suits):
                left.ranks[s] = ranks & ~lane_of(states[at], place[s])
            own = strength_of(states[at], &p.hand[0].ranking)
            find_changes(&p, &thresholds, own, &c)
            all_hands = choose.of[cards][bit_count(deck & ~states[at])]
            below = 0
            for i in range(1, c.count + 1):
                now = hands_below(&choose, &left, c.at[i]) if i < c.count else all_hands
                counts[at * p.columns + c.column[i - 1]] += (now - below) * weights[at]
                below = now
