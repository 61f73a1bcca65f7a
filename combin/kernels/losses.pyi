from array import array

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
