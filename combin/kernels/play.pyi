from array import array

Bytes = bytes | bytearray

def seen(masks: array[int], zones: int, roles: array[int], states: array[int]) -> None: ...

class ActionTable:
    def __init__(self, deck: int, sizes: array[int]) -> None: ...
    def add(self, states: array[int]) -> None: ...
    def find(
        self, states: array[int], nodes: array[int], live: Bytes, places: array[int]
    ) -> None: ...

def act(
    choice: Bytes | array[int],
    places: array[int],
    node: int,
    children: array[int],
    nodes: array[int],
) -> int: ...
