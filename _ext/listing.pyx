"""The column of every deal of one hidden card, for each state seen.

What a hand holds without the hidden card is shared by many states. For each such set of cards H a
row says, of every card c of the deck, the strength of H + c and what the facts about this hand
alone add to the column:

    column(S, c) = sum over the hands h of own(h, H(S), c) + sum over the orders of their part.
"""

from cpython cimport array
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy
import array

from bits cimport bit_count, low_bit
from cards cimport natural_cards
from guards cimport are_dealt
from hands cimport line_of, strength_of
from limits cimport MAX_HANDS, MAX_ROLES
from program cimport LINE, ORDER, UNDER, Program, load, union_of
from table cimport Table, drop, enter, make_room, row_seat, tag_of

cdef extern from *:
    """
    COMBIN_WIDE static void combin_compare(const int32_t *one, const int32_t *other,
            uint16_t stride, uint16_t *column) {
        for (int c = 0; c < 64; c++)
            column[c] += stride * ((one[c] > other[c]) + (one[c] >= other[c]));
    }
    """
    void compare "combin_compare" (const int32_t *one, const int32_t *other, uint16_t stride,
        uint16_t *column) noexcept nogil

cdef enum:
    SEATS = 64                 # cards that a row has room for: the bits of a mask
    LANE_SEATS = 16            # of them, those of a suit, with room at the end

cdef struct Row:               # what a hand comes to with each card
    int32_t strength[SEATS]
    uint16_t own[SEATS]

cdef struct Rows:              # of one hand, by the cards it has without the hidden one
    Table table
    uint64_t *masks
    Row *row
    Py_ssize_t room
    Py_ssize_t last            # the row that was asked for last, or -1


cdef void fill(const Program *p, int hand, bint hidden, uint64_t held, uint64_t deck,
        Row *row) noexcept nogil:
    """Fill the row of one set of cards; hidden: whether the hand has the hidden card."""
    cdef uint64_t left = deck & ~held
    cdef uint32_t strength
    cdef int i, c
    while left:
        c = low_bit(left)
        left &= left - 1
        strength = strength_of(held | (<uint64_t>hidden << c), &p.hand[hand].ranking)
        row.strength[c], row.own[c] = <int32_t>strength, 0
        for i in range(p.facts):
            if p.fact[i].hand != hand:
                continue
            if p.fact[i].kind == LINE:
                row.own[c] += <uint16_t>(p.fact[i].stride * line_of(strength, p.fact[i].threshold,
                    p.fact[i].lines))
            elif p.fact[i].kind == UNDER:
                row.own[c] += <uint16_t>(p.fact[i].stride * (strength < p.fact[i].threshold[0]))


cdef const Row *row_of(const Program *p, int hand, bint hidden, uint64_t held, uint64_t deck,
        Rows *rows) noexcept nogil:
    """Return the row of one set of cards, filled when it is first asked for; NULL where memory does
    not suffice.
    """
    cdef uint64_t tag
    cdef Py_ssize_t at, room
    cdef void *moved
    if rows.last >= 0 and rows.masks[rows.last] == held:
        return &rows.row[rows.last]
    tag = tag_of(&held, sizeof(held))
    if rows.table.count == rows.room:
        room = max(2 * rows.room, 256)
        moved = realloc(rows.masks, room * sizeof(uint64_t))
        if moved == NULL:
            return NULL
        rows.masks = <uint64_t *>moved
        moved = realloc(rows.row, room * sizeof(Row))
        if moved == NULL or not make_room(&rows.table, room - rows.room):
            return NULL
        rows.row, rows.room = <Row *>moved, room
    at = row_seat(&rows.table, tag, rows.masks, sizeof(held), &held, sizeof(held))
    if not rows.table.tag[at]:
        rows.masks[rows.table.count] = held
        fill(p, hand, hidden, held, deck, &rows.row[rows.table.count])
        enter(&rows.table, at, tag)
    rows.last = rows.table.number[at]
    return &rows.row[rows.last]


cdef bint list_state(const Program *p, const uint64_t *state, int roles, uint64_t deck, Rows *rows,
        uint16_t *out) noexcept nogil:
    """Write the columns of one state, card by card; False where memory does not suffice."""
    cdef const Row *row[MAX_HANDS]
    cdef uint16_t column[SEATS + LANE_SEATS]
    cdef uint16_t packed[SEATS + LANE_SEATS]
    cdef uint32_t seen = (1u << roles) - 1
    cdef uint64_t left = deck
    cdef int i, c
    for i in range(roles):
        left &= ~state[i]
    for c in range(SEATS + LANE_SEATS):
        column[c] = 0
    for i in range(p.hands):
        row[i] = row_of(p, i, p.hand[i].parts >> roles & 1,
            union_of(state, p.hand[i].parts & seen), deck, &rows[i])
        if row[i] == NULL:
            return False
        for c in range(SEATS):
            column[c] += row[i].own[c]
    for i in range(p.facts):
        if p.fact[i].kind == ORDER:
            compare(row[p.fact[i].hand].strength, row[p.fact[i].other].strength,
                <uint16_t>p.fact[i].stride, column)
    pack(column, left, packed)
    memcpy(out, packed, bit_count(left) * sizeof(uint16_t))
    return True


cdef inline void pack(const uint16_t *column, uint64_t left, uint16_t *packed) noexcept nogil:
    """Write the columns of some cards side by side: cards that follow each other in a suit, at most
    LANE_SEATS, are copied at once, and what is beside them is written over by the next.
    """
    cdef uint64_t run
    cdef int first, many
    while left:
        first = low_bit(left)
        run = left >> first
        many = low_bit(~run)
        memcpy(packed, column + first, LANE_SEATS * sizeof(uint16_t))
        packed += many
        left &= left + (<uint64_t>1 << first)


def columns(uint64_t deck, int roles, const uint64_t[::1] states, const int64_t[::1] program):
    """Return the column of every deal of the one hidden card, as many for each state, an
    array('H').

    The facts are lines, orders and thresholds of hands without a joker, which may use any of their
    cards.
    """
    cdef Program p
    cdef Rows rows[MAX_HANDS]
    cdef Py_ssize_t i, n = states.shape[0] // roles if roles > 0 else 0
    cdef array.array deals
    cdef uint16_t *out
    cdef int r, many = 0
    cdef uint64_t left
    cdef bint ok
    load(program, &p)
    if not 0 < roles <= MAX_ROLES or p.parts != roles + 1 or n * roles != states.shape[0]:
        raise ValueError("the parts of a deal are the roles of a state and one hidden card")
    if p.columns > 65536 or natural_cards(deck) != deck:
        raise ValueError("lists have columns of 16 bits, and no joker")
    for r in range(p.hands):
        if p.hand[r].must:
            raise ValueError("lists are of hands that may use any of their cards")
    for r in range(p.facts):
        if p.fact[r].kind not in (LINE, ORDER, UNDER) or p.fact[r].menus:
            raise ValueError("lists are of lines, orders and thresholds")
    ok = are_dealt(states, deck)
    for i in range(n):
        left = deck
        for r in range(roles):
            left &= ~states[i * roles + r]
        if not i:
            many = bit_count(left)
        ok = ok and bit_count(left) == many
    if not ok:
        raise ValueError("states of other cards, or with other numbers of cards left")
    deals = array.clone(array.array("H"), n * many, zero=False)
    out = deals.data.as_ushorts
    for r in range(p.hands):
        rows[r] = Rows(Table(NULL, NULL, 0, 0, 0), NULL, NULL, 0, -1)
    with nogil:
        for i in range(n):
            if not list_state(&p, &states[i * roles], roles, deck, rows, out + i * many):
                ok = False
                break
    for r in range(p.hands):
        drop(&rows[r].table)
        free(rows[r].masks)
        free(rows[r].row)
    if not ok:
        raise MemoryError("no memory for the hands that were met")
    return deals
