from array import array

class Board:
    def __init__(self, size: int, program: array[int]) -> None: ...

def pairs(
    deck: int,
    roles: int,
    states: array[int],
    weights: array[int],
    first: Board,
    second: Board,
    columns: array[int],
    counts: array[int],
) -> None: ...
