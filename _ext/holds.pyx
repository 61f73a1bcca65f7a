"""What lists of what to hold hold of each hand, and what they lose over groups of hands that offer
the same names.

Cards kept are called alike that have one key: three bits a rank with the number of its cards, above
one for the joker, and below both a bit that tells whether the natural cards have one suit. A list
gives each key a turn, and what has the least turn is held.

A group is a row of names with what is lost by holding each. A list gives each name the number of
its line, and a group holds the first of its names whose line is least:

    loss = sum over groups of losses[first name of the least line].

All sums fit 64 bits where the sum of the largest loss of every group does.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from bits cimport bit_count, low_bit
from cards cimport JOKER_BIT

cdef enum:
    CARDS = 5                  # of a hand
    HOLDS = 1 << CARDS
    MOST_KEYS = 1 << 20


cdef class Turns:
    """The turn of each key, in a table without order.

    keys: each once, 0 or more. turns: of each.
    """

    cdef const int64_t[::1] keys, turns
    cdef int32_t[::1] places   # of keys, -1 for none
    cdef int shift

    def __init__(self, const int64_t[::1] keys, const int64_t[::1] turns, int32_t[::1] places):
        """places (OUT): room for them, a power of two of at least twice as many."""
        cdef Py_ssize_t i, at, room = places.shape[0]
        if keys.shape[0] != turns.shape[0] or not 2 * keys.shape[0] <= room <= MOST_KEYS \
                or room < 2 or room & room - 1:
            raise ValueError("keys, turns and their room do not fit")
        self.keys, self.turns, self.places = keys, turns, places
        self.shift = 64 - low_bit(room)
        places[:] = -1
        for i in range(keys.shape[0]):
            if keys[i] < 0 or self.find(keys[i]) >= 0:
                raise ValueError("a key is none, or is met twice")
            at = self.first(keys[i])
            while places[at] >= 0:
                at = at + 1 & room - 1
            places[at] = <int32_t>i

    cdef inline Py_ssize_t first(self, int64_t key) noexcept nogil:
        """Return where a key is looked for first."""
        return <Py_ssize_t>(<uint64_t>key * 0x9E3779B97F4A7C15u >> self.shift)

    cdef inline Py_ssize_t find(self, int64_t key) noexcept nogil:
        """Return the number of a key, -1 for none."""
        cdef Py_ssize_t at = self.first(key)
        while self.places[at] >= 0 and self.keys[self.places[at]] != key:
            at = at + 1 & self.places.shape[0] - 1
        return self.places[at]


def earliest(Turns known not None, const uint64_t[::1] hands, uint64_t natural,
        const int64_t[::1] whole, uint32_t allowed, int64_t[::1] turn, uint32_t[::1] held):
    """Write to `turn` (OUT) the least turn that the cards of a hand have, and to `held` (OUT) as
    bits all holds that have it.

    natural: the cards that are not wild. whole: the turn of each hand kept as it is. allowed: the
    holds that may be chosen, as bits. A hold is a bit for each card, from the lowest.
    """
    cdef Py_ssize_t at, number, n = hands.shape[0]
    cdef uint64_t left, one
    cdef int64_t now
    cdef int64_t key[HOLDS]
    cdef int64_t suits[HOLDS]
    cdef int j, card, hold
    cdef bint right = True
    if not whole.shape[0] == turn.shape[0] == held.shape[0] == n or not allowed:
        raise ValueError("hands and turns do not fit")
    for at in range(n):
        if bit_count(hands[at]) != CARDS:
            raise ValueError("a hand of another size")
    key[0] = suits[0] = 0
    with nogil:
        for at in range(n):
            left = hands[at]
            for j in range(CARDS):
                card = low_bit(left)
                left &= left - 1
                one = 2 if card == JOKER_BIT else <uint64_t>4 << 3 * (card & 15)
                for hold in range(1 << j):
                    key[hold | 1 << j] = key[hold] + <int64_t>one
                    suits[hold | 1 << j] = suits[hold] | (natural >> card & 1) << (card >> 4)
            turn[at], held[at] = 0, 0
            for hold in range(HOLDS):
                if not allowed >> hold & 1:
                    continue
                if hold == HOLDS - 1:
                    now = whole[at]
                else:
                    number = known.find(key[hold] | (bit_count(suits[hold]) == 1))
                    if number < 0:
                        right = False
                        break
                    now = known.turns[number]
                if not held[at] or now < turn[at]:
                    turn[at], held[at] = now, 0
                if now == turn[at]:
                    held[at] |= 1u << hold
            if not right:
                break
    if not right:
        raise ValueError("cards whose key has no turn")


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
