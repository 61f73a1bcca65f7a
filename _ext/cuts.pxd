"""Where facts about the opponent's hand change with its strength, and the columns between."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from guards cimport are_natural
from hands cimport line_of
from program cimport ORDER, UNDER, Fact, Program

cdef enum:
    MOST_CUTS = 32             # strengths at which a fact about the opponent alone changes

cdef struct Cuts:
    int count
    uint32_t at[MOST_CUTS]                 # ascending
    int32_t column[MOST_CUTS + 1][3]       # between cuts; opponent below, level, above


cdef inline int find_cuts(const Program *columns, Cuts *found) except -1:
    """Collect the strengths at which facts about the opponent (number 1) change, and the columns
    between them.
    """
    cdef int f, i, j, order
    cdef uint32_t z
    found.count = 0
    for f in range(columns.facts):
        if columns.fact[f].kind != ORDER:
            for i in range(columns.fact[f].lines):
                if found.count == MOST_CUTS:
                    raise ValueError("too many thresholds for the kernels")
                z = columns.fact[f].threshold[i]
                j = found.count
                while j > 0 and found.at[j - 1] > z:
                    found.at[j] = found.at[j - 1]
                    j -= 1
                found.at[j] = z
                found.count += 1
    for i in range(found.count + 1):
        for order in range(3):
            found.column[i][order] = column_between(columns, found.at[i - 1] if i else 0, order)
    return 0


cdef inline int32_t column_between(const Program *columns, uint32_t strength,
        int order) noexcept nogil:
    """Return the column of an opponent of some strength. order: 0 where he is below the player, 1
    level, 2 above.
    """
    cdef int f, value
    cdef int64_t column = 0
    cdef const Fact *fact
    for f in range(columns.facts):
        fact = &columns.fact[f]
        if fact.kind == ORDER:
            value = order if fact.hand == 1 else 2 - order
        else:
            value = value_at(fact, strength)
        column += value * fact.stride
    return <int32_t>column


cdef inline int value_at(const Fact *fact, uint32_t strength) noexcept nogil:
    """Return the value of a fact about one hand of some strength."""
    if fact.kind == UNDER:
        return strength < fact.threshold[0]
    return line_of(strength, fact.threshold, fact.lines)


cdef inline int number_of(const Program *known, uint32_t strength) noexcept nogil:
    """Return the joint number of facts about one hand of some strength."""
    cdef int f
    cdef int64_t number = 0
    for f in range(known.facts):
        number += value_at(&known.fact[f], strength) * known.fact[f].stride
    return <int>number


cdef inline void write_row(const Cuts *cuts, uint32_t strength, int32_t lower, int32_t upper,
        const int32_t *below, uint16_t *counts) noexcept nogil:
    """Write one row: the opponents between each two cuts, the player's strength among them.

    lower, upper: the opponents below the player, below or level. below: those below each cut, and
        all of them.
    """
    cdef int i
    cdef int32_t before = 0
    for i in range(cuts.count + 1):
        if i < cuts.count and cuts.at[i] <= strength:
            counts[cuts.column[i][0]] += below[i] - before
        elif i and cuts.at[i - 1] > strength:
            counts[cuts.column[i][2]] += below[i] - before
        else:
            counts[cuts.column[i][0]] += lower - before
            counts[cuts.column[i][1]] += upper - lower
            counts[cuts.column[i][2]] += below[i] - upper
        before = below[i]


cdef inline void sort_by_strength(uint64_t *key, uint64_t *room, int n, int bits) noexcept nogil:
    """Sort strength << 16 | holding by so many bits of the strength, 8 at a time; room: for as many
    keys.
    """
    cdef uint64_t *source = key
    cdef uint64_t *target = room
    cdef uint64_t *other
    cdef int end[256]
    cdef int i, digit, shift
    for shift in range(16, 16 + bits, 8):
        memset(end, 0, sizeof(end))
        for i in range(n):
            end[source[i] >> shift & 255] += 1
        for digit in range(1, 256):
            end[digit] += end[digit - 1]
        for i in range(n - 1, -1, -1):
            digit = source[i] >> shift & 255
            end[digit] -= 1
            target[end[digit]] = source[i]
        other, source = source, target
        target = other
    if source != key:
        memcpy(key, source, n * sizeof(uint64_t))


cdef inline int verify_completed(int roles, const uint64_t[::1] states, Py_ssize_t n, int size,
        const int32_t[::1] column, int joint, Py_ssize_t counts) except -1:
    """Raise ValueError where states of two cards, and of a board so far, do not fit what counts
    their boards.

    n: the states. size: cards of a whole board. joint: numbers that need a column. counts: the
    length of all rows of counts.
    """
    cdef int c
    cdef Py_ssize_t width = counts // n if n else 0
    if roles not in (1, 2) or states.shape[0] != n * roles or counts != n * width:
        raise ValueError("one row of counts a state is wanted")
    if not are_natural(states, 0, roles, 2, 2) \
            or roles == 2 and not are_natural(states, 1, 2, 0, size):
        raise ValueError("states are of two cards, and of as many of a board as it has at most")
    if column.shape[0] != joint:
        raise ValueError("one column for each joint number is wanted")
    for c in range(joint):
        if not -1 <= column[c] < width:
            raise ValueError("a column outside the row")
    return 0
