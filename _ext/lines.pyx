"""Lines a + b x compared at a rational x, exactly: which action's is highest at every information set, and which was taken.

All numbers are 64-bit integers, x being p / q; comparisons are made in 128 bits, where a q + b p always fits.
"""

from libc.stdint cimport int64_t, uint8_t

cdef extern from *:
    ctypedef long long wide "__int128"


def higher(const int64_t[::1] a, const int64_t[::1] b, int64_t p, int64_t q, int side, int action, int64_t[::1] best_a,
           int64_t[::1] best_b, uint8_t[::1] best):
    """Take `action` wherever its line is above the best so far (INOUT) at p / q, q > 0.

    side: of two lines equally high, 1 takes the one that is higher just right of x, -1 just left of it, 0 the first.
    """
    cdef Py_ssize_t i, n = a.shape[0]
    cdef wide over
    if b.shape[0] != n or best_a.shape[0] != n or best_b.shape[0] != n or best.shape[0] != n or q < 1:
        raise ValueError("lines and choices do not fit")
    with nogil:
        for i in range(n):
            over = (<wide>a[i] - best_a[i]) * q + (<wide>b[i] - best_b[i]) * p
            if over == 0:
                over = (<wide>b[i] - best_b[i]) * side
            if over > 0:
                best_a[i], best_b[i], best[i] = a[i], b[i], action


def taken(const int64_t[::1] part, const uint8_t[::1] best, int action, int64_t[::1] chosen):
    """Write a part of an action's worth to `chosen` (OUT) wherever that action is the best."""
    cdef Py_ssize_t i, n = part.shape[0]
    if best.shape[0] != n or chosen.shape[0] != n:
        raise ValueError("parts and choices do not fit")
    with nogil:
        for i in range(n):
            if best[i] == action:
                chosen[i] = part[i]
