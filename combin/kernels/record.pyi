from array import array

Bytes = bytes | bytearray

class Layout:
    def __init__(
        self,
        head: Bytes,
        sizes: array[int],
        leads: list[bytes],
        letters: Bytes,
        tails: Bytes,
        starts: array[int],
    ) -> None: ...

def lines(layout: Layout, first: int, cards: Bytes, ends: array[int]) -> bytearray: ...
def spell(cards: Bytes, dealt: int, place: int, count: int, letters: Bytes) -> bytearray: ...
def held(cards: Bytes, dealt: int, place: int, count: int, codes: array[int]) -> None: ...
def pack(codes: array[int], numbers: array[int], width: int) -> bytearray: ...
def blank(cards: bytearray, dealt: Bytes) -> None: ...
