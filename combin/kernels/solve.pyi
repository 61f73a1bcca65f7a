from array import array
from collections.abc import Sequence

Choices = bytearray | array[int]

def worth(
    counts: array[int], known: array[int], pays: array[int], columns: int, value: array[int]
) -> None: ...
def worth_listed(
    deals: array[int],
    weights: array[int],
    known: array[int],
    pays: Sequence[array[int]],
    columns: int,
    values: Sequence[array[int]],
) -> None: ...
def worth_known(
    deals: array[int], known: array[int], pays: array[int], value: array[int]
) -> None: ...
def offers(known: array[int], by_facts: bytes, found: bytearray) -> None: ...
def gather(child: array[int], links: array[int], parent: array[int]) -> None: ...
def better(
    value: array[int],
    action: int,
    offered: bytes,
    best_value: array[int],
    best: Choices,
    tied: bytearray,
) -> None: ...
def take(value: array[int], choice: Choices, action: int, chosen: array[int]) -> None: ...
def reach(
    ways: array[int], best: Choices, action: int, links: array[int], child_ways: array[int]
) -> None: ...
def happen(
    counts: array[int],
    known: array[int],
    ways: array[int],
    best: Choices,
    action: int,
    columns: int,
    tally: array[int],
) -> None: ...
def happen_listed(
    deals: array[int],
    weights: array[int],
    known: array[int],
    ways: array[int],
    best: bytearray | array[int],
    action: int,
    columns: int,
    tally: array[int],
) -> None: ...
def ties(tied: bytearray, ways: array[int], deals: array[int]) -> tuple[int, int]: ...
