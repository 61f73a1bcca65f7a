"""What choices lose against the best ones, added up by cell over all information sets of a
decision.

With ways(S) the number of ways in which play comes to the information set S, best(S) what the best
action is worth there and value(S) what another one is,

    lost[cell] = sum over S in the cell of ways(S) (best(S) - value(S)),
    met[cell] = sum of ways(S) deals(S).

Values and sums are scaled money and deals, 64-bit integers that the caller has made sure fit.
"""

from libc.stdint cimport int32_t, int64_t

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
