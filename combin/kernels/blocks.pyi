from array import array
from collections.abc import Sequence

Bytes = array[int] | bytearray

class BlockRows:
    def __init__(
        self,
        times: array[int],
        reach: array[int],
        deals: array[int],
        chosen: Bytes,
        best: Bytes,
        values: Sequence[array[int] | memoryview],
    ) -> None: ...

def kinds(rule: Bytes, chosen: Bytes, best: Bytes, actions: int, kind: array[int]) -> None: ...
def regret(
    rows: BlockRows, rule: bytearray, kind: array[int], sums: array[int], uses: array[int]
) -> None: ...
def worth(rows: BlockRows) -> int: ...
def worst(
    rows: BlockRows,
    kind: array[int],
    times: array[int],
    reach: array[int],
    row: array[int],
    roles: int,
    states: array[int],
    found: array[int],
) -> None: ...
