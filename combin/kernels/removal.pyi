from array import array

class Hands:
    def __init__(self, masks: array[int], weights: array[int], size: int) -> None: ...

class StrengthSweep:
    def __init__(
        self,
        deck: int,
        player: Hands,
        opponent: Hands,
        known: array[int],
        up: bool,
        program: array[int],
        part: int,
        parts: int,
    ) -> None: ...
    def block(self, limit: int) -> tuple[array[int], array[int], array[int], array[int]] | None: ...
