"""Lines a + b x compared at a rational x, exactly: which action's is highest at every information
set.

At x = p / q with q > 0, the line a + b x is above a' + b' x exactly where (a - a') q + (b - b') p >
0. All numbers are 64-bit integers, a and b scaled money; the comparison is made in 128 bits, where
it always fits.
"""

from cpython cimport array
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t

import array

from choices cimport Choice, two_bytes
from guards cimport are_below

cdef extern from *:
    ctypedef long long wide "__int128"


cdef class Point:
    """Where lines are compared: x = p / q, q > 0.

    side: of two lines equally high, 1 takes the one that is higher just right of x, -1 just left of
        it, 0 the first.
    """

    cdef int64_t p, q
    cdef int side

    def __init__(self, int64_t p, int64_t q, int side):
        if q < 1:
            raise ValueError("a point has a positive denominator")
        self.p, self.q, self.side = p, q, side


cdef int higher_of(const int64_t[::1] a, const int64_t[::1] b, Point at, int action,
        const uint8_t[::1] offered, int64_t[::1] best_a,
                   int64_t[::1] best_b, Choice[::1] best) except -1:
    cdef Py_ssize_t i, n = a.shape[0]
    cdef bint everywhere = offered.shape[0] == 0
    cdef Choice none = <Choice>-1
    cdef int64_t p = at.p, q = at.q
    cdef int side = at.side
    cdef wide over
    if b.shape[0] != n or best_a.shape[0] != n or best_b.shape[0] != n or best.shape[0] != n:
        raise ValueError("lines and choices do not fit")
    if not everywhere and offered.shape[0] != n:
        raise ValueError("lines and offers do not fit")
    with nogil:
        for i in range(n):
            if not everywhere and not offered[i]:
                continue
            over = (<wide>a[i] - best_a[i]) * q + (<wide>b[i] - best_b[i]) * p
            if over == 0:
                over = (<wide>b[i] - best_b[i]) * side
            if over > 0 or best[i] == none:
                best_a[i], best_b[i], best[i] = a[i], b[i], <Choice>action


def higher(const int64_t[::1] a, const int64_t[::1] b, Point at not None, int action,
        const uint8_t[::1] offered, int64_t[::1] best_a, int64_t[::1] best_b, best):
    """Take `action` wherever it is offered and its line is above the best so far (INOUT) at a
    point, or nothing was chosen yet.

    offered: a byte a set, none for everywhere.
    """
    if two_bytes(best):
        higher_of[uint16_t](a, b, at, action, offered, best_a, best_b, best)
    else:
        higher_of[uint8_t](a, b, at, action, offered, best_a, best_b, best)


cdef class Rises:
    """The next place at each of some information sets where the line of an action rises above the
    best one.

    da, db: what the line changes by there, db 0 where none rises.
    action: which does; of several at one place the steepest, of equals the first.
    """

    cdef const int64_t[::1] places, best_a, best_b
    cdef readonly array.array da, db, action

    def __init__(self, const int64_t[::1] places, const int64_t[::1] best_a,
            const int64_t[::1] best_b):
        """places: the information sets; best_a, best_b: their best lines."""
        cdef Py_ssize_t n = places.shape[0]
        if best_a.shape[0] != n or best_b.shape[0] != n:
            raise ValueError("a line for every information set")
        self.places, self.best_a, self.best_b = places, best_a, best_b
        none = array.array("q")
        self.da, self.db, self.action = (array.clone(none, n, True) for _ in range(3))

    def take(self, const int64_t[::1] a, const int64_t[::1] b, int action,
            const uint8_t[::1] offered):
        """Take an action where it is offered and its line rises above the best one before those of
        the actions taken so far do. Lines are of numbers below 2**61, so that their differences
        have 64 bits.

        offered: a byte a set, none for everywhere.
        """
        cdef Py_ssize_t i, at, n = a.shape[0]
        cdef bint everywhere = offered.shape[0] == 0
        cdef int64_t[::1] da = self.da, db = self.db, actions = self.action
        cdef int64_t ahead, rise
        cdef wide sooner
        if b.shape[0] != n or not everywhere and offered.shape[0] != n:
            raise ValueError("lines and offers do not fit")
        if not are_below(self.places, self.places.shape[0], n):
            raise ValueError("an information set without a line")
        with nogil:
            for i in range(self.places.shape[0]):
                at = self.places[i]
                ahead, rise = a[at] - self.best_a[i], b[at] - self.best_b[i]
                if rise <= 0 or not everywhere and not offered[at]:
                    continue
                sooner = <wide>ahead * db[i] - <wide>da[i] * rise
                if db[i] == 0 or sooner > 0 or sooner == 0 and rise > db[i]:
                    da[i], db[i], actions[i] = ahead, rise, action


def product(const int64_t[::1] a, const int64_t[::1] b):
    """Return the sum of the products of two arrays of one length, exact where the sums on the way
    stay below 2**127.
    """
    cdef Py_ssize_t i, n = a.shape[0]
    cdef wide sum = 0
    cdef int64_t high
    cdef uint64_t low
    if b.shape[0] != n:
        raise ValueError("the arrays have not the same length")
    with nogil:
        for i in range(n):
            sum += <wide>a[i] * b[i]
        high, low = <int64_t>(sum >> 64), <uint64_t>sum
    return (<object>high << 64) + low


def lead(const int64_t[::1] best, const int64_t[::1] part, int column, int columns,
        int64_t[::1] rows):
    """Write by how much the best is ahead of an action, in one part of their worth, to a column of
    `rows` (OUT).
    """
    cdef Py_ssize_t i, n = part.shape[0]
    if best.shape[0] != n or rows.shape[0] != n * columns or not 0 <= column < columns:
        raise ValueError("parts and rows do not fit")
    with nogil:
        for i in range(n):
            rows[i * columns + column] = best[i] - part[i]


def nearest(const int64_t[::1] rows):
    """Return the first place of the row c, k with k > 0 whose c / k is smallest, and the first of
    that with k < 0 whose c / -k is; -1 for none. Two numbers a row.
    """
    cdef Py_ssize_t i, n = rows.shape[0] // 2, up = -1, down = -1
    cdef int64_t c, k
    if rows.shape[0] != 2 * n:
        raise ValueError("two numbers a row")
    with nogil:
        for i in range(n):
            c, k = rows[2 * i], rows[2 * i + 1]
            if k > 0 and (up < 0 or <wide>c * rows[2 * up + 1] < <wide>rows[2 * up] * k):
                up = i
            elif k < 0 and (down < 0 or <wide>c * rows[2 * down + 1] > <wide>rows[2 * down] * k):
                down = i
    return up, down


def apart(const int64_t[::1] a, const int64_t[::1] b):
    """Return the places where two arrays of one length differ, ascending, as an array('q')."""
    cdef Py_ssize_t i, found = 0, n = a.shape[0]
    cdef array.array places
    cdef int64_t *out
    if b.shape[0] != n:
        raise ValueError("the arrays have not the same length")
    with nogil:
        for i in range(n):
            found += a[i] != b[i]
    places = array.clone(array.array("q"), found, False)
    out = <int64_t *>places.data.as_longlongs
    found = 0
    with nogil:
        for i in range(n):
            if a[i] != b[i]:
                out[found] = i
                found += 1
    return places
