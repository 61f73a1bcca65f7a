from array import array

class Unions:
    def __init__(self, shoe: array[int], values: bytes | bytearray, budget: int) -> None: ...
    def __len__(self) -> int: ...
    def left(self) -> array[int]: ...
    def settle(self, laws: array[int], columns: int) -> None: ...
    def play(
        self,
        gone: array[int],
        pair: int,
        cards: bytes | bytearray,
        after: array[int],
        column: bytes | bytearray,
        size: bytes | bytearray,
        second: bytes | bytearray,
        flags: bytes | bytearray,
        tail: array[int],
        every: array[int],
        natural: array[int],
        other: int,
    ) -> array[int]: ...
