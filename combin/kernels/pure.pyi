from array import array

def masks(rows: array[int], width: int, conditions: array[int], bits: array[int]) -> None: ...
def pack(
    bits: array[int], words: int, places: array[int], short: int, packed: array[int]
) -> None: ...
def pure(
    bits: array[int],
    words: int,
    wrong: array[int],
    need: array[int],
    most: int,
    left: int,
    score: array[int],
    parts: array[int],
) -> None: ...
