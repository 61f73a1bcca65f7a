"""An opponent's hand dealt from what is left, by removal instead of enumeration.

The number of opponent hands below a strength that hold the up card u and avoid the player's cards P is the sum over subsets
T of P of (-1)^|T| times the number of such hands that contain T and u. `Sweep` goes through the opponent's hands in order of
strength and keeps, for every canonical T, a row of those numbers over u; a player's hand is asked about when the sweep
reaches its strength. Rows hold the numbers times the count of suit relabellings, so that only canonical hands are inserted.
"""

from cpython cimport array
import array
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memcpy, memset

from hands cimport LANE, low_bit, strength_of
from program cimport UNDER, Program, load
from subsets cimport Binomials, fill_binomials
from suits cimport factorial, suits_of

cdef enum:
    MAX_CUTS = 4           # thresholds of the opponent's hand: what qualifies
    MAX_COLUMNS = 64


cdef int by_value(const void *a, const void *b) noexcept nogil:
    cdef uint64_t x = (<const uint64_t *>a)[0], y = (<const uint64_t *>b)[0]
    return (x > y) - (x < y)


cdef class Sweep:
    """Counts an opponent's hands for every (player's hand, up card), in blocks of rising player's strength.

    deck: the mask of all cards, without a joker.
    players, weights, known: the player's canonical hands, how many hands each stands for, and a number that each block hands
        through for its rows.
    opponents, mults: the opponent's canonical hands and how many each stands for.
    up: whether one of the opponent's cards is seen.
    program: the facts, each about the opponent's hand (number 1) against the player's (number 0) or against a threshold.
    part, parts: this sweep answers for every `parts`th player's hand.
    """

    cdef Program program
    cdef int suits, ranks, cards, width, relabellings, depth, player_size, opponent_size, cuts
    cdef bint up
    cdef int place[4]
    cdef int rank_place[13]            # rank -> place among the deck's ranks
    cdef int rank_at[13]               # and back
    cdef uint8_t perm[24][4]
    cdef Binomials choose
    cdef uint32_t cut[MAX_CUTS]
    cdef uint32_t *snapshot[MAX_CUTS]
    cdef uint32_t *rows                # one row a canonical subset, over the cards u; times `relabellings`
    cdef Py_ssize_t row_count
    cdef Py_ssize_t offset[8]          # where the subsets of each size begin
    cdef int32_t *row_of               # subset -> the row of its canonical form
    cdef uint32_t *maps_of             # subset -> the relabellings that make it canonical, a bit each
    cdef uint64_t *player_order        # strength << 32 | place, ascending
    cdef uint64_t *opponent_order
    cdef Py_ssize_t player_count, opponent_count, next_player, next_opponent
    cdef const uint64_t[::1] players, opponents
    cdef const int64_t[::1] weights, mults, known
    cdef int part, parts

    def __cinit__(self):
        cdef int i
        self.rows = NULL
        self.row_of = NULL
        self.maps_of = NULL
        self.player_order = NULL
        self.opponent_order = NULL
        for i in range(MAX_CUTS):
            self.snapshot[i] = NULL

    def __dealloc__(self):
        cdef int i
        free(self.rows)
        free(self.row_of)
        free(self.maps_of)
        free(self.player_order)
        free(self.opponent_order)
        for i in range(MAX_CUTS):
            free(self.snapshot[i])

    def __init__(self, uint64_t deck, const uint64_t[::1] players, const int64_t[::1] weights, const int64_t[::1] known,
                 const uint64_t[::1] opponents, const int64_t[::1] mults, int player_size, int opponent_size, bint up,
                 const int64_t[::1] program, int part, int parts):
        cdef int i
        load(program, &self.program)
        self.players, self.weights, self.known = players, weights, known
        self.opponents, self.mults = opponents, mults
        self.player_count, self.opponent_count = players.shape[0], opponents.shape[0]
        self.player_size, self.opponent_size, self.up = player_size, opponent_size, up
        self.part, self.parts = part, parts
        self.depth = min(player_size, opponent_size - up)
        if self.depth > 7 or player_size > 7 or opponent_size > 7 or self.program.columns > MAX_COLUMNS:
            raise ValueError("hands of more than seven cards cannot be counted by removal")
        self.cuts = 0
        for i in range(self.program.facts):
            if self.program.fact[i].kind == UNDER:
                if self.cuts == MAX_CUTS:
                    raise ValueError("too many thresholds for the kernels")
                self.cut[self.cuts] = self.program.fact[i].threshold[0]
                self.cuts += 1
        self._number_cards(deck)
        self._number_subsets()
        self._sort_hands()
        for i in range(self.cuts):
            self.snapshot[i] = <uint32_t *>malloc(self.row_count * self.width * sizeof(uint32_t))
            if self.snapshot[i] == NULL:
                raise MemoryError("no memory for the rows of a threshold")
            with nogil:
                memset(self.rows, 0, self.row_count * self.width * sizeof(uint32_t))
                self.next_opponent = 0
                self._insert_below(self.cut[i])
                memcpy(self.snapshot[i], self.rows, self.row_count * self.width * sizeof(uint32_t))
        memset(self.rows, 0, self.row_count * self.width * sizeof(uint32_t))
        self.next_opponent = self.next_player = 0

    cdef int _number_cards(self, uint64_t deck) except -1:
        cdef int i, k, n, code
        cdef uint32_t lane
        self.suits = suits_of(deck, self.place)
        lane = (deck >> 16 * self.place[0]) & LANE
        self.ranks = 0
        for i in range(13):
            self.rank_place[i] = self.rank_at[self.ranks] = 0
            if lane >> i & 1:
                self.rank_place[i], self.rank_at[self.ranks] = self.ranks, i
                self.ranks += 1
        self.cards = self.ranks * self.suits
        self.width = self.cards if self.up else 1
        n = 0
        for code in range(255, -1, -1):    # every arrangement of the suits as four base-4 digits, the identity first
            for i in range(4):
                self.perm[n][i] = code >> 2 * i & 3
            k = 0
            for i in range(self.suits):
                k |= 1 << self.perm[n][i]
            for i in range(self.suits, 4):
                k |= (self.perm[n][i] != i) << 8
            if k == (1 << self.suits) - 1:
                n += 1
                if n == factorial(self.suits):
                    break
        self.relabellings = n
        fill_binomials(&self.choose)
        return 0

    cdef inline int _numbers(self, uint64_t mask, int *number) noexcept nogil:
        """Write the card numbers (suit place x ranks + rank place) of a set, ascending."""
        cdef int s, n = 0
        cdef uint64_t lane
        for s in range(self.suits):
            lane = (mask >> 16 * self.place[s]) & LANE
            while lane:
                number[n] = s * self.ranks + self.rank_place[low_bit(lane)]
                n += 1
                lane &= lane - 1
        return n

    cdef int _number_subsets(self) except -1:
        """Find the row and the relabellings of every subset of up to `depth` cards."""
        cdef Py_ssize_t total = 0, at, best_at
        cdef int t, i, j, m, key
        cdef int number[8]
        cdef int moved[8]
        for t in range(self.depth + 1):
            self.offset[t] = total
            total += self.choose.of[self.cards][t]
        self.row_of = <int32_t *>malloc(total * sizeof(int32_t))
        self.maps_of = <uint32_t *>malloc(total * sizeof(uint32_t))
        if self.row_of == NULL or self.maps_of == NULL:
            raise MemoryError("no memory for the subsets of a hand")
        self.row_count = 0
        with nogil:
            for t in range(self.depth + 1):
                for i in range(t):
                    number[i] = i
                for at in range(self.offset[t], self.offset[t] + self.choose.of[self.cards][t]):
                    # The canonical form is the relabelling that comes first in the order of subsets.
                    best_at = at
                    self.maps_of[at] = 0
                    for m in range(self.relabellings):
                        for i in range(t):
                            key = self.perm[m][number[i] // self.ranks] * self.ranks + number[i] % self.ranks
                            j = i
                            while j > 0 and moved[j - 1] > key:
                                moved[j] = moved[j - 1]
                                j -= 1
                            moved[j] = key
                        j = <int>self._place_of(moved, t)
                        if j < best_at:
                            best_at = j
                            self.maps_of[at] = 0
                        if j == best_at:
                            self.maps_of[at] |= 1u << m
                    if best_at == at:
                        self.row_of[at] = <int32_t>self.row_count
                        self.row_count += 1
                    else:
                        self.row_of[at] = self.row_of[best_at]
                    i = 0              # the next subset in colexicographic order
                    while i < t - 1 and number[i] + 1 == number[i + 1]:
                        number[i] = i
                        i += 1
                    number[i] += 1
        self.rows = <uint32_t *>calloc(self.row_count * self.width, sizeof(uint32_t))
        if self.rows == NULL:
            raise MemoryError("no memory for the rows of a sweep")
        return 0

    cdef inline Py_ssize_t _place_of(self, const int *number, int t) noexcept nogil:
        """Return the place of a subset, given as ascending card numbers, among all subsets."""
        cdef Py_ssize_t place = self.offset[t]
        cdef int i
        for i in range(t):
            place += self.choose.of[number[i]][i + 1]
        return place

    cdef int _sort_hands(self) except -1:
        cdef Py_ssize_t i, kept
        self.player_order = <uint64_t *>malloc((self.player_count + 1) * sizeof(uint64_t))
        self.opponent_order = <uint64_t *>malloc((self.opponent_count + 1) * sizeof(uint64_t))
        if self.player_order == NULL or self.opponent_order == NULL:
            raise MemoryError("no memory to sort the hands")
        with nogil:
            kept, i = 0, self.part
            while i < self.player_count:
                self.player_order[kept] = <uint64_t>strength_of(self.players[i], &self.program.hand[0].ranking) << 32 | i
                kept += 1
                i += self.parts
            self.player_count = kept
            for i in range(self.opponent_count):
                self.opponent_order[i] = <uint64_t>strength_of(self.opponents[i], &self.program.hand[1].ranking) << 32 | i
            qsort(self.player_order, self.player_count, sizeof(uint64_t), by_value)
            qsort(self.opponent_order, self.opponent_count, sizeof(uint64_t), by_value)
        return 0

    cdef void _insert(self, Py_ssize_t hand) noexcept nogil:
        """Add one canonical opponent's hand to the rows of all its subsets."""
        cdef int number[8]
        cdef int subset[8]
        cdef int n = self._numbers(self.opponents[hand], number)
        cdef uint32_t mult = <uint32_t>self.mults[hand]
        cdef uint32_t which, maps
        cdef uint32_t *row
        cdef const uint8_t *perm
        cdef Py_ssize_t place
        cdef int i, t
        cdef int suit[8]
        cdef int rank[8]
        for i in range(n):
            suit[i], rank[i] = number[i] // self.ranks, number[i] % self.ranks
        for which in range(1u << n):
            t = 0
            for i in range(n):
                if which >> i & 1:
                    subset[t] = number[i]
                    t += 1
            if t > self.depth:
                continue
            place = self._place_of(subset, t)
            row = self.rows + <Py_ssize_t>self.row_of[place] * self.width
            maps = self.maps_of[place]
            while maps:
                if not self.up:
                    row[0] += mult
                else:
                    perm = self.perm[low_bit(maps)]
                    for i in range(n):
                        if not which >> i & 1:
                            row[perm[suit[i]] * self.ranks + rank[i]] += mult
                maps &= maps - 1

    cdef void _insert_below(self, uint64_t strength) noexcept nogil:
        while self.next_opponent < self.opponent_count and self.opponent_order[self.next_opponent] >> 32 < strength:
            self._insert(<Py_ssize_t>(self.opponent_order[self.next_opponent] & 0xFFFFFFFFu))
            self.next_opponent += 1

    cdef void _ask(self, const uint32_t *rows, const int *number, uint32_t *answer) noexcept nogil:
        """Write, for each up card, `relabellings` x the number of hands in the rows that avoid the player's cards."""
        cdef int subset[8]
        cdef uint32_t which
        cdef const uint32_t *row
        cdef const uint32_t *block
        cdef uint32_t *out
        cdef Py_ssize_t place
        cdef const uint8_t *perm
        cdef int i, t, s
        memset(answer, 0, self.width * sizeof(uint32_t))
        for which in range(1u << self.player_size):
            t = 0
            for i in range(self.player_size):
                if which >> i & 1:
                    subset[t] = number[i]
                    t += 1
            if t > self.depth:
                continue
            place = self._place_of(subset, t)
            row = rows + <Py_ssize_t>self.row_of[place] * self.width
            if not self.up:
                answer[0] += row[0] if not t & 1 else -row[0]
                continue
            perm = self.perm[low_bit(self.maps_of[place])]
            for s in range(self.suits):
                block, out = row + perm[s] * self.ranks, answer + s * self.ranks
                if t & 1:
                    for i in range(self.ranks):
                        out[i] -= block[i]
                else:
                    for i in range(self.ranks):
                        out[i] += block[i]

    cdef int _columns(self, uint64_t strength, uint64_t *cuts, int64_t *column) noexcept nogil:
        """Write the strengths at which the facts change, ascending from 0, and the column from each on; return how many.

        Cut i < `cuts` of the program keeps its number in the low byte, the player's own strength has numbers 254 and 255.
        """
        cdef int i, f, n = 1
        cdef uint64_t at
        cuts[0] = 0
        for i in range(self.cuts):
            cuts[n] = <uint64_t>self.cut[i] << 8 | i
            n += 1
        cuts[n] = strength << 8 | 254
        cuts[n + 1] = (strength + 1) << 8 | 255
        n += 2
        qsort(cuts + 1, n - 1, sizeof(uint64_t), by_value)
        for i in range(n):
            at = cuts[i] >> 8
            column[i] = 0
            for f in range(self.program.facts):
                if self.program.fact[f].kind == UNDER:
                    column[i] += (at < self.program.fact[f].threshold[0]) * self.program.fact[f].stride
                elif self.program.fact[f].hand == 0:
                    column[i] += (2 if at < strength else 1 if at == strength else 0) * self.program.fact[f].stride
                else:
                    column[i] += (0 if at < strength else 1 if at == strength else 2) * self.program.fact[f].stride
        return n

    cdef bint _write(self, Py_ssize_t hand, uint64_t strength, const int *number, const uint32_t *below, const uint32_t *upto,
                     const uint32_t *under, uint64_t *masks, int64_t *weights, int64_t *known, int64_t *counts) noexcept nogil:
        """Write the rows of one player's hand, one an up card; False where a number is not a multiple as it must be."""
        cdef uint64_t cuts[MAX_CUTS + 3]
        cdef int64_t column[MAX_CUTS + 3]
        cdef const uint32_t *sums[MAX_CUTS + 3]
        cdef int n = self._columns(strength, cuts, column), i, u, out = 0, skip = 0, which
        cdef uint32_t last, now
        cdef int64_t left, weight = self.weights[hand]
        cdef int64_t total = self.choose.of[self.cards - self.player_size - self.up][self.opponent_size - self.up]
        cdef bint ok = True
        for i in range(1, n):
            which = cuts[i] & 0xFF
            sums[i] = below if which == 254 else upto if which == 255 else under + which * self.width
        for u in range(self.width):
            if self.up and skip < self.player_size and number[skip] == u:
                skip += 1
                continue
            left, last = total, 0
            for i in range(1, n):
                now = sums[i][u]
                ok = ok and now % self.relabellings == 0 and now >= last
                counts[out * self.program.columns + column[i - 1]] += (now - last) // self.relabellings * weight
                left -= (now - last) // self.relabellings
                last = now
            ok = ok and left >= 0
            counts[out * self.program.columns + column[n - 1]] += left * weight
            masks[out * (1 + self.up)] = self.players[hand]
            if self.up:
                masks[out * 2 + 1] = <uint64_t>1 << (16 * self.place[u // self.ranks] + self.rank_at[u % self.ranks])
            weights[out], known[out] = weight, self.known[hand]
            out += 1
        return ok

    cdef bint _whole(self) noexcept nogil:
        """Tell whether the rows, all hands inserted, hold what binomials say they must."""
        cdef Py_ssize_t at
        cdef int t, i, u, skip
        cdef int number[8]
        cdef uint32_t want
        cdef const uint32_t *row
        for t in range(self.depth + 1):
            want = <uint32_t>(self.choose.of[self.cards - t - self.up][self.opponent_size - t - self.up] * self.relabellings)
            for i in range(t):
                number[i] = i
            for at in range(self.offset[t], self.offset[t] + self.choose.of[self.cards][t]):
                if self.maps_of[at] & 1:       # the first relabelling is the identity: a canonical subset
                    row = self.rows + <Py_ssize_t>self.row_of[at] * self.width
                    skip = 0
                    for u in range(self.width):
                        if self.up and skip < t and number[skip] == u:
                            skip += 1
                        elif row[u] != want:
                            return False
                i = 0
                while i < t - 1 and number[i] + 1 == number[i + 1]:
                    number[i] = i
                    i += 1
                number[i] += 1
        return True

    cdef Py_ssize_t _group_end(self, Py_ssize_t begin) noexcept nogil:
        """Return where the player's hands that are as strong as number `begin` end."""
        cdef Py_ssize_t end = begin
        while end < self.player_count and self.player_order[end] >> 32 == self.player_order[begin] >> 32:
            end += 1
        return end

    cdef bint _group(self, Py_ssize_t end, uint32_t *below, uint64_t *masks, int64_t *weights, int64_t *known,
                     int64_t *counts) noexcept nogil:
        """Answer for the player's hands up to `end`, all of one strength. below: room for that many answers and more."""
        cdef uint64_t strength = self.player_order[self.next_player] >> 32
        cdef Py_ssize_t begin = self.next_player, i, hand, each = self.width - self.player_size if self.up else 1
        cdef uint32_t *upto = below + (end - begin) * self.width
        cdef uint32_t *under = upto + self.width
        cdef int number[8]
        cdef int c
        cdef bint ok = True
        self._insert_below(strength)
        for i in range(begin, end):
            self._numbers(self.players[<Py_ssize_t>(self.player_order[i] & 0xFFFFFFFFu)], number)
            self._ask(self.rows, number, below + (i - begin) * self.width)
        self._insert_below(strength + 1)
        for i in range(begin, end):
            hand = <Py_ssize_t>(self.player_order[i] & 0xFFFFFFFFu)
            self._numbers(self.players[hand], number)
            self._ask(self.rows, number, upto)
            for c in range(self.cuts):
                self._ask(self.snapshot[c], number, under + c * self.width)
            ok = self._write(hand, strength, number, below + (i - begin) * self.width, upto, under, masks, weights, known,
                             counts) and ok
            masks += each * (1 + self.up)
            weights += each
            known += each
            counts += each * self.program.columns
        self.next_player = end
        return ok

    def block(self, Py_ssize_t limit):
        """Return (masks, weights, known, counts) of the next information sets, about `limit` of them; None after the last.

        masks: the player's hand and, if seen, the up card. counts: one row of columns an information set, weighted.
        Raises ArithmeticError where a total is not what it must be.
        """
        cdef Py_ssize_t each = self.width - self.player_size if self.up else 1
        cdef Py_ssize_t begin = self.next_player, end = begin, largest = 0, at = 0, group
        cdef uint32_t *answers
        cdef uint64_t[::1] masks
        cdef int64_t[::1] weights, known, counts
        cdef bint ok = True
        while end < self.player_count and (end - begin) * each < limit:
            group = self._group_end(end)
            largest = max(largest, group - end)
            end = group
        if end == begin:
            with nogil:
                self._insert_below(<uint64_t>1 << 40)
                ok = self._whole()
            if not ok:
                raise ArithmeticError("the opponent's hands do not add up to the number of ways to deal them")
            return None
        masks_out = array.clone(array.array("Q"), (end - begin) * each * (1 + self.up), zero=False)
        weights_out = array.clone(array.array("q"), (end - begin) * each, zero=False)
        known_out = array.clone(array.array("q"), (end - begin) * each, zero=False)
        counts_out = array.clone(array.array("q"), (end - begin) * each * self.program.columns, zero=True)
        masks, weights, known, counts = masks_out, weights_out, known_out, counts_out
        answers = <uint32_t *>malloc((largest + 1 + MAX_CUTS) * self.width * sizeof(uint32_t))
        if answers == NULL:
            raise MemoryError("no memory for a block")
        with nogil:
            while self.next_player < end:
                at = (self.next_player - begin) * each
                ok = self._group(self._group_end(self.next_player), answers, &masks[at * (1 + self.up)], &weights[at],
                                 &known[at], &counts[at * self.program.columns]) and ok
        free(answers)
        if not ok:
            raise ArithmeticError("the opponent's hands that avoid a player's hand do not come out whole")
        return masks_out, weights_out, known_out, counts_out
