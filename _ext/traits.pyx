"""What a player can say of the cards he sees, as small integers: a row of traits for each
information set.

Column t of a row is trait t of the cards S that the player sees, `combin.strategies.traits`
numbers them: the strength of his hand, its ranks from the highest, and for SUITED, STRAIGHT, ROYAL,
FULL_HOUSE and their like the largest number of cards of S, all those that the hand must use among
them, that one such hand contains. Columns from OUTS on: how many single cards make each line of a
paytable or a better one,

    outs[S][l] = sum over columns c of lines 0 .. l of counts[S][c] / weight(S).

Rows are 32-bit integers, `width` a set; the joker is an ace among the ranks and no card among suits
and straights.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from bits cimport bit_count, low_bit, top_bit
from cards cimport ACE, JOKER_BIT, LANE, lane_of, natural_cards, ranks_in
from groups cimport group_strength
from guards cimport are_below
from hands cimport Profile, Ranking, in_run, profile_of, strength_from, strength_of
from hidden cimport Singles, write_hidden
from program cimport HandOf, Program, hand_strength, load, union_of
from vocabulary cimport (
    ABOVE_UP, FULL_HOUSE, HIDDEN_PAIR, JOKER, KICKER, MATCHES, MAX_CARDS, OUTS, PLAYS_BOARD, POCKET,
    POINTS, RANKS, ROYAL, STRAIGHT, STRAIGHT_FLUSH, STRAIGHT_FLUSH_TIGHT, STRAIGHT_TIGHT, STRENGTH,
    SUITED, UP, UP_RANKS, UP_SUITED)

cdef enum:                 # traits that are found together, as bits
    STRAIGHTS = 1 << STRAIGHT | 1 << STRAIGHT_TIGHT
    STRAIGHT_FLUSHES = 1 << STRAIGHT_FLUSH | 1 << STRAIGHT_FLUSH_TIGHT
    OF_SUITS = STRAIGHT_FLUSHES | 1 << SUITED | 1 << ROYAL

cdef struct Draw:          # the windows of a straight that hold most of the cards
    int cards
    int windows
    int gaps               # the fewest gaps among the cards of such a window

cdef struct Own:           # the player's cards, suits apart
    uint64_t cards
    uint64_t must          # those that his hand has to use
    int must_count
    bint joker


cdef int own_strength(const HandOf *h, const uint64_t *parts, const Own *own) noexcept nogil:
    cdef Profile p
    if bit_count(own.cards) + own.joker < h.ranking.size:
        if h.ranking.patterns == h.ranking.families:
            return <int>strength_of(own.cards, &h.ranking)
        return group_strength(own.cards, own.joker, &h.ranking)
    if not own.joker:
        return <int>hand_strength(h, parts)
    p = profile_of(own.cards, h.ranking.size)
    p.quads |= p.trips & ACE
    p.trips |= p.pairs & ACE
    p.pairs |= p.ranks & ACE
    p.ranks |= ACE
    return <int>strength_from(&p, &h.ranking, 0)


cdef Draw draw_of(uint32_t ranks, uint32_t must, int must_count, const Ranking *r) noexcept nogil:
    """Return how near the ranks are to a straight that holds all of `must`."""
    cdef uint32_t run = in_run(ranks, r), every = in_run(LANE, r), ace = 1u << r.low
    cdef uint32_t window, held, back
    cdef int low, cards, gaps, size = r.size
    cdef Draw best
    best.cards, best.windows, best.gaps = 0, 0, 9
    for low in range(15 - size):
        window = ((1u << size) - 1) << low
        held = run & window
        back = (held & ~ace) >> 1 | (ACE if held & ace else 0)
        if window & ~every or not held or must & ~back or bit_count(must) != must_count:
            continue
        cards = bit_count(held)
        gaps = top_bit(held) - low_bit(held) + 1 - cards
        if cards > best.cards:
            best.cards, best.windows, best.gaps = cards, 1, gaps
        elif cards == best.cards:
            best.windows += 1
            best.gaps = min(best.gaps, gaps)
    return best


cdef void write_straights(const Own *own, const Ranking *r, int32_t *row) noexcept nogil:
    cdef Draw draw = draw_of(ranks_in(own.cards), ranks_in(own.must), own.must_count, r)
    row[<int>STRAIGHT] = 16 * draw.cards + draw.windows
    row[<int>STRAIGHT_TIGHT] = 16 * draw.cards + 9 - draw.gaps


cdef void write_suited(const Own *own, const Ranking *r, int64_t wanted,
        int32_t *row) noexcept nogil:
    cdef uint32_t lane, must, royal = LANE & ~((1u << (13 - r.size)) - 1)
    cdef int suit
    cdef Draw draw
    for suit in range(4):
        lane, must = lane_of(own.cards, suit), lane_of(own.must, suit)
        if not lane or bit_count(must) != own.must_count:
            continue
        row[<int>SUITED] = max(row[<int>SUITED], min(bit_count(lane), r.size))
        if not must & ~royal:
            row[<int>ROYAL] = max(row[<int>ROYAL], bit_count(lane & royal))
        if wanted & STRAIGHT_FLUSHES:
            draw = draw_of(lane, must, own.must_count, r)
            row[<int>STRAIGHT_FLUSH] = max(row[<int>STRAIGHT_FLUSH], 16 * draw.cards + draw.windows)
            row[<int>STRAIGHT_FLUSH_TIGHT] = max(row[<int>STRAIGHT_FLUSH_TIGHT],
                16 * draw.cards + 9 - draw.gaps)


cdef int near_full_house(const Own *own) noexcept nogil:
    """Return how many cards, all that the hand must use among them, are of two ranks: three of one,
    two of the other.
    """
    cdef int held[13]
    cdef int used[13]
    cdef int a, b, suit, most = 0
    for a in range(13):
        held[a] = used[a] = 0
        for suit in range(4):
            held[a] += (own.cards >> (16 * suit + a)) & 1
            used[a] += (own.must >> (16 * suit + a)) & 1
    for a in range(13):
        if not held[a] or used[a] > 3:
            continue
        for b in range(13):
            if b != a and used[b] <= 2 and used[a] + used[b] == own.must_count:
                most = max(most, min(held[a], 3) + min(held[b], 2))
    return most


cdef void write_ranks(const Own *own, const int32_t[::1] points, int32_t *row) noexcept nogil:
    cdef int place = 0, rank, suit, i
    for i in range(MAX_CARDS):
        row[<int>RANKS + i] = -1
    if own.joker:
        row[<int>RANKS] = 12
        row[<int>POINTS] += points[12]
        row[<int>JOKER] = place = 1
    for rank in range(12, -1, -1):
        for suit in range(4):
            if (own.cards >> (16 * suit + rank)) & 1:
                if place < MAX_CARDS:
                    row[<int>RANKS + place] = rank
                place += 1
                row[<int>POINTS] += points[rank]


cdef void write_up(const Own *own, uint64_t up, int32_t *row) noexcept nogil:
    cdef int number = low_bit(up), rank = number & 15, suit = number >> 4, i
    row[<int>UP] = rank
    row[<int>MATCHES] = (ranks_in(own.cards) >> rank) & 1
    cdef uint32_t lane = lane_of(own.cards, suit)
    row[<int>UP_SUITED] = bit_count(lane)
    row[<int>UP_RANKS] = top_bit(lane) if lane else -1
    lane = lane ^ 1u << top_bit(lane) if lane else 0
    row[<int>UP_RANKS + 1] = top_bit(lane) if lane else -1
    for i in range(4):
        row[<int>ABOVE_UP] += bit_count(lane_of(own.cards, i) >> (rank + 1))


def describe(int roles, const uint64_t[::1] states, const int64_t[::1] code, int up_parts,
        int board_parts, uint64_t deck, const int32_t[::1] points, int64_t wanted,
        const int32_t[::1] columns, int width, int32_t[::1] rows):
    """Write to the first columns of `rows` (OUT), `width` a row, some traits of every state.

    code: a program whose first hand is the player's. up_parts: the parts that hold the opponent's
        one seen card, or 0. board_parts: those of the board that an opponent's hand uses, too.
    points: what each rank is worth. wanted: the traits, as bits, that will be looked at; others may
        be left out. columns: which trait each column is.
    """
    cdef Program p
    cdef Own own
    cdef Singles singles
    cdef int32_t row[OUTS]
    cdef uint64_t up
    cdef Py_ssize_t i, n = states.shape[0] // roles if roles > 0 else -1
    cdef int c, many = <int>columns.shape[0], own_parts
    load(code, &p)
    own_parts = p.hand[0].parts | board_parts
    singles.board = 0
    if n < 0 or not p.hands or states.shape[0] != n * roles or p.parts > roles \
            or (up_parts | board_parts) >> min(roles, 31):
        raise ValueError("states and their parts do not fit")
    if rows.shape[0] != n * width or width < many or points.shape[0] != 13 \
            or not are_below(columns, many, OUTS):
        raise ValueError("states and traits do not fit")
    with nogil:
        for i in range(n):
            up = union_of(&states[i * roles], up_parts)
            if i and are_equal(&states[(i - 1) * roles], &states[i * roles], roles, own_parts):
                memset(&row[<int>UP], 0, (FULL_HOUSE - UP) * sizeof(int32_t))
            else:
                describe_own(&p, &states[i * roles], deck, board_parts, points, wanted, &own,
                    &singles, row)
            if up:
                write_up(&own, up, row)
            for c in range(many):
                rows[i * width + c] = row[columns[c]]


cdef inline bint are_equal(const uint64_t *state, const uint64_t *other, int roles,
        uint32_t parts) noexcept nogil:
    """Return whether two states have the same cards in each of some parts."""
    cdef int r
    for r in range(roles):
        if parts >> r & 1 and state[r] != other[r]:
            return False
    return True


cdef void describe_own(const Program *p, const uint64_t *state, uint64_t deck, int board_parts,
        const int32_t[::1] points, int64_t wanted, Own *own, Singles *singles, int32_t *row)\
        noexcept nogil:
    """Write the traits that an opponent's seen card leaves as they are, zeros for the others."""
    cdef uint64_t all_cards = union_of(state, p.hand[0].parts)
    memset(row, 0, OUTS * sizeof(int32_t))
    own.joker = all_cards >> JOKER_BIT
    own.cards = natural_cards(all_cards)
    own.must = natural_cards(union_of(state, p.hand[0].must))
    own.must_count = bit_count(own.must)
    row[<int>POCKET] = own.must_count > 1 and bit_count(ranks_in(own.must)) == 1
    if wanted >> STRENGTH & 1 or wanted >> KICKER & 1 or wanted >> PLAYS_BOARD & 3:
        row[<int>STRENGTH] = own_strength(&p.hand[0], state, own)
    if wanted >> RANKS & 0xFF or wanted >> POINTS & 3:
        write_ranks(own, points, row)
    if wanted & STRAIGHTS:
        write_straights(own, &p.hand[0].ranking, row)
    if wanted & OF_SUITS:
        write_suited(own, &p.hand[0].ranking, wanted, row)
    if wanted >> FULL_HOUSE & 1:
        row[<int>FULL_HOUSE] = near_full_house(own)
    if wanted >> HIDDEN_PAIR:
        write_hidden(&p.hand[0].ranking, deck, own.cards,
            natural_cards(union_of(state, board_parts)), wanted, singles, row)


def larger(const int32_t[::1] others, int32_t[::1] rows):
    """Write to every trait of `rows` (INOUT) the larger of it and the other one."""
    cdef Py_ssize_t i
    if others.shape[0] != rows.shape[0]:
        raise ValueError("traits and others do not fit")
    with nogil:
        for i in range(rows.shape[0]):
            rows[i] = max(rows[i], others[i])


cdef bint are_positive(const int64_t[::1] weights) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(weights.shape[0]):
        if weights[i] < 1:
            return False
    return True


def outs(const int64_t[::1] counts, const int64_t[::1] weights, const int32_t[::1] line_of,
        int lines, int width,
         int first, int32_t[::1] rows):
    """Write to columns `first` .. of `rows` (OUT) how many single cards make each line or a better
    one.

    counts: a row of deals for each state, one a column. line_of: the line that a column comes to,
        `lines` for none.
    """
    cdef Py_ssize_t i, n = weights.shape[0]
    cdef int c, columns = <int>line_of.shape[0], line
    if counts.shape[0] != n * columns or rows.shape[0] != n * width or first < 0 \
            or not 0 <= lines <= width - first or not are_below(line_of, columns, lines + 1) \
            or not are_positive(weights):
        raise ValueError("counts and traits do not fit")
    with nogil:
        for i in range(n):
            for line in range(lines):
                rows[i * width + first + line] = 0
            for c in range(columns):
                if line_of[c] < lines:
                    rows[i * width + first + line_of[c]] += <int32_t>(
                        counts[i * columns + c] // weights[i])
            for line in range(1, lines):
                rows[i * width + first + line] += rows[i * width + first + line - 1]
