"""What is still hidden, dealt in every way: for each state seen, its deals by the column of their
facts.

    counts[S][c] = weight(S) x number of ways to deal the hidden groups from the rest of the deck
                   whose facts lead to column c

States are masks, `roles` a state; weights and counts are deals, as 64-bit integers whose sum the
caller has made sure fits.
"""

from libc.stdint cimport int64_t, uint64_t

from guards cimport OFTEN, is_interrupted, raise_signal
from limits cimport MAX_HIDDEN, MAX_ROLES, MAX_TAKEN
from program cimport Choices, Program, chosen_cards, column_of, first_choice, load, next_choice


cdef struct Hidden:
    Program *program
    uint64_t parts[MAX_ROLES + MAX_HIDDEN]
    int first                  # the part that the first hidden group fills
    int groups
    int size[MAX_HIDDEN]
    int64_t weight
    int64_t *row
    unsigned int turns         # deals so far
    bint interrupted


cdef bint deal_hidden(Hidden *h, int group, uint64_t pool) noexcept nogil:
    """Add the columns of all ways to deal the hidden groups to the row; False on a menu that was
    not declared.
    """
    cdef Choices c
    cdef int64_t column
    cdef bint more
    if group == h.groups:
        column = column_of(h.program, h.parts)
        if column < 0:
            return False
        h.row[column] += h.weight
        h.turns += 1
        if not h.turns & OFTEN:
            h.interrupted = is_interrupted()
        return True
    more = first_choice(&c, pool, h.size[group])
    while more:
        h.parts[h.first + group] = chosen_cards(&c)
        if not deal_hidden(h, group + 1, pool & ~h.parts[h.first + group]):
            return False
        more = next_choice(&c) and not h.interrupted
    return True


def count(uint64_t deck, int roles, const uint64_t[::1] states, const int64_t[::1] weights,
        const int64_t[::1] hidden,
          const int64_t[::1] program, int64_t[::1] counts):
    """Fill `counts` (OUT, zeros before): for each state, weight x completions in each column.

    hidden: the sizes of the groups not yet seen. counts: one row of columns a state.
    """
    cdef Program p
    cdef Hidden h
    cdef Py_ssize_t i
    cdef int r
    cdef uint64_t seen
    cdef bint ok = True
    load(program, &p)
    if hidden.shape[0] > MAX_HIDDEN or not 0 <= roles <= MAX_ROLES \
            or p.parts > roles + hidden.shape[0]:
        raise ValueError("too many hidden groups for the kernels")
    if states.shape[0] != weights.shape[0] * roles:
        raise ValueError("states and weights do not fit")
    if counts.shape[0] != weights.shape[0] * p.columns:
        raise ValueError("one row of counts a state is wanted")
    h.program, h.first, h.groups = &p, roles, <int>hidden.shape[0]
    for r in range(h.groups):
        h.size[r] = <int>hidden[r]
        if not 0 <= hidden[r] <= MAX_TAKEN:
            raise ValueError("more than 16 cards in a hidden group")
    h.turns, h.interrupted = 0, False
    with nogil:
        for i in range(weights.shape[0]):
            seen = 0
            for r in range(roles):
                h.parts[r] = states[i * roles + r]
                seen |= h.parts[r]
            h.weight, h.row = weights[i], &counts[i * p.columns]
            ok = deal_hidden(&h, 0, deck & ~seen) and ok
            if h.interrupted:
                break
    if h.interrupted:
        raise_signal()
    if not ok:
        raise ValueError("a joker's menu of hands was not declared")


def columns(int roles, const uint64_t[::1] states, const int64_t[::1] program, int64_t[::1] out):
    """Write the column of each state's own facts to `out` (OUT)."""
    cdef Program p
    cdef Py_ssize_t i
    cdef bint ok = True
    load(program, &p)
    if states.shape[0] != out.shape[0] * roles or p.parts > roles:
        raise ValueError("one column a state is wanted")
    with nogil:
        for i in range(out.shape[0]):
            out[i] = column_of(&p, &states[i * roles])
            ok = ok and out[i] >= 0
    if not ok:
        raise ValueError("a joker's menu of hands was not declared")
