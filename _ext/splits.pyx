"""Hands of seven cards that are parted, counted against all hands of the dealer's that a house way
parts.

What a hand comes to when it is parted depends on its ranks alone unless a flush can be made of
it: then on the ranks of that suit too. So the dealer's hands fall into classes, and the hands that
avoid the player's are counted in two sums. By ranks: every hand as if it made no flush; the ways to
hold its ranks when some are gone are a product of binomials. By suit: for the hands that can make a
flush in a suit, of which at most two natural cards are of other suits, what they come to is added
and what they would come to without a flush is taken off; the ways to hold the two cards are a
polynomial in the numbers of the player's cards of their ranks. Both sums run through the dealer's
classes in the order of the high hand and keep running totals by the low hand.

A class is given as counts (settings.pxd) and the ranks of a suit, 0 for hands that make no flush.
What is counted of a setting of the player's are nine numbers: his high hand lower than the
dealer's, equal, higher; within each the same of the low hand. Counts are deals; those by suit have
a sign.
"""

from libc.stdint cimport (
    int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t)
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memset

from bits cimport bit_count, top_bit
from guards cimport are_below, ascend, is_interrupted, raise_signal
from settings cimport (
    CARDS, Cards, JOKER_BIT, LOWS, RANKS, Runs, SETTINGS, Setting, cards_of_counts, cards_of_mask,
    fill_runs, settings_of)
from ways cimport ROW, set_by_way

ctypedef fused Rows:           # by suit, by ranks
    const int32_t[:, ::1]
    const int64_t[:, ::1]

cdef enum:
    COLUMNS = 9
    FEW = (1 << 12) - 1        # classes between two looks for a signal
    TIMES = LOWS + 1           # running totals of low hands below a place
    ONE = 0                    # rows of the terms of a polynomial in how many cards are gone
    LINEAR = 1
    PAIRED = 1 + RANKS
    CROSSED = 1 + 2 * RANKS
    TERMS = 105                # CROSSED and one for each two of thirteen ranks
    OF_HAND = 36               # terms that a hand of seven can have: 1 + 7 + 7 + 21
    OF_RANKS = (1 << RANKS) - 1
    OF_SUIT = 1 << RANKS + 1   # sets of its ranks and the joker
    SLOTS_AT_ONCE = 4096
    MOST_LEVELS = (1 << 15) - 1
    MOST_WEIGHT = 127
    GROUP_RANKS = 5            # ranks whose counts are one digit string
    GROUPS_OF_RANKS = 3
    DIGITS = 3125              # strings of five digits below five
    STRINGS = 687              # of these, with at most seven cards
    LANES = 8                  # hands that are counted side by side
    LEAST = -(1 << 62)         # what a setting is worth that there is not
    LANE = 16                  # bits of a suit in a set of cards
    JOKER = 63                 # and the bit of the joker
    MOST_RULES = 255           # rows of a way, whose numbers are bytes


# --- Hands ---------------------------------------------------------------------------------------

cdef uint64_t of_setting(const Cards *cards, const Setting *setting) noexcept nogil:
    """Return the places of the cards in front, as bits."""
    return 1u << setting.first | 1u << setting.second


def settings(uint64_t hand, bint wheel_lowest, uint32_t[::1] high, uint8_t[::1] low,
        uint8_t[::1] front):
    """Write the settings of a set of seven cards that are no fouls (OUT, room for all); return how
    many there are.

    front: the places of the cards in front among the seven, the lowest being bit 0.
    """
    cdef Runs runs
    cdef Cards cards
    cdef Setting found[SETTINGS]
    cdef int k, n = 0
    if cards_of_mask(hand, &cards) != CARDS:
        raise ValueError("a setting is of seven cards")
    if min(high.shape[0], low.shape[0], front.shape[0]) < SETTINGS:
        raise ValueError("no room for all settings")
    fill_runs(&runs, wheel_lowest)
    settings_of(&runs, &cards, found)
    for k in range(SETTINGS):
        if not found[k].foul:
            high[n], low[n] = found[k].high, found[k].low
            front[n] = of_setting(&cards, &found[k])
            n += 1
    return n


def by_way(const uint64_t[::1] hands, const int64_t[::1] way, bint wheel_lowest,
        uint8_t[::1] front, uint8_t[::1] rule):
    """Write for each set of seven cards what a way puts in front, and the row that decides (OUT);
    return the place of the first one that it leaves unset or sets as a foul, -1 for none.
    """
    cdef Runs runs
    cdef Cards cards
    cdef Setting chosen
    cdef Py_ssize_t at, row, rows = way.shape[0] // ROW, fault = -1
    cdef bint interrupted = False
    if min(front.shape[0], rule.shape[0]) < hands.shape[0] or not 0 < rows <= MOST_RULES \
            or way.shape[0] != rows * ROW:
        raise ValueError("no room for all hands, or no whole rows")
    with nogil:
        fill_runs(&runs, wheel_lowest)
        for at in range(hands.shape[0]):
            row = -1
            if cards_of_mask(hands[at], &cards) == CARDS:
                row = set_by_way(&runs, &way[0], rows, &cards, &chosen)
            if row < 0 or chosen.foul:
                fault = at
                break
            front[at], rule[at] = of_setting(&cards, &chosen), row
            if not at & FEW:
                interrupted = is_interrupted()
                if interrupted:
                    break
    if interrupted:
        raise_signal()
    return fault


def of_fronts(const uint64_t[::1] hands, const uint8_t[::1] front, bint wheel_lowest,
        uint32_t[::1] high, uint8_t[::1] low):
    """Write the high and the low hand that sets of seven cards make with two of them in front
    (OUT); return the place of the first that is a foul, -1 for none.

    front: as of `settings`.
    """
    cdef Runs runs
    cdef Cards cards
    cdef Setting found[SETTINGS]
    cdef Py_ssize_t at, fault = -1
    cdef int k
    if min(front.shape[0], high.shape[0], low.shape[0]) < hands.shape[0]:
        raise ValueError("no room for all hands")
    with nogil:
        fill_runs(&runs, wheel_lowest)
        for at in range(hands.shape[0]):
            fault = at
            if cards_of_mask(hands[at], &cards) != CARDS:
                break
            settings_of(&runs, &cards, found)
            for k in range(SETTINGS):
                if of_setting(&cards, &found[k]) == front[at] and not found[k].foul:
                    high[at], low[at] = found[k].high, found[k].low
                    fault = -1
            if fault >= 0:
                break
    return fault


# --- Classes -------------------------------------------------------------------------------------

cdef int64_t multisets(uint32_t ranks, int most, int cards, uint64_t counts, uint64_t[::1] found,
        int64_t n) noexcept nogil:
    """Write counts with so many more cards of some ranks, at most `most` of each; return how many
    there are then. Without room they are only counted.
    """
    cdef int r, k
    if cards == 0:
        if found.shape[0]:
            found[n] = counts
        return n + 1
    if not ranks:
        return n
    r = top_bit(ranks)
    for k in range(min(most, cards) + 1):
        n = multisets(ranks ^ 1u << r, most, cards - k, counts + (<uint64_t>k << 4 * r), found, n)
    return n


def of_ranks(uint32_t ranks, int suits, int cards, uint64_t[::1] found):
    """Write every number of cards of each rank (OUT); return how many there are. With no room they
    are only counted.
    """
    cdef int64_t n
    if not 0 <= cards <= CARDS or not 0 < suits <= 4 or ranks >> RANKS:
        raise ValueError("no hand of seven cards")
    n = multisets(ranks, suits, cards, 0, found[:0], 0)
    if found.shape[0] not in (0, n):
        raise ValueError("no room for all numbers of cards")
    return multisets(ranks, suits, cards, 0, found, 0)


def examples(const uint64_t[::1] counts, const uint16_t[::1] suited, uint64_t[::1] hands):
    """Write a hand of each class (OUT), of four suits: the ranks of its suit in the first one, the
    others so that they make no flush.
    """
    cdef Py_ssize_t at
    cdef uint64_t hand
    cdef int r, _k, first, suit
    if min(suited.shape[0], hands.shape[0]) < counts.shape[0]:
        raise ValueError("no room for all classes")
    for at in range(counts.shape[0]):
        if ranks_beside(counts[at], suited[at]) < 0:
            raise ValueError("a class of other cards than its suit")
        first = suited[at] != 0
        suit, hand = first, suited[at] | (counts[at] >> JOKER_BIT & 1) << JOKER
        for r in range(RANKS):
            for _k in range(<int>(counts[at] >> 4 * r & 15) - <int>(suited[at] >> r & 1)):
                hand |= <uint64_t>1 << (LANE * suit + r)
                suit = suit + 1 if suit < 3 else first
        hands[at] = hand


cdef bint is_beaten(const Setting *found, int k) noexcept nogil:
    """Tell whether another setting is nowhere worse; of equal ones the first stays."""
    cdef int j
    for j in range(SETTINGS):
        if j == k or found[j].foul or found[j].high < found[k].high or found[j].low < found[k].low:
            continue
        if found[j].high > found[k].high or found[j].low > found[k].low or j < k:
            return True
    return False


cdef int best_of(const Runs *runs, const Cards *cards, Setting *best) noexcept nogil:
    """Write the settings that no other one surpasses, the highest in front first; return how many
    there are.
    """
    cdef Setting found[SETTINGS]
    cdef int k, place, n = 0
    settings_of(runs, cards, found)
    for k in range(SETTINGS):
        if found[k].foul or is_beaten(found, k):
            continue
        place = n
        while place and best[place - 1].low < found[k].low:
            best[place] = best[place - 1]
            place -= 1
        best[place] = found[k]
        n += 1
    return n


def candidates(const uint64_t[::1] counts, const uint16_t[::1] suited, bint wheel_lowest,
        int64_t[::1] first, uint32_t[::1] high, uint8_t[::1] low):
    """Write the settings of each class that no other one surpasses, the highest in front first;
    `first` (OUT, one more than classes) says where those of each begin. With no room for them they
    are only counted.
    """
    cdef Runs runs
    cdef Cards cards
    cdef Setting best[SETTINGS]
    cdef Py_ssize_t at, n = 0
    cdef int k, found
    cdef bint room = high.shape[0] > 0, fault = False
    if min(suited.shape[0], first.shape[0] - 1) < counts.shape[0] or high.shape[0] != low.shape[0]:
        raise ValueError("no room for all classes")
    with nogil:
        fill_runs(&runs, wheel_lowest)
        for at in range(counts.shape[0]):
            first[at] = n
            if cards_of_counts(counts[at], suited[at], &cards) != CARDS:
                fault = True
                break
            found = best_of(&runs, &cards, best)
            if room and n + found <= high.shape[0]:
                for k in range(found):
                    high[n + k], low[n + k] = best[k].high, best[k].low
            n += found
        first[counts.shape[0]] = n
    if fault or (room and n > high.shape[0]):
        raise ValueError("a class is not of seven cards, or there is no room")


# --- By ranks ------------------------------------------------------------------------------------

cdef struct Strings:           # counts of a group of ranks that a hand can have, the digits
    uint16_t place[DIGITS]     # of each number, digits below five, its place among them
    uint16_t parent[STRINGS]   # the place of the same without the highest rank
    uint8_t rank[STRINGS]      # that rank, by its place in the group
    uint8_t digit[STRINGS]
    uint8_t cards[STRINGS]


cdef void fill_strings(Strings *strings) noexcept nogil:
    cdef int number, left, k, cards, rank, n = 0
    cdef int power[GROUP_RANKS]
    for number in range(DIGITS):
        left, cards, rank = number, 0, 0
        for k in range(GROUP_RANKS):
            power[k] = 5 * power[k - 1] if k else 1
            cards += left % 5
            if left % 5:
                rank = k
            left //= 5
        strings.place[number] = STRINGS
        if cards <= CARDS:
            strings.digit[n] = number // power[rank] % 5
            strings.parent[n] = strings.place[number - strings.digit[n] * power[rank]] if n else 0
            strings.rank[n], strings.cards[n] = rank, cards
            strings.place[number] = n
            n += 1


cdef int string_of(const Strings *strings, uint64_t counts, int group) noexcept nogil:
    """Return the place of the counts of a group of ranks, STRINGS if no hand has them."""
    cdef int k, r, number = 0
    for k in range(GROUP_RANKS - 1, -1, -1):
        r = group * GROUP_RANKS + k
        if r < RANKS and (counts >> 4 * r & 15) > 4:
            return STRINGS
        number = number * 5 + (<int>(counts >> 4 * r & 15) if r < RANKS else 0)
    return strings.place[number]


cdef void ways_of_group(const Strings *strings, uint64_t gone, int group, int suits,
        uint16_t *ways) noexcept nogil:
    """Write in how many ways each string can be held when some cards are gone, in a lane."""
    cdef int k, r, left, digit, at
    cdef int choose[GROUP_RANKS][5]
    for k in range(GROUP_RANKS):
        r = group * GROUP_RANKS + k
        left = suits - <int>(gone >> 4 * r & 15) if r < RANKS else 0
        choose[k][0] = 1
        for digit in range(1, 5):
            choose[k][digit] = 0
            if left >= digit:
                choose[k][digit] = choose[k][digit - 1] * (left - digit + 1) // digit
    ways[0] = 1
    for at in range(1, STRINGS):
        ways[LANES * at] = (
            ways[LANES * strings.parent[at]] * choose[strings.rank[at]][strings.digit[at]])


def digits(const uint64_t[::1] counts, uint16_t[::1] found):
    """Write the counts of each class in groups of ranks, three numbers a class (OUT)."""
    cdef Strings strings
    cdef Py_ssize_t at
    cdef int k, place
    if found.shape[0] != GROUPS_OF_RANKS * counts.shape[0]:
        raise ValueError("three numbers a class")
    fill_strings(&strings)
    for at in range(counts.shape[0]):
        for k in range(GROUPS_OF_RANKS):
            place = string_of(&strings, counts[at], k)
            if place == STRINGS:
                raise ValueError("a class of more cards than a hand")
            found[GROUPS_OF_RANKS * at + k] = place


cdef void compare(int64_t *row, const int64_t *total) noexcept nogil:
    """Turn running totals of the dealer's hands into the nine numbers of a setting.

    row: of high hands below the player's, then of those up to it, how many have a low hand below
        the player's, up to it, and any.
    total: the same of all high hands.
    """
    cdef int k
    cdef int64_t at[3]
    for k in range(3):
        at[k] = row[k]
    for k in range(3):
        row[k] = total[k] - row[3 + k]  # the player's high hand is lower
    for k in range(3):
        row[3 + k] -= at[k]
        row[6 + k] = at[k]
    for k in range(0, COLUMNS, 3):
        at[0], at[1], at[2] = row[k + 2] - row[k + 1], row[k + 1] - row[k], row[k]
        row[k], row[k + 1], row[k + 2] = at[0], at[1], at[2]


cdef struct Asked:             # a setting whose nine numbers are asked
    uint32_t high
    int low
    int lane
    int64_t *row


cdef int order_asked(const void *one, const void *other) noexcept nogil:
    cdef uint32_t high = (<const Asked *>one).high, its = (<const Asked *>other).high
    return (high > its) - (high < its)


cdef void totals_of(const uint32_t *held, int low, int64_t *total) noexcept nogil:
    """Write how many low hands lie below a place, up to it, and in all, in a lane."""
    cdef int k
    cdef int64_t sum = 0
    for k in range(low):
        sum += held[LANES * k]
    total[0], total[1] = sum, sum + held[LANES * low]
    for k in range(low, LOWS):
        sum += held[LANES * k]
    total[2] = sum


cdef struct Ranked:            # the dealer's classes by ranks, the lowest high hand first
    Py_ssize_t size
    const uint32_t *high
    const uint8_t *low
    const uint16_t *digits


cdef Py_ssize_t add_until(const Ranked *dealer, Py_ssize_t at, uint32_t high, bint equal,
        const uint16_t *ways, uint32_t *held) noexcept nogil:
    """Add the hands below a high hand, or up to it, by their low hands; return where they end.

    The ways to hold seven cards are fewer than 2 to the 15: four for one of a rank are most.
    """
    cdef const uint16_t *digits
    cdef const uint16_t *one
    cdef const uint16_t *two
    cdef const uint16_t *three
    cdef uint32_t *sum
    cdef uint16_t both
    cdef int lane
    while at < dealer.size and (dealer.high[at] < high or (equal and dealer.high[at] == high)):
        digits = dealer.digits + GROUPS_OF_RANKS * at
        one = ways + LANES * digits[0]
        two = ways + LANES * (STRINGS + digits[1])
        three = ways + LANES * (2 * STRINGS + digits[2])
        sum = held + LANES * dealer.low[at]
        for lane in range(LANES):
            both = one[lane] * two[lane]
            sum[lane] += <uint16_t>(both * three[lane])
        at += 1
    return at


cdef void rank_sweep(const Ranked *dealer, const uint16_t *ways, Asked *asked, Py_ssize_t n)\
        noexcept nogil:
    """Write the nine numbers of some settings of hands that hold the same ranks in each lane."""
    cdef uint32_t held[LANES * LOWS]
    cdef Py_ssize_t i, j = 0, k, at = 0
    cdef int64_t total[3]
    memset(held, 0, sizeof(held))
    qsort(asked, n, sizeof(Asked), order_asked)
    while j < n:
        i = j
        at = add_until(dealer, at, asked[i].high, False, ways, held)
        while j < n and asked[j].high == asked[i].high:
            totals_of(held + asked[j].lane, asked[j].low, asked[j].row)
            j += 1
        at = add_until(dealer, at, asked[i].high, True, ways, held)
        for k in range(i, j):
            totals_of(held + asked[k].lane, asked[k].low, asked[k].row + 3)
    add_until(dealer, at, 0xFFFFFFFF, True, ways, held)
    for k in range(n):
        totals_of(held + asked[k].lane, asked[k].low, total)
        compare(asked[k].row, total)


cdef bint are_hands(const Strings *strings, const uint16_t[::1] digits) noexcept nogil:
    """Tell whether no class has more cards than a hand."""
    cdef Py_ssize_t at
    cdef int k, cards
    if not are_below(digits, digits.shape[0], STRINGS):
        return False
    for at in range(digits.shape[0] // GROUPS_OF_RANKS):
        cards = 0
        for k in range(GROUPS_OF_RANKS):
            cards += strings.cards[digits[GROUPS_OF_RANKS * at + k]]
        if cards > CARDS:
            return False
    return True


def by_ranks(int suits, const uint32_t[::1] dealer_high, const uint8_t[::1] dealer_low,
        const uint16_t[::1] dealer_digits, const uint64_t[::1] counts, const int64_t[::1] first,
        const uint32_t[::1] high, const uint8_t[::1] low, int sign, int64_t[:, ::1] row):
    """Add the nine numbers of some settings to their rows (INOUT), every hand of the dealer's
    counted as if it made no flush.

    dealer_*: the classes that the dealer can have beside these hands, by high hand.
    counts: the ranks that the player holds; their settings begin at `first`, one more than counts.
    sign: 1, or -1 to take these hands of the dealer's off again.
    """
    cdef Ranked dealer
    cdef Strings strings
    cdef Py_ssize_t block, at, begin, next, k, n, most = 0
    cdef int group, lane, c
    cdef int64_t *found
    cdef Asked *asked
    cdef uint16_t *ways
    dealer.size = dealer_high.shape[0]
    fill_strings(&strings)
    if first.shape[0] != counts.shape[0] + 1 or dealer_low.shape[0] != dealer.size \
            or dealer_digits.shape[0] != GROUPS_OF_RANKS * dealer.size or row.shape[1] != COLUMNS \
            or not 0 < suits <= 4 \
            or not ascend(first, counts.shape[0], min(high.shape[0], low.shape[0], row.shape[0])) \
            or not are_below(low, low.shape[0], LOWS) \
            or not are_below(dealer_low, dealer.size, LOWS) \
            or not are_hands(&strings, dealer_digits):
        raise ValueError("classes, settings and rows do not fit")
    if not dealer.size or not row.shape[0]:
        return
    dealer.high, dealer.low, dealer.digits = &dealer_high[0], &dealer_low[0], &dealer_digits[0]
    for at in range(counts.shape[0]):
        most = max(most, first[min(at + LANES, counts.shape[0])] - first[at])
    asked = <Asked *>malloc((most + 1) * sizeof(Asked))
    found = <int64_t *>malloc((most + 1) * COLUMNS * sizeof(int64_t))
    ways = <uint16_t *>calloc(GROUPS_OF_RANKS * STRINGS * LANES, sizeof(uint16_t))
    if not asked or not found or not ways:
        free(asked)
        free(found)
        free(ways)
        raise MemoryError
    with nogil:
        for block in range((counts.shape[0] + LANES - 1) // LANES):
            at = LANES * block
            next = min(at + LANES, counts.shape[0])
            begin = first[at]
            n = first[next] - begin
            if not n:
                continue
            for lane in range(<int>(next - at)):
                for group in range(GROUPS_OF_RANKS):
                    ways_of_group(&strings, counts[at + lane], group, suits,
                                  ways + LANES * STRINGS * group + lane)
                for k in range(first[at + lane] - begin, first[at + lane + 1] - begin):
                    asked[k].high, asked[k].low = high[begin + k], low[begin + k]
                    asked[k].lane, asked[k].row = lane, found + COLUMNS * k
            rank_sweep(&dealer, ways, asked, n)
            for k in range(n):
                for c in range(COLUMNS):
                    row[begin + k, c] += sign * found[COLUMNS * k + c]
    free(asked)
    free(found)
    free(ways)


# --- By suit -------------------------------------------------------------------------------------

cdef struct Entry:             # what hands of the dealer's come to, or would without a flush
    uint16_t level             # the place of the high hand among those that occur
    uint16_t ranks             # of the suit, and the joker above them
    uint8_t low
    int8_t weight              # how often it is added, negative to take it off
    int8_t first, second       # the ranks of the cards of other suits, -1 for none


cdef struct Entries:           # the lowest high hand first
    Py_ssize_t size
    int levels
    Entry *entry
    int32_t *until             # of every level how many entries are below it, and of one more


cdef struct Term:              # of a polynomial in how many cards are gone
    uint16_t place             # of its running totals
    int16_t times


cdef struct Slot:              # the polynomial of a hand, beside one of its suits
    int terms
    Term term[OF_HAND]


cdef struct Query:             # a setting of a hand
    int slot
    int place                  # of the high hand among the levels, see `places`
    int low
    uint32_t *row


cdef struct Chunk:             # slots that hold the same of a suit, some at a time
    int others                 # how many other suits there are
    int slots, queries
    Slot *slot
    Query *query
    int32_t *event             # the totals that are read, by level
    int32_t *begin             # where those of every level begin


cdef inline int crossed(int r, int q) noexcept nogil:
    """Return the row of the term for a card of each of two ranks."""
    return CROSSED + (r * (r - 1) // 2 + q if r > q else q * (q - 1) // 2 + r)


cdef inline void add_low(uint32_t *term, int low, uint32_t much) noexcept nogil:
    """Add to the running totals of one term."""
    cdef int t
    if much:
        for t in range(low + 1, TIMES):
            term[t] += much


cdef inline uint32_t add_others(uint32_t *held, int others, const Entry *entry, int weight)\
        noexcept nogil:
    """Add the ways to hold the cards of other suits, as a polynomial in how many of their ranks are
    gone; return what belongs to the constant term.

    others: how many other suits there are.
    """
    cdef int r = entry.first, q = entry.second
    if r < 0:
        return weight
    if q < 0:
        add_low(held + TIMES * (LINEAR + r), entry.low, -weight)
        return weight * others
    if r == q:
        add_low(held + TIMES * (PAIRED + r), entry.low, weight)
        return weight * (others * (others - 1) // 2)
    add_low(held + TIMES * (LINEAR + r), entry.low, -weight * others)
    add_low(held + TIMES * (LINEAR + q), entry.low, -weight * others)
    add_low(held + TIMES * crossed(r, q), entry.low, weight)
    return weight * others * others


cdef inline bint are_alike(const Entry *one, const Entry *other) noexcept nogil:
    """Tell whether two entries with the same high and low hand have the same other cards."""
    return one.first == other.first and one.second == other.second


cdef void add_entries(uint32_t *held, int others, const Entry *entry, const Entry *end)\
        noexcept nogil:
    """Add the entries of one level; those of the same low hand stand together, and so do those with
    the same other cards.
    """
    cdef const Entry *one
    cdef int weight, low
    cdef uint32_t constant
    while entry < end:
        low, constant = entry.low, 0
        while entry < end and entry.low == low:
            one, weight = entry, 0
            while entry < end and entry.low == low and are_alike(entry, one):
                weight += entry.weight
                entry += 1
            if weight:
                constant += add_others(held, others, one, weight)
        add_low(held, low, constant)


cdef int ranks_beside(uint64_t counts, uint32_t suit) noexcept nogil:
    """Return of how many ranks there are cards beside some of a suit, -1 where these are not all
    among them or there are more cards than in a hand.
    """
    cdef int r, gone, n = 0, cards = 0
    for r in range(RANKS):
        gone = <int>(counts >> 4 * r & 15) - <int>(suit >> r & 1)
        if gone < 0:
            return -1
        n += gone > 0
        cards += gone
    return n if cards <= CARDS and not suit >> RANKS else -1


cdef inline void add_term(Slot *slot, int term, int times) noexcept nogil:
    slot.term[slot.terms].place, slot.term[slot.terms].times = TIMES * term, times
    slot.terms += times != 0


cdef void find_terms(Slot *slot, uint64_t counts, uint32_t suit, int others) noexcept nogil:
    """Write the terms of the polynomial for a hand whose ranks in a suit are given."""
    cdef int gone[RANKS]
    cdef int rank[CARDS]
    cdef int r, i, j, n = 0
    for r in range(RANKS):
        gone[r] = <int>(counts >> 4 * r & 15) - <int>(suit >> r & 1)
        if gone[r]:
            rank[n] = r
            n += 1
    slot.terms = 0
    add_term(slot, ONE, 1)
    for i in range(n):
        r = rank[i]
        add_term(slot, LINEAR + r, gone[r])
        add_term(slot, PAIRED + r, (others - gone[r]) * (others - gone[r] - 1) // 2
                 - others * (others - 1) // 2)
        for j in range(i):
            add_term(slot, crossed(r, rank[j]), gone[r] * gone[rank[j]])


cdef inline void add_slot(Chunk *chunk, uint64_t counts, uint32_t suit) noexcept nogil:
    find_terms(&chunk.slot[chunk.slots], counts, suit, chunk.others)
    chunk.slots += 1


cdef inline void add_query(Chunk *chunk, int place, int low, uint32_t *row) noexcept nogil:
    """Add a setting of the hand that was added last."""
    cdef Query *query = &chunk.query[chunk.queries]
    query.slot, query.place, query.low, query.row = chunk.slots - 1, place, low, row
    chunk.queries += 1


cdef inline void read_totals(const uint32_t *held, const Slot *slot, int low, uint32_t *total)\
        noexcept nogil:
    """Write how many low hands lie below a place, up to it, and in all."""
    cdef const uint32_t *term
    cdef int k
    cdef uint32_t times, below = 0, equal = 0, every = 0
    for k in range(slot.terms):
        term = held + slot.term[k].place
        times = <uint32_t>slot.term[k].times
        below += times * term[low]
        equal += times * term[low + 1]
        every += times * term[LOWS]
    total[0], total[1], total[2] = below, equal, every


cdef inline void add_columns(uint32_t *row, const uint32_t *total) noexcept nogil:
    """Add to the columns of lower, equal and higher low hands."""
    row[0] += total[2] - total[1]
    row[1] += total[1] - total[0]
    row[2] += total[0]


cdef inline void move_columns(uint32_t *row, int start, int end, const uint32_t *total)\
        noexcept nogil:
    """Add to some three columns, and take off three others."""
    cdef uint32_t off[3]
    cdef int k
    for k in range(3):
        off[k] = 0 - total[k]
    add_columns(row + end, total)
    add_columns(row + start, off)


cdef void sort_events(const Entries *dealer, Chunk *chunk) noexcept nogil:
    """Write which queries are read before the entries of each level are added: 2 q for the high
    hands below that of query q, 2 q + 1 for those up to it. None are where there are no entries
    below yet, or all are: those are read at the end.
    """
    cdef int q, level, t
    cdef int32_t at, n = 0
    memset(chunk.begin, 0, (dealer.levels + 2) * sizeof(int32_t))
    for q in range(chunk.queries):
        for t in range(2):
            level = event_level(dealer, &chunk.query[q], t)
            if level >= 0:
                chunk.begin[level] += 1
    for level in range(dealer.levels + 2):
        at = chunk.begin[level]
        chunk.begin[level] = n
        n += at
    for q in range(chunk.queries):
        for t in range(2):
            level = event_level(dealer, &chunk.query[q], t)
            if level >= 0:
                chunk.event[chunk.begin[level]] = 2 * q + t
                chunk.begin[level] += 1


cdef inline int event_level(const Entries *dealer, const Query *query, int upto) noexcept nogil:
    """Return at which level the totals below a high hand are read, or those up to it; -1 where they
    are not: the others are the same, or they are none or all.
    """
    cdef int level = query.place >> 1
    cdef int32_t entries = dealer.until[level]
    if upto:
        level += query.place & 1
        if dealer.until[level] == entries:
            return -1
        entries = dealer.until[level]
    return level if 0 < entries < dealer.size else -1


cdef void read_event(const Entries *dealer, const Chunk *chunk, const uint32_t *held, int event)\
        noexcept nogil:
    """Move the hands that an event reads from the columns of higher high hands of the dealer's to
    those of equal ones, or from these to those of lower ones, or both.
    """
    cdef uint32_t total[3]
    cdef const Query *query = &chunk.query[event >> 1]
    cdef int level = query.place >> 1
    cdef bint same = dealer.until[level] == dealer.until[level + (query.place & 1)]
    read_totals(held, &chunk.slot[query.slot], query.low, total)
    move_columns(query.row, 0 if event & 1 or same else 3, 3 if event & 1 else 6, total)


cdef void suit_sweep(const Entries *dealer, Chunk *chunk, uint32_t *held) noexcept nogil:
    """Add the nine numbers of some settings of hands that hold the same ranks of a suit.

    All is added modulo 2 to the 32; each number is a difference of two numbers of hands of the
    dealer's, of which there are 53,524,680, so that it is right.
    """
    cdef int level, column, k, q, event = 0
    cdef uint32_t total[3]
    cdef const Query *query
    memset(held, 0, TERMS * TIMES * sizeof(uint32_t))
    sort_events(dealer, chunk)
    for level in range(dealer.levels + 1):
        for k in range(event, chunk.begin[level]):
            read_event(dealer, chunk, held, chunk.event[k])
        event = chunk.begin[level]
        if level < dealer.levels:
            add_entries(held, chunk.others, dealer.entry + dealer.until[level],
                        dealer.entry + dealer.until[level + 1])
    for q in range(chunk.queries):
        query = &chunk.query[q]
        level, column = query.place >> 1, 0
        if dealer.until[level] == dealer.size:
            column = 6
        elif dealer.until[level + (query.place & 1)] == dealer.size:
            column = 3
        read_totals(held, &chunk.slot[query.slot], query.low, total)
        add_columns(query.row + column, total)


cdef void without(const Entries *dealer, uint16_t rank, Entries *left) noexcept nogil:
    """Write the entries that hold none of a rank of the suit, or not the joker."""
    cdef Py_ssize_t at, n = 0
    for at in range(dealer.size):
        left.entry[n] = dealer.entry[at]
        n += not dealer.entry[at].ranks & rank
    left.size, left.levels = n, dealer.levels


cdef void find_levels(Entries *dealer) noexcept nogil:
    """Write how many entries are below each level."""
    cdef Py_ssize_t at = 0
    cdef int level
    for level in range(dealer.levels + 1):
        while at < dealer.size and dealer.entry[at].level < level:
            at += 1
        dealer.until[level] = <int32_t>at


cdef Py_ssize_t entries_of(const uint64_t[::1] words, Entries *dealer) noexcept nogil:
    """Write the dealer's entries, without those that are taken off as often as added; return how
    many there are, -1 where one is none or they do not ascend.
    """
    cdef Py_ssize_t at, n = 0
    cdef uint64_t word
    cdef int first, second, weight
    dealer.levels = 0
    for at in range(words.shape[0]):
        word = words[at]
        first, second = <int>(word >> 20 & 15) - 1, <int>(word >> 16 & 15) - 1
        if (at and words[at - 1] > word) or first >= RANKS or second >= RANKS \
                or (first < 0 <= second) or (word >> 24 & 255) >= LOWS:
            return -1
        dealer.levels += not at or words[at - 1] >> 32 != word >> 32
        if not at or words[at - 1] >> 1 != word >> 1:
            if n and not dealer.entry[n - 1].weight:
                n -= 1
            dealer.entry[n].level = dealer.levels - 1
            dealer.entry[n].ranks = word >> 1 & OF_SUIT - 1
            dealer.entry[n].low, dealer.entry[n].weight = word >> 24 & 255, 0
            dealer.entry[n].first, dealer.entry[n].second = first, second
            n += 1
        weight = dealer.entry[n - 1].weight
        if dealer.levels > MOST_LEVELS or weight < -MOST_WEIGHT or weight >= MOST_WEIGHT:
            return -1
        dealer.entry[n - 1].weight += -1 if word & 1 else 1
    if n and not dealer.entry[n - 1].weight:
        n -= 1
    dealer.size = n
    return n


cdef struct Path:              # what of a suit is held, a rank or the joker after the other
    int length
    uint16_t rank[CARDS + 1]
    Entries left[CARDS + 2]    # the entries beside none, one, two ... of these


cdef Entries *beside(Path *path, uint32_t held) noexcept nogil:
    """Return the entries beside what is held of a suit; those beside its highest ranks are left
    from the set before, where that has the same.
    """
    cdef int n = 0
    cdef uint16_t rank
    while held:
        rank = 1u << top_bit(held)
        held ^= rank
        if n == path.length or path.rank[n] != rank:
            path.rank[n], path.length = rank, n + 1
            without(&path.left[n], rank, &path.left[n + 1])
        n += 1
    return &path.left[n]


cdef bint make_room(Path *path, Chunk *chunk, Py_ssize_t entries, Py_ssize_t queries) noexcept:
    """Take memory, which `give_back` frees; False where there is none."""
    cdef Py_ssize_t levels = min(entries, MOST_LEVELS)
    cdef int k
    cdef bint fits = True
    for k in range(CARDS + 2):
        path.left[k].entry = <Entry *>malloc((entries + 1) * sizeof(Entry))
        path.left[k].until = <int32_t *>malloc((levels + 2) * sizeof(int32_t))
        fits &= path.left[k].entry != NULL and path.left[k].until != NULL
    chunk.slot = <Slot *>malloc(SLOTS_AT_ONCE * sizeof(Slot))
    chunk.query = <Query *>malloc((queries + 1) * sizeof(Query))
    chunk.event = <int32_t *>malloc(2 * (queries + 1) * sizeof(int32_t))
    chunk.begin = <int32_t *>malloc((levels + 2) * sizeof(int32_t))
    path.length = 0
    return fits and chunk.slot and chunk.query and chunk.event and chunk.begin


cdef void give_back(Path *path, Chunk *chunk) noexcept:
    cdef int k
    for k in range(CARDS + 2):
        free(path.left[k].entry)
        free(path.left[k].until)
    free(chunk.slot)
    free(chunk.query)
    free(chunk.event)
    free(chunk.begin)


def slots_by_suit(const uint64_t[::1] counts, const uint32_t[::1] slot_class,
        const uint16_t[::1] slot_suit, int64_t[::1] begin, uint32_t[::1] slots):
    """Write the slots in the order of what they hold of a suit, the joker above it (OUT), and where
    those of every such set begin, and the last ones end.
    """
    cdef Py_ssize_t at, n = slot_class.shape[0]
    cdef int64_t here, before = 0
    if begin.shape[0] != OF_SUIT + 1 or not n == slot_suit.shape[0] == slots.shape[0]:
        raise ValueError("no room for all slots")
    for at in range(n):
        if slot_class[at] >= counts.shape[0] or slot_suit[at] >> RANKS:
            raise ValueError("a slot of no class")
    with nogil:
        for at in range(OF_SUIT + 1):
            begin[at] = 0
        for at in range(n):
            begin[of_suit(counts[slot_class[at]], slot_suit[at])] += 1
        for at in range(OF_SUIT + 1):
            here, begin[at] = begin[at], before
            before += here
        for at in range(n):
            here = of_suit(counts[slot_class[at]], slot_suit[at])
            slots[begin[here]] = <uint32_t>at
            begin[here] += 1
        for at in range(OF_SUIT - 1, 0, -1):
            begin[at] = begin[at - 1]
        begin[0] = 0


def rows_by_suit(const int64_t[::1] first, const uint32_t[::1] slot_class,
        const uint32_t[::1] slots, int64_t[::1] slot_row):
    """Write where the rows of each slot begin if they stand in a given order of the slots (OUT)."""
    cdef Py_ssize_t at
    cdef int64_t n = 0
    if not slots.shape[0] == slot_class.shape[0] == slot_row.shape[0] or first.shape[0] < 1:
        raise ValueError("no room for all slots")
    for at in range(slots.shape[0]):
        if slots[at] >= slot_class.shape[0] or slot_class[slots[at]] >= first.shape[0] - 1:
            raise ValueError("a slot of no class")
        slot_row[slots[at]] = n
        n += first[slot_class[slots[at]] + 1] - first[slot_class[slots[at]]]


cdef inline int of_suit(uint64_t counts, uint32_t suit) noexcept nogil:
    """Return what a hand holds of a suit, the joker above the ranks."""
    return suit | <int>(counts >> JOKER_BIT & 1) << RANKS


def places(const uint32_t[::1] levels, const uint32_t[::1] high, uint16_t[::1] place):
    """Write where high hands are among those that occur, which ascend (OUT): twice the number of
    those below, and one more if it is one of them.
    """
    cdef Py_ssize_t at, begin, end, middle
    if levels.shape[0] > MOST_LEVELS or place.shape[0] != high.shape[0]:
        raise ValueError("no room for all places, or too many levels")
    with nogil:
        for at in range(high.shape[0]):
            begin, end = 0, levels.shape[0]
            while begin < end:
                middle = (begin + end) // 2
                if levels[middle] < high[at]:
                    begin = middle + 1
                else:
                    end = middle
            place[at] = 2 * begin + (begin < levels.shape[0] and levels[begin] == high[at])


def by_suit(int suits, const uint64_t[::1] words, const uint64_t[::1] counts,
        const int64_t[::1] first, const uint16_t[::1] place, const uint8_t[::1] low,
        const uint32_t[::1] slot_class, const int64_t[::1] slot_row, const int64_t[::1] begin,
        const uint32_t[::1] slots, int start, int end, int64_t base, int32_t[:, ::1] row):
    """Add to rows (INOUT) what a suit adds to the nine numbers of some settings, for hands that
    hold some sets of its ranks.

    words: the dealer's hands that can make a flush in the suit, and again, to be taken off, as if
        they made none; ascending: from bit 32 the high hand, from 24 the low hand, from 20 and 16
        one more than the ranks of the cards of other suits, 0 for none, from 1 the ranks of the
        suit and the joker; bit 0 is set if they are taken off.
    counts, first, low: the classes of the player's hands and the low hands of their settings.
    place: of the high hands among those of the dealer's, as of `places`.
    slot_class, slot_row: of every slot, a class and what it holds of a suit, the class and where
        the rows of its settings begin.
    begin, slots: as of `slots_by_suit`.
    start, end: the sets that are asked for.
    base: the number of the first row that is given.
    """
    cdef Path path
    cdef Chunk chunk
    cdef Entries *dealer
    cdef Py_ssize_t at, next, slot, c, k, most = 0
    cdef uint32_t *held
    cdef int which
    cdef bint fits = True
    if not 0 < suits <= 4 or not 0 <= start <= end <= OF_SUIT or begin.shape[0] != OF_SUIT + 1 \
            or row.shape[1] != COLUMNS \
            or not ascend(begin, OF_SUIT, slots.shape[0]) \
            or not ascend(first, counts.shape[0], min(place.shape[0], low.shape[0])) \
            or slot_row.shape[0] < slot_class.shape[0] \
            or not are_below(low, low.shape[0], LOWS):
        raise ValueError("classes and rows do not fit")
    for which in range(start, end):
        for at in range(begin[which], begin[which + 1]):
            slot = slots[at]
            if slot >= slot_class.shape[0] or slot_class[slot] >= counts.shape[0]:
                raise ValueError("a slot of no class")
            c = slot_class[slot]
            if not 0 <= slot_row[slot] - base <= row.shape[0] - (first[c + 1] - first[c]) \
                    or bit_count(which) > CARDS + 1 \
                    or of_suit(counts[c], which & OF_RANKS) != which \
                    or ranks_beside(counts[c], which & OF_RANKS) < 0:
                raise ValueError("a slot without rows, or of other cards")
            most = max(most, first[c + 1] - first[c])
    if not most or not words.shape[0]:
        return
    fits = make_room(&path, &chunk, words.shape[0], SLOTS_AT_ONCE * most)
    held = <uint32_t *>malloc(TERMS * TIMES * sizeof(uint32_t))
    if not fits or not held:
        free(held)
        give_back(&path, &chunk)
        raise MemoryError
    if entries_of(words, &path.left[0]) < 0 \
            or not are_below(place, place.shape[0], 2 * path.left[0].levels + 1):
        free(held)
        give_back(&path, &chunk)
        raise ValueError("the dealer's hands are none, or out of order")
    chunk.others = suits - 1
    with nogil:
        for which in range(start, end):
            if begin[which] == begin[which + 1]:
                continue
            dealer = beside(&path, which)
            find_levels(dealer)
            at = begin[which] if dealer.size else begin[which + 1]
            while at < begin[which + 1]:
                next = min(at + SLOTS_AT_ONCE, begin[which + 1])
                chunk.slots = chunk.queries = 0
                for at in range(at, next):
                    slot = slots[at]
                    c = slot_class[slot]
                    add_slot(&chunk, counts[c], which & OF_RANKS)
                    for k in range(first[c], first[c + 1]):
                        add_query(&chunk, place[k], low[k],
                                  <uint32_t *>&row[slot_row[slot] - base + k - first[c], 0])
                at = next
                suit_sweep(dealer, &chunk, held)
    free(held)
    give_back(&path, &chunk)


# --- Every hand ----------------------------------------------------------------------------------

cdef enum:
    SUBSETS = 1 << CARDS       # of the ranks of a hand

cdef struct Held:              # a class of the player's, and what its hands may hold of a suit
    int suits
    int ranks                  # different ones
    int rank[CARDS]
    int cards[CARDS]           # of each rank, in suits that are still to be given out
    bint joker
    uint32_t suited            # ranks of one suit, already given out
    int longest                # cards of one suit that make no flush


cdef bint hold(uint64_t counts, uint32_t suited, int suits, Held *held) noexcept nogil:
    """Write what a class holds; False where that is no hand."""
    cdef int r, n
    if ranks_beside(counts, suited) < 0:
        return False
    held.suits, held.ranks, held.suited = suits, 0, suited
    held.joker = counts >> JOKER_BIT & 1
    held.longest = 4 - held.joker
    for r in range(RANKS):
        n = <int>(counts >> 4 * r & 15) - <int>(suited >> r & 1)
        if n:
            held.rank[held.ranks], held.cards[held.ranks] = r, n
            held.ranks += 1
    return True


cdef bint occurs(const Held *held, int which) noexcept nogil:
    """Tell whether some of the ranks can be all that is in one suit."""
    cdef int k, suits = held.suits - (held.suited != 0)
    if bit_count(which) > held.longest:
        return False
    for k in range(held.ranks):
        if held.cards[k] > suits - (1 - (which >> k & 1)):
            return False
    return True


cdef uint32_t ranks_of(const Held *held, int which) noexcept nogil:
    cdef uint32_t ranks = 0
    cdef int k
    for k in range(held.ranks):
        if which >> k & 1:
            ranks |= 1u << held.rank[k]
    return ranks


def slots(const uint64_t[::1] counts, const uint16_t[::1] suited, int suits, int64_t[::1] first,
        uint16_t[::1] suit):
    """Write what the hands of each class may hold of a suit (OUT); of a class with a flush first
    the suit of that. `first` (OUT, one more than classes) says where each class begins. With no
    room they are only counted.
    """
    cdef Held held
    cdef Py_ssize_t at, n = 0, room = suit.shape[0]
    cdef int which
    if min(suited.shape[0], first.shape[0] - 1) < counts.shape[0] or not 0 < suits <= 4:
        raise ValueError("no room for all classes")
    for at in range(counts.shape[0]):
        first[at] = n
        if not hold(counts[at], suited[at], suits, &held):
            raise ValueError("a class of other cards than its suit")
        if held.suited:
            if n < room:
                suit[n] = held.suited
            n += 1
            if suits == 1:
                continue
        for which in range(1 << held.ranks):
            if occurs(&held, which):
                if n < room:
                    suit[n] = ranks_of(&held, which)
                n += 1
    first[counts.shape[0]] = n
    if room and n != room:
        raise ValueError("no room for all slots")


cdef struct Listed:            # the hands of some classes, one after the other
    Py_ssize_t n, room
    int at, width              # the class they are of, and room for so many settings
    int lane[4]                # of each suit its place in a set of cards
    int64_t rest               # what is added to every setting
    int64_t *times             # how many hands a listed one stands for
    int32_t *of                # its class
    uint64_t *hand             # its cards
    uint8_t *best              # the first of the settings that are worth most
    int64_t *value             # what each is worth, the hands' first settings together

cdef struct Best:
    Listed *listed             # if hands are listed
    const int64_t *worth       # of each setting by ranks
    const int64_t *by_slot     # what each slot adds to that of each setting
    int64_t *taken             # how many hands take each setting
    int64_t *met               # and hold each slot
    int settings
    int place[SUBSETS]         # of each subset of the ranks its slot
    int64_t ties, tied         # hands up to a relabelling of the suits, and hands


cdef void list_hand(const Held *held, const Best *best, const int *slot, int n,
        const int *before, int suits, int64_t times) noexcept nogil:
    """List a hand, or count it where there is no room; `before` has what each suit holds that is
    given out.
    """
    cdef Listed *listed = best.listed
    cdef int k, j, first = held.suited != 0
    cdef int64_t most = 0, worth
    cdef uint64_t hand = <uint64_t>held.joker << JOKER
    if listed.n < listed.room:
        if first:
            hand |= <uint64_t>held.suited << LANE * listed.lane[0]
        for k in range(suits):
            hand |= <uint64_t>ranks_of(held, before[k]) << LANE * listed.lane[first + k]
        listed.times[listed.n], listed.of[listed.n] = times, listed.at
        listed.hand[listed.n], listed.best[listed.n] = hand, 0
        for k in range(listed.width):
            worth = LEAST
            if k < best.settings:
                worth = listed.rest + best.worth[k]
                for j in range(n):
                    worth += best.by_slot[slot[j] * best.settings + k]
                if not k or worth > most:
                    most, listed.best[listed.n] = worth, k
            listed.value[k * listed.room + listed.n] = worth
    listed.n += 1


cdef void take_best(Best *best, const int *slot, int n, int64_t times) noexcept nogil:
    """Take the setting that is worth most to a hand, the first of equals."""
    cdef int k, j, chosen = 0
    cdef int64_t most = 0, worth
    cdef bint tied = False
    for k in range(best.settings):
        worth = best.worth[k]
        for j in range(n):
            worth += best.by_slot[slot[j] * best.settings + k]
        if not k or worth > most:
            most, chosen, tied = worth, k, False
        elif worth == most:
            tied = True
    best.taken[chosen] += times
    for j in range(n):
        best.met[slot[j] * best.settings + chosen] += times
    if tied:
        best.ties += 1
        best.tied += times


cdef int64_t relabellings(const int *which, int suits) noexcept nogil:
    """Return as how many hands one stands, the suits of which are in order."""
    cdef int k, run = 1
    cdef int64_t ways = 1
    for k in range(1, suits + 1):
        ways *= k
    for k in range(1, suits):
        run = run + 1 if which[k] == which[k - 1] else 1
        ways //= run
    return ways


cdef void give_out(const Held *held, Best *best, int rank, int suits, const int *before)\
        noexcept nogil:
    """Give the cards of each rank to suits, in every way up to a relabelling of the suits; `before`
    has what each suit holds, in descending order.
    """
    cdef int which[4]
    cdef int slot[5]
    cdef int k, given, n = suits
    cdef int64_t times
    cdef bint fits
    if rank < 0:
        for k in range(suits):
            slot[k] = best.place[before[k]]
        times = relabellings(before, suits)
        if held.suited:
            slot[suits] = 0
            times *= held.suits
            n += 1
        if best.listed:
            list_hand(held, best, slot, n, before, suits, times)
        else:
            take_best(best, slot, n, times)
        return
    for given in range(1 << suits):
        if bit_count(given) != held.cards[rank]:
            continue
        fits = True
        for k in range(suits):
            which[k] = before[k] | (given >> k & 1) << rank
            fits &= bit_count(which[k]) <= held.longest and (k == 0 or which[k] <= which[k - 1])
        if fits:
            give_out(held, best, rank - 1, suits, which)


cdef bint go_through(uint64_t counts, uint32_t suited, int suits, Py_ssize_t slots, Held *held,
        Best *best) noexcept nogil:
    """Set every hand of a class as is worth most; False where it has another number of slots."""
    cdef int nothing[4]
    cdef int which, place = suited != 0
    memset(nothing, 0, sizeof(nothing))
    if not hold(counts, suited, suits, held):
        return False
    if suits > (suited != 0):   # else all cards are given out
        for which in range(1 << held.ranks):
            best.place[which] = place
            place += occurs(held, which)
    if place != slots:
        return False
    give_out(held, best, held.ranks - 1, suits - (suited != 0), nothing)
    return True


cdef int verify_slots(const uint64_t[::1] counts, const uint16_t[::1] suited, int suits,
        const int64_t[::1] first, const int64_t[:, ::1] row, const int64_t[::1] slot_first,
        const int64_t[::1] slot_row, const int32_t[:, ::1] slot_rows) except -1:
    """Raise ValueError where classes, their settings and slots, and the rows of both do not fit."""
    cdef Py_ssize_t at, slot, n = counts.shape[0]
    if not 0 < suits <= 4 or suited.shape[0] < n or row.shape[1] != COLUMNS \
            or slot_rows.shape[1] != COLUMNS or not ascend(first, n, row.shape[0]) \
            or not ascend(slot_first, n, slot_row.shape[0]):
        raise ValueError("classes and rows do not fit")
    for at in range(n):
        for slot in range(slot_first[at], slot_first[at + 1]):
            if not 0 <= slot_row[slot] <= slot_rows.shape[0] - (first[at + 1] - first[at]) \
                    or slot_row[slot] != slot_row[slot_first[at]] + (
                        slot - slot_first[at]) * (first[at + 1] - first[at]):
                raise ValueError("a slot without rows")
    return 0


def numbers(const uint64_t[::1] counts, const uint16_t[::1] suited, int suits,
        const int64_t[::1] slot_first, int64_t[::1] hands, int64_t[::1] met):
    """Write how many hands each class has, and how many suits of these each slot is (OUT)."""
    cdef Held held
    cdef Best best
    cdef Py_ssize_t at, slots, most = 0
    cdef int64_t *worth
    cdef bint fits = True
    if not 0 < suits <= 4 or not suited.shape[0] == hands.shape[0] == counts.shape[0] \
            or not ascend(slot_first, counts.shape[0], met.shape[0]):
        raise ValueError("no room for all classes and slots")
    for at in range(counts.shape[0]):
        most = max(most, slot_first[at + 1] - slot_first[at])
    worth = <int64_t *>calloc(1 + most, sizeof(int64_t))
    if not worth:
        raise MemoryError
    # One setting that is worth nothing: what is taken are the hands, and those that hold a slot.
    best.listed, best.settings, best.ties, best.tied = NULL, 1, 0, 0
    best.worth, best.by_slot = worth, worth + 1
    with nogil:
        for at in range(counts.shape[0]):
            slots = slot_first[at + 1] - slot_first[at]
            best.taken, best.met = &hands[at], &met[slot_first[at]]
            hands[at] = 0
            memset(best.met, 0, slots * sizeof(int64_t))
            if not go_through(counts[at], suited[at], suits, slots, &held, &best):
                fits = False
                break
    free(worth)
    if not fits:
        raise ValueError("a class with another number of slots")


def add_up(const uint32_t[::1] of, const int64_t[::1] begin, const int64_t[::1] times,
        const uint32_t[::1] items, int64_t base, const int64_t[::1] first,
        const uint8_t[::1] kind, Rows row, int64_t[:, ::1] total):
    """Add the nine numbers of the settings of some classes or slots to the totals of their kinds
    (OUT).

    of: the class of each. begin: where its rows begin. times: how often it is added.
    items: those that are asked for. base: the number of the first row that is given.
    first, kind: the settings of each class, and the kinds of all.
    """
    cdef Py_ssize_t i, k, at, c
    cdef int column
    cdef bint fits = True
    if not of.shape[0] == begin.shape[0] == times.shape[0] or first.shape[0] < 1 \
            or row.shape[1] != COLUMNS or total.shape[1] != COLUMNS \
            or not ascend(first, first.shape[0] - 1, kind.shape[0]) \
            or not are_below(kind, kind.shape[0], total.shape[0]):
        raise ValueError("settings, kinds and rows do not fit")
    with nogil:
        for i in range(items.shape[0]):
            fits = items[i] < of.shape[0] and of[items[i]] < first.shape[0] - 1
            if not fits:
                break
            c, at = of[items[i]], begin[items[i]] - base
            fits = 0 <= at <= row.shape[0] - (first[c + 1] - first[c])
            if not fits:
                break
            for k in range(first[c], first[c + 1]):
                for column in range(COLUMNS):
                    total[kind[k], column] += times[items[i]] * row[at, column]
                at += 1
    if not fits:
        raise ValueError("an item of no class, or without rows")


def every(const uint64_t[::1] counts, const uint16_t[::1] suited, int suits,
        const int64_t[::1] first, const int64_t[:, ::1] row, const int64_t[::1] slot_first,
        const int64_t[::1] slot_row, const int32_t[:, ::1] slot_rows, const int32_t[::1] only,
        int64_t[::1] total):
    """Add the nine numbers of all settings of all hands of some classes to `total` (OUT).

    only: the one setting of each class that is added, -1 for none; empty for all.
    """
    cdef Held held
    cdef Best best
    cdef Py_ssize_t at, k, n, slot, slots, begin, end, most = 0
    cdef int c
    cdef int64_t *work
    cdef bint fits = True
    verify_slots(counts, suited, suits, first, row, slot_first, slot_row, slot_rows)
    if total.shape[0] != COLUMNS or only.shape[0] not in (0, counts.shape[0]):
        raise ValueError("nine numbers are wanted, and one setting a class")
    for at in range(counts.shape[0]):
        most = max(most, slot_first[at + 1] - slot_first[at])
    work = <int64_t *>malloc(2 * (1 + most) * sizeof(int64_t))
    if not work:
        raise MemoryError
    # One setting that is worth nothing: what is taken are the hands, and those that hold a slot.
    best.listed, best.settings = NULL, 1
    best.worth, best.by_slot = work, work + 1
    best.taken, best.met = work + 1 + most, work + 2 + most
    with nogil:
        for at in range(counts.shape[0]):
            n = first[at + 1] - first[at]
            slots = slot_first[at + 1] - slot_first[at]
            memset(work, 0, 2 * (1 + most) * sizeof(int64_t))
            if not go_through(counts[at], suited[at], suits, slots, &held, &best):
                fits = False
                break
            if only.shape[0] and only[at] < 0:
                continue
            begin = only[at] if only.shape[0] else 0
            end = begin + 1 if only.shape[0] else n
            if end > n:
                fits = False
                break
            for k in range(begin, end):
                for c in range(COLUMNS):
                    total[c] += best.taken[0] * row[first[at] + k, c]
            for slot in range(slots):
                for k in range(begin, end):
                    for c in range(COLUMNS):
                        total[c] += (best.met[slot]
                                     * slot_rows[slot_row[slot_first[at] + slot] + k, c])
    free(work)
    if not fits:
        raise ValueError("a class without a setting, or with another number of slots")


def taken(const uint64_t[::1] counts, const uint16_t[::1] suited, int suits,
        const int64_t[::1] first, const int64_t[:, ::1] row, const int64_t[::1] slot_first,
        const int64_t[::1] slot_row, const int32_t[:, ::1] slot_rows, const int64_t[::1] pays,
        int64_t[::1] total, int64_t[::1] ties):
    """Add the nine numbers of all hands of some classes to `total` (OUT), each set as is worth
    most; to `ties` (OUT) how many hands up to a relabelling of the suits, and how many hands, have
    another setting that is worth as much.

    pays: what each of the nine is worth.
    """
    cdef Held held
    cdef Best best
    cdef Py_ssize_t at, k, n, slots, most = 0
    cdef int c
    cdef int64_t *work
    cdef bint fits = True
    verify_slots(counts, suited, suits, first, row, slot_first, slot_row, slot_rows)
    if total.shape[0] != COLUMNS or pays.shape[0] != COLUMNS or ties.shape[0] != 2:
        raise ValueError("nine numbers and two of ties are wanted")
    for at in range(counts.shape[0]):
        n = first[at + 1] - first[at]
        slots = slot_first[at + 1] - slot_first[at]
        most = max(most, n + slots * n)
    work = <int64_t *>malloc((2 * most + 1) * sizeof(int64_t))
    if not work:
        raise MemoryError
    with nogil:
        for at in range(counts.shape[0]):
            n = first[at + 1] - first[at]
            slots = slot_first[at + 1] - slot_first[at]
            memset(work, 0, 2 * (n + slots * n) * sizeof(int64_t))
            for k in range(n):
                for c in range(COLUMNS):
                    work[k] += pays[c] * row[first[at] + k, c]
            for k in range(slots * n):
                for c in range(COLUMNS):
                    work[n + k] += pays[c] * slot_rows[slot_row[slot_first[at]] + k, c]
            best.listed, best.settings = NULL, <int>n
            best.worth, best.by_slot = work, work + n
            best.taken, best.met = work + n + slots * n, work + 2 * n + slots * n
            best.ties = best.tied = 0
            if not n or not go_through(counts[at], suited[at], suits, slots, &held, &best):
                fits = False
                break
            for k in range(n):
                for c in range(COLUMNS):
                    total[c] += best.taken[k] * row[first[at] + k, c]
            for k in range(slots * n):
                for c in range(COLUMNS):
                    total[c] += best.met[k] * slot_rows[slot_row[slot_first[at]] + k, c]
            ties[0] += best.ties
            ties[1] += best.tied
    free(work)
    if not fits:
        raise ValueError("a class without settings, or with another number of slots")


def listed(const uint64_t[::1] counts, const uint16_t[::1] suited, const uint8_t[::1] lanes,
        const int64_t[::1] first, const int64_t[:, ::1] row, const int64_t[::1] slot_first,
        const int64_t[::1] slot_row, const int32_t[:, ::1] slot_rows, const int64_t[::1] pays,
        int64_t rest, int64_t[::1] times, int32_t[::1] of, uint64_t[::1] hands, uint8_t[::1] best,
        int64_t[::1] value):
    """List the hands of some classes up to a relabelling of the suits (OUT); return how many there
    are. With no room they are only counted.

    lanes: the place of each suit in a set of cards. pays: what each of the nine is worth; rest:
        added to all settings.
    times: how many hands a listed one stands for. of: its class. best: the first of the settings
        that are worth most. value: what each is worth, for one setting after the other all hands.
    """
    cdef Held held
    cdef Best found
    cdef Listed here
    cdef Py_ssize_t at, k, n, slots, begin, most = 0, width = 0, size = times.shape[0]
    cdef int c, suits = <int>lanes.shape[0]
    cdef int64_t *work
    cdef bint fits = True
    verify_slots(counts, suited, suits, first, row, slot_first, slot_row, slot_rows)
    for at in range(counts.shape[0]):
        n = first[at + 1] - first[at]
        most = max(most, n + (slot_first[at + 1] - slot_first[at]) * n)
        width = max(width, n)
    if pays.shape[0] != COLUMNS or width > MOST_RULES or not are_below(lanes, suits, 4) \
            or not of.shape[0] == hands.shape[0] == best.shape[0] == size \
            or value.shape[0] != size * width:
        raise ValueError("nine pays, four suits and a value for each setting are wanted")
    work = <int64_t *>malloc((most + 1) * sizeof(int64_t))
    if not work:
        raise MemoryError
    here.n, here.room, here.width, here.rest = 0, size, <int>width, rest
    for c in range(suits):
        here.lane[c] = lanes[c]
    if size:
        here.times, here.of, here.hand = &times[0], &of[0], &hands[0]
        here.best, here.value = &best[0], &value[0]
    found.listed = &here
    with nogil:
        for at in range(counts.shape[0]):
            n = first[at + 1] - first[at]
            slots = slot_first[at + 1] - slot_first[at]
            if size:
                memset(work, 0, (n + slots * n) * sizeof(int64_t))
                begin = slot_row[slot_first[at]] if slots else 0
                for k in range(n):
                    for c in range(COLUMNS):
                        work[k] += pays[c] * row[first[at] + k, c]
                for k in range(slots * n):
                    for c in range(COLUMNS):
                        work[n + k] += pays[c] * slot_rows[begin + k, c]
            here.at, found.settings = <int>at, <int>n
            found.worth, found.by_slot = work, work + n
            if not n or not go_through(counts[at], suited[at], suits, slots, &held, &found):
                fits = False
                break
    free(work)
    if not fits or (size and here.n != size):
        raise ValueError("a class without settings, or with another number of slots or hands")
    return here.n


def of_classes(const uint8_t[::1] given, const int32_t[::1] of, uint8_t[::1] found):
    """Write for each hand what is given of its class (OUT)."""
    cdef Py_ssize_t i
    if found.shape[0] != of.shape[0] or not are_below(of, of.shape[0], given.shape[0]):
        raise ValueError("hands and classes do not fit")
    with nogil:
        for i in range(of.shape[0]):
            found[i] = given[of[i]]


def of_settings(const int32_t[::1] given, const int64_t[::1] first, const int32_t[::1] of,
        const uint8_t[::1] setting, int32_t[::1] found):
    """Write for each hand what is given of a setting of its class (OUT).

    first: where the settings of each class begin, one more than classes.
    """
    cdef Py_ssize_t i, at
    cdef bint fits = True
    if not found.shape[0] == of.shape[0] == setting.shape[0] or first.shape[0] < 1 \
            or not ascend(first, first.shape[0] - 1, given.shape[0]) \
            or not are_below(of, of.shape[0], first.shape[0] - 1):
        raise ValueError("hands and classes do not fit")
    with nogil:
        for i in range(of.shape[0]):
            at = first[of[i]] + setting[i]
            if at >= first[of[i] + 1]:
                fits = False
                break
            found[i] = given[at]
    if not fits:
        raise ValueError("a setting that a class does not have")
