"""What the choices in a block of decisions lose against the best ones.

A row of a block is an information set, or several that decide alike. With times and reach of a row
its sets and the ways in which play comes to them, value what an action is worth there, and deals
what lies behind one way,

    met[kind] = sum of times reach deals,
    loss[kind] = sum of times reach (value[best] - value[chosen])

over all rows of a kind; and over all rows of a class, for each action,

    sums[class][action] = sum of times reach (largest value - value[action]).

Values and sums are scaled money, 64-bit integers that the caller has made sure fit.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from guards cimport are_below

cdef enum:
    RULES = 256
    MOST_ACTIONS = 256
    ROOM = 1 << 60             # beyond which a sum is handed to Python's integers


cdef bint are_met(const uint8_t[::1] actions, int action) noexcept:
    """Return whether an action is among some."""
    cdef Py_ssize_t i
    for i in range(actions.shape[0]):
        if actions[i] == action:
            return True
    return False


cdef class BlockRows:
    """The rows of a block.

    times: the sets behind each; empty: one. reach: in how many ways play comes to each. deals:
        behind a way, one number or one a row. chosen, best: actions. values: of each action 32 or
        64 bits a row; but for the first, one that is nowhere chosen or best may have none.
    """

    cdef const int64_t[::1] times, reach, deals
    cdef const uint8_t[::1] chosen, best
    cdef list values
    cdef const int64_t *wide[MOST_ACTIONS]
    cdef const int32_t *narrow[MOST_ACTIONS]
    cdef bint is_narrow
    cdef bint is_whole         # whether every action has values

    def __init__(self, const int64_t[::1] times not None, const int64_t[::1] reach,
            const int64_t[::1] deals, const uint8_t[::1] chosen, const uint8_t[::1] best,
            list values not None):
        cdef Py_ssize_t n = reach.shape[0], actions = len(values), a
        cdef const int64_t[::1] wide
        cdef const int32_t[::1] narrow
        if not 0 < actions < MOST_ACTIONS or not chosen.shape[0] == best.shape[0] == n \
                or (times.shape[0] and times.shape[0] != n) \
                or (deals.shape[0] != 1 and deals.shape[0] != n) \
                or not are_below(chosen, n, actions) or not are_below(best, n, actions):
            raise ValueError("rows and actions do not fit")
        self.is_narrow = memoryview(values[0]).itemsize == sizeof(int32_t)
        self.is_whole = True
        for a in range(actions):
            if a and n and not len(values[a]) and not are_met(chosen, a) and not are_met(best, a):
                self.is_whole = False
                continue
            if len(values[a]) != n:
                raise ValueError("one value a row is wanted")
            if n and self.is_narrow:
                narrow = values[a]
                self.narrow[a] = &narrow[0]
            elif n:
                wide = values[a]
                self.wide[a] = &wide[0]
        self.times, self.reach, self.deals = times, reach, deals
        self.chosen, self.best, self.values = chosen, best, values


cdef inline int64_t value_of(BlockRows rows, int action, Py_ssize_t i) noexcept nogil:
    return rows.narrow[action][i] if rows.is_narrow else rows.wide[action][i]


cdef inline int64_t lost_at(BlockRows rows, Py_ssize_t i) noexcept nogil:
    if rows.best[i] == rows.chosen[i]:
        return 0
    return value_of(rows, rows.best[i], i) - value_of(rows, rows.chosen[i], i)


def pick(const int64_t[::1] known, const uint8_t[::1] by_facts, const uint8_t[::1] source,
        uint8_t[::1] found):
    """Write to `found` (OUT) the byte of `source` at every set whose known facts lead to 1."""
    cdef Py_ssize_t i, n = known.shape[0]
    if source.shape[0] != n or found.shape[0] != n or not are_below(known, n, by_facts.shape[0]):
        raise ValueError("known facts and bytes do not fit")
    with nogil:
        for i in range(n):
            if by_facts[known[i]]:
                found[i] = source[i]


def kinds(const uint8_t[::1] rule, const uint8_t[::1] chosen, const uint8_t[::1] best, int actions,
        int32_t[::1] kind):
    """Write to `kind` (OUT) the number of (rule, chosen, best) of every row."""
    cdef Py_ssize_t i, n = kind.shape[0]
    if not rule.shape[0] == chosen.shape[0] == best.shape[0] == n:
        raise ValueError("rules, actions and kinds do not fit")
    with nogil:
        for i in range(n):
            kind[i] = (<int32_t>rule[i] * actions + chosen[i]) * actions + best[i]


def regret(BlockRows rows not None, const uint8_t[::1] rule, int32_t[::1] kind, int64_t[::1] sums,
        int64_t[::1] uses):
    """Add to two `sums` a kind (INOUT) the deals that come to its mistakes and what they lose, to
    `uses` (INOUT) the deals that each rule decides.

    kind: (INOUT) of each row; -1 is put where nothing is lost.
    """
    cdef Py_ssize_t i, n = rows.reach.shape[0]
    cdef bint alone = not rows.times.shape[0], alike = rows.deals.shape[0] == 1
    cdef int64_t ways, deals, lost
    if rule.shape[0] != n or kind.shape[0] != n or uses.shape[0] != RULES \
            or not are_below(kind, n, sums.shape[0] // 2):
        raise ValueError("rules, kinds and rows do not fit")
    with nogil:
        for i in range(n):
            ways = rows.reach[i] if alone else rows.reach[i] * rows.times[i]
            lost = 0
            if ways:
                deals = ways * rows.deals[0 if alike else i]
                uses[rule[i]] += deals
                lost = lost_at(rows, i)
                if lost:
                    sums[2 * kind[i]] += deals
                    sums[2 * kind[i] + 1] += ways * lost
            if not lost:
                kind[i] = -1


def lose(BlockRows rows not None, const int32_t[::1] number, int64_t[::1] sums):
    """Add to `sums` (INOUT), a row of one number an action and one more for each class, what every
    action loses against the best one, and the deals that come there.

    number: of each row that of its class; what is chosen in the rows is not asked.
    """
    cdef Py_ssize_t i, n = rows.reach.shape[0]
    cdef int a, actions = <int>len(rows.values)
    cdef bint alone = not rows.times.shape[0], alike = rows.deals.shape[0] == 1
    cdef int64_t ways, best
    cdef int64_t *row
    if not rows.is_whole or number.shape[0] != n \
            or not are_below(number, n, sums.shape[0] // (actions + 1)):
        raise ValueError("classes and rows do not fit")
    with nogil:
        for i in range(n):
            ways = rows.reach[i] if alone else rows.reach[i] * rows.times[i]
            if not ways:
                continue
            best = value_of(rows, 0, i)
            for a in range(1, actions):
                best = max(best, value_of(rows, a, i))
            row = &sums[<int64_t>number[i] * (actions + 1)]
            for a in range(actions):
                row[a] += ways * (best - value_of(rows, a, i))
            row[actions] += ways * rows.deals[0 if alike else i]


def come_to(const uint8_t[::1] rule, int number, const int64_t[::1] times not None,
        const int64_t[::1] reach):
    """Return the first row that play comes to and that a rule decides, -1 for none.

    times, reach: as of the rows of a block.
    """
    cdef Py_ssize_t i, n = rule.shape[0]
    cdef bint alone = not times.shape[0]
    if reach.shape[0] != n or not (alone or times.shape[0] == n):
        raise ValueError("rules and rows do not fit")
    with nogil:
        for i in range(n):
            if rule[i] == number and reach[i] and (alone or times[i]):
                break
        else:
            i = -1
    return i


def worth(BlockRows rows not None):
    """Return the sum of times x reach x what the best action is worth."""
    cdef Py_ssize_t i
    cdef bint alone = not rows.times.shape[0]
    cdef int64_t sum = 0
    total = 0
    for i in range(rows.reach.shape[0]):
        sum += (rows.reach[i] if alone else rows.reach[i] * rows.times[i]) \
            * value_of(rows, rows.best[i], i)
        if not -ROOM < sum < ROOM:
            total += sum
            sum = 0
    return total + sum


cdef bint before(const uint64_t *a, const uint64_t *b, int roles) noexcept nogil:
    cdef int r
    for r in range(roles):
        if a[r] != b[r]:
            return a[r] < b[r]
    return False


def worst(BlockRows rows not None, const int32_t[::1] kind, const int64_t[::1] times not None,
        const int64_t[::1] reach, const int32_t[::1] row not None, int roles,
        const uint64_t[::1] states, int64_t[::1] found):
    """Add to three numbers a kind (INOUT) what its information sets are: how many, the largest loss
    of one, and its place; of equal ones that of the smallest cards.

    kind: of each row of the block, as `regret` leaves it. times, reach, row, states: of the sets,
        `roles` masks a state; without times once each, without rows each in its own.
    """
    cdef Py_ssize_t i, at, n = reach.shape[0]
    cdef bint alone = not times.shape[0], own = not row.shape[0]
    cdef int64_t ways, lost
    cdef int64_t *one
    if roles < 0 or (times.shape[0] and times.shape[0] != n) \
            or states.shape[0] != n * roles \
            or kind.shape[0] != rows.reach.shape[0] or row.shape[0] != (0 if own else n) \
            or (own and n != kind.shape[0]) or not are_below(row, row.shape[0], kind.shape[0]):
        raise ValueError("information sets and rows do not fit")
    for i in range(kind.shape[0]):
        if kind[i] >= found.shape[0] // 3:
            raise ValueError("a kind that there is not")
    with nogil:
        for i in range(n):
            at = i if own else row[i]
            if kind[at] < 0:
                continue
            ways = reach[i] if alone else reach[i] * times[i]
            if not ways:
                continue
            one = &found[3 * kind[at]]
            lost = ways * lost_at(rows, at)
            if not one[0] or lost > one[1] or (lost == one[1]
                    and before(&states[i * roles], &states[one[2] * roles], roles)):
                one[1], one[2] = lost, i
            one[0] += 1
