from array import array

Choices = bytearray | array[int]

def higher(
    a: array[int],
    b: array[int],
    p: int,
    q: int,
    side: int,
    action: int,
    best_a: array[int],
    best_b: array[int],
    best: Choices,
) -> None: ...
def lead(best: array[int], part: array[int], column: int, columns: int, rows: array[int]) -> None: ...
def apart(a: array[int], b: array[int]) -> array[int]: ...
def product(a: array[int], b: array[int]) -> int: ...
