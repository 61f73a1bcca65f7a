from array import array

Bytes = array[int] | bytearray

def match(rows: array[int], width: int, lines: array[int], found: Bytes) -> None: ...
def lost(choice: Bytes, loss: array[int]) -> int: ...
def swing(
    met: Bytes,
    chosen: Bytes,
    first: int,
    action: int,
    loss: array[int],
    weight: array[int],
    among: array[int],
) -> int: ...
def sides(
    met: Bytes,
    chosen: Bytes,
    first: int,
    action: int,
    loss: array[int],
    inside: Bytes,
    outside: Bytes,
) -> None: ...
