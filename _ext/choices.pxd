"""The numbers of actions, one an information set: a byte each, or two where a decision has too many for one.

`combin.counting.widths` chooses which; the largest number that fits says that nothing was chosen.
"""

from libc.stdint cimport uint8_t, uint16_t

ctypedef fused Choice:
    uint8_t
    uint16_t
