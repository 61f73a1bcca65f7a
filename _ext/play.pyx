"""Decisions of rounds in batches: what is seen, which information set that is, and the action
chosen there.

An information set is known by the numbers (colex.pxd) of its canonical card sets, joined to one
number of 64 bits:

    key = 1 + (... (place(S1) C(n, k2) + place(S2)) C(n,
        k3) + ...), unique for sets of k1, k2 ... of the n cards.

A round's cards stand as one mask a zone, in the order of the play. A node is a place in the tree of
the player's actions.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from bits cimport bit_count
from cards cimport suits_of
from choices cimport Choice, two_bytes
from colex cimport Binomials, Numbering, fill_binomials, number_cards, place_of_cards
from guards cimport are_below
from limits cimport MAX_ROLES, MAX_TAKEN
from program cimport union_of
from suits cimport canonical, factorial
from table cimport Table
from table cimport drop, enter, expect, make_room, seat

cdef enum:
    AHEAD = 128                # look-ups that are under way at the same time
    LIKELY = 1 << 23           # information sets that room is made for before they are known


def seen(const uint64_t[::1] masks, int zones, const int64_t[::1] roles, uint64_t[::1] states):
    """Write to `states` (OUT) the cards of each role of every round; roles: for each the set of its
    zones, as bits.
    """
    cdef Py_ssize_t i, n = masks.shape[0] // zones if 0 < zones <= 32 else -1
    cdef int r, count = <int>roles.shape[0]
    if masks.shape[0] != n * zones or states.shape[0] != n * count \
            or not are_below(roles, count, <int64_t>1 << zones):
        raise ValueError("rounds and states do not fit")
    with nogil:
        for i in range(n):
            for r in range(count):
                states[i * count + r] = union_of(&masks[i * zones], <uint32_t>roles[r])


cdef class ActionTable:
    """Numbers the information sets of one decision, found again from any cards up to a relabelling
    of the suits.

    An information set is kept as one number of 64 bits: for each role the place of its cards among
    all sets of that size.
    """

    cdef Table table
    cdef int roles, suits
    cdef int place[4]
    cdef Numbering deck
    cdef Binomials choose
    cdef int size[MAX_ROLES]
    cdef uint64_t ways[MAX_ROLES]

    def __cinit__(self, uint64_t deck, const int64_t[::1] sizes):
        """deck: the mask of all cards. sizes: how many cards each role has."""
        cdef int i, left
        cdef object most = 1, likely = 1
        self.roles = <int>sizes.shape[0]
        if not 0 < self.roles <= MAX_ROLES or min(sizes) < 0 or max(sizes) > MAX_TAKEN:
            raise ValueError("too many roles or cards for the kernels")
        self.suits = suits_of(deck, self.place)
        number_cards(&self.deck, deck)
        fill_binomials(&self.choose)
        left = self.deck.cards
        for i in range(self.roles):
            self.size[i] = <int>sizes[i]
            self.ways[i] = <uint64_t>self.choose.of[sizes[i]][self.deck.cards]
            most *= self.ways[i]
            likely *= self.choose.of[sizes[i]][max(left, 0)]
            left -= <int>sizes[i]
        if most >= 2**64 - 1:
            raise ValueError("more information sets than 64 bits can number")
        # About as many as there will be, so that the table seldom grows; a guess too high is only
        # room.
        if not make_room(&self.table, min(likely // factorial(self.suits), LIKELY)):
            raise MemoryError("no memory for the decisions of the game")

    def __dealloc__(self):
        drop(&self.table)

    cdef uint64_t key(self, const uint64_t *state) noexcept nogil:
        """Return the number of a canonical state, from 1; 0 where a role has another number of
        cards.
        """
        cdef uint64_t key = 0
        cdef int r
        for r in range(self.roles):
            if bit_count(state[r]) != self.size[r]:
                return 0
            key = key * self.ways[r] + <uint64_t>place_of_cards(&self.choose, &self.deck, state[r])
        return key + 1

    def add(self, const uint64_t[::1] states):
        """Give the canonical states, a mask a role, the next numbers; raise ValueError where one
        has a number already.
        """
        cdef uint64_t key[AHEAD]
        cdef Py_ssize_t i = 0, k, at, many, n = states.shape[0] // self.roles
        cdef bint twice = False, odd = False
        if states.shape[0] != n * self.roles:
            raise ValueError("states and roles do not fit")
        if not make_room(&self.table, n):
            raise MemoryError("no memory for the decisions of the game")
        with nogil:
            while i < n:
                many = n - i if n - i < AHEAD else <Py_ssize_t>AHEAD
                for k in range(many):
                    key[k] = self.key(&states[(i + k) * self.roles])
                    expect(&self.table, key[k])
                for k in range(many):
                    at = seat(&self.table, key[k])
                    if not key[k]:
                        odd = True
                    elif self.table.tag[at]:
                        twice = True
                    else:
                        enter(&self.table, at, key[k])
                i += many
        if odd:
            raise ValueError("a state of other cards than the roles have")
        if twice:
            raise ValueError("an information set stands twice")

    def find(self, const uint64_t[::1] states, const int32_t[::1] nodes, const uint8_t[::1] live,
            int32_t[::1] places):
        """Write to `places` (OUT) the number of each round's state; only of rounds at a node that
        is `live`.
        """
        cdef uint64_t state[MAX_ROLES]
        cdef uint64_t key[AHEAD]
        cdef Py_ssize_t i = 0, k, at, many, n = nodes.shape[0]
        cdef int r
        cdef bint missing = False
        if states.shape[0] != n * self.roles or places.shape[0] != n \
                or not are_below(nodes, n, live.shape[0]):
            raise ValueError("rounds and states do not fit")
        with nogil:
            while i < n:
                many = n - i if n - i < AHEAD else <Py_ssize_t>AHEAD
                for k in range(many):
                    key[k] = 0
                    if live[nodes[i + k]]:
                        for r in range(self.roles):
                            state[r] = states[(i + k) * self.roles + r]
                        canonical(state, self.roles, self.place, self.suits)
                        key[k] = self.key(state)
                        missing = missing or not key[k]
                        expect(&self.table, key[k])
                for k in range(many):
                    if key[k]:
                        at = seat(&self.table, key[k])
                        missing = missing or not self.table.tag[at]
                        places[i + k] = self.table.number[at]
                i += many
        if missing:
            raise ValueError("a round came to an information set that was not counted")


cdef object act_of(const Choice[::1] choice, const int32_t[::1] places, int node,
        const int32_t[::1] children,
                   int32_t[::1] nodes):
    cdef Py_ssize_t i, n = nodes.shape[0], undecided = -1
    cdef bint own = places.shape[0] == 0, beside = False
    cdef Py_ssize_t at
    cdef Choice action
    if not own and places.shape[0] != n:
        raise ValueError("rounds and places do not fit")
    with nogil:
        for i in range(n):
            if nodes[i] == node:
                at = i if own else places[i]
                if not 0 <= at < choice.shape[0]:
                    beside = True
                    break
                action = choice[at]
                if action == <Choice>-1:
                    undecided = i
                    break
                if action >= children.shape[0]:
                    beside = True
                    break
                nodes[i] = children[action]
    if beside:
        raise ValueError("a choice that there is not")
    return undecided


def act(choice, const int32_t[::1] places, int node, const int32_t[::1] children,
        int32_t[::1] nodes):
    """Move every round at `node` to the child that its choice says; return the first round without
    a choice, or -1.

    choice: the number of the action at each place, the largest that fits for none. places: where
        each round's choice stands;
    of size 0: at its own number.
    """
    if two_bytes(choice):
        return act_of[uint16_t](choice, places, node, children, nodes)
    else:
        return act_of[uint8_t](choice, places, node, children, nodes)
