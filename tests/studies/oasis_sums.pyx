"""Sums over two hands that share no card: the player's five cards F, and the four cards G that the
dealer holds beside his up card.

Cards have numbers from 0 up, the up card left out, and a set of cards stands at its place in
colexicographic order. m(F, G) is what a raise nets with these hands, and 3 on top, so that nothing
is below 0: 4 where the dealer does not qualify, `win` where he is lower, 3 where he is equal,
0 where he is higher.

For the hand F, with T(Y) the sum of m(F, G) over all G that contain the cards Y, the sum over those
that contain X and share no card with F is

    A_F(X) = sum over S within F of (-1)^|S| T(S + X).

T stands in tables while F goes through all hands in the order of strength. The same holds with the
hands' parts exchanged.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef enum:
    TIE = 3
    UNQUALIFIED = 4
    MOST = 51
    PAIRS = 1275

cdef int HANDS[10][5]      # of five cards: a pair, and the three others
HANDS[:] = [
    [0, 1, 2, 3, 4], [0, 2, 1, 3, 4], [1, 2, 0, 3, 4], [0, 3, 1, 2, 4], [1, 3, 0, 2, 4],
    [2, 3, 0, 1, 4], [0, 4, 1, 2, 3], [1, 4, 0, 2, 3], [2, 4, 0, 1, 3], [3, 4, 0, 1, 2]]
cdef int FOURS[6][4]       # of four cards: a pair, and the two others
FOURS[:] = [
    [0, 1, 2, 3], [0, 2, 1, 3], [1, 2, 0, 3], [0, 3, 1, 2], [1, 3, 0, 2], [2, 3, 0, 1]]


cdef inline Py_ssize_t two(Py_ssize_t a, Py_ssize_t b) noexcept nogil:
    return b * (b - 1) // 2 + a


cdef inline Py_ssize_t three(Py_ssize_t a, Py_ssize_t b, Py_ssize_t c) noexcept nogil:
    return c * (c - 1) * (c - 2) // 6 + two(a, b)


cdef inline Py_ssize_t four(Py_ssize_t a, Py_ssize_t b, Py_ssize_t c, Py_ssize_t d) noexcept nogil:
    return d * (d - 1) * (d - 2) * (d - 3) // 24 + three(a, b, c)


cdef inline void clear_pairs(int32_t *row, int cards, int card) noexcept nogil:
    """Set a row of pairs to 0 wherever the pair holds a card."""
    cdef int other
    for other in range(card):
        row[two(other, card)] = 0
    for other in range(card + 1, cards):
        row[two(card, other)] = 0


# --- The player's hands ------------------------------------------------------------------------

cdef struct Dealers:           # T(S + X), by S and X
    int cards, pairs
    int32_t *none_one          # X a card
    int32_t *one_one
    int32_t *two_one
    uint8_t *three_one
    int32_t *none_two          # X a pair
    int32_t *one_two
    uint8_t *two_two


cdef void add_dealer(Dealers *t, const uint8_t *g, int more) noexcept nogil:
    """Add to m(F, G) of one hand of the dealer's."""
    cdef int i, j, n = t.cards, p = t.pairs
    cdef int x, y, a, b
    cdef Py_ssize_t here, there
    for i in range(4):
        x = g[i]
        t.none_one[x] += more
        for j in range(4):
            if j != i:
                t.one_one[g[j] * n + x] += more
    t.three_one[three(g[1], g[2], g[3]) * n + g[0]] += more
    t.three_one[three(g[0], g[2], g[3]) * n + g[1]] += more
    t.three_one[three(g[0], g[1], g[3]) * n + g[2]] += more
    t.three_one[three(g[0], g[1], g[2]) * n + g[3]] += more
    for i in range(6):
        x, y, a, b = g[FOURS[i][0]], g[FOURS[i][1]], g[FOURS[i][2]], g[FOURS[i][3]]
        here, there = two(x, y), two(a, b)
        t.none_two[here] += more
        t.one_two[a * p + here] += more
        t.one_two[b * p + here] += more
        t.two_two[there * p + here] += more
        t.two_one[there * n + x] += more
        t.two_one[there * n + y] += more


cdef int64_t against_cards(const Dealers *t, const uint8_t *f, int32_t *row) noexcept nogil:
    """Write A_F of each card to `row`, 0 for those of F; return A_F of no card, -1 if it is none."""
    cdef int i, x, n = t.cards
    cdef const int32_t *plus
    cdef const uint8_t *less
    cdef int64_t total = 0
    for x in range(n):
        row[x] = t.none_one[x]
    for i in range(5):
        plus = t.one_one + f[i] * n
        for x in range(n):
            row[x] -= plus[x]
    for i in range(10):
        plus = t.two_one + two(f[HANDS[i][0]], f[HANDS[i][1]]) * n
        less = t.three_one + three(f[HANDS[i][2]], f[HANDS[i][3]], f[HANDS[i][4]]) * n
        for x in range(n):
            row[x] += plus[x] - less[x]
    for i in range(5):
        row[f[i]] = 0
    for x in range(n):
        total += row[x]
    return -1 if total % 4 else total // 4   # a hand of the dealer's is met once for each card


cdef void against_pairs(const Dealers *t, const uint8_t *f, int32_t *row) noexcept nogil:
    """Write A_F of each pair of cards to `row`, 0 where one of them is of F."""
    cdef int i, p = t.pairs
    cdef const int32_t *s0 = t.one_two + f[0] * p
    cdef const int32_t *s1 = t.one_two + f[1] * p
    cdef const int32_t *s2 = t.one_two + f[2] * p
    cdef const int32_t *s3 = t.one_two + f[3] * p
    cdef const int32_t *s4 = t.one_two + f[4] * p
    cdef const uint8_t *d[10]
    cdef Py_ssize_t x
    for i in range(10):
        d[i] = t.two_two + two(f[HANDS[i][0]], f[HANDS[i][1]]) * p
    for x in range(p):
        row[x] = t.none_two[x] - s0[x] - s1[x] - s2[x] - s3[x] - s4[x] \
            + <uint16_t>(d[0][x] + d[1][x] + d[2][x] + d[3][x] + d[4][x]
                         + d[5][x] + d[6][x] + d[7][x] + d[8][x] + d[9][x])
    for i in range(5):
        clear_pairs(row, t.cards, f[i])


cdef void without_pairs(int cards, const uint8_t *f, int64_t whole, const int32_t *one,
        const int32_t *pair, int32_t least, int32_t *row) noexcept nogil:
    """Write to `row` for each pair of cards the sum over all G without them, or `least` where that
    is more; 0 where one of them is of F.
    """
    cdef int a, b, i
    cdef int32_t rest
    cdef Py_ssize_t at
    for b in range(1, cards):
        at, rest = two(0, b), <int32_t>whole - one[b]
        for a in range(b):
            row[at + a] = max(least, rest - one[a] + pair[at + a])
    for i in range(5):
        clear_pairs(row, cards, f[i])


cdef void without_four(int cards, const uint8_t *f, int64_t whole, const int32_t *one,
        const int32_t *pair, int32_t least, int32_t *row) noexcept nogil:
    """Write to `row` for each pair of cards a share, or `least` where that is more: six times the
    sum over all G without four cards is not above the shares of their six pairs.

    A hand with j > 0 of the four cards counts 1 - j + j (j - 1) / 2 >= 0 times in them.
    """
    cdef int a, b, i
    cdef int32_t rest
    cdef Py_ssize_t at
    for b in range(1, cards):
        at, rest = two(0, b), <int32_t>whole - 2 * one[b]
        for a in range(b):
            row[at + a] = max(least, rest - 2 * one[a] + 6 * pair[at + a])
    for i in range(5):
        clear_pairs(row, cards, f[i])


cdef inline void add_row(uint32_t *to, const int32_t *row, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t x
    for x in range(size):
        to[x] += row[x]


cdef struct Found:             # as for_player writes it
    int32_t *raised
    uint32_t *one
    uint32_t *contains_one
    uint32_t *both
    uint32_t *contains_two
    uint32_t *shares
    int32_t fold[5]            # by the number of cards exchanged


cdef int add_player(const Dealers *t, const uint8_t *f, Py_ssize_t place, const int32_t *triples,
        const int32_t *quads, const Found *found) noexcept nogil:
    """Add what one hand of the player's comes to; return -1 where the tables do not agree."""
    cdef int32_t one[MOST]
    cdef int32_t pair[PAIRS]
    cdef int32_t row[PAIRS]
    cdef int i, x, n = t.cards
    cdef Py_ssize_t to
    cdef int of[10]
    cdef bint any_triple = False
    cdef int64_t whole = against_cards(t, f, one)
    if whole < 0:
        return -1
    found.raised[place] = <int32_t>whole
    for i in range(5):
        to = four(f[i == 0], f[1 + (i <= 1)], f[2 + (i <= 2)], f[3 + (i <= 3)])
        if quads[to] < 0:
            continue
        to = quads[to] * n
        add_row(found.contains_one + to, one, n)
        for x in range(n):
            row[x] = max(found.fold[1], <int32_t>whole - one[x])
        for x in range(5):
            row[f[x]] = 0
        add_row(found.one + to, row, n)
    for i in range(10):
        of[i] = triples[three(f[HANDS[i][2]], f[HANDS[i][3]], f[HANDS[i][4]])]
        any_triple |= of[i] >= 0
    if not any_triple:
        return 0
    against_pairs(t, f, pair)
    without_pairs(n, f, whole, one, pair, found.fold[2], row)
    for i in range(10):
        if of[i] >= 0:
            to = <Py_ssize_t>of[i] * t.pairs
            add_row(found.contains_two + to, pair, t.pairs)
            add_row(found.both + to, row, t.pairs)
    without_four(n, f, whole, one, pair, found.fold[4], row)
    for i in range(10):
        if of[i] >= 0:
            add_row(found.shares + <Py_ssize_t>of[i] * t.pairs, row, t.pairs)
    return 0


def for_player(int cards, const uint8_t[:, ::1] own, const uint16_t[::1] strength,
        const int32_t[::1] own_order, const uint8_t[:, ::1] dealer,
        const uint16_t[::1] dealer_strength, const int32_t[::1] dealer_order, int qualifies,
        const uint8_t[::1] win, const int32_t[::1] triples, const int32_t[::1] quads,
        const int32_t[::1] fold, int32_t[::1] raised, uint32_t[:, ::1] one,
        uint32_t[:, ::1] contains_one, uint32_t[:, ::1] both, uint32_t[:, ::1] contains_two,
        uint32_t[:, ::1] shares):
    """Write what the player's hands come to; what is written is 0 before.

    own, dealer: the cards of every F and of every G, ascending. strength, dealer_strength: of F, and
        of G with the up card. own_order, dealer_order: their places, the weakest first.
    qualifies: the strength from which the dealer qualifies. win: m(F, G), by the strength of F.
    triples, quads: the row of a set of three or of four cards, -1 where it has none.
    fold: what folding counts, by how many cards were exchanged.
    raised (OUT): for each F the sum of m(F, G).
    one (OUT): for four cards and a card d the sum, over the hands F that hold the four and not d, of
        what is more: folding, or m(F, G) over all G without d. contains_one (OUT): the sum of
        m(F, G) over these F and all G with d.
    both, contains_two (OUT): the same for three cards, and pairs in place of d. shares (OUT): as
        both, of shares in an exchange of four cards.
    """
    cdef Dealers t
    cdef Found found
    cdef Py_ssize_t i = 0, k, first, low, high = 0, n = own_order.shape[0]
    cdef Py_ssize_t dealers = dealer_order.shape[0], p = cards * (cards - 1) // 2
    cdef int pays = 0, now, state = 0
    t.cards, t.pairs = cards, p
    t.none_one = <int32_t *>calloc(cards, 4)
    t.one_one = <int32_t *>calloc(cards * cards, 4)
    t.two_one = <int32_t *>calloc(p * cards, 4)
    t.three_one = <uint8_t *>calloc(p * (cards - 2) // 3 * cards, 1)
    t.none_two = <int32_t *>calloc(p, 4)
    t.one_two = <int32_t *>calloc(cards * p, 4)
    t.two_two = <uint8_t *>calloc(p * p, 1)
    found.raised, found.one, found.contains_one = &raised[0], &one[0, 0], &contains_one[0, 0]
    found.both, found.contains_two = &both[0, 0], &contains_two[0, 0]
    found.shares = &shares[0, 0]
    for k in range(5):
        found.fold[k] = fold[k]
    with nogil:
        while high < dealers and dealer_strength[dealer_order[high]] < qualifies:
            add_dealer(&t, &dealer[dealer_order[high], 0], UNQUALIFIED)
            high += 1
        first = low = high     # lower hands stand from first to low, equal ones from low to high
        while i < n and not state:
            now = strength[own_order[i]]
            if now >= qualifies:
                if win[now] != pays:
                    for k in range(first, low):
                        add_dealer(&t, &dealer[dealer_order[k], 0], win[now] - pays)
                    pays = win[now]
                for k in range(low, high):
                    add_dealer(&t, &dealer[dealer_order[k], 0], pays - TIE)
                while high < dealers and dealer_strength[dealer_order[high]] < now:
                    add_dealer(&t, &dealer[dealer_order[high], 0], pays)
                    high += 1
                low = high
                while high < dealers and dealer_strength[dealer_order[high]] == now:
                    add_dealer(&t, &dealer[dealer_order[high], 0], TIE)
                    high += 1
            while i < n and strength[own_order[i]] == now and not state:
                state = add_player(&t, &own[own_order[i], 0], own_order[i], &triples[0], &quads[0],
                                   &found)
                i += 1
    free(t.none_one)
    free(t.one_one)
    free(t.two_one)
    free(t.three_one)
    free(t.none_two)
    free(t.one_two)
    free(t.two_two)
    if state:
        raise ArithmeticError("sums over the dealer's hands do not agree")


# --- The dealer's hands ------------------------------------------------------------------------

cdef struct Players:           # sums over F, by S and the pair X that it contains
    int cards, pairs
    int32_t *none
    int32_t *one
    int32_t *two
    uint8_t *three


cdef void add_own(Players *t, const uint8_t *f, int more) noexcept nogil:
    """Add to m(F, G) of one hand of the player's."""
    cdef int i, p = t.pairs
    cdef int a, b, c
    cdef Py_ssize_t here
    for i in range(10):
        here = two(f[HANDS[i][0]], f[HANDS[i][1]])
        a, b, c = f[HANDS[i][2]], f[HANDS[i][3]], f[HANDS[i][4]]
        t.none[here] += more
        t.one[a * p + here] += more
        t.one[b * p + here] += more
        t.one[c * p + here] += more
        t.two[two(a, b) * p + here] += more
        t.two[two(a, c) * p + here] += more
        t.two[two(b, c) * p + here] += more
        t.three[three(a, b, c) * p + here] += more


cdef void pairs_against(const Players *t, const uint8_t *g, bint qualified, int32_t *row) noexcept nogil:
    """Write for each pair the sum of m(F, G) over the F with that pair and without cards of G."""
    cdef int i, left = t.cards - 6
    cdef Py_ssize_t x, p = t.pairs
    cdef const int32_t *s[4]
    cdef const int32_t *d[6]
    cdef const uint8_t *e[4]
    if qualified:
        for i in range(4):
            s[i] = t.one + g[i] * p
        for i in range(6):
            d[i] = t.two + two(g[FOURS[i][0]], g[FOURS[i][1]]) * p
        e[0] = t.three + three(g[0], g[1], g[2]) * p
        e[1] = t.three + three(g[0], g[1], g[3]) * p
        e[2] = t.three + three(g[0], g[2], g[3]) * p
        e[3] = t.three + three(g[1], g[2], g[3]) * p
        for x in range(p):
            row[x] = t.none[x] - s[0][x] - s[1][x] - s[2][x] - s[3][x] \
                + d[0][x] + d[1][x] + d[2][x] + d[3][x] + d[4][x] + d[5][x] \
                - e[0][x] - e[1][x] - e[2][x] - e[3][x]
    else:
        for x in range(p):
            row[x] = UNQUALIFIED * (left * (left - 1) * (left - 2) // 6)
    for i in range(4):
        clear_pairs(row, t.cards, g[i])


cdef int add_dealers(const Players *t, const uint8_t *g, bint qualified, Py_ssize_t place,
        const int32_t *triples, const int32_t *quads, uint32_t *three_of,
        uint32_t *four_of) noexcept nogil:
    """Add what one hand of the dealer's comes to; return -1 where the tables do not agree."""
    cdef int32_t row[PAIRS]
    cdef int64_t sum_of[MOST]
    cdef int i, a, b, n = t.cards
    cdef int of[4]
    of[0], of[1] = triples[three(g[0], g[1], g[2])], triples[three(g[0], g[1], g[3])]
    of[2], of[3] = triples[three(g[0], g[2], g[3])], triples[three(g[1], g[2], g[3])]
    if quads[place] < 0 and of[0] < 0 and of[1] < 0 and of[2] < 0 and of[3] < 0:
        return 0
    pairs_against(t, g, qualified, row)
    for i in range(4):
        if of[i] >= 0:
            add_row(three_of + <Py_ssize_t>of[i] * t.pairs, row, t.pairs)
    if quads[place] >= 0:
        memset(sum_of, 0, sizeof(sum_of))
        for b in range(1, n):
            for a in range(b):
                sum_of[a] += row[two(a, b)]
                sum_of[b] += row[two(a, b)]
        for a in range(n):
            if sum_of[a] % 4:    # a hand is met once for each of its other cards
                return -1
            four_of[quads[place] * n + a] = <uint32_t>(sum_of[a] // 4)
    return 0


def for_dealer(int cards, const uint8_t[:, ::1] own, const uint16_t[::1] strength,
        const int32_t[::1] own_order, const uint8_t[:, ::1] dealer,
        const uint16_t[::1] dealer_strength, const int32_t[::1] dealer_order, int qualifies,
        const uint8_t[::1] win, const int32_t[::1] triples, const int32_t[::1] quads,
        uint32_t[:, ::1] three_of, uint32_t[:, ::1] four_of):
    """Write what the dealer's hands come to; what is written is 0 before. Arguments as above.

    three_of (OUT): for three cards and a pair, the sum of m(F, G) over the F with the pair and the G
        with the three. four_of (OUT): the same for four cards and a card.
    """
    cdef Players t
    cdef Py_ssize_t i = dealer_order.shape[0] - 1, k, low, high, g
    cdef Py_ssize_t p = cards * (cards - 1) // 2
    cdef int now, state = 0
    cdef bint qualified
    t.cards, t.pairs = cards, p
    t.none = <int32_t *>calloc(p, 4)
    t.one = <int32_t *>calloc(cards * p, 4)
    t.two = <int32_t *>calloc(p * p, 4)
    t.three = <uint8_t *>calloc(p * (cards - 2) // 3 * p, 1)
    low = high = own_order.shape[0]    # equal hands stand from low to high, higher ones after them
    with nogil:
        while i >= 0 and not state:
            now = dealer_strength[dealer_order[i]]
            qualified = now >= qualifies
            if qualified:
                for k in range(low, high):
                    add_own(&t, &own[own_order[k], 0], win[strength[own_order[k]]] - TIE)
                high = low
                while high and strength[own_order[high - 1]] > now:
                    high -= 1
                    add_own(&t, &own[own_order[high], 0], win[strength[own_order[high]]])
                low = high
                while low and strength[own_order[low - 1]] == now:
                    low -= 1
                    add_own(&t, &own[own_order[low], 0], TIE)
            while i >= 0 and dealer_strength[dealer_order[i]] == now and not state:
                g = dealer_order[i]
                state = add_dealers(&t, &dealer[g, 0], qualified, g, &triples[0], &quads[0],
                                    &three_of[0, 0], &four_of[0, 0])
                i -= 1
    free(t.none)
    free(t.one)
    free(t.two)
    free(t.three)
    if state:
        raise ArithmeticError("sums over the player's hands do not agree")


# --- Sums over all hands with some cards -------------------------------------------------------

def over_hands(const uint8_t[:, ::1] own, const int32_t[::1] value, int64_t least, int64_t[::1] none,
        int64_t[::1] ones, int64_t[::1] twos, int64_t[::1] threes, int64_t[::1] fours):
    """Add to every set of up to four cards (INOUT) the values of the hands that contain it, each at
    least `least`.
    """
    cdef Py_ssize_t at
    cdef int i
    cdef int64_t worth
    cdef const uint8_t *f
    with nogil:
        for at in range(value.shape[0]):
            f, worth = &own[at, 0], max(least, value[at])
            none[0] += worth
            for i in range(5):
                ones[f[i]] += worth
                fours[four(f[i == 0], f[1 + (i <= 1)], f[2 + (i <= 2)], f[3 + (i <= 3)])] += worth
            for i in range(10):
                twos[two(f[HANDS[i][0]], f[HANDS[i][1]])] += worth
                threes[three(f[HANDS[i][2]], f[HANDS[i][3]], f[HANDS[i][4]])] += worth


# --- What each exchange comes to ---------------------------------------------------------------

cdef inline Py_ssize_t place_of(const uint8_t *card, int which) noexcept nogil:
    """Return the place of some cards of a hand, a bit each."""
    cdef Py_ssize_t place = 0, sets
    cdef int i, j, taken = 0
    for i in range(5):
        if which >> i & 1:
            taken += 1
            sets = 1
            for j in range(taken):
                sets = sets * (card[i] - j) // (j + 1)
            place += sets
    return place


def exchanges(const uint8_t[:, ::1] own, const uint32_t[:, ::1] one, const uint32_t[:, ::1] both,
        const int32_t[::1] of_five, tuple zero_cards, const uint32_t[:, ::1] four_one,
        tuple one_card, const uint32_t[:, ::1] three_two, tuple two_cards,
        const uint32_t[:, ::1] two_three, tuple three_cards, const uint32_t[:, ::1] one_four,
        const int64_t[::1] none_four, int64_t[::1] best_one, int64_t[::1] best_two,
        int64_t[::1] five):
    """Write the best exchange of one card and of two (OUT) of each hand, and that of all five (OUT).

    one, both: as for_player writes them, for all sets. For the hand P and all five, the sum of
    m(F, G) over hands without cards of P is

        sum over disjoint Y, Z within P of (-1)^|Y + Z| J(Y, Z),

    J(Y, Z) that over the F that contain Y and the G that contain Z. The other arguments are J, by
    the sizes of Y and of Z: of_five and zero_cards, by the size of Y, where Z is empty, and so on.
    Of two_three and one_four, Z is the row.
    """
    cdef const int64_t[::1] y0 = zero_cards[0], y1 = zero_cards[1], y2 = zero_cards[2]
    cdef const int64_t[::1] y3 = zero_cards[3], y4 = zero_cards[4]
    cdef const int64_t[:, ::1] z1y0 = one_card[0], z1y1 = one_card[1], z1y2 = one_card[2]
    cdef const int64_t[:, ::1] z1y3 = one_card[3]
    cdef const int64_t[:, ::1] z2y0 = two_cards[0], z2y1 = two_cards[1], z2y2 = two_cards[2]
    cdef const int64_t[:, ::1] z3y0 = three_cards[0], z3y1 = three_cards[1]
    cdef Py_ssize_t at, y, z
    cdef Py_ssize_t place[32]
    cdef int count[32]
    cdef int i, mine, his, left, kind
    cdef int64_t total, term, most
    cdef const uint8_t *p
    for i in range(32):
        count[i] = (i & 1) + (i >> 1 & 1) + (i >> 2 & 1) + (i >> 3 & 1) + (i >> 4 & 1)
    with nogil:
        for at in range(own.shape[0]):
            p = &own[at, 0]
            for i in range(32):
                place[i] = place_of(p, i)
            most = 0
            for i in range(5):
                most = max(most, <int64_t>one[place[31 ^ 1 << i], p[i]])
            best_one[at] = most
            most = 0
            for i in range(32):
                if count[i] == 2:
                    most = max(most, <int64_t>both[place[31 ^ i], place[i]])
            best_two[at] = most
            total = 0
            for his in range(31):
                left = mine = 31 ^ his
                while True:
                    y, z, kind = place[mine], place[his], 6 * count[his] + count[mine]
                    if kind == 0:
                        term = y0[0]
                    elif kind == 1:
                        term = y1[y]
                    elif kind == 2:
                        term = y2[y]
                    elif kind == 3:
                        term = y3[y]
                    elif kind == 4:
                        term = y4[y]
                    elif kind == 5:
                        term = of_five[y]
                    elif kind == 6:
                        term = z1y0[0, z]
                    elif kind == 7:
                        term = z1y1[y, z]
                    elif kind == 8:
                        term = z1y2[y, z]
                    elif kind == 9:
                        term = z1y3[y, z]
                    elif kind == 10:
                        term = four_one[y, z]
                    elif kind == 12:
                        term = z2y0[0, z]
                    elif kind == 13:
                        term = z2y1[y, z]
                    elif kind == 14:
                        term = z2y2[y, z]
                    elif kind == 15:
                        term = three_two[y, z]
                    elif kind == 18:
                        term = z3y0[z, 0]
                    elif kind == 19:
                        term = z3y1[z, y]
                    elif kind == 20:
                        term = two_three[z, y]
                    elif kind == 24:
                        term = none_four[z]
                    else:
                        term = one_four[z, y]
                    total += -term if (count[his] + count[mine]) & 1 else term
                    if not mine:
                        break
                    mine = (mine - 1) & left
            five[at] = total


def drawn(const uint8_t[:, ::1] own, int exchanged, const int32_t[::1] of_five, int64_t least,
        tuple contained, int64_t[::1] best):
    """Write for each hand (OUT) the highest sum, over what may be drawn for so many of its cards, of
    the values of the hands, each at least `least`.

    contained: those sums over the hands that contain 0, 1 .. 4 cards. Hands with a card that was
        thrown are taken out by inclusion and exclusion.
    """
    cdef const int64_t[::1] zero = contained[0], one = contained[1], two = contained[2]
    cdef const int64_t[::1] three = contained[3], four = contained[4]
    cdef Py_ssize_t at, place
    cdef int thrown, some, size
    cdef int i
    cdef int count[32]
    cdef int64_t value[32]
    cdef int64_t total, most
    for i in range(32):
        count[i] = (i & 1) + (i >> 1 & 1) + (i >> 2 & 1) + (i >> 3 & 1) + (i >> 4 & 1)
    with nogil:
        for at in range(own.shape[0]):
            for i in range(32):
                place, size = place_of(&own[at, 0], i), count[i]
                if size == 0:
                    value[i] = zero[0]
                elif size == 1:
                    value[i] = one[place]
                elif size == 2:
                    value[i] = two[place]
                elif size == 3:
                    value[i] = three[place]
                elif size == 4:
                    value[i] = four[place]
                else:
                    value[i] = max(least, of_five[place])
            most = 0
            for thrown in range(32):
                if count[thrown] == exchanged:
                    total, some = 0, thrown
                    while True:
                        total += -value[31 ^ thrown | some] if count[some] & 1 \
                            else value[31 ^ thrown | some]
                        if not some:
                            break
                        some = (some - 1) & thrown
                    most = max(most, total)
            best[at] = most


def four_drawn(const uint8_t[:, ::1] own, const int64_t[:, ::1] one, const int64_t[:, ::1] two,
        const uint32_t[:, ::1] three, int64_t[::1] best):
    """Write for each hand (OUT) what six exchanges of four cards do not surpass.

    one, two, three: the shares of the pairs of cards, by one, two and three cards of the player's.
    """
    cdef Py_ssize_t at, pair
    cdef Py_ssize_t place[32]
    cdef int kept, thrown, rest, i, j
    cdef int count[32]
    cdef int64_t total, most
    for i in range(32):
        count[i] = (i & 1) + (i >> 1 & 1) + (i >> 2 & 1) + (i >> 3 & 1) + (i >> 4 & 1)
    with nogil:
        for at in range(own.shape[0]):
            for i in range(32):
                place[i] = place_of(&own[at, 0], i)
            most = 0
            for i in range(5):
                total, kept = 0, 1 << i
                for thrown in range(32):
                    if count[thrown] != 2 or thrown & kept:
                        continue
                    pair, rest = place[thrown], 31 ^ thrown ^ kept
                    total += one[place[kept], pair] + three[place[rest | kept], pair]
                    for j in range(5):
                        if rest >> j & 1:
                            total -= two[place[kept | 1 << j], pair]
                most = max(most, total)
            best[at] = most
