"""Sets of classes: bits of whole numbers, or words of 64 of them for the kernels."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import compress

_ZERO_ONE = bytes.maketrans(b"01", b"\0\1")
_DIGITS = bytes.maketrans(b"\0\1", b"01")


def places(mask: int) -> Iterator[int]:
    """Yield the places of the bits of a mask, ascending."""
    digits = bin(mask)[:1:-1].encode().translate(_ZERO_ONE)
    return compress(range(len(digits)), digits)


def thinned(mask: int, most: int) -> int:
    """Return about `most` members of a set, evenly spread."""
    count = mask.bit_count()
    return mask if count <= most else union(list(places(mask))[:: count // most + 1])


def union(places: Iterable[int]) -> int:
    """Return the set of some places."""
    mask = bytearray()
    for at in places:
        if len(mask) <= at >> 3:
            mask.extend(bytes((at >> 3) + 1 - len(mask)))
        mask[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(mask, "little")


def marked(flags: bytearray) -> int:
    """Return the set of the places that hold 1 rather than 0."""
    return int(bytes(flags[::-1]).translate(_DIGITS) or b"0", 2)


def words_for(size: int) -> int:
    """Return how many words a set takes whose places are below `size`."""
    return (size + 63) // 64


def packed(masks: Iterable[int], words: int) -> array[int]:
    """Return sets one after the other, `words` words each."""
    return array("Q", b"".join(mask.to_bytes(8 * words, "little") for mask in masks))


def pieces(sets: array[int], words: int) -> list[bytes]:
    """Return the bytes of each of some packed sets."""
    raw, step = sets.tobytes(), 8 * words
    return [raw[first : first + step] for first in range(0, len(raw), step)]
