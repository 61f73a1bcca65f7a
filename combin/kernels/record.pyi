from array import array

Bytes = bytes | bytearray

def lines(
    first: int,
    head: Bytes,
    cards: Bytes,
    sizes: array[int],
    leads: list[bytes],
    letters: Bytes,
    ends: array[int],
    tails: Bytes,
    starts: array[int],
) -> bytearray: ...
def spell(cards: Bytes, dealt: int, place: int, count: int, letters: Bytes) -> bytearray: ...
def held(cards: Bytes, dealt: int, place: int, count: int, codes: array[int]) -> None: ...
def pack(codes: array[int], numbers: array[int], width: int) -> bytearray: ...
