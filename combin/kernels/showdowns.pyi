from array import array

ROW_COUNT: int
WORD_COUNT: int
FIELD_COUNT: int

class Showdowns:
    def __init__(
        self,
        deck: int,
        known: array[int],
        columns: array[int],
        numbers: memoryview,
        counts: memoryview,
        seen: int = -1,
        inside: bool = False,
    ) -> None: ...
    def fill(self, part: int, parts: int) -> None: ...
    def sums(self, part: int, parts: int, deals: array[int]) -> None: ...

def worth(
    found: Showdowns,
    pays: array[int],
    paths: int,
    begin: int,
    end: int,
    value: memoryview,
    chosen: memoryview,
    tied: memoryview,
) -> None: ...
def values(found: Showdowns, pays: array[int], begin: int, value: array[int]) -> None: ...
def tally(
    found: Showdowns,
    met: memoryview,
    field: int,
    chosen: memoryview,
    paths: int,
    begin: int,
    end: int,
    deals: array[int],
) -> None: ...
def count(
    found: Showdowns,
    roles: int,
    states: array[int],
    weights: array[int],
    column: array[int],
    counts: array[int],
) -> None: ...
def rows(found: Showdowns, states: array[int], row: array[int]) -> None: ...
def flagged(met: memoryview, field: int, flags: memoryview) -> int: ...
