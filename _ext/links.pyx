"""Which information sets of one decision lie before those of the next: from child states to
canonical parent states.

A child's roles hold the cards of its parent's roles and cards dealt in between. For every child
state, and every way to share each of its roles out among the targets of `split`, `links` gives the
place of

    canonical(the cards that the parent's roles take)

in the list of parent states, in the order of the ways, so that the value of a parent is the sum of
the values of its children over all links. Places are 32-bit integers, as many a child as there are
ways.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from bits cimport bit_count
from cards cimport suits_of
from colex cimport Binomials, Numbering, fill_binomials, number_cards, place_of_cards
from guards cimport are_dealt
from limits cimport MAX_ROLES, MAX_TAKEN
from program cimport Choices, chosen_cards, first_choice, next_choice
from suits cimport canonical
from table cimport Table, drop, enter, make_room, row_seat, tag_of

cdef enum:
    MAX_TARGETS = 16
    MAX_VARYING = 4            # cards of a role whose sets are kept in a table of their own

# how a child's roles came about: each role from some of the parent's roles and new cards
cdef struct Split:
    int targets
    int role[MAX_TARGETS]      # the child's role that is split
    int target[MAX_TARGETS]    # the parent's role, or -1 for cards dealt in between
    int size[MAX_TARGETS]

cdef struct Linking:
    Split split
    const uint64_t *parents
    int roles                  # of a parent
    Table table                # the parents by their cards
    const uint64_t *child
    uint64_t parent[MAX_ROLES]
    int place[4]
    int suits
    int varying                # the only parent role that is not the same in all parents, or -1
    Numbering deck
    Binomials choose
    # set of the varying role -> its parent + 1, as far as it was looked up
    int32_t *known
    int32_t *out               # where the next place goes; `end`: of the present child's
    int32_t *end


cdef int32_t find(const Linking *l, const uint64_t *state) noexcept nogil:
    """Return the place of a canonical state among the parents, or -1."""
    cdef Py_ssize_t size = l.roles * sizeof(uint64_t)
    cdef Py_ssize_t at = row_seat(&l.table, tag_of(state, size), l.parents, size, state, size)
    return l.table.number[at] if l.table.tag[at] else -1


cdef int32_t parent_of(Linking *l) noexcept nogil:
    """Return the place of the present parent among the canonical ones, or -1."""
    cdef uint64_t state[MAX_ROLES]
    cdef int64_t place = 0
    cdef int32_t found
    cdef int r
    if l.varying >= 0:
        place = place_of_cards(&l.choose, &l.deck, l.parent[l.varying])
        if l.known[place]:
            return l.known[place] - 1
    for r in range(l.roles):
        state[r] = l.parent[r]
    canonical(state, l.roles, l.place, l.suits)
    found = find(l, state)
    if l.varying >= 0:
        l.known[place] = found + 1
    return found


cdef void link(Linking *l, int target, uint64_t pool) noexcept nogil:
    """Give the targets from `target` on every share of the child's cards; `pool` is what is left of
    the present role.
    """
    cdef Choices c
    cdef uint64_t rest
    cdef bint more
    if target == l.split.targets:
        if l.out < l.end:
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


cdef int only_varying(const uint64_t *parents, Py_ssize_t count, int roles) noexcept nogil:
    """Return the one role that is not the same in all parents, if it is small enough for a table;
    else -1.
    """
    cdef int r, found = -1
    cdef Py_ssize_t i
    for r in range(roles):
        for i in range(1, count):
            if parents[i * roles + r] != parents[r]:
                if found >= 0:
                    return -1
                found = r
                break
    return found if found >= 0 and bit_count(parents[found]) <= MAX_VARYING else -1


cdef bint enter_parents(Linking *l, Py_ssize_t count) noexcept nogil:
    """Put all parents into the table; False where one stands twice."""
    cdef Py_ssize_t i, at, size = l.roles * sizeof(uint64_t)
    cdef uint64_t tag
    for i in range(count):
        tag = tag_of(l.parents + i * l.roles, size)
        at = row_seat(&l.table, tag, l.parents, size, l.parents + i * l.roles, size)
        if l.table.tag[at]:
            return False
        enter(&l.table, at, tag)
    return True


cdef int read_split(Split *split, const int64_t[::1] triples, int roles,
        int parent_roles) except -1:
    cdef int j
    split.targets = <int>triples.shape[0] // 3
    if split.targets > MAX_TARGETS or 3 * split.targets != triples.shape[0]:
        raise ValueError("no triples, or too many targets for the kernels")
    for j in range(split.targets):
        if not 0 <= triples[3 * j] < roles or not -1 <= triples[3 * j + 1] < parent_roles:
            raise ValueError("cards of a role that there is not")
        split.role[j], split.target[j] = <int>triples[3 * j], <int>triples[3 * j + 1]
        split.size[j] = <int>triples[3 * j + 2]
        if not 0 <= split.size[j] <= MAX_TAKEN:
            raise ValueError("more than 16 cards of one role")
    return 0


cdef int moved(const Split *split, int role) noexcept:
    """Return how many cards of a parent's role come from the child's."""
    cdef int j, cards = 0
    for j in range(split.targets):
        if split.target[j] == role:
            cards += split.size[j]
    return cards


def links(uint64_t deck, int roles, const uint64_t[::1] states, int parent_roles,
        const uint64_t[::1] parents,
          const int64_t[::1] split, int32_t[::1] out):
    """Write, for every child state, the places of all the parents it can have come from to `out`
    (OUT), as many each.

    split: triples (child's role, parent's role or -1 for newly dealt cards, how many cards),
        grouped by the child's role.
    Raises ValueError where a parent is missing: the states of the two levels do not belong
    together.
    """
    cdef Linking l
    cdef Py_ssize_t i, n, m, fan
    cdef bint once, ok = True
    if not 0 < roles <= MAX_ROLES or not 0 < parent_roles <= MAX_ROLES:
        raise ValueError("states of too many roles for the kernels, or of none")
    n, m = states.shape[0] // roles, parents.shape[0] // parent_roles
    fan = out.shape[0] // n if n else 0
    if n == 0 or m == 0 or fan * n != out.shape[0] or n * roles != states.shape[0] \
            or m * parent_roles != parents.shape[0] or not are_dealt(states, deck) \
            or not are_dealt(parents, deck):
        raise ValueError("states and links do not fit")
    memset(&l, 0, sizeof(Linking))
    read_split(&l.split, split, roles, parent_roles)
    l.suits = suits_of(deck, l.place)
    l.parents, l.roles = &parents[0], parent_roles
    l.varying = only_varying(l.parents, m, parent_roles)
    if l.varying >= 0 and moved(&l.split, l.varying) != bit_count(parents[l.varying]):
        raise ValueError("a state with parents of other sizes")
    number_cards(&l.deck, deck)
    fill_binomials(&l.choose)
    if l.varying >= 0:
        l.known = <int32_t *>calloc(l.choose.of[bit_count(parents[l.varying])][l.deck.cards],
            sizeof(int32_t))
    # Half of the buckets stay free: most sets are looked up once, and few buckets passed over.
    if not make_room(&l.table, 2 * m) or (l.varying >= 0 and l.known == NULL):
        drop(&l.table)
        free(l.known)
        raise MemoryError("no memory to find parent states")
    with nogil:
        once = enter_parents(&l, m)
        for i in range(n if once else 0):
            l.child, l.out, l.end = &states[i * roles], &out[i * fan], &out[i * fan] + fan
            link(&l, 0, 0)
            if l.out != l.end:
                ok = False
                break
        drop(&l.table)
        free(l.known)
    if not once:
        raise ValueError("a parent stands twice")
    if not ok:
        raise ValueError("a state with an unexpected number of parents")
    for i in range(out.shape[0]):
        if out[i] < 0:
            raise ValueError("a state without its parent")
