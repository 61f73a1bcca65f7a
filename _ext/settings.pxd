"""Settings: seven cards parted into a high hand of five and a low hand of two, and what both are
worth.

The joker is a bug: an ace, or the card that completes a straight, a flush or a straight flush; in
the low hand an ace. A high hand is worth its family in the bits above 20 and then the ranks that
are compared, four bits each. A low hand has a place: 0 for 3-2 up to 77 for A-K, then 78 for a pair
of twos up to 90 for a pair of aces. As a high hand without further cards it is worth `bare` of its
place; a setting whose low hand is worth more than its high hand is a foul.

A hand is given as counts of ranks, four bits each and the joker in the bit above, and the ranks of
one suit; the others then make no flush.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from bits cimport bit_count, top_bit

cdef enum:
    CARDS = 7                  # in a hand
    SETTINGS = 21
    RANKS = 13
    ACE = 12
    LOWS = 91                  # places of low hands
    JOKER_BIT = 52             # of a hand given as counts
    PAIR = 1
    STRAIGHT = 4
    FLUSH = 5
    STRAIGHT_FLUSH = 8
    NO_SUIT = 100              # cards of which none makes a flush with another
    OF_ANY_SUIT = 99           # the joker

cdef struct Runs:              # of every set of ranks the place of the straight, 0 for none
    uint8_t whole[1 << RANKS]
    uint8_t joined[1 << RANKS]  # by the joker, which completes it

cdef struct Cards:
    int rank[CARDS]
    int suit[CARDS]
    int joker                  # its place, -1 for none

cdef struct Setting:
    uint32_t high
    int low
    int first, second          # the places of the cards in front
    bint foul


cdef inline void fill_runs(Runs *runs, bint wheel_lowest) noexcept nogil:
    """Fill in the places of straights, the highest first; A-2-3-4-5 is second or last."""
    cdef int k, j, place
    cdef uint32_t run
    for k in range(1 << RANKS):
        runs.whole[k] = runs.joined[k] = 0
    for k in range(10):
        # Their places ascend, so that the last one written is the best.
        if wheel_lowest:
            place, run = 3 + k, (0x100F if k == 0 else 0x1Fu << k - 1)
        else:
            place = 4 + k
            run = 0x1F00 if k == 9 else 0x100F if k == 8 else 0x1Fu << k
        runs.whole[run] = place
        for j in range(RANKS):
            if run >> j & 1:
                runs.joined[run ^ 1u << j] = place


cdef inline uint32_t grouped(const uint8_t *count) noexcept nogil:
    """Return what five cards are worth by their equal ranks alone."""
    cdef int r, times, first = 0, second = 0, shift = 16
    cdef uint32_t ranks = 0, family
    for times in range(5, 0, -1):
        for r in range(ACE, -1, -1):
            if count[r] != times:
                continue
            if not first:
                first = times
            elif not second:
                second = times
            ranks |= <uint32_t>r << shift
            shift -= 4
    if first == 5:
        family = 9
    elif first == 4:
        family = 7
    elif first == 3:
        family = 6 if second == 2 else 3
    elif first == 2:
        family = 2 if second == 2 else PAIR
    else:
        family = 0
    return family << 20 | ranks


cdef inline uint32_t flushed(uint32_t ranks) noexcept nogil:
    """Return what a flush of five ranks is worth."""
    cdef uint32_t value = FLUSH
    cdef int r
    while ranks:
        r = top_bit(ranks)
        value = value << 4 | r
        ranks ^= 1u << r
    return value


cdef inline uint32_t high_hand(const Runs *runs, const Cards *cards, int i, int j) noexcept nogil:
    """Return what the five cards are worth that are left when two go in front."""
    cdef uint8_t count[RANKS]
    cdef uint32_t ranks = 0
    cdef int k, r, place, suit = -1, naturals = 0
    cdef bint flush = True, joker = False
    for r in range(RANKS):
        count[r] = 0
    for k in range(CARDS):
        if k == i or k == j:
            continue
        count[cards.rank[k]] += 1
        if k == cards.joker:
            joker = True
            continue
        naturals += 1
        ranks |= 1u << cards.rank[k]
        if suit < 0:
            suit = cards.suit[k]
        flush &= suit == cards.suit[k]
    if bit_count(ranks) < naturals:
        return grouped(count)
    place = runs.joined[ranks] if joker else runs.whole[ranks]
    if place:
        return <uint32_t>(STRAIGHT_FLUSH if flush else STRAIGHT) << 20 | place << 16
    if flush:
        if joker:
            ranks |= 1u << top_bit(~ranks & 0x1FFF)
        return flushed(ranks)
    return grouped(count)


cdef inline int low_place(int a, int b) noexcept nogil:
    """Return the place of two cards of these ranks among low hands."""
    if a == b:
        return 78 + a
    return a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a


cdef inline uint32_t bare(int a, int b) noexcept nogil:
    """Return what two cards of these ranks are worth as a high hand without further cards."""
    if a == b:
        return PAIR << 20 | a << 16
    return a << 16 | b << 12 if a > b else b << 16 | a << 12


cdef inline bint is_made(uint32_t high) noexcept nogil:
    """Tell whether a high hand is a straight, a flush or a straight flush."""
    cdef int family = high >> 20
    return family == STRAIGHT or family == FLUSH or family == STRAIGHT_FLUSH


cdef inline void settings_of(const Runs *runs, const Cards *cards, Setting *found) noexcept nogil:
    """Write the settings of seven cards."""
    cdef int i, j, n = 0
    for i in range(CARDS):
        for j in range(i + 1, CARDS):
            found[n].high = high_hand(runs, cards, i, j)
            found[n].low = low_place(cards.rank[i], cards.rank[j])
            found[n].first, found[n].second = i, j
            found[n].foul = bare(cards.rank[i], cards.rank[j]) > found[n].high
            n += 1


cdef inline int cards_of_counts(uint64_t counts, uint32_t suited, Cards *cards) noexcept nogil:
    """Write the cards of a hand that is given as counts; return how many there are, eight if they
    are too many.
    """
    cdef int r, k, n = 0
    cards.joker = -1
    if counts >> JOKER_BIT & 1:
        cards.joker = 0
        cards.rank[0], cards.suit[0] = ACE, OF_ANY_SUIT
        n = 1
    for r in range(RANKS):
        for k in range(counts >> 4 * r & 15):
            if n == CARDS:
                return CARDS + 1
            cards.rank[n] = r
            cards.suit[n] = 0 if k == 0 and suited >> r & 1 else NO_SUIT + n
            n += 1
    return n


cdef inline int cards_of_mask(uint64_t mask, Cards *cards) noexcept nogil:
    """Write the cards of a set; return how many there are, eight if they are too many or one is
    none.
    """
    cdef int card, n = 0
    cards.joker = -1
    for card in range(64):
        if mask >> card & 1:
            if n == CARDS or (card & 15) > ACE and card != 63:
                return CARDS + 1
            cards.rank[n], cards.suit[n] = card & 15, card >> 4
            if card == 63:
                cards.joker = n
                cards.rank[n], cards.suit[n] = ACE, OF_ANY_SUIT
            n += 1
    return n
