"""The cards of a round by a chart: of each multiset of cards in how many orders they are a round,
and what these win together.

With weights x for the ranks a round is a polynomial in x: a term is a multiset of cards, its
coefficient the number of orders. Hands that are dealt one after the other are products. Beside a
coefficient stands what its rounds win, part by part for the totals of the dealer, so that products
are those of dual numbers, (a + b e) (c + d e) = a c + (a d + b c) e. With h hands of a pair that is
split, w of them without a second card, those to come are F(h, w) = O F(h, w - 1) + F(h + 1, w + 1):
O is a hand with a second card that is no pair card, and F(h, 0) the h pair cards. A round without a
hand that waits for the dealer ends with his second card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from math import lcm
from typing import Generic, Protocol, TypeVar

from combin.families.blackjack.drawer import BUST, CHARLIE_COLUMN, NATURAL_COLUMN, STANDS, column_of
from combin.families.blackjack.house import ACE, LIMIT, RANKS, House
from combin.families.blackjack.lattice import NONE
from combin.families.blackjack.player import DOUBLE, SPLIT, STAND, SURRENDER, has_ended
from combin.families.blackjack.solve import PAID, Spot, UpCard
from combin.families.blackjack.split_play import Play
from combin.records import dataclass

TOTALS = (BUST, *range(column_of(STANDS), column_of(LIMIT) + 1), NATURAL_COLUMN)
PARTS = len(TOTALS)  # where the dealer ends
NATURAL_PART = PARTS - 1

Cards = tuple[int, ...]  # ranks, in any order
Sum = TypeVar("Sum")


@dataclass(frozen=True)
class HandEnd:
    """How a hand ends.

    cards: its ranks, but for the pair card of a split. orders: in how many orders they come.
    waits: whether the dealer decides. nets: parts of a unit that it wins, by where he ends.
    """

    cards: Cards
    orders: int
    waits: bool
    nets: tuple[int, ...]


class HandSums(Protocol[Sum]):
    """Sums over hands, as polynomials."""

    def of(self, ends: Iterable[HandEnd]) -> Sum: ...
    def cards(self, orders: Mapping[Cards, int]) -> Sum:
        """Return cards that win nothing, each in so many orders."""

    def times(self, one: Sum, other: Sum, part: int | None = None) -> Sum:
        """Return a product; part: of what `one` wins this part alone; all if None."""

    def plus(self, one: Sum, other: Sum, factor: int = 1) -> Sum: ...


def unit_of(house: House) -> int:
    """Return how many parts a unit has, so that all nets are whole."""
    return lcm(1 if not house.turns.surrender.when else 2, house.turns.natural.pays.denominator)


def round_sum(columns: Iterable[tuple[UpCard, Sequence[Spot]]], sums: HandSums[Sum]) -> Sum:
    """Return all rounds; columns: hands against each up card, played by a chart, and the first two
    cards.
    """
    return reduce(sums.plus, (ColumnSum(*column, sums).found() for column in columns))


class ColumnSum(Generic[Sum]):
    """The rounds against one up card."""

    def __init__(self, column: UpCard, spots: Sequence[Spot], sums: HandSums[Sum]) -> None:
        self._column, self._spots, self._sums = column, spots, sums
        self._house, self._hands = column.house, column.hands
        self._unit = unit_of(column.house)

    def found(self) -> Sum:
        """Return them all."""
        sums, drawer, other = self._sums, self._column.drawer, self._column.drawer.other
        every, done = self._played(waiting=True), self._played(waiting=False)
        waiting = sums.plus(every, done, -1)
        hole = sums.cards({(rank,): 1 for rank in range(len(RANKS)) if rank != other})
        found = sums.times(done, hole, 0)
        for part, column in enumerate(TOTALS[:NATURAL_PART]):
            finishes = {c: orders for c, (end, orders) in drawer.finishes.items() if end == column}
            found = sums.plus(found, sums.times(waiting, sums.cards(finishes), part))
        if other is not None:
            before = sums.of(self._first()) if self._house.turns.natural.looks == "first" else every
            natural = sums.times(before, sums.cards({(other,): 1}), NATURAL_PART)
            found = sums.plus(found, natural)
        return sums.times(found, sums.cards({(self._column.up,): 1}))

    def _played(self, waiting: bool) -> Sum:
        """Return what the player does with his hands, up to where the dealer draws; waiting: with
        hands that wait for him, too.
        """
        sums = self._sums
        found = sums.of(end for end in self._unsplit() if waiting or not end.waits)
        for spot in self._spots:
            if spot.taken == SPLIT:
                found = sums.plus(found, self._split(spot.ranks[0], waiting))
        return found

    def _first(self) -> Iterator[HandEnd]:
        """Yield all first two cards, where a natural of the dealer's ends the round."""
        early = self._house.turns.surrender.when == "early"
        for spot in self._spots:
            net = 0 if spot.taken == PAID else -self._unit
            if spot.taken == SURRENDER and early:
                net = -self._unit // 2
            yield self._settled(spot.ranks, _orders_of_two(spot), 0, net)

    def _settled(
        self, cards: Iterable[int], orders: int, net: int, against_natural: int
    ) -> HandEnd:
        """Return a hand that does not wait for the dealer."""
        return HandEnd(tuple(cards), orders, False, (*(net,) * NATURAL_PART, against_natural))

    def _unsplit(self) -> Iterator[HandEnd]:
        """Yield how hands end that are not split; their cards are the first two, too."""
        house, values, unit = self._house, self._column.values, self._unit
        begun, taken = {}, {}
        for spot in self._spots:
            orders = _orders_of_two(spot)
            if spot.taken == PAID:
                yield self._settled(spot.ranks, orders, int(house.turns.natural.pays * unit), 0)
            elif spot.taken == SURRENDER:
                whole = -unit if house.turns.surrender.when == "late" else -unit // 2
                yield self._settled(spot.ranks, orders, -unit // 2, whole)
            elif spot.taken != SPLIT:
                hand = self._hands.of(*spot.ranks)
                begun[hand], taken[hand] = orders, spot.taken

        def act(hand: int, times: int) -> str:
            return taken.get(hand) or values.done(hand, times)

        yield from self._ends(begun, act, split=False)

    def _split(self, pair: int, waiting: bool) -> Sum:
        """Return the hands of a pair that is split."""
        sums, house = self._sums, self._house
        act = self._column.split_actions(pair).action
        start = self._hands.of(pair)
        after = {rank: self._hands.after[start][rank] for rank in range(len(RANKS))}
        other, paired = (
            sums.of(
                HandEnd(_without(end.cards, pair), end.orders, end.waits, end.nets)
                for end in self._ends(
                    {
                        hand: 1
                        for rank, hand in after.items()
                        if hand != NONE and (rank == pair) is same
                    },
                    act,
                    split=True,
                )
                if waiting or not end.waits
            )
            for same in (False, True)
        )
        any_ = sums.plus(other, paired)
        # where a natural takes one unit whatever was done, it is told here, and not of each hand
        lost = -self._unit if house.turns.natural.takes_one else 0
        further: list[Sum] = []  # by how many hands have no second card yet, a hand more than now
        for hands in range(house.turns.pairs.most_hands(pair == ACE), 1, -1):
            found = [sums.of([self._settled([pair] * hands, 1, 0, lost)])]
            for without in range(1, hands + 1):
                one = sums.times(found[-1], other if further else any_)
                found.append(sums.plus(one, further[without + 1]) if further else one)
            further = found
        return further[2]

    def _ends(self, begun: Mapping[int, int], act: Play, split: bool) -> Iterator[HandEnd]:
        """Yield how hands end that are played on.

        begun: hand -> orders. act: what is done.
        """
        hands, shoe, house, up = self._hands, self._column.shoe, self._house, self._column.up
        ways, doubled = Counter(begun), Counter[int]()
        for hand in range(len(hands)):
            if not (orders := ways[hand]):
                continue
            action = STAND if has_ended(hands, house, up, hand, split) else act(hand, 0)
            if action == STAND:
                yield self._stood(hand, orders, 1, hands.column[hand], split)
                continue
            into, stake = (doubled, 2) if action == DOUBLE else (ways, 1)
            for rank, after in enumerate(hands.after[hand]):
                if after != NONE:
                    into[after] += orders
                elif hands.cards[hand][rank] < shoe[rank]:
                    lost = -stake * self._unit
                    cards = (*self._listed(hand), rank)
                    yield self._settled(cards, orders, lost, self._against_natural(stake, split))
        for hand, orders in doubled.items():
            yield self._stood(hand, orders, 2, column_of(hands.total[hand]), split)

    def _stood(self, hand: int, orders: int, stake: int, own: int, split: bool) -> HandEnd:
        """Return a hand that gets no card more; own: the column that it ties."""
        won = stake * self._unit
        nets = (won if own > column else -won if own < column else 0 for column in TOTALS[:-1])
        against = self._against_natural(stake, split)
        return HandEnd(self._listed(hand), orders, own != CHARLIE_COLUMN, (*nets, against))

    def _against_natural(self, stake: int, split: bool) -> int:
        """Return what a hand wins against a natural that comes after it was played."""
        if self._house.turns.natural.takes_one:
            return 0 if split else -self._unit
        return -stake * self._unit

    def _listed(self, hand: int) -> tuple[int, ...]:
        counts = self._hands.cards[hand]
        return tuple(rank for rank, count in enumerate(counts) for _ in range(count))


def _orders_of_two(spot: Spot) -> int:
    return 1 if spot.ranks[0] == spot.ranks[1] else 2


def _without(cards: tuple[int, ...], rank: int) -> tuple[int, ...]:
    at = cards.index(rank)
    return (*cards[:at], *cards[at + 1 :])
