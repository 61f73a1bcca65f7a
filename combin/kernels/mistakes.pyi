from array import array

def on_street(
    deck: int,
    boards: array[int],
    weights: array[int],
    often: array[int],
    line: bytearray,
    chosen: bytearray,
    best: bytearray,
    values: list[array[int]],
    sums: array[int],
    samples: array[int],
    uses: array[int],
) -> None: ...
def on_rows(
    met: array[int],
    field: int,
    line: bytearray,
    chosen: bytearray,
    best: bytearray,
    values: list[array[int]],
    begin: int,
    end: int,
    cases: array[int],
    losses: array[int],
    sums: array[int],
    uses: array[int],
) -> None: ...
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
    met: array[int],
    field: int,
    values: list[array[int]],
    begin: int,
    number: array[int],
    deals: int,
    sums: array[int],
) -> None: ...
def sets_on_rows(
    deck: int,
    boards: array[int],
    weights: array[int],
    before: array[int],
    often: array[int],
    cases: array[int],
    losses: array[int],
    sums: array[int],
    samples: array[int],
) -> None: ...
