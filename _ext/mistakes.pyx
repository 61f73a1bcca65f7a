"""What each action loses against the best one on the streets of a shared board, class by class.

With often(S) how often play comes to a holding on a board, w the boards that it stands for and
value what an action is worth,

    sums[class][action] = sum of w often(S) (largest value(S) - value(S, action))

over all S of the class.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from holdings cimport HOLDINGS, bit_of, holding_of
from texture cimport FIELDS, ROWS, WORDS, met_in

cdef enum:
    MOST_ACTIONS = 30


def lose_on_street(uint64_t deck, const uint64_t[::1] boards, const int64_t[::1] weights,
        const uint64_t[::1] often, list values, const int32_t[::1] number, int64_t deals,
        int64_t[::1] sums):
    """Add to `sums` (INOUT), a row of one number an action and one more for each class, what every
    action loses against the best one, and the deals that come there.

    often, number: HOLDINGS a board, how often each is come to and its class. deals: behind each
        holding on each board.
    """
    cdef bint beside = False
    cdef Py_ssize_t b, at, classes
    cdef int x, y, a, actions = <int>len(values)
    cdef const int64_t *value[MOST_ACTIONS]
    cdef const int64_t[::1] one
    cdef uint64_t dead
    cdef int64_t met, best
    if not 0 < actions <= MOST_ACTIONS:
        raise ValueError("too many actions for the kernels")
    classes = sums.shape[0] // (actions + 1)
    if weights.shape[0] != boards.shape[0] \
            or not often.shape[0] == number.shape[0] == boards.shape[0] * HOLDINGS:
        raise ValueError("boards and holdings do not fit")
    for a in range(actions):
        one = values[a]
        if one.shape[0] != often.shape[0]:
            raise ValueError("one value a holding is wanted")
        value[a] = &one[0]
    with nogil:
        for b in range(boards.shape[0]):
            dead = ~deck | boards[b]
            for x in range(52):
                for y in range(x):
                    at = b * HOLDINGS + holding_of(x, y)
                    met = weights[b] * <int64_t>often[at]
                    if not met or (bit_of(x) | bit_of(y)) & dead:
                        continue
                    if not 0 <= number[at] < classes:
                        beside = True
                        continue
                    best = value[0][at]
                    for a in range(1, actions):
                        best = max(best, value[a][at])
                    for a in range(actions):
                        sums[number[at] * (actions + 1) + a] += met * (best - value[a][at])
                    sums[number[at] * (actions + 1) + actions] += met * deals
    if beside:
        raise ValueError("a class that there is not")


cdef int verify_met(Py_ssize_t words, int field) except -1:
    if words != WORDS or not 0 <= field < FIELDS:
        raise ValueError("rows and how often they are met do not fit")
    return 0


def lose_on_rows(const uint64_t[::1] met, int field, list values, int64_t begin,
        const int32_t[::1] number, int64_t deals, int64_t[::1] sums):
    """Do what `lose_on_street` does for some rows of whole boards, from `begin` on.

    met, field: how often each row is met; see `texture`. values: of each action 32 bits for
        each of the rows from `begin` on.
    """
    cdef bint beside = False
    cdef Py_ssize_t i, classes
    cdef int64_t n, best
    cdef int a, actions = <int>len(values)
    cdef const int32_t *value[MOST_ACTIONS]
    cdef const int32_t[::1] one
    verify_met(met.shape[0], field)
    if not 0 < actions <= MOST_ACTIONS or not 0 <= begin <= ROWS - number.shape[0]:
        raise ValueError("rows and classes do not fit")
    classes = sums.shape[0] // (actions + 1)
    for a in range(actions):
        one = values[a]
        if one.shape[0] != number.shape[0]:
            raise ValueError("one value a row is wanted")
        value[a] = &one[0]
    with nogil:
        for i in range(number.shape[0]):
            n = met_in(&met[0], begin + i, field)
            if not n:
                continue
            if not 0 <= number[i] < classes:
                beside = True
                continue
            best = value[0][i]
            for a in range(1, actions):
                best = max(best, value[a][i])
            for a in range(actions):
                sums[number[i] * (actions + 1) + a] += n * (best - value[a][i])
            sums[number[i] * (actions + 1) + actions] += n * deals
    if beside:
        raise ValueError("a class that there is not")
