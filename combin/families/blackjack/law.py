"""The distribution of the net of a round without splits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from combin.families.blackjack.drawer import COLUMNS, NATURAL_COLUMN, scores_of
from combin.families.blackjack.house import NATURAL
from combin.families.blackjack.lattice import NONE
from combin.families.blackjack.player import (
    DOUBLE,
    HIT,
    RESCUE,
    SURRENDER,
    Values,
    columns_of,
)

Net = Fraction


def law_of(values: Values, first: Mapping[int, tuple[str, int]]) -> dict[Net, Fraction]:
    """Return net -> in how many orders, scaled as a hand of two cards is.

    first: two cards -> what is done with them, and in how many orders they are dealt; hands are
        played on as `values` have it. Where the dealer looks for a natural, a unit goes with it.
    """
    law = _Law(values)
    for hand, (action, orders) in first.items():
        law.deal(hand, action, orders)
    law.play()
    return dict(law.found)


class _Law:
    """The law of the net, hand by hand.

    found: net -> in how many orders.
    """

    def __init__(self, values: Values) -> None:
        self.values = values
        self.found: dict[Net, Fraction] = defaultdict(Fraction)
        # in how many orders each hand is come to, by how often it is doubled and what it loses
        house = values.house
        stakes = [(times, house.staked(times)) for times in range(house.doublings + 1)]
        if house.free_doubles:
            stakes.append((1, 1))
        self._ways = {stake: [0] * len(values.hands) for stake in stakes}
        self._first: dict[int, str] = {}

    def deal(self, hand: int, action: str, orders: int) -> None:
        """Note two cards, what is done with them, and in how many orders they are dealt."""
        values, house = self.values, self.values.house
        every, natural = self._counted(hand), values.natural(values.lefts[hand], 2)
        every += natural if house.looks else 0
        if hand == values.hands.of(*NATURAL):
            beaten = 0 if house.beats_natural else natural
            for pay, chance in house.naturals:
                self.found[pay] += orders * (every - beaten) * chance
            self.found[Fraction(0)] += orders * beaten
            return
        if house.looks and not (action == SURRENDER and house.surrender == "early"):
            self.found[Fraction(-1)] += orders * natural
        self._first[hand] = action
        self._ways[0, 1][hand] = orders

    def play(self) -> None:
        """Play all hands to their ends."""
        values = self.values
        for (times, lost), ways in self._ways.items():
            standing = []
            for hand in values.lefts:
                here = ways[hand]
                if not here:
                    continue
                action = values.done(hand, times)
                if not times and hand in self._first:
                    action = self._first[hand]
                bonus = None if times else values.paid.get(hand)
                if bonus is not None:
                    for pay, chance in bonus.pays:
                        self.found[pay] += here * chance * self._counted(hand)
                elif action in (SURRENDER, RESCUE):
                    self._give_up(hand, action, here, times)
                elif action in (HIT, DOUBLE):
                    self._one_more(hand, here, action, times, lost)
                else:
                    standing.append((hand, here))
            values = self.values
            nets = (
                Fraction(-lost),
                Fraction(0),
                Fraction(values.house.staked(times)),
            )  # by what comes back of a unit
            columns = columns_of(values.hands, values.house, doubled=times > 0)
            laws = values.drawer.laws([values.lefts[hand] for hand, _ in standing])
            scored = scores_of(values.house.tying)
            ends = NATURAL_COLUMN if values.house.looks else COLUMNS
            for (hand, weight), law in zip(standing, laws):
                row = columns[hand] * COLUMNS
                scale = weight * values.tail[values.hands.size[hand]]
                for count, back in zip(law[:ends], scored[row : row + ends]):
                    self.found[nets[back]] += scale * count

    def _counted(self, hand: int) -> int:
        values = self.values
        return values.counted(values.lefts[hand], values.hands.size[hand])

    def _give_up(self, hand: int, action: str, here: int, times: int) -> None:
        values = self.values
        size, left = values.hands.size[hand], values.lefts[hand]
        kept = self._counted(hand)
        if action == SURRENDER and values.house.surrender == "early":
            kept += values.natural(left, size) if values.house.looks else 0
        elif action == SURRENDER and not values.house.looks:
            natural = values.natural(left, size)
            kept -= natural
            self.found[Fraction(-1)] += here * natural
        self.found[Fraction(-values.house.staked(times), 2)] += here * kept

    def _one_more(self, hand: int, here: int, action: str, times: int, lost: int) -> None:
        """Deal a card to a hand; times, lost: how often it is doubled so far, and what it loses."""
        values = self.values
        if action == DOUBLE:
            free = values.doubled_lost(hand) == values.lost
            times, lost = times + 1, lost if free else lost * values.house.doubled_by
        left, size = values.lefts[hand], values.hands.size[hand]
        for rank, after in enumerate(values.hands.after[hand]):
            if not left[rank]:
                continue
            if after != NONE:
                self._ways[times, lost][after] += here * left[rank]
                continue
            beside = tuple(count - (at == rank) for at, count in enumerate(left))
            bust = here * left[rank] * values.counted(beside, size + 1)
            self.found[Fraction(-lost)] += bust
