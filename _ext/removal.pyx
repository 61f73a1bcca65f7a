"""An opponent's hand dealt from what is left, by removal instead of enumeration.

For a player's hand P, the opponent's up card u and a strength s, the number of opponent's hands
below s that hold u and avoid P is

    sum over subsets T of P of (-1)^|T| x (hands below s that contain T and u),
    see inclusion.pxd

`StrengthSweep` goes through the opponent's hands in order of strength and inserts them; a player's
hand is asked about when the sweep reaches its strength, so that "below" and "up to" are what was
inserted before and after its equals. Of up cards that a
relabelling of the suits makes one another, the player's hand staying as it is, the first stands for
all. Where P has as many cards as are hidden, T = P leaves one hand
for each u: that hand is read instead of being numbered, and the sets that are numbered stay few.
The column of a pair of hands changes only at the player's strength and at thresholds: counts are
differences of those numbers. Counts and weights are deals, as 64-bit integers; 32 bits do for the
numbers of hands, as 24 C(52, 7) stays below.
"""

from cpython cimport array
import array
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from bits cimport bit_count
from cards cimport lane_of, suits_of
from changes cimport BELOW, UP_TO, Changes, Thresholds, find_changes, find_thresholds
from colex cimport numbers_of
from guards cimport are_dealt, are_natural, is_deck
from hands cimport strength_of
from inclusion cimport (BLOCK, Rows, Subsets, ask, complete, find_subsets, insert, place_in_row,
    rows_size)
from limits cimport MAX_COLUMNS, MAX_CUTS, MAX_REMOVED
from orbits cimport Orbits, free_orbits, new_orbits
from program cimport Program, load
from strengths cimport Block, group_end, order_of


cdef class Hands:
    """Canonical hands of one size. masks: their cards. weights: how many hands each stands for.
    size: cards in a hand.
    """

    cdef const uint64_t[::1] masks
    cdef const int64_t[::1] weights
    cdef Py_ssize_t count
    cdef int size

    def __init__(self, const uint64_t[::1] masks, const int64_t[::1] weights, int size):
        if weights.shape[0] != masks.shape[0] or size < 1 \
                or not are_natural(masks, 0, 1, size, size):
            raise ValueError("hands and weights do not fit")
        self.masks, self.weights, self.count, self.size = masks, weights, masks.shape[0], size


# how many of the opponent's hands avoid the player's cards, for each up card:
cdef struct Answers:
    const uint32_t *below      # those below the player's strength,
    const uint32_t *up_to      # up to it,
    const uint32_t *under      # and under each threshold


cdef class StrengthSweep:
    """Counts an opponent's hands for every (player's hand, up card), in blocks of rising player's
    strength.

    deck: the mask of all cards, without a joker.
    player, opponent: the hands of the two.
    known: for each of the player's hands a number that each block hands through for its rows.
    up: whether one of the opponent's cards is seen.
    program: the facts, each about the opponent's hand (number 1) against the player's (number 0) or
        against a threshold.
    part, parts: this sweep answers for every `parts`th of the player's hands, from number `part`
        on.
    """

    cdef Program program
    cdef Orbits orbits
    cdef Rows rows
    cdef Hands player, opponent
    cdef const int64_t[::1] known
    cdef int lane[4]                   # of each suit of the deck
    cdef bint whole                    # the player has as many cards as the opponent hides
    cdef Thresholds thresholds
    cdef uint32_t *snapshot[MAX_CUTS]  # the rows when all hands under a threshold were inserted
    cdef uint64_t *player_order        # strength << 32 | place, ascending
    cdef uint64_t *opponent_order
    cdef Py_ssize_t player_count, next_player, next_opponent

    def __dealloc__(self):
        cdef int i
        free_orbits(&self.orbits)
        free(self.rows.rows)
        free(self.player_order)
        free(self.opponent_order)
        for i in range(MAX_CUTS):
            free(self.snapshot[i])

    def __cinit__(self, uint64_t deck, Hands player not None, Hands opponent not None,
            const int64_t[::1] known, bint up, const int64_t[::1] program, int part, int parts):
        cdef int hidden = opponent.size - up, depth = min(player.size, hidden)
        cdef bint ok
        load(program, &self.program)
        if max(player.size, opponent.size) > MAX_REMOVED or self.program.columns > MAX_COLUMNS:
            raise ValueError("hands of more than seven cards cannot be counted by removal")
        if not is_deck(deck) or not are_dealt(player.masks, deck) \
                or not are_dealt(opponent.masks, deck) or self.program.hands < 2:
            raise ValueError("two hands are wanted, of the same ranks in each suit of the deck")
        if known.shape[0] != player.count or not 0 <= part < parts:
            raise ValueError("hands and known facts do not fit")
        self.player, self.opponent, self.known = player, opponent, known
        self.whole = player.size == hidden
        depth -= self.whole
        with nogil:
            ok = new_orbits(&self.orbits, deck, depth)
        suits_of(deck, self.lane)
        self.rows.orbits, self.rows.up = &self.orbits, up
        self.rows.width = 4 * BLOCK if up else 1
        self.rows.rows = <uint32_t *>calloc(rows_size(&self.rows), 1)
        if not ok or self.rows.rows == NULL:
            raise MemoryError("no memory for the subsets of a hand")
        self.player_order = order_of(player.masks, 0, &self.program, part, parts)
        self.opponent_order = order_of(opponent.masks, 1, &self.program, 0, 1)
        self.player_count = (player.count - part + parts - 1) // parts
        self.take_snapshots()

    cdef int take_snapshots(self) except -1:
        """Keep the rows as they are when the hands under each threshold are inserted."""
        cdef int i
        find_thresholds(&self.program, &self.thresholds)
        for i in range(self.thresholds.count):
            self.snapshot[i] = <uint32_t *>malloc(rows_size(&self.rows))
            if self.snapshot[i] == NULL:
                raise MemoryError("no memory for the rows of a threshold")
            with nogil:
                self.insert_below(self.thresholds.at[i])
                memcpy(self.snapshot[i], self.rows.rows, rows_size(&self.rows))
                memset(self.rows.rows, 0, rows_size(&self.rows))
                self.next_opponent = 0
        return 0

    cdef void insert_below(self, uint64_t strength) noexcept nogil:
        cdef uint32_t hand
        while (self.next_opponent < self.opponent.count
                and self.opponent_order[self.next_opponent] >> 32 < strength):
            hand = <uint32_t>self.opponent_order[self.next_opponent]
            insert(&self.rows, self.opponent.masks[hand], <uint32_t>self.opponent.weights[hand])
            self.next_opponent += 1

    cdef int write_alike(self, uint64_t hand, int *alike) noexcept nogil:
        """Write how many suits hold the same ranks of a hand as each does, 0 where an earlier one
        stands for it; return how many up cards there are beside the hand.
        """
        cdef uint32_t lane[4]
        cdef int s, t, first, found = 0, suits = self.orbits.suits, ranks = self.orbits.ranks
        if not self.rows.up:
            alike[0] = 1
            return 1
        for s in range(suits):
            lane[s], alike[s], first = lane_of(hand, self.lane[s]), 0, s
            for t in range(s - 1, -1, -1):
                if lane[t] == lane[s]:
                    first = t
            alike[first] += 1
            if first == s:
                found += ranks - bit_count(lane[s])
        return found

    cdef bint write(self, uint32_t hand, uint64_t strength, const int *number,
            const Answers *found, Block *out) noexcept nogil:
        """Write the rows of one player's hand, one an up card that stands for itself; False where a
        number is not a multiple as it must be.
        """
        cdef int alike[4]
        cdef Changes c
        cdef const uint32_t *sums[MAX_CUTS + 3]
        cdef int i, u, at, skip = 0
        cdef int width = self.rows.width, up = self.rows.up, size = self.player.size
        cdef uint32_t times = self.orbits.relabellings
        cdef uint32_t last, now, hands
        cdef int64_t left, weight
        cdef int hidden = self.opponent.size - up, rest = self.orbits.deck.cards - size - up
        cdef int64_t total = self.orbits.choose.of[hidden][rest]
        cdef uint64_t own = self.player.masks[hand], strong
        cdef uint32_t one = -times if hidden & 1 else times
        cdef bint ok = True
        self.write_alike(own, alike)
        find_changes(&self.program, &self.thresholds, strength, &c)
        for i in range(1, c.count):
            if c.which[i] == BELOW or c.which[i] == UP_TO:
                sums[i] = found.below if c.which[i] == BELOW else found.up_to
            else:
                sums[i] = found.under + c.which[i] * width
        for u in range(self.orbits.deck.cards if up else 1):
            if up and skip < size and number[skip] == u:
                skip += 1
                continue
            weight = self.player.weights[hand] * alike[u // self.orbits.ranks]
            if not weight:
                continue
            left, last, at = total, 0, place_in_row(&self.rows, u)
            # The opponent's hand of the player's cards, to be taken out; none is below 0.
            strong = ~<uint64_t>0
            if self.whole:
                strong = strength_of(own | (self.orbits.card[u] if up else 0),
                    &self.program.hand[1].ranking)
            for i in range(1, c.count):
                now = sums[i][at] + (one if strong < c.at[i] else 0)
                hands = (now - last) // times
                ok = ok and now >= last and hands * times == now - last
                out.counts[c.column[i - 1]] += hands * weight
                left -= hands
                last = now
            ok = ok and left >= 0
            out.counts[c.column[c.count - 1]] += left * weight
            out.masks[0] = own
            if up:
                out.masks[1] = self.orbits.card[u]
            out.weights[0], out.known[0] = weight, self.known[hand]
            out.masks += 1 + up
            out.weights += 1
            out.known += 1
            out.counts += self.program.columns
        return ok

    cdef bint answer(self, Py_ssize_t end, uint32_t *room, Subsets *subsets,
            Block *out) noexcept nogil:
        """Answer for the player's hands up to `end`, all of one strength. room, subsets: for that
        many answers and some more, and for the subsets of as many hands.
        """
        cdef uint64_t strength = self.player_order[self.next_player] >> 32
        cdef Py_ssize_t begin = self.next_player, i
        cdef int size = self.player.size, width = self.rows.width, cut
        cdef uint32_t *up_to = room + (end - begin) * width
        cdef uint32_t *under = up_to + width
        cdef int number[MAX_REMOVED]
        cdef uint32_t hand
        cdef Answers found
        cdef bint ok = True
        self.insert_below(strength)
        for i in range(begin, end):
            numbers_of(&self.orbits.deck, self.player.masks[<uint32_t>self.player_order[i]], number)
            find_subsets(&self.orbits, number, size, &subsets[i - begin])
            ask(&self.rows, self.rows.rows, &subsets[i - begin], room + (i - begin) * width)
        self.insert_below(strength + 1)
        for i in range(begin, end):
            hand = <uint32_t>self.player_order[i]
            numbers_of(&self.orbits.deck, self.player.masks[hand], number)
            ask(&self.rows, self.rows.rows, &subsets[i - begin], up_to)
            for cut in range(self.thresholds.count):
                ask(&self.rows, self.snapshot[cut], &subsets[i - begin], under + cut * width)
            found.below, found.up_to, found.under = room + (i - begin) * width, up_to, under
            ok = self.write(hand, strength, number, &found, out) and ok
        self.next_player = end
        return ok

    def block(self, Py_ssize_t limit):
        """Return (masks, weights, known, counts) of the next information sets, about `limit` of
        them; None after the last.

        masks: the player's hand and, if seen, the up card. counts: one row of columns an
            information set, weighted.
        Raises ArithmeticError where a total is not what it must be.
        """
        cdef Py_ssize_t begin = self.next_player, end = begin, largest = 0, group, rows
        cdef uint32_t *room
        cdef Subsets *subsets
        cdef array.array masks, weights, known, counts
        cdef Block out
        cdef int alike[4]
        cdef bint ok = True
        rows = 0
        while end < self.player_count and rows < limit:
            group = group_end(self.player_order, self.player_count, end)
            largest = max(largest, group - end)
            for end in range(end, group):
                rows += self.write_alike(self.player.masks[<uint32_t>self.player_order[end]], alike)
            end = group
        if end == begin:
            with nogil:
                self.insert_below(<uint64_t>1 << 40)
                ok = complete(&self.rows, self.opponent.size)
            if not ok:
                raise ArithmeticError(
                    "the opponent's hands do not add up to the number of ways to deal them")
            return None
        masks = array.clone(array.array("Q"), rows * (1 + self.rows.up), zero=False)
        weights = array.clone(array.array("q"), rows, zero=False)
        known = array.clone(array.array("q"), rows, zero=False)
        counts = array.clone(array.array("q"), rows * self.program.columns, zero=True)
        out.masks = <uint64_t *>masks.data.as_voidptr
        out.weights = <int64_t *>weights.data.as_voidptr
        out.known, out.counts = <int64_t *>known.data.as_voidptr, <int64_t *>counts.data.as_voidptr
        room = <uint32_t *>malloc((largest + 1 + MAX_CUTS) * self.rows.width * sizeof(uint32_t))
        subsets = <Subsets *>malloc(largest * sizeof(Subsets))
        if room == NULL or subsets == NULL:
            free(room)
            free(subsets)
            raise MemoryError("no memory for a block")
        with nogil:
            while self.next_player < end:
                group = group_end(self.player_order, self.player_count, self.next_player)
                ok = self.answer(group, room, subsets, &out) and ok
        free(room)
        free(subsets)
        if not ok:
            raise ArithmeticError(
                "the opponent's hands that avoid a player's hand do not come out whole")
        return masks, weights, known, counts
