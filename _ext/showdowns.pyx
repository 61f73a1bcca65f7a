"""Every two-card holding against every other on every texture of a shared board, none dealt.

On a texture all holdings are sorted by strength. With T(z) the holdings below strength z, and P(c,
z) those among them that contain card c, the opponents below z who avoid a holding (x, y) are

    T(z) - P(x, z) - P(y, z) + [(x, y) itself is below z],

since only (x, y) contains both. The facts about the opponent change at thresholds and at the
holding's own strength: each column's count is a difference of those numbers.

Where a card s of the opponent's is seen, his holdings are (s, c), one for each card c that is left:
the sums are over single cards, and no two of them share one.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bits cimport bit_count
from cards cimport LANE
from cuts cimport (MOST_CUTS, Cuts, find_cuts, number_of, sort_by_strength, verify_completed,
    write_row)
from face cimport Face, boards_of, face_of, spread
from guards cimport OFTEN, are_natural, is_deck, is_interrupted, raise_signal
from hands cimport Ranking, strength_of
from holdings cimport cards_in
from program cimport Choices, Program, chosen_cards, first_choice, load, next_choice
from texture cimport (BOARD, BOTH, FIELDS, ONE, PAIRS, PLAIN, ROWS, SUITED, SUITED_ROWS, WORDS,
    Textures, both_of, fill_textures, first_row, kind_of, met_in, pair_of, plain_of)

cdef extern from *:
    """
    #define COMBIN_SUM(n) case n: for (int c = 0; c < n; c++) sum += counts[c] * pays[c]; break;
    static inline int64_t combin_worth(const uint16_t *counts, const int64_t *pays, int columns) {
        int64_t sum = 0;
        switch (columns) {  /* a loop of known length is unrolled */
        COMBIN_SUM(2) COMBIN_SUM(3) COMBIN_SUM(4) COMBIN_SUM(6)
        default: for (int c = 0; c < columns; c++) sum += counts[c] * pays[c];
        }
        return sum;
    }
    """
    int64_t worth_of "combin_worth" (const uint16_t *counts, const int64_t *pays,
        int columns) noexcept nogil


cdef enum:
    STRENGTH = 24              # bits of a strength
    MOST_SEGMENTS = 512        # more than cuts and values of the known facts together

cdef struct Totals:            # holdings inserted so far
    int32_t all
    int32_t suited[13]         # that contain this rank's card of the flush suit
    int32_t other[13]          # that contain one certain card of this rank of another suit

cdef struct Segment:           # holdings between the same cuts whose known facts are alike
    int number                 # the joint number of those facts
    int cut                    # how many cuts lie below
    Totals before              # the weaker holdings
    int64_t lower              # pairs of one of them and an opponent below it,
    int64_t upper              # below or level

cdef int64_t pairs_between(const Face *face, const Totals *begin, const Totals *end,
        const Totals *others) noexcept nogil:
    """Return the pairs without a common card of a holding inserted between two totals and one of
    the others, less those of a holding and itself where it is among the others.
    """
    cdef int64_t found = <int64_t>(end.all - begin.all) * others.all
    cdef int r
    for r in range(13):
        found -= <int64_t>(end.suited[r] - begin.suited[r]) * others.suited[r]
        found -= face.left[r] * <int64_t>(end.other[r] - begin.other[r]) * others.other[r]
    return found


cdef class Showdowns:
    """The rows of all textures: what is known of the holding, and how many opponents' holdings lead
    to each column.

    deck: its cards; four suits of the same ranks.
    known, columns: programs of the facts about the player's hand (number 0) alone, and of those
        that look at the opponent's (number 1).
    numbers (OUT): the joint number of the known facts of each row. counts (OUT): a row of columns a
        row. Both zeros before; rows that no deal leads to stay so. Both empty where the rows are
        not kept but summed, see `sums`.
    seen: the rank of a card of the opponent's that is seen, -1 for none.
    inside: whether that card is of the flush suit of the textures that have one.
    """

    cdef readonly uint64_t deck
    cdef Program known
    cdef Program program
    cdef uint8_t[::1] numbers
    cdef uint16_t[::1] counts
    cdef Textures textures
    cdef uint32_t *strength        # of seven ranks without a flush: plain texture, pair of ranks
    cdef uint32_t *flush           # of the cards of one suit, five or more
    cdef Cuts cuts
    cdef int64_t boards[PLAIN]             # of each plain texture, without a flush suit
    cdef int seen
    cdef bint inside

    def __cinit__(self, uint64_t deck, const int64_t[::1] known, const int64_t[::1] columns,
            uint8_t[::1] numbers, uint16_t[::1] counts, int seen=-1, bint inside=False):
        load(known, &self.known)
        load(columns, &self.program)
        if numbers.shape[0] not in (0, ROWS):
            raise ValueError("one number a row is wanted, or none")
        if counts.shape[0] != numbers.shape[0] * self.program.columns:
            raise ValueError("one row of counts a row is wanted")
        if not is_deck(deck) or not self.program.hands:
            raise ValueError("a deck of the same ranks in all suits, and a hand, are wanted")
        if self.known.columns > 256:
            raise ValueError("too many values of the facts about the player's hand")
        if seen != -1 and not (0 <= seen < 13 and deck >> seen & 1 and numbers.shape[0]):
            raise ValueError("the card that is seen is of the deck, and its rows are kept")
        self.seen, self.inside = seen, inside
        self.deck, self.numbers, self.counts = deck, numbers, counts
        self.strength = <uint32_t *>malloc(PLAIN * PAIRS * sizeof(uint32_t))
        self.flush = <uint32_t *>malloc(8192 * sizeof(uint32_t))
        if self.strength == NULL or self.flush == NULL:
            raise MemoryError("no memory for the strengths of hands")
        find_cuts(&self.program, &self.cuts)
        with nogil:
            fill_textures(&self.textures)
            self.fill_strengths()
            self.plain_boards()

    def __dealloc__(self):
        free(self.strength)
        free(self.flush)

    cdef int verify(self) except -1:
        """Raise ValueError where rows are not kept."""
        if self.numbers.shape[0] != ROWS:
            raise ValueError("these rows are not kept, only summed")
        return 0

    # --- Strengths ---------------------------------------------------------------------------

    cdef void fill_strengths(self) noexcept nogil:
        cdef int rank[7]
        cdef uint32_t lane
        cdef const Ranking *ranking = &self.program.hand[0].ranking
        for lane in range(8192):
            self.flush[lane] = strength_of(lane, ranking) if bit_count(lane) >= 5 else 0
        memset(rank, 0, sizeof(rank))
        self.fill_rank(rank, 0)

    cdef void fill_rank(self, int *rank, int place) noexcept nogil:
        """Write the strength of all seven ranks, ascending, that begin like these; a rank may come
        five times, in rows that no deal leads to.
        """
        cdef int held[13]
        cdef int i
        if place < 7:
            for i in range(rank[place - 1] if place else 0, 13):
                rank[place] = i
                self.fill_rank(rank, place + 1)
            return
        memset(held, 0, sizeof(held))
        for i in range(7):
            held[rank[i]] += 1
        self.put(rank, strength_of(spread(held), &self.program.hand[0].ranking))

    cdef void put(self, const int *rank, uint32_t strength) noexcept nogil:
        """Write the strength of seven ranks wherever two of them are held."""
        cdef int board[5]
        cdef int x, y, i, n
        for x in range(7):
            for y in range(x):
                n = 0
                for i in range(7):
                    if i != x and i != y:
                        board[n] = rank[i]
                        n += 1
                self.strength[plain_of(&self.textures, board) * PAIRS
                    + pair_of(rank[x], rank[y])] = strength

    # --- Textures ----------------------------------------------------------------------------

    def fill(self, int part, int parts):
        """Fill the rows of one share of the textures; shares may be filled at the same time."""
        cdef uint32_t ranks = <uint32_t>(self.deck & LANE)
        cdef int64_t number = part
        cdef Face face
        self.verify()
        if not 0 <= part < parts:
            raise ValueError("there is no such share")
        with nogil:
            while number < PLAIN + SUITED:
                if not face_of(&self.textures, <int>number, ranks, &face):
                    pass
                elif self.seen >= 0:
                    self.fill_seen(&face, &self.numbers[face.first],
                        &self.counts[face.first * self.program.columns])
                else:
                    self.fill_face(&face, &self.numbers[face.first],
                        &self.counts[face.first * self.program.columns])
                number += parts

    def sums(self, int part, int parts, int64_t[::1] deals):
        """Add to `deals` (OUT), by known number and column, the deals of one share of the textures:
        a row counts as often as boards of its texture and holdings of its kind meet.
        """
        cdef Segment *segments = <Segment *>malloc(MOST_SEGMENTS * sizeof(Segment))
        try:
            if segments == NULL:
                raise MemoryError("no memory for the holdings of a texture")
            if not 0 <= part < parts:
                raise ValueError("there is no such share")
            if deals.shape[0] != self.known.columns * self.program.columns:
                raise ValueError("one number for each known number and column is wanted")
            with nogil:
                self.sum_share(part, parts, segments, deals)
        finally:
            free(segments)

    cdef void sum_share(self, int part, int parts, Segment *segments,
            int64_t[::1] deals) noexcept nogil:
        cdef uint32_t ranks = <uint32_t>(self.deck & LANE)
        cdef Totals at[MOST_CUTS + 1]
        cdef int64_t number = part, boards
        cdef int count, i
        cdef Face face
        while number < PLAIN + SUITED:
            if face_of(&self.textures, <int>number, ranks, &face):
                boards = boards_of(&self.textures, &face) if face.lane else self.boards[face.plain]
                count = self.find_segments(&face, segments, at)
                for i in range(count):
                    self.add_segment(&face, &segments[i], &segments[i + 1].before, at, boards,
                        &deals[segments[i].number * self.program.columns])
            number += parts

    cdef void plain_boards(self) noexcept nogil:
        """Write how many boards a plain texture has: all of its ranks, but those with a flush suit.
        """
        cdef uint32_t ranks = <uint32_t>(self.deck & LANE)
        cdef int number
        cdef int64_t these
        cdef Face face
        memset(self.boards, 0, sizeof(self.boards))
        for number in range(PLAIN + SUITED):
            if face_of(&self.textures, number, ranks, &face):
                these = boards_of(&self.textures, &face)
                self.boards[face.plain] += -these if face.lane else these

    cdef int find_segments(self, const Face *face, Segment *segments, Totals *at) noexcept nogil:
        """Write the segments of a texture, and one more where they end; return how many.

        at (OUT): the holdings below each cut, in the end all.
        """
        cdef uint64_t key[SUITED_ROWS]
        cdef Totals totals
        cdef int n = self.keys_of(face, key), i = 0, j, k, cut = 0, number, count = 0
        cdef uint32_t strength
        cdef Segment *segment = segments
        memset(&totals, 0, sizeof(Totals))
        while i < n:
            strength = <uint32_t>(key[i] >> 16)
            while cut < self.cuts.count and self.cuts.at[cut] <= strength:
                at[cut] = totals
                cut += 1
            number = number_of(&self.known, strength)
            if count == 0 or segment.number != number or segment.cut != cut:
                segment = &segments[count]
                segment.number, segment.cut, segment.before = number, cut, totals
                segment.lower = segment.upper = 0
                count += 1
            j = i
            while j < n and key[j] >> 16 == strength:
                k = key[j] & 0xFFFF
                segment.lower += self.holdings_of(face, k) * self.below(&totals, k, False)
                j += 1
            for k in range(i, j):
                self.insert(&totals, face, key[k] & 0xFFFF)
            while i < j:
                k = key[i] & 0xFFFF
                segment.upper += self.holdings_of(face, k) * self.below(&totals, k, True)
                i += 1
        while cut <= self.cuts.count:
            at[cut] = totals
            cut += 1
        segments[count].before = totals
        return count

    cdef void add_segment(self, const Face *face, const Segment *segment, const Totals *after,
            const Totals *at, int64_t boards, int64_t *deals) noexcept nogil:
        """Add the deals of a segment by column. after: the holdings below the next segment."""
        cdef int64_t before = 0, now
        cdef int i
        for i in range(self.cuts.count + 1):
            now = pairs_between(face, &segment.before, after, &at[i])
            if i >= segment.cut:
                now += after.all - segment.before.all
            if i < segment.cut:
                deals[self.cuts.column[i][0]] += boards * (now - before)
            elif i > segment.cut:
                deals[self.cuts.column[i][2]] += boards * (now - before)
            else:
                deals[self.cuts.column[i][0]] += boards * (segment.lower - before)
                deals[self.cuts.column[i][1]] += boards * (segment.upper - segment.lower)
                deals[self.cuts.column[i][2]] += boards * (now - segment.upper)
            before = now

    cdef int64_t holdings_of(self, const Face *face, int holding) noexcept nogil:
        """Return how many holdings of a kind are left beside a texture."""
        cdef int a = self.textures.high[holding], b = self.textures.low[holding]
        if holding >= BOTH:
            return (face.free >> a) & (face.free >> b) & 1
        if holding >= ONE:
            return ((face.free >> a) & 1) * face.left[b]
        if a == b:
            return face.left[a] * (face.left[a] - 1) // 2
        return face.left[a] * face.left[b]

    cdef void fill_face(self, const Face *face, uint8_t *numbers, uint16_t *counts) noexcept nogil:
        """Write the rows of one texture from its first on."""
        cdef uint64_t key[SUITED_ROWS]
        cdef int32_t lower[SUITED_ROWS]
        cdef int32_t upper[SUITED_ROWS]
        cdef Totals at[MOST_CUTS]
        cdef Totals totals
        cdef int n = self.keys_of(face, key), i, j, k, cut = 0
        cdef uint32_t strength
        memset(&totals, 0, sizeof(Totals))
        i = 0
        while i < n:
            strength = <uint32_t>(key[i] >> 16)
            while cut < self.cuts.count and self.cuts.at[cut] <= strength:
                at[cut] = totals
                cut += 1
            j = i
            while j < n and key[j] >> 16 == key[i] >> 16:
                lower[j] = self.below(&totals, key[j] & 0xFFFF, False)
                j += 1
            for k in range(i, j):
                self.insert(&totals, face, key[k] & 0xFFFF)
            for k in range(i, j):
                upper[k] = self.below(&totals, key[k] & 0xFFFF, True)
            i = j
        while cut < self.cuts.count:
            at[cut] = totals
            cut += 1
        for i in range(n):
            k = key[i] & 0xFFFF
            numbers[k] = number_of(&self.known, <uint32_t>(key[i] >> 16))
            self.write(key[i], lower[i], upper[i], at, &totals, counts + k * self.program.columns)

    cdef void fill_seen(self, Face *face, uint8_t *numbers, uint16_t *counts) noexcept nogil:
        """Write the rows of one texture where a card of the opponent's is seen, which nobody else
        can hold: it is taken from the texture (INOUT).
        """
        cdef uint64_t key[SUITED_ROWS]
        cdef uint64_t card[26]
        cdef Totals at[MOST_CUTS]
        cdef Totals totals
        cdef Totals level
        cdef Totals end
        cdef int n, m, i, k, cut = 0, place = 0
        cdef int32_t lower, upper
        cdef uint32_t strength
        if face.lane and self.inside:
            if not (face.free >> self.seen) & 1:
                return
            face.free ^= 1 << self.seen
        elif face.left[self.seen]:
            face.left[self.seen] -= 1
        else:
            return
        n, m = self.keys_of(face, key), self.cards_of(face, card)
        memset(&totals, 0, sizeof(Totals))
        for i in range(m):
            while cut < self.cuts.count and self.cuts.at[cut] <= card[i] >> 16:
                at[cut] = totals
                cut += 1
            self.insert_card(&totals, face, card[i] & 0xFFFF)
        while cut < self.cuts.count:
            at[cut] = totals
            cut += 1
        end = totals
        memset(&totals, 0, sizeof(Totals))
        for i in range(n):
            strength, k = <uint32_t>(key[i] >> 16), key[i] & 0xFFFF
            while place < m and card[place] >> 16 < strength:
                self.insert_card(&totals, face, card[place] & 0xFFFF)
                place += 1
            if not i or key[i - 1] >> 16 != strength:
                level, cut = totals, place
                while cut < m and card[cut] >> 16 == strength:
                    self.insert_card(&level, face, card[cut] & 0xFFFF)
                    cut += 1
            lower, upper = self.below(&totals, k, False), self.below(&level, k, False)
            numbers[k] = number_of(&self.known, strength)
            self.write(key[i], lower, upper, at, &end, counts + k * self.program.columns)

    cdef void insert_card(self, Totals *t, const Face *face, int card) noexcept nogil:
        """Add the cards of a rank to the totals: 13 and more stands for that of the flush suit."""
        if card >= 13:
            t.all += 1
            t.suited[card - 13] = 1
        else:
            t.all += face.left[card]
            t.other[card] = 1

    cdef int cards_of(self, const Face *face, uint64_t *card) noexcept nogil:
        """Write strength << 16 | rank of all cards that the opponent can hold beside the one that
        is seen, ascending, 13 more for those of the flush suit; return how many.
        """
        cdef const uint32_t *plain = self.strength + face.plain * PAIRS
        cdef uint32_t shown = self.inside << self.seen if face.lane else 0
        cdef uint32_t strength
        cdef int rank, n = 0, i, place
        cdef uint64_t one
        for i in range(26):
            rank = i % 13
            if i >= 13 and not (face.free >> rank) & 1 or i < 13 and not face.left[rank]:
                continue
            strength = max(plain[pair_of(self.seen, rank)],
                self.flush[face.lane | shown | ((1 << rank) if i >= 13 else 0)])
            one, place = <uint64_t>strength << 16 | i, n
            while place > 0 and card[place - 1] > one:
                card[place] = card[place - 1]
                place -= 1
            card[place] = one
            n += 1
        return n

    cdef void write(self, uint64_t key, int32_t lower, int32_t upper, const Totals *at,
            const Totals *end, uint16_t *counts) noexcept nogil:
        """Write one row, see `write_row`."""
        cdef int holding = key & 0xFFFF, i
        cdef uint32_t strength = <uint32_t>(key >> 16)
        cdef int32_t below[MOST_CUTS + 1]
        cdef bint pairs = self.seen < 0
        for i in range(self.cuts.count):
            below[i] = self.below(&at[i], holding, pairs and strength < self.cuts.at[i])
        below[self.cuts.count] = self.below(end, holding, pairs)
        write_row(&self.cuts, strength, lower, upper, below, counts)

    cdef int32_t below(self, const Totals *t, int holding, bint itself) noexcept nogil:
        """Return the opponents among those inserted who avoid a holding. itself: whether it is one
        of those inserted.
        """
        cdef int a = self.textures.high[holding], b = self.textures.low[holding]
        cdef const int32_t *first = &t.suited[0] if holding >= ONE else &t.other[0]
        cdef const int32_t *second = &t.suited[0] if holding >= BOTH else &t.other[0]
        return t.all - first[a] - second[b] + itself

    cdef void insert(self, Totals *t, const Face *face, int holding) noexcept nogil:
        """Add all holdings of a kind to the totals."""
        cdef int a = self.textures.high[holding], b = self.textures.low[holding]
        t.all += self.holdings_of(face, holding)
        if holding >= BOTH:
            t.suited[a] += 1
            t.suited[b] += 1
        elif holding >= ONE:
            t.suited[a] += face.left[b]
            t.other[b] += 1
        elif a == b:
            t.other[a] += face.left[a] - 1
        else:
            t.other[a] += face.left[b]
            t.other[b] += face.left[a]

    cdef int keys_of(self, const Face *face, uint64_t *key) noexcept nogil:
        """Write strength << 16 | holding of all holdings, ascending; return how many.
        """
        cdef uint64_t room[SUITED_ROWS]
        cdef const uint32_t *plain = self.strength + face.plain * PAIRS
        cdef int n = 0, a, b, cards = bit_count(face.lane)
        cdef uint32_t strength, board = self.flush[face.lane] if cards == 5 else 0
        for a in range(13):
            for b in range(a + 1):
                if face.left[a] > (a == b) and face.left[b]:
                    strength = max(plain[pair_of(a, b)], board)
                    key[n] = <uint64_t>strength << 16 | pair_of(a, b)
                    n += 1
        for a in range(13):
            if not (face.free >> a) & 1:
                continue
            if cards >= 4:
                board = self.flush[face.lane | 1 << a]
            for b in range(13):
                if face.left[b]:
                    strength = max(plain[pair_of(a, b)], board)
                    key[n] = <uint64_t>strength << 16 | (ONE + a * 13 + b)
                    n += 1
            for b in range(a):
                if (face.free >> b) & 1:
                    strength = max(plain[pair_of(a, b)], self.flush[face.lane | 1 << a | 1 << b])
                    key[n] = <uint64_t>strength << 16 | (BOTH + both_of(a, b))
                    n += 1
        sort_by_strength(key, room, n, STRENGTH)
        return n

    # --- One holding -------------------------------------------------------------------------

    cdef void complete(self, uint64_t hole, uint64_t board, int64_t weight,
            const int32_t[::1] column, int64_t *counts) noexcept nogil:
        """Add the row of a holding on every board that a street's board can become."""
        cdef Choices c
        cdef bint more = first_choice(&c, self.deck & ~(hole | board), BOARD - bit_count(board))
        while more:
            self.add_row(hole, board | chosen_cards(&c), weight, column, counts)
            more = next_choice(&c)

    cdef int64_t row_of(self, uint64_t hole, uint64_t board) noexcept nogil:
        cdef int suit
        cdef int card[52]
        cdef int64_t row = first_row(&self.textures, board, &suit)
        cards_in(hole, card)
        return row + kind_of(card[0], card[1], suit)

    cdef void add_row(self, uint64_t hole, uint64_t board, int64_t weight,
            const int32_t[::1] column, int64_t *counts) noexcept nogil:
        cdef int i, base, columns = self.program.columns
        cdef int64_t row = self.row_of(hole, board)
        cdef const uint16_t *found
        found, base = &self.counts[row * columns], self.numbers[row] * columns
        for i in range(columns):
            if column[base + i] >= 0:
                counts[column[base + i]] += weight * found[i]


def worth(Showdowns found not None, const int64_t[::1] pays, int paths, int64_t begin, int64_t end,
        int32_t[::1] value, uint8_t[::1] chosen, uint8_t[::1] tied):
    """Write to `value` (OUT) what the best of some paths is worth on each row, over all opponents,
    to `chosen` (OUT) which path it is, and to `tied` (OUT) 1 where another is worth as much, but 0
    on rows that no deal leads to.

    pays: a path's pays by known number and column, one path after the other. They come in the order
        of preference: a later one is chosen only if it is worth more.
    begin, end: the rows of this share.
    Raises OverflowError where a value passes 32 bits.
    """
    cdef int columns = found.program.columns, numbers = found.known.columns, p, c
    cdef int64_t row, best, one
    cdef const uint16_t *counts
    cdef const int64_t *pay
    cdef bint fits = True
    cdef uint8_t which, equal
    found.verify()
    if not 0 <= begin <= end <= ROWS or not 0 < paths <= 256:
        raise ValueError("there are no such rows or paths")
    if pays.shape[0] != paths * numbers * columns or value.shape[0] != ROWS or paths < 1:
        raise ValueError("pays and rows do not fit")
    if chosen.shape[0] != (ROWS if paths > 1 else 0) or tied.shape[0] != chosen.shape[0]:
        raise ValueError("one choice a row is wanted")
    with nogil:
        for row in range(begin, end):
            counts = &found.counts[row * columns]
            best, which, equal = 0, 0, 0
            for p in range(paths):
                pay = &pays[(p * numbers + found.numbers[row]) * columns]
                one = worth_of(counts, pay, columns)
                if p == 0 or one > best:
                    best, which, equal = one, <uint8_t>p, 0
                elif one == best and not equal:
                    for c in range(columns):
                        equal |= counts[c] != 0
            fits = fits and -0x7FFFFFFF <= best <= 0x7FFFFFFF
            value[row] = <int32_t>best
            if paths > 1:
                chosen[row], tied[row] = which, equal
    if not fits:
        raise OverflowError("a value passes 32 bits")


def values(Showdowns found not None, const int64_t[::1] pays, int64_t begin, int32_t[::1] value):
    """Write to `value` (OUT) what one path is worth on the rows from `begin` on; see `worth`."""
    cdef int columns = found.program.columns
    cdef Py_ssize_t i
    cdef int64_t one
    cdef bint fits = True
    found.verify()
    if not 0 <= begin <= ROWS - value.shape[0] or pays.shape[0] != found.known.columns * columns:
        raise ValueError("pays and rows do not fit")
    with nogil:
        for i in range(value.shape[0]):
            one = worth_of(
                &found.counts[(begin + i) * columns], &pays[found.numbers[begin + i] * columns],
                columns)
            fits = fits and -0x7FFFFFFF <= one <= 0x7FFFFFFF
            value[i] = <int32_t>one
    if not fits:
        raise OverflowError("a value passes 32 bits")


def tally(Showdowns found not None, const uint64_t[::1] met, int field, const uint8_t[::1] chosen,
        int paths, int64_t begin, int64_t end, int64_t[::1] deals):
    """Add to `deals` (INOUT) the deals of each path by known number and column.

    met, field: how often each row is met; see `texture`. chosen: the path taken on each row, where
    there are several.
    """
    cdef int columns = found.program.columns, numbers = found.known.columns, c
    cdef int64_t row, n
    cdef const uint16_t *counts
    cdef int64_t *sums
    cdef int path
    found.verify()
    verify_met(met.shape[0], field)
    if not 0 <= begin <= end <= ROWS or not 0 < paths <= 256:
        raise ValueError("there are no such rows or paths")
    if deals.shape[0] != paths * numbers * columns or paths < 1:
        raise ValueError("rows and deals do not fit")
    if chosen.shape[0] != (ROWS if paths > 1 else 0):
        raise ValueError("one choice a row is wanted")
    with nogil:
        for row in range(begin, end):
            n = met_in(&met[0], row, field)
            if n:
                path = chosen[row] if paths > 1 else 0
                counts = &found.counts[row * columns]
                sums = &deals[(path * numbers + found.numbers[row]) * columns]
                for c in range(columns):
                    sums[c] += n * counts[c]


def rows(Showdowns found not None, const uint64_t[::1] states, int32_t[::1] row):
    """Write to `row` (OUT) the row of each state: the player's two cards, and the whole board."""
    cdef Py_ssize_t i
    if states.shape[0] != 2 * row.shape[0] or not are_natural(states, 0, 2, 2, 2) \
            or not are_natural(states, 1, 2, BOARD, BOARD):
        raise ValueError("one row a state of two cards and a board of five is wanted")
    with nogil:
        for i in range(row.shape[0]):
            row[i] = <int32_t>found.row_of(states[2 * i], states[2 * i + 1])


def count(Showdowns found not None, int roles, const uint64_t[::1] states,
        const int64_t[::1] weights, const int32_t[::1] column, int64_t[::1] counts):
    """Write to `counts` (OUT) weight x the opponents' holdings in each column, for every state and
    all boards that it can become.

    states: the player's two cards, and if `roles` is 2 those of the board that are seen.
    column: the column of each known number and column of a row; -1 for those without one.
    """
    cdef Py_ssize_t i, n = weights.shape[0]
    cdef Py_ssize_t width = counts.shape[0] // n if n else 0
    cdef uint64_t board
    cdef int64_t boards = 0   # about as many as were completed since the last look for a signal
    cdef bint interrupted = False
    found.verify()
    verify_completed(roles, states, n, BOARD, column,
        found.program.columns * found.known.columns, counts.shape[0])
    with nogil:
        for i in range(n):
            board = states[i * roles + 1] if roles == 2 else 0
            found.complete(states[i * roles], board, weights[i], column, &counts[i * width])
            boards += 1 << 5 * (BOARD - bit_count(board))
            if boards > OFTEN:
                boards, interrupted = 0, is_interrupted()
                if interrupted:
                    break
    if interrupted:
        raise_signal()


def flagged(const uint64_t[::1] met, int field, const uint8_t[::1] flags):
    """Return how often the rows with a flag are met; met, field: as for `tally`."""
    cdef int64_t row, sum = 0
    verify_met(met.shape[0], field)
    if flags.shape[0] != ROWS:
        raise ValueError("rows and flags do not fit")
    with nogil:
        for row in range(ROWS):
            if flags[row]:
                sum += met_in(&met[0], row, field)
    return sum


cdef int verify_met(Py_ssize_t words, int field) except -1:
    if words != WORDS or not 0 <= field < FIELDS:
        raise ValueError("rows and how often they are met do not fit")
    return 0


ROW_COUNT = ROWS
WORD_COUNT = WORDS
FIELD_COUNT = FIELDS
