"""Where the column of a player's hand against an opponent's changes, as the opponent's gets
stronger: at the player's own strength, just above it, and at thresholds.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from limits cimport MAX_CUTS
from program cimport UNDER, Program

cdef enum:
    # in place of a threshold's number: the player's own strength, and what is just above it
    BELOW = 254
    UP_TO = 255

cdef struct Thresholds:    # of the opponent's hand
    int count
    uint32_t at[MAX_CUTS]

cdef struct Changes:       # ascending, the first at 0
    int count
    uint64_t at[MAX_CUTS + 3]      # a strength
    int which[MAX_CUTS + 3]        # BELOW, UP_TO or the number of a threshold
    int64_t column[MAX_CUTS + 3]   # from this strength on


cdef inline int find_thresholds(const Program *p, Thresholds *t) except -1:
    """Write the thresholds among the facts."""
    cdef int f
    t.count = 0
    for f in range(p.facts):
        if p.fact[f].kind == UNDER:
            if t.count == MAX_CUTS:
                raise ValueError("too many thresholds for the kernels")
            t.at[t.count] = p.fact[f].threshold[0]
            t.count += 1
    return 0


cdef inline int64_t column_at(const Program *p, uint64_t theirs, uint64_t own) noexcept nogil:
    """Return the column of an opponent's hand (number 1) against the player's (number 0)."""
    cdef int64_t column = 0
    cdef int f, order = 2 if theirs < own else 1 if theirs == own else 0
    for f in range(p.facts):
        if p.fact[f].kind == UNDER:
            column += (theirs < p.fact[f].threshold[0]) * p.fact[f].stride
        else:
            column += (order if p.fact[f].hand == 0 else 2 - order) * p.fact[f].stride
    return column


cdef inline void add_change(Changes *c, uint64_t at, int which) noexcept nogil:
    """Put a strength into its place; behind equal ones."""
    cdef int i = c.count
    while i > 1 and c.at[i - 1] > at:
        c.at[i], c.which[i] = c.at[i - 1], c.which[i - 1]
        i -= 1
    c.at[i], c.which[i] = at, which
    c.count += 1


cdef inline void find_changes(const Program *p, const Thresholds *t, uint64_t own,
        Changes *c) noexcept nogil:
    """Write where the column changes for a player's hand of the strength `own`."""
    cdef int i
    c.count, c.at[0], c.which[0] = 1, 0, BELOW
    for i in range(t.count):
        add_change(c, t.at[i], i)
    add_change(c, own, BELOW)
    add_change(c, own + 1, UP_TO)
    for i in range(c.count):
        c.column[i] = column_at(p, c.at[i], own)
