from array import array

class Unions:
    def __init__(self, unions: array[int]) -> None: ...

class Ends:
    def __init__(
        self, left: array[int], cards: bytes | bytearray, weights: array[int], kinds: bytes
    ) -> None: ...
    @property
    def longest_hand(self) -> int: ...
    def beside(self, unions: array[int]) -> array[int]: ...
    def grown(self, unions: array[int]) -> array[int]: ...
    def before(
        self,
        unions: array[int],
        after: Unions,
        values: array[int],
        lanes: int,
        powers: int,
        words: int,
        depth: int,
        effects: array[int],
        more: int,
        wider: int,
    ) -> array[int]: ...
