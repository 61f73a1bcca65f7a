"""What the choices of a list lose on the streets of a shared board, case by case.

A case is a line that decides, the action it takes and the best one. With often(S) how often play
comes to a holding on a board, w the boards that it stands for and lost(S) what the action taken is
worth less than the best one,

    met[case] = sum of w often(S),    loss[case] = sum of w often(S) lost(S)

over all S of the case. Sets are counted up to a relabelling of the suits; the sample of a case is
the set that loses most in all its relabellings together.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free

from bits cimport bit_count
from guards cimport are_natural
from holdings cimport HOLDINGS, bit_of, holding_of
from program cimport Choices, chosen_cards, first_choice, next_choice
from relabel cimport Maps, fixing, new_maps, placed
from texture cimport BOARD, FIELDS, ROWS, WORDS, Textures, first_row, kind_of, met_in, new_textures

cdef enum:
    NUMBERS = 4            # of a case: sets, how often met, loss, the largest loss of a set
    MOST_ACTIONS = 30
    LINES = 256


cdef class ListAnswers:
    """What a list answers at some places, and what is best there.

    line: which of its lines decides. chosen: the number of the action that it takes.
    best: of the best one.
    """

    cdef const uint8_t[::1] line, chosen, best

    def __init__(self, const uint8_t[::1] line, const uint8_t[::1] chosen,
            const uint8_t[::1] best):
        if not line.shape[0] == chosen.shape[0] == best.shape[0]:
            raise ValueError("lines and actions do not fit")
        self.line, self.chosen, self.best = line, chosen, best


cdef class CaseSums:
    """What is added up case by case.

    actions: how many there are. sums: four numbers a case. samples: two masks a case.
    uses: how often each line decides.
    """

    cdef int actions
    cdef int64_t[::1] sums, uses
    cdef uint64_t[::1] samples

    def __init__(self, int actions, int64_t[::1] sums, uint64_t[::1] samples, int64_t[::1] uses):
        cdef Py_ssize_t cases = LINES * actions * actions
        if not 0 < actions <= MOST_ACTIONS:
            raise ValueError("too many actions for the kernels")
        if sums.shape[0] != NUMBERS * cases or samples.shape[0] != 2 * cases \
                or uses.shape[0] != LINES:
            raise ValueError("cases and sums do not fit")
        self.actions, self.sums, self.samples, self.uses = actions, sums, samples, uses


cdef class RowLosses:
    """Where a list loses on whole boards: of each row its case + 1, 0 where nothing is lost, and
    what is lost.
    """

    cdef int32_t[::1] case, lost

    def __init__(self, int32_t[::1] case, int32_t[::1] lost):
        if not case.shape[0] == lost.shape[0] == ROWS:
            raise ValueError("rows do not fit")
        self.case, self.lost = case, lost


cdef inline int orbit_of(const Maps *maps, const int *left, int count, int holding) noexcept nogil:
    """Return how many holdings the relabellings make of one, 0 if it is not their first."""
    cdef int t, images = 0
    for t in range(count):
        if maps.to[left[t]][holding] < holding:
            return 0
        images += maps.to[left[t]][holding] == holding
    return count // images


cdef inline void keep(int64_t *sums, uint64_t *sample, int64_t loss, uint64_t hole,
        uint64_t board) noexcept nogil:
    """Keep a set as the sample if it loses more, of equals the one of the smallest cards."""
    cdef bint smaller = hole < sample[0] or (hole == sample[0] and board < sample[1])
    if loss > sums[3] or (loss == sums[3] and smaller):
        sums[3], sample[0], sample[1] = loss, hole, board


def on_street(uint64_t deck, const uint64_t[::1] boards, const int64_t[::1] weights,
        const uint64_t[::1] often, ListAnswers answers not None, list values,
        CaseSums found not None):
    """Add the mistakes on some boards of a street to what was found (INOUT).

    often, answers: HOLDINGS a board. values: of each action as many numbers.
    """
    cdef bint beside = False
    cdef Py_ssize_t b, at, case
    cdef int x, y, h, count, orbit, a, actions = found.actions
    cdef const uint8_t[::1] line = answers.line, chosen = answers.chosen, best = answers.best
    cdef int64_t[::1] sums = found.sums, uses = found.uses
    cdef uint64_t[::1] samples = found.samples
    cdef int left[24]
    cdef const int64_t *value[MOST_ACTIONS]
    cdef const int64_t[::1] one
    cdef uint64_t dead, hole
    cdef int64_t met, lost
    cdef Maps *maps
    if len(values) != actions:
        raise ValueError("one row of values an action is wanted")
    for a in range(actions):
        one = values[a]
        if one.shape[0] != boards.shape[0] * HOLDINGS:
            raise ValueError("one value a holding is wanted")
        value[a] = &one[0]
    if weights.shape[0] != boards.shape[0] \
            or not often.shape[0] == line.shape[0] == boards.shape[0] * HOLDINGS:
        raise ValueError("boards and holdings do not fit")
    maps = new_maps()
    with nogil:
        for b in range(boards.shape[0]):
            count, dead = fixing(maps, boards[b], left), ~deck | boards[b]
            for x in range(52):
                for y in range(x):
                    h, hole = holding_of(x, y), bit_of(x) | bit_of(y)
                    at = b * HOLDINGS + h
                    if hole & dead or not often[at]:
                        continue
                    met = weights[b] * <int64_t>often[at]
                    if best[at] >= actions or chosen[at] >= actions:
                        beside = True
                        continue
                    uses[line[at]] += met
                    lost = value[best[at]][at] - value[chosen[at]][at]
                    if lost <= 0:
                        continue
                    case = (<Py_ssize_t>line[at] * actions + chosen[at]) * actions + best[at]
                    sums[NUMBERS * case + 1] += met
                    sums[NUMBERS * case + 2] += met * lost
                    orbit = orbit_of(maps, left, count, h)
                    if orbit:
                        sums[NUMBERS * case] += 1
                        keep(&sums[NUMBERS * case], &samples[2 * case], orbit * met * lost, hole,
                            boards[b])
    free(maps)
    if beside:
        raise ValueError("an action that there is not")


cdef int verify_met(Py_ssize_t words, int field) except -1:
    if words != WORDS or not 0 <= field < FIELDS:
        raise ValueError("rows and how often they are met do not fit")
    return 0


def on_rows(const uint64_t[::1] met, int field, ListAnswers answers not None, list values,
        int64_t begin, int64_t end, RowLosses losses not None, CaseSums found not None):
    """Do for some rows of whole boards what `on_street` does for holdings, but for the sets; note
    in `losses` (INOUT) where something is lost.

    met, field: how often each row is met; see `texture`. values: of each action 32 bits a row.
    """
    cdef bint beside = False
    cdef int64_t row, n, lost, case
    cdef int a, actions = found.actions
    cdef const uint8_t[::1] line = answers.line, chosen = answers.chosen, best = answers.best
    cdef int64_t[::1] sums = found.sums, uses = found.uses
    cdef const int32_t *value[MOST_ACTIONS]
    cdef const int32_t[::1] one
    if len(values) != actions or line.shape[0] != ROWS:
        raise ValueError("rows and values do not fit")
    for a in range(actions):
        one = values[a]
        if one.shape[0] != ROWS:
            raise ValueError("one value a row is wanted")
        value[a] = &one[0]
    verify_met(met.shape[0], field)
    if not 0 <= begin <= end <= ROWS:
        raise ValueError("there are no such rows")
    with nogil:
        for row in range(begin, end):
            n = met_in(&met[0], row, field)
            if not n:
                continue
            if best[row] >= actions or chosen[row] >= actions:
                beside = True
                continue
            uses[line[row]] += n
            lost = value[best[row]][row] - value[chosen[row]][row]
            if lost > 0:
                case = (<int64_t>line[row] * actions + chosen[row]) * actions + best[row]
                sums[NUMBERS * case + 1] += n
                sums[NUMBERS * case + 2] += n * lost
                losses.case[row], losses.lost[row] = <int32_t>(case + 1), <int32_t>lost
    if beside:
        raise ValueError("an action that there is not")


def lose_on_street(uint64_t deck, const uint64_t[::1] boards, const int64_t[::1] weights,
        const uint64_t[::1] often, list values, const int32_t[::1] number, int64_t deals,
        int64_t[::1] sums):
    """Add to `sums` (INOUT), a row of one number an action and one more for each class, what every
    action loses against the best one, and the deals that come there.

    often, number: HOLDINGS a board, how often each is come to and its class. deals: behind each
        holding on each board.
    """
    cdef bint beside = False
    cdef Py_ssize_t b, at, classes
    cdef int x, y, a, actions = <int>len(values)
    cdef const int64_t *value[MOST_ACTIONS]
    cdef const int64_t[::1] one
    cdef uint64_t dead
    cdef int64_t met, best
    if not 0 < actions <= MOST_ACTIONS:
        raise ValueError("too many actions for the kernels")
    classes = sums.shape[0] // (actions + 1)
    if weights.shape[0] != boards.shape[0] \
            or not often.shape[0] == number.shape[0] == boards.shape[0] * HOLDINGS:
        raise ValueError("boards and holdings do not fit")
    for a in range(actions):
        one = values[a]
        if one.shape[0] != often.shape[0]:
            raise ValueError("one value a holding is wanted")
        value[a] = &one[0]
    with nogil:
        for b in range(boards.shape[0]):
            dead = ~deck | boards[b]
            for x in range(52):
                for y in range(x):
                    at = b * HOLDINGS + holding_of(x, y)
                    met = weights[b] * <int64_t>often[at]
                    if not met or (bit_of(x) | bit_of(y)) & dead:
                        continue
                    if not 0 <= number[at] < classes:
                        beside = True
                        continue
                    best = value[0][at]
                    for a in range(1, actions):
                        best = max(best, value[a][at])
                    for a in range(actions):
                        sums[number[at] * (actions + 1) + a] += met * (best - value[a][at])
                    sums[number[at] * (actions + 1) + actions] += met * deals
    if beside:
        raise ValueError("a class that there is not")


def lose_on_rows(const uint64_t[::1] met, int field, list values, int64_t begin,
        const int32_t[::1] number, int64_t deals, int64_t[::1] sums):
    """Do what `lose_on_street` does for some rows of whole boards, from `begin` on.

    met, field, values: as for `on_rows`.
    """
    cdef bint beside = False
    cdef Py_ssize_t i, classes
    cdef int64_t n, best
    cdef int a, actions = <int>len(values)
    cdef const int32_t *value[MOST_ACTIONS]
    cdef const int32_t[::1] one
    verify_met(met.shape[0], field)
    if not 0 < actions <= MOST_ACTIONS or not 0 <= begin <= ROWS - number.shape[0]:
        raise ValueError("rows and classes do not fit")
    classes = sums.shape[0] // (actions + 1)
    for a in range(actions):
        one = values[a]
        if one.shape[0] != ROWS:
            raise ValueError("one value a row is wanted")
        value[a] = &one[begin]
    with nogil:
        for i in range(number.shape[0]):
            n = met_in(&met[0], begin + i, field)
            if not n:
                continue
            if not 0 <= number[i] < classes:
                beside = True
                continue
            best = value[0][i]
            for a in range(1, actions):
                best = max(best, value[a][i])
            for a in range(actions):
                sums[number[i] * (actions + 1) + a] += n * (best - value[a][i])
            sums[number[i] * (actions + 1) + actions] += n * deals
    if beside:
        raise ValueError("a class that there is not")


cdef struct Came:                  # the boards of an earlier street in a whole board
    int count
    const uint64_t *often[24]
    const int16_t *to[24]


cdef void find_before(const Maps *maps, uint64_t board, const uint64_t[::1] before,
        const uint64_t[::1] often, Came *came) noexcept nogil:
    cdef Choices c
    cdef Py_ssize_t place
    cdef bint more = first_choice(&c, board, bit_count(before[0]))
    came.count = 0
    while more:
        place = placed(maps, before, chosen_cards(&c), &came.to[came.count])
        if place >= 0:
            came.often[came.count] = &often[place * HOLDINGS]
            came.count += 1
        more = next_choice(&c)


def sets_on_rows(uint64_t deck, const uint64_t[::1] boards, const int64_t[::1] weights,
        const uint64_t[::1] before, const uint64_t[::1] often, RowLosses losses not None,
        CaseSums found not None):
    """Add the sets of each case on some whole boards to what was found (INOUT).

    before, often: the boards of an earlier street, ascending, and how often each holding goes on
        from them. losses: as `on_rows` notes them.
    """
    cdef int64_t[::1] sums = found.sums
    cdef uint64_t[::1] samples = found.samples
    cdef Py_ssize_t b, case
    cdef int x, y, h, i, suit, count, orbit
    cdef int left[24]
    cdef int64_t row, at
    cdef uint64_t dead, hole, ways
    cdef Came came
    cdef Maps *maps
    cdef Textures *t = NULL
    if (weights.shape[0] != boards.shape[0]
            or often.shape[0] != before.shape[0] * HOLDINGS or not before.shape[0]
            or not are_natural(boards, 0, 1, BOARD, BOARD)
            or not are_natural(before, 0, 1, 1, BOARD)):
        raise ValueError("boards and holdings do not fit")
    maps = new_maps()
    try:
        t = new_textures()
        with nogil:
            for b in range(boards.shape[0]):
                row, dead = first_row(t, boards[b], &suit), ~deck | boards[b]
                count = fixing(maps, boards[b], left)
                find_before(maps, boards[b], before, often, &came)
                for x in range(52):
                    for y in range(x):
                        at, hole = row + kind_of(x, y, suit), bit_of(x) | bit_of(y)
                        case = losses.case[at] - 1
                        if case < 0 or hole & dead:
                            continue
                        h, ways = holding_of(x, y), 0
                        orbit = orbit_of(maps, left, count, h)
                        if not orbit:
                            continue
                        for i in range(came.count):
                            ways += came.often[i][came.to[i][h]]
                        if ways:
                            sums[NUMBERS * case] += 1
                            keep(&sums[NUMBERS * case], &samples[2 * case],
                                orbit * weights[b] * <int64_t>ways * losses.lost[at], hole,
                                boards[b])
    finally:
        free(t)
        free(maps)
