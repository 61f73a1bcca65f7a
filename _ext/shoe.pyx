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
from libc.stdlib cimport free, malloc

from guards cimport OFTEN, are_below, is_interrupted, raise_signal

cdef struct Shoe:
    const int32_t *following       # the states that follow, step by step, state by state
    const int64_t *first           # where the states of a step begin
    const int32_t *column          # of each state after the last step
    int64_t *left                  # cards of each kind
    int64_t *counts
    int steps
    int kinds
    int64_t *states                # how many each step has
    unsigned int turns             # cards dealt so far
    bint beside                    # a state that there is not was come to
    bint interrupted


cdef void walk(Shoe *shoe, int step, int state, int64_t cards, int missing,
        int64_t ways) noexcept nogil:
    """Add the deals that follow a state; cards: how many are left; missing: how many were not
    dealt.
    """
    cdef const int32_t *following
    cdef int64_t left
    cdef int kind
    if not 0 <= state < shoe.states[step]:
        shoe.beside = True
        return
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
    shoe.turns += 1
    if not shoe.turns & OFTEN:
        shoe.interrupted = is_interrupted()
    for kind in range(0 if shoe.interrupted else shoe.kinds):
        left = shoe.left[kind]
        if left:
            shoe.left[kind] = left - 1
            walk(shoe, step + 1, following[kind], cards - 1, missing, ways * left)
            shoe.left[kind] = left


cdef int64_t *new_states(const int32_t[::1] following, const int64_t[::1] first, int kinds,
        Py_ssize_t last) except NULL:
    """Return how many states each step has; last: how many there are after the last one."""
    cdef Py_ssize_t k, steps = first.shape[0]
    cdef int64_t end
    cdef int64_t *states = <int64_t *>malloc((steps + 1) * sizeof(int64_t))
    if states == NULL:
        raise MemoryError("no memory for the steps")
    states[steps] = last
    for k in range(steps):
        end = first[k + 1] if k + 1 < steps else following.shape[0]
        if not 0 <= first[k] <= end <= following.shape[0] or kinds < 1:
            free(states)
            raise ValueError("the steps and what follows do not fit")
        states[k] = (end - first[k]) // kinds
    return states


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
    if not are_below(column, column.shape[0], counts.shape[0]):
        raise ValueError("a column that there is not")
    shoe.states = new_states(following, first, <int>left.shape[0], column.shape[0])
    shoe.following = &following[0]
    shoe.first = &first[0]
    shoe.column = &column[0]
    shoe.left = &left[0]
    shoe.counts = &counts[0]
    shoe.turns, shoe.beside, shoe.interrupted = 0, False, False
    shoe.steps, shoe.kinds = <int>first.shape[0], <int>left.shape[0]
    with nogil:
        for kind in range(shoe.kinds):
            cards += shoe.left[kind]
        walk(&shoe, step, state, cards, 0, weight)
    free(shoe.states)
    if shoe.interrupted:
        raise_signal()
    if shoe.beside:
        raise ValueError("a state that there is not")


def follow(const int32_t[::1] following, const int64_t[::1] first, int kinds,
        const uint8_t[::1] dealt, int32_t[::1] states, uint8_t[::1] happened):
    """Write to `states` (OUT) the state after the last step of each round, and to `happened` (OUT)
    for each of its steps whether a card is dealt.

    dealt: for each round the kind of the card at each step, whether it is dealt or not.
    """
    cdef Py_ssize_t at, steps = first.shape[0]
    cdef const int32_t *here
    cdef int64_t *counted
    cdef bint beside = False
    cdef int step, state
    if dealt.shape[0] != steps * states.shape[0] or happened.shape[0] != dealt.shape[0]:
        raise ValueError("rounds and cards do not fit")
    counted = new_states(following, first, kinds, (<int64_t>1) << 31)
    if not are_below(dealt, dealt.shape[0], kinds):
        free(counted)
        raise ValueError("a kind that there is not")
    with nogil:
        for at in range(states.shape[0]):
            state = 0
            for step in range(<int>steps):
                if not 0 <= state < counted[step]:
                    beside = True
                    break
                here = &following[0] + first[step] + <int64_t>state * kinds
                happened[at * steps + step] = here[0] >= 0
                state = here[dealt[at * steps + step]] if here[0] >= 0 else ~here[0]
            states[at] = state
    free(counted)
    if beside:
        raise ValueError("a state that there is not")
