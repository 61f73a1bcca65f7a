"""Sets of ranks less than a bound, as binary numbers: flushes of one length below another."""

from libc.stdint cimport int64_t, uint8_t, uint32_t

from bits cimport top_bit
from colex cimport Binomials


cdef inline int64_t sets_below(const Binomials *choose, const uint8_t *held, uint32_t ranks,
        int size, uint32_t shared, uint32_t bound) noexcept nogil:
    """Return how many sets of `size` of some ranks are, the shared ones added, less than a bound,
    as binary numbers.

    held: how many ranks every set of them has.
    """
    cdef int64_t found = 0
    cdef uint32_t bit
    while bound | shared:
        bit = 1u << top_bit(bound | shared)
        if bound & bit and not shared & bit:
            found += choose.of[size][held[ranks & (bit - 1)]]
            if not size or not ranks & bit:
                return found
            size -= 1
        elif not bound & bit:
            return found
        bound &= ~bit
        shared &= ~bit
    return found
