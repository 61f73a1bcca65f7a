from array import array

def links(
    deck: int,
    roles: int,
    states: array[int],
    parent_roles: int,
    parents: array[int],
    split: array[int],
    out: array[int],
) -> None: ...
