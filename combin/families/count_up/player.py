"""What the player's hands are worth against one card of the dealer's, hand by hand and action by
action.

The value of a hand of h cards is kept times falling(n, K - h), n being the cards unseen, so that of
a hand that is hit is the sum over the ranks of (cards of the rank) x (value with it): integers, and
no division. Where the dealer looks for a natural, what is kept is the mean of the payoff over the
rounds without one: cards are drawn from all that are unseen, his hole card among them, and the
chance of the natural is taken off at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from combin.families.count_up.drawer import BUST, NATURAL_COLUMN, STANDS, Drawer, column_of
from combin.families.count_up.hands import NONE, Hands
from combin.families.count_up.house import ACE, TEN, House, Shoe, falling

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"
Law = tuple[int, ...]

_OTHER = {ACE: TEN, TEN: ACE}  # up card -> the card that makes it a natural


class Against:
    """The dealer's up card, the cards that a hand may get, and how a hand is settled.

    unseen: the cards unseen by a player without a card.
    scale: of each number of cards seen beside, falling(n, K - h).
    """

    def __init__(self, hands: Hands, drawer: Drawer, house: House, unseen: Shoe) -> None:
        self.hands, self.drawer, self.house, self.unseen = hands, drawer, house, unseen
        self.cards = sum(unseen)
        self.deep = hands.longest + drawer.deepest  # K
        self.scale = [
            falling(self.cards - size, self.deep - size) for size in range(hands.longest + 2)
        ]
        self._other = _OTHER.get(drawer.up)
        # from the scale of a dealer's law to that of the hand
        self._tail = [
            falling(self.cards - size - drawer.deepest, self.deep - size - drawer.deepest)
            for size in range(hands.longest + 1)
        ]

    def left(self, hand: int) -> Shoe | None:
        """Return the cards unseen beside a hand, None where it cannot be dealt."""
        left = tuple(map(int.__sub__, self.unseen, self.hands.cards[hand]))
        return None if min(left) < 0 else left

    def natural(self, left: Shoe, size: int) -> int:
        """Return the chance of a dealer's natural, scaled as a hand of this size is."""
        if self._other is None:
            return 0
        return left[self._other] * falling(self.cards - size - 1, self.deep - size - 1)

    def bust(self, left: Shoe, size: int) -> int:
        """Return what a hand of this size that has bust is worth; left: the cards unseen."""
        lost = self.scale[size]
        return self.natural(left, size) - lost if self.house.looks else -lost

    def standing(self, hand: int, law: Law) -> int:
        """Return what a hand is worth that stands; law: the dealer's."""
        won = self.won(hand, law)
        lost = sum(law[:NATURAL_COLUMN]) - won - self.tied(hand, law)
        if not self.house.looks:
            lost += law[NATURAL_COLUMN]
        return (won - lost) * self._tail[self.hands.size[hand]]

    def won(self, hand: int, law: Law) -> int:
        """Return how often a hand that stands beats the dealer's."""
        if self.hands.size[hand] == self.house.charlie:
            return sum(law[:NATURAL_COLUMN])
        total = self.hands.total[hand]
        return law[BUST] + (sum(law[1 : column_of(total)]) if total > STANDS else 0)

    def tied(self, hand: int, law: Law) -> int:
        """Return how often a hand that stands ties the dealer's."""
        if self.hands.size[hand] == self.house.charlie or self.hands.total[hand] < STANDS:
            return 0
        return law[column_of(self.hands.total[hand])]


class Values(Against):
    """Every hand against one up card, what each action is worth and what is done.

    laws: of each hand, the dealer's law, None where it cannot be dealt.
    stand, hit, double: of each hand, what it is worth, scaled; double of two cards alone.
    value: of each hand, what it is worth as it is played.
    """

    def __init__(
        self,
        hands: Hands,
        drawer: Drawer,
        house: House,
        unseen: Shoe,
        within: Sequence[int] | None = None,
    ) -> None:
        """within: only these hands, in ascending order, all that one of them leads to among them."""
        super().__init__(hands, drawer, house, unseen)
        self.within = range(1, len(hands)) if within is None else within
        lefts = {hand: left for hand in self.within if (left := self.left(hand)) is not None}
        self.laws: list[Law | None] = [None] * len(hands)
        for hand, law in zip(lefts, drawer.laws(list(lefts.values()))):
            self.laws[hand] = law
        self.stand, self.hit = [0] * len(hands), [0] * len(hands)
        self.value, self.double = [0] * len(hands), {}
        self.hits = bytearray(len(hands))
        self.lefts = lefts
        for hand in reversed(lefts):
            law = self.laws[hand]
            assert law is not None
            self.stand[hand] = self.standing(hand, law)
        self.play()

    def play(self, hits: Sequence[int] | None = None) -> None:
        """Find what every hand is worth as it is played; hits: where to draw, the best if None."""
        for hand in reversed(self.lefts):
            self.hit[hand] = drawn = self._drawn(hand, self.value)
            self.hits[hand] = drawn > self.stand[hand] if hits is None else hits[hand]
            if self.hands.size[hand] == self.house.charlie:
                self.hits[hand] = 0
            self.value[hand] = drawn if self.hits[hand] else self.stand[hand]
        for hand in self.hands.first_two:
            if hand in self.lefts and self.may_double(hand):
                self.double[hand] = 2 * self._drawn(hand, self.stand)

    def may_double(self, hand: int) -> bool:
        return self.house.may_double(self.hands.hard[hand], self.hands.soft(hand))

    def _drawn(self, hand: int, values: Sequence[int]) -> int:
        """Return what a hand is worth that gets a card."""
        total, left, size = 0, self.lefts[hand], self.hands.size[hand]
        bust_cards, bust_naturals = 0, 0
        for rank, after in enumerate(self.hands.after[hand]):
            count = left[rank]
            if after != NONE:
                if count:
                    total += count * values[after]
            elif count:
                bust_cards += count
                if rank == self._other:
                    bust_naturals += count * (count - 1)
                elif self._other is not None:
                    bust_naturals += count * left[self._other]
        if bust_cards:
            total -= bust_cards * self.scale[size + 1]
            if bust_naturals and self.house.looks:
                total += bust_naturals * falling(self.cards - size - 2, self.deep - size - 2)
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
