from array import array

Bytes = array[int] | bytearray

def lose(
    best: array[int],
    value: array[int],
    ways: array[int],
    cell: array[int],
    step: int,
    place: int,
    sums: array[int],
) -> None: ...
def total(
    deals: array[int], ways: array[int], cell: array[int], step: int, place: int, sums: array[int]
) -> None: ...
def kinds(
    line: Bytes, chosen: Bytes, best: Bytes, ways: array[int], actions: int, cell: array[int]
) -> None: ...

class Sets:
    def __init__(
        self,
        states: array[int],
        roles: int,
        ways: array[int],
        deals: array[int],
        best: array[int],
        chosen: Bytes,
        cell: array[int],
    ) -> None: ...

def err(
    sets: Sets, value: array[int], action: int, sums: array[int], where: array[int]
) -> None: ...
