from array import array

def pairs(
    deck: int,
    roles: int,
    states: array[int],
    weights: array[int],
    first_size: int,
    second_size: int,
    first_program: array[int],
    second_program: array[int],
    columns: array[int],
    width: int,
    counts: array[int],
) -> None: ...
