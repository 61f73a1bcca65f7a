"""An opponent's hand against several hands that are seen, by removal and strength by strength.

With N(S, z) the opponent's hands that contain the cards S and are below the strength z, those that
hold U, which is seen of them, and avoid all other cards that are seen are

    sum over subsets T of these of (-1)^|T| N(T + U, z).

N is counted once, for every canonical S of fewer cards than a hand and every strength that occurs;
an S of as many cards is a hand itself. For all states with the same first hand H, with R the other
cards that are seen and M(S, z) the same sum over the subsets of H, those hands are

    sum over subsets T of R of (-1)^|T| M(T + U, z).
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from bits cimport bit_count
from colex cimport first_set, next_set, numbers_of, place_of_cards, place_of_some
from guards cimport OFTEN, are_dealt, is_deck, is_interrupted, raise_signal
from hands cimport line_of, strength_of
from limits cimport MAX_BESIDE, MAX_CHANGES, MAX_FACED, MAX_HANDS, MAX_ROLES
from orbits cimport Orbits, free_orbits, is_canonical, new_orbits
from program cimport (
    LINE, ORDER, UNDER, Choices, Program, chosen_cards, first_choice, hand_strength, load,
    next_choice, union_of)
from strengths cimport sort

cdef enum:
    MOST_STRENGTHS = 65_000    # numbers of 16 bits
    SLOTS = 1024               # strengths for which M is remembered
    SEATS = 64                 # of S: one card or none
    SUBSETS = 1 << MAX_BESIDE

cdef struct Own:               # a hand that is seen, among those of the opponent
    uint32_t strength
    int low                    # strengths below it
    int high                   # and those with its own

cdef struct Beside:            # what is known beside one first hand
    uint64_t hand
    # By the size of S: for every subset T, the smaller ones first, a row by the place of S; and by
    # the size of T where they begin and the last ones end.
    const uint16_t *row[MAX_FACED + 1][SUBSETS]
    int begin[MAX_FACED + 1][MAX_FACED + 2]
    Own own[MAX_HANDS]                         # the hands that were seen last
    int slots                                  # strengths for which M is remembered
    int number[SLOTS]
    int16_t *slot                              # of the number of a strength, or -1
    int32_t *sums                              # by slot and S: M(S, z), or -1


cdef class Opponents:
    """An opponent's hands in the order of their strength.

    deck: all cards, the same ranks in each suit, without a joker.
    sizes: how many cards each role of a state has.
    hidden: how many cards of the opponent's are hidden.
    program: facts about the opponent's hand (number 0), which has all hidden cards: its order with
        hands that are seen, thresholds and lines. Their parts are the roles of a state, and the
        hidden cards.
    """

    cdef Program program
    cdef Orbits orbits                 # of the sets of fewer cards than a hand
    cdef uint64_t deck
    cdef int roles, cards, hidden, shown
    cdef int size[MAX_ROLES]           # cards of each role
    cdef int first                     # the role whose cards are the first hand
    cdef uint32_t theirs, rest         # roles of the opponent's cards, and of all others but it
    cdef int largest                   # cards of the largest S for which M is asked
    cdef int strengths
    cdef uint32_t *strength            # those that occur, ascending
    cdef int cuts                      # where the column changes whatever is seen: numbers of
    cdef int cut[MAX_CHANGES]          # strengths, ascending, from 0 on
    cdef uint16_t *number              # of the strength of every hand, by place
    cdef Py_ssize_t many_rows, few_rows
    cdef int32_t *many                 # N by the number of a strength and the row of S
    cdef uint8_t *few
    cdef uint16_t *row[MAX_FACED + 1][MAX_FACED + 1]   # by the sizes, then the places of T and S

    def __cinit__(self, uint64_t deck, const int64_t[::1] sizes, int hidden,
            const int64_t[::1] program):
        load(program, &self.program)
        self.deck, self.hidden = deck, hidden
        self.read_roles(sizes)
        self.verify_facts()
        if not new_orbits(&self.orbits, deck, self.cards - 1):
            raise MemoryError("no memory for an opponent's hands")
        self.find_strengths()
        self.find_cuts()
        self.count_all()
        self.list_rows()

    def __dealloc__(self):
        cdef int t, s
        free_orbits(&self.orbits)
        free(self.strength)
        free(self.number)
        free(self.many)
        free(self.few)
        for t in range(MAX_FACED + 1):
            for s in range(MAX_FACED + 1):
                free(self.row[t][s])

    cdef int read_roles(self, const int64_t[::1] sizes) except -1:
        cdef int r, others = 0
        self.roles, self.first = <int>sizes.shape[0], -1
        if not is_deck(self.deck) or not 0 < self.roles <= MAX_ROLES or self.hidden < 1 \
                or self.program.parts != self.roles + 1 or not self.program.hands:
            raise ValueError("a deck without a joker is wanted, roles and one hidden hand")
        self.theirs = self.program.hand[0].parts & ((1u << self.roles) - 1)
        for r in range(self.roles):
            if not 0 < sizes[r] <= MAX_BESIDE:
                raise ValueError("a role of too many cards")
            self.size[r] = <int>sizes[r]
            if self.theirs >> r & 1:
                self.shown += self.size[r]
            elif self.first < 0:
                self.first = r
            else:
                self.rest |= 1u << r
                others += self.size[r]
        self.cards = self.shown + self.hidden
        self.largest = min(self.cards, self.shown + others)
        if self.first < 0 or not self.cards <= MAX_FACED or others > MAX_BESIDE \
                or bit_count(self.deck) < self.cards + others + self.size[self.first]:
            raise ValueError("hands of a few cards are wanted, and a first one that is seen")
        return 0

    cdef int verify_facts(self) except -1:
        cdef const Program *p = &self.program
        cdef int i, changes = 1
        for i in range(p.hands):
            if p.hand[i].parts >> self.roles != (i == 0):
                raise ValueError("the opponent's hand, and no other, has the hidden cards")
        if p.hand[0].must:
            raise ValueError("an opponent's hand of any of its cards is wanted")
        for i in range(p.facts):
            if p.fact[i].kind == ORDER:
                changes += 2
                if (p.fact[i].hand == 0) == (p.fact[i].other == 0):
                    raise ValueError("hands are set against that of the opponent")
            elif p.fact[i].kind in (UNDER, LINE) and not p.fact[i].hand and not p.fact[i].menus:
                changes += p.fact[i].lines
            else:
                raise ValueError("orders are wanted, thresholds and lines of the opponent's hand")
        if changes > MAX_CHANGES:
            raise ValueError("too many strengths at which facts change")
        return 0

    cdef Py_ssize_t sets(self, int size) noexcept nogil:
        return self.orbits.choose.of[size][self.orbits.deck.cards]

    # --- N, counted once -------------------------------------------------------------------------

    cdef int find_strengths(self) except -1:
        """Number the strengths of all hands in their order."""
        cdef Py_ssize_t hands = self.sets(self.cards), i
        cdef uint64_t *found = <uint64_t *>malloc(hands * sizeof(uint64_t))
        self.number = <uint16_t *>malloc(hands * sizeof(uint16_t))
        self.strength = <uint32_t *>malloc(MOST_STRENGTHS * sizeof(uint32_t))
        if found == NULL or self.number == NULL or self.strength == NULL:
            free(found)
            raise MemoryError("no memory for an opponent's hands")
        with nogil:
            self.write_strengths(found)
            sort(found, hands)
            for i in range(hands):
                if self.strengths == MOST_STRENGTHS:
                    break
                if not i or found[i] >> 32 != found[i - 1] >> 32:
                    self.strength[self.strengths] = <uint32_t>(found[i] >> 32)
                    self.strengths += 1
                self.number[<uint32_t>found[i]] = <uint16_t>(self.strengths - 1)
            free(found)
        if self.strengths == MOST_STRENGTHS:
            raise ValueError("hands of too many strengths")
        return 0

    cdef void write_strengths(self, uint64_t *found) noexcept nogil:
        """Write strength << 32 | place of every hand."""
        cdef Choices c
        cdef uint64_t hand
        cdef Py_ssize_t i = 0
        cdef bint more = first_choice(&c, self.deck, self.cards)
        while more:
            hand = chosen_cards(&c)
            found[i] = <uint64_t>strength_of(hand, &self.program.hand[0].ranking) << 32 | (
                <uint32_t>self.place(hand))
            i += 1
            more = next_choice(&c)

    cdef inline Py_ssize_t place(self, uint64_t cards) noexcept nogil:
        return place_of_cards(&self.orbits.choose, &self.orbits.deck, cards)

    cdef void find_cuts(self) noexcept:
        cdef const Program *p = &self.program
        cdef int i, line
        self.cuts, self.cut[0] = 1, 0
        for i in range(p.facts):
            for line in range(p.fact[i].lines):
                self.cuts = put(self.cut, self.cuts, self.number_of(p.fact[i].threshold[line]))

    cdef int count_all(self) except -1:
        """Count the hands that contain each canonical set and are below each strength."""
        cdef Py_ssize_t i, k
        self.many_rows = self.orbits.form[self.orbits.offset[self.cards - 1]].row
        self.few_rows = self.orbits.rows - self.many_rows
        self.many = <int32_t *>calloc(self.many_rows * (self.strengths + 1), sizeof(int32_t))
        self.few = <uint8_t *>calloc(self.few_rows * (self.strengths + 1), 1)
        if self.many == NULL or self.few == NULL:
            raise MemoryError("no memory for an opponent's hands")
        with nogil:
            for k in range(self.shown, self.cards):
                self.count_sets(<int>k)
            for k in range(1, self.strengths + 1):
                for i in range(self.many_rows):
                    self.many[k * self.many_rows + i] += self.many[(k - 1) * self.many_rows + i]
                for i in range(self.few_rows):
                    self.few[k * self.few_rows + i] += self.few[(k - 1) * self.few_rows + i]
        return 0

    cdef void count_sets(self, int size) noexcept nogil:
        """Count the hands that contain each canonical set of a size, by their strength."""
        cdef int number[MAX_FACED]
        cdef int i
        cdef uint64_t cards
        cdef Py_ssize_t at
        first_set(number, size)
        for at in range(self.orbits.offset[size], self.orbits.offset[size + 1]):
            if is_canonical(&self.orbits, &self.orbits.form[at]):
                cards = 0
                for i in range(size):
                    cards |= self.orbits.card[number[i]]
                self.count_hands(cards, size, self.orbits.form[at].row)
            next_set(number, size)

    cdef void count_hands(self, uint64_t cards, int size, Py_ssize_t row) noexcept nogil:
        cdef Choices c
        cdef Py_ssize_t above
        cdef bint more = first_choice(&c, self.deck & ~cards, self.cards - size)
        while more:
            above = self.number[self.place(cards | chosen_cards(&c))] + 1
            if size + 1 == self.cards:
                self.few[above * self.few_rows + row - self.many_rows] += 1
            else:
                self.many[above * self.many_rows + row] += 1
            more = next_choice(&c)

    # --- Where N(T + S, z) is found -------------------------------------------------------------

    cdef int list_rows(self) except -1:
        cdef int t, s
        for s in range(self.shown, self.largest + 1):
            for t in range(min(self.size[self.first], self.cards - s) + 1):
                self.row[t][s] = <uint16_t *>malloc(self.sets(t) * self.sets(s) * sizeof(uint16_t))
                if self.row[t][s] == NULL:
                    raise MemoryError("no memory for an opponent's hands")
                with nogil:
                    self.write_rows(t, s)
        return 0

    cdef void write_rows(self, int t, int s) noexcept nogil:
        cdef int number[MAX_FACED]
        cdef int other[MAX_FACED]
        cdef uint64_t cards, more
        cdef uint16_t *out = self.row[t][s]
        cdef Py_ssize_t _t, _s
        first_set(number, t)
        for _t in range(self.sets(t)):
            cards = self.cards_of(number, t)
            first_set(other, s)
            for _s in range(self.sets(s)):
                more = self.cards_of(other, s)
                out[0] = 0 if cards & more else self.row_of(cards | more, t + s)
                out += 1
                next_set(other, s)
            next_set(number, t)

    cdef inline uint64_t cards_of(self, const int *number, int size) noexcept nogil:
        cdef uint64_t cards = 0
        cdef int i
        for i in range(size):
            cards |= self.orbits.card[number[i]]
        return cards

    cdef inline uint16_t row_of(self, uint64_t cards, int size) noexcept nogil:
        """Return the row of a set in its table, or the number of a hand's strength."""
        cdef Py_ssize_t at = self.place(cards)
        if size == self.cards:
            return self.number[at]
        at = self.orbits.form[self.orbits.offset[size] + at].row
        return <uint16_t>(at - self.many_rows if size + 1 == self.cards else at)

    # --- States ----------------------------------------------------------------------------------

    def count(self, const uint64_t[::1] states, const int64_t[::1] weights, int64_t[::1] counts):
        """Write to `counts` (OUT) weight x the opponent's hands in each column, for every state."""
        cdef Py_ssize_t i, n = weights.shape[0]
        cdef bint interrupted = False
        cdef Beside b
        if states.shape[0] != n * self.roles or counts.shape[0] != n * self.program.columns \
                or not self.are_states(states):
            raise ValueError("states and counts do not fit")
        b.hand, b.slots = 0, 0
        for i in range(self.program.hands):
            b.own[i].strength = <uint32_t>-1
        b.slot = <int16_t *>malloc((self.strengths + 1) * sizeof(int16_t))
        b.sums = <int32_t *>malloc(SLOTS * SEATS * sizeof(int32_t))
        if b.slot == NULL or b.sums == NULL:
            free(b.slot)
            free(b.sums)
            raise MemoryError("no memory for an opponent's hands")
        with nogil:
            memset(b.slot, 0xFF, (self.strengths + 1) * sizeof(int16_t))
            for i in range(counts.shape[0]):
                counts[i] = 0
            for i in range(n):
                self.count_state(&b, &states[i * self.roles], weights[i],
                    &counts[i * self.program.columns])
                if not i & OFTEN and is_interrupted():
                    interrupted = True
                    break
            free(b.slot)
            free(b.sums)
        if interrupted:
            raise_signal()

    cdef bint are_states(self, const uint64_t[::1] states) noexcept nogil:
        """Return whether each role has its number of cards, all of them different."""
        cdef Py_ssize_t i, at
        cdef uint64_t cards
        cdef int r
        for i in range(states.shape[0] // self.roles):
            cards = 0
            for r in range(self.roles):
                at = i * self.roles + r
                if cards & states[at] or bit_count(states[at]) != self.size[r]:
                    return False
                cards |= states[at]
        return are_dealt(states, self.deck)

    cdef void count_state(self, Beside *b, const uint64_t *state, int64_t weight,
            int64_t *counts) noexcept nogil:
        cdef const Program *p = &self.program
        cdef int number[MAX_CHANGES]
        cdef int64_t below[MAX_CHANGES + 1]
        cdef int i, n
        for i in range(1, p.hands):
            self.find_own(&b.own[i], hand_strength(&p.hand[i], state))
        n = self.changes(b.own, number)
        if state[self.first] != b.hand:
            self.stand_beside(b, state[self.first])
        self.hands_below(b, state, number, n, below)
        for i in range(n):
            counts[self.column(number[i], b.own)] += weight * (below[i + 1] - below[i])

    cdef inline void find_own(self, Own *own, uint32_t strength) noexcept nogil:
        if own.strength != strength:
            own.strength, own.low = strength, self.number_of(strength)
            own.high = own.low + (
                own.low < self.strengths and self.strength[own.low] == strength)

    cdef inline int number_of(self, uint32_t strength) noexcept nogil:
        """Return how many strengths that occur are below one."""
        cdef int low = 0, left = self.strengths, half
        while left > 1:
            half = left >> 1
            low += (self.strength[low + half - 1] < strength) * half
            left -= half
        return low + (self.strength[low] < strength)

    cdef int changes(self, const Own *own, int *number) noexcept nogil:
        """Write the strengths at which the column changes, ascending; return how many."""
        cdef const Program *p = &self.program
        cdef int f, i, n = self.cuts
        for i in range(n):
            number[i] = self.cut[i]
        for f in range(p.facts):
            if p.fact[f].kind == ORDER:
                i = p.fact[f].hand + p.fact[f].other       # one of them is 0
                n = put(number, n, own[i].low)
                n = put(number, n, own[i].high)
        return n

    cdef int64_t column(self, int number, const Own *own) noexcept nogil:
        """Return the column of an opponent of some strength."""
        cdef const Program *p = &self.program
        cdef int64_t column = 0
        cdef int f, i, value
        if number == self.strengths:   # no hand is as strong
            return 0
        for f in range(p.facts):
            if p.fact[f].kind == ORDER:
                i = p.fact[f].hand + p.fact[f].other
                value = (number >= own[i].low) + (number >= own[i].high)
                value = 2 - value if p.fact[f].hand else value
            elif p.fact[f].kind == UNDER:
                value = self.strength[number] < p.fact[f].threshold[0]
            else:
                value = line_of(self.strength[number], p.fact[f].threshold, p.fact[f].lines)
            column += value * p.fact[f].stride
        return column

    cdef void hands_below(self, Beside *b, const uint64_t *state, const int *number, int n,
            int64_t *below) noexcept nogil:
        """Write how many hands are below each strength, the first of which has none; then how many
        there are.
        """
        cdef uint64_t theirs = union_of(state, self.theirs), rest = union_of(state, self.rest)
        cdef uint64_t some = 0
        cdef int i, size
        for i in range(n):
            below[i] = 0
        below[n] = self.orbits.choose.of[self.hidden][
            self.orbits.deck.cards - self.shown - self.size[self.first] - bit_count(rest)]
        while True:
            size = bit_count(some)
            if size <= self.hidden:
                self.add_sums(b, theirs | some, self.shown + size, -1 if size & 1 else 1, number, n,
                    below)
            some = (some - rest) & rest        # the next subset
            if not some:
                break

    cdef void add_sums(self, Beside *b, uint64_t cards, int size, int sign, const int *number,
            int n, int64_t *below) noexcept nogil:
        """Add M(S, z) for some cards S and each strength but the first, with a sign."""
        cdef Py_ssize_t at = self.place(cards)
        cdef uint16_t row[SUBSETS]
        cdef int32_t *sum
        cdef int i
        if size > 1:
            find_rows(b, self.cards, size, at, row)
            for i in range(1, n):
                below[i] += sign * self.avoiding(b.begin[size], size, row, number[i])
            return
        for i in range(1, n):
            sum = b.sums + SEATS * self.slot_of(b, number[i]) + (at if size else SEATS - 1)
            if sum[0] < 0:
                find_rows(b, self.cards, size, at, row)
                sum[0] = <int32_t>self.avoiding(b.begin[size], size, row, number[i])
            below[i] += sign * sum[0]

    cdef inline int64_t avoiding(self, const int *begin, int size, const uint16_t *row,
            Py_ssize_t number) noexcept nogil:
        """Return M(S, z): the hands that contain a set, avoid the first hand and are below a
        strength.
        """
        cdef const int32_t *many = self.many + number * self.many_rows
        cdef const uint8_t *few = self.few + number * self.few_rows
        cdef int64_t sum = 0, more
        cdef int t, i
        for t in range(self.cards - size + 1):
            more = 0
            if t + size == self.cards:
                for i in range(begin[t], begin[t + 1]):
                    more += row[i] < number
            elif t + size + 1 == self.cards:
                for i in range(begin[t], begin[t + 1]):
                    more += few[row[i]]
            else:
                for i in range(begin[t], begin[t + 1]):
                    more += many[row[i]]
            sum += -more if t & 1 else more
        return sum

    cdef inline Py_ssize_t slot_of(self, Beside *b, int number) noexcept nogil:
        """Return where M is remembered for a strength."""
        if b.slot[number] < 0:
            if b.slots == SLOTS:
                forget(b)
            b.number[b.slots], b.slot[number] = number, <int16_t>b.slots
            memset(b.sums + SEATS * b.slots, 0xFF, SEATS * sizeof(int32_t))
            b.slots += 1
        return b.slot[number]

    cdef void stand_beside(self, Beside *b, uint64_t hand) noexcept nogil:
        """Find the subsets of another first hand, and forget what was summed up beside the last."""
        cdef int number[MAX_BESIDE]
        cdef int size = numbers_of(&self.orbits.deck, hand, number), s, t, n
        cdef uint32_t which
        forget(b)
        b.hand = hand
        for s in range(self.shown, self.largest + 1):
            n = 0
            for t in range(self.cards - s + 1):
                b.begin[s][t] = n
                for which in range(1u << size):
                    if bit_count(which) == t:
                        b.row[s][n] = self.row[t][s] + self.sets(s) * place_of_some(
                            &self.orbits.choose, number, which)
                        n += 1
            b.begin[s][self.cards - s + 1] = n


cdef inline void find_rows(
    const Beside *b, int cards, int size, Py_ssize_t at, uint16_t *row
) noexcept nogil:
    """Write the row of T + S for every subset T of the first hand."""
    cdef int i
    for i in range(b.begin[size][cards - size + 1]):
        row[i] = b.row[size][i][at]


cdef inline void forget(Beside *b) noexcept nogil:
    cdef int i
    for i in range(b.slots):
        b.slot[b.number[i]] = -1
    b.slots = 0


cdef inline int put(int *number, int n, int one) noexcept nogil:
    """Put a number into its place, unless it is there; return how many there are."""
    cdef int i = n, j
    while i > 0 and number[i - 1] > one:
        i -= 1
    if i > 0 and number[i - 1] == one:
        return n
    for j in range(n, i, -1):
        number[j] = number[j - 1]
    number[i] = one
    return n + 1
