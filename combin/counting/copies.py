"""Hands of cards from several packs, in which the same card may stand twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from combin.ranking import SHAPES, HandRanking, pattern_of

ACE, BLACK = 12, (0, 3)  # the rank; the suits clubs and spades
SUITED = ("flush", "suited", "coloured", "royal")  # in the names of families that look at suits

Card = tuple[int, int]  # rank and suit


def looks_at_suits(ranking: HandRanking) -> bool:
    """Return whether the suits of cards make a difference."""
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


def _is(family: str, cards: Sequence[Card], times: list[int], top: int | None) -> bool:
    """Return whether cards are of a family.

    times: how often their ranks stand, most first.
    top: the highest rank of a straight of them all, None for no straight.
    """
    if family not in SHAPES:
        pattern = pattern_of(family)
        assert pattern, "other families have shapes"
        if not pattern.ranks:
            return len({suit for _, suit in cards}) == 1
        wanted = Counter(pattern.ranks)
        if not pattern.suited:
            return wanted <= Counter(rank for rank, _ in cards)
        suits = {suit for _, suit in cards}
        return any(wanted <= Counter(rank for rank, suit in cards if suit == one) for one in suits)
    flush = all(suit == cards[0][1] for _, suit in cards)
    match family:
        case "royal-flush" | "suited-ace-king-queen":
            return flush and top == ACE
        case "straight-flush":
            return flush and top is not None
        case "four-of-a-kind":
            return times[0] >= 4
        case "full-house":
            return times == [3, 2]
        case "flush":
            return flush
        case "straight":
            return top is not None
        case "suited-three-of-a-kind":
            return times[0] >= 3 and max(Counter(cards).values()) >= 3
        case "three-of-a-kind":
            return times[0] >= 3
        case "two-pair":
            return times[:2] == [2, 2]
        case "suited-pair":
            return times[0] >= 2 and max(Counter(cards).values()) >= 2
        case "coloured-pair":
            coloured = Counter((rank, suit in BLACK) for rank, suit in cards)
            return times[0] >= 2 and max(coloured.values()) >= 2
        case "pair":
            return times[0] >= 2
        case "high-card":
            return True
        case _:
            raise AssertionError(f"{family} is refused where several packs are dealt")
