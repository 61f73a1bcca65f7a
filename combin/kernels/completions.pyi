from array import array

def count(
    deck: int,
    roles: int,
    states: array[int],
    weights: array[int],
    hidden: array[int],
    program: array[int],
    counts: array[int],
) -> None: ...
def columns(roles: int, states: array[int], program: array[int], out: array[int]) -> None: ...
