"""Optimal play of split hands with full memory: two hands, the first played to its end before the
second gets a card.

The second hand is played as is best for the cards that are gone when it begins; what the first one
came to changes nothing of it but that. So what is still to come when the first hand ends with the
cards G is a number of G alone, V(G), and the first hand is played for the sum of its own result
and V(G). That its result is settled after the second hand has drawn changes no mean: those cards
are as any others that are unseen. Both are best plays on the lattice of hands, in whole numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from fractions import Fraction
from operator import sub

from combin.errors import refuse
from combin.families.blackjack.drawer import COLUMNS, Cards, Drawer
from combin.families.blackjack.house import LIMIT, RANKS, VALUES, House, Shoe, falling, without
from combin.families.blackjack.lattice import NONE, Lattice
from combin.families.blackjack.player import DOUBLE, HIT, STAND, WORD, Against, Values, words_of
from combin.families.blackjack.splits import Mean
from combin.families.blackjack.tables import tables_of
from combin.grouping import grouped
from combin.kernels import unions as kernel
from combin.records import dataclass

FULL = "full-memory"
MOST_HANDS = 2
BUDGET = LIMIT + VALUES[-1] + LIMIT  # what a hand that has bust and another count at most
ENDED, DOUBLES, NO_SECOND = 1, 2, 255  # of a hand, as the kernel reads them


@dataclass(frozen=True)
class Worth:
    """What hands come to, scaled.

    net: units won less units lost. stake: units wagered.
    """

    net: int
    stake: int

    def plus(self, other: Worth, times: int = 1) -> Worth:
        return Worth(self.net + times * other.net, self.stake + times * other.stake)


NOTHING = Worth(0, 0)


def verify_hands(house: House) -> None:
    """Raise CombinError where a pair may become more hands than this model is solved for."""
    refuse(
        house.turns.pairs.hands > MOST_HANDS,
        f"model full-memory is solved for pairs that become {MOST_HANDS} hands: --set splits=2 "
        "or 1; of more, each set of cards of all hands before the last one asks for a best play",
    )


def takes(shoe: Shoe) -> tuple[int, int]:
    """Return how many sets of cards are solved against an up card, and the bytes that they take."""
    sets = len(kernel.Unions(array("i", shoe), bytes(VALUES), BUDGET))
    return sets, sets * (4 * len(RANKS) + 2 * 2 * COLUMNS * WORD // 8)


class Unions:
    """What hands score against one up card, whatever set of cards two hands have taken.

    unseen: the cards that are unseen beside the up card.
    """

    def __init__(self, drawer: Drawer, shoe: Shoe) -> None:
        self.unseen = without(shoe, drawer.up)
        self.sets = kernel.Unions(array("i", self.unseen), bytes(VALUES), BUDGET)
        self.sets.settle(drawer.words(self.sets.left()), COLUMNS)


class SecondHands:
    """The second hand of a split pair, played as is best for each set of cards that is gone."""

    def __init__(
        self, hands: Lattice, drawer: Drawer, house: House, unions: Unions, pair: int
    ) -> None:
        self._hands, self._drawer, self._house = hands, drawer, house
        self._tables = tables_of(house, hands, drawer.up)
        self._unions, self._pair = unions, pair
        numbers = [n for n in range(len(hands)) if hands.cards[n][pair] and hands.size[n] > 1]
        numbers.reverse()
        at = {number: place for place, number in enumerate(numbers)} | {NONE: NONE}
        self._cards = bytes(count for number in numbers for count in hands.cards[number])
        self._after = array("i", [at[to] for number in numbers for to in hands.after[number]])
        self._column = bytes(hands.column[number] for number in numbers)
        self._size = bytes(hands.size[number] - 2 for number in numbers)
        self._second = bytes(
            NO_SECOND if hands.size[number] > 2 else without(hands.cards[number], pair).index(1)
            for number in numbers
        )
        self._flags = bytes(map(self._flag, numbers))

    def _flag(self, hand: int) -> int:
        names = [act.name for act in self._tables.of(hand, self._tables.split)]
        return (ENDED if len(names) == 1 else 0) | (DOUBLES if DOUBLE in names else 0)

    def worth(self, gone: Iterable[Cards]) -> Iterator[tuple[Cards, Worth]]:
        """Yield sets of cards that may be gone, and what comes of the second hand then: the mean
        times falling(n - 1, K - 1), n being the cards unseen beside them and the up card.
        """
        unseen = self._unions.unseen
        for alike in grouped((sum(cards), cards) for cards in gone).values():  # of equal size
            left = tuple(map(sub, unseen, alike[0]))
            against = Against(self._hands, self._drawer, self._house.turns.natural.takes_one, left)
            size = (4 * against.scale[0]).bit_length() // WORD + 1
            looks = self._house.turns.natural.takes_one and against.other is not None
            found = self._unions.sets.play(
                array("i", [count for cards in alike for count in cards]),
                self._pair,
                self._cards,
                self._after,
                self._column,
                self._size,
                self._second,
                self._flags,
                words_of(against.tail[2:], size),
                words_of(against.scale[2:3], size),
                words_of(against.scale[3:4] if looks else [0], size),
                against.other if looks and against.other is not None else NONE,
            ).tobytes()
            step = size * WORD // 8
            numbers = iter(
                int.from_bytes(found[at : at + step], "little") for at in range(0, len(found), step)
            )
            for cards, back, more in zip(alike, numbers, numbers):
                left = without(tuple(map(sub, unseen, cards)), self._pair)
                counted = against.counted(left, 1)
                yield cards, Worth(back - counted, counted + more)


class SplitHands:
    """A pair against one up card that is split, each hand played by every card seen.

    values: of the first hand by itself.
    """

    def __init__(
        self, hands: Lattice, drawer: Drawer, house: House, unions: Unions, pair: int
    ) -> None:
        """unions: of the dealer's up card."""
        self._hands, self._house, self._pair = hands, house, pair
        unseen = without(unions.unseen, pair)  # beside the hand that waits
        within = [n for n in range(len(hands)) if hands.cards[n][pair] and hands.size[n] > 1]
        self._tables = tables_of(house, hands, drawer.up)
        self.values = values = Values(hands, drawer, self._tables, unseen, within)
        deep = values.deep  # of one hand
        least = deep + hands.longest + 1
        cards = sum(unseen)
        self._scale = [falling(cards - size, least - size) for size in range(hands.longest + 2)]
        self._own = falling(cards - deep, least - deep)
        self._later: dict[Cards, Worth] = {}
        for gone, worth in SecondHands(hands, drawer, house, unions, pair).worth(self._ends()):
            size = sum(gone)
            factor = falling(cards + 1 - size - deep, least - size - deep + 1)
            self._later[gone] = NOTHING.plus(worth, factor)
        self._best: dict[int, Worth] = {NONE: NOTHING}
        for hand in reversed(values.lefts):
            self._best[hand] = max(self._actions(hand).values(), key=lambda one: one.net)

    @property
    def mean(self) -> Mean:
        """The mean of both hands together."""
        start = self._hands.after[self._hands.of(self._pair)]
        left = without(self.values.unseen, self._pair)
        total = NOTHING
        for rank, hand in enumerate(start):
            if left[rank]:
                total = total.plus(self._best[hand], left[rank])
        return Mean(*(Fraction(one, self._scale[1]) for one in (total.net, total.stake)))

    def actions(self, hand: int) -> dict[str, Mean]:
        """Return what each action with the first hand comes to, both hands together."""
        scale = self._scale[self._hands.size[hand]]
        return {
            action: Mean(Fraction(worth.net, scale), Fraction(worth.stake, scale))
            for action, worth in self._actions(hand).items()
        }

    def _ends(self) -> set[Cards]:
        """Return the cards of the first hand with which it may end."""
        ends = {self._hands.cards[hand] for hand in self.values.lefts}
        for hand, left in self.values.lefts.items():
            if not self.values.tables.ended(hand):
                cards = self._hands.cards[hand]
                ends |= {_one_more(cards, rank) for rank in range(len(RANKS)) if left[rank]}
        return ends

    def _actions(self, hand: int) -> dict[str, Worth]:
        hands, values = self._hands, self.values
        cards, left = hands.cards[hand], values.lefts[hand]
        worth = {STAND: self._ended(hand, cards, 1)}
        if values.tables.ended(hand):
            return worth
        worth[HIT] = NOTHING
        doubles = any(act.name == DOUBLE for act in self._tables.of(hand, self._tables.split))
        if doubles:
            worth[DOUBLE] = NOTHING
        for rank, after in enumerate(hands.after[hand]):
            if not left[rank]:
                continue
            more = _one_more(cards, rank)
            drawn = self._ended(after, more, 1) if after == NONE else self._best[after]
            worth[HIT] = worth[HIT].plus(drawn, left[rank])
            if doubles:
                worth[DOUBLE] = worth[DOUBLE].plus(self._ended(after, more, 2), left[rank])
        return worth

    def _ended(self, hand: int, cards: Cards, units: int) -> Worth:
        """Return what comes of both hands when the first ends, NONE where it has bust."""
        values = self.values
        counted = values.counted(tuple(map(sub, values.unseen, cards)), sum(cards))
        own = -counted if hand == NONE else values.stand[hand]
        worth = Worth(own // values.unit, counted // values.unit)
        return self._later[cards].plus(worth, units * self._own)


def _one_more(cards: Cards, rank: int) -> Cards:
    return (*cards[:rank], cards[rank] + 1, *cards[rank + 1 :])
