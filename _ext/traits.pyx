"""What a player can say of the cards he sees, as small integers; and sums over situations of which he says the same.

A row of traits describes one information set; `combin.strategy.vocabulary` numbers the columns. All sums are 64-bit integers;
the caller has made sure that they fit.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcmp, memcpy, memset

from hands cimport ACE, LANE, Profile, Ranking, low_bit, profile_of, strength_from, top_bit
from program cimport HandOf, JOKER_SHIFT, Program, hand_strength, load, union_of

cdef extern from *:
    """
    #include <stdint.h>
    static inline int combin_bits(unsigned long long bits) { return __builtin_popcountll(bits); }

    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
    __attribute__((target_clones("popcnt", "default")))
    #endif
    static int64_t combin_cut(const uint64_t *a, const uint64_t *b, const uint64_t *need, uint64_t *both, ptrdiff_t words) {
        int64_t n = 0;
        for (ptrdiff_t i = 0; i < words; i++) {
            both[i] = a[i] & b[i];
            n += __builtin_popcountll(both[i] & need[i]);
        }
        return n;
    }
    """
    int bits64 "combin_bits" (uint64_t bits) noexcept nogil
    int64_t cut "combin_cut" (
        const uint64_t *a, const uint64_t *b, const uint64_t *need, uint64_t *both, Py_ssize_t words) noexcept nogil

cdef enum Trait:           # combin.strategy.vocabulary
    STRENGTH = 0
    RANKS = 1              # eight columns: the rank of the highest card, of the second highest ...
    SUITED = 9
    STRAIGHT = 10
    STRAIGHT_TIGHT = 11
    STRAIGHT_FLUSH = 12
    STRAIGHT_FLUSH_TIGHT = 13
    ROYAL = 14
    POINTS = 15
    JOKER = 16
    UP = 17
    MATCHES = 18
    UP_SUITED = 19
    ABOVE_UP = 20
    UP_RANKS = 21          # two columns: the rank of the highest card of the up card's suit, of the second highest
    FULL_HOUSE = 23
    POCKET = 24
    TRAITS = 25

cdef enum:
    MOST_CARDS = 8

cdef struct Draw:          # the windows of a straight that hold most of the cards
    int cards
    int windows
    int gaps               # the fewest gaps among the cards of such a window

cdef struct Own:           # the player's cards, suits apart
    uint64_t cards
    uint64_t must          # those that his hand has to use
    int must_count
    bint joker


cdef int group_strength(uint64_t cards, bint joker, const Ranking *r) noexcept nogil:
    """Return the strength that fewer cards than a hand have by their equal ranks; the joker is an ace."""
    cdef int count[13]
    cdef int rank, size, suit, most = 0, pairs = 0, places = 0, shape = 0
    cdef int64_t packed = 0
    for rank in range(13):
        count[rank] = 1 if joker and rank == 12 else 0
        for suit in range(4):
            count[rank] += (cards >> (16 * suit + rank)) & 1
        most = max(most, count[rank])
        pairs += count[rank] >= 2
    if most >= 4:
        shape = 7
    elif most == 3:
        shape = 6 if pairs > 1 and r.value[6] >= 0 else 3
    elif pairs:
        shape = 2 if pairs > 1 and r.value[2] >= 0 else 1
    for size in range(min(most, 4), 0, -1):
        for rank in range(12, -1, -1):
            if min(count[rank], 4) == size and places < 5:
                packed = packed << 4 | rank
                places += 1
    return <int>(<int64_t>max(r.value[shape], 0) << 20 | packed << 4 * (5 - places))


cdef int own_strength(const HandOf *h, const uint64_t *parts, const Own *own) noexcept nogil:
    cdef Profile p
    if bits64(own.cards) + own.joker < h.ranking.size:
        return group_strength(own.cards, own.joker, &h.ranking)
    if not own.joker:
        return <int>hand_strength(h, parts)
    p = profile_of(own.cards, h.ranking.size)
    p.quads |= p.trips & ACE
    p.trips |= p.pairs & ACE
    p.pairs |= p.ranks & ACE
    p.ranks |= ACE
    return <int>strength_from(&p, &h.ranking, 0)


cdef Draw draw_of(uint32_t ranks, uint32_t must, int must_count, int size) noexcept nogil:
    """Return how near the ranks are to a straight that holds all of `must`."""
    cdef uint32_t run = ranks << 1 | ranks >> 12, window, held, back
    cdef int low, cards, gaps
    cdef Draw best
    best.cards, best.windows, best.gaps = 0, 0, 9
    for low in range(15 - size):
        window = ((1u << size) - 1) << low
        held = run & window
        back = (held >> 1 | (held & 1) << 12) & LANE
        if not held or must & ~back or bits64(must) != must_count:
            continue
        cards = bits64(held)
        gaps = top_bit(held) - low_bit(held) + 1 - cards
        if cards > best.cards:
            best.cards, best.windows, best.gaps = cards, 1, gaps
        elif cards == best.cards:
            best.windows += 1
            best.gaps = min(best.gaps, gaps)
    return best


cdef uint32_t ranks_in(uint64_t cards) noexcept nogil:
    return <uint32_t>((cards | cards >> 16 | cards >> 32 | cards >> 48) & LANE)


cdef void write_draws(const Own *own, int size, int32_t *row) noexcept nogil:
    cdef Draw draw = draw_of(ranks_in(own.cards), ranks_in(own.must), own.must_count, size)
    cdef uint32_t lane, must, royal = LANE & ~((1u << (13 - size)) - 1)
    cdef int suit
    row[<int>STRAIGHT] = 16 * draw.cards + draw.windows
    row[<int>STRAIGHT_TIGHT] = 16 * draw.cards + 9 - draw.gaps
    for suit in range(4):
        lane, must = (own.cards >> 16 * suit) & LANE, (own.must >> 16 * suit) & LANE
        if bits64(must) != own.must_count:
            continue
        row[<int>SUITED] = max(row[<int>SUITED], min(bits64(lane), size))
        draw = draw_of(lane, must, own.must_count, size)
        row[<int>STRAIGHT_FLUSH] = max(row[<int>STRAIGHT_FLUSH], 16 * draw.cards + draw.windows)
        row[<int>STRAIGHT_FLUSH_TIGHT] = max(row[<int>STRAIGHT_FLUSH_TIGHT], 16 * draw.cards + 9 - draw.gaps)
        if not must & ~royal:
            row[<int>ROYAL] = max(row[<int>ROYAL], bits64(lane & royal))


cdef int near_full_house(const Own *own) noexcept nogil:
    """Return how many cards, all that the hand must use among them, are of two ranks: three of one, two of the other."""
    cdef int held[13]
    cdef int used[13]
    cdef int a, b, suit, most = 0
    for a in range(13):
        held[a] = used[a] = 0
        for suit in range(4):
            held[a] += (own.cards >> (16 * suit + a)) & 1
            used[a] += (own.must >> (16 * suit + a)) & 1
    for a in range(13):
        if not held[a] or used[a] > 3:
            continue
        for b in range(13):
            if b != a and used[b] <= 2 and used[a] + used[b] == own.must_count:
                most = max(most, min(held[a], 3) + min(held[b], 2))
    return most


cdef void write_ranks(const Own *own, const int32_t[::1] points, int32_t *row) noexcept nogil:
    cdef int place = 0, rank, suit, i
    for i in range(MOST_CARDS):
        row[<int>RANKS + i] = -1
    if own.joker:
        row[<int>RANKS] = 12
        row[<int>POINTS] += points[12]
        row[<int>JOKER] = place = 1
    for rank in range(12, -1, -1):
        for suit in range(4):
            if (own.cards >> (16 * suit + rank)) & 1:
                if place < MOST_CARDS:
                    row[<int>RANKS + place] = rank
                place += 1
                row[<int>POINTS] += points[rank]


cdef void write_up(const Own *own, uint64_t up, int32_t *row) noexcept nogil:
    cdef int number = low_bit(up), rank = number & 15, suit = number >> 4, i
    row[<int>UP] = rank
    row[<int>MATCHES] = (ranks_in(own.cards) >> rank) & 1
    cdef uint32_t lane = (own.cards >> 16 * suit) & LANE
    row[<int>UP_SUITED] = bits64(lane)
    row[<int>UP_RANKS] = top_bit(lane) if lane else -1
    lane = lane ^ 1u << top_bit(lane) if lane else 0
    row[<int>UP_RANKS + 1] = top_bit(lane) if lane else -1
    for i in range(4):
        row[<int>ABOVE_UP] += bits64(((own.cards >> 16 * i) & LANE) >> (rank + 1))


def describe(int roles, const uint64_t[::1] states, const int64_t[::1] code, int up_parts, const int32_t[::1] points,
             int64_t wanted, int width, int32_t[::1] rows):
    """Write to `rows` (OUT), `width` columns a row, the traits of every state.

    code: a program whose first hand is the player's. up_parts: the parts that hold the opponent's one seen card, or 0.
    points: what each rank is worth. wanted: the traits, as bits, that will be looked at; others may be left out.
    """
    cdef Program p
    cdef Own own
    cdef uint64_t all_cards, up
    cdef Py_ssize_t i, n = states.shape[0] // roles
    load(code, &p)
    if rows.shape[0] != n * width or width < TRAITS or points.shape[0] != 13:
        raise ValueError("states and traits do not fit")
    with nogil:
        for i in range(n):
            all_cards = union_of(&states[i * roles], p.hand[0].parts)
            up = union_of(&states[i * roles], up_parts)
            if i and up and all_cards == union_of(&states[(i - 1) * roles], p.hand[0].parts):
                memcpy(&rows[i * width], &rows[(i - 1) * width], TRAITS * sizeof(int32_t))
                memset(&rows[i * width + UP], 0, (FULL_HOUSE - UP) * sizeof(int32_t))
                write_up(&own, up, &rows[i * width])
                continue
            memset(&rows[i * width], 0, TRAITS * sizeof(int32_t))
            own.joker = all_cards >> JOKER_SHIFT
            own.cards = all_cards & 0x1FFF1FFF1FFF1FFFu
            own.must = union_of(&states[i * roles], p.hand[0].must) & 0x1FFF1FFF1FFF1FFFu
            own.must_count = bits64(own.must)
            rows[i * width + POCKET] = own.must_count > 1 and bits64(ranks_in(own.must)) == 1
            rows[i * width] = own_strength(&p.hand[0], &states[i * roles], &own)
            if wanted >> RANKS & 0xFF or wanted >> POINTS & 3:
                write_ranks(&own, points, &rows[i * width])
            if wanted >> SUITED & 0x3F:
                write_draws(&own, p.hand[0].ranking.size, &rows[i * width])
            if wanted >> FULL_HOUSE & 1:
                rows[i * width + FULL_HOUSE] = near_full_house(&own)
            if up:
                write_up(&own, up, &rows[i * width])


def outs(const int64_t[::1] counts, const int64_t[::1] weights, const int32_t[::1] line_of, int lines, int width,
         int first, int32_t[::1] rows):
    """Write to columns `first` .. of `rows` (OUT) how many single cards make each line or a better one.

    counts: a row of deals for each state, one a column. line_of: the line that a column comes to, `lines` for none.
    """
    cdef Py_ssize_t i, n = weights.shape[0]
    cdef int c, columns = <int>line_of.shape[0], line
    if counts.shape[0] != n * columns or rows.shape[0] != n * width or first + lines > width:
        raise ValueError("counts and traits do not fit")
    with nogil:
        for i in range(n):
            for line in range(lines):
                rows[i * width + first + line] = 0
            for c in range(columns):
                if line_of[c] < lines:
                    rows[i * width + first + line_of[c]] += <int32_t>(counts[i * columns + c] // weights[i])
            for line in range(1, lines):
                rows[i * width + first + line] += rows[i * width + first + line - 1]


def match(const int32_t[::1] rows, int width, const int64_t[::1] lines, uint8_t[::1] found):
    """Write to `found` (OUT) the first line that each row meets, or 255.

    lines: for each its number, how many conditions it has, and each condition's column, least and largest value.
    """
    cdef Py_ssize_t i, n = found.shape[0], at, end = lines.shape[0]
    cdef int c, holds
    if rows.shape[0] != n * width:
        raise ValueError("traits and matches do not fit")
    with nogil:
        for i in range(n):
            found[i], at = 255, 0
            while at < end:
                holds = 1
                for c in range(lines[at + 1]):
                    if not lines[at + 3 + 3 * c] <= rows[i * width + lines[at + 2 + 3 * c]] <= lines[at + 4 + 3 * c]:
                        holds = 0
                        break
                if holds:
                    found[i] = <uint8_t>lines[at]
                    break
                at += 2 + 3 * lines[at + 1]


def lose(const int64_t[::1] best, const int64_t[::1] value, const int64_t[::1] ways, const int32_t[::1] cell, int step,
         int place, int64_t[::1] sums):
    """Add to `sums[cell * step + place]` (OUT) what `value` falls short of the best, in all ways, for every set."""
    cdef Py_ssize_t i, n = best.shape[0]
    if value.shape[0] != n or ways.shape[0] != n or cell.shape[0] != n:
        raise ValueError("values and cells do not fit")
    with nogil:
        for i in range(n):
            if ways[i]:
                sums[cell[i] * step + place] += ways[i] * (best[i] - value[i])


def total(const int64_t[::1] deals, const int64_t[::1] ways, const int32_t[::1] cell, int step, int place, int64_t[::1] sums):
    """Add to `sums[cell * step + place]` (OUT) the deals of every set, in all ways."""
    cdef Py_ssize_t i, n = deals.shape[0]
    if ways.shape[0] != n or cell.shape[0] != n:
        raise ValueError("deals and cells do not fit")
    with nogil:
        for i in range(n):
            sums[cell[i] * step + place] += ways[i] * deals[i]


def kinds(const uint8_t[::1] line, const uint8_t[::1] chosen, const uint8_t[::1] best, const int64_t[::1] ways, int actions,
          int32_t[::1] cell):
    """Write to `cell` (OUT) the number of (line, chosen, best) of every set that is reached, else 0."""
    cdef Py_ssize_t i, n = cell.shape[0]
    with nogil:
        for i in range(n):
            cell[i] = (<int32_t>line[i] * actions + chosen[i]) * actions + best[i] if ways[i] else 0


cdef bint before(const uint64_t *a, const uint64_t *b, int roles) noexcept nogil:
    cdef int r
    for r in range(roles):
        if a[r] != b[r]:
            return a[r] < b[r]
    return False


def err(const int64_t[::1] best, const int64_t[::1] value, const int64_t[::1] ways, const int64_t[::1] deals,
        const uint8_t[::1] chosen, int action, const int32_t[::1] cell, const uint64_t[::1] states, int roles,
        int64_t[::1] sums, int64_t[::1] where):
    """Add to four `sums` a cell (INOUT) what is lost by choosing `action` where another one is worth more.

    sums: sets, deals, loss, the largest loss of one set. where: (INOUT) the set that loses most, of equal ones the one of the
    smallest cards, so that it does not matter in which order they come.
    """
    cdef Py_ssize_t i, n = best.shape[0]
    cdef int64_t loss
    cdef int64_t *sum
    if value.shape[0] != n or ways.shape[0] != n or deals.shape[0] != n or chosen.shape[0] != n or cell.shape[0] != n:
        raise ValueError("values and cells do not fit")
    with nogil:
        for i in range(n):
            if ways[i] and chosen[i] == action and best[i] > value[i]:
                sum = &sums[4 * cell[i]]
                loss = ways[i] * (best[i] - value[i])
                sum[0] += 1
                sum[1] += ways[i] * deals[i]
                sum[2] += loss
                if loss > sum[3] or (loss == sum[3] and before(&states[i * roles], &states[where[cell[i]] * roles], roles)):
                    sum[3], where[cell[i]] = loss, i


def reduce(const int32_t[::1] rows, int width, const int32_t[::1] columns, const int32_t[::1] cuts, int32_t[::1] kept):
    """Write to `kept` (OUT) some columns of every row.

    cuts: ascending values of the first column kept; if there are any, the largest that it reaches stands for it.
    """
    cdef Py_ssize_t i, n = rows.shape[0] // width
    cdef int c, place, count = <int>columns.shape[0], many = <int>cuts.shape[0]
    if kept.shape[0] != n * count:
        raise ValueError("rows and columns do not fit")
    with nogil:
        for i in range(n):
            for c in range(count):
                kept[i * count + c] = rows[i * width + columns[c]]
            if many:
                place = 0
                while place + 1 < many and cuts[place + 1] <= kept[i * count]:
                    place += 1
                kept[i * count] = cuts[place]


def fold(const int64_t[::1] table, int step, const int32_t[::1] cell, int64_t[::1] sums):
    """Add every row of `table`, of `step` numbers, to the row of `sums` (INOUT) that `cell` names."""
    cdef Py_ssize_t i, n = table.shape[0] // step
    cdef int k
    if cell.shape[0] < n:
        raise ValueError("rows and cells do not fit")
    with nogil:
        for i in range(n):
            for k in range(step):
                sums[cell[i] * step + k] += table[i * step + k]


def good(const int64_t[::1] table, int step, uint32_t[::1] actions):
    """Take from `actions` (INOUT, bits) of every row those that lose something; the last number of a row is no loss."""
    cdef Py_ssize_t i, n = table.shape[0] // step
    cdef int k
    if actions.shape[0] < n:
        raise ValueError("rows and actions do not fit")
    with nogil:
        for i in range(n):
            for k in range(step - 1):
                if table[i * step + k]:
                    actions[i] &= ~(1u << k)


def lost(const uint8_t[::1] choice, const int64_t[::1] loss):
    """Return the sum of the losses of the actions chosen; loss: one column an action, a row a situation."""
    cdef Py_ssize_t i, n = choice.shape[0], actions = loss.shape[0] // n if n else 0
    cdef int64_t sum = 0
    for i in range(n):
        sum += loss[i * actions + choice[i]]
    return sum


def swing(const uint8_t[::1] met, const uint8_t[::1] chosen, int first, int action, const int64_t[::1] loss,
          int64_t[::1] weight, int32_t[::1] among):
    """Write to `among` (OUT) the rows that meet no line before `first` and where `action` changes the loss; return how many.

    met: the line that each row meets. chosen: the action taken there. weight: (OUT) what those rows lose less.
    """
    cdef Py_ssize_t i, n = met.shape[0], count = 0, actions = loss.shape[0] // n if n else 0
    cdef int64_t gained
    if not chosen.shape[0] == weight.shape[0] == among.shape[0] == n or loss.shape[0] != n * actions or action >= actions:
        raise ValueError("rows and losses do not fit")
    with nogil:
        for i in range(n):
            gained = loss[i * actions + chosen[i]] - loss[i * actions + action]
            if met[i] >= first and gained:
                weight[i] = gained
                among[count] = <int32_t>i
                count += 1
    return count


def sides(const uint8_t[::1] met, const uint8_t[::1] chosen, int first, int action, const int64_t[::1] loss,
          uint8_t[::1] inside, uint8_t[::1] outside):
    """Set `inside` (INOUT) to 1 for the rows of `swing` that `action` makes cheaper, `outside` (INOUT) for the others."""
    cdef Py_ssize_t i, n = met.shape[0], actions = loss.shape[0] // n if n else 0
    cdef int64_t gained
    if not chosen.shape[0] == inside.shape[0] == outside.shape[0] == n or loss.shape[0] != n * actions or action >= actions:
        raise ValueError("rows and losses do not fit")
    with nogil:
        for i in range(n):
            gained = loss[i * actions + chosen[i]] - loss[i * actions + action]
            if met[i] >= first and gained > 0:
                inside[i] = 1
            elif met[i] >= first and gained < 0:
                outside[i] = 1


cdef class Cells:
    """Numbers rows of traits: equal rows, met in any call of `number`, have the same number."""

    cdef int width
    cdef Py_ssize_t count, room, buckets
    cdef int32_t *rows
    cdef int32_t *table

    def __cinit__(self, int width):
        self.width, self.count, self.room, self.buckets = width, 0, 1024, 4096
        self.rows = <int32_t *>malloc(self.room * width * sizeof(int32_t))
        self.table = <int32_t *>calloc(self.buckets, sizeof(int32_t))
        if self.rows == NULL or self.table == NULL:
            raise MemoryError("no memory for the cells")

    def __dealloc__(self):
        free(self.rows)
        free(self.table)

    def __len__(self):
        return self.count

    cdef Py_ssize_t seat(self, const int32_t *row) noexcept nogil:
        """Return the bucket of a row: its own, or the empty one where it belongs."""
        cdef uint64_t h = 1469598103934665603u
        cdef int i
        for i in range(self.width):
            h = (h ^ <uint32_t>row[i]) * 1099511628211u
        h ^= h >> 29
        cdef Py_ssize_t at = <Py_ssize_t>(h & <uint64_t>(self.buckets - 1))
        while self.table[at] and memcmp(self.rows + (self.table[at] - 1) * self.width, row, self.width * sizeof(int32_t)):
            at = (at + 1) & (self.buckets - 1)
        return at

    cdef bint grow(self) noexcept nogil:
        cdef int32_t *rows
        cdef int32_t *table
        cdef Py_ssize_t i
        if self.count == self.room:
            rows = <int32_t *>realloc(self.rows, 2 * self.room * self.width * sizeof(int32_t))
            if rows == NULL:
                return False
            self.rows, self.room = rows, 2 * self.room
        if 2 * self.count > self.buckets:
            table = <int32_t *>calloc(4 * self.buckets, sizeof(int32_t))
            if table == NULL:
                return False
            free(self.table)
            self.table, self.buckets = table, 4 * self.buckets
            for i in range(self.count):
                table[self.seat(self.rows + i * self.width)] = <int32_t>(i + 1)
        return True

    def number(self, const int32_t[::1] rows, int32_t[::1] numbers):
        """Write to `numbers` (OUT) the number of every row; a row not met before gets the next one."""
        cdef Py_ssize_t i, at, n = numbers.shape[0]
        cdef bint full = False
        if rows.shape[0] != n * self.width:
            raise ValueError("rows and numbers do not fit")
        with nogil:
            for i in range(n):
                at = self.seat(&rows[i * self.width])
                if not self.table[at]:
                    if not self.grow():
                        full = True
                        break
                    at = self.seat(&rows[i * self.width])
                    memcpy(self.rows + self.count * self.width, &rows[i * self.width], self.width * sizeof(int32_t))
                    self.count += 1
                    self.table[at] = <int32_t>self.count
                numbers[i] = self.table[at] - 1
        if full:
            raise MemoryError("no memory for the cells")

    def written(self, int32_t[::1] rows):
        """Write all rows, in the order of their numbers, to `rows` (OUT)."""
        if rows.shape[0] != self.count * self.width:
            raise ValueError("rows and cells do not fit")
        if self.count:
            memcpy(&rows[0], self.rows, self.count * self.width * sizeof(int32_t))


# --- Searching for lines ---------------------------------------------------------------------------------------------


def masks(const int32_t[::1] rows, int width, const int64_t[::1] conditions, uint64_t[::1] bits):
    """Write to `bits` (OUT), for each condition (column, least, largest), the set of rows that meet it, 64 a word."""
    cdef Py_ssize_t i, n = rows.shape[0] // width, words = (n + 63) // 64
    cdef Py_ssize_t c, count = conditions.shape[0] // 3
    cdef int column
    cdef int64_t low, high
    if bits.shape[0] != count * words:
        raise ValueError("conditions and sets do not fit")
    with nogil:
        for c in range(count):
            column, low, high = <int>conditions[3 * c], conditions[3 * c + 1], conditions[3 * c + 2]
            for i in range(words):
                bits[c * words + i] = 0
            for i in range(n):
                if low <= rows[i * width + column] <= high:
                    bits[c * words + (i >> 6)] |= <uint64_t>1 << (i & 63)


cdef bint meets(const uint64_t *a, const uint64_t *b, Py_ssize_t words) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(words):
        if a[i] & b[i]:
            return True
    return False


cdef struct Best:
    int room
    int64_t *score
    int32_t *parts         # three conditions each, -1 for none


cdef void enter(Best *b, int64_t score, int i, int j, int k) noexcept nogil:
    """Keep a conjunction if it is among the best; of equal ones the earlier stays in front."""
    cdef int at = b.room - 1
    if score <= b.score[at]:
        return
    while at > 0 and b.score[at - 1] < score:
        b.score[at] = b.score[at - 1]
        memcpy(b.parts + 3 * at, b.parts + 3 * (at - 1), 3 * sizeof(int32_t))
        at -= 1
    b.score[at] = score
    b.parts[3 * at], b.parts[3 * at + 1], b.parts[3 * at + 2] = i, j, k


def pure(const uint64_t[::1] bits, Py_ssize_t words, const uint64_t[::1] wrong, const uint64_t[::1] need, int most,
         int64_t left, int64_t[::1] score, int32_t[::1] parts):
    """Find the conjunctions of up to `most` (1 to 3) conditions that hold no wrong row and the most needed ones.

    left: how many words of conjunctions of three may be looked at; those with few needed rows are not looked for.

    score: (OUT) how many needed rows each holds, most first, 0 where none is left. parts: (OUT) three conditions each.
    """
    cdef int count = <int>(bits.shape[0] // words), i, j, k
    cdef Best best
    cdef int64_t held, least
    cdef uint8_t *alone = <uint8_t *>calloc(count + 1, 1)      # conditions that are never wrong by themselves
    cdef uint64_t *two = <uint64_t *>malloc(2 * words * sizeof(uint64_t))
    cdef uint64_t *three = two + words
    if two == NULL or alone == NULL:
        raise MemoryError("no memory for the search")
    best.room, best.score, best.parts = <int>score.shape[0], &score[0], &parts[0]
    for i in range(best.room):
        best.score[i] = 0
    with nogil:
        for i in range(count):
            alone[i] = not meets(&bits[i * words], &wrong[0], words)
            held = cut(&bits[i * words], &bits[i * words], &need[0], two, words)
            if held > best.score[best.room - 1] and alone[i]:
                enter(&best, held, i, -1, -1)
        for i in range(count if most > 1 else 0):
            if alone[i]:
                continue
            for j in range(i + 1, count):
                held = 0 if alone[j] else cut(&bits[i * words], &bits[j * words], &need[0], two, words)
                if held > best.score[best.room - 1] and not meets(two, &wrong[0], words):
                    enter(&best, held, i, j, -1)
        least = max(best.score[best.room - 1], best.score[0] // 2)
        for i in range(count if most > 2 else 0):
            if alone[i] or cut(&bits[i * words], &bits[i * words], &need[0], two, words) <= least:
                continue
            for j in range(i + 1, count if left > 0 else 0):
                left -= words
                if alone[j] or cut(&bits[i * words], &bits[j * words], &need[0], two, words) <= least:
                    continue
                if not meets(two, &wrong[0], words):
                    continue
                for k in range(j + 1, count):
                    if left < 0:
                        break
                    if alone[k]:
                        continue
                    left -= words
                    held = cut(two, &bits[k * words], &need[0], three, words)
                    if held > least and not meets(three, &wrong[0], words):
                        enter(&best, held, i, j, k)
                        least = max(best.score[best.room - 1], best.score[0] // 2)
    free(alone)
    free(two)


cdef struct Offer:         # a condition, and the most that it and others can gain
    int64_t most
    int condition


cdef struct Table:         # rows of places; a place is one of the values of one column that conditions tell apart
    const uint16_t *rows
    const int64_t *weight
    const int32_t *conditions   # column, first and last place
    int count
    int columns
    int places
    int64_t *sums          # for each depth: sums over the places up to each, in the columns that conditions offered are of
    int32_t *asked         # for each depth: those columns, ascending
    int32_t *ends          # the first and the last place of each column that a condition is of; the places ascend with them
    int32_t *kept          # for each depth: the rows that are left
    Offer *offers          # for each depth: the conditions that may still gain enough, and first of all every one
    Py_ssize_t rows_count
    int64_t left           # work that may still be done


cdef inline void add_up(const Table *t, const int32_t *among, Py_ssize_t n, bint positive, const int32_t *asked, int columns,
                        int64_t *sum) noexcept nogil:
    """Write to `sum` what the rows before each place weigh, counted from the first place of each asked column."""
    cdef const uint16_t *row
    cdef const int32_t *ends
    cdef Py_ssize_t i
    cdef int c, k
    cdef int64_t weight
    for c in range(columns):
        ends = t.ends + 2 * asked[c]
        memset(sum + ends[0], 0, (ends[1] + 2 - ends[0]) * sizeof(int64_t))
    for i in range(n):
        weight = t.weight[among[i]]
        if weight > 0 or not positive:
            row = t.rows + among[i] * t.columns
            for c in range(columns):
                sum[row[asked[c]] + 1] += weight
    for c in range(columns):
        ends = t.ends + 2 * asked[c]
        for k in range(ends[0], ends[1] + 1):
            sum[k + 1] += sum[k]


cdef int columns_of(const Table *t, const Offer *offers, int count, int32_t *asked) noexcept nogil:
    """Write to `asked` the columns that the conditions offered are of, ascending; return how many."""
    cdef int c, k, n = 0
    for c in range(t.columns):
        asked[c] = 0
    for k in range(count):
        asked[t.conditions[3 * offers[k].condition]] = 1
    for c in range(t.columns):
        if asked[c]:
            asked[n] = c
            n += 1
    return n


cdef int by_most(const void *a, const void *b) noexcept nogil:
    cdef const Offer *x = <const Offer *>a
    cdef const Offer *y = <const Offer *>b
    if x.most != y.most:
        return 1 if x.most < y.most else -1
    return x.condition - y.condition


cdef void gain(Table *t, Best *best, const int32_t *among, Py_ssize_t n, const Offer *offers, int count, int depth, int most,
               int *parts) noexcept nogil:
    """Enter the conjunctions of `parts`, `depth` conditions, and `most` - `depth` more of those offered."""
    cdef int64_t *sum = t.sums + depth * (t.places + 1)
    cdef int32_t *kept = t.kept + depth * t.rows_count
    cdef int32_t *asked = t.asked + depth * t.columns
    cdef Offer *mine = t.offers + depth * t.count
    cdef const int32_t *condition
    cdef Py_ssize_t i, m
    cdef int k, place, left = 0
    cdef int64_t held
    t.left -= n + 16
    add_up(t, among, n, depth + 1 < most, asked, columns_of(t, offers, count, asked), sum)
    for k in range(count):
        condition = t.conditions + 3 * offers[k].condition
        held = sum[condition[2] + 1] - sum[condition[1]]
        if held > best.score[best.room - 1]:
            mine[left].most, mine[left].condition = held, offers[k].condition
            left += 1
    qsort(mine, left, sizeof(Offer), by_most)
    for k in range(left):
        if mine[k].most <= best.score[best.room - 1] or t.left < 0:
            break
        parts[depth] = mine[k].condition
        if depth + 1 == most:
            enter(best, mine[k].most, parts[0], parts[1] if depth > 0 else -1, parts[2] if depth > 1 else -1)
            continue
        condition = t.conditions + 3 * mine[k].condition
        m = 0
        for i in range(n):
            place = t.rows[among[i] * t.columns + condition[0]]
            kept[m] = among[i]
            m += condition[1] <= place <= condition[2]
        if m < n:
            gain(t, best, kept, m, mine + k + 1, left - k - 1, depth + 1, most, parts)


def gains(const uint16_t[::1] rows, int columns, int places, const int64_t[::1] weight, const int32_t[::1] among,
          const int32_t[::1] conditions, int most, int64_t left, int64_t[::1] score, int32_t[::1] parts):
    """Find the conjunctions of up to `most` (1 to 3) conditions whose rows weigh most; return how much of `left` was not used.

    rows: `columns` places below `places` a row, every column with places of its own. among: the rows that count. conditions:
    column, first and last place. left: how many rows may be looked at, over all conjunctions, before the others are given up.
    score, parts: (INOUT) as in `pure`; only what weighs more than `score` before is found.
    """
    cdef Table t
    cdef Best best
    cdef Offer *every
    cdef int chosen[4]
    cdef int depth, column
    t.rows, t.weight, t.conditions = &rows[0], &weight[0], &conditions[0]
    t.count, t.columns, t.places, t.left = <int>(conditions.shape[0] // 3), columns, places, left
    t.rows_count = among.shape[0]
    t.sums = <int64_t *>malloc(most * (places + 1) * sizeof(int64_t))
    t.kept = <int32_t *>malloc(most * max(t.rows_count, 1) * sizeof(int32_t))
    t.asked = <int32_t *>malloc(most * columns * sizeof(int32_t))
    t.ends = <int32_t *>malloc(2 * columns * sizeof(int32_t))
    t.offers = <Offer *>malloc((most + 1) * t.count * sizeof(Offer))
    if t.sums == NULL or t.kept == NULL or t.offers == NULL or t.asked == NULL or t.ends == NULL:
        free(t.sums)
        free(t.kept)
        free(t.asked)
        free(t.ends)
        free(t.offers)
        raise MemoryError("no memory for the search")
    every = t.offers + most * t.count
    for column in range(columns):
        t.ends[2 * column], t.ends[2 * column + 1] = places, 0
    for depth in range(t.count):
        every[depth].condition = depth
        column = conditions[3 * depth]
        t.ends[2 * column] = min(t.ends[2 * column], conditions[3 * depth + 1])
        t.ends[2 * column + 1] = max(t.ends[2 * column + 1], conditions[3 * depth + 2])
    best.room, best.score, best.parts = <int>score.shape[0], &score[0], &parts[0]
    with nogil:
        for depth in range(1, most + 1):
            gain(&t, &best, &among[0], t.rows_count, every, t.count, 0, depth, chosen)
    free(t.sums)
    free(t.kept)
    free(t.asked)
    free(t.ends)
    free(t.offers)
    return t.left


def pack(const uint64_t[::1] bits, Py_ssize_t words, const int64_t[::1] places, Py_ssize_t short, uint64_t[::1] packed):
    """Write to `packed` (OUT) every set of `words` words with only the members at `places`, which become 0, 1, 2 ..."""
    cdef Py_ssize_t i, c, n = places.shape[0], count = bits.shape[0] // words if words else 0
    if packed.shape[0] != count * short or short != (n + 63) // 64:
        raise ValueError("sets and places do not fit")
    with nogil:
        for c in range(count):
            for i in range(short):
                packed[c * short + i] = 0
            for i in range(n):
                packed[c * short + (i >> 6)] |= ((bits[c * words + (places[i] >> 6)] >> (places[i] & 63)) & 1) << (i & 63)
