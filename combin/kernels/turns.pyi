from array import array

def push(
    boards: array[int],
    weights: array[int],
    values: array[int],
    before: array[int],
    sums: array[int],
    stay: int = 0,
) -> None: ...
def settle(boards: array[int], sums: array[int], stay: int = 0) -> None: ...
def pull(
    boards: array[int], before: array[int], often: array[int], found: array[int], stay: int = 0
) -> None: ...
def situations(deck: int, boards: array[int], often: array[int], stay: int = 0) -> int: ...
def places(states: array[int], boards: array[int], found: array[int]) -> None: ...
def flagged_situations(
    deck: int,
    boards: array[int],
    flags: bytearray,
    before: array[int],
    often: array[int],
    stay: int = 0,
) -> int: ...
