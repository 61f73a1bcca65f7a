"""The distribution of the net of a round without splits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from combin.families.blackjack.drawer import COLUMNS, NATURAL_COLUMN
from combin.families.blackjack.house import without
from combin.families.blackjack.lattice import NONE
from combin.families.blackjack.player import Values
from combin.families.blackjack.tables import ENDS, Act

Orders = int | Fraction


def law_of(values: Values, first: Iterable[tuple[int, str, Orders]]) -> dict[Fraction, Fraction]:
    """Return net -> in how many orders, scaled as a hand of two cards is.

    first: two cards, what is done with them, and in how many orders they are dealt; hands are
        played on as `values` have it. Where the dealer looks for a natural, a unit goes with it.
    """
    law = _Law(values)
    for deal in first:
        law.deal(*deal)
    law.play()
    return dict(law.found)


class _Law:
    """The law of the net, hand by hand.

    found: net -> in how many orders.
    """

    def __init__(self, values: Values) -> None:
        self.values, self.tables = values, values.tables
        self.found: dict[Fraction, Fraction] = defaultdict(Fraction)
        # Of each stage, in how many orders each hand is come to.
        self._ways: list[list[Orders]] = [
            [0] * len(values.hands) for _ in range(self.tables.played)
        ]

    def deal(self, hand: int, action: str, orders: Orders) -> None:
        """Note two cards, what is done with them, and in how many orders they are dealt."""
        values, tables = self.values, self.tables
        acts = tables.of(hand, tables.dealt)
        act = next((act for act in acts if act.name == action), acts[0])
        if tables.house.turns.natural.takes_one:
            beaten = orders * values.natural(values.lefts[hand], 2)
            lost = ((Fraction(-tables.stages[0].lost), Fraction(1)),)
            nets = lost if act.into != ENDS else tables.ends[act.end].nets[NATURAL_COLUMN]
            for net, chance in nets:
                self.found[net] += beaten * chance
        self._act(hand, act, orders)

    def play(self) -> None:
        """Play all hands to their ends."""
        values, tables = self.values, self.tables
        for stage, ways in enumerate(self._ways):
            places = values.places(stage)
            for hand in values.lefts:
                if ways[hand]:
                    self._act(hand, tables.of(hand, stage)[places[hand]], ways[hand])

    def _act(self, hand: int, act: Act, orders: Orders) -> None:
        """Let a hand end, or deal it a card."""
        values, tables = self.values, self.tables
        left, size = values.lefts[hand], values.hands.size[hand]
        if act.into == ENDS:
            columns = NATURAL_COLUMN if tables.house.turns.natural.takes_one else COLUMNS
            scale = orders * values.tail[size] * values.unit
            nets = tables.ends[act.end].nets[:columns]
            for pays, often in zip(nets, values.law(hand)):
                for net, chance in pays:
                    self.found[net] += scale * often * chance
            return
        ways, lost = self._ways[act.into], tables.stages[act.into].lost
        for rank, after in enumerate(values.hands.after[hand]):
            if not left[rank]:
                continue
            if after != NONE:
                ways[after] += orders * left[rank]
                continue
            beside = without(left, rank)
            self.found[Fraction(-lost)] += orders * left[rank] * values.counted(beside, size + 1)
