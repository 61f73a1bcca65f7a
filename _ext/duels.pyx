"""A small hidden hand against several hands that are seen, by the cards that it shares with none.

With N(T, z) the opponent's hands that contain the cards T and are below the strength z, those below
z that avoid the cards seen, D, are

    sum over subsets T of D of (-1)^|T| x N(T, z).

N is kept for every T with fewer cards than a hand and every strength that a hand has; a T of as
many cards is a hand itself. At each strength where the column changes that sum is asked once.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort

from bits cimport bit_count
from cards cimport natural_cards
from colex cimport (Binomials, Numbering, fill_binomials, number_cards, numbers_of, place_of_cards,
    place_of_some)
from guards cimport OFTEN, are_dealt, is_interrupted, raise_signal
from hands cimport line_of, strength_of
from limits cimport MAX_DUEL, MAX_DUEL_CHANGES, MAX_DUEL_SEEN, MAX_HANDS, MAX_ROLES
from program cimport (LEAD, LINE, ORDER, UNDER, Choices, Program, chosen_cards, first_choice,
    hand_strength, load, next_choice, union_of)


cdef int in_order(const void *one, const void *other) noexcept nogil:
    cdef uint32_t a = (<const uint32_t *>one)[0], b = (<const uint32_t *>other)[0]
    return (a > b) - (a < b)


cdef class Opponents:
    """The hands of one to MAX_DUEL cards of a deck in the order of their strength.

    deck: its cards, without a joker.
    cards: of a hand.
    roles: card sets of the states that will be counted.
    program: facts about the opponent's hand (number 0), which has all hidden cards and no others,
        and about hands of cards that are seen: orders between these and it, thresholds and lines
        of it. Their parts are the roles of a state, and the hidden cards.
    """

    cdef uint64_t deck
    cdef int cards
    cdef int roles
    cdef Program program
    cdef Binomials choose
    cdef Numbering numbering
    cdef Py_ssize_t hands
    cdef Py_ssize_t kinds          # different strengths
    cdef uint32_t *strength        # of every hand
    cdef uint32_t *kind            # the strengths, ascending
    cdef Py_ssize_t first[MAX_DUEL + 1]    # the place of the first subset of a size
    cdef int32_t *below            # by subset and number of a strength: the hands below it

    def __cinit__(self, uint64_t deck, int cards, int roles, const int64_t[::1] program):
        cdef Py_ssize_t at = 0
        cdef int k
        load(program, &self.program)
        if not 0 < roles <= MAX_ROLES or self.program.parts != roles + 1 \
                or not 0 < cards <= MAX_DUEL or natural_cards(deck) != deck \
                or bit_count(deck) < cards:
            raise ValueError("a hand of a few cards of a deck without a joker is wanted")
        self.verify_facts(roles)
        self.deck, self.cards, self.roles = deck, cards, roles
        fill_binomials(&self.choose)
        number_cards(&self.numbering, deck)
        self.hands = self.choose.of[cards][self.numbering.cards]
        for k in range(cards):
            self.first[k] = at
            at += self.choose.of[k][self.numbering.cards]
        self.strength = <uint32_t *>malloc(self.hands * sizeof(uint32_t))
        self.kind = <uint32_t *>malloc(self.hands * sizeof(uint32_t))
        if self.strength == NULL or self.kind == NULL:
            raise MemoryError("no memory for an opponent's hands")
        with nogil:
            self.fill_strengths()
        self.below = <int32_t *>calloc(at * (self.kinds + 1), sizeof(int32_t))
        if self.below == NULL:
            raise MemoryError("no memory for an opponent's hands")
        with nogil:
            self.fill_below(at)

    def __dealloc__(self):
        free(self.strength)
        free(self.kind)
        free(self.below)

    cdef int verify_facts(self, int roles) except -1:
        cdef const Program *p = &self.program
        cdef int i, changes = 0
        for i in range(p.hands):
            if (p.hand[i].parts >> roles) != (i == 0) or not i and p.hand[i].parts != 1u << roles:
                raise ValueError("the opponent's hand, and no other, has the hidden cards")
        if not p.hands or p.hand[0].must:
            raise ValueError("an opponent's hand of any of its cards is wanted")
        for i in range(p.facts):
            if p.fact[i].kind == LEAD or p.fact[i].menus:
                raise ValueError("facts are orders, thresholds and lines")
            if p.fact[i].kind == ORDER:
                changes += 2
                if (p.fact[i].hand == 0) == (p.fact[i].other == 0):
                    raise ValueError("a hand is set against that of the opponent")
            else:
                changes += p.fact[i].lines
                if p.fact[i].hand:
                    raise ValueError("thresholds and lines are those of the opponent's hand")
        if changes + 1 > MAX_DUEL_CHANGES:
            raise ValueError("too many strengths at which facts change")
        return 0

    cdef void fill_strengths(self) noexcept nogil:
        """Write the strength of every hand, and those that occur in their order."""
        cdef Choices c
        cdef uint64_t hand
        cdef Py_ssize_t i = 0, at
        cdef bint more = first_choice(&c, self.deck, self.cards)
        while more:
            hand = chosen_cards(&c)
            at = place_of_cards(&self.choose, &self.numbering, hand)
            self.strength[at] = strength_of(hand, &self.program.hand[0].ranking)
            self.kind[i] = self.strength[at]
            i += 1
            more = next_choice(&c)
        qsort(self.kind, self.hands, sizeof(uint32_t), in_order)
        self.kinds = 0
        for i in range(self.hands):
            if not i or self.kind[i] != self.kind[self.kinds - 1]:
                self.kind[self.kinds] = self.kind[i]
                self.kinds += 1

    cdef Py_ssize_t number_of(self, uint64_t strength) noexcept nogil:
        """Return how many strengths that occur are below one."""
        cdef Py_ssize_t low = 0, high = self.kinds, middle
        while low < high:
            middle = (low + high) // 2
            if self.kind[middle] < strength:
                low = middle + 1
            else:
                high = middle
        return low

    cdef void fill_below(self, Py_ssize_t subsets) noexcept nogil:
        """Count the hands that contain each subset, and are below each strength."""
        cdef Choices c
        cdef uint64_t hand
        cdef int number[MAX_DUEL]
        cdef uint32_t which
        cdef Py_ssize_t at, width = self.kinds + 1, i, k
        cdef bint more = first_choice(&c, self.deck, self.cards)
        while more:
            hand = chosen_cards(&c)
            numbers_of(&self.numbering, hand, number)
            at = place_of_cards(&self.choose, &self.numbering, hand)
            k = self.number_of(self.strength[at]) + 1
            for which in range((1u << self.cards) - 1):
                i = self.first[bit_count(which)] + place_of_some(&self.choose, number, which)
                self.below[i * width + k] += 1
            more = next_choice(&c)
        for i in range(subsets):
            for k in range(1, width):
                self.below[i * width + k] += self.below[i * width + k - 1]

    def count(self, const uint64_t[::1] states, const int64_t[::1] weights, int64_t[::1] counts):
        """Write to `counts` (OUT) weight x the opponent's hands in each column, for every state."""
        cdef Py_ssize_t i, n = weights.shape[0]
        cdef bint interrupted = False, fits = are_dealt(states, self.deck)
        if states.shape[0] != n * self.roles or counts.shape[0] != n * self.program.columns:
            raise ValueError("states and counts do not fit")
        for i in range(n):
            fits = fits and bit_count(self.seen(&states[i * self.roles])) <= MAX_DUEL_SEEN
        if not fits:
            raise ValueError("too many cards are seen, or cards that are not of the deck")
        with nogil:
            for i in range(counts.shape[0]):
                counts[i] = 0
            for i in range(n):
                self.count_state(&states[i * self.roles], weights[i],
                    &counts[i * self.program.columns])
                if not i & OFTEN and is_interrupted():
                    interrupted = True
                    break
        if interrupted:
            raise_signal()

    cdef uint64_t seen(self, const uint64_t *state) noexcept nogil:
        return union_of(state, (1u << self.roles) - 1)

    cdef void count_state(self, const uint64_t *state, int64_t weight,
            int64_t *counts) noexcept nogil:
        cdef const Program *p = &self.program
        cdef uint64_t own[MAX_HANDS]
        cdef uint64_t change[MAX_DUEL_CHANGES]
        cdef int64_t found[MAX_DUEL_CHANGES + 1]
        cdef int i, n
        for i in range(1, p.hands):
            own[i] = hand_strength(&p.hand[i], state)
        n = self.changes(own, change)
        self.hands_below(self.seen(state), change, n, found)
        for i in range(n):
            counts[self.column(change[i], own)] += weight * (
                found[i + 1] - found[i])

    cdef int changes(self, const uint64_t *own, uint64_t *change) noexcept nogil:
        """Write the strengths at which the column changes, ascending, from 0 on; return how many."""
        cdef const Program *p = &self.program
        cdef int f, i, n = 1
        change[0] = 0
        for f in range(p.facts):
            if p.fact[f].kind == ORDER:
                i = p.fact[f].hand + p.fact[f].other       # one of them is 0
                n = put(change, n, own[i])
                n = put(change, n, own[i] + 1)
            else:
                for i in range(p.fact[f].lines):
                    n = put(change, n, p.fact[f].threshold[i])
        return n

    cdef int64_t column(self, uint64_t strength, const uint64_t *own) noexcept nogil:
        """Return the column of an opponent of some strength."""
        cdef const Program *p = &self.program
        cdef int64_t column = 0
        cdef int f, i, value
        for f in range(p.facts):
            if p.fact[f].kind == ORDER:
                i = p.fact[f].hand + p.fact[f].other
                value = 2 if strength > own[i] else 1 if strength == own[i] else 0
                value = 2 - value if p.fact[f].hand else value
            elif p.fact[f].kind == UNDER:
                value = strength < p.fact[f].threshold[0]
            else:
                value = line_of(<uint32_t>strength, p.fact[f].threshold, p.fact[f].lines)
            column += value * p.fact[f].stride
        return column

    cdef void hands_below(self, uint64_t seen, const uint64_t *change, int changes,
            int64_t *found) noexcept nogil:
        """Write how many hands that avoid the cards seen are below each strength, then how many
        there are.
        """
        cdef Py_ssize_t at[MAX_DUEL_CHANGES + 1]
        cdef int number[MAX_DUEL_SEEN]
        cdef int size = numbers_of(&self.numbering, seen, number), j, cards
        cdef uint32_t which
        cdef Py_ssize_t place, width = self.kinds + 1
        cdef int64_t sign
        for j in range(changes):
            at[j], found[j] = self.number_of(change[j]), 0
        at[changes], found[changes] = self.kinds, 0
        for which in range(1u << size):
            cards = bit_count(which)
            if cards > self.cards:
                continue
            sign = -1 if cards & 1 else 1
            place = place_of_some(&self.choose, number, which)
            if cards == self.cards:
                for j in range(changes):
                    found[j] += sign * (self.strength[place] < change[j])
                found[changes] += sign
            else:
                place = (self.first[cards] + place) * width
                for j in range(changes + 1):
                    found[j] += sign * self.below[place + at[j]]


cdef inline int put(uint64_t *change, int n, uint64_t strength) noexcept nogil:
    """Put a strength into its place, unless it is there; return how many there are."""
    cdef int i = n, j
    while i > 0 and change[i - 1] > strength:
        i -= 1
    if i > 0 and change[i - 1] == strength:
        return n
    for j in range(n, i, -1):
        change[j] = change[j - 1]
    change[i] = strength
    return n + 1
