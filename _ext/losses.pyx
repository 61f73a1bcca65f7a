"""What choices lose against the best ones, added up by cell over all information sets of a
decision.

With ways(S) the number of ways in which play comes to the information set S, best(S) what the best
action is worth there and value(S) what another one is,

    lost[cell] = sum over S in the cell of ways(S) (best(S) - value(S)),
    met[cell] = sum of ways(S) deals(S).

Values and sums are scaled money and deals, 64-bit integers that the caller has made sure fit; lines
and actions are bytes.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from guards cimport are_below


def lose(const int64_t[::1] best, const int64_t[::1] value, const int64_t[::1] ways,
        const int32_t[::1] cell, int step,
         int place, int64_t[::1] sums):
    """Add to `sums[cell * step + place]` (OUT) what `value` falls short of the best, in all ways,
    for every set.
    """
    cdef Py_ssize_t i, n = best.shape[0]
    if value.shape[0] != n or ways.shape[0] != n or cell.shape[0] != n \
            or not 0 <= place < step or not are_below(cell, n, sums.shape[0] // step):
        raise ValueError("values and cells do not fit")
    with nogil:
        for i in range(n):
            if ways[i]:
                sums[cell[i] * step + place] += ways[i] * (best[i] - value[i])


def total(const int64_t[::1] deals, const int64_t[::1] ways, const int32_t[::1] cell, int step,
        int place, int64_t[::1] sums):
    """Add to `sums[cell * step + place]` (OUT) the deals of every set, in all ways."""
    cdef Py_ssize_t i, n = deals.shape[0]
    if ways.shape[0] != n or cell.shape[0] != n \
            or not 0 <= place < step or not are_below(cell, n, sums.shape[0] // step):
        raise ValueError("deals and cells do not fit")
    with nogil:
        for i in range(n):
            sums[cell[i] * step + place] += ways[i] * deals[i]


def kinds(const uint8_t[::1] line, const uint8_t[::1] chosen, const uint8_t[::1] best,
        const int64_t[::1] ways, int actions,
          int32_t[::1] cell):
    """Write to `cell` (OUT) the number of (line, chosen, best) of every set that is reached, else
    0.
    """
    cdef Py_ssize_t i, n = cell.shape[0]
    if not line.shape[0] == chosen.shape[0] == best.shape[0] == ways.shape[0] == n:
        raise ValueError("lines, actions and cells do not fit")
    with nogil:
        for i in range(n):
            cell[i] = (<int32_t>line[i] * actions + chosen[i]) * actions + best[i] if ways[i] else 0


cdef bint before(const uint64_t *a, const uint64_t *b, int roles) noexcept nogil:
    cdef int r
    for r in range(roles):
        if a[r] != b[r]:
            return a[r] < b[r]
    return False


cdef class Sets:
    """The information sets of a decision after one history, and what was chosen there.

    states: their cards, `roles` masks a set. ways, deals, best: as above. chosen: the action taken.
        cell: where the set counts.
    """

    cdef const uint64_t[::1] states
    cdef const int64_t[::1] ways, deals, best
    cdef const uint8_t[::1] chosen
    cdef const int32_t[::1] cell
    cdef int roles

    def __init__(self, const uint64_t[::1] states, int roles, const int64_t[::1] ways,
            const int64_t[::1] deals,
                 const int64_t[::1] best, const uint8_t[::1] chosen, const int32_t[::1] cell):
        cdef Py_ssize_t n = ways.shape[0]
        if states.shape[0] != n * roles or not (deals.shape[0] == best.shape[0]
                == chosen.shape[0] == cell.shape[0] == n):
            raise ValueError("information sets and cells do not fit")
        self.states, self.roles, self.ways, self.deals = states, roles, ways, deals
        self.best, self.chosen, self.cell = best, chosen, cell


def err(Sets sets not None, const int64_t[::1] value, int action, int64_t[::1] sums,
        int64_t[::1] where):
    """Add to four `sums` a cell (INOUT) what is lost by choosing `action`, worth `value`, where
    another one is worth more.

    sums: sets, deals, loss, the largest loss of one set. where: (INOUT) the set that loses most, of
        equal ones the one of the
    smallest cards, so that it does not matter in which order they come.
    """
    cdef const uint64_t[::1] states = sets.states
    cdef const int64_t[::1] ways = sets.ways, deals = sets.deals, best = sets.best
    cdef const uint8_t[::1] chosen = sets.chosen
    cdef const int32_t[::1] cell = sets.cell
    cdef int roles = sets.roles
    cdef Py_ssize_t i, n = ways.shape[0]
    cdef int64_t loss
    cdef int64_t *sum
    cdef const int64_t[::1] most = where
    if value.shape[0] != n or sums.shape[0] != 4 * where.shape[0] \
            or not are_below(cell, n, where.shape[0]) or not are_below(most, most.shape[0], n):
        raise ValueError("values and information sets do not fit")
    with nogil:
        for i in range(n):
            if ways[i] and chosen[i] == action and best[i] > value[i]:
                sum = &sums[4 * cell[i]]
                loss = ways[i] * (best[i] - value[i])
                sum[0] += 1
                sum[1] += ways[i] * deals[i]
                sum[2] += loss
                if loss > sum[3] or (loss
                        == sum[3] and before(&states[i * roles], &states[where[cell[i]] * roles],
                        roles)):
                    sum[3], where[cell[i]] = loss, i
