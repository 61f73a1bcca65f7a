"""From the boards of one street to those of the street before, and back: sums over the next card.

Boards are kept up to a relabelling of the suits. A board B with weight w(B), the number of boards
that relabelling makes of it, comes from each board G that one of its cards leaves; with p the
relabelling that takes G to the board F that is kept,

    sum over the next cards of value(F + card, h)
        = 1/24 sum over B, G and the relabellings t that leave F of w(B) value(B, (t p)^-1 h).

`push` adds w(B) value(B) to F, `settle` adds up over t and divides by 24, which comes out whole.
Where the first suit stays, as beside a seen card of it, there are 6 relabellings, and it is by 6.
`pull` is the way forward: what is said of F and a holding is said of every B that it can become.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memchr, memset

from bits cimport bit_count
from guards cimport are_natural
from holdings cimport HOLDINGS, bit_of, cards_in, holding_of
from program cimport Choices, chosen_cards, first_choice, next_choice
from relabel cimport Maps, fixing, is_first, new_maps, placed
from texture cimport BOARD, PAIRS, ROWS, SUITED_ROWS, Textures, first_row, kind_of, new_textures


def push(const uint64_t[::1] boards, const int64_t[::1] weights, const int64_t[::1] values,
        const uint64_t[::1] before, int64_t[::1] sums, int stay=0):
    """Add to `sums` (INOUT), for each board of the street before and each holding, weight x value.

    values: HOLDINGS a board, 0 where a holding meets it. before: the boards of the street before,
        ascending. stay: how many suits are not relabelled, 0 or 1.
    """
    cdef Py_ssize_t b, place
    cdef int card[52]
    cdef int n, i, h
    cdef bint found = True
    cdef const int16_t *to
    cdef int64_t *row
    cdef Maps *maps = new_maps(stay)
    try:
        if (values.shape[0] != boards.shape[0] * HOLDINGS or weights.shape[0] != boards.shape[0]
                or sums.shape[0] != before.shape[0] * HOLDINGS
                or not are_natural(boards, 0, 1, 1, BOARD)):
            raise ValueError("boards and values do not fit")
        with nogil:
            for b in range(boards.shape[0]):
                n = cards_in(boards[b], card)
                for i in range(n):
                    place = placed(maps, before, boards[b] & ~bit_of(card[i]), &to)
                    if place < 0:
                        found = False
                        break
                    row = &sums[place * HOLDINGS]
                    for h in range(HOLDINGS):
                        row[to[h]] += weights[b] * values[b * HOLDINGS + h]
    finally:
        free(maps)
    if not found:
        raise ValueError("a board of the street before is missing")


def settle(const uint64_t[::1] boards, int64_t[::1] sums, int stay=0):
    """Turn what was pushed (INOUT) into sums over the next card; stay: as for `push`.

    Raises ArithmeticError where a sum does not come out whole.
    """
    cdef Py_ssize_t b
    cdef int64_t row[HOLDINGS]
    cdef int left[24]
    cdef int t, h, count
    cdef const int16_t *to
    cdef bint whole = True
    cdef Maps *maps = new_maps(stay)
    try:
        if sums.shape[0] != boards.shape[0] * HOLDINGS:
            raise ValueError("boards and sums do not fit")
        with nogil:
            for b in range(boards.shape[0]):
                memset(row, 0, sizeof(row))
                count = fixing(maps, boards[b], left)
                for t in range(count):
                    to = maps.to[left[t]]
                    for h in range(HOLDINGS):
                        row[h] += sums[b * HOLDINGS + to[h]]
                for h in range(HOLDINGS):
                    whole = whole and row[h] % maps.count == 0
                    sums[b * HOLDINGS + h] = row[h] // maps.count
    finally:
        free(maps)
    if not whole:
        raise ArithmeticError("sums over the next card do not come out whole")


def pull(const uint64_t[::1] boards, const uint64_t[::1] before, const uint64_t[::1] often,
        uint64_t[::1] found, int stay=0):
    """Write to `found` (OUT) how often each holding is counted on a board: the sum over the boards
    of the street before that it can have come from.

    often: HOLDINGS numbers a board of the street before. stay: as for `push`.
    """
    cdef Py_ssize_t b, place
    cdef int card[52]
    cdef int n, i, h
    cdef bint known = True
    cdef const int16_t *to
    cdef const uint64_t *row
    cdef Maps *maps = new_maps(stay)
    try:
        if (found.shape[0] != boards.shape[0] * HOLDINGS
                or often.shape[0] != before.shape[0] * HOLDINGS
                or not are_natural(boards, 0, 1, 1, BOARD)):
            raise ValueError("boards and holdings do not fit")
        with nogil:
            memset(&found[0], 0, found.shape[0] * sizeof(uint64_t))
            for b in range(boards.shape[0]):
                n = cards_in(boards[b], card)
                for i in range(n):
                    place = placed(maps, before, boards[b] & ~bit_of(card[i]), &to)
                    if place < 0:
                        known = False
                        break
                    row = &often[place * HOLDINGS]
                    for h in range(HOLDINGS):
                        found[b * HOLDINGS + h] += row[to[h]]
    finally:
        free(maps)
    if not known:
        raise ValueError("a board of the street before is missing")


def situations(uint64_t deck, const uint64_t[::1] boards, const uint64_t[::1] often, int stay=0):
    """Return how many situations are counted at all, up to a relabelling of the suits. Holdings
    that meet the board are none.

    often: HOLDINGS numbers a board, the same for holdings that a relabelling which leaves the board
        as it is takes to each other. stay: as for `push`.
    """
    cdef Py_ssize_t b
    cdef int h, x, y, count
    cdef int left[24]
    cdef uint64_t dead
    cdef int64_t found = 0
    cdef Maps *maps = new_maps(stay)
    try:
        if often.shape[0] != boards.shape[0] * HOLDINGS:
            raise ValueError("boards and holdings do not fit")
        with nogil:
            for b in range(boards.shape[0]):
                count, dead = fixing(maps, boards[b], left), ~deck | boards[b]
                for x in range(52):
                    for y in range(x):
                        h = holding_of(x, y)
                        if not (bit_of(x) | bit_of(y)) & dead and often[b * HOLDINGS + h]:
                            found += is_first(maps, left, count, h)
    finally:
        free(maps)
    return found


def flagged_situations(uint64_t deck, const uint64_t[::1] boards, const uint8_t[::1] flags,
        const uint64_t[::1] before, const uint64_t[::1] often, int stay=0):
    """Return how many situations on whole boards have a row with a flag and are come to, up to a
    relabelling of the suits.

    flags: 1 or 0 a row; a suit that stays has rows of its own, behind those of the others. before,
        often: the boards of an earlier street, ascending, and how often each holding goes on from
        them. stay: as for `push`.
    """
    cdef Py_ssize_t b
    cdef int x, y, suit, count
    cdef int left[24]
    cdef int64_t row, found = 0
    cdef uint64_t dead
    cdef Maps *maps = new_maps(stay)
    cdef Textures *t = NULL
    try:
        t = new_textures()
        if flags.shape[0] != ROWS * (1 + stay) or often.shape[0] != before.shape[0] * HOLDINGS \
                or not are_natural(boards, 0, 1, BOARD, BOARD):
            raise ValueError("rows, boards and holdings do not fit")
        with nogil:
            for b in range(boards.shape[0]):
                row, dead = first_row(t, boards[b], &suit), ~deck | boards[b]
                if 0 <= suit < stay:
                    row += ROWS
                if memchr(&flags[row], 1, PAIRS if suit < 0 else SUITED_ROWS) == NULL:
                    continue
                count = fixing(maps, boards[b], left)
                for x in range(52):
                    for y in range(x):
                        if (flags[row + kind_of(x, y, suit)]
                                and not (bit_of(x) | bit_of(y)) & dead
                                and is_first(maps, left, count, holding_of(x, y))):
                            found += comes(maps, boards[b], holding_of(x, y), before, often)
    finally:
        free(maps)
        free(t)
    return found


cdef bint comes(const Maps *maps, uint64_t board, int holding, const uint64_t[::1] before,
        const uint64_t[::1] often) noexcept nogil:
    """Return whether a holding comes to a board from some board of an earlier street."""
    cdef Choices c
    cdef const int16_t *to
    cdef Py_ssize_t place
    cdef bint more = first_choice(&c, board, bit_count(before[0]))
    while more:
        place = placed(maps, before, chosen_cards(&c), &to)
        if place >= 0 and often[place * HOLDINGS + to[holding]]:
            return True
        more = next_choice(&c)
    return False


def places(const uint64_t[::1] states, const uint64_t[::1] boards, int32_t[::1] found):
    """Write to `found` (OUT) where each state stands among HOLDINGS a board: the board it has after
    relabelling, and the holding there.

    states: the player's two cards, and those of the board unless `boards` is empty.
    """
    cdef Py_ssize_t i, place
    cdef const int16_t *to
    cdef int card[52]
    cdef int roles = 2 if boards.shape[0] else 1
    cdef bint known = True
    cdef Maps *maps = new_maps(0)
    try:
        if states.shape[0] != roles * found.shape[0] or not are_natural(states, 0, roles, 2, 2):
            raise ValueError("one place a state of two own cards is wanted")
        with nogil:
            for i in range(found.shape[0]):
                cards_in(states[i * roles], card)
                found[i] = holding_of(card[0], card[1])
                if roles == 2:
                    place = placed(maps, boards, states[i * roles + 1], &to)
                    if place < 0:
                        known = False
                        break
                    found[i] = place * HOLDINGS + to[found[i]]
    finally:
        free(maps)
    if not known:
        raise ValueError("a board is missing")
