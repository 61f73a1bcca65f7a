from array import array

class ListAnswers:
    def __init__(self, line: bytearray, chosen: bytearray, best: bytearray) -> None: ...

class CaseSums:
    def __init__(
        self, actions: int, sums: array[int], samples: array[int], uses: array[int]
    ) -> None: ...

class RowLosses:
    def __init__(self, case: array[int], lost: array[int]) -> None: ...

def on_street(
    deck: int,
    boards: array[int],
    weights: array[int],
    often: array[int],
    answers: ListAnswers,
    values: list[array[int]],
    found: CaseSums,
) -> None: ...
def on_rows(
    met: memoryview,
    field: int,
    answers: ListAnswers,
    values: list[memoryview],
    begin: int,
    end: int,
    losses: RowLosses,
    found: CaseSums,
) -> None: ...
def lose_on_street(
    deck: int,
    boards: array[int],
    weights: array[int],
    often: array[int],
    values: list[array[int]],
    number: array[int],
    deals: int,
    sums: array[int],
) -> None: ...
def lose_on_rows(
    met: memoryview,
    field: int,
    values: list[memoryview],
    begin: int,
    number: array[int],
    deals: int,
    sums: array[int],
) -> None: ...
def sets_on_rows(
    deck: int,
    boards: array[int],
    weights: array[int],
    before: array[int],
    often: array[int],
    losses: RowLosses,
    found: CaseSums,
) -> None: ...
