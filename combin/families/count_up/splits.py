"""What a pair is worth that is split: the mean of one hand, by how many cards are known to be gone.

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
from collections.abc import Callable
from fractions import Fraction
from heapq import heappop, heappush
from itertools import chain, groupby
from math import perm
from operator import itemgetter, mul, sub

from combin.families.count_up.drawer import Drawer, scores_of
from combin.families.count_up.house import ACE, House, Shoe, without
from combin.families.count_up.lattice import NONE, Lattice
from combin.families.count_up.player import DOUBLE, HIT, MIXED, STAND, Against
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


# A hand that stands, or that is doubled: how many pair cards it has; whether its second card is
# one; its size; the column that it ties; in how many orders it is dealt, but for the pair cards,
# times the units on it; and what is left of the shoe beside it.
End = tuple[int, bool, int, int, int, tuple[int, ...]]


class Standing:
    """Hands of a split that stand with one proportion of what they win to what they lose."""

    def __init__(self, ends: list[End], scored: bytes) -> None:
        """scored: as `scores_of` returns it."""
        ends = sorted(ends, key=itemgetter(0, 1, 2))
        self._scored = scored
        self._weights = [
            (key, [end[4] for end in group]) for key, group in groupby(ends, itemgetter(0, 1, 2))
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
    """A pair against one card of the dealer's, split and played by the cards of each hand."""

    def __init__(
        self,
        hands: Lattice,
        drawer: Drawer,
        house: House,
        shoe: Shoe,
        pair: int,
        act: Act,
        lost: int = 1,
    ) -> None:
        """shoe: what was dealt from. lost: how many units a hand loses, none on a free bet."""
        self._hands, self._drawer, self._house, self._lost = hands, drawer, house, lost
        self._pair, self._act = pair, act
        self._unseen = without(shoe, *drawer.seen, pair)  # beside a hand without a card
        self._left = without(self._unseen, pair)  # beside the pair
        self._one_card = pair == ACE and house.aces != "hit"
        self._most = 2 if pair == ACE and house.aces == "one-card" else house.hands
        self._stand: list[End] = []
        self._mixed: list[End] = []
        self._doubled: list[End] = []
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
        ways: dict[int, int] = {}
        for rank, hand in enumerate(self._hands.after[self._hands.of(self._pair)]):
            if hand != NONE and (rank == self._pair) is paired and self._unseen[rank]:
                ways[hand] = 1 if paired else self._unseen[rank]
        waiting = sorted(ways)
        while waiting:
            hand = heappop(waiting)
            here, action = ways[hand], self._done(hand)
            left = tuple(map(sub, self._unseen, self._hands.cards[hand]))
            if action not in (HIT, DOUBLE):
                self._stand.append(self._end(hand, paired, here, left))
                continue
            lost = self._house.doubled(self._lost, self._hands.hard[hand], self._hands.soft(hand))
            if action == DOUBLE and lost > self._lost:
                self._doubled.append(self._end(hand, paired, here, left))
            for rank, after in enumerate(self._hands.after[hand]):
                more = here if rank == self._pair else here * left[rank]
                if after == NONE or not more or not left[rank]:
                    continue
                if action == DOUBLE and lost == 2 * self._lost:
                    self._stand.append(self._end(after, paired, 2 * more, without(left, rank)))
                elif action == DOUBLE:
                    self._mixed.append(self._end(after, paired, more, without(left, rank)))
                elif after in ways:
                    ways[after] += more
                else:
                    ways[after] = more
                    heappush(waiting, after)

    def _end(self, hand: int, paired: bool, weight: int, left: tuple[int, ...]) -> End:
        hands = self._hands
        pairs = hands.cards[hand][self._pair]
        return pairs, paired, hands.size[hand], hands.column[hand], weight, left

    def _done(self, hand: int) -> str:
        if self._one_card or self._hands.size[hand] == self._house.charlie:
            return STAND
        return self._act(hand)

    def mean(self, others: SplitPair | None = None) -> Mean:
        """Return the mean of all hands together; others: all but the first, if not as this."""
        others, most = others or self, self._most
        unseen, pairs = sum(self._left), self._left[self._pair]
        mean = NOTHING
        at = {(2, 0): Fraction(1)}  # hands, those of them with a second card -> how likely
        while at:
            (hands, dealt), chance = at.popitem()
            again = hands - 2
            if hands == most or dealt == hands:
                if dealt:  # the first hand is among them
                    mean = mean.plus(self._other(again, dealt - 1), chance)
                    if dealt > 1:
                        mean = mean.plus(others._other(again, dealt - 1), chance * (dealt - 1))
                else:
                    mean = mean.plus(self._any(again, dealt), chance)
                rest = hands - max(dealt, 1)
                if rest:
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
        unseen = sum(self._left) - pairs - (others - 1)
        q = Fraction(self._left[self._pair] - pairs, unseen)
        return self._one_less(self._any, True, pairs, others, q)

    def _other(self, pairs: int, others: int) -> Mean:
        """Return the mean of a hand whose second card is no pair card."""
        unseen, left = sum(self._left) - pairs, self._left[self._pair] - pairs
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
            unseen = without(self._unseen, *[self._pair] * pairs)
            against = Against(self._hands, self._drawer, self._house, unseen)
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
        beside = self._unseen[self._pair] - pairs - 1
        return [perm(beside, more) for more in range(beside + 1)]

    def _back(self, against: Against, pairs: int) -> dict[bool, int]:
        """Return what comes back to hands: all that is staked and won, what is staked for a tie."""
        back = {False: 0, True: 0}
        for standing in self._standing:
            for paired, won in standing.back(
                against, self._pair, pairs, self._orders(pairs)
            ).items():
                back[paired] += won
        return back

    def _staked(self, against: Against, pairs: int) -> dict[bool, int]:
        """Return what of the player's is staked in the rounds that count: what he may lose."""
        staked = {False: 0, True: 0}
        for rank, count in enumerate(without(against.unseen, self._pair)):
            if count:
                left = without(against.unseen, self._pair, rank)
                staked[rank == self._pair] += self._lost * count * against.counted(left, 2)
        orders = self._orders(pairs)
        for count, paired, size, _, weight, left in self._doubled:
            if count <= len(orders):
                beside = without(left, *[self._pair] * pairs)
                staked[paired] += weight * orders[count - 1] * against.counted(beside, size)
        return staked
