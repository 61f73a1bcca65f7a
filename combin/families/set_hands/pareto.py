"""Settings of a seven-card hand when the dealer's hand is seen: the number of deals that some
setting wins, or does not lose.

Of the settings of a hand that no other one surpasses, the low hands fall while the high hands rise.
The dealer's hands that a setting beats on both sides make a rectangle, those that some setting
beats so a flight of stairs, and stairs have as many deals as all rectangles less the overlaps of
neighbours: what is overlapped is beaten by the lower of two neighbouring high hands and the lower
of their low hands. The dealer's hands that some setting beats on one side at least are those that
the highest high hand beats, or the highest low hand.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection
from itertools import pairwise

from combin.families.set_hands.counting import COLUMNS, SetHands
from combin.records import dataclass

ORDERS = range(3)  # of two hands: lower, equal, higher


@dataclass(frozen=True)
class Stairs:
    """How all hands compare with all hands of the dealer's, in three ways.

    settings: the nine numbers of all settings that no other one surpasses.
    overlaps: of two neighbouring settings the lower high and the lower low hand.
    tops: of each hand the highest high and the highest low hand it can have.
    """

    settings: array[int]
    overlaps: array[int]
    tops: array[int]

    def deals(self, columns: Collection[int]) -> int | None:
        """Return in how many deals some setting comes to one of these columns, None if that is not
        counted: they are no columns with both hands high enough, nor with either.
        """
        if is_both(columns):
            return _sum(self.settings, columns) - _sum(self.overlaps, columns)
        return _sum(self.tops, columns) if is_either(columns) else None


def _sum(numbers: array[int], columns: Collection[int]) -> int:
    return sum(numbers[column] for column in columns)


def is_both(columns: Collection[int]) -> bool:
    """Return True if the columns are those where both hands compare well enough."""
    return any(
        {3 * high + low for high in ORDERS[least:] for low in ORDERS[least_low:]} == set(columns)
        for least in ORDERS
        for least_low in ORDERS
    )


def is_either(columns: Collection[int]) -> bool:
    """Return True if the columns are those where one hand at least compares well enough."""
    # the same, the orders turned round
    return is_both({COLUMNS - 1 - column for column in range(COLUMNS) if column not in columns})


SETTING, OVERLAP, TOP = KINDS = range(3)


def in_three_ways(hands: SetHands) -> tuple[SetHands, bytearray]:
    """Return hands with the overlaps of neighbours and their tops beside the settings that no other
    one surpasses, and which is which.
    """
    first, high, low, kind = array("q", [0]), array("I"), array("B"), bytearray()
    for begin, end in pairwise(hands.first):
        high.extend((*hands.high[begin:end], *hands.high[begin : end - 1], hands.high[end - 1]))
        low.extend((*hands.low[begin:end], *hands.low[begin + 1 : end], hands.low[begin]))
        settings = end - begin
        kind += bytes((*[SETTING] * settings, *[OVERLAP] * (settings - 1), TOP))
        first.append(len(high))
    return hands.compared_by(first, high, low), kind
