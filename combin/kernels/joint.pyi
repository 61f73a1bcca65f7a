from array import array

class Unions:
    def __init__(self, unions: array[int]) -> None: ...

class Ends:
    def __init__(
        self, left: array[int], cards: bytes | bytearray, weights: array[int], kinds: bytes
    ) -> None: ...
    @property
    def longest_hand(self) -> int: ...
    def grown(self, unions: array[int]) -> array[int]: ...
    def before(
        self,
        unions: array[int],
        after: Unions,
        values: array[int],
        powers: int,
        words: int,
        depth: int,
        effects: array[int],
        more: int,
        wider: int,
    ) -> array[int]: ...

class Last:
    def __init__(self, ends: Ends, finishes: array[int], weights: array[int]) -> None: ...
    def before(
        self, unions: array[int], depth: int, effects: array[int], more: int, words: int
    ) -> array[int]: ...
