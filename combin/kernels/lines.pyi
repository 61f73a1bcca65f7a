from array import array

Choices = bytearray | array[int]

class Point:
    def __init__(self, p: int, q: int, side: int) -> None: ...

class Rises:
    def __init__(self, places: array[int], best_a: array[int], best_b: array[int]) -> None: ...
    da: array[int]
    db: array[int]
    action: array[int]
    def take(self, a: array[int], b: array[int], action: int, offered: bytes) -> None: ...

def higher(
    a: array[int],
    b: array[int],
    at: Point,
    action: int,
    offered: bytes,
    best_a: array[int],
    best_b: array[int],
    best: Choices,
) -> None: ...
def lead(
    best: array[int], part: array[int], column: int, columns: int, rows: array[int]
) -> None: ...
def apart(a: array[int], b: array[int]) -> array[int]: ...
def product(a: array[int], b: array[int]) -> int: ...
def nearest(rows: array[int]) -> tuple[int, int]: ...
