from array import array

def count(
    deck: int,
    cards: int,
    shared: int,
    states: array[int],
    weights: array[int],
    program: array[int],
    counts: array[int],
) -> None: ...
