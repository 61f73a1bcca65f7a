"""Information sets whose best action depends on pays that move: rows of options in a box of pays.

An option is a row of `width` numbers: what it is worth that no pay changes; what each of the moving
pays is multiplied by; the squares and the wins of its ends that no pay changes; how many of its
deals come to each kind of end that pays change. With whole pays P it is worth

    option[0] + sum over j of option[1 + j] x P[j].

A set has its options one after the other, from starts[set] on, in the order of preference, and
stands `times` times. A box is the lowest and the highest value of every pay. The numbers of one
option, multiplied by the pays, fit 62 bits; sums over the sets are made in 128.
"""

from cpython cimport array
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

import array

cdef extern from *:
    ctypedef long long wide "__int128"

cdef enum:
    MOST = 64                  # options of a set

cdef struct Shape:
    int moves                  # pays that move
    int kinds                  # of ends that pays change
    int width                  # numbers of an option

cdef struct Box:
    const int64_t *low
    const int64_t *high


cdef inline int squares_at(const Shape *s) noexcept nogil:
    return 1 + s.moves


cdef int find_shape(Shape *s, Py_ssize_t moves, Py_ssize_t kinds) except -1:
    if not 0 < moves <= 1 << 16 or kinds > 1 << 16:
        raise ValueError("no pays, or too many, or too many kinds of ends")
    s.moves, s.kinds, s.width = <int>moves, <int>kinds, <int>(3 + moves + kinds)
    return 0


cdef object whole(wide number):
    cdef int64_t high = <int64_t>(number >> 64)
    cdef uint64_t low = <uint64_t>number
    return (<object>high << 64) + low


cdef wide wide_of(object number) except? -1:
    cdef int64_t high = number >> 64
    cdef uint64_t low = number & 0xFFFFFFFFFFFFFFFF
    return (<wide>high << 64) + low


cdef array.array longs(Py_ssize_t size):
    return array.clone(array.array("q"), size, False)


cdef array.array ints(Py_ssize_t size):
    return array.clone(array.array("i"), size, False)


# --- Which options can be best in a box -----------------------------------------------------------

cdef inline int64_t most_ahead(const Shape *s, const Box *box, const int64_t *option,
        const int64_t *other) noexcept nogil:
    """Return by how much, at most, an option is worth more than another in the box."""
    cdef int64_t ahead = option[0] - other[0], step
    cdef int j
    for j in range(s.moves):
        step = option[1 + j] - other[1 + j]
        ahead += step * (box.high[j] if step > 0 else box.low[j])
    return ahead


cdef inline bint are_same(const int64_t *option, const int64_t *other, int first,
        int end) noexcept nogil:
    cdef int c
    for c in range(first, end):
        if option[c] != other[c]:
            return False
    return True


cdef inline bint is_beaten(const Shape *s, const Box *box, const int64_t *option,
        const int64_t *other, bint before, bint steady) noexcept nogil:
    """Return whether another option is taken before this one in all of the box.

    before: whether the other is preferred where both are worth the same. steady: that is said by
    the smaller square, and by `before` where nothing else parts them.
    """
    cdef int64_t ahead = most_ahead(s, box, option, other)
    cdef int squares = squares_at(s)
    if ahead < 0:
        return True
    if ahead > 0:
        return False
    if not steady:
        return before
    if not are_same(option, other, 0, squares) or not are_same(option, other, squares + 2, s.width):
        return False
    if option[squares] != other[squares]:
        return option[squares] > other[squares]
    return before and option[squares + 1] == other[squares + 1]


cdef uint64_t left_of(const Shape *s, const Box *box, const int64_t *options, int many,
        bint steady) noexcept nogil:
    """Return as bits which options of a set are left."""
    cdef uint64_t left = (<uint64_t>1 << many) - 1 if many < MOST else ~<uint64_t>0
    cdef int i, j
    for i in range(many):
        for j in range(many):
            if i != j and left >> j & 1 and is_beaten(s, box, options + i * s.width,
                    options + j * s.width, j < i, steady):
                left &= ~(<uint64_t>1 << i)
                break
    return left


def undecided(values, const uint8_t[::1] base, offered, Py_ssize_t kinds,
        const int64_t[::1] low, const int64_t[::1] high, bint steady):
    """Return the sets at which the base action may not be best in all of a box: their places, the
    starts of their options, and the options, each as by how much its numbers exceed the base's.

    values: the numbers of each action, one action after the other: an array for each, with one at
    every set. base: the action that is best at some pays of the box, of each set. offered: for each
    action a byte a set, nothing where it always is. steady: of actions worth the same the one of
    the smallest square is taken, else the first.
    """
    cdef Shape s
    cdef Box box
    cdef Py_ssize_t at, sets = base.shape[0], found = 0, every = 0, actions = len(offered)
    cdef const int64_t **numbers
    cdef const uint8_t **offers
    cdef uint64_t *left
    cdef const int64_t[::1] column
    cdef const uint8_t[::1] bytes_of
    cdef array.array places, starts, options
    cdef int64_t *out
    cdef int64_t ahead, step
    cdef int o, c, first
    cdef bint right = True
    find_shape(&s, low.shape[0], kinds)
    if high.shape[0] != low.shape[0] or not 0 < actions <= MOST \
            or len(values) != actions * s.width:
        raise ValueError("a box and its actions do not fit")
    for at in range(sets):
        right &= base[at] < actions
    if not right:
        raise ValueError("a base action that there is not")
    numbers = <const int64_t **>calloc(actions * s.width + 1, sizeof(int64_t *))
    offers = <const uint8_t **>calloc(actions + 1, sizeof(uint8_t *))
    left = <uint64_t *>calloc(sets + 1, sizeof(uint64_t))
    try:
        if numbers == NULL or offers == NULL or left == NULL:
            raise MemoryError("no memory for the options")
        for c in range(actions * s.width):
            column = values[c]
            if column.shape[0] != sets:
                raise ValueError("numbers of an action do not fit")
            numbers[c] = &column[0] if sets else NULL
        for o in range(actions):
            bytes_of = offered[o]
            if bytes_of.shape[0] and bytes_of.shape[0] != sets:
                raise ValueError("offers of an action do not fit")
            offers[o] = &bytes_of[0] if bytes_of.shape[0] else NULL
        box.low, box.high = &low[0], &high[0]
        with nogil:
            for at in range(sets):
                first = base[at] * s.width
                for o in range(<int>actions):
                    if o == base[at] or offers[o] != NULL and not offers[o][at]:
                        continue
                    ahead = numbers[o * s.width][at] - numbers[first][at]
                    for c in range(1, 1 + s.moves):
                        step = numbers[o * s.width + c][at] - numbers[first + c][at]
                        ahead += step * (box.high[c - 1] if step > 0 else box.low[c - 1])
                    if ahead > 0 or ahead == 0 and (steady or o < base[at]):
                        left[at] |= <uint64_t>1 << o
                        every += 1
                if left[at]:
                    left[at] |= <uint64_t>1 << base[at]
                    every += 1
                    found += 1
        places, starts, options = longs(found), ints(found + 1), longs(every * s.width)
        out = <int64_t *>options.data.as_longlongs
        found = every = 0
        starts.data.as_ints[0] = 0
        with nogil:
            for at in range(sets):
                if not left[at]:
                    continue
                first = base[at] * s.width
                for o in range(<int>actions):
                    if left[at] >> o & 1:
                        for c in range(s.width):
                            out[every * s.width + c] = (
                                numbers[o * s.width + c][at] - numbers[first + c][at])
                        every += 1
                places.data.as_longlongs[found] = at
                found += 1
                starts.data.as_ints[found] = <int32_t>every
    finally:
        free(numbers)
        free(offers)
        free(left)
    return places, starts, options


cdef int verify(const Shape *s, const int32_t[::1] starts, const int64_t[::1] options,
        const int64_t[::1] times) except -1:
    cdef Py_ssize_t i, sets = times.shape[0]
    if starts.shape[0] != sets + 1 or starts[0] or options.shape[0] != starts[sets] * s.width:
        raise ValueError("sets and options do not fit")
    for i in range(sets):
        if not starts[i] < starts[i + 1] <= starts[i] + MOST:
            raise ValueError("a set of no options, or of too many")
    return 0


cdef inline int64_t worth_of(const Shape *s, const int64_t *option,
        const int64_t *pays) noexcept nogil:
    cdef int64_t worth = option[0]
    cdef int j
    for j in range(s.moves):
        worth += option[1 + j] * pays[j]
    return worth


def within(const int32_t[::1] starts, const int64_t[::1] options, const int64_t[::1] times,
        Py_ssize_t kinds, const int64_t[::1] low, const int64_t[::1] high, bint steady):
    """Return the sets that are not decided alike in all of a box, with the options that are left:
    starts, options, times; then the sums of the numbers of those that are, what the former are
    worth at the lowest and at the highest pays, and how much each pay turns their options apart.
    """
    cdef Shape s
    cdef Box box
    cdef Py_ssize_t i, sets = times.shape[0], found = 0, every = 0, at = 0
    cdef uint64_t *left = NULL
    cdef wide *sums = NULL
    cdef wide *turns = NULL
    cdef wide lows = 0, highs = 0
    cdef int64_t best_low, best_high, worth, least, most, number
    cdef const int64_t *one
    cdef int o, c, many
    cdef bint first
    cdef array.array new_starts, new_options, new_times
    cdef int64_t *out
    find_shape(&s, low.shape[0], kinds)
    if high.shape[0] != low.shape[0]:
        raise ValueError("a box has two ends")
    verify(&s, starts, options, times)
    try:
        left = <uint64_t *>calloc(sets + 1, sizeof(uint64_t))
        sums = <wide *>calloc(s.width, sizeof(wide))
        turns = <wide *>calloc(s.moves + 1, sizeof(wide))
        if left == NULL or sums == NULL or turns == NULL:
            raise MemoryError("no memory for the options")
        box.low, box.high = &low[0], &high[0]
        with nogil:
            for i in range(sets):
                many = starts[i + 1] - starts[i]
                one = &options[starts[i] * <Py_ssize_t>s.width]
                left[i] = left_of(&s, &box, one, many, steady)
                if left[i] & left[i] - 1:
                    found += 1
                    for o in range(many):
                        every += left[i] >> o & 1
        new_starts, new_options = ints(found + 1), longs(every * s.width)
        new_times = longs(found)
        out = <int64_t *>new_options.data.as_longlongs
        new_starts.data.as_ints[0] = 0
        found = every = 0
        with nogil:
            for i in range(sets):
                many = starts[i + 1] - starts[i]
                one = &options[starts[i] * <Py_ssize_t>s.width]
                if not left[i] & left[i] - 1:
                    for o in range(many):
                        if left[i] >> o & 1:
                            for c in range(s.width):
                                sums[c] += <wide>one[o * s.width + c] * times[i]
                    continue
                at = every
                first = True
                for o in range(many):
                    if left[i] >> o & 1:
                        for c in range(s.width):
                            out[every * s.width + c] = one[o * s.width + c]
                        every += 1
                        worth = worth_of(&s, one + o * s.width, box.low)
                        best_low = worth if first else max(best_low, worth)
                        worth = worth_of(&s, one + o * s.width, box.high)
                        best_high = worth if first else max(best_high, worth)
                        first = False
                lows += <wide>best_low * times[i]
                highs += <wide>best_high * times[i]
                for c in range(s.moves):
                    least = most = out[at * s.width + 1 + c]
                    for o in range(1, <int>(every - at)):
                        number = out[(at + o) * s.width + 1 + c]
                        least, most = min(least, number), max(most, number)
                    turns[c] += <wide>(most - least) * times[i]
                new_times.data.as_longlongs[found] = times[i]
                found += 1
                new_starts.data.as_ints[found] = <int32_t>every
        return (
            new_starts, new_options, new_times, [whole(sums[c]) for c in range(s.width)],
            whole(lows), whole(highs), [whole(turns[c]) for c in range(s.moves)])
    finally:
        free(left)
        free(sums)
        free(turns)


# --- Every choice of pays -------------------------------------------------------------------------

cdef struct Found:             # at one choice of pays
    wide total, squares, wins
    bint tied                  # whether more than the squares say which option is taken


cdef int taken(const Shape *s, const int64_t *options, int many, const int64_t *pays,
        const int64_t *nets, const uint8_t *won, bint steady, bint *tied) noexcept nogil:
    """Return which option of a set is taken."""
    cdef int o, best = 0
    cdef bint is_tied = False
    cdef int64_t worth, most = worth_of(s, options, pays)
    cdef wide square, least
    cdef const int64_t *one
    for o in range(1, many):
        one = options + o * s.width
        worth = worth_of(s, one, pays)
        if worth > most:
            most, best, is_tied = worth, o, False
        elif worth == most and steady:
            square = square_of(s, one, nets)
            least = square_of(s, options + best * s.width, nets)
            if square < least:
                best, is_tied = o, False
            elif square == least and wins_of(s, one, won) \
                    != wins_of(s, options + best * s.width, won):
                is_tied = True
    tied[0] |= is_tied
    return best


cdef inline wide square_of(const Shape *s, const int64_t *option,
        const int64_t *nets) noexcept nogil:
    cdef const int64_t *counts = option + squares_at(s) + 2
    cdef wide square = option[squares_at(s)]
    cdef int k
    for k in range(s.kinds):
        square += <wide>counts[k] * nets[k] * nets[k]
    return square


cdef inline int64_t wins_of(const Shape *s, const int64_t *option,
        const uint8_t *won) noexcept nogil:
    cdef const int64_t *counts = option + squares_at(s) + 2
    cdef int64_t wins = option[squares_at(s) + 1]
    cdef int k
    for k in range(s.kinds):
        if won[k]:
            wins += counts[k]
    return wins


def totals(const int32_t[::1] starts, const int64_t[::1] options, const int64_t[::1] times,
        sums, const int64_t[::1] ends, const int64_t[::1] backs, const int32_t[::1] sizes,
        const int64_t[::1] values, const int32_t[::1] pairs, bint strict, bint steady, window):
    """Return, for each choice of one value a pay in which the pays fall and the total lies within a
    window: the pays, the total, the sum of the squares, the wins, and whether more than the squares
    says which option a set takes.

    sums: of the sets that are decided. ends: for each kind of end that pays change the number that
    stays and what each pay is multiplied by; it is won where that and its part of `backs` come to
    more than 0. sizes, values: how many values each pay has, and these, rising. pairs: two pays, of
    which the first is no less than the second; strict: is more.
    """
    cdef Shape s
    cdef Py_ssize_t i, many, sets = times.shape[0]
    cdef wide low = wide_of(window[0]), high = wide_of(window[1])
    cdef wide *base = NULL
    cdef wide *here = NULL
    cdef int64_t *pays = NULL
    cdef int64_t *nets = NULL
    cdef uint8_t *won = NULL
    cdef int32_t *place = NULL
    cdef Py_ssize_t *first = NULL
    cdef const int64_t *one
    cdef Found found
    cdef int c, j, k
    cdef bint right, more = True
    find_shape(&s, sizes.shape[0], backs.shape[0])
    verify(&s, starts, options, times)
    many = 0
    for j in range(s.moves):
        if sizes[j] < 1:
            raise ValueError("a pay without values")
        many += sizes[j]
    right = pairs.shape[0] % 2 == 0
    for i in range(pairs.shape[0]):
        right = right and 0 <= pairs[i] < s.moves
    if not right or many != values.shape[0] or len(sums) != s.width \
            or ends.shape[0] != s.kinds * (1 + s.moves):
        raise ValueError("pays, ends and sums do not fit")
    result = []
    try:
        base = <wide *>calloc(s.width, sizeof(wide))
        here = <wide *>calloc(s.width, sizeof(wide))
        pays = <int64_t *>calloc(s.moves + 1, sizeof(int64_t))
        nets = <int64_t *>calloc(s.kinds + 1, sizeof(int64_t))
        won = <uint8_t *>calloc(s.kinds + 1, 1)
        place = <int32_t *>calloc(s.moves + 1, sizeof(int32_t))
        first = <Py_ssize_t *>calloc(s.moves + 1, sizeof(Py_ssize_t))
        if base == NULL or here == NULL or pays == NULL or nets == NULL or won == NULL \
                or place == NULL or first == NULL:
            raise MemoryError("no memory for the pays")
        for c in range(s.width):
            base[c] = wide_of(sums[c])
        for j in range(s.moves):
            first[j + 1] = first[j] + sizes[j]
        while more:
            with nogil:
                right = False
                while more and not right:
                    for j in range(s.moves):
                        pays[j] = values[first[j] + place[j]]
                    more = next_place(&s, &sizes[0], place)
                    right = fall(pairs, strict, pays)
                    if not right:
                        continue
                    for k in range(s.kinds):
                        nets[k] = worth_of(&s, &ends[k * (1 + s.moves)], pays)
                        won[k] = nets[k] + backs[k] > 0
                    for c in range(s.width):
                        here[c] = base[c]
                    found.tied = False
                    for i in range(sets):
                        one = &options[starts[i] * <Py_ssize_t>s.width]
                        one += s.width * taken(&s, one, starts[i + 1] - starts[i], pays, nets,
                            won, steady, &found.tied)
                        for c in range(s.width):
                            here[c] += <wide>one[c] * times[i]
                    found.total = here[0]
                    for j in range(s.moves):
                        found.total += here[1 + j] * pays[j]
                    right = low <= found.total <= high
            if not right:
                break
            found.squares, found.wins = here[1 + s.moves], here[2 + s.moves]
            for k in range(s.kinds):
                found.squares += here[3 + s.moves + k] * nets[k] * nets[k]
                if won[k]:
                    found.wins += here[3 + s.moves + k]
            result.append((
                tuple([pays[j] for j in range(s.moves)]), whole(found.total),
                whole(found.squares), whole(found.wins), bool(found.tied)))
    finally:
        free(base)
        free(here)
        free(pays)
        free(nets)
        free(won)
        free(place)
        free(first)
    return result


cdef bint next_place(const Shape *s, const int32_t *sizes, int32_t *place) noexcept nogil:
    """Go on to the next choice of values; return whether there is one."""
    cdef int j = s.moves - 1
    while j >= 0:
        place[j] += 1
        if place[j] < sizes[j]:
            return True
        place[j] = 0
        j -= 1
    return False


cdef bint fall(const int32_t[::1] pairs, bint strict, const int64_t *pays) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(0, pairs.shape[0], 2):
        if pays[pairs[i]] < pays[pairs[i + 1]] or strict and pays[pairs[i]] == pays[pairs[i + 1]]:
            return False
    return True
