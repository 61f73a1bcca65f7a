"""The bits of a word: how many are set, the highest and the lowest. COMBIN_WIDE marks functions
that are compiled twice.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #if defined(__GNUC__) && defined(__x86_64__) && !defined(__POPCNT__)
    /* Without the instruction the compiler would call a function for it. */
    static inline int combin_bits(unsigned long long bits) {
        bits -= (bits >> 1) & 0x5555555555555555u;
        bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
        return ((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56;
    }
    #else
    static inline int combin_bits(unsigned long long bits) { return __builtin_popcountll(bits); }
    #endif
    /* The wider one is taken where the processor has it. */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
    #define COMBIN_WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define COMBIN_WIDE
    #endif
    static inline int combin_top(unsigned int bits) { return 31 - __builtin_clz(bits); }
    static inline int combin_low(unsigned long long bits) { return __builtin_ctzll(bits); }
    """
    int bit_count "combin_bits" (uint64_t bits) noexcept nogil
    int top_bit "combin_top" (uint32_t bits) noexcept nogil
    int low_bit "combin_low" (uint64_t bits) noexcept nogil
