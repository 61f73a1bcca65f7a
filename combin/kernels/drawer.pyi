from array import array

def laws(
    depth: bytes,
    rank: bytes,
    used: bytes,
    column: bytes,
    weight: array[int],
    deepest: int,
    columns: int,
    ranks: int,
    left: array[int],
    found: array[int],
) -> None: ...
