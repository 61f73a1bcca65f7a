"""Conjunctions of conditions that are never wrong, by sets of rows as bits.

Each condition c is the set R(c) of the rows that meet it. `pure` finds, over all conjunctions C of
up to three conditions,

    the largest |R(C) & need| with R(C) & wrong empty,
    where R(C) is the intersection of the R(c) of its conditions c.

Sets are 64 rows a word, row i being bit i mod 64 of word i div 64; scores are numbers of rows.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from conjunctions cimport Best, least_of, offer
from guards cimport are_below

cdef extern from *:
    """
    #include <stdint.h>
    #include <stddef.h>

    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
    __attribute__((target_clones("popcnt", "default")))
    #endif
    static int64_t combin_cut(const uint64_t *a, const uint64_t *b, const uint64_t *need,
                              uint64_t *both, ptrdiff_t words) {
        int64_t n = 0;
        for (ptrdiff_t i = 0; i < words; i++) {
            both[i] = a[i] & b[i];
            n += __builtin_popcountll(both[i] & need[i]);
        }
        return n;
    }
    """
    # Writes the intersection of two sets to `both` and returns how many of its rows are needed. It
    # has a bit count of its own because it is compiled twice, for processors that have an
    # instruction for it and for others.
    int64_t cut "combin_cut" (
        const uint64_t *a, const uint64_t *b, const uint64_t *need, uint64_t *both,
        Py_ssize_t words) noexcept nogil


def masks(const int32_t[::1] rows, int width, const int64_t[::1] conditions, uint64_t[::1] bits):
    """Write to `bits` (OUT), for each condition (column, least, largest), the set of rows that meet
    it, 64 a word.
    """
    cdef Py_ssize_t i, n = rows.shape[0] // width if width > 0 else -1
    cdef Py_ssize_t words = (n + 63) // 64
    cdef Py_ssize_t c, count = conditions.shape[0] // 3
    cdef int column
    cdef int64_t low, high
    if rows.shape[0] != n * width or conditions.shape[0] != 3 * count \
            or bits.shape[0] != count * words:
        raise ValueError("conditions and sets do not fit")
    for c in range(count):
        if not 0 <= conditions[3 * c] < width:
            raise ValueError("a condition on a column that there is not")
    with nogil:
        for c in range(count):
            column, low, high = <int>conditions[3 * c], conditions[3 * c + 1], conditions[3 * c + 2]
            for i in range(words):
                bits[c * words + i] = 0
            for i in range(n):
                if low <= rows[i * width + column] <= high:
                    bits[c * words + (i >> 6)] |= <uint64_t>1 << (i & 63)


def pack(const uint64_t[::1] bits, Py_ssize_t words, const int64_t[::1] places, Py_ssize_t short,
        uint64_t[::1] packed):
    """Write to `packed` (OUT) every set of `words` words with only the members at `places`, which
    become 0, 1, 2 ...
    """
    cdef Py_ssize_t i, c, n = places.shape[0], count = bits.shape[0] // words if words > 0 else 0
    cdef uint64_t bit
    if not are_below(places, n, 64 * words) or packed.shape[0] != count * short \
            or short != (n + 63) // 64:
        raise ValueError("sets and places do not fit")
    with nogil:
        for c in range(count):
            for i in range(short):
                packed[c * short + i] = 0
            for i in range(n):
                bit = (bits[c * words + (places[i] >> 6)] >> (places[i] & 63)) & 1
                packed[c * short + (i >> 6)] |= bit << (i & 63)


cdef bint meets(const uint64_t *a, const uint64_t *b, Py_ssize_t words) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(words):
        if a[i] & b[i]:
            return True
    return False


def pure(const uint64_t[::1] bits, Py_ssize_t words, const uint64_t[::1] wrong,
        const uint64_t[::1] need, int most,
         int64_t left, int64_t[::1] score, int32_t[::1] parts):
    """Find the conjunctions of up to `most` (1 to 3) conditions that hold no wrong row and the most
    needed ones.

    left: how many words of conjunctions of three may be looked at; those with few needed rows are
        not looked for.

    score: (OUT) how many needed rows each holds, most first, 0 where none is left. parts: (OUT)
        three conditions each.
    """
    cdef int count = <int>(bits.shape[0] // words) if words > 0 else -1, i, j, k
    cdef Best best
    cdef int64_t held, least
    # conditions that are never wrong by themselves
    cdef uint8_t *alone
    cdef uint64_t *two
    cdef uint64_t *three
    if bits.shape[0] != count * words or not wrong.shape[0] == need.shape[0] == words \
            or not score.shape[0] or parts.shape[0] != 3 * score.shape[0]:
        raise ValueError("sets and conjunctions do not fit")
    alone = <uint8_t *>calloc(count + 1, 1)
    two = <uint64_t *>malloc(2 * words * sizeof(uint64_t))
    three = two + words
    if two == NULL or alone == NULL:
        raise MemoryError("no memory for the search")
    best.room, best.score, best.parts = <int>score.shape[0], &score[0], &parts[0]
    for i in range(best.room):
        best.score[i] = 0
    with nogil:
        for i in range(count):
            alone[i] = not meets(&bits[i * words], &wrong[0], words)
            held = cut(&bits[i * words], &bits[i * words], &need[0], two, words)
            if held > least_of(&best) and alone[i]:
                offer(&best, held, i, -1, -1)
        for i in range(count if most > 1 else 0):
            if alone[i]:
                continue
            for j in range(i + 1, count):
                held = 0 if alone[j] else cut(&bits[i * words], &bits[j * words], &need[0], two,
                    words)
                if held > least_of(&best) and not meets(two, &wrong[0], words):
                    offer(&best, held, i, j, -1)
        least = max(least_of(&best), best.score[0] // 2)
        for i in range(count if most > 2 else 0):
            if alone[i] or cut(&bits[i * words], &bits[i * words], &need[0], two, words) <= least:
                continue
            for j in range(i + 1, count if left > 0 else 0):
                left -= words
                if alone[j] or cut(&bits[i * words], &bits[j * words], &need[0], two,
                        words) <= least:
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
                        offer(&best, held, i, j, k)
                        least = max(least_of(&best), best.score[0] // 2)
    free(alone)
    free(two)
