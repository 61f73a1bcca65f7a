"""Two hidden boards dealt from one deck: the exact joint law of what each of them makes with the
cards seen.

For the cards seen in a state, the number of disjoint pairs of boards with columns (a, b) is

    sum over card sets T of (-1)^|T| first(a, T) second(b, T),

first(a, T) being the number of first boards with column a that contain T, and second(b, T)
likewise.

Counts and weights are deals, 64-bit integers.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bits cimport bit_count
from colex cimport Binomials, fill_binomials, place_of_some
from limits cimport MAX_HIDDEN_BOARD, MAX_ROLES
from program cimport Choices, Program, chosen_cards, column_of, first_choice, load, next_choice

cdef struct Side:              # one of the two boards
    Program *program           # the facts that the board, the part after the roles, decides
    int size
    int64_t *holding           # [T][column]: boards with that column that contain T


cdef class Board:
    """A hidden board. size: its cards. program: the facts that it decides; the roles' parts come
    first, then the board's.
    """

    cdef int size
    cdef const int64_t[::1] program

    def __init__(self, int size, const int64_t[::1] program):
        if size < 0:
            raise ValueError("a board of no number of cards")
        self.size, self.program = size, program


cdef bint fill(Side *side, uint64_t *parts, int part, uint64_t pool, int depth,
        const int64_t *offset,
               const Binomials *choose) noexcept nogil:
    """Count every board into `holding` of all its subsets of up to `depth` cards."""
    cdef Choices c
    cdef int64_t column
    cdef int t
    cdef int size_of[1 << MAX_HIDDEN_BOARD]
    cdef unsigned int which
    cdef bint more = first_choice(&c, pool, side.size)
    for which in range(1u << side.size):
        size_of[which] = bit_count(which)
    while more:
        parts[part] = chosen_cards(&c)
        column = column_of(side.program, parts)
        if column < 0:
            return False
        for which in range(1u << side.size):
            t = size_of[which]
            if t <= depth:
                side.holding[(offset[t] + place_of_some(choose, c.place,
                    which)) * side.program.columns + column] += 1
        more = next_choice(&c)
    return True


cdef bint equal(const int64_t[::1] a, const int64_t[::1] b):
    cdef Py_ssize_t i
    if a.shape[0] != b.shape[0]:
        return False
    for i in range(a.shape[0]):
        if a[i] != b[i]:
            return False
    return True


def pairs(uint64_t deck, int roles, const uint64_t[::1] states, const int64_t[::1] weights,
        Board first not None, Board second not None,
          const int64_t[::1] columns, int64_t[::1] counts):
    """Fill `counts` (OUT, zeros before): for each state, weight x pairs of disjoint boards in each
    column.

    columns: the joint column of first column x second columns + second column; each state's row of
        counts has them all.
    """
    cdef Program programs[2]
    cdef Side side[2]
    cdef uint64_t parts[MAX_ROLES + 1]
    cdef Binomials choose
    cdef int64_t offset[MAX_HIDDEN_BOARD + 2]
    cdef int64_t sets = 0, at, sign
    cdef int64_t width = counts.shape[0] // weights.shape[0] if weights.shape[0] else 0
    cdef int64_t *one
    cdef int64_t *two
    cdef int64_t *row
    cdef int depth = min(first.size, second.size), cards, i, a, b, t
    cdef uint64_t seen
    cdef Py_ssize_t s
    cdef bint ok = True, same = first.size == second.size and equal(first.program, second.program)
    load(first.program, &programs[0])
    load(second.program, &programs[1])
    if not 0 <= roles <= MAX_ROLES or max(programs[0].parts, programs[1].parts) > roles + 1 \
            or max(first.size, second.size) > MAX_HIDDEN_BOARD:
        raise ValueError("boards too large for the kernels")
    if columns.shape[0] != programs[0].columns * programs[1].columns:
        raise ValueError("one joint column a pair of columns is wanted")
    if counts.shape[0] != weights.shape[0] * width or states.shape[0] != weights.shape[0] * roles:
        raise ValueError("one row of counts a state is wanted")
    if weights.shape[0] == 0:
        return
    for i in range(columns.shape[0]):
        if not 0 <= columns[i] < width:
            raise ValueError("a joint column outside the row")
    fill_binomials(&choose)
    cards = bit_count(deck)
    for t in range(depth + 1):
        offset[t] = sets
        sets += choose.of[t][cards]
    for i in range(2):
        side[i].program, side[i].size = &programs[i], second.size if i else first.size
    side[0].holding = <int64_t *>malloc(sets * programs[0].columns * sizeof(int64_t))
    side[1].holding = side[0].holding
    if not same:
        side[1].holding = <int64_t *>malloc(sets * programs[1].columns * sizeof(int64_t))
    if side[0].holding == NULL or side[1].holding == NULL:
        free(side[0].holding)
        if not same:
            free(side[1].holding)
        raise MemoryError("no memory for the boards")
    with nogil:
        for s in range(weights.shape[0]):
            seen = 0
            for i in range(roles):
                parts[i] = states[s * roles + i]
                seen |= parts[i]
            for i in range(1 if same else 2):
                memset(side[i].holding, 0, sets * programs[i].columns * sizeof(int64_t))
                ok = fill(&side[i], parts, roles, deck & ~seen, depth, offset, &choose) and ok
            row = &counts[s * width]
            for t in range(depth + 1):
                sign = -weights[s] if t & 1 else weights[s]
                for at in range(offset[t], offset[t + 1] if t < depth else sets):
                    one = side[0].holding + at * programs[0].columns
                    two = side[1].holding + at * programs[1].columns
                    for a in range(programs[0].columns):
                        if one[a]:
                            for b in range(programs[1].columns):
                                row[columns[a * programs[1].columns + b]] += sign * one[a] * two[b]
        free(side[0].holding)
        if not same:
            free(side[1].holding)
    if not ok:
        raise ValueError("a joker's menu of hands was not declared")
