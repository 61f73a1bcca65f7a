"""A hash table: tags of 64 bits, numbered 0, 1, 2 ... as they enter; open addressing, the next
bucket after a full one.

A tag is not 0. Where a key is a number from 1 on, it is its own tag. Where a key is a row of bytes,
the caller keeps the rows in the order of their numbers, and the tag is the row's hash: `row_seat`
compares the rows themselves where tags are equal.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

from bits cimport low_bit

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define combin_soon(address) __builtin_prefetch(address)
    #else
    #define combin_soon(address) ((void)(address))
    #endif
    """
    void soon "combin_soon" (const void *address) noexcept nogil

cdef struct Table:
    uint64_t *tag              # 0 in a free bucket
    int32_t *number
    Py_ssize_t count, buckets  # buckets: a power of two
    int shift


cdef inline Py_ssize_t first_seat(const Table *t, uint64_t tag) noexcept nogil:
    """Return the bucket from which on a tag is looked for."""
    return <Py_ssize_t>((tag * <uint64_t>0x9E3779B97F4A7C15u) >> t.shift)


cdef inline void expect(const Table *t, uint64_t tag) noexcept nogil:
    """Ask for the memory where a tag will be looked up."""
    cdef Py_ssize_t at = first_seat(t, tag)
    soon(&t.tag[at])
    soon(&t.number[at])


cdef inline Py_ssize_t seat(const Table *t, uint64_t tag) noexcept nogil:
    """Return the bucket of a tag, or the free one where it belongs."""
    cdef Py_ssize_t at = first_seat(t, tag)
    while t.tag[at] and t.tag[at] != tag:
        at = (at + 1) & (t.buckets - 1)
    return at


cdef inline Py_ssize_t room_left(const Table *t) noexcept nogil:
    """Return how many tags may still enter: an eighth of the buckets stays free."""
    return 7 * (t.buckets // 8) - t.count


cdef inline void enter(Table *t, Py_ssize_t at, uint64_t tag) noexcept nogil:
    """Put a tag into the free bucket `at`, under the next number; there must be room left."""
    t.tag[at], t.number[at] = tag, <int32_t>t.count
    t.count += 1


cdef inline bint make_room(Table *t, Py_ssize_t more) noexcept nogil:
    """Grow so that `more` tags may enter; False where memory or numbers do not suffice. A table
    starts as all zeros.
    """
    cdef Table old = t[0]
    cdef Py_ssize_t i, at
    if more > 0x7FFFFFFF - t.count:
        return False
    if t.buckets and room_left(t) >= more:
        return True
    t.buckets = max(old.buckets, 1 << 10)
    while room_left(t) < more:
        t.buckets *= 2
    t.shift = 64 - low_bit(t.buckets)
    t.tag = <uint64_t *>calloc(t.buckets, sizeof(uint64_t))
    t.number = <int32_t *>malloc(t.buckets * sizeof(int32_t))
    if t.tag == NULL or t.number == NULL:
        free(t.tag)
        free(t.number)
        t[0] = old
        return False
    for i in range(old.buckets):
        if old.tag[i]:
            at = first_seat(t, old.tag[i])
            while t.tag[at]:
                at = (at + 1) & (t.buckets - 1)
            t.tag[at], t.number[at] = old.tag[i], old.number[i]
    free(old.tag)
    free(old.number)
    return True


cdef inline void drop(Table *t) noexcept nogil:
    free(t.tag)
    free(t.number)


cdef inline uint64_t tag_of(const void *row, Py_ssize_t size) noexcept nogil:
    """Return the hash of a row of `size` bytes, a multiple of four; never 0."""
    cdef const char *at = <const char *>row
    cdef uint64_t h = 0, word
    cdef uint32_t half
    while size >= 8:
        memcpy(&word, at, 8)
        h = (h ^ word) * <uint64_t>0x9E3779B97F4A7C15u
        h ^= h >> 32
        at += 8
        size -= 8
    if size:
        memcpy(&half, at, 4)
        h = (h ^ half) * <uint64_t>0x9E3779B97F4A7C15u
        h ^= h >> 32
    return h | 1


cdef inline Py_ssize_t row_seat(const Table *t, uint64_t tag, const void *rows, Py_ssize_t step,
        const void *row,
                                Py_ssize_t size) noexcept nogil:
    """Return the bucket of a row of `size` bytes, or the free one where it belongs; row i of the
    table is at rows + i step.
    """
    cdef Py_ssize_t at = seat(t, tag)
    while t.tag[at] and (t.tag[at] != tag or memcmp(<const char *>rows + t.number[at] * step, row,
            size)):
        at = (at + 1) & (t.buckets - 1)
    return at
