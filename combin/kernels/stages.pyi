from array import array

class Stages:
    def __init__(
        self,
        ranks: int,
        cards: bytes | bytearray,
        after: array[int],
        kind: array[int],
        acts: array[int],
        width: int,
        lost: array[int],
        gain: array[int],
        worth: bytes | bytearray,
    ) -> None: ...
    def play(
        self,
        unseen: array[int],
        asked: array[int],
        laws: array[int],
        scale: array[int],
        tail: array[int],
        missed: bytes | bytearray,
        words: int,
        choice: bytearray,
    ) -> tuple[array[int], array[int], array[int]]: ...
