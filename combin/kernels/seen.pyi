from array import array

class SeenSweep:
    def __init__(
        self,
        deck: int,
        masks: array[int],
        weights: array[int],
        known: array[int],
        size: int,
        up: int,
        hidden: int,
        program: array[int],
        part: int,
        parts: int,
    ) -> None: ...
    def block(self, limit: int) -> tuple[array[int], array[int], array[int], array[int]] | None: ...
