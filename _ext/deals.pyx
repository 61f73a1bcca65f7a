"""What the deals of a log have to do with one another, counted as they pass, in memory that does
not grow with them.
"""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from bits cimport bit_count

cdef enum:
    NONE = 255                 # no card
    UNKNOWN = 254              # two letters that are no card
    CARDS = 64
    MOST_KEPT = 1 << 30
    MAX_ZONES = 16
    STRETCHES = 20             # an even number
    SET = 128                  # added to the place of a card that is dealt at once with others
    LOOSE = 255                # the place of a card of which only the row is known


def read(const uint8_t[::1] text, const uint8_t[::1] numbers, uint8_t[::1] cards, int width,
        int at, int size):
    """Write the cards of one zone to `cards` (OUT); return whether all of them could be read.

    text: `size` cards a row, two letters and a space each. numbers: for each two letters the number
        of the card. cards: `width`
    a row, this zone's from place `at`.
    """
    cdef Py_ssize_t i, n = cards.shape[0] // width if width > 0 else -1
    cdef const uint8_t *letter
    cdef int j
    cdef uint8_t card
    cdef bint known = True
    if (n < 0 or size < 0 or at < 0 or text.shape[0] != 3 * n * size
            or numbers.shape[0] != 65536 or cards.shape[0] != n * width
            or size > width - at):
        raise ValueError("text, cards and places do not fit")
    with nogil:
        for i in range(n):
            for j in range(size):
                letter = &text[3 * (i * size + j)]
                card = numbers[<int>letter[0] << 8 | letter[1]]
                known = known and card != UNKNOWN and letter[2] == 32
                cards[i * width + at + j] = card
    return known


def gather(const uint8_t[::1] cards, const int64_t[::1] sizes, uint64_t deck, uint64_t[::1] masks,
        uint8_t[::1] odd):
    """Write the mask of each zone of each row to `masks` (OUT); return how many rows are odd.

    odd: (OUT) 1 for a row that has not all its cards, all different and of the deck.
    """
    cdef Py_ssize_t i, n = odd.shape[0], found = 0
    cdef int z, _, place, zones = <int>sizes.shape[0], width = 0
    cdef uint64_t mask, every
    for z in range(zones):
        if not 0 <= sizes[z] <= CARDS:
            raise ValueError("a zone of no number of cards")
        width += <int>sizes[z]
    if cards.shape[0] != n * width or masks.shape[0] != n * zones:
        raise ValueError("cards, masks and rows do not fit")
    with nogil:
        for i in range(n):
            every, place = 0, 0
            for z in range(zones):
                mask = 0
                for _ in range(sizes[z]):
                    if cards[i * width + place] < CARDS:
                        mask |= <uint64_t>1 << cards[i * width + place]
                    place += 1
                masks[i * zones + z] = mask
                every |= mask
            odd[i] = bit_count(every) != width or (every & ~deck) != 0
            found += odd[i]
    return found


def beyond(const uint8_t[::1] cards, int width, const uint8_t[::1] copies, uint8_t[::1] odd):
    """Return how many rows have a card more often than a shoe has it.

    cards: `width` a row. copies: of each card number. odd: (OUT) 1 for such a row.
    """
    cdef Py_ssize_t i, n = odd.shape[0], found = 0
    cdef const uint8_t *row
    cdef int p, q, times
    if copies.shape[0] != CARDS or width < 1 or cards.shape[0] != n * width:
        raise ValueError("cards, copies and rows do not fit")
    with nogil:
        for i in range(n):
            row = &cards[i * width]
            odd[i] = 0
            for p in range(width):
                if row[p] < CARDS:
                    times = 0
                    for q in range(width):
                        times += row[q] == row[p]
                    odd[i] |= times > copies[row[p]]
            found += odd[i]
    return found


cdef inline uint64_t mixed(uint64_t z) noexcept nogil:
    """Return other 64 bits for these, one to one (the last steps of splitmix64)."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu
    return z ^ (z >> 31)


cdef class Deals:
    """Counts the cards of each place in stretches of a log, those that stay from deal to deal, and
    deals that come again.

    The log is cut into at most STRETCHES equal stretches, which become twice as long when it has
    more. The first `room` deals
    are kept, 64 bits of each: a later one is known again if it is one of them, or the one just
        before.
    """

    cdef int zones, width
    cdef int sizes[MAX_ZONES]
    cdef int64_t counts[STRETCHES][CARDS][CARDS]    # place, card
    cdef int64_t lengths[STRETCHES]
    cdef int64_t dealt[MAX_ZONES]      # rows in which a zone has all its cards
    cdef int64_t met[CARDS][CARDS]     # a card at one place, and in the next row at another
    cdef int8_t where[CARDS]           # the place of each card in the row before, or -1
    cdef uint8_t before[CARDS]
    cdef uint64_t last[MAX_ZONES]
    cdef uint64_t *kept
    cdef uint64_t last_key
    cdef int64_t length, room, slots
    cdef int stretch
    cdef readonly int64_t rows, stored, again
    cdef readonly int64_t shared, clashes

    def __cinit__(self, const int64_t[::1] sizes, int64_t room):
        """sizes: the cards of each zone. room: how many deals are kept."""
        cdef int z
        self.zones = <int>sizes.shape[0]
        if not 0 < self.zones <= MAX_ZONES or min(sizes) < 0 or sum(sizes) > CARDS \
                or not 0 < room <= MOST_KEPT:
            raise ValueError("too many zones or cards for the kernels")
        for z in range(self.zones):
            self.sizes[z] = <int>sizes[z]
            self.width += self.sizes[z]
        memset(self.where, -1, CARDS)
        memset(self.before, NONE, CARDS)
        self.length, self.room, self.slots = 16, room, 2
        while self.slots < 2 * room:
            self.slots *= 2
        self.kept = <uint64_t *>calloc(self.slots, sizeof(uint64_t))
        if self.kept == NULL:
            raise MemoryError("no memory for the deals of a log")

    def __dealloc__(self):
        free(self.kept)

    def take(self, const uint8_t[::1] cards, const uint64_t[::1] masks, const uint8_t[::1] used):
        """Count the rows that are `used`; cards, masks: of all rows."""
        cdef Py_ssize_t i, n = used.shape[0]
        if cards.shape[0] != n * self.width or masks.shape[0] != n * self.zones:
            raise ValueError("cards, masks and rows do not fit")
        with nogil:
            for i in range(n):
                if used[i]:
                    self.count(&cards[i * self.width], &masks[i * self.zones])
                    self.follow(&cards[i * self.width], &masks[i * self.zones])
                    self.remember(&masks[i * self.zones])
                    self.rows += 1

    cdef void count(self, const uint8_t *cards, const uint64_t *masks) noexcept nogil:
        """Count the cards of a row in its stretch."""
        cdef int z, p
        if self.lengths[self.stretch] == self.length:
            self.stretch += 1
            if self.stretch == STRETCHES:
                self.join()
        self.lengths[self.stretch] += 1
        for z in range(self.zones):
            self.dealt[z] += bit_count(masks[z]) == self.sizes[z]
        for p in range(self.width):
            if cards[p] < CARDS:
                self.counts[self.stretch][p][cards[p]] += 1

    cdef void join(self) noexcept nogil:
        """Make every two stretches one."""
        cdef int s, p, c
        for s in range(STRETCHES // 2):
            self.lengths[s] = self.lengths[2 * s] + self.lengths[2 * s + 1]
            for p in range(self.width):
                for c in range(CARDS):
                    self.counts[s][p][c] = self.counts[2 * s][p][c] + self.counts[2 * s + 1][p][c]
        for s in range(STRETCHES // 2, STRETCHES):
            self.lengths[s] = 0
            memset(self.counts[s], 0, sizeof(self.counts[s]))
        self.stretch, self.length = STRETCHES // 2, 2 * self.length

    cdef void follow(self, const uint8_t *cards, const uint64_t *masks) noexcept nogil:
        """Compare a row with the one before: places of the cards that stay, and zones that are the
        same.
        """
        cdef uint64_t same = 0, others = 0, before = 0
        cdef int p, z
        for p in range(self.width):
            if cards[p] < CARDS and self.where[cards[p]] >= 0:
                self.met[self.where[cards[p]]][p] += 1
        for p in range(self.width):
            if self.before[p] < CARDS:
                self.where[self.before[p]] = -1
        for p in range(self.width):
            self.before[p] = cards[p]
            if cards[p] < CARDS:
                self.where[cards[p]] = <int8_t>p
        for z in range(self.zones):
            if masks[z] == self.last[z]:
                same |= masks[z]
            else:
                others, before = others | masks[z], before | self.last[z]
            self.last[z] = masks[z]
        if others and before and bit_count(same) > 1:
            if others & before:
                self.clashes += 1
            else:
                self.shared += 1

    cdef void remember(self, const uint64_t *masks) noexcept nogil:
        """Look whether a deal is known, and keep it while there is room."""
        cdef uint64_t key = 0
        cdef int64_t at
        cdef int z
        for z in range(self.zones):
            key = mixed(key + masks[z] + 0x9E3779B97F4A7C15u)
        key |= key == 0
        at = <int64_t>(key & <uint64_t>(self.slots - 1))
        while self.kept[at] and self.kept[at] != key:
            at = (at + 1) & (self.slots - 1)
        if self.kept[at] or (self.rows and key == self.last_key):
            self.again += 1
        elif self.stored < self.room:
            self.kept[at] = key
            self.stored += 1
        self.last_key = key

    @property
    def complete(self):
        """For each zone the rows in which it has all its cards."""
        return [self.dealt[z] for z in range(self.zones)]

    @property
    def places(self):
        """For each place in a row, how often its card lies at each place of the next row."""
        return [[self.met[p][q] for q in range(self.width)] for p in range(self.width)]

    @property
    def stretches(self):
        """(rows, for each place how often each card number lies there), stretch by stretch."""
        return [
            (
                self.lengths[s],
                [[self.counts[s][p][c] for c in range(CARDS)] for p in range(self.width)],
            )
            for s in range(STRETCHES)
            if self.lengths[s]
        ]


cdef class Shoes:
    """Counts the cards drawn from shoes, and beside them the cards that were left to be drawn.

    Whatever was seen of a shoe, the next card is any of those not seen yet, each as likely. So
    every count is kept by how many cards were left: how many draws there were, and how many of the
    cards left would have counted.
    """

    cdef readonly int width, size
    cdef int remaining, length, before_length
    cdef int64_t copies[CARDS]
    cdef int64_t left[CARDS]
    cdef uint8_t before[MAX_ZONES]       # the cards of the row before
    cdef uint8_t now[MAX_ZONES]
    cdef uint8_t *shoe                   # the cards seen of this shoe, in their order
    cdef uint8_t *shoe_before
    cdef int64_t *drawn                  # place, card
    cdef int64_t *draws                  # place, cards left
    cdef int64_t *there                  # place, cards left, card: how many of it were left
    cdef int64_t *alike                  # place before, place: how often the same card
    cdef int64_t *pairs                  # place before, place, cards left
    cdef int64_t *pairs_there
    cdef int64_t again                   # cards as at the same place of the shoe before
    cdef int64_t *again_draws            # cards left
    cdef int64_t *again_there
    cdef uint8_t *after                  # two cards one after the other, and which came then
    cdef uint8_t *after_before           # the same in the shoe before
    cdef int64_t follows
    cdef int64_t *follow_draws           # cards left
    cdef int64_t *follow_there
    # by cards left: sums over the draws of how many of the drawn card were left, of the squares and
    # cubes of how many of each card were, and of the squares of that sum of squares
    cdef int64_t *scarce

    def __cinit__(self, const uint8_t[::1] copies, int width):
        """copies: of each card number. width: the places of a row."""
        cdef int card, each
        if copies.shape[0] != CARDS or not 0 < width <= MAX_ZONES:
            raise ValueError("too many zones for the kernels")
        self.width = width
        for card in range(CARDS):
            self.copies[card] = self.left[card] = copies[card]
            self.size += copies[card]
        each = self.size + 1
        self.remaining = self.size
        memset(self.before, NONE, MAX_ZONES)
        self.shoe = <uint8_t *>calloc(each, 1)
        self.shoe_before = <uint8_t *>calloc(each, 1)
        self.drawn = <int64_t *>calloc(width * CARDS, sizeof(int64_t))
        self.draws = <int64_t *>calloc(width * each, sizeof(int64_t))
        self.there = <int64_t *>calloc(width * each * CARDS, sizeof(int64_t))
        self.alike = <int64_t *>calloc(2 * width * width, sizeof(int64_t))
        self.pairs = <int64_t *>calloc(2 * width * width * each, sizeof(int64_t))
        self.pairs_there = <int64_t *>calloc(2 * width * width * each, sizeof(int64_t))
        self.again_draws = <int64_t *>calloc(each, sizeof(int64_t))
        self.again_there = <int64_t *>calloc(each, sizeof(int64_t))
        self.after = <uint8_t *>calloc(CARDS * CARDS, 1)
        self.after_before = <uint8_t *>calloc(CARDS * CARDS, 1)
        self.follow_draws = <int64_t *>calloc(each, sizeof(int64_t))
        self.follow_there = <int64_t *>calloc(each, sizeof(int64_t))
        self.scarce = <int64_t *>calloc(4 * each, sizeof(int64_t))
        if (self.scarce == NULL or self.after == NULL or self.after_before == NULL
                or self.follow_draws == NULL or self.follow_there == NULL):
            raise MemoryError("no memory for the shoes of a log")
        memset(self.after, NONE, CARDS * CARDS)
        memset(self.after_before, NONE, CARDS * CARDS)
        if (self.shoe == NULL or self.shoe_before == NULL or self.drawn == NULL
                or self.draws == NULL or self.there == NULL or self.alike == NULL
                or self.pairs == NULL or self.pairs_there == NULL or self.again_draws == NULL
                or self.again_there == NULL):
            raise MemoryError("no memory for the shoes of a log")

    def __dealloc__(self):
        free(self.shoe)
        free(self.shoe_before)
        free(self.drawn)
        free(self.draws)
        free(self.there)
        free(self.alike)
        free(self.pairs)
        free(self.pairs_there)
        free(self.again_draws)
        free(self.again_there)
        free(self.after)
        free(self.after_before)
        free(self.follow_draws)
        free(self.follow_there)
        free(self.scarce)

    def take(self, const uint8_t[::1] cards, const uint8_t[::1] places, const uint8_t[::1] sizes,
            const uint8_t[::1] fresh, uint8_t[::1] spent):
        """Count the cards of some rows.

        cards: of all rows, in an order in which they may have been dealt. places: of each card,
        with SET added for the first ones of a row that are dealt at once, or LOOSE. sizes: how many
        cards each row has. fresh: 1 for a row that begins a shoe. spent: (OUT) for each row a card
        of which the shoe has no more, or NONE.
        """
        cdef Py_ssize_t i, at, end = 0, n = fresh.shape[0]
        cdef int64_t whole[CARDS]
        cdef int begun, place
        cdef uint8_t card
        for i in range(sizes.shape[0]):
            end += sizes[i]
        for at in range(places.shape[0]):
            if places[at] != LOOSE and (places[at] & ~SET) >= self.width:
                raise ValueError("a place that no row has")
        if (cards.shape[0] != end or places.shape[0] != end or sizes.shape[0] != n
                or spent.shape[0] != n):
            raise ValueError("cards and rows do not fit")
        with nogil:
            end = 0
            for i in range(n):
                spent[i] = NONE
                if fresh[i]:
                    self.open()
                begun = self.remaining
                memcpy(whole, self.left, sizeof(whole))
                memset(self.now, NONE, MAX_ZONES)
                for at in range(end, end + sizes[i]):
                    card, place = cards[at], places[at]
                    if card < CARDS and self.copies[card]:
                        if not self.left[card]:
                            spent[i] = card
                        elif place == LOOSE:
                            self.lay(card, NONE)
                        elif place & SET:
                            self.draw(place & ~SET, card, begun, whole, self.width)
                            self.lay(card, card)
                        else:
                            self.draw(place, card, self.remaining, self.left, 2 * self.width)
                            self.follow(card)
                            self.lay(card, card)
                    if place != LOOSE:
                        self.now[place & ~SET] = card
                end += sizes[i]
                memcpy(self.before, self.now, MAX_ZONES)

    cdef void open(self) noexcept nogil:
        """Begin a shoe."""
        cdef int card
        self.shoe, self.shoe_before = self.shoe_before, self.shoe
        self.before_length, self.length = self.length, 0
        self.after, self.after_before = self.after_before, self.after
        memset(self.after, NONE, CARDS * CARDS)
        self.remaining = self.size
        for card in range(CARDS):
            self.left[card] = self.copies[card]

    cdef void draw(
        self, int place, uint8_t card, int cards, const int64_t *left, int others
    ) noexcept nogil:
        """Count a card that is drawn from `cards`, of each card as many as are left; others: how
        many places are looked at, those of the row before first.
        """
        cdef int each = self.size + 1, other, pair
        cdef int64_t *there = &self.there[(place * each + cards) * CARDS]
        cdef uint8_t earlier
        cdef int64_t squares = 0
        self.scarce[4 * cards] += left[card]
        for other in range(CARDS):
            squares += left[other] * left[other]
            self.scarce[4 * cards + 2] += left[other] * left[other] * left[other]
            there[other] += left[other]
        self.scarce[4 * cards + 1] += squares
        self.scarce[4 * cards + 3] += squares * squares
        self.drawn[place * CARDS + card] += 1
        self.draws[place * each + cards] += 1
        for other in range(others):
            earlier = self.before[other] if other < self.width else self.now[other - self.width]
            if earlier < CARDS:
                pair = other * self.width + place
                self.alike[pair] += earlier == card
                self.pairs[pair * each + cards] += 1
                self.pairs_there[pair * each + cards] += left[earlier]

    cdef void follow(self, uint8_t card) noexcept nogil:
        """Compare a card with those of the shoe before."""
        cdef int cards = self.remaining
        cdef uint8_t one, two, earlier
        if self.length < self.before_length:
            earlier = self.shoe_before[self.length]
            if earlier < CARDS:
                self.again += earlier == card
                self.again_draws[cards] += 1
                self.again_there[cards] += self.left[earlier]
        if self.length > 1:
            one, two = self.shoe[self.length - 2], self.shoe[self.length - 1]
            if one < CARDS and two < CARDS:
                earlier = self.after_before[one * CARDS + two]
                if earlier < CARDS:
                    self.follows += earlier == card
                    self.follow_draws[cards] += 1
                    self.follow_there[cards] += self.left[earlier]

    cdef void lay(self, uint8_t card, uint8_t known) noexcept nogil:
        """Take a card from the shoe; known: NONE where its place in the shoe is not."""
        cdef uint8_t one, two
        if self.length > 1 and known < CARDS:
            one, two = self.shoe[self.length - 2], self.shoe[self.length - 1]
            if one < CARDS and two < CARDS:
                self.after[one * CARDS + two] = known
        self.shoe[self.length] = known
        self.length += 1
        self.left[card] -= 1
        self.remaining -= 1

    @property
    def cards(self):
        """For each place how often each card number was drawn there, and {cards left: (draws, how
        many of each card number were left)}.
        """
        cdef int place, cards, each = self.size + 1
        found = []
        for place in range(self.width):
            drawn = [self.drawn[place * CARDS + card] for card in range(CARDS)]
            left = {}
            for cards in range(each):
                if self.draws[place * each + cards]:
                    left[cards] = self.draws[place * each + cards], [
                        self.there[(place * each + cards) * CARDS + card] for card in range(CARDS)
                    ]
            found.append((drawn, left))
        return found

    @property
    def same(self):
        """(place before, place) -> how often both have the same card, and {cards left: (draws, how
        many of that card were left)}; places from `width` on are of the same row, others of the row
        before.
        """
        cdef int other, place, cards, pair, each = self.size + 1
        found = {}
        for other in range(2 * self.width):
            for place in range(self.width):
                pair = other * self.width + place
                found[other, place] = self.alike[pair], {
                    cards: (self.pairs[pair * each + cards], self.pairs_there[pair * each + cards])
                    for cards in range(each)
                    if self.pairs[pair * each + cards]
                }
        return found

    @property
    def same_in_shoe(self):
        """How often a card is that of the same place of the shoe before, and {cards left: (draws,
        how many of that card were left)}.
        """
        return self.again, {
            cards: (self.again_draws[cards], self.again_there[cards])
            for cards in range(self.size + 1)
            if self.again_draws[cards]
        }

    @property
    def following(self):
        """How often a card follows two others as the last time in the shoe before, and {cards left:
        (draws, how many of that card were left)}.
        """
        return self.follows, {
            cards: (self.follow_draws[cards], self.follow_there[cards])
            for cards in range(self.size + 1)
            if self.follow_draws[cards]
        }

    @property
    def scarcity(self):
        """{cards left: (sum of how many of the drawn card were left, of the squares and of the
        cubes of how many of each card were, of the squares of that sum of squares)}.
        """
        return {
            cards: tuple(self.scarce[4 * cards + place] for place in range(4))
            for cards in range(self.size + 1)
            if self.scarce[4 * cards]
        }
