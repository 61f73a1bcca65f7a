from array import array

class Sweep:
    def __init__(
        self,
        deck: int,
        players: array[int],
        weights: array[int],
        known: array[int],
        opponents: array[int],
        mults: array[int],
        player_size: int,
        opponent_size: int,
        up: bool,
        program: array[int],
        part: int,
        parts: int,
    ) -> None: ...
    def block(self, limit: int) -> tuple[array[int], array[int], array[int], array[int]] | None: ...
