from array import array

def draw(
    deck: int,
    size: int,
    cards: bytes | bytearray,
    kept: array[int],
    nodes: array[int],
    masks: array[int],
    shown: bytearray,
) -> None: ...
def taken(
    deck: int,
    size: int,
    masks: array[int],
    said: array[int],
    thrown: bool,
    kept: array[int],
    played: array[int],
) -> None: ...
