"""The conjunctions of conditions whose rows weigh most, by branch and bound.

Among some rows with weights of either sign, `gains` finds over all conjunctions C of up to three
conditions

    the largest sum of weight(i) over the rows i of R(C),

R(C) being the rows that meet every condition of C. What a conjunction and any further condition can
gain is at most the sum of the positive weights of its rows that meet that condition; one table of
partial sums a column gives that bound for every condition at once. Weights and scores are scaled
money, 64-bit integers that the caller has made sure fit.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memset

from conjunctions cimport Best, least_of, offer
from guards cimport are_below

cdef struct Offer:         # a condition, and the most that it and others can gain
    int64_t most
    int condition

cdef struct Search:
    const uint16_t *rows
    const int32_t *conditions
    int count                  # of conditions
    int columns
    int places
    const int64_t *weight
    Py_ssize_t among           # how many rows count
    int most                   # conditions in the conjunctions looked for
    int64_t left               # work that may still be done
    int chosen[4]              # the conditions so far
    Best best
    # for each depth: sums over the places up to each, in the columns that conditions offered are of
    int64_t *sums
    int32_t *asked         # for each depth: those columns, ascending
    # the first and the last place of each column that a condition is of; the places ascend with
    # them
    int32_t *ends
    int32_t *kept          # for each depth: the rows that are left
    # for each depth: the conditions that may still gain enough, and first of all every one
    Offer *offers


cdef class Grid:
    """Rows of places, and conditions on them; a place is one of the values of one column that
    conditions tell apart.

    rows: `columns` places below `places` a row, every column with places of its own. conditions:
        column, first and last place.
    """

    cdef const uint16_t[::1] rows
    cdef const int32_t[::1] conditions
    cdef int columns, places

    def __init__(self, const uint16_t[::1] rows, int columns, int places,
            const int32_t[::1] conditions):
        cdef Py_ssize_t i
        cdef bint beside = False
        if columns < 1 or rows.shape[0] % columns or conditions.shape[0] % 3:
            raise ValueError("rows and columns do not fit")
        for i in range(0, conditions.shape[0], 3):
            if not 0 <= conditions[i] < columns \
                    or not 0 <= conditions[i + 1] <= conditions[i + 2] < places:
                raise ValueError("a condition on what there is not")
        for i in range(rows.shape[0]):
            beside |= rows[i] >= places
        if beside:
            raise ValueError("a place that there is not")
        self.rows, self.columns, self.places, self.conditions = rows, columns, places, conditions


cdef inline void add_up(const Search *t, const int32_t *among, Py_ssize_t n, bint positive,
        const int32_t *asked, int columns,
                        int64_t *sum) noexcept nogil:
    """Write to `sum` what the rows before each place weigh, counted from the first place of each
    asked column.
    """
    cdef const uint16_t *row
    cdef const int32_t *ends
    cdef Py_ssize_t i
    cdef int c, k
    cdef int64_t weight
    for c in range(columns):
        ends = t.ends + 2 * asked[c]
        memset(sum + ends[0], 0, (ends[1] + 2 - ends[0]) * sizeof(int64_t))
    for i in range(n):
        weight = t.weight[among[i]]
        if weight > 0 or not positive:
            row = t.rows + among[i] * t.columns
            for c in range(columns):
                sum[row[asked[c]] + 1] += weight
    for c in range(columns):
        ends = t.ends + 2 * asked[c]
        for k in range(ends[0], ends[1] + 1):
            sum[k + 1] += sum[k]


cdef int columns_of(const Search *t, const Offer *offers, int count, int32_t *asked) noexcept nogil:
    """Write to `asked` the columns that the conditions offered are of, ascending; return
    how many.
    """
    cdef int c, k, n = 0
    for c in range(t.columns):
        asked[c] = 0
    for k in range(count):
        asked[t.conditions[3 * offers[k].condition]] = 1
    for c in range(t.columns):
        if asked[c]:
            asked[n] = c
            n += 1
    return n


cdef int by_most(const void *a, const void *b) noexcept nogil:
    cdef const Offer *x = <const Offer *>a
    cdef const Offer *y = <const Offer *>b
    if x.most != y.most:
        return 1 if x.most < y.most else -1
    return x.condition - y.condition


cdef void gain(Search *t, const int32_t *among, Py_ssize_t n, const Offer *offers, int count,
        int depth) noexcept nogil:
    """Enter the conjunctions of the `depth` conditions chosen so far and as many of those offered
    as are still wanted.
    """
    cdef int64_t *sum = t.sums + depth * (t.places + 1)
    cdef int32_t *kept = t.kept + depth * t.among
    cdef int32_t *asked = t.asked + depth * t.columns
    cdef Offer *mine = t.offers + depth * t.count
    cdef const int32_t *condition
    cdef Py_ssize_t i, m
    cdef int64_t held
    cdef int k, place, left = 0
    cdef bint last = depth + 1 == t.most
    t.left -= n + 16
    add_up(t, among, n, not last, asked, columns_of(t, offers, count, asked), sum)
    for k in range(count):
        condition = t.conditions + 3 * offers[k].condition
        held = sum[condition[2] + 1] - sum[condition[1]]
        if held > least_of(&t.best):
            mine[left].most, mine[left].condition = held, offers[k].condition
            left += 1
    qsort(mine, left, sizeof(Offer), by_most)
    for k in range(left):
        if mine[k].most <= least_of(&t.best) or t.left < 0:
            break
        t.chosen[depth] = mine[k].condition
        if last:
            offer(&t.best, mine[k].most, t.chosen[0], t.chosen[1] if depth > 0 else -1,
                t.chosen[2] if depth > 1 else -1)
            continue
        condition = t.conditions + 3 * mine[k].condition
        m = 0
        for i in range(n):
            place = t.rows[among[i] * t.columns + condition[0]]
            kept[m] = among[i]
            m += condition[1] <= place <= condition[2]
        if m < n:
            gain(t, kept, m, mine + k + 1, left - k - 1, depth + 1)


cdef void find_ends(Search *t) noexcept nogil:
    cdef int c, k
    cdef const int32_t *condition
    for c in range(t.columns):
        t.ends[2 * c], t.ends[2 * c + 1] = t.places, 0
    for k in range(t.count):
        condition = t.conditions + 3 * k
        t.ends[2 * condition[0]] = min(t.ends[2 * condition[0]], condition[1])
        t.ends[2 * condition[0] + 1] = max(t.ends[2 * condition[0] + 1], condition[2])


cdef void end(Search *t) noexcept nogil:
    free(t.sums)
    free(t.kept)
    free(t.asked)
    free(t.ends)
    free(t.offers)


def gains(Grid grid not None, const int64_t[::1] weight, const int32_t[::1] among, int most,
        int64_t left, int64_t[::1] score, int32_t[::1] parts):
    """Find the conjunctions of up to `most` (1 to 3) conditions whose rows weigh most; return how
    much of `left` was not used.

    among: the rows that count. left: how many rows may be looked at, over all conjunctions, before
        the others are given up.
    score: (INOUT) what each conjunction's rows weigh, most first; only what weighs more than
        `score` before is found.
    parts: (INOUT) three conditions each, -1 for none.
    """
    cdef Search t
    cdef Offer *every
    cdef int k
    if not 1 <= most <= 3 or parts.shape[0] != 3 * score.shape[0] or not score.shape[0] \
            or weight.shape[0] * grid.columns != grid.rows.shape[0] \
            or not are_below(among, among.shape[0], weight.shape[0]):
        raise ValueError("rows, weights and conjunctions do not fit")
    t.rows, t.conditions, t.weight = &grid.rows[0], &grid.conditions[0], &weight[0]
    t.count, t.columns, t.places = <int>(grid.conditions.shape[0] // 3), grid.columns, grid.places
    t.among, t.left = among.shape[0], left
    t.best.room, t.best.score, t.best.parts = <int>score.shape[0], &score[0], &parts[0]
    t.sums = <int64_t *>malloc(most * (t.places + 1) * sizeof(int64_t))
    t.kept = <int32_t *>malloc(most * max(t.among, 1) * sizeof(int32_t))
    t.asked = <int32_t *>malloc(most * t.columns * sizeof(int32_t))
    t.ends = <int32_t *>malloc(2 * t.columns * sizeof(int32_t))
    t.offers = <Offer *>malloc((most + 1) * t.count * sizeof(Offer))
    if t.sums == NULL or t.kept == NULL or t.offers == NULL or t.asked == NULL or t.ends == NULL:
        end(&t)
        raise MemoryError("no memory for the search")
    with nogil:
        find_ends(&t)
        every = t.offers + most * t.count
        for k in range(t.count):
            every[k].condition = k
        for k in range(1, most + 1):
            t.most = k
            gain(&t, &among[0], t.among, every, t.count, 0)
        end(&t)
    return t.left
