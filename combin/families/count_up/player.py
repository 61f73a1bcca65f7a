"""What the player's hands are worth against one card of the dealer's, hand by hand and action by
action.

The value of a hand of h cards is kept times falling(n, K - h), n being the cards unseen, so that of
a hand that is hit is the sum over the ranks of (cards of the rank) x (value with it): integers, and
no division. Where the dealer looks for a natural, what is kept is the mean of the payoff over the
rounds without one: cards are drawn from all that are unseen, his hole card among them, and the
chance of the natural is taken off at the end.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from operator import mul, sub

from combin.families.count_up.drawer import Drawer, scores_of
from combin.families.count_up.house import ACE, LIMIT, TEN, House, Shoe, falling
from combin.families.count_up.lattice import Lattice

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"

# What is seen of the dealer's -> the card that makes it a natural.
_OTHER: dict[tuple[int, ...], int] = {(ACE,): TEN, (TEN,): ACE}
MIXED = 2, 1  # units won and lost where one of two bets is free
BEYOND = 2  # cards after those of a hand that are asked about: a bust card, and a natural's


class Against:
    """The dealer's cards that are seen, those that a hand may get, and how a hand is settled.

    unseen: the cards unseen by a player without a card.
    deep: K.
    scale: of each number of cards of a hand, falling(n, K - h).
    tail: of each number of cards, what takes the scale of the dealer's law to that of the hand.
    """

    def __init__(self, hands: Lattice, drawer: Drawer, house: House, unseen: Shoe) -> None:
        self.hands, self.drawer, self.house, self.unseen = hands, drawer, house, unseen
        deep = self.deep = hands.longest + max(drawer.deepest, BEYOND)
        self.scale = _scales(sum(unseen), deep, hands.longest + 1 + BEYOND)
        more = deep - drawer.deepest
        self.tail = _scales(sum(unseen) - drawer.deepest, more, hands.longest + 1)
        self.other = _OTHER.get(drawer.seen)

    def left(self, hand: int) -> Shoe | None:
        """Return the cards unseen beside a hand, None where it cannot be dealt."""
        left = tuple(map(sub, self.unseen, self.hands.cards[hand]))
        return None if min(left) < 0 else left

    def natural(self, left: Shoe, size: int) -> int:
        """Return the chance of a dealer's natural, scaled as a hand of this size is."""
        return 0 if self.other is None else left[self.other] * self.scale[size + 1]

    def counted(self, left: Shoe, size: int) -> int:
        """Return the chance that a round counts, scaled as a hand of this size is."""
        return self.scale[size] - (self.natural(left, size) if self.house.looks else 0)


def _scales(cards: int, factors: int, sizes: int) -> list[int]:
    """Return falling(cards - size, factors - size) of each size, the least of them 0."""
    scale = [falling(cards - sizes + 1, factors - sizes + 1)]
    for size in range(sizes - 2, -1, -1):
        scale.append(scale[-1] * max(cards - size, 1))
    return scale[::-1]


class Values(Against):
    """Every hand against one up card, what each action is worth and what is done.

    lost: how many units a hand loses: none where it lies on a free bet.
    lefts: hand that can be dealt -> the cards unseen.
    stand, hit, double: of each hand, what it is worth, scaled; double of two cards alone.
    hits: of each hand, whether it is hit.
    value: of each hand, what it is worth as it is played.
    """

    def __init__(
        self,
        hands: Lattice,
        drawer: Drawer,
        house: House,
        unseen: Shoe,
        within: Sequence[int] | None = None,
        lost: int = 1,
    ) -> None:
        """within: only these hands, the smallest first, and with one all that it leads to."""
        super().__init__(hands, drawer, house, unseen)
        self.lost = lost
        asked = range(1, len(hands)) if within is None else within
        self.lefts = {hand: left for hand in asked if (left := self.left(hand)) is not None}
        # one more, 0, for the hand that there is not
        self.stand, self.hit = [0] * (len(hands) + 1), [0] * len(hands)
        self.value = [0] * (len(hands) + 1)
        self.double: dict[int, int] = {}
        self.hits = bytearray(len(hands))
        self._stands(self.stand, self.lefts, 1, lost)
        # where the second bet is won and lost in another proportion, hands of three cards alone
        self._mixed: list[int] = []
        if house.free_doubles or not lost:
            self._mixed = [0] * (len(hands) + 1)
            three = {hand: left for hand, left in self.lefts.items() if hands.size[hand] == 3}
            self._stands(self._mixed, three, *MIXED)
        self.play()

    def _stands(self, stand: list[int], lefts: Mapping[int, Shoe], won: int, lost: int) -> None:
        """Find what hands are worth that stand with `won` units to be won and `lost` to be lost."""
        scores = self.drawer.scores(
            array("i", chain.from_iterable(lefts.values())),
            bytes(map(self.hands.column.__getitem__, lefts)),
            scores_of(self.house.ties, won, lost),
        )
        for (hand, left), score in zip(lefts.items(), scores):
            size = self.hands.size[hand]
            stand[hand] = score * self.tail[size] - lost * self.counted(left, size)

    def play(self, hits: Sequence[int] | None = None) -> None:
        """Find what every hand is worth as it is played; hits: where to draw, the best if None."""
        ends = self.house.charlie
        for hand in reversed(self.lefts):
            stood = self.value[hand] = self.stand[hand]
            if self.hands.size[hand] == ends:
                continue
            drawn = self.hit[hand] = self._drawn(hand, self.value, self.lost)
            self.hits[hand] = drawn > stood if hits is None else hits[hand]
            if self.hits[hand]:
                self.value[hand] = drawn
        for hand in self.hands.first_two:
            if hand in self.lefts and self.may_double(hand):
                self.double[hand] = self._doubled(hand)

    def _doubled(self, hand: int) -> int:
        """Return what two cards are worth that are doubled."""
        lost = self.doubled_lost(hand)
        if lost == 2 * self.lost:
            return 2 * self._drawn(hand, self.stand, self.lost)
        return self._drawn(hand, self._mixed, lost)

    def doubled_lost(self, hand: int) -> int:
        """Return how many units two cards lose that are doubled."""
        return self.house.doubled(self.lost, self.hands.hard[hand], self.hands.soft(hand))

    def may_double(self, hand: int) -> bool:
        return self.house.may_double(self.hands.hard[hand], self.hands.soft(hand))

    def ended(self, hand: int) -> bool:
        """Return whether a hand has won by its number of cards."""
        return self.hands.size[hand] == self.house.charlie

    def surrendered(self, hand: int) -> int:
        """Return twice what two cards are worth that are given up for half the bet."""
        size = self.hands.size[hand]
        natural, every = self.natural(self.lefts[hand], size), self.scale[size]
        lost = every if self.house.surrender == "early" else every + natural
        return 2 * natural - lost if self.house.looks else -lost

    def _drawn(self, hand: int, values: Sequence[int], lost: int) -> int:
        """Return what a hand is worth that gets a card; lost: how many units, if it busts."""
        left, size = self.lefts[hand], self.hands.size[hand]
        # where there is no such hand, the value is the last, 0
        total: int = sum(map(mul, left, map(values.__getitem__, self.hands.after[hand])))
        safe = LIMIT - self.hands.hard[hand]  # ranks with which it does not bust
        if safe < len(left) and lost:
            bust = sum(left[safe:])
            total -= lost * bust * self.scale[size + 1]
            if self.other is not None and self.house.looks:
                naturals = (bust - (self.other >= safe)) * left[self.other]
                total += lost * naturals * self.scale[size + 2]
        return total

    def mean(self, hand: int, value: int) -> Fraction:
        """Return a scaled value of a hand as the mean that it stands for."""
        return Fraction(value, self.scale[self.hands.size[hand]])

    def chance_of_natural(self, hand: int) -> Fraction:
        return self.mean(hand, self.natural(self.lefts[hand], self.hands.size[hand]))

    def goes_on(self, hand: int, doubles: bool) -> str:
        """Return the best action of a hand that is neither split nor given up; doubles: whether two
        cards may be doubled.
        """
        best = max(self.stand[hand], self.hit[hand])
        if doubles and hand in self.double and self.double[hand] > best:
            return DOUBLE
        return HIT if self.hit[hand] > self.stand[hand] else STAND
