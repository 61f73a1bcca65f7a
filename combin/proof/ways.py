"""The reference program's reading of pai gow hands and house ways: tries every card the joker may
be, and compares every setting as the rules say.

It shares nothing with the engine but the words of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from combin.cards import JOKER, RANKS, SUITS, cards_of, mask_of, rank_of, suit_of
from combin.rules.ways import Way, WayRow

Value = tuple[int, ...]  # the family, the best being 9, then the ranks that are compared
Setting = tuple[Value, Value, int]  # what the high and the low hand are worth, the cards in front
ACE = RANKS.index("A")
WHEEL = {ACE, 0, 1, 2, 3}
STRAIGHT, FLUSH, STRAIGHT_FLUSH, FIVE_ACES = 4, 5, 8, 9
SHAPES = ([1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], None, None, [3, 2], [4, 1])
PACK = [16 * suit + rank for suit in range(len(SUITS)) for rank in range(len(RANKS))]


def high_value(cards: list[int], wheel_lowest: bool = False) -> Value:
    """Return the value of five cards; the joker is an ace, or it completes a straight, a flush or
    a straight flush.
    """
    natural = [card for card in cards if card != JOKER]
    if len(natural) == 5:
        return _natural(natural, wheel_lowest)
    completed = (_natural([*natural, card], wheel_lowest) for card in PACK if card not in natural)
    made = [value for value in completed if value[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH)]
    return max([_by_groups([*map(rank_of, natural), ACE]), *made])


def low_value(cards: Iterable[int]) -> Value:
    """Return the value of two cards; the joker is an ace."""
    ranks = sorted(map(_rank, cards), reverse=True)
    return (1, ranks[0]) if ranks[0] == ranks[1] else (0, *ranks)


def _rank(card: int) -> int:
    return ACE if card == JOKER else rank_of(card)


def _natural(cards: list[int], wheel_lowest: bool) -> Value:
    ranks = set(map(rank_of, cards))
    flush = len(set(map(suit_of, cards))) == 1
    if len(ranks) == 5 and (ranks == WHEEL or max(ranks) - min(ranks) == 4):
        # Among the tops of straights the wheel comes right behind the ace, or below a six.
        top = max(ranks) * 2
        if ranks == WHEEL:
            top = 2 * 3 if wheel_lowest else 2 * ACE - 1
        return (STRAIGHT_FLUSH if flush else STRAIGHT), top
    if flush:
        return (FLUSH, *sorted(ranks, reverse=True))
    return _by_groups([rank_of(card) for card in cards])


def _by_groups(ranks: list[int]) -> Value:
    """Return the value of five cards by the ranks that are equal."""
    groups = sorted(((times, rank) for rank, times in Counter(ranks).items()), reverse=True)
    shape = [times for times, _ in groups]
    return (FIVE_ACES if shape == [5] else SHAPES.index(shape), *(rank for _, rank in groups))


def is_foul(high: Value, low: Value) -> bool:
    """Return True if a low hand outranks a high hand; where the cards compared are equal it does
    not, having fewer.
    """
    return high[: len(low)] < low


def settings(cards: int, wheel_lowest: bool = False) -> Iterator[Setting]:
    """Yield every way to part seven cards, the fouls too."""
    for front in combinations(cards_of(cards), 2):
        behind = [card for card in cards_of(cards) if card not in front]
        yield high_value(behind, wheel_lowest), low_value(front), mask_of(front)


def unsurpassed(cards: int, wheel_lowest: bool = False) -> list[int]:
    """Return the fronts of the settings, no fouls, to which no other is equal or nowhere worse; of
    equal ones the first.
    """
    fronts: dict[tuple[Value, Value], int] = {}
    for high, low, front in settings(cards, wheel_lowest):
        if not is_foul(high, low):
            fronts.setdefault((high, low), front)
    return [
        front
        for own, front in fronts.items()
        if not any(other != own and other[0] >= own[0] and other[1] >= own[1] for other in fronts)
    ]


def set_by(way: Way, cards: int, wheel_lowest: bool = False) -> Setting | None:
    """Return the setting of seven cards by a way, None where no row of it sets them."""
    every = list(settings(cards, wheel_lowest))
    # (how many, rank) of each rank that stands several times, and the other ranks.
    counted = Counter(map(_rank, cards_of(cards)))
    groups = sorted(((times, rank) for rank, times in counted.items() if times > 1), reverse=True)
    singles = sorted((rank for rank in counted if counted[rank] == 1), reverse=True)
    for row in way.rows:
        if not _is_for(row, groups, singles):
            continue
        allowed = [
            setting
            for setting in every
            if any(_puts(front, setting, groups, singles) for front in row.front)
        ]
        if allowed:
            made = "made" in row.front or "first-pair-made" in row.front
            return max(allowed, key=lambda setting: _preference(setting, made))
    return None


def _is_for(row: WayRow, groups: list[tuple[int, int]], singles: list[int]) -> bool:
    asked = (*zip(row.ranks, (rank for _, rank in groups)), *zip(row.singles, singles))
    return (
        row.groups == tuple(times for times, _ in groups)
        and sum(map(bool, row.singles)) <= len(singles)
        and all(not text or RANKS[rank] in text for text, rank in asked)
    )


def _puts(front: str, setting: Setting, groups: list[tuple[int, int]], singles: list[int]) -> bool:
    """Return True if a setting puts in front what a row says."""
    high, _, cards = setting
    ranks = sorted(map(_rank, cards_of(cards)), reverse=True)
    made = high[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH)
    pairs = [[rank, rank] for _, rank in groups]
    return {
        "made": made,
        "first-pair": ranks in pairs[:1],
        "first-pair-made": ranks in pairs[:1] and made,
        "second-pair": ranks in pairs[1:2],
        "singles": ranks == singles[:2],
        "next-singles": ranks == singles[1:3],
        "first-and-single": sorted(ranks) == sorted([rank for _, rank in groups[:1]] + singles[:1]),
    }[front]


def _preference(setting: Setting, may_be_made: bool) -> tuple[Value, bool, Value]:
    """Return the sort key by which a way takes a setting of those that a row allows."""
    high, low, cards = setting
    made = may_be_made and high[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH)
    return low, made or bool(cards >> JOKER), high
