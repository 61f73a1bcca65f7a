"""The general way to count: every canonical state, every completion of it, every fact of the deal.

States are flat arrays, `roles` masks each; weights say how many deals a canonical state stands for. All counts are exact
64-bit integers; the caller has made sure that the total number of deals fits.
"""

from cpython cimport array
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset
import array

from hands cimport LANE, Profile, Ranking, card_count, line_of, low_bit, profile_of, strength_from, with_suit
from program cimport LINE, Choices, Fact, Program, chosen_cards, column_of, first_choice, hand_menu, load, next_choice
from subsets cimport Binomials, fill_binomials
from suits cimport JOKER_BIT, MAX_ROLES, Lanes, canonical, factorial, free_lanes, new_lanes, suits_of

cdef enum:
    MAX_HIDDEN = 8

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
    bint tied[MAX_ROLES + 1][4]    # tied[r][s]: suits s - 1 and s hold the same lanes in all roles before r
    int64_t weight[8]          # by which neighbouring suits are tied at the end
    uint64_t state[MAX_ROLES]
    int part                   # of the lanes that the first suit of the first free role may hold,
    int parts                  # only every `parts`th, counted from `part`
    int turn
    # what to do with a state: collect it, or count the column of its facts
    Program *program
    int64_t *counts
    bint plain                 # the only fact is the line of one hand of natural cards, all of one role
    bint failed
    uint64_t *states
    int64_t *weights
    Py_ssize_t found
    Py_ssize_t room


cdef bint start(Walk *w, uint64_t deck, const int64_t[::1] sizes, const uint64_t[::1] given, int joker_role) except -1:
    cdef int r, s, run, tie, orbit, largest = 0
    memset(w, 0, sizeof(Walk))
    w.suits = suits_of(deck, w.place)
    w.roles, w.first, w.joker_role, w.parts = <int>sizes.shape[0], <int>given.shape[0], joker_role, 1
    if w.roles > MAX_ROLES:
        raise ValueError("too many roles for the kernels")
    for r in range(w.roles):
        w.size[r] = <int>sizes[r] - (r == joker_role)
        largest = max(largest, w.size[r])
    for s in range(1, w.suits):
        w.tied[0][s] = True
    for r in range(w.first):
        w.state[r] = given[r]
        for s in range(w.suits):
            w.lane[r][s] = (given[r] >> 16 * w.place[s]) & LANE
            w.used[s] |= w.lane[r][s]
            w.tied[r + 1][s] = w.tied[r][s] and w.lane[r][s] == w.lane[r][s - 1]
    for tie in range(8):
        orbit, run = factorial(w.suits), 1
        for s in range(1, w.suits):
            run = run + 1 if tie >> (s - 1) & 1 else 1
            orbit //= run
        w.weight[tie] = orbit
    w.lanes = new_lanes((deck >> 16 * w.place[0]) & LANE, min(largest, 13))
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
        w.counts[line_of(strength_from(&p, ranking, least), fact.threshold, fact.lines) * fact.stride] += w.weight[
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
    """Give suit `s` every lane of the role that keeps the state canonical; `left` cards are for it and the suits after it."""
    cdef bint last = s == w.suits - 1
    cdef int k, i, begin
    cdef uint32_t lane
    if s >= 4 or left > 13 * (w.suits - s):
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
            if s == 0 and role == w.first:
                w.turn += 1
                if w.turn % w.parts != w.part:
                    continue
            w.lane[role][s] = lane
            if not last:
                next_suit(w, role, s + 1, left - k)
            elif role == w.roles - 1:      # a deck of one suit
                w.state[role] = <uint64_t>lane << 16 * w.place[0] | <uint64_t>(role == w.joker_role) << JOKER_BIT
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

    deck: the mask of all cards. given: the masks of the first roles, where they are fixed already. joker_role: the role that
    holds the joker, or -1 for the states without it. Weights: how many states each stands for, as array('q').
    """
    cdef Walk w
    cdef array.array masks, weights
    start(&w, deck, sizes, given, joker_role)
    try:
        with nogil:
            run(&w)
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


def census(uint64_t deck, const int64_t[::1] sizes, int joker_role, const int64_t[::1] program, int64_t[::1] counts,
           int part, int parts):
    """Add to `counts` (OUT) the column of every deal of `sizes` cards, without keeping the states.

    part, parts: this call's share of the work; the shares of all parts add up to the whole.
    """
    cdef Program p
    cdef Walk w
    load(program, &p)
    if counts.shape[0] != p.columns:
        raise ValueError("as many counts as columns are wanted")
    start(&w, deck, sizes, array.array("Q"), joker_role)
    w.program, w.counts, w.part, w.parts = &p, &counts[0], part, parts
    w.plain = w.roles == 1 and joker_role < 0 and p.facts == 1 and p.fact[0].kind == LINE and not p.hand[0].must
    try:
        with nogil:
            run(&w)
        if w.failed:
            raise ValueError("a joker's menu of hands was not declared")
    finally:
        free_lanes(w.lanes)


cdef struct Hidden:
    Program *program
    uint64_t parts[MAX_ROLES + MAX_HIDDEN]
    int first                  # the part that the first hidden group fills
    int groups
    int size[MAX_HIDDEN]
    int64_t weight
    int64_t *row


cdef bint deal_hidden(Hidden *h, int group, uint64_t pool) noexcept nogil:
    """Add the columns of all ways to deal the hidden groups to the row; False on a menu that was not declared."""
    cdef Choices c
    cdef int64_t column
    cdef bint more
    if group == h.groups:
        column = column_of(h.program, h.parts)
        if column < 0:
            return False
        h.row[column] += h.weight
        return True
    more = first_choice(&c, pool, h.size[group])
    while more:
        h.parts[h.first + group] = chosen_cards(&c)
        if not deal_hidden(h, group + 1, pool & ~h.parts[h.first + group]):
            return False
        more = next_choice(&c)
    return True


def count(uint64_t deck, int roles, const uint64_t[::1] states, const int64_t[::1] weights, const int64_t[::1] hidden,
          const int64_t[::1] program, int64_t[::1] counts):
    """Fill `counts` (OUT, zeros before): for each state, weight x completions in each column.

    hidden: the sizes of the groups not yet seen. counts: one row of columns a state.
    """
    cdef Program p
    cdef Hidden h
    cdef Py_ssize_t i
    cdef int r
    cdef uint64_t seen
    cdef bint ok = True
    load(program, &p)
    if hidden.shape[0] > MAX_HIDDEN or roles > MAX_ROLES or p.parts > MAX_ROLES + MAX_HIDDEN:
        raise ValueError("too many hidden groups for the kernels")
    if states.shape[0] != weights.shape[0] * roles:
        raise ValueError("states and weights do not fit")
    if counts.shape[0] != weights.shape[0] * p.columns:
        raise ValueError("one row of counts a state is wanted")
    h.program, h.first, h.groups = &p, roles, <int>hidden.shape[0]
    for r in range(h.groups):
        h.size[r] = <int>hidden[r]
        if not 0 <= h.size[r] <= 16:
            raise ValueError("more than 16 cards in a hidden group")
    with nogil:
        for i in range(weights.shape[0]):
            seen = 0
            for r in range(roles):
                h.parts[r] = states[i * roles + r]
                seen |= h.parts[r]
            h.weight, h.row = weights[i], &counts[i * p.columns]
            ok = deal_hidden(&h, 0, deck & ~seen) and ok
    if not ok:
        raise ValueError("a joker's menu of hands was not declared")


def columns(int roles, const uint64_t[::1] states, const int64_t[::1] program, int64_t[::1] out):
    """Write the column of each state's own facts to `out` (OUT)."""
    cdef Program p
    cdef Py_ssize_t i
    cdef bint ok = True
    load(program, &p)
    if states.shape[0] != out.shape[0] * roles:
        raise ValueError("one column a state is wanted")
    with nogil:
        for i in range(out.shape[0]):
            out[i] = column_of(&p, &states[i * roles])
            ok = ok and out[i] >= 0
    if not ok:
        raise ValueError("a joker's menu of hands was not declared")


def relabelled(uint64_t deck, uint64_t[::1] state):
    """Relabel the suits of a state (INOUT), one mask a role, so that it becomes canonical."""
    cdef int place[4]
    cdef int suits = suits_of(deck, place)
    if not 0 < state.shape[0] <= MAX_ROLES:
        raise ValueError("too many roles for the kernels")
    canonical(&state[0], <int>state.shape[0], place, suits)


def menus(uint64_t deck, int cards, const int64_t[::1] program):
    """Return the sorted sets of lines (as bit masks) that hands of `cards` cards with the joker may be called.

    program: one hand of one part, and one fact, the line it reaches.
    """
    cdef Program p
    cdef const uint64_t[::1] masks
    cdef Py_ssize_t i
    cdef array.array out
    cdef uint32_t[::1] seen
    load(program, &p)
    found = states(deck, array.array("q", [cards]), array.array("Q"), 0)[0]
    masks = found
    out = array.clone(array.array("I"), len(found), zero=False)
    seen = out
    with nogil:
        for i in range(masks.shape[0]):
            seen[i] = hand_menu(&p.hand[0], &p.fact[0], &masks[i])
    return sorted(set(out))


cdef struct Split:             # how a child's roles came about: each role from some of the parent's roles and new cards
    int targets
    int role[16]               # the child's role that is split
    int target[16]             # the parent's role, or -1 for cards dealt in between
    int size[16]


cdef struct Finder:            # canonical parent states by hash
    const uint64_t *states
    int roles
    int32_t *slot
    uint64_t mask


cdef uint64_t hash_of(const uint64_t *state, int roles) noexcept nogil:
    cdef uint64_t x = 0
    cdef int r
    for r in range(roles):
        x = (x ^ state[r]) * 0x9E3779B97F4A7C15u
        x ^= x >> 29
    return x


cdef int32_t find(const Finder *f, const uint64_t *state) noexcept nogil:
    cdef uint64_t at = hash_of(state, f.roles) & f.mask
    cdef int32_t i
    cdef int r
    while True:
        i = f.slot[at] - 1
        if i < 0:
            return -1
        r = 0
        while r < f.roles and f.states[i * f.roles + r] == state[r]:
            r += 1
        if r == f.roles:
            return i
        at = (at + 1) & f.mask


cdef struct Linking:
    Split split
    Finder finder
    const uint64_t *child
    uint64_t parent[MAX_ROLES]
    int place[4]
    int suits
    int varying                # the only parent role that is not the same in all parents, or -1
    int number[64]             # of each card, for the places of sets of the varying role
    Binomials choose
    int32_t *known             # set of the varying role -> its parent + 1, as far as it was looked up
    int32_t *out


cdef int32_t parent_of(Linking *l) noexcept nogil:
    """Return the place of the present parent among the canonical ones, or -1."""
    cdef uint64_t state[MAX_ROLES]
    cdef uint64_t left
    cdef int64_t place = 0
    cdef int r, t = 0
    if l.varying >= 0:
        left = l.parent[l.varying]
        while left:
            t += 1
            place += l.choose.of[l.number[low_bit(left)]][t]
            left &= left - 1
        if l.known[place]:
            return l.known[place] - 1
    for r in range(l.finder.roles):
        state[r] = l.parent[r]
    canonical(state, l.finder.roles, l.place, l.suits)
    r = find(&l.finder, state)
    if l.varying >= 0:
        l.known[place] = r + 1
    return r


cdef void link(Linking *l, int target, uint64_t pool) noexcept nogil:
    """Give the targets from `target` on every share of the child's cards; `pool` is what is left of the present role."""
    cdef Choices c
    cdef uint64_t rest
    cdef bint more
    if target == l.split.targets:
        l.out[0] = parent_of(l)
        l.out += 1
        return
    if target == 0 or l.split.role[target] != l.split.role[target - 1]:
        pool = l.child[l.split.role[target]]
    more = first_choice(&c, pool, l.split.size[target])
    while more:
        rest = chosen_cards(&c)
        if l.split.target[target] >= 0:
            l.parent[l.split.target[target]] |= rest
        link(l, target + 1, pool & ~rest)
        if l.split.target[target] >= 0:
            l.parent[l.split.target[target]] &= ~rest
        more = next_choice(&c)


cdef int only_varying(Finder *f, Py_ssize_t parents) noexcept nogil:
    """Return the one role that is not the same in all parents, if it is small enough for a table; else -1."""
    cdef int r, found = -1
    cdef Py_ssize_t i
    for r in range(f.roles):
        for i in range(1, parents):
            if f.states[i * f.roles + r] != f.states[r]:
                if found >= 0:
                    return -1
                found = r
                break
    if found >= 0 and card_count(f.states[found]) + (f.states[found] >> JOKER_BIT) > 4:
        return -1
    return found


def links(uint64_t deck, int roles, const uint64_t[::1] states, int parent_roles, const uint64_t[::1] parents,
          const int64_t[::1] split, int32_t[::1] out):
    """Write, for every child state, the places of all the parents it can have come from to `out` (OUT), as many each.

    split: triples (child's role, parent's role or -1 for newly dealt cards, how many cards), grouped by the child's role.
    Raises ValueError where a parent is missing: the states of the two levels do not belong together.
    """
    cdef Linking l
    cdef Py_ssize_t i, n = states.shape[0] // roles, m = parents.shape[0] // parent_roles
    cdef Py_ssize_t fan = out.shape[0] // n if n else 0
    cdef uint64_t at
    cdef int j, cards = 0
    cdef bint ok = True
    memset(&l, 0, sizeof(Linking))
    l.suits = suits_of(deck, l.place)
    l.split.targets = <int>split.shape[0] // 3
    if n == 0 or m == 0 or l.split.targets > 16 or parent_roles > MAX_ROLES or fan * n != out.shape[0]:
        raise ValueError("states and links do not fit")
    for j in range(l.split.targets):
        l.split.role[j], l.split.target[j] = <int>split[3 * j], <int>split[3 * j + 1]
        l.split.size[j] = <int>split[3 * j + 2]
        if not 0 <= l.split.size[j] <= 16:
            raise ValueError("more than 16 cards of one role")
    l.finder.states, l.finder.roles, l.finder.mask = &parents[0], parent_roles, 1
    while l.finder.mask < <uint64_t>(2 * m):
        l.finder.mask = 2 * l.finder.mask
    l.finder.slot = <int32_t *>calloc(l.finder.mask, sizeof(int32_t))
    l.finder.mask -= 1
    l.varying = only_varying(&l.finder, m)
    for j in range(64):
        l.number[j] = cards
        cards += deck >> j & 1
    fill_binomials(&l.choose)
    if l.varying >= 0:
        j = card_count(parents[l.varying]) + (parents[l.varying] >> JOKER_BIT)
        l.known = <int32_t *>calloc(l.choose.of[cards][j], sizeof(int32_t))
    if l.finder.slot == NULL or (l.varying >= 0 and l.known == NULL):
        free(l.finder.slot)
        free(l.known)
        raise MemoryError("no memory to find parent states")
    with nogil:
        for i in range(m):
            at = hash_of(&parents[i * parent_roles], parent_roles) & l.finder.mask
            while l.finder.slot[at]:
                at = (at + 1) & l.finder.mask
            l.finder.slot[at] = <int32_t>i + 1
        for i in range(n):
            l.child, l.out = &states[i * roles], &out[i * fan]
            link(&l, 0, 0)
            ok = ok and l.out == &out[i * fan] + fan
        free(l.finder.slot)
        free(l.known)
    if not ok:
        raise ValueError("a state with an unexpected number of parents")
    for i in range(out.shape[0]):
        if out[i] < 0:
            raise ValueError("a state without its parent")
