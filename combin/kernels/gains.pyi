from array import array

class Grid:
    def __init__(
        self, rows: array[int], columns: int, places: int, conditions: array[int]
    ) -> None: ...

def gains(
    grid: Grid,
    weight: array[int],
    among: array[int],
    most: int,
    left: int,
    score: array[int],
    parts: array[int],
) -> int: ...
