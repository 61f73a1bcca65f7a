from array import array

def lose_on_street(
    deck: int,
    boards: array[int],
    weights: array[int],
    often: array[int],
    values: list[array[int]],
    number: array[int],
    deals: int,
    sums: array[int],
) -> None: ...
def lose_on_rows(
    met: memoryview,
    field: int,
    values: list[array[int]],
    begin: int,
    number: array[int],
    deals: int,
    sums: array[int],
) -> None: ...
