"""What a kernel asks: once of the arrays that say where it reads and writes, before it does; and
often whether a signal has come, where it may take long.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from bits cimport bit_count
from cards cimport LANE, natural_cards

cdef enum:
    OFTEN = (1 << 20) - 1      # deals between two looks, some hundredths of a second

ctypedef fused Place:
    const uint8_t[::1]
    const uint16_t[::1]
    const int32_t[::1]
    const int64_t[::1]


cdef inline bint are_below(Place places, Py_ssize_t count, int64_t end) noexcept nogil:
    """Return whether each of the first `count` places lies in an array of `end` items."""
    cdef Py_ssize_t i
    cdef bint beside = False
    for i in range(count):
        beside |= (places[i] < 0) | (<int64_t>places[i] >= end)
    return not beside


cdef inline bint are_dealt(const uint64_t[::1] states, uint64_t deck) noexcept nogil:
    """Return whether all cards are of the deck."""
    cdef Py_ssize_t i
    cdef uint64_t cards = 0
    for i in range(states.shape[0]):
        cards |= states[i]
    return not cards & ~deck


cdef inline bint are_natural(const uint64_t[::1] sets, Py_ssize_t first, Py_ssize_t step,
        int least, int most) noexcept nogil:
    """Return whether every `step`th set, from `first` on, has so many cards and no joker."""
    cdef Py_ssize_t i = first
    cdef bint beside = False
    while i < sets.shape[0]:
        beside |= natural_cards(sets[i]) != sets[i] or not least <= bit_count(sets[i]) <= most
        i += step
    return not beside


cdef inline bint is_deck(uint64_t deck) noexcept nogil:
    """Return whether these are the same ranks in one or more suits, without a joker."""
    cdef uint32_t ranks = 0, lane
    cdef int s
    for s in range(4):
        lane = <uint32_t>(deck >> 16 * s & 0xFFFF)
        if lane & ~<uint32_t>LANE or lane and ranks and lane != ranks:
            return False
        ranks |= lane
    return ranks != 0


cdef inline bint ascend(const int64_t[::1] first, Py_ssize_t count, Py_ssize_t end) noexcept nogil:
    """Return whether `first` says where each of `count` things begins and the last one ends, among
    `end`.
    """
    cdef Py_ssize_t i
    if first.shape[0] != count + 1 or first[0] < 0 or first[count] > end:
        return False
    for i in range(count):
        if first[i] > first[i + 1]:
            return False
    return True


cdef extern from *:
    """
    static inline int combin_is_interrupted(void) {
        PyGILState_STATE state = PyGILState_Ensure();
        int found = PyErr_CheckSignals();
        PyGILState_Release(state);
        return found < 0;
    }
    static inline int combin_raise_signal(void) { return -1; }
    """
    # Tells whether a signal has come whose handler raised; the work is left then, and when the
    # interpreter is held again, raise_signal raises what that was.
    bint is_interrupted "combin_is_interrupted" () noexcept nogil
    int raise_signal "combin_raise_signal" () except -1
