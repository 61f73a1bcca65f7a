"""Hands of cards from several packs, in which the same card may stand twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from combin.ranking import SHAPES, HandRanking, pattern_of

ACE, BLACK = 12, (0, 3)  # the rank; the suits clubs and spades
SUITED = ("flush", "suited", "coloured", "royal")  # in the names of families that look at suits

Card = tuple[int, int]  # rank and suit


def looks_at_suits(ranking: HandRanking) -> bool:
    """Return True if the suits of cards make a difference."""
    return any(word in family for family in ranking.families for word in SUITED)


@lru_cache(maxsize=1 << 16)
def strength(ranking: HandRanking, cards: tuple[Card, ...]) -> int:
    """Return the strength of just as many cards as make a hand."""
    held = Counter(rank for rank, _ in cards)
    ranks = sorted(held.elements(), key=lambda rank: (held[rank], rank), reverse=True)
    times = sorted(held.values(), reverse=True)
    run = frozenset(ranks) if len(held) == len(ranks) else None
    top = ranking.straights(len(ranks)).get(run) if run else None
    family = next(family for family in ranking.families if _is(family, cards, times, top))
    if family not in SHAPES:
        pattern = pattern_of(family)
        return ranking.strength(family, *(set(pattern.ranks if pattern else ()) or set(ranks)))
    if top is not None and "straight" in family:
        return ranking.strength(family, top)
    return ranking.strength(family, *dict.fromkeys(ranks))


def _one_suit(cards: Sequence[Card]) -> bool:
    return len({suit for _, suit in cards}) == 1


def _most_alike(cards: Iterable[object]) -> int:
    return max(Counter(cards).values())


# Family that is no pattern -> whether cards are of it, by how often their ranks stand, the most
# first, and the highest rank of a straight; others are refused where several packs are dealt.
SHAPED: dict[str, Callable[[Sequence[Card], list[int], int | None], bool]] = {
    "royal-flush": lambda cards, times, top: top == ACE and _one_suit(cards),
    "suited-ace-king-queen": lambda cards, times, top: top == ACE and _one_suit(cards),
    "straight-flush": lambda cards, times, top: top is not None and _one_suit(cards),
    "four-of-a-kind": lambda cards, times, top: times[0] >= 4,
    "full-house": lambda cards, times, top: times == [3, 2],
    "flush": lambda cards, times, top: _one_suit(cards),
    "straight": lambda cards, times, top: top is not None,
    "suited-three-of-a-kind": lambda cards, times, top: _most_alike(cards) >= 3,
    "three-of-a-kind": lambda cards, times, top: times[0] >= 3,
    "two-pair": lambda cards, times, top: times[:2] == [2, 2],
    "suited-pair": lambda cards, times, top: _most_alike(cards) >= 2,
    "coloured-pair": lambda cards, times, top: (
        _most_alike((rank, suit in BLACK) for rank, suit in cards) >= 2
    ),
    "pair": lambda cards, times, top: times[0] >= 2,
    "high-card": lambda cards, times, top: True,
}


def _is(family: str, cards: Sequence[Card], times: list[int], top: int | None) -> bool:
    """Return True if cards are of a family.

    times: how often their ranks stand, most first.
    top: the highest rank of a straight of them all, None for no straight.
    """
    if family not in SHAPES:
        pattern = pattern_of(family)
        assert pattern, "other families have shapes"
        if not pattern.ranks:
            return _one_suit(cards)
        wanted = Counter(pattern.ranks)
        if not pattern.suited:
            return wanted <= Counter(rank for rank, _ in cards)
        suits = {suit for _, suit in cards}
        return any(wanted <= Counter(rank for rank, suit in cards if suit == one) for one in suits)
    return SHAPED[family](cards, times, top)
