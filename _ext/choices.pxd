"""The numbers of actions, one an information set: a byte each, or two where a decision has too many
for one.

`combin.counting.widths` chooses which; the largest number that fits says that nothing was chosen. A
kernel asks `two_bytes`
itself: what Cython makes to choose between the two imports numpy where it is installed, which takes
    longer than most questions.
"""

from libc.stdint cimport uint8_t, uint16_t

ctypedef fused Choice:
    uint8_t
    uint16_t


cdef inline bint two_bytes(object choices):
    """Tell whether each number takes two bytes: those of one byte stand in bytes or a bytearray."""
    return not isinstance(choices, (bytes, bytearray))
