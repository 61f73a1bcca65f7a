from array import array

def count(
    deck: int,
    roles: int,
    cards: int,
    states: array[int],
    weights: array[int],
    program: array[int],
    counts: array[int],
) -> None: ...
