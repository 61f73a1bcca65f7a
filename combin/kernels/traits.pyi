from array import array

def describe(
    roles: int,
    states: array[int],
    code: array[int],
    up_parts: int,
    board_parts: int,
    deck: int,
    points: array[int],
    wanted: int,
    columns: array[int],
    width: int,
    rows: array[int],
) -> None: ...
def larger(others: array[int], rows: array[int]) -> None: ...
def outs(
    counts: array[int],
    weights: array[int],
    line_of: array[int],
    lines: int,
    width: int,
    first: int,
    rows: array[int],
) -> None: ...
