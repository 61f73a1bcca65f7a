"""Sets of cards numbered among all sets of their size, in colexicographic order: card numbers a < b < c come to
C(a, 1) + C(b, 2) + C(c, 3).
"""

from libc.stdint cimport int64_t


cdef struct Binomials:
    int64_t of[64][8]          # of[n][k]: sets of k cards among n


cdef inline void fill_binomials(Binomials *choose) noexcept nogil:
    cdef int n, k
    for n in range(64):
        choose.of[n][0] = 1
        for k in range(1, 8):
            choose.of[n][k] = choose.of[n - 1][k] + choose.of[n - 1][k - 1] if n else 0
