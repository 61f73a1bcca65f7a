from array import array

def states(deck: int, sizes: array[int], given: array[int], joker_role: int) -> tuple[array[int], array[int]]: ...
def census(
    deck: int, sizes: array[int], joker_role: int, program: array[int], counts: array[int], part: int, parts: int
) -> None: ...
def count(
    deck: int,
    roles: int,
    states: array[int],
    weights: array[int],
    hidden: array[int],
    program: array[int],
    counts: array[int],
) -> None: ...
def columns(roles: int, states: array[int], program: array[int], out: array[int]) -> None: ...
def relabelled(deck: int, state: array[int]) -> None: ...
def menus(deck: int, cards: int, program: array[int]) -> list[int]: ...
def links(
    deck: int,
    roles: int,
    states: array[int],
    parent_roles: int,
    parents: array[int],
    split: array[int],
    out: array[int],
) -> None: ...
