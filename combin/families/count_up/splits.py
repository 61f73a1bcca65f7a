"""What a pair is worth that is split: the mean of one hand, by how many cards are known to be gone.

All hands of a split are played alike, each by its own cards and the dealer's card. As the cards of
a shoe may change places, what they come to is a sum over the hands of the mean of one, given that a
more pair cards and b other cards went to the others. With b cards unknown but for not being pair
cards, and q the chance that the next card is one,

    X(a, b - 1) = q X(a + 1, b - 1) + (1 - q) X(a, b)

which gives X(a, b) from the means of whole shoes, X(a, 0). A pair card as the second card of a hand
is split again as long as there may be more hands.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from math import perm

from combin.families.count_up.drawer import Drawer
from combin.families.count_up.hands import NONE, Hands
from combin.families.count_up.house import ACE, House, Shoe, without
from combin.families.count_up.player import DOUBLE, HIT, STAND, Against
from combin.records import dataclass

Act = Callable[[int], str]  # a hand of a split -> what is done with it


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


@dataclass(frozen=True)
class Ends:
    """The ways in which hands of a split stand, or what they are when they are doubled.

    hands: the hands.
    weights: in how many orders each is dealt, but for the pair cards, times the units on it.
    pairs: how many pair cards each has.
    left: how many cards of each rank are left beside each, hand after hand.
    """

    hands: list[int]
    weights: list[int]
    pairs: list[int]
    left: array[int]


class Split:
    """A pair against one card of the dealer's, split and played by the cards of each hand.

    mean: that of all hands together.
    """

    def __init__(
        self, hands: Hands, drawer: Drawer, house: House, shoe: Shoe, pair: int, act: Act
    ) -> None:
        """shoe: what was dealt from."""
        self._hands, self._drawer, self._house = hands, drawer, house
        self._pair, self._act = pair, act
        self._unseen = without(shoe, drawer.up, pair)  # beside a hand without a card
        self._left = without(self._unseen, pair)  # beside the pair
        self._one_card = pair == ACE and house.aces != "hit"
        most = 2 if pair == ACE and house.aces == "one-card" else house.hands
        first = hands.of(pair)
        others = [after for rank, after in enumerate(hands.after[first]) if rank != pair]
        self._ends = {
            False: self._played([hand for hand in others if hand != NONE]),
            True: self._played([hand for hand in (hands.of(pair, pair),) if hand != NONE]),
        }
        self.mean = self._mean(most)

    def _played(self, starts: list[int]) -> tuple[Ends, Ends]:
        """Return how hands of two cards end: those that stand, and those that are doubled."""
        stand, doubled = Ends([], [], [], array("i")), Ends([], [], [], array("i"))
        ways: dict[int, int] = {}
        for rank, hand in enumerate(self._hands.after[self._hands.of(self._pair)]):
            if hand in starts:
                ways[hand] = 1 if rank == self._pair else self._unseen[rank]
        waiting = sorted(ways)
        while waiting:
            hand = heappop(waiting)
            here, action = ways[hand], self._done(hand)
            left = list(map(int.__sub__, self._unseen, self._hands.cards[hand]))
            if action not in (HIT, DOUBLE):
                self._end(stand, hand, here, left)
                continue
            if action == DOUBLE:
                self._end(doubled, hand, here, left)
            for rank, after in enumerate(self._hands.after[hand]):
                if after == NONE:
                    continue
                more = here if rank == self._pair else here * left[rank]
                if not more:
                    continue
                if action == DOUBLE:
                    beside = left[:]
                    beside[rank] -= 1
                    self._end(stand, after, 2 * more, beside)
                elif after in ways:
                    ways[after] += more
                else:
                    ways[after] = more
                    heappush(waiting, after)
        return stand, doubled

    def _end(self, ends: Ends, hand: int, weight: int, left: list[int]) -> None:
        if weight and left[self._pair] >= 0:
            ends.hands.append(hand)
            ends.weights.append(weight)
            ends.pairs.append(self._hands.cards[hand][self._pair])
            ends.left.extend(left)

    def _done(self, hand: int) -> str:
        if self._one_card or self._hands.size[hand] == self._house.charlie:
            return STAND
        return self._act(hand)

    def _mean(self, most: int) -> Mean:
        """Return the mean of all hands together; most: how many there may be."""
        unseen, pairs = sum(self._left), self._left[self._pair]
        mean = NOTHING
        at = {(2, 0): Fraction(1)}  # hands, those of them with a second card -> how likely
        while at:
            (hands, dealt), chance = at.popitem()
            again = hands - 2
            if hands == most:
                if dealt:
                    mean = mean.plus(self._other(again, dealt - 1), chance * dealt)
                mean = mean.plus(self._any(again, dealt), chance * (hands - dealt))
            elif dealt == hands:
                mean = mean.plus(self._other(again, dealt - 1), chance * dealt)
            else:
                q = Fraction(pairs - again, unseen - again - dealt)
                for after, share in (((hands + 1, dealt), q), ((hands, dealt + 1), 1 - q)):
                    if share:
                        at[after] = at.get(after, Fraction(0)) + chance * share
        return mean

    @cache  # noqa: B019
    def _any(self, pairs: int, others: int) -> Mean:
        """Return the mean of a hand that gets any card; pairs, others: cards that are gone."""
        if not others:
            paired, rest = self._sum(pairs, True), self._sum(pairs, False)
            return paired.plus(rest)
        unseen = sum(self._left) - pairs - (others - 1)
        q = Fraction(self._left[self._pair] - pairs, unseen)
        return self._one_less(self._any, pairs, others, q)

    @cache  # noqa: B019
    def _other(self, pairs: int, others: int) -> Mean:
        """Return the mean of a hand whose second card is no pair card."""
        unseen, left = sum(self._left) - pairs, self._left[self._pair] - pairs
        if not others:
            return self._sum(pairs, False).times(Fraction(unseen, unseen - left))
        # its own second card is one of those that are known
        return self._one_less(self._other, pairs, others, Fraction(left, unseen - others))

    def _one_less(
        self, mean: Callable[[int, int], Mean], pairs: int, others: int, q: Fraction
    ) -> Mean:
        before = mean(pairs, others - 1)
        if not q:
            return before
        return before.plus(mean(pairs + 1, others - 1), -q).times(Fraction(1) / (1 - q))

    def _sum(self, pairs: int, paired: bool) -> Mean:
        """Return the mean of a hand over the rounds in which its second card is a pair card, or is
        none, 0 in all others. A unit that is lost is worth nothing, one that comes back one more.
        """
        unseen = without(self._unseen, *[self._pair] * pairs)
        against = Against(self._hands, self._drawer, self._house, unseen)
        size = self._hands.size
        stand, doubled = (self._dealt(ends, pairs) for ends in self._ends[paired])
        column = bytes(map(self._hands.column.__getitem__, stand.hands))
        back = 0
        for hand, weight, score in zip(
            stand.hands, stand.weights, self._drawer.scores(stand.left, column)
        ):
            back += weight * score * against.tail[size[hand]]
        stake = self._begun(against, paired)
        for place, (hand, weight) in enumerate(zip(doubled.hands, doubled.weights)):
            left = tuple(doubled.left[len(unseen) * place : len(unseen) * (place + 1)])
            stake += weight * against.counted(left, size[hand])
        scale = against.scale[1]
        return Mean(Fraction(back - stake, scale), Fraction(stake, scale))

    def _begun(self, against: Against, paired: bool) -> int:
        """Return how often a round counts and the second card is one of those asked for."""
        begun = 0
        for rank, count in enumerate(without(against.unseen, self._pair)):
            if count and (rank == self._pair) is paired:
                left = without(against.unseen, self._pair, rank)
                begun += count * against.counted(left, 2)
        return begun

    def _dealt(self, ends: Ends, pairs: int) -> Ends:
        """Return ways in which hands end where so many pair cards more are gone."""
        ranks, there = len(self._unseen), self._unseen[self._pair] - pairs
        orders = [perm(there - 1, more) for more in range(max(there, 1))]  # beside the first
        kept = [place for place, count in enumerate(ends.pairs) if count <= there]
        left = ends.left[:]
        left[self._pair :: ranks] = array("i", [here - pairs for here in left[self._pair :: ranks]])
        if len(kept) < len(ends.pairs):
            left = array("i", [n for at in kept for n in left[ranks * at : ranks * (at + 1)]])
        return Ends(
            [ends.hands[at] for at in kept],
            [ends.weights[at] * orders[ends.pairs[at] - 1] for at in kept],
            [ends.pairs[at] for at in kept],
            left,
        )
