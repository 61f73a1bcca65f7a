from array import array

def count(
    following: array[int],
    first: array[int],
    column: array[int],
    left: array[int],
    step: int,
    state: int,
    weight: int,
    counts: array[int],
) -> None: ...
def follow(
    following: array[int],
    first: array[int],
    kinds: int,
    dealt: bytes | bytearray,
    states: array[int],
    happened: bytearray,
) -> None: ...
