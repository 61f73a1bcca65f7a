"""What a kernel needs to know of a bet: hands made of parts of the deal, facts about the hands, and
the fact's column.

`combin.counting.program` writes a Program as plain integers, `load` reads it. A part is a set of
cards: a lane of what the player sees or a group still hidden.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from bits cimport bit_count, low_bit
from cards cimport JOKER_BIT, LANE
from hands cimport (
    PATTERN, PATTERN_BIT, SHAPES, Ranking, line_of, menu_of, natural_line, pattern_of, prepare,
    strength_of)
from limits cimport MAX_FACTS, MAX_FAMILIES, MAX_HANDS, MAX_LINES, MAX_MENUS, MAX_PARTS, MAX_TAKEN

cdef enum Kind:
    LINE = 0               # which line of a paytable the hand reaches
    ORDER = 1              # 0 weaker, 1 as strong, 2 stronger than the other hand
    UNDER = 2              # 1 where the hand is below the threshold
    LEAD = 3               # which line is reached by how much longer its flush is than the other's

cdef enum:
    MOST_COLUMNS = 1 << 26     # of all facts together

cdef struct HandOf:
    Ranking ranking
    uint32_t parts         # parts whose cards it may use
    uint32_t must          # parts whose cards it has to use, every one

cdef struct Fact:
    int kind
    int hand
    int other
    int64_t stride         # its value times the stride is added to the column
    int lines
    uint32_t threshold[MAX_LINES]
    int menus              # menus of lines that only the joker offers, numbered after the lines
    uint32_t menu[MAX_MENUS]

cdef struct Program:
    int parts
    int hands
    int facts
    int columns
    HandOf hand[MAX_HANDS]
    Fact fact[MAX_FACTS]


cdef inline void add_family(Ranking *r, int64_t code, int place) noexcept nogil:
    """Add the family at a place, the best being 0: a shape or a pattern."""
    cdef int value = r.families - 1 - place
    if code >> PATTERN_BIT:
        r.shape[place] = PATTERN
        r.pattern[r.patterns] = pattern_of(code, value)
        r.patterns += 1
    else:
        r.shape[place] = <int>code
        r.value[code] = value


cdef inline uint64_t wild_cards(int64_t code) noexcept nogil:
    """Return the cards of some ranks, in all suits; the bit above the ranks is the joker."""
    cdef uint64_t lane = code & LANE
    return <uint64_t>(code >> 13 & 1) << JOKER_BIT | lane * 0x0001000100010001u


cdef inline int values_of(const Fact *f) noexcept nogil:
    """Return how many values a fact may take."""
    if f.kind == UNDER:
        return 2
    return 3 if f.kind == ORDER else f.lines + 1 + f.menus


cdef inline int load(const int64_t[::1] code, Program *p) except -1:
    """Fill `p` from its plain integers; raise ValueError where they are not a program."""
    cdef Py_ssize_t at = 4
    cdef int i, j, n
    cdef int64_t most = 0, every
    if code.shape[0] < 4 or not 0 <= code[0] <= MAX_PARTS or not 0 <= code[1] <= MAX_HANDS \
            or not 0 <= code[2] <= MAX_FACTS or not 0 < code[3] <= MOST_COLUMNS:
        raise ValueError("a bet with too many hands, facts or zones for the kernels")
    p.parts, p.hands, p.facts, p.columns = <int>code[0], <int>code[1], <int>code[2], <int>code[3]
    every = (<int64_t>1 << p.parts) - 1
    for i in range(p.hands):
        if code.shape[0] - at < 8:
            raise ValueError("a program of the wrong length")
        if (code[at] | code[at + 1]) & ~every or not 0 < code[at + 2] <= MAX_TAKEN:
            raise ValueError("a hand of cards that there are not")
        p.hand[i].parts, p.hand[i].must = <uint32_t>code[at], <uint32_t>code[at + 1]
        p.hand[i].ranking.size, p.hand[i].ranking.joker = <int>code[at + 2], <int>code[at + 3]
        p.hand[i].ranking.wild = wild_cards(code[at + 4])
        p.hand[i].ranking.running = <uint32_t>code[at + 5]
        p.hand[i].ranking.low = <int>code[at + 6]
        n = p.hand[i].ranking.families = <int>code[at + 7]
        if not 0 <= p.hand[i].ranking.low <= 13:
            raise ValueError("the ace of a run stands where no rank does")
        if not 0 <= n <= MAX_FAMILIES:
            raise ValueError("a ranking with too many families for the kernels")
        if code.shape[0] - at - 8 < n:
            raise ValueError("a program of the wrong length")
        for j in range(SHAPES):
            p.hand[i].ranking.value[j] = -1
        p.hand[i].ranking.patterns = 0
        for j in range(n):
            if not 0 <= code[at + 8 + j] < SHAPES and not code[at + 8 + j] >> PATTERN_BIT > 0:
                raise ValueError("a family that there is not")
            add_family(&p.hand[i].ranking, code[at + 8 + j], j)
        prepare(&p.hand[i].ranking)
        at += 8 + n
    for i in range(p.facts):
        if code.shape[0] - at < 5:
            raise ValueError("a program of the wrong length")
        p.fact[i].kind, p.fact[i].hand = <int>code[at], <int>code[at + 1]
        p.fact[i].other = <int>code[at + 2]
        p.fact[i].stride = code[at + 3]
        n = p.fact[i].lines = <int>code[at + 4]
        if not 0 <= n <= MAX_LINES or p.fact[i].kind == UNDER and not n:
            raise ValueError("a paytable with too many lines for the kernels")
        if code.shape[0] - at - 6 < n:
            raise ValueError("a program of the wrong length")
        for j in range(n):
            p.fact[i].threshold[j] = <uint32_t>code[at + 5 + j]
        at += 5 + n
        n = p.fact[i].menus = <int>code[at]
        if not 0 <= n <= MAX_MENUS:
            raise ValueError("a joker with too many menus for the kernels")
        if code.shape[0] - at - 1 < n:
            raise ValueError("a program of the wrong length")
        for j in range(n):
            p.fact[i].menu[j] = <uint32_t>code[at + 1 + j]
        at += 1 + n
        if not 0 <= p.fact[i].hand < p.hands or not 0 <= p.fact[i].kind <= LEAD \
                or p.fact[i].kind in (ORDER, LEAD) and not 0 <= p.fact[i].other < p.hands:
            raise ValueError("a fact about a hand that there is not")
        if not 0 <= p.fact[i].stride <= p.columns:
            raise ValueError("a fact of columns that there are not")
        most += p.fact[i].stride * (values_of(&p.fact[i]) - 1)
    if at != code.shape[0]:
        raise ValueError("a program of the wrong length")
    if most >= p.columns:
        raise ValueError("facts of more columns than there are")
    return 0


cdef inline uint64_t union_of(const uint64_t *parts, uint32_t which) noexcept nogil:
    cdef uint64_t mask = 0
    while which:
        mask |= parts[low_bit(which)]
        which &= which - 1
    return mask


cdef struct Choices:       # the ways to take `take` cards out of a pool, one after the other
    int take
    int size
    int place[MAX_TAKEN]
    uint64_t card[64]


cdef inline bint first_choice(Choices *c, uint64_t pool, int take) noexcept nogil:
    """Set `c` to the first way; False where the pool is too small."""
    cdef int i
    c.take, c.size = take, 0
    while pool:
        c.card[c.size] = pool & -pool
        pool &= pool - 1
        c.size += 1
    for i in range(take):
        c.place[i] = i
    return c.size >= take


cdef inline bint next_choice(Choices *c) noexcept nogil:
    """Move to the next way; False after the last."""
    cdef int i = c.take - 1
    while i >= 0 and c.place[i] == c.size - c.take + i:
        i -= 1
    if i < 0:
        return False
    c.place[i] += 1
    for i in range(i + 1, c.take):
        c.place[i] = c.place[i - 1] + 1
    return True


cdef inline uint64_t chosen_cards(const Choices *c) noexcept nogil:
    cdef uint64_t mask = 0
    cdef int i
    for i in range(c.take):
        mask |= c.card[c.place[i]]
    return mask


cdef inline uint64_t first_use(const HandOf *h, const uint64_t *parts, Choices *c) noexcept nogil:
    """Set `c` to the ways to fill the hand up from the cards that need not be used; return those
    that must be.
    """
    cdef uint64_t must = union_of(parts, h.must)
    first_choice(c, union_of(parts, h.parts & ~h.must), h.ranking.size - bit_count(must))
    return must


cdef inline uint32_t hand_strength(const HandOf *h, const uint64_t *parts) noexcept nogil:
    cdef Choices c
    cdef uint64_t must
    cdef uint32_t best, one
    if not h.must:
        return strength_of(union_of(parts, h.parts), &h.ranking)
    must = first_use(h, parts, &c)
    best = strength_of(must | chosen_cards(&c), &h.ranking)
    while next_choice(&c):
        one = strength_of(must | chosen_cards(&c), &h.ranking)
        best = one if one > best else best
    return best


cdef inline uint32_t one_menu(const HandOf *h, const Fact *f, uint64_t mask) noexcept nogil:
    if (mask & ~h.ranking.wild) >> JOKER_BIT:
        return menu_of(mask, &h.ranking, f.threshold, f.lines)
    return 1u << natural_line(mask, &h.ranking, f.threshold, f.lines)


cdef inline uint32_t hand_menu(const HandOf *h, const Fact *f,
        const uint64_t *parts) noexcept nogil:
    """Return the set of lines that the hand may be called; a hand that must use some cards never
    holds the joker.
    """
    if h.must:
        return 1u << line_of(hand_strength(h, parts), f.threshold, f.lines)
    return one_menu(h, f, union_of(parts, h.parts))


cdef inline int menu_number(const Fact *f, uint32_t menu) noexcept nogil:
    """Return a single line's number, or lines + 1 + the place of a joker's menu; -1 for a menu not
    declared.
    """
    cdef int i
    if not menu & (menu - 1):
        return low_bit(menu)
    for i in range(f.menus):
        if f.menu[i] == menu:
            return f.lines + 1 + i
    return -1


cdef inline int line_of_lead(const Fact *f, uint32_t one, uint32_t other) noexcept nogil:
    """Return the first line that the margin of one strength over another reaches, or `lines`."""
    cdef int i, margin = <int>(one >> 20) - <int>(other >> 20)
    for i in range(f.lines):
        if margin >= <int>f.threshold[i]:
            return i
    return f.lines


cdef inline int64_t column_of(const Program *p, const uint64_t *parts) noexcept nogil:
    """Return the column that the facts of a deal lead to, or -1 for a menu that was not
    declared.
    """
    cdef int64_t column = 0
    cdef int i, value
    cdef uint32_t one, other
    for i in range(p.facts):
        one = 0
        if p.fact[i].kind == LINE:
            value = menu_number(&p.fact[i], hand_menu(&p.hand[p.fact[i].hand], &p.fact[i], parts))
            if value < 0:
                return -1
        else:
            one = hand_strength(&p.hand[p.fact[i].hand], parts)
            if p.fact[i].kind == UNDER:
                value = one < p.fact[i].threshold[0]
            else:
                other = hand_strength(&p.hand[p.fact[i].other], parts)
                if p.fact[i].kind == LEAD:
                    value = line_of_lead(&p.fact[i], one, other)
                else:
                    value = 2 if one > other else (1 if one == other else 0)
        column += value * p.fact[i].stride
    return column
