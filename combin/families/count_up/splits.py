"""The value of a split pair: the mean of one hand, by the number of cards known to be gone.

All hands of a split are played alike, each by its own cards and the dealer's card; those on free
bets in a way of their own, and then the first hand, which is the first to get a card, has the
player's bet. As the cards of
a shoe may change places, what they come to is a sum over the hands of the mean of one, given that a
more pair cards and b other cards went to the others. With b cards unknown but for not being pair
cards, and q the chance that the next card is one,

    X(a, b - 1) = q X(a + 1, b - 1) + (1 - q) X(a, b)

which gives X(a, b) from the means of whole shoes, X(a, 0). A pair card as the second card of a hand
is split again as long as there may be more hands.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, groupby
from math import perm, prod
from operator import itemgetter, mul, sub
from typing import NamedTuple

from combin.families.count_up.drawer import COLUMNS, NATURAL_COLUMN, Cards, Drawer, scores_of
from combin.families.count_up.house import ACE, House, Pays, Shoe, without
from combin.families.count_up.lattice import NONE, Lattice
from combin.families.count_up.player import (
    DOUBLE,
    HIT,
    MIXED,
    RESCUE,
    STAND,
    SURRENDER,
    Against,
    columns_of,
    has_ended,
)
from combin.records import dataclass

Act = Callable[[int, int], str]  # a hand of a split, how often it is doubled -> what is done


@dataclass(frozen=True)
class Mean:
    """The mean over the rounds that count: all, or where the dealer looks, those without a natural.

    net: units won less units lost.
    stake: units wagered.
    """

    net: Fraction
    stake: Fraction

    def plus(self, other: Mean, times: Fraction | int = 1) -> Mean:
        return Mean(self.net + times * other.net, self.stake + times * other.stake)

    def times(self, factor: Fraction | int) -> Mean:
        return Mean(self.net * factor, self.stake * factor)


NOTHING = Mean(Fraction(0), Fraction(0))


# A hand that stands, or that is doubled: how many pair cards it has; whether its second card is
# one; its size; the column that it ties; in how many orders it is dealt, but for the pair cards;
# what is left of the shoe beside it; and the units on it. What is settled before the dealer draws
# has beside it what comes back for a unit, and whether a natural that comes later takes it.
End = tuple[int, bool, int, int, int, tuple[int, ...], int]


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


@lru_cache(maxsize=256)
def stood(ties: str, column: int, won: int, lost: int) -> tuple[Pays, ...]:
    """Return what a hand wins that stands, by the column of the dealer's.

    ties: as `scores_of` takes it. column: its own. won, lost: how many units it wins, or loses.
    """
    back = scores_of(ties, won, lost)[column * COLUMNS :][:COLUMNS]
    return tuple(((Fraction(one - lost), Fraction(1)),) for one in back)


@lru_cache(maxsize=32)
def always(net: int | Fraction) -> tuple[Pays, ...]:
    """Return what is won whatever the dealer has."""
    return (((Fraction(net), Fraction(1)),),) * COLUMNS


class Standing:
    """Hands of a split that stand with one proportion of what they win to what they lose."""

    def __init__(self, ends: list[End], scored: bytes) -> None:
        """scored: as `scores_of` returns it."""
        ends = sorted(ends, key=itemgetter(0, 1, 2))
        self._scored = scored
        self._weights = [
            (key, [end[4] * end[6] for end in group])
            for key, group in groupby(ends, itemgetter(0, 1, 2))
        ]
        self._columns = bytes(end[3] for end in ends)
        self._beside = array("i", chain.from_iterable(end[5] for end in ends))

    def back(self, against: Against, pair: int, pairs: int, orders: list[int]) -> dict[bool, int]:
        """Return what comes back to them, by whether the second card is a pair card.

        pairs: how many more pair cards are gone. orders: as `SplitPair` has them.
        """
        ranks = len(against.unseen)
        kept = [(key, weights) for key, weights in self._weights if key[0] <= len(orders)]
        many = sum(len(weights) for _, weights in kept)  # the first: those of fewest pair cards
        left = self._beside[: many * ranks]
        left[pair::ranks] = array("i", [one - pairs for one in left[pair::ranks]])
        scores = iter(against.drawer.scores(left, self._columns[:many], self._scored))
        back = {False: 0, True: 0}
        for (count, paired, size), weights in kept:
            won: int = sum(map(mul, weights, scores))
            back[paired] += won * against.tail[size] * orders[count - 1]
        return back


class SplitPair:
    """A pair against one card of the dealer's, split and played by the cards of each hand.

    drawer, house: the dealer, and the rules.
    pair: the rank. left: what is left of the shoe beside the pair.
    most: how many hands there may be.
    """

    def __init__(
        self,
        hands: Lattice,
        drawer: Drawer,
        house: House,
        shoe: Shoe,
        pair: int,
        act: Act,
        begun: int = 2,
        apart: int = 0,
        lost: int = 1,
    ) -> None:
        """shoe: what was dealt from. begun: how many hands there are at least. apart: how many of
        them have their second card, from no shoe here, and are left out. lost: how many units a
        hand loses, none on a free bet.
        """
        self._hands, self.drawer, self.house = hands, drawer, house
        self.pair, self._act, self._lost = pair, act, lost
        self._begun, self._apart = begun, apart
        self._unseen = without(shoe, *drawer.seen, pair)  # beside a hand without a card
        self.left = without(self._unseen, pair)
        self._ties = [columns_of(hands, house, doubled) for doubled in (False, True)]
        self._one_card = pair == ACE and house.aces != "hit"
        self.most = 2 if pair == ACE and house.aces == "one-card" else house.hands
        self._stand: list[End] = []
        self._mixed: list[End] = []
        self._doubled: list[End] = []
        self._settled: list[tuple[End, Fraction, bool]] = []
        self._ways: list[tuple[End, int, tuple[Pays, ...], int]] = []  # as `ends` tells them
        self._known: dict[tuple[bool, int, int], Mean] = {}
        self._sums: dict[int, dict[bool, Mean]] = {}
        for paired in (False, True):
            self._play(paired)
        self._standing = [
            Standing(ends, scores_of(house.ties, *stakes))
            for ends, stakes in ((self._stand, (1, lost)), (self._mixed, MIXED))
            if ends
        ]

    def _play(self, paired: bool) -> None:
        """Find how hands end whose second card is a pair card, or whose second card is none."""
        # hands of one size, how often they are doubled, what they lose -> orders
        ways: dict[tuple[int, int, int], int] = {}
        cards_of, after_of = self._hands.cards, self._hands.after
        for rank, hand in enumerate(after_of[self._hands.of(self.pair)]):
            if hand != NONE and (rank == self.pair) is paired and self._unseen[rank]:
                ways[hand, 0, self._lost] = 1 if paired else self._unseen[rank]
        while ways:
            further: dict[tuple[int, int, int], int] = {}
            for (hand, times, lost), here in ways.items():
                action, doublings, loses = self.done(hand, times), times, lost
                left = tuple(map(sub, self._unseen, cards_of[hand]))
                if action == DOUBLE:
                    doublings = times + 1
                    if not self.house.is_free(self._hands.hard[hand], self._hands.soft(hand)):
                        loses = lost + (1 << times)
                        end = self._end(hand, paired, here, left, times)
                        self._doubled.append(end)
                        self._ways.append((end, lost, always(-loses), NO_BONUS))
                elif action != HIT:
                    self._ended(
                        hand, times, action, self._end(hand, paired, here, left, times), lost
                    )
                    continue
                for rank, after in enumerate(after_of[hand]):
                    if after != NONE and left[rank]:
                        more = here if rank == self.pair else here * left[rank]
                        key = after, doublings, loses
                        further[key] = further.get(key, 0) + more
            ways = further

    @property
    def lost(self) -> int:
        """How many units a hand loses that is not doubled."""
        return self._lost

    @property
    def ends(self) -> Iterator[Ended]:
        """Yield how hands end, and what is done with them on the way."""
        for (_, paired, _, _, weight, left, _), before, nets, bonus in self._ways:
            cards = tuple(map(sub, self._unseen, left))
            got = without(cards, self.pair)
            others = without(cards, *[self.pair] * cards[self.pair])
            orders = weight // prod(map(perm, self._unseen, others))
            yield Ending(paired, before, nets, bonus), got, orders

    def _end(self, hand: int, paired: bool, weight: int, left: tuple[int, ...], times: int) -> End:
        hands = self._hands
        pairs = hands.cards[hand][self.pair]
        column = self._ties[times > 0][hand]
        return pairs, paired, hands.size[hand], column, weight, left, 1 << times

    def _ended(self, hand: int, times: int, action: str, end: End, lost: int) -> None:
        """Note how a hand ends that gets no card; lost: how many units it loses."""
        hands, units = self._hands, 1 << times
        bonus = self.house.bonus(hands.cards[hand], hands.total[hand], self.drawer.up, split=True)
        if bonus is not None and not times:
            self._settled.append((end, 1 + bonus.mean, False))
            place = self.house.bonuses.index(bonus)
            suited = place if len(bonus.pays) > 1 else NO_BONUS
            self._ways.append((end, lost, (bonus.pays,) * COLUMNS, suited))
            return
        if action in (SURRENDER, RESCUE):
            self._settled.append((end, Fraction(1, 2), action == SURRENDER))
            nets = always(-Fraction(units, 2))
            if action == SURRENDER:  # late: a natural that comes takes all of it
                nets = (*nets[:NATURAL_COLUMN], *always(-lost)[NATURAL_COLUMN:])
            self._ways.append((end, lost, nets, NO_BONUS))
            return
        self._ways.append((end, lost, stood(self.house.ties, end[3], units, lost), NO_BONUS))
        if lost == self._lost << times:
            self._stand.append(end)
        else:
            self._mixed.append((*end[:-1], 1))

    def done(self, hand: int, times: int = 0) -> str:
        """Return what is done with a hand that is not split again; times: how often it is
        doubled.
        """
        if self._one_card:
            return STAND
        if not times and has_ended(self._hands, self.house, self.drawer.up, hand, split=True):
            return STAND
        return self._act(hand, times)

    @cached_property
    def mean(self) -> Mean:
        """The mean of all hands together."""
        return self.beside(self)

    def beside(self, others: SplitPair) -> Mean:
        """Return the mean of all hands together; others: how all are played but the first."""
        most, begun, apart = self.most, self._begun, self._apart
        unseen, pairs = sum(self.left), self.left[self.pair]
        mean = NOTHING
        at = {(begun, 0): Fraction(1)}  # hands, those of them with a second card -> how likely
        while at:
            (hands, dealt), chance = at.popitem()
            again, waiting = hands - 2, hands - apart - dealt
            if hands == most or not waiting:
                if dealt:  # the first hand is among them
                    mean = mean.plus(self._other(again, dealt - 1), chance)
                    if dealt > 1:
                        mean = mean.plus(others._other(again, dealt - 1), chance * (dealt - 1))
                elif waiting:
                    mean = mean.plus(self._any(again, dealt), chance)
                rest = waiting if dealt else waiting - 1
                if rest > 0:
                    mean = mean.plus(others._any(again, dealt), chance * rest)
            else:
                q = Fraction(pairs - again, unseen - again - dealt)
                for after, share in (((hands + 1, dealt), q), ((hands, dealt + 1), 1 - q)):
                    if share:
                        at[after] = at.get(after, Fraction(0)) + chance * share
        return mean

    def _any(self, pairs: int, others: int) -> Mean:
        """Return the mean of a hand that gets any card; pairs, others: cards that are gone."""
        if not others:
            sums = self._sum(pairs)
            return sums[True].plus(sums[False])
        unseen = sum(self.left) - pairs - (others - 1)
        q = Fraction(self.left[self.pair] - pairs, unseen)
        return self._one_less(self._any, True, pairs, others, q)

    def _other(self, pairs: int, others: int) -> Mean:
        """Return the mean of a hand whose second card is no pair card."""
        unseen, left = sum(self.left) - pairs, self.left[self.pair] - pairs
        if not others:
            return self._sum(pairs)[False].times(Fraction(unseen, unseen - left))
        # its own second card is one of those that are known
        return self._one_less(self._other, False, pairs, others, Fraction(left, unseen - others))

    def _one_less(
        self,
        mean: Callable[[int, int], Mean],
        free: bool,
        pairs: int,
        others: int,
        q: Fraction,
    ) -> Mean:
        """Return X(a, b) from what is known of one card less; free: which of the two X it is."""
        key = free, pairs, others
        if key not in self._known:
            known = mean(pairs, others - 1)
            if q:
                more = mean(pairs + 1, others - 1)
                known = known.plus(more, -q).times(Fraction(1) / (1 - q))
            self._known[key] = known
        return self._known[key]

    def _sum(self, pairs: int) -> dict[bool, Mean]:
        """Return the means of a hand over the rounds in which its second card is a pair card, and
        over those in which it is none, 0 in all others; pairs: how many more are gone.
        """
        if pairs not in self._sums:
            unseen = without(self._unseen, *[self.pair] * pairs)
            against = Against(self._hands, self.drawer, self.house, unseen)
            stake, back = self._staked(against, pairs), self._back(against, pairs)
            self._sums[pairs] = {
                paired: Mean(
                    Fraction(back[paired] - stake[paired], against.scale[1]),
                    Fraction(stake[paired], against.scale[1]),
                )
                for paired in (False, True)
            }
        return self._sums[pairs]

    def _orders(self, pairs: int) -> list[int]:
        """Return in how many orders the pair cards of a hand are dealt, by their number, where so
        many more are gone; none for more than there are.
        """
        beside = self._unseen[self.pair] - pairs - 1
        return [perm(beside, more) for more in range(beside + 1)]

    def _back(self, against: Against, pairs: int) -> dict[bool, int]:
        """Return what comes back to hands: all that is staked and won, what is staked for a tie."""
        orders = self._orders(pairs)
        back = {False: 0, True: 0}
        for standing in self._standing:
            for paired, won in standing.back(against, self.pair, pairs, orders).items():
                back[paired] += won
        for (count, paired, size, _, weight, beside, units), share, beaten in self._settled:
            if count <= len(orders):
                unseen = without(beside, *[self.pair] * pairs)
                kept_back = against.counted(unseen, size)
                if beaten and not against.house.looks:
                    kept_back -= against.natural(unseen, size)
                whole = weight * units * orders[count - 1] * share.numerator * kept_back
                back[paired] += whole // share.denominator
        return back

    def _staked(self, against: Against, pairs: int) -> dict[bool, int]:
        """Return what of the player's is staked in the rounds that count: what he may lose."""
        staked = {False: 0, True: 0}
        for rank, count in enumerate(without(against.unseen, self.pair)):
            if count:
                left = without(against.unseen, self.pair, rank)
                staked[rank == self.pair] += self._lost * count * against.counted(left, 2)
        orders = self._orders(pairs)
        for count, paired, size, _, weight, left, units in self._doubled:
            if count <= len(orders):
                beside = without(left, *[self.pair] * pairs)
                orders_of = weight * units * orders[count - 1]
                staked[paired] += orders_of * against.counted(beside, size)
        return staked
