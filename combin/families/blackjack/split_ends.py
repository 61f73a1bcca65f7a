"""What a hand of a split wins that ends, by where the dealer ends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from operator import le
from typing import NamedTuple

from combin.families.blackjack.drawer import COLUMNS, NATURAL_COLUMN, Cards, scores_of
from combin.families.blackjack.house import Pays
from combin.families.blackjack.player import DOUBLE, STAND, SURRENDER
from combin.families.blackjack.split_play import BONUS, SplitEnd, SplitPlay
from combin.families.blackjack.splits import SplitPair

NO_BONUS = -1


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
    for end in split.play.ends:
        got = split.play.got(end.hand)
        doubled_free = end.action == DOUBLE and not end.more  # it still loses as much
        if not doubled_free and all(map(le, got, split.left)):
            yield _ending(split.play, end), got, end.paths


def _ending(play: SplitPlay, end: SplitEnd) -> Ending:
    units, lost = play.house.staked(end.times), end.lost
    if end.action == STAND:
        column = play.columns[end.times > 0][end.hand]
        return Ending(end.paired, lost, _stood(play.house.tying, column, units, lost))
    if end.action == DOUBLE:
        return Ending(end.paired, lost, always(-lost - end.more))
    if end.action == BONUS:
        bonus = play.actions.bonus(end.hand)
        assert bonus is not None, "the hand wins one"
        suited = play.house.bonuses.index(bonus) if len(bonus.pays) > 1 else NO_BONUS
        return Ending(end.paired, lost, (bonus.pays,) * COLUMNS, suited)
    nets = always(-Fraction(lost, 2))
    if end.action == SURRENDER:  # late: a natural that comes takes all of it
        nets = (*nets[:NATURAL_COLUMN], *always(-lost)[NATURAL_COLUMN:])
    return Ending(end.paired, lost, nets)


@lru_cache(maxsize=256)
def _stood(ties: str, column: int, won: int, lost: int) -> tuple[Pays, ...]:
    """Return what a hand wins that stands, by the column of the dealer's.

    ties: as `scores_of` takes it. column: its own. won, lost: how many units it wins, or loses.
    """
    back = scores_of(ties, won, lost)[column * COLUMNS :][:COLUMNS]
    return tuple(((Fraction(one - lost), Fraction(1)),) for one in back)


@lru_cache(maxsize=32)
def always(net: int | Fraction) -> tuple[Pays, ...]:
    """Return what is won whatever the dealer has."""
    return (((Fraction(net), Fraction(1)),),) * COLUMNS
