from array import array

def times(deck: int, boards: array[int], weights: array[int], found: array[int]) -> None: ...
def met(words: memoryview, field: int, begin: int, found: array[int]) -> None: ...
def first_rows(boards: array[int], found: array[int]) -> None: ...
def listed(
    deck: int,
    boards: array[int],
    weights: array[int],
    before: array[int],
    often: array[int],
    begin: int,
    number: array[int],
    first: int,
    states: array[int],
    many: array[int],
    reach: array[int],
    row: array[int],
) -> tuple[int, int]: ...
