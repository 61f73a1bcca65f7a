"""Zeroed memory in pages of its own: large arrays that no thread has to clear before the others
begin.
"""

from __future__ import annotations

import mmap
from array import array
from typing import Literal


def zeros_in_pages(kind: Literal["B", "H", "i", "Q"], size: int) -> memoryview:
    """Return zeros, of the kind that `array` names, to be written in place.

    The system clears a page when it is first written, so that threads clear at the same time, and
    uses large pages where it has them. Raises MemoryError where there is no room.
    """
    length = max(size, 1) * array(kind).itemsize
    try:
        # Memory of this process alone; what is shared has no large pages.
        private = {}
        if hasattr(mmap, "MAP_PRIVATE"):
            private["flags"] = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        found = mmap.mmap(-1, length, **private)
    except OSError:
        raise MemoryError(f"no memory for {length:,} bytes") from None
    if hasattr(mmap, "MADV_HUGEPAGE"):
        found.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(found).cast(kind)[:size]
