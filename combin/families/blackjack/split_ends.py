"""What a hand of a split wins that ends, by where the dealer ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from operator import le
from typing import NamedTuple

from combin.families.blackjack.drawer import COLUMNS, Cards
from combin.families.blackjack.house import Pays
from combin.families.blackjack.splits import SplitPair
from combin.families.blackjack.tables import ENDS, NO_BONUS


class Ending(NamedTuple):
    """How a hand of a split ends, or what is done with it on the way.

    paired: whether its second card is a pair card.
    before: how many units it would lose without that.
    nets: by the column of the dealer's, what it wins, and how likely; doubled it may win more by
        what comes.
    bonus: the place of the bonus of which the suits say what it wins; NO_BONUS of all others.
    """

    paired: bool
    before: int
    nets: tuple[Pays, ...]
    bonus: int = NO_BONUS


Ended = tuple[Ending, Cards, int]  # the cards that the hand got, and in how many orders


def endings(split: SplitPair) -> Iterator[Ended]:
    """Yield how hands end that can be dealt, and what is done with them on the way."""
    play, stages = split.play, split.play.tables.stages
    for hand, paired, stage, act, paths in play.ends:
        got, before = play.got(hand), stages[stage].lost
        if act.into != ENDS:
            ending = Ending(paired, before, always(-stages[act.into].lost))
        else:
            end = play.tables.ends[act.end]
            ending = Ending(paired, before, end.nets, end.bonus)
        if ending.nets != always(-before) and all(map(le, got, split.left)):
            yield ending, got, paths


@lru_cache(maxsize=32)
def always(net: int | Fraction) -> tuple[Pays, ...]:
    """Return what is won whatever the dealer has."""
    return (((Fraction(net), Fraction(1)),),) * COLUMNS


@lru_cache(maxsize=4)
def second_cards(most: int) -> Mapping[tuple[int, int], int]:
    """Return how many hands a pair becomes that may become so many, and how many of them have a
    second card known to be no pair card -> in how many orders of these cards.
    """
    found: Counter[tuple[int, int]] = Counter()
    at = Counter({(2, 0): 1})
    while at:
        (hands, dealt), orders = at.popitem()
        if hands == most or dealt == hands:
            found[hands, dealt] += orders
        else:
            at[hands + 1, dealt] += orders
            at[hands, dealt + 1] += orders
    return found
