from array import array

class PairRows:
    def __init__(
        self,
        deck: int,
        boards: array[int],
        known: array[int],
        columns: array[int],
        numbers: memoryview,
        counts: memoryview,
    ) -> None: ...
    def fill(self, part: int, parts: int) -> None: ...

def count(
    found: PairRows,
    roles: int,
    states: array[int],
    weights: array[int],
    column: array[int],
    counts: array[int],
) -> None: ...
