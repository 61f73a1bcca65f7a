from array import array
from collections.abc import Sequence

Paytable = tuple[tuple[int, ...], int, int, int, bool]

def undecided(
    values: Sequence[array[int]],
    base: bytes | bytearray,
    offered: Sequence[bytes],
    kinds: int,
    low: array[int],
    high: array[int],
    steady: bool,
) -> tuple[array[int], array[int], array[int]]: ...
def within(
    starts: array[int],
    options: array[int],
    times: array[int],
    kinds: int,
    low: array[int],
    high: array[int],
    steady: bool,
) -> tuple[array[int], array[int], array[int], list[int], int, int, list[int]]: ...
def totals(
    starts: array[int],
    options: array[int],
    times: array[int],
    sums: Sequence[int],
    ends: array[int],
    backs: array[int],
    sizes: array[int],
    values: array[int],
    pairs: array[int],
    strict: bool,
    steady: bool,
    window: tuple[int, int],
) -> list[Paytable]: ...
