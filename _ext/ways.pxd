"""House ways: rows that say of which groups of equal ranks seven cards consist, of what ranks, and
what goes in front; the first row that allows a setting decides.

A row takes nine words: how many cards the groups have, the largest first, for three groups; the
ranks each may have, as bits; the ranks of the two highest cards outside groups, as bits; and what
may go in front, as bits. Of several settings the one with the highest low hand is taken. Of those
equal a hand that is made stays behind, the highest; else the joker goes in front.
"""

from libc.stdint cimport int64_t, uint32_t

from settings cimport ACE, CARDS, Cards, RANKS, Runs, SETTINGS, Setting, is_made, settings_of

cdef enum:
    ROW = 9                    # words of a row
    GROUPS = 3
    FIRST_PAIR = 1
    SECOND_PAIR = 2
    FIRST_AND_SINGLE = 4
    SINGLES = 8
    NEXT_SINGLES = 16
    MADE = 32                  # a made hand stays behind
    FIRST_PAIR_MADE = 64       # the first group's pair, and a made hand stays behind

cdef struct Groups:
    int size[GROUPS]           # 0 where there is none
    int rank[GROUPS]
    int single[CARDS]          # ranks, the highest first, then -1


cdef inline void group(const Cards *cards, Groups *groups) noexcept nogil:
    """Write the groups of equal rank of seven cards, and the cards outside."""
    cdef int count[RANKS]
    cdef int r, k, times, n = 0, singles = 0
    for r in range(RANKS):
        count[r] = 0
    for k in range(CARDS):
        count[cards.rank[k]] += 1
        groups.single[k] = -1
    for k in range(GROUPS):
        groups.size[k], groups.rank[k] = 0, -1
    for times in range(5, 1, -1):
        for r in range(ACE, -1, -1):
            if count[r] == times:
                groups.size[n], groups.rank[n] = times, r
                n += 1
    for r in range(ACE, -1, -1):
        if count[r] == 1:
            groups.single[singles] = r
            singles += 1


cdef inline bint row_fits(const int64_t *row, const Groups *groups) noexcept nogil:
    """Tell whether a row speaks of cards that are grouped so."""
    cdef int k
    for k in range(GROUPS):
        if groups.size[k] != row[k]:
            return False
        if groups.size[k] and not row[GROUPS + k] >> groups.rank[k] & 1:
            return False
    for k in range(2):
        if row[2 * GROUPS + k] and (
                groups.single[k] < 0 or not row[2 * GROUPS + k] >> groups.single[k] & 1):
            return False
    return True


cdef inline int fronts_of(const Cards *cards, const Groups *groups, const Setting *setting)\
        noexcept nogil:
    """Return what a setting puts in front, as bits."""
    cdef int a = cards.rank[setting.first], b = cards.rank[setting.second], c
    cdef int fronts = MADE if is_made(setting.high) else 0
    if a < b:
        a, b = b, a
    if a == b:
        if a == groups.rank[0]:
            return fronts | FIRST_PAIR | (FIRST_PAIR_MADE if fronts else 0)
        return fronts | (SECOND_PAIR if a == groups.rank[1] else 0)
    if a == groups.single[0] and b == groups.single[1]:
        fronts |= SINGLES
    if a == groups.single[1] and b == groups.single[2]:
        fronts |= NEXT_SINGLES
    c = groups.rank[0]
    if (a == c and b == groups.single[0]) or (b == c and a == groups.single[0]):
        fronts |= FIRST_AND_SINGLE
    return fronts


cdef inline uint32_t preferred(const Cards *cards, const Setting *setting, int fronts)\
        noexcept nogil:
    """Return a number that is largest for the setting a way takes of several; above 0."""
    cdef bint joker = cards.joker >= 0 and (
        setting.first == cards.joker or setting.second == cards.joker)
    cdef uint32_t before = joker or fronts & (MADE | FIRST_PAIR_MADE) != 0
    return <uint32_t>(setting.low + 1) << 25 | before << 24 | setting.high


cdef inline Py_ssize_t set_by_way(const Runs *runs, const int64_t *way, Py_ssize_t rows,
        const Cards *cards, Setting *chosen) noexcept nogil:
    """Write how a way sets seven cards; return the row that does, -1 for none."""
    cdef Setting found[SETTINGS]
    cdef Groups groups
    cdef const int64_t *row
    cdef int k, fronts
    cdef Py_ssize_t at
    cdef uint32_t best, key
    group(cards, &groups)
    settings_of(runs, cards, found)
    for at in range(rows):
        row = way + at * ROW
        if not row_fits(row, &groups):
            continue
        best = 0
        for k in range(SETTINGS):
            fronts = fronts_of(cards, &groups, &found[k]) & row[ROW - 1]
            if fronts:
                key = preferred(cards, &found[k], fronts)
                if key > best:
                    best, chosen[0] = key, found[k]
        if best:
            return at
    return -1
