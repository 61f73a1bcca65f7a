"""Boards up to a relabelling of the suits: the one that stands for others, and where relabelling
takes each two-card holding. Where a card of the first suit lies apart, that suit stays.
"""

from libc.stdint cimport int16_t, uint64_t
from libc.stdlib cimport malloc

from cards cimport LANE
from holdings cimport HOLDINGS, holding_of

cdef struct Maps:                  # where a relabelling of the suits takes each holding
    int number[256]                # of a relabelling: the new suits of suits 0 .. 3, two bits each
    int code[24]
    int16_t to[24][HOLDINGS]
    int stay                       # suits that are not relabelled: 0, or the first
    int count                      # of the relabellings, those that leave the first suit first


cdef inline void fill_maps(Maps *maps, int stay) noexcept nogil:
    cdef int code, x, y, first, n = 0
    maps.stay, maps.count = stay, 6 if stay else 24
    for first in range(4):
        for code in range(first, 256, 4):
            if 1 << first | 1 << (code >> 2 & 3) | 1 << (code >> 4 & 3) | 1 << (code >> 6) == 15:
                maps.number[code], maps.code[n] = n, code
                for x in range(52):
                    for y in range(x):
                        maps.to[n][holding_of(x, y)] = holding_of(moved(x, code), moved(y, code))
                n += 1


cdef inline int moved(int card, int code) noexcept nogil:
    return (code >> 2 * (card // 13) & 3) * 13 + card % 13


cdef inline uint64_t kept(uint64_t board, int stay, int *code) noexcept nogil:
    """Return the board that stands for all that relabelling makes of it, and the relabelling."""
    cdef int order[4]
    cdef int s, i
    cdef uint64_t found = 0
    for s in range(4):
        i = s
        while i > stay and (board >> 16 * order[i - 1] & LANE) < (board >> 16 * s & LANE):
            order[i] = order[i - 1]
            i -= 1
        order[i] = s
    code[0] = 0
    for i in range(4):
        code[0] |= i << 2 * order[i]
        found |= (board >> 16 * order[i] & LANE) << 16 * i
    return found


cdef inline Py_ssize_t place_of(const uint64_t[::1] boards, uint64_t board) noexcept nogil:
    """Return the place of a board among boards in ascending order, or -1."""
    cdef Py_ssize_t low = 0, high = boards.shape[0], middle
    while low < high:
        middle = (low + high) // 2
        if boards[middle] < board:
            low = middle + 1
        else:
            high = middle
    return low if low < boards.shape[0] and boards[low] == board else -1


cdef inline Py_ssize_t placed(const Maps *maps, const uint64_t[::1] boards, uint64_t board,
        const int16_t **to) noexcept nogil:
    """Return the place of the board that stands for another, or -1, and where its relabelling takes
    each holding.
    """
    cdef int code
    cdef Py_ssize_t place = place_of(boards, kept(board, maps.stay, &code))
    to[0] = maps.to[maps.number[code]]
    return place


cdef inline Maps *new_maps(int stay) except NULL:
    cdef Maps *maps
    if stay not in (0, 1):
        raise ValueError("at most the first suit stays")
    maps = <Maps *>malloc(sizeof(Maps))
    if maps == NULL:
        raise MemoryError("no memory for the relabellings of holdings")
    fill_maps(maps, stay)
    return maps


cdef inline int fixing(const Maps *maps, uint64_t board, int *left) noexcept nogil:
    """Write the relabellings that leave a board as it is; return how many."""
    cdef int t, s, code, count = 0
    cdef uint64_t image
    for t in range(maps.count):
        code, image = maps.code[t], 0
        for s in range(4):
            image |= (board >> 16 * s & LANE) << 16 * (code >> 2 * s & 3)
        if image == board:
            left[count] = t
            count += 1
    return count


cdef inline bint is_first(const Maps *maps, const int *left, int count, int holding) noexcept nogil:
    """Return whether no such relabelling takes a holding to one of a smaller number."""
    cdef int t
    for t in range(count):
        if maps.to[left[t]][holding] < holding:
            return False
    return True
