"""The strength of a hand from its bit mask, for any declared ranking; layouts as in combin/cards.py
and ranking.py.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from bits cimport bit_count, top_bit
from cards cimport ACE, LANE, card_count, lane_of, natural_cards
from limits cimport MAX_FAMILIES

cdef enum Shape:           # combin.ranking.SHAPES
    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    STRAIGHT_FLUSH_JOKER = 10
    ROYAL_FLUSH_JOKER = 11
    FIVE_ACES = 12
    FIVE_OF_A_KIND = 13
    PATTERN = 14               # a code of combin.ranking.Pattern, in place of a number above
    SEVEN_STRAIGHT_FLUSH_JOKER = 17    # these look at all cards, of which there are more than five
    ROYAL_MATCH = 18
    THREE_PAIR = 19
    SHAPES = 20

cdef enum Reading:
    NO_JOKER = 0
    ACE_OR_STRAIGHT_FLUSH = 1
    ANY_ACE_OR_STRAIGHT_FLUSH = 2
    BUG = 3

cdef enum:
    ANY_BIT = 59               # four of a kind, of any of some ranks, beside one of others
    PATTERN_BIT = 58           # a code says: this is a pattern,
    RUN_BIT = 57               # a run,
    SUITED_BIT = 56            # of one suit,
    CARDS_BIT = 52             # and how many cards it has; lower bits are the ranks that are named

cdef struct Pattern:
    int value              # place from the worst
    int cards
    bint suited
    bint run
    bint any
    uint32_t held[4]       # the ranks named at least once, twice, three times, four times

cdef struct Ranking:
    int size               # cards in a hand
    int families           # how many
    int joker              # a Reading
    uint64_t wild          # cards that stand for others, whatever makes the best hand
    uint32_t running       # the ranks that runs are made of
    int low                # the rank below which the ace stands in runs, too; 13 for none
    int shape[MAX_FAMILIES]    # best first
    int value[SHAPES]      # shape -> place from the worst, -1 where the ranking lacks it
    int patterns
    Pattern pattern[MAX_FAMILIES]  # best first
    bint larger            # it knows shapes that look at all cards
    bint longest           # all that counts is the number of cards of the longest flush, then ranks
    int best[128]          # features -> the best shape they make, straight flushes aside

cdef struct Profile:       # what the cards of a hand look like
    uint32_t lane[4]       # ranks held in each suit
    uint32_t ranks         # ranks held at least once, twice, three times, four times
    uint32_t pairs
    uint32_t trips
    uint32_t quads
    uint64_t flush         # bit 4 of each 16-bit lane: that suit alone fills a hand
    bint five_aces


cdef inline uint64_t suit_counts(uint64_t mask) noexcept nogil:
    """Return the number of cards of each suit, in 16-bit lanes."""
    cdef uint64_t x = natural_cards(mask)
    x = x - ((x >> 1) & 0x5555555555555555u)
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu
    return (x + (x >> 8)) & 0x001F001F001F001Fu


cdef inline uint64_t suits_with(uint64_t mask, int cards) noexcept nogil:
    """Return bit 4 of each suit's lane where the suit has at least `cards` cards (1 to 16)."""
    return (suit_counts(mask) + <uint64_t>(16 - cards) * 0x0001000100010001u) & 0x0010001000100010u


cdef inline Profile profile_of(uint64_t mask, int size) noexcept nogil:
    cdef Profile p
    cdef uint32_t a = mask & LANE, b = (mask >> 16) & LANE, c = (mask >> 32) & LANE
    cdef uint32_t d = (mask >> 48) & LANE
    cdef uint32_t ab = a & b, cd = c & d, a_b = a | b, c_d = c | d
    p.lane[0] = a
    p.lane[1] = b
    p.lane[2] = c
    p.lane[3] = d
    p.ranks = a_b | c_d
    p.pairs = ab | cd | (a_b & c_d)
    p.trips = (ab & c_d) | (cd & a_b)
    p.quads = ab & cd
    p.flush = suits_with(mask, size)
    p.five_aces = False
    return p


cdef inline uint64_t natural_of(const Profile *p) noexcept nogil:
    """Return the natural cards of a profile."""
    return (p.lane[0] | p.lane[1] << 16) | <uint64_t>(p.lane[2] | p.lane[3] << 16) << 32


cdef inline Profile with_suit(const Profile *p, int suit, uint32_t lane, bint flush) noexcept nogil:
    """Return the profile with a suit filled that was empty; flush: the suit alone fills a hand."""
    cdef Profile q = p[0]
    q.lane[suit] = lane
    q.quads |= p.trips & lane
    q.trips |= p.pairs & lane
    q.pairs |= p.ranks & lane
    q.ranks |= lane
    q.flush |= <uint64_t>flush << (16 * suit + 4)
    return q


cdef inline uint32_t top_ranks(uint32_t ranks, int count) noexcept nogil:
    """Return the highest `count` ranks, four bits each, highest first; 0 for each that is missing
    (joker and four aces).
    """
    cdef uint32_t packed = 0
    cdef int _, top
    for _ in range(count):
        packed <<= 4
        if ranks:
            top = top_bit(ranks)
            packed |= top
            ranks ^= 1u << top
    return packed


cdef inline uint32_t in_run(uint32_t ranks, const Ranking *r) noexcept nogil:
    """Return the ranks that can run, one place higher, and the ace also where it stands low."""
    return (ranks & r.running) << 1 | ranks >> 12 << r.low


cdef inline int straight_top(uint32_t ranks, const Ranking *r) noexcept nogil:
    """Return the highest rank of the best straight among the ranks, or -1."""
    cdef uint32_t run = in_run(ranks, r), two = run & run >> 1
    cdef int size = r.size
    if size == 5:
        run = two & two >> 2 & run >> 4
    elif size == 4:
        run = two & two >> 2
    elif size == 3:
        run = two & run >> 2
    else:
        run = two
    return top_bit(run) + size - 2 if run else -1


cdef inline int64_t made(const Profile *p, int shape, const Ranking *r) noexcept nogil:
    """Return the ranks of a hand of that shape in five four-bit places, or -1 where the cards do
    not make it.
    """
    cdef int i, top, high = -1, size = r.size
    cdef uint32_t first, second
    cdef int64_t packed, best = -1
    if shape == HIGH_CARD:
        return <int64_t>top_ranks(p.ranks, size) << 4 * (5 - size)
    if shape == PAIR:
        if not p.pairs:
            return -1
        top = top_bit(p.pairs)
        packed = <int64_t>top << 4 * (size - 2) | top_ranks(p.ranks ^ 1u << top, size - 2)
        return packed << 4 * (6 - size)
    if shape == TWO_PAIR:
        first = p.pairs
        if not first & (first - 1):
            return -1
        top = top_bit(first)
        i = top_bit(first ^ 1u << top)
        first = p.ranks ^ 1u << top ^ 1u << i
        return (top << 8 | i << 4 | <int64_t>top_ranks(first, size - 4)) << 8
    if shape == TRIPS:
        if not p.trips:
            return -1
        top = top_bit(p.trips)
        packed = <int64_t>top << 4 * (size - 3) | top_ranks(p.ranks ^ 1u << top, size - 3)
        return packed << 4 * (7 - size)
    if shape == STRAIGHT:
        top = straight_top(p.ranks, r)
        return <int64_t>top << 16 if top >= 0 else -1
    if shape == FULL_HOUSE:
        if not p.trips:
            return -1
        top = top_bit(p.trips)
        second = p.pairs ^ 1u << top
        return <int64_t>top << 16 | <int64_t>top_bit(second) << 12 if second else -1
    if shape == QUADS:
        if not p.quads:
            return -1
        top = top_bit(p.quads)
        return (top << 4 | <int64_t>top_ranks(p.ranks ^ 1u << top, size - 4)) << 12
    if shape == FIVE_ACES:
        return <int64_t>12 << 16 if p.five_aces else -1
    if not p.flush or shape == STRAIGHT_FLUSH_JOKER or shape == ROYAL_FLUSH_JOKER:
        return -1
    for i in range(4):
        if not (p.flush >> (16 * i + 4)) & 1:
            continue
        if shape == FLUSH:
            packed = <int64_t>top_ranks(p.lane[i], size) << 4 * (5 - size)
        else:
            high = straight_top(p.lane[i], r)
            packed = <int64_t>high << 16 if high == 12 or (high >= 0
                and shape == STRAIGHT_FLUSH) else -1
        if packed > best:
            best = packed
    return best


cdef inline uint32_t shape_strength(const Ranking *r, int shape, int64_t packed) noexcept nogil:
    return <uint32_t>r.value[shape] << 20 | <uint32_t>packed


cdef inline uint32_t loose_strength(const Ranking *r, int shape, uint32_t ranks) noexcept nogil:
    """Return the strength of a flush or a high card of the highest of these ranks."""
    return shape_strength(r, shape, <int64_t>top_ranks(ranks, r.size) << 4 * (5 - r.size))


cdef enum Feature:         # what a profile shows at a glance
    HAS_PAIR = 1
    HAS_TWO_PAIR = 2
    HAS_TRIPS = 4
    HAS_FULL_HOUSE = 8
    HAS_QUADS = 16
    HAS_STRAIGHT = 32
    HAS_FLUSH = 64


cdef inline bint is_flush(const Pattern *t, int cards) noexcept nogil:
    """Tell whether a pattern is a flush of so many cards of any ranks."""
    return t.suited and not t.run and not t.any and not t.held[0] and t.cards == cards


cdef inline void prepare(Ranking *r) noexcept nogil:
    """Fill in which shape is the best for each set of features."""
    cdef int features, i, shape
    cdef int needs[8]
    needs[<int>HIGH_CARD] = 0
    needs[<int>PAIR] = HAS_PAIR
    needs[<int>TWO_PAIR] = HAS_TWO_PAIR
    needs[<int>TRIPS] = HAS_TRIPS
    needs[<int>STRAIGHT] = HAS_STRAIGHT
    needs[<int>FLUSH] = HAS_FLUSH
    needs[<int>FULL_HOUSE] = HAS_FULL_HOUSE
    needs[<int>QUADS] = HAS_QUADS
    r.larger = max(r.value[<int>SEVEN_STRAIGHT_FLUSH_JOKER], r.value[<int>ROYAL_MATCH],
                   r.value[<int>THREE_PAIR]) >= 0
    r.longest = r.patterns == r.families == r.size
    for i in range(r.patterns):
        r.longest = r.longest and is_flush(&r.pattern[i], r.size - i)
    for features in range(128):
        r.best[features] = HIGH_CARD
        for i in range(r.families):
            shape = r.shape[i]
            if shape < 8 and not needs[shape] & ~features:
                r.best[features] = shape
                break


cdef inline int features_of(const Profile *p, const Ranking *r) noexcept nogil:
    cdef int features = 0
    if p.pairs:
        features = HAS_PAIR
        if p.pairs & (p.pairs - 1):
            features |= HAS_TWO_PAIR
        if p.trips:
            features |= HAS_TRIPS
            if p.pairs & (p.pairs - 1):
                features |= HAS_FULL_HOUSE
            if p.quads:
                features |= HAS_QUADS
    if straight_top(p.ranks, r) >= 0:
        features |= HAS_STRAIGHT
    if p.flush:
        features |= HAS_FLUSH
    return features


cdef inline Pattern pattern_of(int64_t code, int value) noexcept nogil:
    cdef Pattern t
    cdef int i
    t.value, t.cards = value, code >> CARDS_BIT & 15
    t.suited, t.run = code >> SUITED_BIT & 1, code >> RUN_BIT & 1
    t.any = code >> ANY_BIT & 1
    for i in range(4):
        t.held[i] = code >> 13 * i & LANE
    return t


cdef inline int64_t matched(const Pattern *t, uint32_t lane,
        const Ranking *r) noexcept nogil:
    """Return the ranks of the best cards of a suit that match, a bit each; -1 where none do."""
    cdef uint32_t run = in_run(lane, r), first = run
    cdef int i, _
    if t.held[0]:
        return -1 if t.held[0] & ~lane else 0
    if t.run:
        for i in range(1, t.cards):
            first &= run >> i
        return <int64_t>1 << (top_bit(first) + t.cards - 2) if first else -1
    if bit_count(lane) < t.cards:
        return -1
    for _ in range(bit_count(lane) - t.cards):
        lane &= lane - 1
    return lane


cdef inline uint32_t pattern_strength(const Profile *p, const Ranking *r) noexcept nogil:
    """Return the strength of the best pattern, 0 where none is made."""
    cdef const Pattern *t
    cdef int i, j
    cdef int64_t best
    for i in range(r.patterns):
        t = &r.pattern[i]
        best = -1
        if t.any:
            if p.quads & t.held[3] and (not t.held[0] or p.ranks & t.held[0] & ~p.quads):
                best = 0
        elif t.suited:
            for j in range(4):
                best = max(best, matched(t, p.lane[j], r))
        elif not (t.held[0] & ~p.ranks or t.held[1] & ~p.pairs or t.held[2] & ~p.trips
                or t.held[3] & ~p.quads):
            best = 0
        if best >= 0:
            return <uint32_t>t.value << 20 | <uint32_t>best
    return 0


cdef inline uint32_t completed(uint32_t lane, int wild) noexcept nogil:
    """Return the ranks of a suit with the highest missing ones filled by wild cards."""
    cdef int _
    for _ in range(wild):
        if lane != LANE:
            lane |= 1u << top_bit(LANE & ~lane)
    return lane


cdef inline uint32_t longest_flush(uint64_t mask, int wild, int size) noexcept nogil:
    """Return the strength of the longest flush of natural cards and some wild ones, of which at
    most `size` count.
    """
    cdef uint64_t counts = suit_counts(mask)
    cdef int cards, i, _
    cdef uint32_t best = 0, lane
    for i in range(4):
        cards = min(<int>(counts >> 16 * i & 31) + wild, 13)
        if not cards or min(cards, size) <= <int>(best >> 20):
            continue
        lane = completed(lane_of(mask, i), wild)
        for _ in range(cards - size):
            lane &= lane - 1
        best = max(best, <uint32_t>(min(cards, size) - 1) << 20 | lane)
    return best


cdef inline uint32_t window(int top, int size) noexcept nogil:
    """Return as many places as `size`, up to `top`."""
    return ((1u << size) - 1) << (top - size + 1)


cdef inline int wild_top(uint32_t ranks, int wild, int size, const Ranking *r) noexcept nogil:
    """Return the highest rank of the best straight of `size` that some wild cards complete, or
    -1.
    """
    cdef uint32_t run = in_run(ranks, r), every = in_run(LANE, r), places
    cdef int top
    for top in range(12, size - 3, -1):
        places = window(top + 1, size)
        if not places & ~every and bit_count(run & places) + wild >= size:
            return top
    return -1


cdef inline bint is_royal_match(const Profile *p, bint joker) noexcept nogil:
    """Tell whether a suit is a royal flush, and another has its king and its queen."""
    cdef uint32_t royal = window(12, 5), match = window(11, 2)
    cdef int i, j
    for i in range(4):
        if bit_count(p.lane[i] & royal) + joker < 5:
            continue
        for j in range(4):
            if j != i and p.lane[j] & match == match:
                return True
    return False


cdef inline uint32_t larger_strength(const Profile *p, const Ranking *r, bint joker) noexcept nogil:
    """Return the strength of the best hand of a shape that looks at all cards, or 0; the joker
    stands beside the cards of the profile, or is none.
    """
    cdef int i, top
    cdef uint32_t best = 0
    if r.value[<int>THREE_PAIR] >= 0 and bit_count(p.pairs & ~p.trips) > 2:
        best = shape_strength(r, THREE_PAIR, 0)
    if r.value[<int>ROYAL_MATCH] >= 0 and is_royal_match(p, joker):
        best = max(best, shape_strength(r, ROYAL_MATCH, 0))
    if r.value[<int>SEVEN_STRAIGHT_FLUSH_JOKER] >= 0 and joker:
        for i in range(4):
            top = wild_top(p.lane[i], 1, 7, r)
            if top >= 0:
                best = max(best, shape_strength(r, SEVEN_STRAIGHT_FLUSH_JOKER, <int64_t>top << 16))
    return best


cdef inline uint32_t strength_from(const Profile *p, const Ranking *r,
        uint32_t least) noexcept nogil:
    """Return the strength of the best hand of a profile; 0 will do for a hand of a family below
    that of `least`.
    """
    cdef int features, shape
    cdef uint32_t best = 0
    cdef int64_t packed
    if r.longest:
        return longest_flush(natural_of(p), 0, r.size)
    features = features_of(p, r)
    shape = r.best[features]
    if r.value[shape] >= <int>(least >> 20):
        best = shape_strength(r, shape, made(p, shape, r))
    if features & HAS_FLUSH and features & HAS_STRAIGHT:
        for shape in range(STRAIGHT_FLUSH, ROYAL_FLUSH + 1):
            packed = made(p, shape, r) if r.value[shape] >= 0 else -1
            if packed >= 0:
                best = max(best, shape_strength(r, shape, packed))
    if p.five_aces and r.value[<int>FIVE_ACES] >= 0:
        best = max(best, shape_strength(r, FIVE_ACES, made(p, FIVE_ACES, r)))
    if r.patterns:
        best = max(best, pattern_strength(p, r))
    if r.larger:
        best = max(best, larger_strength(p, r, False))
    return best


cdef inline uint64_t wild_cards(uint32_t wild) noexcept nogil:
    """Return the cards of some ranks, in all suits."""
    return <uint64_t>wild * 0x0001000100010001u


cdef inline uint32_t suited_strength(const Profile *p, int wild, const Ranking *r) noexcept nogil:
    """Return the strength of the best flush or straight flush that wild cards complete, or 0."""
    cdef uint32_t best = 0, lane
    cdef int i, rank, top, shape
    for i in range(4):
        lane = p.lane[i]
        if bit_count(lane) + wild < r.size:
            continue
        top = wild_top(lane, wild, r.size, r)
        shape = STRAIGHT_FLUSH
        if top == 12:
            shape = ROYAL_FLUSH_JOKER if r.value[<int>ROYAL_FLUSH_JOKER] >= 0 else ROYAL_FLUSH
        if top >= 0 and r.value[shape] < 0:
            shape = STRAIGHT_FLUSH
        if top >= 0 and r.value[shape] >= 0:
            best = max(best, shape_strength(r, shape, <int64_t>top << 16))
        if r.value[<int>FLUSH] < 0:
            continue
        for rank in range(12, -1, -1):
            if bit_count(lane) < r.size:
                lane |= 1u << rank
        best = max(best, loose_strength(r, FLUSH, lane))
    return best


cdef inline Profile with_wild(const Profile *p, int wild) noexcept nogil:
    """Return the profile with the wild cards added to the rank of which there are most, the highest
    of them.
    """
    cdef Profile q = p[0]
    cdef int many = 4 if p.quads else 3 if p.trips else 2 if p.pairs else 1 if p.ranks else 0
    cdef uint32_t most = p.quads or p.trips or p.pairs or p.ranks or ACE
    cdef uint32_t top = 1u << top_bit(most)
    q.ranks |= top
    q.pairs |= top if many + wild > 1 else 0
    q.trips |= top if many + wild > 2 else 0
    q.quads |= top if many + wild > 3 else 0
    q.five_aces = many + wild > 4
    return q


cdef inline uint32_t filled_strength(uint64_t mask, const Ranking *r) noexcept nogil:
    """Return the strength of the best hand of a few cards, as many as make one, some of them wild.
    Patterns are read from the cards as they are.
    """
    cdef uint64_t naturals = natural_cards(mask & ~r.wild)
    cdef Profile p = profile_of(natural_cards(mask), r.size)
    cdef Profile q
    cdef uint32_t best = pattern_strength(&p, r) if r.patterns else 0
    cdef int wild = r.size - bit_count(naturals), shape, top
    cdef int64_t packed
    if card_count(mask) >= r.size:
        best = max(best, strength_from(&p, r, 0))
    p = profile_of(naturals, r.size)
    q = with_wild(&p, wild)
    if q.five_aces and r.value[<int>FIVE_OF_A_KIND] >= 0:
        best = max(best, shape_strength(r, FIVE_OF_A_KIND, <int64_t>top_bit(q.quads) << 16))
    for shape in range(HIGH_CARD, QUADS + 1):
        if shape == STRAIGHT or shape == FLUSH or r.value[shape] < 0:
            continue
        packed = made(&q, shape, r)
        if packed >= 0:
            best = max(best, shape_strength(r, shape, packed))
    top = wild_top(p.ranks, wild, r.size, r)
    if top >= 0 and r.value[<int>STRAIGHT] >= 0:
        best = max(best, shape_strength(r, STRAIGHT, <int64_t>top << 16))
    return max(best, suited_strength(&p, wild, r))


cdef inline uint32_t wild_strength(uint64_t mask, const Ranking *r) noexcept nogil:
    """Return the strength of the best hand, some of its cards being wild."""
    cdef uint64_t wild = mask & r.wild
    if r.value[<int>HIGH_CARD] < 0:         # patterns alone: the longest flush
        return longest_flush(mask ^ wild, bit_count(wild), r.size)
    return filled_strength(mask, r)


cdef inline uint32_t strength_of(uint64_t mask, const Ranking *r) noexcept nogil:
    """Return the strength of the best hand among natural and wild cards."""
    cdef Profile p
    if mask & r.wild:
        return wild_strength(mask, r)
    if r.longest:
        return longest_flush(mask, 0, r.size)
    p = profile_of(mask, r.size)
    return strength_from(&p, r, 0)


cdef inline int line_of(uint32_t strength, const uint32_t *thresholds, int lines) noexcept nogil:
    """Return the first line whose threshold is reached, or `lines`."""
    cdef int i
    if strength < thresholds[lines - 1]:
        return lines
    for i in range(lines):
        if strength >= thresholds[i]:
            return i
    return lines


cdef inline int natural_line(uint64_t mask, const Ranking *r, const uint32_t *thresholds,
        int lines) noexcept nogil:
    """Return the line that the best hand among natural and wild cards reaches."""
    cdef Profile p
    if mask & r.wild:
        return line_of(wild_strength(mask, r), thresholds, lines)
    if r.longest:
        return line_of(longest_flush(mask, 0, r.size), thresholds, lines)
    p = profile_of(mask, r.size)
    return line_of(strength_from(&p, r, thresholds[lines - 1]), thresholds, lines)


cdef inline uint32_t menu_of(uint64_t mask, const Ranking *r, const uint32_t *thresholds,
        int lines) noexcept nogil:
    """Return the set of lines (bit i: line i) that a hand of these cards may be called, the joker
    among them.
    """
    cdef uint64_t naturals = mask & 0x1FFF1FFF1FFF1FFFu
    cdef Profile p = profile_of(naturals, r.size)
    cdef Profile q
    cdef uint32_t menu = 0, lane, larger
    cdef uint64_t near = suits_with(naturals, r.size - 1)
    cdef int i, rank, top, natural_top
    # A joker may complete a flush or a straight that the ranking does not know: five cards of
    # different ranks.
    cdef int flush = FLUSH if r.value[<int>FLUSH] >= 0 else HIGH_CARD
    if card_count(naturals) >= r.size:
        menu |= 1u << line_of(strength_from(&p, r, thresholds[lines - 1]), thresholds, lines)
    # An ace of no suit: every reading allows it.
    q = p
    q.five_aces = p.quads & ACE != 0
    q.quads |= p.trips & ACE
    q.trips |= p.pairs & ACE
    q.pairs |= p.ranks & ACE
    q.ranks |= ACE
    menu |= 1u << line_of(strength_from(&q, r, thresholds[lines - 1]), thresholds, lines)
    larger = larger_strength(&p, r, True) if r.larger else 0
    if larger:
        menu |= 1u << line_of(larger, thresholds, lines)
    for i in range(4):
        if not (near >> (16 * i + 4)) & 1:
            continue
        lane = p.lane[i]
        for rank in range(13):
            # Where the run is there without the joker, it may still stand for one of its cards.
            top = straight_top(lane | 1u << rank, r)
            if top >= 0:
                menu |= 1u << line_of(
                    shape_strength(r, ROYAL_FLUSH_JOKER if top == 12 else STRAIGHT_FLUSH_JOKER,
                    <int64_t>top << 16),
                    thresholds, lines)
        if r.joker == ACE_OR_STRAIGHT_FLUSH:
            continue
        for rank in range(12 if r.joker == ANY_ACE_OR_STRAIGHT_FLUSH else 0, 13):
            # A card that makes a straight flush does not make a flush.
            if not lane & 1u << rank and straight_top(lane | 1u << rank, r) < 0:
                menu |= 1u << line_of(loose_strength(r, flush, lane | 1u << rank), thresholds,
                    lines)
    if r.joker == BUG:
        natural_top = straight_top(p.ranks, r)
        for rank in range(13):
            top = straight_top(p.ranks | 1u << rank, r)
            if top > natural_top and r.value[<int>STRAIGHT] >= 0:
                menu |= 1u << line_of(shape_strength(r, STRAIGHT, <int64_t>top << 16), thresholds,
                    lines)
            elif top > natural_top:
                menu |= 1u << line_of(loose_strength(r, HIGH_CARD, p.ranks | 1u << rank),
                    thresholds, lines)
    return menu
