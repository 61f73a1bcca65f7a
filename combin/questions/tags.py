"""The tags of a count, an integer for each rank, and their correlation with the effects of removal.

A card's tag is added to the running count when the card leaves the shoe: positive tags are of cards
whose removal helps the player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm

from combin.errors import CombinError

MOST_LEVEL = 5
Tags = dict[str, int]  # rank -> what the running count changes by


def correlation(
    tags: Mapping[str, int], effects: Mapping[str, Fraction], copies: Mapping[str, int]
) -> tuple[int, Fraction]:
    """Return the sign and the square of the betting correlation: that of tags and effects of
    removal over the cards of a shoe.
    """
    followed, of_tags, of_effects = (
        _covariance(one, other, copies)
        for one, other in ((tags, effects), (tags, tags), (effects, effects))
    )
    sign = (followed > 0) - (followed < 0)
    spread = of_tags * of_effects
    return sign, followed**2 / spread if spread else Fraction(0)


def _covariance(
    one: Mapping[str, Fraction | int],
    other: Mapping[str, Fraction | int],
    copies: Mapping[str, int],
) -> Fraction:
    """Return the covariance of two numbers of a rank, over the cards of a shoe."""
    cards = sum(copies.values())
    product, first, second = (
        Fraction(sum(number * value(rank) for rank, number in copies.items()), cards)
        for value in (lambda rank: one[rank] * other[rank], one.__getitem__, other.__getitem__)
    )
    return product - first * second


def best_tags(effects: Mapping[str, Fraction], copies: Mapping[str, int], level: int) -> Tags:
    """Return the tags from -level to level with the highest betting correlation, among balanced
    ones: those of all cards of the shoe add up to 0. Ranks with the same effect have the same tag,
    unless no such tags are balanced. Of equally good ones those with the smallest squares.

    Raises CombinError where no tags follow the effects.
    """
    alike: dict[Fraction, list[str]] = {}
    for rank, effect in effects.items():
        alike.setdefault(effect, []).append(rank)
    found = _best(list(alike.values()), effects, copies, level)
    found = found or _best([[rank] for rank in effects], effects, copies, level)
    if not found:
        raise CombinError(
            f"no balanced tags from -{level} to {level} follow this bet: no rank that leaves the "
            "shoe changes it more than the others, or not by enough; give tags of your own"
        )
    return {rank: found[rank] for rank in effects}


def _best(
    groups: Sequence[Sequence[str]],
    effects: Mapping[str, Fraction],
    copies: Mapping[str, int],
    level: int,
) -> Tags:
    """Return the best tags that are the same in each group of ranks; none where there are none.

    Balanced tags with the same sum of squares are as good as the sum of tag x effect is large. The
    largest one for each sum of tags and sum of squares is found group by group: none is left out.
    """
    scale = lcm(*(effect.denominator for effect in effects.values()))
    unit = gcd(*copies.values())
    met: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, 0): (0, ())}
    for group in groups:
        cards = sum(copies[rank] for rank in group) // unit
        worth = int(effects[group[0]] * scale) * cards
        further: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        for (total, squares), (product, tags) in met.items():
            for tag in range(-level, level + 1):
                sums = total + cards * tag, squares + cards * tag * tag
                found = product + worth * tag, (*tags, tag)
                if sums not in further or found > further[sums]:
                    further[sums] = found
        met = further
    balanced = [
        (Fraction(product**2, squares), -squares, tags)
        for (total, squares), (product, tags) in met.items()
        if total == 0 and product > 0
    ]
    chosen = max(balanced)[-1] if balanced else ()
    return {rank: tag for tag, group in zip(chosen, groups) for rank in group}
