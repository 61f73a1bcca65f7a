from array import array

def columns(
    deck: int, roles: int, states: array[int], program: array[int], deals: array[int]
) -> None: ...
