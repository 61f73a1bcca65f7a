from array import array

def states(
    deck: int, sizes: array[int], given: array[int], joker_role: int
) -> tuple[array[int], array[int]]: ...
def census(
    deck: int,
    sizes: array[int],
    joker_role: int,
    program: array[int],
    counts: array[int],
    part: int,
    parts: int,
) -> None: ...
def relabelled(deck: int, state: array[int]) -> None: ...
def menus(deck: int, cards: int, program: array[int]) -> list[int]: ...
