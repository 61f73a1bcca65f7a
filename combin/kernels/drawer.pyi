from array import array

class Finishes:
    def __init__(
        self,
        depth: bytes | bytearray,
        rank: bytes | bytearray,
        used: bytes | bytearray,
        column: bytes | bytearray,
        weight: array[int],
        deepest: int,
        columns: int,
        ranks: int,
    ) -> None: ...
    def laws(self, left: array[int]) -> array[int] | None: ...
    def open_scores(
        self,
        left: array[int],
        open: int,
        cards: bytes | bytearray,
        paths: array[int],
        own: bytes | bytearray,
        worth: bytes | bytearray,
    ) -> dict[tuple[int, int], int]: ...

def walk(after: array[int], hit: bytes | bytearray, paths: array[int]) -> None: ...
