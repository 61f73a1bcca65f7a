"""The tags of a count, an integer for each rank, and their correlation with the effects of removal.

A card's tag is added to the running count when the card leaves the shoe: positive tags are of cards
whose removal helps the player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from combin.errors import CombinError, nearest, refuse
from combin.grouping import grouped

MOST_LEVEL = 5
Tags = dict[str, int]  # rank -> what the running count changes by


class NamedCount(NamedTuple):
    """A published count.

    tags: ranks -> tag, 0 for the others. parts: into how many parts the unit of tags is divided.
    pivot: of an unbalanced one, the running count that it reaches when all cards are dealt: it
        starts so far below as the tags of the shoe add up to.
    """

    title: str
    tags: dict[str, int]
    pivot: int | None = None
    parts: int = 1


COUNTS = {
    "canfield-expert": NamedCount("Canfield Expert", {"34567": 1, "9TJQK": -1}),
    "halves": NamedCount("Wong Halves", {"27": 1, "346": 2, "5": 3, "9": -1, "TJQKA": -2}, parts=2),
    "hi-lo": NamedCount("Hi-Lo", {"23456": 1, "TJQKA": -1}),
    "hi-opt-1": NamedCount("Hi-Opt I", {"3456": 1, "TJQK": -1}),
    "hi-opt-2": NamedCount("Hi-Opt II", {"2367": 1, "45": 2, "TJQK": -2}),
    "ko": NamedCount("Knock-Out", {"234567": 1, "TJQKA": -1}, 4),
    "mentor": NamedCount("Mentor", {"27": 1, "3456": 2, "9A": -1, "TJQK": -2}),
    "omega-2": NamedCount("Omega II", {"237": 1, "456": 2, "9": -1, "TJQK": -2}),
    "silver-fox": NamedCount("Silver Fox", {"234567": 1, "9TJQKA": -1}),
    "uston-apc": NamedCount("Uston APC", {"28": 1, "3467": 2, "5": 3, "9": -1, "TJQK": -3}),
    "zen": NamedCount("Zen", {"237": 1, "456": 2, "A": -1, "TJQK": -2}),
    "zen-unbalanced": NamedCount("Unbalanced Zen 2", {"27": 1, "3456": 2, "A": -1, "TJQK": -2}, 0),
}


def name_of_count(words: str) -> str:
    """Return the name of a published count as it is typed: ``Omega II``."""
    name = "-".join(words.lower().split()).replace("-ii", "-2")
    if name not in COUNTS:
        raise CombinError(
            f"--tags takes RANKS=NUMBER or the name of a count, not {words!r}"
            f"{nearest(name, COUNTS)}"
        )
    return name


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
    ones: those of all cards of the shoe add up to 0. Of equally good ones those that are the same
    for all ranks of one effect, then those of the lowest level.

    Raises CombinError where no tags follow the effects.
    """
    alike = alike_tags(effects, copies, level)
    found = _best([[rank] for rank in effects], effects, copies, level, alike)
    refuse(
        not found,
        f"no balanced tags from -{level} to {level} follow this bet: no rank that leaves the "
        "shoe changes it more than the others, or not by enough; give tags of your own",
    )
    return found


def alike_tags(effects: Mapping[str, Fraction], copies: Mapping[str, int], level: int) -> Tags:
    """Return the best of the tags that are the same for all ranks of one effect; none where no such
    tags are balanced and follow the effects.
    """
    groups = grouped((effect, rank) for rank, effect in effects.items())
    return _best(list(groups.values()), effects, copies, level, {})


def _best(
    groups: Sequence[Sequence[str]],
    effects: Mapping[str, Fraction],
    copies: Mapping[str, int],
    level: int,
    found: Tags,
) -> Tags:
    """Return the best tags that are the same in each group of ranks, or `found` where none are
    better. The best tags of a level bound the search of the next.
    """
    unit, cards = gcd(*copies.values()), sum(copies.values())
    mean = sum((copies[rank] * effect for rank, effect in effects.items()), Fraction(0)) / cards
    beyond = {rank: effect - mean for rank, effect in effects.items()}
    scale = lcm(*(effect.denominator for effect in beyond.values()))
    groups = sorted(groups, key=lambda group: -abs(beyond[group[0]]))
    sets = [
        (sum(copies[rank] for rank in group) // unit, int(beyond[group[0]] * scale))
        for group in groups
    ]
    for most in range(1, level + 1):
        tags = _better(sets, most, [found[group[0]] for group in groups] if found else [])
        by_rank = {rank: tag for tag, group in zip(tags, groups) for rank in group}
        found = {rank: by_rank[rank] for rank in effects} if tags else found
    return found


def _better(sets: Sequence[tuple[int, int]], level: int, found: Sequence[int]) -> tuple[int, ...]:
    """Return the best tags from -level to level of some sets of cards; none where none are better
    than those found.

    sets: the cards of each, and their effect beyond the mean.

    Balanced tags with the same sum of squares are as good as the sum of tag x effect is large. The
    largest one for each sum of tags and sum of squares is found set by set. Sets with the product p
    and the squares q are left out only where the others cannot make them better than those found:
    with the sum e of the squared effects of the others, no tags of these raise the square of the
    product over the squares above p^2 / q + e, or above e where p < 0 (Cauchy-Schwarz).
    """
    best = sum(cards * effect * tag for (cards, effect), tag in zip(sets, found))
    best_squares = sum(cards * tag * tag for (cards, _), tag in zip(sets, found)) or 1
    left = sum(cards for cards, _ in sets)
    ahead = sum(cards * effect * effect for cards, effect in sets)
    met: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, 0): (0, ())}
    for cards, effect in sets:
        left, ahead = left - cards, ahead - cards * effect * effect
        least = best * best - ahead * best_squares  # of p^2 / q, times the squares of the best
        further: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        for (total, squares), (product, tags) in met.items():
            for tag in range(-level, level + 1):
                sums = total + cards * tag, squares + cards * tag * tag
                raised = product + cards * effect * tag, (*tags, tag)
                can_balance = abs(sums[0]) <= left * level
                if can_balance and max(raised[0], 0) ** 2 * best_squares >= least * sums[1]:
                    further[sums] = max(raised, further.get(sums, raised))
        met = further
    balanced = [
        (Fraction(product**2, squares), -squares, tags)
        for (_, squares), (product, tags) in met.items()
        if product > 0 and product**2 * best_squares > best**2 * squares
    ]
    return max(balanced)[-1] if balanced else ()
