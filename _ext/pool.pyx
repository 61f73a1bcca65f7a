"""Makes one of information sets that decide alike: the same known facts, and rows of counts that are multiples of each other.

A row is kept reduced by its common divisor, beside how many times it came, in the order in which rows were first met.
"""

from cpython cimport array
from libc.stdint cimport int64_t, uint64_t

import array

cdef enum:
    HEAD = 4  # numbers in front of a row: known facts, times, sets, first


cdef int64_t divisor(int64_t a, int64_t b) noexcept nogil:
    """The largest whole number that divides both, 0 where both are 0; a is not negative."""
    if b < 0:
        b = -b
    while b:
        a, b = b, a % b
    return a


cdef class Pool:
    """Gathers information sets, each with its known facts and one row of `columns` counts.

    found: all that was gathered, as one array('q'); for each distinct row the joint number of its known facts, how many times
    the reduced row its sets come to, how many sets they are, the place of the first in the order added, and the row.
    """

    cdef readonly array.array found
    cdef array.array slots, row
    cdef int columns
    cdef Py_ssize_t size, seen

    def __init__(self, int columns):
        if columns < 1:
            raise ValueError("a row has one column at least")
        self.columns = columns
        self.found = array.array("q")
        self.row = array.array("q", bytes(8 * columns))
        self.slots = array.array("q", [-1]) * 4096

    def add(self, const int64_t[::1] counts, const int64_t[::1] known):
        """Add information sets; counts: a row each. known: the joint number of each one's known facts."""
        cdef Py_ssize_t i = 0, room, n = known.shape[0]
        if counts.shape[0] != n * self.columns:
            raise ValueError("counts and known facts do not fit")
        while i < n:
            if 2 * (self.size + 1) > len(self.slots):
                self._spread()
            # Room for as many new rows as the slots allow, so that the loop within needs no lock.
            room = len(self.slots) // 2 - self.size
            array.resize_smart(self.found, (self.size + room) * (self.columns + HEAD))
            i = self._fill(counts, known, i, room)
        array.resize(self.found, self.size * (self.columns + HEAD))
        self.seen += n

    cdef Py_ssize_t _fill(self, const int64_t[::1] counts, const int64_t[::1] known, Py_ssize_t i,
                          Py_ssize_t room) except -1:
        cdef int64_t *found = <int64_t *>self.found.data.as_longlongs
        cdef int64_t *slots = <int64_t *>self.slots.data.as_longlongs
        cdef int64_t *row = <int64_t *>self.row.data.as_longlongs
        cdef int64_t *entry
        cdef uint64_t mask = len(self.slots) - 1, slot
        cdef Py_ssize_t n = known.shape[0]
        cdef int64_t g
        cdef int c, columns = self.columns
        with nogil:
            while i < n:
                g = 0
                for c in range(columns):
                    g = divisor(g, counts[i * columns + c])
                    if g == 1:
                        break
                for c in range(columns):
                    row[c] = counts[i * columns + c] // g if g else 0
                slot = place_of(found, slots, mask, known[i], row, columns)
                if slots[slot] < 0:
                    if room == 0:
                        break
                    room -= 1
                    slots[slot] = self.size
                    entry = found + self.size * (columns + HEAD)
                    entry[0], entry[1], entry[2], entry[3] = known[i], 0, 0, self.seen + i
                    for c in range(columns):
                        entry[HEAD + c] = row[c]
                    self.size += 1
                entry = found + slots[slot] * (columns + HEAD)
                entry[1] += g
                entry[2] += 1
                i += 1
        return i

    cdef _spread(self):
        """Make four times the slots and put every row into its new one."""
        cdef Py_ssize_t i
        cdef int64_t *found = <int64_t *>self.found.data.as_longlongs
        cdef int64_t *slots
        cdef int64_t *entry
        cdef uint64_t mask
        self.slots = array.array("q", [-1]) * (4 * len(self.slots))
        slots, mask = <int64_t *>self.slots.data.as_longlongs, len(self.slots) - 1
        for i in range(self.size):
            entry = found + i * (self.columns + HEAD)
            slots[place_of(found, slots, mask, entry[0], entry + HEAD, self.columns)] = i


cdef uint64_t place_of(const int64_t *found, const int64_t *slots, uint64_t mask, int64_t known, const int64_t *row,
                       int columns) noexcept nogil:
    """Return the slot that holds this row, or the free one where it belongs."""
    cdef uint64_t h = <uint64_t>known + 1
    cdef const int64_t *entry
    cdef int c
    for c in range(columns):
        h = (h ^ <uint64_t>row[c]) * <uint64_t>0x9E3779B97F4A7C15
        h ^= h >> 32
    h &= mask
    while slots[h] >= 0:
        entry = found + slots[h] * (columns + HEAD)
        if entry[0] == known:
            for c in range(columns):
                if entry[HEAD + c] != row[c]:
                    break
            else:
                return h
        h = (h + 1) & mask
    return h
