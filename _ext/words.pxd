"""Numbers of many words of 64 bits, the lowest word first."""

from libc.stdint cimport uint64_t

cdef extern from *:
    ctypedef unsigned long long wide "unsigned __int128"


cdef inline void add_times(uint64_t *total, const uint64_t *one, uint64_t factor, int words) \
        noexcept nogil:
    """Add a number times a factor."""
    cdef wide carry = 0
    cdef int w
    for w in range(words):
        carry += <wide>one[w] * factor + total[w]
        total[w] = <uint64_t>carry
        carry >>= 64
