from array import array

class Rounds:
    def __init__(
        self,
        limits: array[int],
        last: int,
        keys: array[int],
        sizes: array[int] | bytes,
        weights: array[int],
        nets: array[int],
        starts: int,
    ) -> None: ...
    @property
    def order(self) -> int: ...
    @property
    def parts(self) -> int: ...
    def sums(self, prime: int, root: int, part: int) -> array[int]: ...
