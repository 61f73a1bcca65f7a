"""Card sets up to a relabelling of the suits: one canonical state of each kind, and how many deals
it stands for.

A state gives each role a set of cards, the sets disjoint. Over all deals D of sets of the sizes
asked for,

    sum over D of f(D) = sum over canonical states S of weight(S) f(S)

for every f that does not change when suits are relabelled; weight(S) is the number of different
states that relabelling makes of S. `states` lists (S, weight), `census` adds the weights up by the
column of S's facts, `menus` collects what the joker offers. Masks are 64-bit words, `roles` a
state; weights and counts are deals, as 64-bit integers whose sum the caller has made sure fits.
"""

from cpython cimport array
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset
import array

from cards cimport JOKER_BIT, lane_of, suits_of
from guards cimport is_interrupted, raise_signal
from hands cimport Profile, Ranking, line_of, profile_of, strength_from, with_suit
from limits cimport MAX_ROLES
from program cimport LINE, Fact, Program, column_of, hand_menu, load
from suits cimport Lanes, canonical, factorial, free_lanes, new_lanes

cdef enum:
    FEW = (1 << 12) - 1        # calls of next_suit between two looks for a signal

cdef struct Walk:
    int suits
    int place[4]
    int roles
    int first                  # roles before this one are given
    int size[MAX_ROLES]        # natural cards of each role
    int joker_role             # the role that holds the joker, or -1
    Lanes *lanes
    uint32_t lane[MAX_ROLES][4]
    uint32_t used[4]
    # tied[r][s]: suits s - 1 and s hold the same lanes in all roles before r
    bint tied[MAX_ROLES + 1][4]
    int64_t weight[8]          # by which neighbouring suits are tied at the end
    uint64_t state[MAX_ROLES]
    # of the ways to fill the first free role up to suit `cut`, only every `parts`th, counted from
    # `part`: the first suit of most states holds few cards, so that it alone would cut unevenly
    int part, parts, cut
    int turn
    # what to do with a state: collect it, or count the column of its facts
    Program *program
    int64_t *counts
    # the only fact is the line of one hand of natural cards, all of one role
    bint plain
    bint failed
    unsigned int turns         # lanes gone through so far
    bint interrupted
    uint64_t *states
    int64_t *weights
    Py_ssize_t found
    Py_ssize_t room


cdef bint start(Walk *w, uint64_t deck, const int64_t[::1] sizes, const uint64_t[::1] given,
        int joker_role) except -1:
    cdef int r, s, run, tie, orbit, largest = 0
    memset(w, 0, sizeof(Walk))
    w.suits = suits_of(deck, w.place)
    w.roles, w.first = <int>sizes.shape[0], <int>given.shape[0]
    w.joker_role, w.parts = joker_role, 1
    w.cut = w.suits - 1 if w.roles > 1 else w.suits > 2
    if not w.suits or w.roles > MAX_ROLES or w.first > w.roles or joker_role >= w.roles:
        raise ValueError("too many roles for the kernels")
    for r in range(w.roles):
        if not (r == joker_role) <= sizes[r] <= 64:
            raise ValueError("a role of no number of cards")
        w.size[r] = <int>sizes[r] - (r == joker_role)
        if r >= w.first:
            largest = max(largest, w.size[r])
    for s in range(1, w.suits):
        w.tied[0][s] = True
    for r in range(w.first):
        w.state[r] = given[r]
        for s in range(w.suits):
            w.lane[r][s] = lane_of(given[r], w.place[s])
            w.used[s] |= w.lane[r][s]
            w.tied[r + 1][s] = w.tied[r][s] and w.lane[r][s] == w.lane[r][s - 1]
    for tie in range(8):
        orbit, run = factorial(w.suits), 1
        for s in range(1, w.suits):
            run = run + 1 if tie >> (s - 1) & 1 else 1
            orbit //= run
        w.weight[tie] = orbit
    w.lanes = new_lanes(lane_of(deck, w.place[0]), min(largest, 13))
    if w.lanes == NULL:
        raise MemoryError("no memory for the lanes of a suit")
    return True


cdef void leaf(Walk *w, int64_t weight) noexcept nogil:
    cdef int64_t column
    cdef uint64_t *grown
    cdef int64_t *heavier
    if w.program != NULL:
        column = column_of(w.program, w.state)
        if column < 0:
            w.failed = True
        else:
            w.counts[column] += weight
        return
    if w.found == w.room:
        w.room = 2 * w.room + 1024
        grown = <uint64_t *>realloc(w.states, w.room * w.roles * sizeof(uint64_t))
        heavier = <int64_t *>realloc(w.weights, w.room * sizeof(int64_t))
        w.states = grown if grown != NULL else w.states
        w.weights = heavier if heavier != NULL else w.weights
        if grown == NULL or heavier == NULL:
            w.failed, w.room = True, w.found
            return
    memcpy(w.states + w.found * w.roles, w.state, w.roles * sizeof(uint64_t))
    w.weights[w.found] = weight
    w.found += 1


cdef void last_suit(Walk *w, int role, int left) noexcept nogil:
    """Give the last suit its `left` cards of the last role: every way is a state."""
    cdef int s = w.suits - 1, i, tie = 0
    cdef uint64_t mask = <uint64_t>(role == w.joker_role) << JOKER_BIT
    cdef uint32_t lane, above = w.lane[role][s - 1]
    cdef bint tied = w.tied[role][s]
    for i in range(s):
        mask |= <uint64_t>w.lane[role][i] << 16 * w.place[i]
        if i:
            tie |= (w.tied[role][i] and w.lane[role][i] == w.lane[role][i - 1]) << (i - 1)
    if w.plain:
        plain_suit(w, mask, left, tie)
        return
    for i in range(w.lanes.start[left][above] if tied else 0, w.lanes.count[left]):
        lane = w.lanes.lane[left][i]
        if not lane & w.used[s]:
            w.state[role] = mask | <uint64_t>lane << 16 * w.place[s]
            leaf(w, w.weight[tie | (tied and lane == above) << (s - 1)])


cdef void plain_suit(Walk *w, uint64_t mask, int left, int tie) noexcept nogil:
    """Count the lines of all ways to fill the last suit; the other suits are looked at once."""
    cdef int s = w.suits - 1, i
    cdef const Ranking *ranking = &w.program.hand[0].ranking
    cdef const Fact *fact = &w.program.fact[0]
    cdef Profile others = profile_of(mask, ranking.size), p
    cdef uint32_t lane, above = w.lane[0][s - 1]
    cdef uint32_t least = fact.threshold[fact.lines - 1]
    for i in range(w.lanes.start[left][above], w.lanes.count[left]):
        lane = w.lanes.lane[left][i]
        p = with_suit(&others, w.place[s], lane, left >= ranking.size)
        w.counts[line_of(strength_from(&p, ranking, least), fact.threshold,
            fact.lines) * fact.stride] += w.weight[
            tie | (lane == above) << (s - 1)]


cdef void end_role(Walk *w, int role) noexcept nogil:
    """The suits of a role that is not the last are filled: go on with the next role."""
    cdef int s
    cdef uint64_t mask = <uint64_t>(role == w.joker_role) << JOKER_BIT
    for s in range(w.suits):
        mask |= <uint64_t>w.lane[role][s] << 16 * w.place[s]
        w.tied[role + 1][s] = w.tied[role][s] and w.lane[role][s] == w.lane[role][s - 1]
        w.used[s] |= w.lane[role][s]
    w.state[role] = mask
    next_suit(w, role + 1, 0, w.size[role + 1])
    for s in range(w.suits):
        w.used[s] &= ~w.lane[role][s]


cdef void next_suit(Walk *w, int role, int s, int left) noexcept nogil:
    """Give suit `s` every lane of the role that keeps the state canonical; `left` cards are for it
    and the suits after it.
    """
    cdef bint last = s == w.suits - 1
    cdef int k, i, begin
    cdef uint32_t lane
    w.turns += 1
    if not w.turns & FEW:
        w.interrupted = is_interrupted()
    if s >= 4 or left > 13 * (w.suits - s) or w.interrupted or w.failed:
        return
    if last and role == w.roles - 1 and s:
        last_suit(w, role, left)
        return
    for k in range(left if last else 0, min(left, 13) + 1):
        begin = w.lanes.start[k][w.lane[role][s - 1]] if s and w.tied[role][s] else 0
        for i in range(begin, w.lanes.count[k]):
            lane = w.lanes.lane[k][i]
            if lane & w.used[s]:
                continue
            if s == w.cut and role == w.first:
                w.turn += 1
                if w.turn % w.parts != w.part:
                    continue
            w.lane[role][s] = lane
            if not last:
                next_suit(w, role, s + 1, left - k)
            elif role == w.roles - 1:      # a deck of one suit
                w.state[role] = <uint64_t>lane << 16 * w.place[0] | (
                    <uint64_t>(role == w.joker_role) << JOKER_BIT)
                leaf(w, 1)
            else:
                end_role(w, role)


cdef void run(Walk *w) noexcept nogil:
    """Visit every canonical state."""
    if w.first < w.roles:
        next_suit(w, w.first, 0, w.size[w.first])
    else:
        leaf(w, w.weight[w.tied[w.roles][1] | w.tied[w.roles][2] << 1 | w.tied[w.roles][3] << 2])


def states(uint64_t deck, const int64_t[::1] sizes, const uint64_t[::1] given, int joker_role):
    """Return (masks, weights) of the canonical states with `sizes` cards in each role.

    deck: the mask of all cards. given: the masks of the first roles, where they are fixed already.
        joker_role: the role that
    holds the joker, or -1 for the states without it. Weights: how many states each stands for, as
    array('q').
    """
    cdef Walk w
    cdef array.array masks, weights
    start(&w, deck, sizes, given, joker_role)
    try:
        with nogil:
            run(&w)
        if w.interrupted:
            raise_signal()
        if w.failed:
            raise MemoryError("no memory for the states of the game")
        masks = array.clone(array.array("Q"), w.found * w.roles, zero=False)
        weights = array.clone(array.array("q"), w.found, zero=False)
        if w.found:
            memcpy(masks.data.as_voidptr, w.states, w.found * w.roles * sizeof(uint64_t))
            memcpy(weights.data.as_voidptr, w.weights, w.found * sizeof(int64_t))
        return masks, weights
    finally:
        free(w.states)
        free(w.weights)
        free_lanes(w.lanes)


def census(uint64_t deck, const int64_t[::1] sizes, int joker_role, const int64_t[::1] program,
        int64_t[::1] counts,
           int part, int parts):
    """Add to `counts` (OUT) the column of every deal of `sizes` cards, without keeping the states.

    part, parts: this call's share of the work; the shares of all parts add up to the whole.
    """
    cdef Program p
    cdef Walk w
    load(program, &p)
    if counts.shape[0] != p.columns or p.parts > sizes.shape[0] or not 0 <= part < parts:
        raise ValueError("as many counts as columns are wanted")
    start(&w, deck, sizes, array.array("Q"), joker_role)
    w.program, w.counts, w.part, w.parts = &p, &counts[0], part, parts
    w.plain = (w.roles == 1 and joker_role < 0 and p.facts == 1 and p.fact[0].kind == LINE
        and not p.hand[0].ranking.wild)
    w.plain = w.plain and not p.hand[0].must
    try:
        with nogil:
            run(&w)
        if w.interrupted:
            raise_signal()
        if w.failed:
            raise ValueError("a joker's menu of hands was not declared")
    finally:
        free_lanes(w.lanes)


def relabelled(uint64_t deck, uint64_t[::1] state):
    """Relabel the suits of a state (INOUT), one mask a role, so that it becomes canonical."""
    cdef int place[4]
    cdef int suits = suits_of(deck, place)
    if not suits or not 0 < state.shape[0] <= MAX_ROLES:
        raise ValueError("too many roles for the kernels")
    canonical(&state[0], <int>state.shape[0], place, suits)


def menus(uint64_t deck, int cards, const int64_t[::1] program):
    """Return the sorted sets of lines (as bit masks) that hands of `cards` cards with the joker may
    be called.

    program: one hand of one part, and one fact, the line it reaches.
    """
    cdef Program p
    cdef const uint64_t[::1] masks
    cdef Py_ssize_t i
    cdef array.array out
    cdef uint32_t[::1] seen
    load(program, &p)
    if not p.hands or not p.facts or p.fact[0].kind != LINE or p.parts != 1 or cards < 1:
        raise ValueError("one hand of one part is wanted, and the line it reaches")
    found = states(deck, array.array("q", [cards]), array.array("Q"), 0)[0]
    masks = found
    out = array.clone(array.array("I"), len(found), zero=False)
    seen = out
    with nogil:
        for i in range(masks.shape[0]):
            seen[i] = hand_menu(&p.hand[0], &p.fact[0], &masks[i])
    return sorted(set(out))
