from array import array
from collections.abc import Sequence

HOLDING_COUNT: int

def beyond_plain(deck: int, value: memoryview, part: int, parts: int) -> None: ...
def less_suited(
    deck: int, met: memoryview, plain_met: memoryview, part: int, parts: int
) -> None: ...
def gather(
    deck: int,
    boards: array[int],
    values: Sequence[memoryview],
    sums: Sequence[array[int]],
    seen: int = 0,
    suits: int = 31,
) -> None: ...
def scatter(
    deck: int,
    boards: array[int],
    weights: array[int],
    often: array[int],
    met: memoryview,
    part: int,
    parts: int,
    seen: int = 0,
    suits: int = 31,
) -> None: ...
def mix(
    deck: int,
    boards: array[int],
    sums: Sequence[array[int]],
    times: array[int],
    constant: int,
    divisor: int,
    value: array[int],
) -> None: ...
def pooled(weights: array[int], value: array[int], sums: array[int]) -> None: ...
def mark(
    often: array[int],
    action: bytearray | array[int],
    number: int,
    field: int,
    found: array[int],
) -> None: ...
def total(deck: int, boards: array[int], weights: array[int], often: array[int]) -> int: ...
