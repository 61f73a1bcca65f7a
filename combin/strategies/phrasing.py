"""How hard a list is to remember, and the easier words that say the same."""

from __future__ import annotations

from collections.abc import Sequence

from combin.strategies.vocabulary import (
    ABOVE_UP,
    FULL_HOUSE,
    JOKER,
    MATCHES,
    MOST,
    POCKET,
    POINTS,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRAIGHT_FLUSH_TIGHT,
    STRAIGHT_TIGHT,
    STRENGTH,
    SUITED,
    UP,
    UP_RANK,
    UP_SUITED,
    WAGERED,
    Condition,
)

LINE = 2  # what one more line is worth in words
FRIENDLY = 2  # up to which a condition is one that published lists use
_HARD = {
    STRENGTH: 1,
    SUITED: 1,
    STRAIGHT: 1,
    STRAIGHT_FLUSH: 1,
    ROYAL: 1,
    FULL_HOUSE: 1,
    POCKET: 1,
    STRAIGHT_TIGHT: 2,
    STRAIGHT_FLUSH_TIGHT: 2,
    POINTS: 2,
    JOKER: 1,
    UP: 1,
    MATCHES: 1,
    UP_SUITED: 2,
    ABOVE_UP: 3,
    UP_RANK: 3,
    UP_RANK + 1: 4,
    WAGERED: 3,
}
_ALIKE = (UP, MATCHES, JOKER, POCKET)  # traits whose opposite is as easy to see
_FEW_TO_ROYAL, _IN_SO_MANY_WAYS, _IT_IS_NOT_SO, _FEWER = 2, 4, 3, 2


def hardness(condition: Condition) -> int:
    """Return how hard a condition is to remember: 1 for a hand's name, more for counts, for
    kickers, for what is not so.
    """
    trait, phrase = condition.trait, condition.phrase
    hard = _HARD.get(trait, 2)
    hard += _IN_SO_MANY_WAYS * phrase.endswith(" ways")
    hard += _FEW_TO_ROYAL * (trait == ROYAL and "three" not in phrase and "four" not in phrase)
    hard += (phrase.count("-") + 1) // 2 * (trait == STRENGTH and "ace-king " not in phrase)
    if phrase.startswith("not ") and trait != SUITED:
        return hard + _IT_IS_NOT_SO
    return hard + _FEWER * (
        condition.high != MOST and trait not in _ALIKE and "inside" not in phrase
    )


def burden(lines: Sequence[Sequence[Condition]]) -> int:
    """Return how hard a list is to remember, by the conditions of its lines."""
    return sum(LINE + sum(map(hardness, conditions)) for conditions in lines)


def easiest(
    sets: Sequence[int], hard: Sequence[int], inside: int, outside: int, most: int
) -> tuple[int, ...] | None:
    """Return the easiest conjunction of one to three conditions that holds all of `inside` and
    nothing of `outside`.

    sets: the cells of each condition, as bits. hard: how hard each is. Returns None where none is
        easier than `most`.
    """
    fit = sorted((hard[i], i) for i in range(len(sets)) if not inside & ~sets[i] and hard[i] < most)
    left = [(cost, i, sets[i] & outside) for cost, i in fit]
    found: tuple[int, ...] | None = None
    for place, (cost, i, held) in enumerate(left):
        if cost >= most:
            break
        if not held:
            return (i,)
        for after, (second, j, more) in enumerate(left[place + 1 :], place + 1):
            if cost + second >= most:
                break
            both = held & more
            if not both:
                most, found = cost + second, (i, j)
                break
            for third, k, last in left[after + 1 :]:
                if cost + second + third >= most:
                    break
                if not both & last:
                    most, found = cost + second + third, (i, j, k)
                    break
    return found
