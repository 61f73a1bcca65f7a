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

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from combin.families.count_up.drawer import Drawer
from combin.families.count_up.hands import NONE, Hands
from combin.families.count_up.house import ACE, House, Shoe, falling, without
from combin.families.count_up.player import DOUBLE, HIT, Against
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
class End:
    """A way in which a hand of a split ends.

    hand: the cards, of which `ways` orders come to this.
    stake: units on it.
    bust: the rank with which it has bust, None where it stands.
    """

    hand: int
    ways: int
    stake: int
    bust: int | None


class Split:
    """A pair against one card of the dealer's, split and played by the cards of each hand."""

    def __init__(
        self, hands: Hands, drawer: Drawer, house: House, shoe: Shoe, pair: int, act: Act
    ) -> None:
        """shoe: what was dealt from."""
        self._hands, self._drawer, self._house = hands, drawer, house
        self._pair, self._act = pair, act
        self._unseen = without(shoe, drawer.up, pair)  # beside a hand without a card
        self._left = without(self._unseen, pair)  # beside the pair
        self._one_card = pair == ACE and house.aces != "hit"
        self.most = 2 if pair == ACE and house.aces == "one-card" else house.hands
        first = hands.of(pair)
        others = [after for rank, after in enumerate(hands.after[first]) if rank != pair]
        self._ends = {
            False: self._played([hand for hand in others if hand != NONE]),
            True: self._played([hand for hand in (hands.of(pair, pair),) if hand != NONE]),
        }
        self.mean = self._mean()

    def _played(self, starts: list[int]) -> list[End]:
        """Return how hands of two cards end, by the cards alone."""
        ways = dict.fromkeys(starts, 1)
        ends = []
        for hand in range(min(starts, default=0), len(self._hands)):
            if hand not in ways:
                continue
            here = ways.pop(hand)
            action = HIT if self._hands.size[hand] == 1 else self._done(hand)
            if action not in (HIT, DOUBLE):
                ends.append(End(hand, here, 1, None))
                continue
            for rank, after in enumerate(self._hands.after[hand]):
                if after == NONE:
                    ends.append(End(hand, here, 2 if action == DOUBLE else 1, rank))
                elif action == DOUBLE:
                    ends.append(End(after, here, 2, None))
                else:
                    ways[after] = ways.get(after, 0) + here
        return ends

    def _done(self, hand: int) -> str:
        if self._one_card or self._hands.size[hand] == self._house.charlie:
            return "stand"
        return self._act(hand)

    def _mean(self) -> Mean:
        """Return the mean of all hands together."""
        unseen, pairs = sum(self._left), self._left[self._pair]
        mean = NOTHING
        at = {(2, 0): Fraction(1)}  # hands, those of them with a second card -> how likely
        while at:
            (hands, dealt), chance = at.popitem()
            again = hands - 2
            if hands == self.most:
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
        return before.plus(mean(pairs + 1, others - 1), -q).times(1 / (1 - q))

    def _sum(self, pairs: int, paired: bool) -> Mean:
        """Return the mean of a hand over the rounds in which its second card is a pair card, or is
        none, 0 in all others.
        """
        unseen = without(self._unseen, *[self._pair] * pairs)
        against = Against(self._hands, self._drawer, self._house, unseen)
        net = stake = 0
        standing = []
        for end in self._ends[paired]:
            left, orders = self._orders(against, end)
            if not orders:
                continue
            size = self._hands.size[end.hand] + (end.bust is not None)
            counted = against.scale[size]
            if self._house.looks:
                counted -= against.natural(left, size)
            stake += orders * end.stake * counted
            if end.bust is None:
                standing.append((end.hand, orders * end.stake, left))
            else:
                net += orders * end.stake * against.bust(left, size)
        for (hand, weight, _), law in zip(
            standing, self._drawer.laws([left for _, _, left in standing])
        ):
            net += weight * against.standing(hand, law)
        scale = falling(sum(unseen) - 1, against.deep - 1)  # that of a hand of one card
        return Mean(Fraction(net, scale), Fraction(stake, scale))

    def _orders(self, against: Against, end: End) -> tuple[Shoe, int]:
        """Return what is left of the shoe beside an end, and in how many orders it is dealt."""
        drawn = list(self._hands.cards[end.hand])
        if end.bust is not None:
            drawn[end.bust] += 1
        left = tuple(map(int.__sub__, against.unseen, drawn))
        drawn[self._pair] -= 1  # that with which the hand begins
        orders = end.ways
        for here, cards in zip(left, drawn):
            if here < 0:
                return left, 0
            for more in range(cards):
                orders *= here + cards - more
        return left, orders
