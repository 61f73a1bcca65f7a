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
    """Return the tags from -level to level with the highest betting correlation of all balanced
    ones: those of all cards of the shoe add up to 0. Of equally good ones, those in which ranks of
    one effect have one tag, then those with the smallest squares.

    Raises CombinError where no tags follow the effects.
    """
    best = _best([[rank] for rank in effects], effects, copies, level)
    if best is None:
        raise CombinError(
            f"no balanced tags from -{level} to {level} follow this bet: no rank that leaves the "
            "shoe changes it more than the others, or not by enough; give tags of your own"
        )
    alike = alike_tags(effects, copies, level)
    if alike and correlation(alike, effects, copies) == correlation(best, effects, copies):
        return alike
    return best


def alike_tags(
    effects: Mapping[str, Fraction], copies: Mapping[str, int], level: int
) -> Tags | None:
    """Return the best balanced tags in which all ranks of one effect have one tag, which are easier
    to learn; None where there are none.
    """
    alike: dict[Fraction, list[str]] = {}
    for rank, effect in effects.items():
        alike.setdefault(effect, []).append(rank)
    return _best(list(alike.values()), effects, copies, level)


def _best(
    groups: Sequence[Sequence[str]],
    effects: Mapping[str, Fraction],
    copies: Mapping[str, int],
    level: int,
) -> Tags | None:
    """Return the best balanced tags that are the same in each group of ranks.

    Balanced tags with the same sum of squares are as good as the sum of tag x effect is large: the
    largest one for each sum of tags and sum of squares is found group by group, and none is left
    out. The tags are then read off backwards.
    """
    scale = lcm(*(effect.denominator for effect in effects.values()))
    unit = gcd(*copies.values())
    steps = []  # of each group: tag -> what it adds to the sums, and to tag x effect
    for group in groups:
        cards = sum(copies[rank] for rank in group) // unit
        worth = int(effects[group[0]] * scale) * cards
        steps.append(
            {
                tag: ((cards * tag, cards * tag * tag), worth * tag)
                for tag in range(level, -level - 1, -1)
            }
        )
    reached = [{(0, 0): 0}]
    for step in steps:
        largest: dict[tuple[int, int], int] = {}
        for (total, squares), product in reached[-1].items():
            for (more, square), gain in step.values():
                sums = total + more, squares + square
                if sums not in largest or product + gain > largest[sums]:
                    largest[sums] = product + gain
        reached.append(largest)
    balanced = [
        (Fraction(product**2, squares), -squares)
        for (total, squares), product in reached[-1].items()
        if total == 0 and product > 0
    ]
    if not balanced:
        return None
    total, squares = 0, -max(balanced)[-1]
    found: Tags = {}
    for group, step, largest, before in reversed(list(zip(groups, steps, reached[1:], reached))):
        product = largest[total, squares]
        for tag, ((more, square), gain) in step.items():
            if before.get((total - more, squares - square)) == product - gain:
                total, squares = total - more, squares - square
                found |= dict.fromkeys(group, tag)
                break
    return {rank: found[rank] for rank in effects}
