"""An opponent's longest flush against the player's where both use seen cards, suit by suit.

Of each suit the opponent has the shared cards c and gets k of the r ranks that are left. He stays
below the flush of the L ranks m where no suit comes to more than L cards, and each that comes to L
is below m. With

    b(k) = C(r, k) where c + k < L, the sets of k below m where c + k = L, else 0,

his hands of n cards below m are the coefficient of x^n in the product over the suits of the sums of
b(k) x^k.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from below cimport sets_below
from bits cimport bit_count
from cards cimport LANE, natural_cards
from changes cimport Changes, Thresholds, find_changes, find_thresholds
from colex cimport Binomials, fill_binomials
from guards cimport OFTEN, are_dealt, is_deck, is_interrupted, raise_signal
from limits cimport MAX_REMOVED, MAX_ROLES
from program cimport LINE, Program, hand_strength, load, union_of

cdef struct Tables:
    Binomials choose
    uint8_t held[LANE + 1]     # how many ranks every set of them has

cdef struct Suits:             # what the opponent shares and can get of each suit
    uint32_t shared[4]
    uint32_t left[4]


cdef int64_t hands_below(const Tables *t, const Suits *suits, uint64_t strength,
        int cards) noexcept nogil:
    """Return the opponent's hands below a strength."""
    cdef int longest = <int>(strength >> 20) + 1, s, k, n, missing
    cdef uint32_t bound = <uint32_t>(strength & 0xFFFFF)
    cdef int64_t ways[MAX_REMOVED + 1]
    cdef int64_t one[MAX_REMOVED + 1]
    cdef int64_t sum
    memset(ways, 0, sizeof(ways))
    ways[0] = 1
    for s in range(4):
        missing = longest - t.held[suits.shared[s]]
        if missing < 0:
            return 0
        for k in range(cards + 1):
            if k < missing:
                one[k] = t.choose.of[k][t.held[suits.left[s]]]
            elif k == missing:
                one[k] = sets_below(&t.choose, t.held, suits.left[s], k, suits.shared[s], bound)
            else:
                one[k] = 0
        for n in range(cards, -1, -1):
            sum = 0
            for k in range(n + 1):
                sum += ways[n - k] * one[k]
            ways[n] = sum
    return ways[cards]


cdef void count_state(const Program *p, const Thresholds *thresholds, const Tables *t,
        uint64_t deck, const uint64_t *state, int roles, int cards, int64_t weight,
        int64_t *counts) noexcept nogil:
    cdef Changes c
    cdef Suits suits
    cdef uint32_t every = (1u << roles) - 1
    cdef uint64_t shared = union_of(state, p.hand[1].parts & every)
    cdef uint64_t left = deck & ~union_of(state, every)
    cdef int64_t before = 0, after
    cdef int s, i
    for s in range(4):
        suits.shared[s] = <uint32_t>(shared >> 16 * s & LANE)
        suits.left[s] = <uint32_t>(left >> 16 * s & LANE)
    find_changes(p, thresholds, hand_strength(&p.hand[0], state), &c)
    for i in range(c.count):
        if i + 1 == c.count:
            after = t.choose.of[cards][bit_count(left)]
        elif c.at[i + 1] == c.at[i]:
            continue
        else:
            after = hands_below(t, &suits, c.at[i + 1], cards)
        counts[c.column[i]] += weight * (after - before)
        before = after


def count(uint64_t deck, int roles, int cards, const uint64_t[::1] states,
        const int64_t[::1] weights, const int64_t[::1] program, int64_t[::1] counts):
    """Write to `counts` (OUT) weight x the opponent's hands in each column, for every state.

    roles: card sets of a state. cards: how many of the opponent's are hidden.
    program: the facts: the opponent's hand (number 1), which has the hidden cards, against the
        player's (number 0), which has none, either of them against a threshold, and lines of
        paytables that the player's reaches.
    """
    cdef Program p
    cdef Thresholds thresholds
    cdef Tables t
    cdef Py_ssize_t i, n = weights.shape[0]
    cdef int h, f
    cdef bint interrupted = False
    load(program, &p)
    find_thresholds(&p, &thresholds)
    if not 0 < roles <= MAX_ROLES or p.parts != roles + 1 or states.shape[0] != n * roles \
            or not 0 < cards <= MAX_REMOVED or counts.shape[0] != n * p.columns:
        raise ValueError("states, hidden cards and counts do not fit")
    if not is_deck(deck) or natural_cards(deck) != deck or not are_dealt(states, deck):
        raise ValueError("cards that are not of a deck of the same ranks in each suit")
    if p.hands != 2 or p.hand[0].parts >> roles or not p.hand[1].parts >> roles:
        raise ValueError("the opponent's hand, and no other, has the hidden cards")
    for h in range(2):
        if not p.hand[h].ranking.longest or p.hand[h].ranking.wild or p.hand[h].must:
            raise ValueError("hands of which the longest flush counts are wanted")
    for f in range(p.facts):
        if p.fact[f].kind == LINE and (p.fact[f].hand or p.fact[f].menus):
            raise ValueError("lines are those of the player's hand")
    fill_binomials(&t.choose)
    for h in range(LANE + 1):
        t.held[h] = bit_count(h)
    with nogil:
        for i in range(counts.shape[0]):
            counts[i] = 0
        for i in range(n):
            count_state(&p, &thresholds, &t, deck, &states[i * roles], roles, cards, weights[i],
                &counts[i * p.columns])
            if not i & OFTEN and is_interrupted():
                interrupted = True
                break
    if interrupted:
        raise_signal()
