"""Sums over hands by their cards: polynomials in the ranks, whose coefficients have parts beside
them that multiply as those of dual numbers do.

A key is a multiset of cards, six bits a rank. Its row is a, b_1, b_2 ..., and the product of two
rows is a c, a d_1 + b_1 c, a d_2 + b_2 c ... Of two factors the second may have no parts; it is
then c, 0, 0 ... A product with more cards of a rank than there are is left out.
"""

from cpython cimport array
import array
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from guards cimport is_interrupted, raise_signal
from table cimport Table, drop, enter, make_room, seat

cdef extern from *:
    ctypedef long long wide "__int128"

cdef enum:
    BITS = 6
    MOST = 31                  # cards of a rank, so that one bit of a rank stays free
    MOST_RANKS = 10
    MOST_PARTS = 15


cdef class Terms:
    """Some terms.

    limits: how many cards there are of each rank. parts: how many beside a coefficient.
    """

    cdef Table table
    cdef int64_t *row
    cdef uint64_t *key             # of each row
    cdef uint64_t slack, full      # what takes a rank that has too many cards into its free bit
    cdef Py_ssize_t room
    cdef int size                  # of a row
    cdef bytes known

    def __init__(self, const int32_t[::1] limits not None, int parts):
        cdef int r
        if not 1 <= limits.shape[0] <= MOST_RANKS or not 0 <= parts <= MOST_PARTS:
            raise ValueError("the ranks do not fit")
        self.slack = self.full = 0
        for r in range(limits.shape[0]):
            if not 0 <= limits[r] <= MOST:
                raise ValueError("the ranks do not fit")
            self.slack |= <uint64_t>(MOST - limits[r]) << BITS * r
            self.full |= <uint64_t>(MOST + 1) << BITS * r
        self.known = bytes(limits)
        self.size = parts + 1

    def __dealloc__(self):
        drop(&self.table)
        free(self.row)
        free(self.key)

    def __len__(self):
        return self.table.count

    @property
    def parts(self):
        """How many stand beside a coefficient."""
        return self.size - 1

    cdef inline int64_t *row_of(self, uint64_t key) noexcept nogil:
        """Return the row of a key, all zeros where it is new; NULL where there is no memory."""
        cdef int64_t *grown
        cdef uint64_t *longer
        cdef Py_ssize_t at, room, number
        cdef int i
        if not make_room(&self.table, 1):
            return NULL
        at = seat(&self.table, key + 1)
        if not self.table.tag[at]:
            number = self.table.count
            if number == self.room:
                room = max(64, 2 * self.room)
                grown = <int64_t *>realloc(self.row, room * self.size * sizeof(int64_t))
                if grown == NULL:
                    return NULL
                self.row = grown
                longer = <uint64_t *>realloc(self.key, room * sizeof(uint64_t))
                if longer == NULL:
                    return NULL
                self.key, self.room = longer, room
            enter(&self.table, at, key + 1)
            self.key[number] = key
            for i in range(self.size):
                self.row[number * self.size + i] = 0
        return self.row + self.table.number[at] * <Py_ssize_t>self.size

    cdef inline bint is_dealt(self, uint64_t key) noexcept nogil:
        return not (key + self.slack) & self.full

    def put(self, const uint64_t[::1] keys not None, const int64_t[::1] rows not None):
        """Add rows to those of some keys; keys with too many cards are left out."""
        cdef Py_ssize_t i
        cdef int j
        cdef int64_t *row
        cdef wide here
        if rows.shape[0] != keys.shape[0] * self.size:
            raise ValueError("the rows do not fit")
        for i in range(keys.shape[0]):
            if keys[i] & self.full or keys[i] >> BITS * MOST_RANKS:
                raise ValueError("the keys do not fit")
            if not self.is_dealt(keys[i]):
                continue
            row = self.row_of(keys[i])
            if row == NULL:
                raise MemoryError("no memory for the cards of a round")
            for j in range(self.size):
                here = <wide>row[j] + rows[i * self.size + j]
                row[j] = <int64_t>here
                if here != row[j]:
                    raise OverflowError("the orders do not fit")

    def add(self, Terms other not None, int64_t factor):
        """Add other terms, so many times."""
        cdef Py_ssize_t i
        cdef int j
        cdef int64_t *row
        cdef wide here
        cdef bint room = True, fits = True
        if other is self or other.size != self.size or other.known != self.known:
            raise ValueError("the terms do not fit")
        with nogil:
            for i in range(other.table.count):
                row = self.row_of(other.key[i])
                room = row != NULL
                if not room:
                    break
                for j in range(self.size):
                    here = <wide>other.row[i * self.size + j] * factor + row[j]
                    row[j] = <int64_t>here
                    fits &= here == row[j]
        if not room:
            raise MemoryError("no memory for the cards of a round")
        if not fits:
            raise OverflowError("the orders do not fit")

    def multiply(self, Terms one not None, Terms other not None, int first):
        """Add products of terms; of `one` the parts from `first` on, as many as there are here."""
        cdef Py_ssize_t i, k
        cdef int j, more = other.size - 1
        cdef uint64_t key
        cdef int64_t *row
        cdef const int64_t *a
        cdef const int64_t *c
        cdef wide here
        cdef bint room = True, fits = True, interrupted = False
        if one is self or other is self or first < 0 or one.size - first < self.size \
                or other.size not in (1, self.size) or one.known != self.known \
                or other.known != self.known:
            raise ValueError("the terms do not fit")
        with nogil:
            for i in range(one.table.count):
                if not i & 255 and is_interrupted():
                    interrupted = True
                if interrupted or not fits or not room:
                    break
                a = one.row + i * one.size
                for k in range(other.table.count):
                    key = one.key[i] + other.key[k]
                    if not self.is_dealt(key):
                        continue
                    row = self.row_of(key)
                    if row == NULL:
                        room = False
                        break
                    c = other.row + k * other.size
                    here = <wide>a[0] * c[0] + row[0]
                    row[0] = <int64_t>here
                    fits &= here == row[0]
                    for j in range(1, self.size):
                        here = <wide>a[first + j] * c[0] + row[j]
                        if more:
                            here += <wide>a[0] * c[j]
                        row[j] = <int64_t>here
                        fits &= here == row[j]
        if interrupted:
            raise_signal()
        if not room:
            raise MemoryError("no memory for the cards of a round")
        if not fits:
            raise OverflowError("the orders do not fit")

    def read(self):
        """Return the keys, and the rows in their order."""
        cdef Py_ssize_t count = self.table.count
        cdef array.array keys = array.clone(array.array("Q"), count, zero=False)
        cdef array.array rows = array.clone(array.array("q"), count * self.size, zero=False)
        if count:
            memcpy(keys.data.as_voidptr, self.key, count * sizeof(uint64_t))
            memcpy(rows.data.as_voidptr, self.row, count * self.size * sizeof(int64_t))
        return keys, rows
