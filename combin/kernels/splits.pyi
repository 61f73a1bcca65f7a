from array import array

def settings(
    hand: int, wheel_lowest: bool, high: array[int], low: array[int], front: bytearray
) -> int: ...
def by_way(
    hands: array[int],
    way: array[int],
    wheel_lowest: bool,
    front: bytearray,
    rule: bytearray,
) -> int: ...
def of_fronts(
    hands: array[int] | memoryview,
    front: bytearray | memoryview,
    wheel_lowest: bool,
    high: array[int] | memoryview,
    low: array[int] | memoryview,
) -> int: ...
def of_ranks(ranks: int, suits: int, cards: int, found: array[int]) -> int: ...
def examples(counts: array[int], suited: array[int], hands: array[int]) -> None: ...
def candidates(
    counts: array[int],
    suited: array[int],
    wheel_lowest: bool,
    first: array[int],
    high: array[int],
    low: array[int],
) -> None: ...
def digits(counts: array[int], found: array[int]) -> None: ...
def by_ranks(
    suits: int,
    dealer_high: array[int],
    dealer_low: array[int],
    dealer_digits: array[int],
    counts: array[int],
    first: array[int],
    high: array[int],
    low: array[int],
    sign: int,
    row: memoryview,
) -> None: ...
def slots_by_suit(
    counts: array[int],
    slot_class: array[int],
    slot_suit: array[int],
    begin: array[int],
    slots: array[int],
) -> None: ...
def rows_by_suit(
    first: array[int], slot_class: array[int], slots: array[int], slot_row: array[int]
) -> None: ...
def places(levels: array[int], high: array[int], place: array[int]) -> None: ...
def by_suit(
    suits: int,
    words: array[int],
    counts: array[int],
    first: array[int],
    place: array[int],
    low: array[int],
    slot_class: array[int],
    slot_row: array[int],
    begin: array[int],
    slots: array[int],
    start: int,
    end: int,
    base: int,
    row: memoryview,
) -> None: ...
def slots(
    counts: array[int], suited: array[int], suits: int, first: array[int], suit: array[int]
) -> None: ...
def numbers(
    counts: array[int],
    suited: array[int],
    suits: int,
    slot_first: array[int],
    hands: array[int],
    met: array[int],
) -> None: ...
def add_up(
    of: array[int],
    begin: array[int],
    times: array[int],
    items: array[int],
    base: int,
    first: array[int],
    kind: bytearray,
    row: memoryview,
    total: memoryview,
) -> None: ...
def every(
    counts: array[int],
    suited: array[int],
    suits: int,
    first: array[int],
    row: memoryview,
    slot_first: array[int],
    slot_row: array[int],
    slot_rows: memoryview,
    only: array[int],
    total: array[int],
) -> None: ...
def taken(
    counts: array[int],
    suited: array[int],
    suits: int,
    first: array[int],
    row: memoryview,
    slot_first: array[int],
    slot_row: array[int],
    slot_rows: memoryview,
    pays: array[int],
    total: array[int],
    ties: array[int],
) -> None: ...
def listed(
    counts: array[int],
    suited: array[int],
    lanes: bytes,
    first: array[int],
    row: memoryview,
    slot_first: array[int],
    slot_row: array[int],
    slot_rows: memoryview,
    pays: array[int],
    rest: int,
    times: array[int],
    of: array[int],
    hands: array[int],
    best: bytearray,
    value: array[int],
) -> int: ...
def of_classes(given: bytes | bytearray, of: array[int], found: bytearray) -> None: ...
def of_settings(
    given: array[int],
    first: array[int],
    of: array[int],
    setting: bytearray | array[int],
    found: array[int],
) -> None: ...
