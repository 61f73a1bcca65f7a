"""An opponent's hand of which the player sees several cards, dealt from what is left by removal.

With N(T, S) the number of the opponent's hands below a strength that contain the sets T and S, the
number that hold the seen cards S and none of the player's cards P is

    sum over subsets T of P of (-1)^|T| N(T, S).

A row holds N(T, S) for every S, so that a sum of rows answers for all that can be seen beside one
hand; nothing is relabelled in it. `SeenSweep` goes through the opponent's hands in order of
strength and inserts them, as the sweep of removal.pyx does for one card that is seen. Of seen
cards that a relabelling of the suits makes one another, the player's hand staying as it is, the
first stand for all. Numbers in a row have 16 bits: the sums are right modulo 2^16, and the caller
has made sure that what they come to is less.
"""

from cpython cimport array
import array
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from bits cimport bit_count, top_bit
from cards cimport lane_of, suits_of
from changes cimport BELOW, UP_TO, Changes, Thresholds, find_changes, find_thresholds
from colex cimport (
    Binomials, Numbering, fill_binomials, first_set, next_set, number_cards, numbers_of)
from guards cimport are_dealt, are_natural, is_deck
from hands cimport strength_of
from limits cimport MAX_COLUMNS, MAX_CUTS, MAX_SEEN_OF
from program cimport LEAD, Program, load
from strengths cimport Block, group_end, order_of, sort
from suits cimport factorial

cdef extern from *:
    """
    #ifdef __GNUC__
    typedef uint16_t combin_some __attribute__((vector_size(32), aligned(2), may_alias));
    #else
    typedef uint16_t combin_some;
    #endif
    enum { COMBIN_SOME = 128 / sizeof(combin_some) };  /* in a part of a row */
    COMBIN_WIDE static void combin_add_rows(const uint16_t *const *row, int even, int all,
            ptrdiff_t width, uint16_t *answer) {
        for (ptrdiff_t at = 0; at < width; at += 64) {
            combin_some sum[COMBIN_SOME] = {0};
            for (int i = 0; i < even; i++)
                for (int l = 0; l < COMBIN_SOME; l++)
                    sum[l] += ((const combin_some *)(row[i] + at))[l];
            for (int i = even; i < all; i++)
                for (int l = 0; l < COMBIN_SOME; l++)
                    sum[l] -= ((const combin_some *)(row[i] + at))[l];
            for (int l = 0; l < COMBIN_SOME; l++) ((combin_some *)(answer + at))[l] = sum[l];
        }
    }
    """
    void add_rows "combin_add_rows" (const uint16_t *const *row, int even, int all,
        Py_ssize_t width, uint16_t *answer) noexcept nogil

cdef enum:
    PART = 64                      # numbers of a row that are added up at a time
    SUBSETS = 1 << MAX_SEEN_OF     # of the cards of a hand
    PAIRS = 80                     # most of all: of two cards that are seen of five
    BITS = 6                       # of a card's number

cdef struct Alike:                 # the suits of which a hand holds the same ranks
    int classes
    int size[4]
    int suit[4][4]


cdef class SeenSweep:
    """Counts an opponent's hands for every (player's hand, seen cards), in blocks of rising
    player's strength.

    deck: the mask of all cards, without a joker.
    masks, weights: the player's hands, suits relabelled, and how many each stands for.
    known: for each of them a number that each block hands through for its rows.
    size, up, hidden: how many cards the player has, and the opponent, seen and not.
    program: the facts, each about the opponent's hand (number 1) against the player's (number 0) or
        against a threshold.
    part, parts: this sweep answers for every `parts`th of the player's hands, from number `part`
        on.
    """

    cdef Program program
    cdef Numbering deck
    cdef Binomials choose
    cdef Thresholds thresholds
    cdef const uint64_t[::1] masks
    cdef const int64_t[::1] weights
    cdef const int64_t[::1] known
    cdef int suits, size, up, hidden, depth
    cdef int lane[4]                   # of each suit of the deck
    cdef uint64_t card[64]             # number -> the card's mask
    cdef Py_ssize_t offset[MAX_SEEN_OF + 2]     # where the rows of each size of T begin
    cdef Py_ssize_t sets, width        # sets S that can be seen; numbers in a row: and room
    cdef int pairs                     # of a subset T of a hand and one S beside it, as masks of
    cdef uint32_t contained[PAIRS]     # its cards, and where the rows of sets as large as T begin
    cdef uint32_t shown[PAIRS]
    cdef Py_ssize_t begin_of[PAIRS]
    cdef uint64_t *seen                # the cards of each S
    cdef uint16_t *rows
    cdef uint16_t *snapshot[MAX_CUTS]  # the rows when all hands under a threshold were inserted
    cdef uint64_t *player_order        # strength << 32 | place, ascending
    cdef uint64_t *opponent_order      # strength << 32 | the numbers of the cards, ascending
    cdef Py_ssize_t player_count, opponent_count, next_player, next_opponent
    cdef Py_ssize_t begin, end         # of the player's hands that are as strong as the present one
    cdef uint16_t *below               # answers for each of these: the opponent's hands below it,
    cdef uint16_t *up_to               # for the present one: those up to it, and under thresholds

    def __dealloc__(self):
        cdef int i
        free(self.seen)
        free(self.rows)
        free(self.below)
        free(self.up_to)
        free(self.player_order)
        free(self.opponent_order)
        for i in range(MAX_CUTS):
            free(self.snapshot[i])

    def __cinit__(self, uint64_t deck, const uint64_t[::1] masks, const int64_t[::1] weights,
            const int64_t[::1] known, int size, int up, int hidden, const int64_t[::1] program,
            int part, int parts):
        cdef int t, card
        cdef Py_ssize_t begin, end = 0, largest = 1
        load(program, &self.program)
        if not 0 < size <= MAX_SEEN_OF or not 0 < up < MAX_SEEN_OF \
                or not 0 < hidden <= MAX_SEEN_OF - up or self.program.columns > MAX_COLUMNS:
            raise ValueError("hands of more than five cards are not counted with several seen")
        for t in range(self.program.facts):
            if self.program.fact[t].kind == LEAD:
                raise ValueError("margins are not counted with several cards seen")
        if not is_deck(deck) or not are_natural(masks, 0, 1, size, size) \
                or not are_dealt(masks, deck) or self.program.hands < 2:
            raise ValueError("two hands are wanted, of the same ranks in each suit of the deck")
        if known.shape[0] != masks.shape[0] or weights.shape[0] != masks.shape[0] \
                or not 0 <= part < parts:
            raise ValueError("hands and known facts do not fit")
        number_cards(&self.deck, deck)
        fill_binomials(&self.choose)
        for card in range(63):
            if (deck >> card) & 1:
                self.card[self.deck.number[card]] = <uint64_t>1 << card
        if self.deck.cards < size + up + hidden \
                or self.choose.of[hidden][self.deck.cards - up] >= 1 << 16:
            raise ValueError("rows have numbers of 16 bits")
        self.masks, self.weights, self.known = masks, weights, known
        self.size, self.up, self.hidden, self.depth = size, up, hidden, min(size, hidden)
        self.suits = suits_of(deck, self.lane)
        self.offset[0] = 0
        for t in range(self.depth + 1):
            self.offset[t + 1] = self.offset[t] + self.choose.of[t][self.deck.cards]
        self.sets = self.choose.of[up][self.deck.cards]
        self.width = (self.sets + PART - 1) // PART * PART
        self.rows = <uint16_t *>calloc(self.rows_size(), 1)
        self.seen = <uint64_t *>malloc(self.sets * sizeof(uint64_t))
        self.opponent_count = self.choose.of[up + hidden][self.deck.cards]
        self.opponent_order = <uint64_t *>malloc(self.opponent_count * sizeof(uint64_t))
        if self.rows == NULL or self.seen == NULL or self.opponent_order == NULL:
            raise MemoryError("no memory for the cards that are seen")
        self.player_order = order_of(masks, 0, &self.program, part, parts)
        self.player_count = (masks.shape[0] - part + parts - 1) // parts
        with nogil:
            self.find_pairs()
            self.write_seen()
            self.sort_opponents()
            while end < self.player_count:
                begin, end = end, group_end(self.player_order, self.player_count, end)
                largest = max(largest, end - begin)
        self.below = <uint16_t *>malloc(largest * self.width * sizeof(uint16_t))
        self.up_to = <uint16_t *>malloc((1 + MAX_CUTS) * self.width * sizeof(uint16_t))
        if self.below == NULL or self.up_to == NULL:
            raise MemoryError("no memory for the cards that are seen")
        self.take_snapshots()

    cdef size_t rows_size(self) noexcept nogil:
        return self.offset[self.depth + 1] * self.width * sizeof(uint16_t)

    cdef void write_seen(self) noexcept nogil:
        cdef int number[MAX_SEEN_OF]
        cdef int i
        cdef Py_ssize_t at
        first_set(number, self.up)
        for at in range(self.sets):
            self.seen[at] = 0
            for i in range(self.up):
                self.seen[at] |= self.card[number[i]]
            next_set(number, self.up)

    cdef void sort_opponents(self) noexcept nogil:
        cdef int number[MAX_SEEN_OF]
        cdef int i, size = self.up + self.hidden
        cdef uint64_t hand, code
        cdef Py_ssize_t at
        first_set(number, size)
        for at in range(self.opponent_count):
            hand, code = 0, 0
            for i in range(size):
                hand |= self.card[number[i]]
                code |= <uint64_t>number[i] << BITS * i
            self.opponent_order[at] = code | <uint64_t>strength_of(
                hand, &self.program.hand[1].ranking) << 32
            next_set(number, size)
        sort(self.opponent_order, self.opponent_count)

    cdef int take_snapshots(self) except -1:
        """Keep the rows as they are when the hands under each threshold are inserted."""
        cdef int i
        find_thresholds(&self.program, &self.thresholds)
        for i in range(self.thresholds.count):
            self.snapshot[i] = <uint16_t *>malloc(self.rows_size())
            if self.snapshot[i] == NULL:
                raise MemoryError("no memory for the rows of a threshold")
            with nogil:
                self.insert_below(self.thresholds.at[i])
                memcpy(self.snapshot[i], self.rows, self.rows_size())
                memset(self.rows, 0, self.rows_size())
                self.next_opponent = 0
        return 0

    cdef void find_places(self, const int *number, int size, Py_ssize_t *place) noexcept nogil:
        """Write the place of each subset of a hand, a mask of its cards, among those as large."""
        cdef uint32_t which
        cdef int top
        place[0] = 0
        for which in range(1, 1u << size):
            top = top_bit(which)
            place[which] = place[which ^ 1u << top] + self.choose.of[bit_count(which)][number[top]]

    cdef void insert_below(self, uint64_t strength) noexcept nogil:
        """Add the hands below a strength to the rows of all their subsets."""
        cdef int number[MAX_SEEN_OF]
        cdef int i, size = self.up + self.hidden
        cdef Py_ssize_t place[SUBSETS]
        while (self.next_opponent < self.opponent_count
                and self.opponent_order[self.next_opponent] >> 32 < strength):
            for i in range(size):
                number[i] = <int>(self.opponent_order[self.next_opponent] >> BITS * i
                    & (1 << BITS) - 1)
            self.find_places(number, size, place)
            for i in range(self.pairs):
                self.rows[(self.begin_of[i] + place[self.contained[i]]) * self.width
                    + place[self.shown[i]]] += 1
            self.next_opponent += 1

    cdef void find_pairs(self) noexcept nogil:
        """Write the ways to take from a hand a set that is seen and one that is contained."""
        cdef int size = self.up + self.hidden
        cdef uint32_t shown, contained
        self.pairs = 0
        for contained in range(1u << size):
            for shown in range(1u << size):
                if not shown & contained and bit_count(shown) == self.up \
                        and bit_count(contained) <= self.depth:
                    self.begin_of[self.pairs] = self.offset[bit_count(contained)]
                    self.contained[self.pairs], self.shown[self.pairs] = contained, shown
                    self.pairs += 1

    cdef void ask(self, const int *number, const uint16_t *rows, uint16_t *answer) noexcept nogil:
        """Write, for each S, the number of hands in `rows` that avoid the cards of a hand."""
        cdef const uint16_t *row[SUBSETS]
        cdef Py_ssize_t place[SUBSETS]
        cdef uint32_t which
        cdef int odd, t, all = 0, even = 0
        self.find_places(number, self.size, place)
        for odd in range(2):
            for which in range(1u << self.size):
                t = bit_count(which)
                if t & 1 == odd and t <= self.depth:
                    row[all] = rows + self.width * (self.offset[t] + place[which])
                    all += 1
            if not odd:
                even = all
        add_rows(row, even, all, self.width, answer)

    cdef void find_alike(self, uint64_t hand, Alike *found) noexcept nogil:
        cdef int s, c
        found.classes = 0
        for s in range(self.suits):
            for c in range(found.classes):
                if lane_of(hand, self.lane[found.suit[c][0]]) == lane_of(hand, self.lane[s]):
                    break
            else:
                c = found.classes
                found.size[c] = 0
                found.classes += 1
            found.suit[c][found.size[c]] = s
            found.size[c] += 1

    cdef int times(self, const Alike *alike, uint64_t seen) noexcept nogil:
        """Return for how many seen cards some stand, 0 where others stand for them."""
        cdef int c, i, same, found = 1
        cdef uint32_t lane, last
        for c in range(alike.classes):
            same, last = 0, 0
            found *= factorial(alike.size[c])
            for i in range(alike.size[c]):
                lane = lane_of(seen, self.lane[alike.suit[c][i]])
                if i and lane > last:
                    return 0
                same = same + 1 if i and lane == last else 1
                found //= same
                last = lane
        return found

    cdef Py_ssize_t count_seen(self, uint64_t hand) noexcept nogil:
        """Return how many sets of seen cards stand for themselves beside a hand."""
        cdef Alike alike
        cdef Py_ssize_t at, found = 0
        self.find_alike(hand, &alike)
        if alike.classes == self.suits:
            return self.choose.of[self.up][self.deck.cards - self.size]
        for at in range(self.sets):
            found += not self.seen[at] & hand and self.times(&alike, self.seen[at]) > 0
        return found

    cdef bint write(self, uint32_t hand, uint64_t strength, const uint16_t *below,
            const uint16_t *up_to, const uint16_t *under, Block *out) noexcept nogil:
        """Write the rows of one player's hand, one a set of seen cards that stands for itself;
        False where they do not add up.
        """
        cdef Alike alike
        cdef Changes c
        cdef const uint16_t *sums[MAX_CUTS + 3]
        cdef uint64_t own = self.masks[hand]
        cdef int64_t weight, left, total
        cdef uint32_t now, last
        cdef int i, times = 1
        cdef bint ok = True, free_suits
        cdef Py_ssize_t at
        total = self.choose.of[self.hidden][self.deck.cards - self.size - self.up]
        self.find_alike(own, &alike)
        free_suits = alike.classes < self.suits
        find_changes(&self.program, &self.thresholds, strength, &c)
        for i in range(1, c.count):
            if c.which[i] == BELOW or c.which[i] == UP_TO:
                sums[i] = below if c.which[i] == BELOW else up_to
            else:
                sums[i] = under + c.which[i] * self.width
        for at in range(self.sets):
            if self.seen[at] & own:
                continue
            if free_suits:
                times = self.times(&alike, self.seen[at])
                if not times:
                    continue
            weight, left, last = self.weights[hand] * times, total, 0
            for i in range(1, c.count):
                now = sums[i][at]
                ok = ok and now >= last
                out.counts[c.column[i - 1]] += <int64_t>(now - last) * weight
                left -= now - last
                last = now
            ok = ok and left >= 0
            out.counts[c.column[c.count - 1]] += left * weight
            out.masks[0], out.masks[1] = own, self.seen[at]
            out.weights[0], out.known[0] = weight, self.known[hand]
            out.masks += 2
            out.weights += 1
            out.known += 1
            out.counts += self.program.columns
        return ok

    cdef void begin_group(self) noexcept nogil:
        """Insert the hands up to the strength of the next of the player's, and keep the answers for
        all that are as strong from just before their equals were inserted.
        """
        cdef uint64_t strength = self.player_order[self.next_player] >> 32
        cdef int number[MAX_SEEN_OF]
        cdef Py_ssize_t i
        self.begin = self.next_player
        self.end = group_end(self.player_order, self.player_count, self.begin)
        self.insert_below(strength)
        for i in range(self.begin, self.end):
            numbers_of(&self.deck, self.masks[<uint32_t>self.player_order[i]], number)
            self.ask(number, self.rows, self.below + (i - self.begin) * self.width)
        self.insert_below(strength + 1)

    cdef bint answer(self, Block *out) noexcept nogil:
        """Answer for the next of the player's hands."""
        cdef uint64_t strength = self.player_order[self.next_player] >> 32
        cdef uint32_t hand = <uint32_t>self.player_order[self.next_player]
        cdef int number[MAX_SEEN_OF]
        cdef int cut
        cdef const uint16_t *below
        if self.next_player == self.end:
            self.begin_group()
        below = self.below + (self.next_player - self.begin) * self.width
        numbers_of(&self.deck, self.masks[hand], number)
        self.ask(number, self.rows, self.up_to)
        for cut in range(self.thresholds.count):
            self.ask(number, self.snapshot[cut], self.up_to + (1 + cut) * self.width)
        self.next_player += 1
        return self.write(hand, strength, below, self.up_to, self.up_to + self.width, out)

    cdef bint complete(self) noexcept nogil:
        """Tell whether the rows, all hands inserted, hold what binomials say of every N(T, S)."""
        cdef int number[MAX_SEEN_OF]
        cdef int t, i, size = self.up + self.hidden
        cdef uint64_t held
        cdef Py_ssize_t place, at
        cdef const uint16_t *row
        for t in range(self.depth + 1):
            first_set(number, t)
            for place in range(self.offset[t], self.offset[t + 1]):
                held, row = 0, self.rows + place * self.width
                for i in range(t):
                    held |= self.card[number[i]]
                for at in range(self.sets):
                    if not self.seen[at] & held and row[at] \
                            != self.choose.of[size - t - self.up][self.deck.cards - t - self.up]:
                        return False
                next_set(number, t)
        return True

    def block(self, Py_ssize_t limit):
        """Return (masks, weights, known, counts) of the next information sets, about `limit` of
        them; None after the last.

        masks: the player's hand and the seen cards. counts: one row of columns an information set,
            weighted.
        Raises ArithmeticError where a total is not what it must be.
        """
        cdef Py_ssize_t begin = self.next_player, end = begin, rows = 0
        cdef array.array masks, weights, known, counts
        cdef Block out
        cdef bint ok = True
        while end < self.player_count and rows < limit:
            rows += self.count_seen(self.masks[<uint32_t>self.player_order[end]])
            end += 1
        if end == begin:
            with nogil:
                self.insert_below(<uint64_t>1 << 40)
                ok = self.complete()
            if not ok:
                raise ArithmeticError(
                    "the opponent's hands do not add up to the number of ways to deal them")
            return None
        masks = array.clone(array.array("Q"), 2 * rows, zero=False)
        weights = array.clone(array.array("q"), rows, zero=False)
        known = array.clone(array.array("q"), rows, zero=False)
        counts = array.clone(array.array("q"), rows * self.program.columns, zero=True)
        out.masks = <uint64_t *>masks.data.as_voidptr
        out.weights = <int64_t *>weights.data.as_voidptr
        out.known, out.counts = <int64_t *>known.data.as_voidptr, <int64_t *>counts.data.as_voidptr
        with nogil:
            while self.next_player < end:
                ok = self.answer(&out) and ok
        if not ok:
            raise ArithmeticError(
                "the opponent's hands that avoid a player's hand do not come out whole")
        return masks, weights, known, counts
