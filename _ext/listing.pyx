"""The column of every deal of one hidden card, for each state seen.

What a hand holds without the hidden card is shared by many states. For each such set of cards H a
row says, of every card c of the deck, the strength of H + c and what the facts about this hand
alone add to the column:

    column(S, c) = sum over the hands h of own(h, H(S), c) + sum over the orders of their part.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc

from bits cimport bit_count, low_bit
from cards cimport JOKER_BIT
from hands cimport line_of, strength_of
from limits cimport MAX_HANDS, MAX_ROLES
from program cimport LINE, ORDER, UNDER, Program, load, union_of
from table cimport Table, drop, enter, make_room, row_seat, tag_of

cdef enum:
    SEATS = 64                 # cards that a row has room for: the bits of a mask

cdef struct Row:               # what a hand comes to with each card
    int32_t strength[SEATS]
    uint16_t own[SEATS]

cdef struct Rows:              # of one hand, by the cards it has without the hidden one
    Table table
    uint64_t *masks
    Row *row
    Py_ssize_t room


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
    cdef uint64_t tag = tag_of(&held, sizeof(held))
    cdef Py_ssize_t at, room
    cdef void *moved
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
    return &rows.row[rows.table.number[at]]


cdef bint list_state(const Program *p, const uint64_t *state, int roles, uint64_t deck, Rows *rows,
        uint16_t *out) noexcept nogil:
    """Write the columns of one state, card by card; False where memory does not suffice."""
    cdef const Row *row[MAX_HANDS]
    cdef const Row *one
    cdef const Row *other
    cdef uint16_t column[SEATS]
    cdef uint32_t seen = (1u << roles) - 1
    cdef uint64_t left = deck
    cdef uint16_t stride
    cdef int i, c
    for i in range(roles):
        left &= ~state[i]
    for c in range(SEATS):
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
            one, other = row[p.fact[i].hand], row[p.fact[i].other]
            stride = <uint16_t>p.fact[i].stride
            for c in range(SEATS):
                column[c] += stride * (<uint16_t>(one.strength[c] > other.strength[c])
                    + <uint16_t>(one.strength[c] >= other.strength[c]))
    while left:
        out[0] = column[low_bit(left)]
        out += 1
        left &= left - 1
    return True


def columns(uint64_t deck, int roles, const uint64_t[::1] states, const int64_t[::1] program,
        uint16_t[::1] deals):
    """Write the column of every deal of the one hidden card to `deals` (OUT), as many for each
    state.

    The facts are lines, orders and thresholds of hands without a joker, which may use any of their
    cards.
    """
    cdef Program p
    cdef Rows rows[MAX_HANDS]
    cdef Py_ssize_t i, many, n = states.shape[0] // roles if roles > 0 else 0
    cdef int r
    cdef uint64_t left = deck
    cdef bint ok = True
    load(program, &p)
    if not 0 < roles <= MAX_ROLES or p.parts != roles + 1 or n * roles != states.shape[0]:
        raise ValueError("the parts of a deal are the roles of a state and one hidden card")
    if p.columns > 65536 or deck >> JOKER_BIT:
        raise ValueError("lists have columns of 16 bits, and no joker")
    for r in range(p.hands):
        if p.hand[r].must:
            raise ValueError("lists are of hands that may use any of their cards")
    for r in range(p.facts):
        if p.fact[r].kind not in (LINE, ORDER, UNDER) or p.fact[r].menus:
            raise ValueError("lists are of lines, orders and thresholds")
    many = deals.shape[0] // n if n else 0
    if many * n != deals.shape[0]:
        raise ValueError("as many deals for every state are wanted")
    for i in range(n):
        left = deck
        for r in range(roles):
            left &= ~states[i * roles + r]
        ok = ok and bit_count(left) == many
    if not ok:
        raise ValueError("a state with another number of cards left")
    for r in range(p.hands):
        rows[r] = Rows(Table(NULL, NULL, 0, 0, 0), NULL, NULL, 0)
    with nogil:
        for i in range(n):
            if not list_state(&p, &states[i * roles], roles, deck, rows, &deals[i * many]):
                ok = False
                break
    for r in range(p.hands):
        drop(&rows[r].table)
        free(rows[r].masks)
        free(rows[r].row)
    if not ok:
        raise MemoryError("no memory for the hands that were met")
