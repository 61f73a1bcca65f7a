"""Makes one of information sets that decide alike: the same known facts, and rows of counts that
are multiples of each other.

A row r of counts is g(r) times its reduced row, g(r) being the greatest common divisor of its
counts. Each may stand t(r) times, for s(r) information sets; by default once, for one. For every
pair of known facts k and reduced row q, in the order first met, over the rows with known facts k
and reduced row q,

    times(k, q) = sum of t(r) g(r),
    sets(k, q) = sum of s(r).

Counts and times are 64-bit integers.
"""

from cpython cimport array
from libc.stdint cimport int64_t, uint64_t

import array

from table cimport Table, drop, enter, make_room, room_left, row_seat, tag_of

cdef enum:
    HEAD = 4               # numbers in front of a row: times, sets, first, known facts
    MOST_COLUMNS = 1 << 26
    KEY = 3                # where the key of a row begins: known facts and reduced counts


cdef int64_t divisor(int64_t a, int64_t b) noexcept nogil:
    """The largest whole number that divides both, 0 where both are 0; a is not negative."""
    if b < 0:
        b = -b
    while b:
        a, b = b, a % b
    return a


cdef class Pool:
    """Gathers information sets, each with its known facts and one row of `columns` counts.

    found: all that was gathered, as one array('q'); for each distinct row how many times the
        reduced row its sets come to, how many sets they are, the place of the first in the order
        added, the joint number of their known facts, and the reduced row.
    """

    cdef readonly array.array found
    cdef array.array key
    cdef Table table
    cdef int columns
    cdef Py_ssize_t seen

    def __init__(self, int columns):
        if not 0 < columns <= MOST_COLUMNS:
            raise ValueError("a row has one column at least, and no more than memory")
        self.columns = columns
        self.found = array.array("q")
        self.key = array.array("q", bytes(8 * (columns + 1)))

    def __dealloc__(self):
        drop(&self.table)

    def add(self, const int64_t[::1] counts, const int64_t[::1] known,
            const int64_t[::1] times=None, const int64_t[::1] sets=None):
        """Add information sets; counts: a row each. known: the joint number of each one's known
        facts. times, sets: how often each row stands, and for how many sets; by default once, for
        one.
        """
        cdef Py_ssize_t i = 0, n = known.shape[0]
        if counts.shape[0] != n * self.columns:
            raise ValueError("counts and known facts do not fit")
        if times is not None and times.shape[0] != n or sets is not None and sets.shape[0] != n:
            raise ValueError("a row stands some times, for some sets")
        while i < n:
            if not make_room(&self.table, 1):
                raise MemoryError("no memory for the rows of a pool")
            # Room for as many new rows as the table has, so that the loop within needs no lock.
            array.resize_smart(self.found,
                (self.table.count + room_left(&self.table)) * (self.columns + HEAD))
            i = self._fill(counts, known, times, sets, i)
        array.resize(self.found, self.table.count * (self.columns + HEAD))
        self.seen += n

    cdef Py_ssize_t _fill(self, const int64_t[::1] counts, const int64_t[::1] known,
            const int64_t[::1] times, const int64_t[::1] sets, Py_ssize_t i) except -1:
        """Add the sets from `i` on as long as there is room; return how far that went."""
        cdef int64_t *found = <int64_t *>self.found.data.as_longlongs
        cdef int64_t *key = <int64_t *>self.key.data.as_longlongs
        cdef int64_t *entry
        cdef Py_ssize_t at, n = known.shape[0], step = self.columns + HEAD
        cdef Py_ssize_t size = (self.columns + 1) * sizeof(int64_t)
        cdef uint64_t tag
        cdef int64_t g
        cdef int c, columns = self.columns
        cdef bint has_times = times is not None, has_sets = sets is not None
        with nogil:
            while i < n:
                g = 0
                for c in range(columns):
                    g = divisor(g, counts[i * columns + c])
                    if g == 1:
                        break
                key[0] = known[i]
                for c in range(columns):
                    key[1 + c] = counts[i * columns + c] // g if g else 0
                tag = tag_of(key, size)
                at = row_seat(&self.table, tag, found + KEY, step * sizeof(int64_t), key, size)
                if not self.table.tag[at]:
                    if room_left(&self.table) == 0:
                        break
                    entry = found + self.table.count * step
                    entry[0], entry[1], entry[2] = 0, 0, self.seen + i
                    for c in range(columns + 1):
                        entry[KEY + c] = key[c]
                    enter(&self.table, at, tag)
                entry = found + self.table.number[at] * step
                entry[0] += g * times[i] if has_times else g
                entry[1] += sets[i] if has_sets else 1
                i += 1
        return i
