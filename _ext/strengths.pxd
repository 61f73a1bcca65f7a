"""Hands in order of strength, as sweeps go through them, and where these write their rows."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport malloc, qsort

from hands cimport strength_of
from program cimport Program

cdef struct Block:             # where the rows of the next player's hand are written
    uint64_t *masks
    int64_t *weights
    int64_t *known
    int64_t *counts


cdef inline int by_value(const void *a, const void *b) noexcept nogil:
    cdef uint64_t x = (<const uint64_t *>a)[0], y = (<const uint64_t *>b)[0]
    return (x > y) - (x < y)


cdef inline void sort(uint64_t *numbers, Py_ssize_t size) noexcept nogil:
    qsort(numbers, size, sizeof(uint64_t), by_value)


cdef inline uint64_t *order_of(const uint64_t[::1] masks, int hand, const Program *p,
        Py_ssize_t first, Py_ssize_t step) except NULL:
    """Return strength << 32 | place of every `step`th hand from `first`, ascending, as hand number
    `hand` of a program; the caller frees it.
    """
    cdef uint64_t *found = <uint64_t *>malloc((masks.shape[0] + 1) * sizeof(uint64_t))
    cdef Py_ssize_t kept = 0, i = first
    if found == NULL:
        raise MemoryError("no memory to sort the hands")
    with nogil:
        while i < masks.shape[0]:
            found[kept] = <uint64_t>strength_of(masks[i], &p.hand[hand].ranking) << 32 | i
            kept += 1
            i += step
        sort(found, kept)
    return found


cdef inline Py_ssize_t group_end(const uint64_t *order, Py_ssize_t count,
        Py_ssize_t begin) noexcept nogil:
    """Return where the hands that are as strong as number `begin` end."""
    cdef Py_ssize_t end = begin
    while end < count and order[end] >> 32 == order[begin] >> 32:
        end += 1
    return end
