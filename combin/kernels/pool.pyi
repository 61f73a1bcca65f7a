from array import array

class Pool:
    found: array[int]
    def __init__(self, columns: int) -> None: ...
    def add(
        self,
        counts: array[int],
        known: array[int],
        times: array[int] | None = None,
        sets: array[int] | None = None,
    ) -> None: ...
