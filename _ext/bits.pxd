"""The bits of a word: how many are set, the highest and the lowest."""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    static inline int combin_bits(unsigned long long bits) { return __builtin_popcountll(bits); }
    static inline int combin_top(unsigned int bits) { return 31 - __builtin_clz(bits); }
    static inline int combin_low(unsigned long long bits) { return __builtin_ctzll(bits); }
    """
    int bit_count "combin_bits" (uint64_t bits) noexcept nogil
    int top_bit "combin_top" (uint32_t bits) noexcept nogil
    int low_bit "combin_low" (uint64_t bits) noexcept nogil
