"""The rows of a log as bytes: lines of text with the cards written out, and columns packed the way
Parquet stores them.

The text of n rounds is the concatenation over the rounds of head, number, and for each zone its
lead and cards, then the tail of the round's end. The packed form of codes c0, c1 ... at w bits is
the binary number c0 + c1 2^w + c2 2^(2w) + ..., lowest byte first. Cards are bytes, card numbers of
combin/cards.py, or 62 for none; `letters` has two bytes a card number.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_Resize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from guards cimport are_below

cdef enum:
    LONGEST_NUMBER = 20        # digits of a 64-bit number
    BLANK = 62                 # stands for no card


cdef inline uint8_t *number(uint8_t *at, int64_t value) noexcept nogil:
    """Write a number that is not negative; return where it ends."""
    cdef uint8_t digits[LONGEST_NUMBER]
    cdef int n = 0
    while True:
        digits[n] = <uint8_t>(48 + value % 10)
        value = value // 10
        n += 1
        if not value:
            break
    while n:
        n -= 1
        at[0] = digits[n]
        at += 1
    return at


cdef inline uint8_t *spelled(uint8_t *at, const uint8_t *cards, int count,
        const uint8_t *letters) noexcept nogil:
    """Write cards, spaces between; return where they end. A blank stands after all cards."""
    cdef int i
    for i in range(count):
        if cards[i] == BLANK:
            break
        if i:
            at[0] = 32
            at += 1
        at[0], at[1] = letters[2 * cards[i]], letters[2 * cards[i] + 1]
        at += 2
    return at


cdef class Layout:
    """What is the same in every line of text.

    head: before the number of the round. sizes: the cards of each zone; none: cards are not
        written. leads: bytes before each
    zone. letters: two for each card number. tails: those of all ends, one after the other; starts:
        where each begins, and where
    the last one ends.
    """

    cdef const uint8_t[::1] head, letters, tails
    cdef const int64_t[::1] sizes, starts
    cdef list leads

    def __init__(self, const uint8_t[::1] head, const int64_t[::1] sizes, list leads,
            const uint8_t[::1] letters,
                 const uint8_t[::1] tails, const int64_t[::1] starts):
        cdef Py_ssize_t i
        if sizes.shape[0] > 16 or len(leads) != sizes.shape[0] or letters.shape[0] != 128 \
                or not are_below(sizes, sizes.shape[0], 64):
            raise ValueError("zones and their leads do not fit")
        if not starts.shape[0] or starts[0] < 0 or starts[starts.shape[0] - 1] > tails.shape[0]:
            raise ValueError("ends and their tails do not fit")
        for i in range(starts.shape[0] - 1):
            if starts[i] > starts[i + 1]:
                raise ValueError("ends and their tails do not fit")
        self.head, self.sizes, self.leads = head, sizes, leads
        self.letters, self.tails, self.starts = letters, tails, starts


def lines(Layout layout not None, int64_t first, const uint8_t[::1] cards, const int32_t[::1] ends):
    """Return a line of text for each round: the head, the round's number, each zone's lead and
    cards, the tail of its end.

    first: the number of the first round. cards: as dealt.
    """
    cdef const uint8_t[::1] head = layout.head, letters = layout.letters, tails = layout.tails
    cdef const int64_t[::1] sizes = layout.sizes, starts = layout.starts
    cdef Py_ssize_t i, n = ends.shape[0], room = 0
    cdef int z, zones = <int>sizes.shape[0], total = 0
    cdef int lead_size[16]
    cdef const uint8_t *lead[16]
    cdef const uint8_t *card
    cdef const uint8_t *start = &head[0] if head.shape[0] else NULL
    cdef uint8_t *at
    cdef uint8_t *begin
    cdef bytes text
    cdef bytearray out = bytearray()
    for z in range(zones):
        text = layout.leads[z]
        lead[z], lead_size[z] = <const uint8_t *>text, <int>len(text)
        total += <int>sizes[z]
        room += lead_size[z] + 3 * sizes[z]
    if zones and cards.shape[0] != n * total or first < 0 \
            or not are_below(cards, cards.shape[0], 64) \
            or not are_below(ends, n, starts.shape[0] - 1):
        raise ValueError("rounds and cards do not fit")
    room = n * (room + head.shape[0] + LONGEST_NUMBER)
    for i in range(n):
        room += starts[ends[i] + 1] - starts[ends[i]]
    PyByteArray_Resize(out, room)
    begin = at = <uint8_t *>PyByteArray_AS_STRING(out)
    with nogil:
        for i in range(n):
            if start != NULL:
                memcpy(at, start, head.shape[0])
            at = number(at + head.shape[0], first + i)
            card = &cards[i * total] if zones else NULL
            for z in range(zones):
                memcpy(at, lead[z], lead_size[z])
                at = spelled(at + lead_size[z], card, <int>sizes[z], &letters[0])
                card += sizes[z]
            memcpy(at, &tails[starts[ends[i]]], starts[ends[i] + 1] - starts[ends[i]])
            at += starts[ends[i] + 1] - starts[ends[i]]
    PyByteArray_Resize(out, at - begin)
    return out


def spell(const uint8_t[::1] cards, int dealt, int place, int count, const uint8_t[::1] letters):
    """Return the texts of one zone, each after its length in four bytes, lowest first.

    dealt: cards a round. place, count: where the zone's cards stand among them, and how many there
        are.
    """
    cdef Py_ssize_t i, n = cards.shape[0] // dealt if dealt > 0 else -1
    cdef int size = 3 * count - 1
    cdef bytearray out = bytearray()
    cdef uint8_t *at
    cdef uint8_t *text
    cdef uint8_t *begin
    if n < 0 or cards.shape[0] != n * dealt or place < 0 or not 0 < count <= dealt - place \
            or letters.shape[0] != 128 or size > 255 or not are_below(cards, n * dealt, 64):
        raise ValueError("cards and zones do not fit")
    PyByteArray_Resize(out, n * (4 + size))
    begin = at = <uint8_t *>PyByteArray_AS_STRING(out)
    with nogil:
        for i in range(n):
            text = at
            at = spelled(text + 4, &cards[i * dealt + place], count, &letters[0])
            text[0], text[1], text[2], text[3] = <uint8_t>(at - text - 4), 0, 0, 0
    PyByteArray_Resize(out, at - begin)
    return out


def blank(uint8_t[::1] cards, const uint8_t[::1] dealt):
    """Take away the cards (INOUT) that are not dealt; dealt: 1 for each that is."""
    cdef Py_ssize_t i
    if cards.shape[0] != dealt.shape[0]:
        raise ValueError("cards and what is dealt do not fit")
    with nogil:
        for i in range(cards.shape[0]):
            if not dealt[i]:
                cards[i] = BLANK


def held(const uint8_t[::1] cards, int dealt, int place, int count, int32_t[::1] codes):
    """Write to `codes` (OUT) the one to five cards of a zone as one number, six bits a card."""
    cdef Py_ssize_t i, n = codes.shape[0]
    cdef int k, code
    if cards.shape[0] != n * dealt or place < 0 or not 0 <= count <= min(dealt - place, 5):
        raise ValueError("cards and zones do not fit")
    with nogil:
        for i in range(n):
            code = 0
            for k in range(count):
                code = code << 6 | cards[i * dealt + place + k]
            codes[i] = code


def pack(const int32_t[::1] codes, const int32_t[::1] numbers, int width):
    """Return numbers[code] of each code in `width` bits, lowest first, filled up with zeros to a
    multiple of eight codes.
    """
    cdef Py_ssize_t i, n = codes.shape[0]
    cdef uint64_t bits = 0
    cdef int held = 0
    cdef bytearray out
    cdef uint8_t *at
    if not 0 < width <= 31:
        raise ValueError("a number has 1 to 31 bits")
    out = bytearray((n + 7) // 8 * width)
    at = <uint8_t *>PyByteArray_AS_STRING(out)
    if not are_below(codes, n, numbers.shape[0]):
        raise ValueError("a code without a number")
    with nogil:
        for i in range(n):
            bits |= <uint64_t>numbers[codes[i]] << held
            held += width
            while held >= 8:
                at[0] = bits & 255
                at += 1
                bits >>= 8
                held -= 8
        if held:
            at[0] = bits & 255
    return out
