"""Cards dealt one by one from a shoe, counted by kind.

Cards of a kind are alike for everything that is asked. What the cards dealt come to is the state of
an automaton: from state s of step k a card of kind t leads to next_k(s, t), or a state says that no
card is dealt, and leads on by itself. With n_t cards left of kind t, n in all, the deals that lead
from a state to each column are

    deals(s) = sum over t of n_t x deals(next_k(s, t), one card less of kind t).

In the place of each card that is not dealt lies one that nobody looks at: as every order of the
shoe is as likely, it comes after the cards dealt, in as many ways as there are cards left then. So
all deals have one total, n (n - 1) ..., whatever is dealt. Counts are 64-bit integers.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

cdef struct Shoe:
    const int32_t *following       # the states that follow, step by step, state by state
    const int64_t *first           # where the states of a step begin
    const int32_t *column          # of each state after the last step
    int64_t *left                  # cards of each kind
    int64_t *counts
    int steps
    int kinds


cdef void walk(const Shoe *shoe, int step, int state, int64_t cards, int missing,
        int64_t ways) noexcept nogil:
    """Add the deals that follow a state; cards: how many are left; missing: how many were not
    dealt.
    """
    cdef const int32_t *following
    cdef int64_t left
    cdef int kind
    if step == shoe.steps:
        while missing:
            ways *= cards
            cards -= 1
            missing -= 1
        shoe.counts[shoe.column[state]] += ways
        return
    following = shoe.following + shoe.first[step] + <int64_t>state * shoe.kinds
    if following[0] < 0:
        walk(shoe, step + 1, ~following[0], cards, missing + 1, ways)
        return
    for kind in range(shoe.kinds):
        left = shoe.left[kind]
        if left:
            shoe.left[kind] = left - 1
            walk(shoe, step + 1, following[kind], cards - 1, missing, ways * left)
            shoe.left[kind] = left


def count(const int32_t[::1] following, const int64_t[::1] first, const int32_t[::1] column,
        int64_t[::1] left, int step, int state, int64_t weight,
        int64_t[::1] counts):
    """Add to `counts` (OUT) the deals of each column that follow a state, times a weight.

    following: for each step, state and kind the state that follows; ~ of it, for every kind, where
        no card is dealt. first: where each step begins in it. column: of each state after the last
        step. left: the cards of each kind, which stand there again at the end.
    """
    cdef Shoe shoe
    cdef int64_t cards = 0
    cdef int kind
    if not 0 <= step <= first.shape[0] or not left.shape[0]:
        raise ValueError("the step and the kinds of cards do not fit")
    shoe.following = &following[0]
    shoe.first = &first[0]
    shoe.column = &column[0]
    shoe.left = &left[0]
    shoe.counts = &counts[0]
    shoe.steps, shoe.kinds = <int>first.shape[0], <int>left.shape[0]
    with nogil:
        for kind in range(shoe.kinds):
            cards += shoe.left[kind]
        walk(&shoe, step, state, cards, 0, weight)


def follow(const int32_t[::1] following, const int64_t[::1] first, int kinds,
        const uint8_t[::1] dealt, int32_t[::1] states, uint8_t[::1] happened):
    """Write to `states` (OUT) the state after the last step of each round, and to `happened` (OUT)
    for each of its steps whether a card is dealt.

    dealt: for each round the kind of the card at each step, whether it is dealt or not.
    """
    cdef Py_ssize_t at, steps = first.shape[0]
    cdef const int32_t *here
    cdef int step, state
    if dealt.shape[0] != steps * states.shape[0] or happened.shape[0] != dealt.shape[0]:
        raise ValueError("rounds and cards do not fit")
    with nogil:
        for at in range(states.shape[0]):
            state = 0
            for step in range(<int>steps):
                here = &following[0] + first[step] + <int64_t>state * kinds
                happened[at * steps + step] = here[0] >= 0
                state = here[dealt[at * steps + step]] if here[0] >= 0 else ~here[0]
            states[at] = state
