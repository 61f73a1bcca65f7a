"""Where the column of a player's hand against an opponent's changes, as the opponent's gets
stronger: at the player's own strength, just above it, at thresholds, and where the margin between
the two comes to another line.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from hands cimport line_of
from limits cimport MAX_CUTS, MAX_LEADS
from program cimport LEAD, LINE, UNDER, Fact, Program, line_of_lead

cdef enum:
    # in place of a threshold's number: a margin, the player's own strength, what is just above it
    MARGIN = 253
    BELOW = 254
    UP_TO = 255

cdef struct Thresholds:    # of the opponent's hand
    int count
    uint32_t at[MAX_CUTS]

cdef struct Changes:       # ascending, the first at 0
    int count
    uint64_t at[MAX_CUTS + MAX_LEADS + 3]      # a strength
    int which[MAX_CUTS + MAX_LEADS + 3]        # MARGIN, BELOW, UP_TO or a threshold's number
    int64_t column[MAX_CUTS + MAX_LEADS + 3]   # from this strength on


cdef inline int find_thresholds(const Program *p, Thresholds *t) except -1:
    """Write the thresholds of the opponent's hand (number 1) among the facts."""
    cdef int f, leads = 0
    t.count = 0
    for f in range(p.facts):
        if p.fact[f].kind == LEAD:
            leads += p.fact[f].lines
            if leads > MAX_LEADS:
                raise ValueError("too many lines of margins for the kernels")
        if p.fact[f].kind == UNDER and p.fact[f].hand == 1:
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
            column += p.fact[f].stride * (
                (theirs if p.fact[f].hand == 1 else own) < p.fact[f].threshold[0])
        elif p.fact[f].kind == LINE:       # of the player's hand
            column += p.fact[f].stride * line_of(<uint32_t>own, p.fact[f].threshold,
                p.fact[f].lines)
        elif p.fact[f].kind == LEAD:
            column += p.fact[f].stride * (
                line_of_lead(&p.fact[f], <uint32_t>own, <uint32_t>theirs) if p.fact[f].hand == 0
                else line_of_lead(&p.fact[f], <uint32_t>theirs, <uint32_t>own))
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


cdef inline void add_margins(const Fact *f, uint64_t own, Changes *c) noexcept nogil:
    """Put the strengths at which a margin comes to another line into their places."""
    cdef int i, longest = <int>(own >> 20)
    for i in range(f.lines):
        if f.hand:
            add_change(c, <uint64_t>(longest + <int>f.threshold[i]) << 20, MARGIN)
        elif longest >= <int>f.threshold[i]:
            add_change(c, <uint64_t>(longest - <int>f.threshold[i] + 1) << 20, MARGIN)


cdef inline void find_changes(const Program *p, const Thresholds *t, uint64_t own,
        Changes *c) noexcept nogil:
    """Write where the column changes for a player's hand of the strength `own`."""
    cdef int i
    c.count, c.at[0], c.which[0] = 1, 0, BELOW
    for i in range(t.count):
        add_change(c, t.at[i], i)
    for i in range(p.facts):
        if p.fact[i].kind == LEAD:
            add_margins(&p.fact[i], own, c)
    add_change(c, own, BELOW)
    add_change(c, own + 1, UP_TO)
    for i in range(c.count):
        c.column[i] = column_at(p, c.at[i], own)
