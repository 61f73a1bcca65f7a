"""The inner loops of solving: the value of every action at every information set, the best one, and
what then happens.

All sums are 64-bit integers; the caller has made sure that they fit. Actions come in the order of
preference: a later one is chosen only if it is worth more. One that is offered only at some sets
comes with a byte a set, 1 where it is offered.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uintptr_t
from libc.stdlib cimport calloc, free

from bits cimport bit_count  # no-cython-lint: for COMBIN_WIDE
from choices cimport Choice, two_bytes
from guards cimport are_below

cdef extern from *:
    """
    #ifdef __GNUC__
    typedef int64_t combin_sums __attribute__((vector_size(32), aligned(8), may_alias));
    #else
    typedef int64_t combin_sums;
    #endif
    enum { COMBIN_SUMS = 64 / sizeof(combin_sums) };
    COMBIN_WIDE static void combin_add_up(const uint16_t *columns, ptrdiff_t many,
            const int64_t *pays, int64_t *sums) {
        const combin_sums *table = (const combin_sums *)pays;
        combin_sums found[COMBIN_SUMS] = {0};
        for (ptrdiff_t j = 0; j < many; j++)
            for (int l = 0; l < COMBIN_SUMS; l++)
                found[l] += table[columns[j] * COMBIN_SUMS + l];
        for (int l = 0; l < COMBIN_SUMS; l++) ((combin_sums *)sums)[l] = found[l];
    }
    """
    void add_up "combin_add_up" (const uint16_t *columns, Py_ssize_t many, const int64_t *pays,
        int64_t *sums) noexcept nogil

cdef enum:
    LANES = 8                  # pays that are added up at a time


def worth(const int64_t[::1] counts, const int64_t[::1] known, const int64_t[::1] pays,
        int columns, int64_t[::1] value):
    """Write to `value` (OUT), for every set, the sum over its columns of count x pay.

    counts: one row of columns a set. known: each set's known facts. pays: one row of columns a
        value of the known facts.
    """
    cdef Py_ssize_t i, n = value.shape[0]
    cdef int c
    cdef const int64_t *row
    cdef const int64_t *pay
    cdef int64_t sum
    if columns < 1 or counts.shape[0] != n * columns or known.shape[0] != n \
            or not are_below(known, n, pays.shape[0] // columns):
        raise ValueError("counts, known facts and values do not fit")
    with nogil:
        for i in range(n):
            row, pay = &counts[i * columns], &pays[known[i] * columns]
            sum = 0
            for c in range(columns):
                sum += row[c] * pay[c]
            value[i] = sum


def worth_known(const int64_t[::1] deals, const int64_t[::1] known, const int64_t[::1] pays,
        int64_t[::1] value):
    """Write to `value` (OUT), for every set, its number of deals x the pay that its known facts
    lead to.
    """
    cdef Py_ssize_t i, n = value.shape[0]
    if deals.shape[0] != n or known.shape[0] != n or not are_below(known, n, pays.shape[0]):
        raise ValueError("deals, known facts and values do not fit")
    with nogil:
        for i in range(n):
            value[i] = deals[i] * pays[known[i]]


def worth_listed(const uint16_t[::1] deals, const int64_t[::1] weights, const int64_t[::1] known,
        pays, int columns, values):
    """Write to each of `values` (OUT), for every set, weight x the sum of the pays of its deals.

    deals: the column of each deal, as many for every set. pays: as for `worth`, for each of the
        values; a few are added up at a time.
    """
    cdef Py_ssize_t first, size = len(pays)
    if size != len(values):
        raise ValueError("pays and values do not fit")
    if columns < 1 or not are_below(deals, deals.shape[0], columns):
        raise ValueError("deals, weights, known facts and values do not fit")
    for first in range(0, size, LANES):
        worth_of_some(deals, weights, known, pays[first:first + LANES], columns,
            values[first:first + LANES])


cdef int worth_of_some(const uint16_t[::1] deals, const int64_t[::1] weights,
        const int64_t[::1] known, pays, int columns, values) except -1:
    cdef Py_ssize_t i, n = weights.shape[0], many = deals.shape[0] // n if n else 0
    cdef Py_ssize_t lane, asked = len(pays), rows = len(pays[0]) // columns
    cdef const int64_t[::1] pay
    cdef int64_t[::1] value
    cdef int64_t *out[LANES]
    cdef int64_t sums[LANES]
    cdef int64_t *table
    cdef void *room
    if many * n != deals.shape[0] or known.shape[0] != n or not are_below(known, n, rows):
        raise ValueError("deals, weights, known facts and values do not fit")
    room = calloc((rows * columns + 1) * LANES, sizeof(int64_t))
    if room == NULL:
        raise MemoryError("no memory for the pays")
    try:
        # The pays of a column lie side by side, in one line of the cache.
        table = <int64_t *>(<uintptr_t>room + 63 & ~<uintptr_t>63)
        for lane in range(asked):
            pay, value = pays[lane], values[lane]
            if pay.shape[0] != rows * columns or value.shape[0] != n:
                raise ValueError("deals, weights, known facts and values do not fit")
            for i in range(rows * columns):
                table[i * LANES + lane] = pay[i]
            out[lane] = &value[0] if n else NULL
        with nogil:
            for i in range(n):
                add_up(&deals[i * many], many, table + known[i] * columns * LANES, sums)
                for lane in range(asked):
                    out[lane][i] = sums[lane] * weights[i]
    finally:
        free(room)
    return 0


def gather(const int64_t[::1] child, const int32_t[::1] links, int64_t[::1] parent):
    """Add every child's number to each of its parents' (OUT); links: as many places a child as it
    has parents.
    """
    cdef Py_ssize_t i, j, n = child.shape[0], fan = links.shape[0] // n if n else 0
    if fan * n != links.shape[0] or not are_below(links, links.shape[0], parent.shape[0]):
        raise ValueError("links and children do not fit")
    with nogil:
        for i in range(n):
            for j in range(fan):
                parent[links[i * fan + j]] += child[i]


def offers(const int64_t[::1] known, const uint8_t[::1] by_facts, uint8_t[::1] found):
    """Write to `found` (OUT), for every set, what its known facts lead to: a byte each."""
    cdef Py_ssize_t i
    if found.shape[0] != known.shape[0] \
            or not are_below(known, known.shape[0], by_facts.shape[0]):
        raise ValueError("known facts and offers do not fit")
    with nogil:
        for i in range(known.shape[0]):
            found[i] = by_facts[known[i]]


cdef int better_of(const int64_t[::1] value, int action, const uint8_t[::1] offered,
                   int64_t[::1] best_value, Choice[::1] best, uint8_t[::1] tied) except -1:
    cdef Py_ssize_t i, n = value.shape[0]
    cdef bint everywhere = offered.shape[0] == 0
    cdef Choice none = <Choice>-1
    if best_value.shape[0] != n or best.shape[0] != n or tied.shape[0] != n:
        raise ValueError("values and choices do not fit")
    if not everywhere and offered.shape[0] != n:
        raise ValueError("values and offers do not fit")
    with nogil:
        for i in range(n):
            if not everywhere and not offered[i]:
                continue
            if value[i] > best_value[i] or best[i] == none:
                best_value[i], best[i], tied[i] = value[i], <Choice>action, 0
            elif value[i] == best_value[i]:
                tied[i] = 1


def better(const int64_t[::1] value, int action, const uint8_t[::1] offered,
        int64_t[::1] best_value, best, uint8_t[::1] tied):
    """Take `action` wherever it is offered and worth more than the best so far (INOUT), or nothing
    was chosen yet; mark where it is worth the same.

    offered: a byte a set, none for everywhere.
    """
    if two_bytes(best):
        better_of[uint16_t](value, action, offered, best_value, best, tied)
    else:
        better_of[uint8_t](value, action, offered, best_value, best, tied)


cdef int take_of(const int64_t[::1] value, const Choice[::1] choice, int action,
        int64_t[::1] chosen) except -1:
    cdef Py_ssize_t i, n = value.shape[0]
    if choice.shape[0] != n or chosen.shape[0] != n:
        raise ValueError("values and choices do not fit")
    with nogil:
        for i in range(n):
            if choice[i] == action:
                chosen[i] = value[i]


def take(const int64_t[::1] value, choice, int action, int64_t[::1] chosen):
    """Copy `value` to `chosen` (INOUT) wherever the choice is `action`."""
    if two_bytes(choice):
        take_of[uint16_t](value, choice, action, chosen)
    else:
        take_of[uint8_t](value, choice, action, chosen)


cdef int reach_of(const int64_t[::1] ways, const Choice[::1] best, int action,
        const int32_t[::1] links,
                  int64_t[::1] child_ways) except -1:
    cdef Py_ssize_t i, j, n = child_ways.shape[0], fan = links.shape[0] // n if n else 0
    cdef int64_t sum
    if fan * n != links.shape[0] or ways.shape[0] != best.shape[0] \
            or not are_below(links, links.shape[0], ways.shape[0]):
        raise ValueError("links and children do not fit")
    with nogil:
        for i in range(n):
            sum = 0
            for j in range(fan):
                if best[links[i * fan + j]] == action:
                    sum += ways[links[i * fan + j]]
            child_ways[i] = sum


def reach(const int64_t[::1] ways, best, int action, const int32_t[::1] links,
        int64_t[::1] child_ways):
    """Write to `child_ways` (OUT) in how many ways a child comes from parents where `action` is
    chosen.

    ways: the parents' own number of ways.
    """
    if two_bytes(best):
        reach_of[uint16_t](ways, best, action, links, child_ways)
    else:
        reach_of[uint8_t](ways, best, action, links, child_ways)


def ties(const uint8_t[::1] tied, const int64_t[::1] ways, const int64_t[::1] deals):
    """Return how many sets are tied and reached, and the sum of their ways x deals."""
    cdef Py_ssize_t i, n = tied.shape[0]
    cdef int64_t sets = 0, met = 0
    if ways.shape[0] != n or deals.shape[0] != n:
        raise ValueError("ties, ways and deals do not fit")
    with nogil:
        for i in range(n):
            if tied[i] and ways[i]:
                sets += 1
                met += ways[i] * deals[i]
    return sets, met


cdef int happen_of(const int64_t[::1] counts, const int64_t[::1] known, const int64_t[::1] ways,
        const Choice[::1] best,
                   int action, int columns, int64_t[::1] tally) except -1:
    cdef Py_ssize_t i, n = known.shape[0]
    cdef int c
    cdef int64_t *row
    if columns < 1 or counts.shape[0] != n * columns or ways.shape[0] != n \
            or best.shape[0] != n or not are_below(known, n, tally.shape[0] // columns):
        raise ValueError("counts, known facts and choices do not fit")
    with nogil:
        for i in range(n):
            if best[i] == action and ways[i]:
                row = &tally[known[i] * columns]
                for c in range(columns):
                    row[c] += ways[i] * counts[i * columns + c]


def happen(const int64_t[::1] counts, const int64_t[::1] known, const int64_t[::1] ways, best,
        int action, int columns,
           int64_t[::1] tally):
    """Add ways x counts of the sets where `action` is chosen to `tally` (INOUT), a row of columns
    for each known number.
    """
    if two_bytes(best):
        happen_of[uint16_t](counts, known, ways, best, action, columns, tally)
    else:
        happen_of[uint8_t](counts, known, ways, best, action, columns, tally)


cdef int happen_listed_of(const uint16_t[::1] deals, const int64_t[::1] weights,
        const int64_t[::1] known, const int64_t[::1] ways, const Choice[::1] best, int action,
        int columns, int64_t[::1] tally) except -1:
    cdef Py_ssize_t i, j, n = known.shape[0], many = deals.shape[0] // n if n else 0
    cdef Py_ssize_t size = tally.shape[0]
    cdef const uint16_t *columns_of
    cdef int64_t *sums             # in turns, as one deal often has the column of the last
    cdef int64_t *row
    cdef int64_t times
    cdef bint ok = True
    if columns < 1 or many * n != deals.shape[0] or weights.shape[0] != n \
            or not are_below(known, n, size // columns):
        raise ValueError("deals, weights and known facts do not fit")
    if ways.shape[0] != n or best.shape[0] != n:
        raise ValueError("ways and choices do not fit")
    sums = <int64_t *>calloc(2 * size, sizeof(int64_t))
    if sums == NULL:
        raise MemoryError("no memory for what happens")
    with nogil:
        for i in range(n):
            if best[i] == action and ways[i]:
                columns_of = &deals[i * many]
                # Few sets are read in one call, and all would be looked at in each.
                if not all_below(columns_of, many, columns):
                    ok = False
                    break
                row, times = sums + known[i] * columns, ways[i] * weights[i]
                for j in range(0, many - 1, 2):
                    row[columns_of[j]] += times
                    row[size + columns_of[j + 1]] += times
                if many & 1:
                    row[columns_of[many - 1]] += times
        if ok:
            for i in range(size):
                tally[i] += sums[i] + sums[size + i]
    free(sums)
    if not ok:
        raise ValueError("deals, weights and known facts do not fit")
    return 0


cdef inline bint all_below(const uint16_t *columns, Py_ssize_t many, int end) noexcept nogil:
    """Return whether the columns of one set are less than `end`."""
    cdef Py_ssize_t j
    cdef uint16_t most = 0
    for j in range(many):
        most = max(most, columns[j])
    return most < end


def happen_listed(const uint16_t[::1] deals, const int64_t[::1] weights,
        const int64_t[::1] known, const int64_t[::1] ways, best, int action, int columns,
        int64_t[::1] tally):
    """As `happen`, from the column of each deal; see `worth_listed`."""
    if two_bytes(best):
        happen_listed_of[uint16_t](deals, weights, known, ways, best, action, columns, tally)
    else:
        happen_listed_of[uint8_t](deals, weights, known, ways, best, action, columns, tally)
