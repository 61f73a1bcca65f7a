"""Rows of traits that are equal made one cell, and sums over cells.

`Cells` is the map from rows to cells: cell(i) = cell(j) exactly where rows i and j are equal,
    numbered as they are first met.
`reduce` takes the columns out of rows that are to tell them apart. `fold` computes

    sums[cell][k] = sum over rows i with cell(i) = cell of table[i][k].

Rows are 32-bit integers, tables and sums 64-bit integers that the caller has made sure fit.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

from guards cimport are_below
from table cimport Table, drop, enter, make_room, row_seat, tag_of


def reduce(const int32_t[::1] rows, int width, const int32_t[::1] columns, const int32_t[::1] cuts,
        int32_t[::1] kept):
    """Write to `kept` (OUT) some columns of every row.

    cuts: ascending values of the first column kept; if there are any, the largest that it reaches
        stands for it.
    """
    cdef Py_ssize_t i, n = rows.shape[0] // width if width > 0 else -1
    cdef int c, place, count = <int>columns.shape[0], many = <int>cuts.shape[0]
    if rows.shape[0] != n * width or kept.shape[0] != n * count or many and not count \
            or not are_below(columns, count, width):
        raise ValueError("rows and columns do not fit")
    with nogil:
        for i in range(n):
            for c in range(count):
                kept[i * count + c] = rows[i * width + columns[c]]
            if many:
                place = 0
                while place + 1 < many and cuts[place + 1] <= kept[i * count]:
                    place += 1
                kept[i * count] = cuts[place]


def fold(const int64_t[::1] table, int step, const int32_t[::1] cell, int64_t[::1] sums):
    """Add every row of `table`, of `step` numbers, to the row of `sums` (INOUT) that `cell`
    names.
    """
    cdef Py_ssize_t i, n = table.shape[0] // step if step > 0 else -1
    cdef int k
    if table.shape[0] != n * step or cell.shape[0] < n \
            or not are_below(cell, n, sums.shape[0] // step):
        raise ValueError("rows and cells do not fit")
    with nogil:
        for i in range(n):
            for k in range(step):
                sums[cell[i] * step + k] += table[i * step + k]


def good(const int64_t[::1] table, int step, uint32_t[::1] actions):
    """Take from `actions` (INOUT, bits) of every row those that lose something; the last number of
    a row is no loss.
    """
    cdef Py_ssize_t i, n = table.shape[0] // step if 0 < step <= 33 else -1
    cdef int k
    if table.shape[0] != n * step or actions.shape[0] < n:
        raise ValueError("rows and actions do not fit")
    with nogil:
        for i in range(n):
            for k in range(step - 1):
                if table[i * step + k]:
                    actions[i] &= ~(1u << k)


cdef class Cells:
    """Numbers rows of traits: equal rows, met in any call of `number`, have the same number."""

    cdef int width
    cdef Py_ssize_t room
    cdef int32_t *rows
    cdef Table table

    def __cinit__(self, int width):
        if width < 1:
            raise ValueError("a row has one column at least")
        self.width, self.room = width, 1024
        self.rows = <int32_t *>malloc(self.room * width * sizeof(int32_t))
        if self.rows == NULL or not make_room(&self.table, self.room):
            raise MemoryError("no memory for the cells")

    def __dealloc__(self):
        free(self.rows)
        drop(&self.table)

    def __len__(self):
        return self.table.count

    cdef bint grow(self) noexcept nogil:
        """Make room for one row more."""
        cdef int32_t *rows
        if self.table.count == self.room:
            rows = <int32_t *>realloc(self.rows, 2 * self.room * self.width * sizeof(int32_t))
            if rows == NULL:
                return False
            self.rows, self.room = rows, 2 * self.room
        return make_room(&self.table, 1)

    def number(self, const int32_t[::1] rows, int32_t[::1] numbers):
        """Write to `numbers` (OUT) the number of every row; a row not met before gets the
        next one.
        """
        cdef Py_ssize_t i, at, n = numbers.shape[0], size = self.width * sizeof(int32_t)
        cdef uint64_t tag
        cdef bint full = False
        if rows.shape[0] != n * self.width:
            raise ValueError("rows and numbers do not fit")
        with nogil:
            for i in range(n):
                if not self.grow():
                    full = True
                    break
                tag = tag_of(&rows[i * self.width], size)
                at = row_seat(&self.table, tag, self.rows, size, &rows[i * self.width], size)
                if not self.table.tag[at]:
                    memcpy(self.rows + self.table.count * self.width, &rows[i * self.width], size)
                    enter(&self.table, at, tag)
                numbers[i] = self.table.number[at]
        if full:
            raise MemoryError("no memory for the cells")

    def written(self, int32_t[::1] rows):
        """Write all rows, in the order of their numbers, to `rows` (OUT)."""
        if rows.shape[0] != self.table.count * self.width:
            raise ValueError("rows and cells do not fit")
        if self.table.count:
            memcpy(&rows[0], self.rows, self.table.count * self.width * sizeof(int32_t))
