"""Rounds dealt at random, from whole decks freshly shuffled.

Every ordered choice of cards for the zones comes with the same probability 1 / (n (n - 1) ... (n -
k + 1)), n being the cards of the deck and k those dealt, as far as the generator's words are
random: a partial shuffle by numbers below n, n - 1 ..., each exactly as likely. The same seed and
block give the same cards. Cards are bytes, one mask of 64 bits a zone.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from guards cimport are_below

cdef enum:
    MOST_CARDS = 512       # of all packs together

# xoshiro256** 1.0 of Blackman and Vigna, its four words filled by their splitmix64
cdef struct Random:
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
    """Return one of 0 .. n - 1, each exactly as likely (Lemire's way: the few products that would
    favour some are rejected).
    """
    cdef uint64_t product = next_half(r) * n
    cdef uint32_t uneven
    if <uint32_t>product < n:
        uneven = (0u - n) % n
        while <uint32_t>product < uneven:
            product = next_half(r) * n
    return <int>(product >> 32)


def deal(uint64_t seed, uint64_t block, const uint8_t[::1] deck, const int64_t[::1] sizes,
        uint8_t[::1] cards,
         uint64_t[::1] masks):
    """Deal rounds from whole, freshly shuffled decks; the same seed and block always give the same
    cards.

    sizes: the cards of each zone. cards: (OUT) each round's cards as dealt. masks: (OUT) one a zone
        of each round.
    """
    cdef uint8_t pack[MOST_CARDS]
    cdef Random r
    cdef Py_ssize_t i, n, zones = sizes.shape[0]
    cdef int z, k, _, at, other, total = 0, count = <int>deck.shape[0]
    cdef uint8_t card
    cdef uint64_t mask
    for z in range(zones):
        if not 0 <= sizes[z] <= count:
            raise ValueError("a zone of no number of cards")
        total += <int>sizes[z]
    n = masks.shape[0] // zones if zones else -1
    if n < 0 or masks.shape[0] != n * zones or cards.shape[0] != n * total:
        raise ValueError("cards, zones and rounds do not fit")
    if total > count or count > MOST_CARDS or not are_below(deck, count, 64):
        raise ValueError("cards, zones and rounds do not fit")
    for k in range(count):
        pack[k] = deck[k]
    with nogil:
        seeded(&r, seed, block)
        # A shuffle of the first cards makes every order as likely, in whichever order the pack was
        # before.
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
