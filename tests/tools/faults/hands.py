"""Cards and hands in plain Python: two letters a card, a hand's strength a tuple."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
VALUE = {card: RANKS.index(card[0]) for card in DECK}
ACE, KING, QUEEN, JACK, TEN = 12, 11, 10, 9, 8

Strength = tuple[int, ...]  # the category, then what decides between two of it

POKER = (
    "high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind",
    "straight-flush",
)  # fmt: skip
THREE = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")


def straight(values: Iterable[int], size: int = 5, wheel: bool = True) -> int | None:
    """Return the highest rank of a straight; an ace may stand below the deuce."""
    there = {*values}
    for top in range(ACE, size - 2, -1):
        if there >= {*range(top - size + 1, top + 1)}:
            return top
    return size - 2 if wheel and there >= {ACE, *range(size - 1)} else None


def by_count(cards: Iterable[str]) -> list[int]:
    """Return the ranks of some cards, the most frequent first, then the highest."""
    counts = Counter(VALUE[card] for card in cards)
    return sorted(counts, key=lambda value: (counts[value], value), reverse=True)


def poker(cards: list[str], wheel: bool = True) -> Strength:
    """Return the best five of five to seven cards."""
    counts = Counter(VALUE[card] for card in cards)
    ranks = by_count(cards)
    suit, many = Counter(card[1] for card in cards).most_common(1)[0]
    suited: list[int] = []
    if many >= 5:
        suited = sorted((VALUE[card] for card in cards if card[1] == suit), reverse=True)
        top = straight(suited, wheel=wheel)
        if top is not None:
            return 8, top
    first = counts[ranks[0]]
    second = [value for value in ranks[1:] if counts[value] >= 2]
    alone = sorted(counts, reverse=True)
    if first == 4:
        return 7, ranks[0], next(value for value in alone if value != ranks[0])
    if first == 3 and second:
        return 6, ranks[0], max(second)
    if suited:
        return 5, *suited[:5]
    top = straight(counts, wheel=wheel)
    if top is not None:
        return 4, top
    if first == 3:
        return 3, ranks[0], *[value for value in alone if value != ranks[0]][:2]
    if first == 2 and second:
        pairs = ranks[0], second[0]
        return 2, *pairs, next(value for value in alone if value not in pairs)
    if first == 2:
        return 1, ranks[0], *[value for value in alone if value != ranks[0]][:3]
    return 0, *alone[:5]


def poker_line(strength: Strength) -> str:
    return "royal-flush" if strength == (8, ACE) else POKER[strength[0]]


def three(cards: list[str], wheel: bool = True) -> Strength:
    """Return the strength of three cards, by the order of three-card games."""
    ranks = by_count(cards)
    suited = len({card[1] for card in cards}) == 1
    top = straight(ranks, 3, wheel) if len(ranks) == 3 else None
    if suited and top is not None:
        return 5, top
    if len(ranks) == 1:
        return 4, *ranks
    if top is not None:
        return 3, top
    return (2 if suited else 1 if len(ranks) == 2 else 0), *ranks


def points(cards: Iterable[str]) -> int:
    """Return the points of a hand of baccarat."""
    return (
        sum(0 if card[0] in "TJQK" else 1 if card[0] == "A" else int(card[0]) for card in cards)
        % 10
    )


def total(cards: Iterable[str]) -> tuple[int, bool]:
    """Return the total of a hand of blackjack, and whether an ace counts eleven."""
    ranks = [card[0] for card in cards]
    hard = sum(10 if rank in "TJQK" else 1 if rank == "A" else int(rank) for rank in ranks)
    soft = "A" in ranks and hard <= 11
    return hard + 10 * soft, soft
