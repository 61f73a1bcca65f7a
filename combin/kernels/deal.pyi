from array import array

Bytes = bytes | bytearray

def deal(
    seed: int, block: int, deck: Bytes, sizes: array[int], cards: bytearray, masks: array[int]
) -> None: ...
