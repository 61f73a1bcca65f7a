from array import array

Choices = bytearray | array[int]

def holdings(
    deck: int, size: int, program: array[int], final: bytearray, held: array[int]
) -> None: ...
def sums(columns: int, held: array[int], pays: array[int], sum: array[int]) -> None: ...

class HoldCounts:
    def __init__(
        self, deck: int, size: int, columns: int, final: bytearray, held: array[int]
    ) -> None: ...
    def values(
        self,
        states: array[int],
        weights: array[int],
        sum: array[int],
        pays: array[int],
        times: array[int],
        value: array[int],
    ) -> None: ...
    def counts(self, states: array[int], times: int, hold: int, count: array[int]) -> None: ...
    def happen(
        self,
        states: array[int],
        weights: array[int],
        ways: array[int],
        times: int,
        hold: int,
        choice: Choices,
        action: int,
        tally: array[int],
    ) -> None: ...
