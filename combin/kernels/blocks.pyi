from array import array
from collections.abc import Sequence

Bytes = array[int] | bytearray
Numbers = array[int] | memoryview

class BlockRows:
    def __init__(
        self,
        times: Numbers,
        reach: Numbers,
        deals: array[int],
        chosen: Bytes,
        best: Bytes,
        values: Sequence[Numbers],
    ) -> None: ...

def pick(known: array[int], by_facts: bytes, source: bytearray, found: bytearray) -> None: ...
def kinds(rule: Bytes, chosen: Bytes, best: Bytes, actions: int, kind: array[int]) -> None: ...
def regret(
    rows: BlockRows, rule: bytearray, kind: array[int], sums: array[int], uses: array[int]
) -> None: ...
def lose(rows: BlockRows, number: array[int], sums: array[int]) -> None: ...
def come_to(rule: Bytes, number: int, times: Numbers, reach: Numbers) -> int: ...
def worth(rows: BlockRows) -> int: ...
def worst(
    rows: BlockRows,
    kind: array[int],
    times: Numbers,
    reach: Numbers,
    row: Numbers,
    roles: int,
    states: Numbers,
    found: array[int],
) -> None: ...
