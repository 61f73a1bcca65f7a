"""What lists of what to hold lose, over groups of hands that offer the same names.

A group is a row of names with what is lost by holding each. A list gives each name the number of
its line, and a group holds the first of its names whose line is least:

    loss = sum over groups of losses[first name of the least line].

All sums fit 64 bits where the sum of the largest loss of every group does.
"""

from libc.stdint cimport int32_t, int64_t


cdef class Offers:
    """The groups one after the other.

    starts: where each begins in the other two, and their length. names: their numbers, those of
        the higher cards first. losses: by holding each.
    """

    cdef const int32_t[::1] starts, names
    cdef const int64_t[::1] losses
    cdef int32_t most

    def __init__(self, const int32_t[::1] starts, const int32_t[::1] names,
            const int64_t[::1] losses):
        cdef Py_ssize_t i, groups = starts.shape[0] - 1
        if groups < 0 or starts[0] or names.shape[0] != losses.shape[0] \
                or starts[groups] != names.shape[0]:
            raise ValueError("groups, names and losses do not fit")
        for i in range(groups):
            if starts[i] >= starts[i + 1]:
                raise ValueError("a group offers nothing")
        self.most = -1
        for i in range(names.shape[0]):
            if names[i] < 0:
                raise ValueError("a name has no number")
            self.most = max(self.most, names[i])
        self.starts, self.names, self.losses = starts, names, losses


cdef inline Py_ssize_t first_of(Offers offers, const int32_t[::1] lines,
        Py_ssize_t group) noexcept nogil:
    """Return where the name stands that a group holds."""
    cdef Py_ssize_t i, first = offers.starts[group]
    for i in range(first + 1, offers.starts[group + 1]):
        if lines[offers.names[i]] < lines[offers.names[first]]:
            first = i
    return first


cdef int verify_lines(Offers offers, const int32_t[::1] lines) except -1:
    if lines.shape[0] <= offers.most:
        raise ValueError("one line a name is wanted")
    return 0


cdef int verify_sums(const int32_t[::1] lines, const int64_t[::1] sums) except -1:
    cdef Py_ssize_t i
    for i in range(lines.shape[0]):
        if not 0 <= lines[i] < sums.shape[0]:
            raise ValueError("one sum a line is wanted")
    return 0


def loss(Offers offers not None, const int32_t[::1] lines):
    """Return what a list loses; lines: of each name."""
    cdef Py_ssize_t group
    cdef int64_t total = 0
    verify_lines(offers, lines)
    with nogil:
        for group in range(offers.starts.shape[0] - 1):
            total += offers.losses[first_of(offers, lines, group)]
    return total


def first(Offers offers not None, const int32_t[::1] lines, int32_t[::1] held):
    """Write to `held` (OUT) which of its names each group holds, by its place there."""
    cdef Py_ssize_t group
    verify_lines(offers, lines)
    if held.shape[0] != offers.starts.shape[0] - 1:
        raise ValueError("one place a group is wanted")
    with nogil:
        for group in range(held.shape[0]):
            held[group] = <int32_t>(first_of(offers, lines, group) - offers.starts[group])


def inserted(Offers offers not None, const int32_t[::1] lines, const int32_t[::1] own,
        int64_t[::1] sums):
    """Add to `sums` (INOUT), by the line of what a group holds, how much more it loses by holding
    the first of some names instead, where it offers one.

    own: of each name whether it is one of them.
    """
    cdef Py_ssize_t group, i, held
    verify_lines(offers, lines)
    verify_lines(offers, own)
    verify_sums(lines, sums)
    with nogil:
        for group in range(offers.starts.shape[0] - 1):
            for i in range(offers.starts[group], offers.starts[group + 1]):
                if own[offers.names[i]]:
                    held = first_of(offers, lines, group)
                    sums[lines[offers.names[held]]] += offers.losses[i] - offers.losses[held]
                    break


def missed(Offers offers not None, const int32_t[::1] lines, int64_t[::1] sums):
    """Add to `sums` (INOUT), line by line, how much more is lost without it."""
    cdef Py_ssize_t group, i, held, then
    cdef int32_t line
    verify_lines(offers, lines)
    verify_sums(lines, sums)
    with nogil:
        for group in range(offers.starts.shape[0] - 1):
            held, then = first_of(offers, lines, group), -1
            line = lines[offers.names[held]]
            for i in range(offers.starts[group], offers.starts[group + 1]):
                if lines[offers.names[i]] > line and (
                        then < 0 or lines[offers.names[i]] < lines[offers.names[then]]):
                    then = i
            if then >= 0:
                sums[line] += offers.losses[then] - offers.losses[held]
