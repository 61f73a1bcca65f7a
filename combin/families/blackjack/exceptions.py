"""Composition-dependent exceptions to a chart, and what each saves.

A hand that is come to by the chart in w orders, times what the other action is worth more there,
hands that follow being played by the chart: that is what the exception saves in hands that are not
split. What a chart is worth with its exceptions, split hands among them, is solved anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from combin.families.blackjack.house import RANKS, falling, up_name
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.solve import Solved, UpCard, solve
from combin.records import dataclass

Ranks = tuple[int, ...]  # of the cards of a hand, ascending


@dataclass(frozen=True)
class CardException:
    """A hand whose cards ask for another action than its total.

    ranks: its cards. up: the number of what is seen of the dealer's. said: what the chart does.
    best: what is better.
    saves: what the game is worth more, in units, if hands of the first deal take it.
    """

    ranks: Ranks
    up: int
    said: str
    best: str
    saves: Fraction

    @property
    def cards(self) -> str:
        """Its cards, ``A 6``."""
        return " ".join(RANKS[rank] for rank in self.ranks)

    @property
    def against(self) -> str:
        """What is seen of the dealer's, ``6`` or ``6T``."""
        return up_name(self.up)


def exceptions(found: Solved) -> tuple[CardException, ...]:
    """Return the exceptions to the chart by which a game is played, those that save most first."""
    listed = [one for up in found.charts for one in _against(found, up)]
    return tuple(sorted(listed, key=lambda one: (-one.saves, one.up, one.ranks)))


def with_exceptions(found: Solved, listed: Sequence[CardException]) -> Solved:
    """Return a game as a chart with some exceptions plays it."""
    hands = lattice_of(found.shoe, found.house.turns.charlie)
    charts = {}
    for up, chart in found.charts.items():
        others = {hands.of(*one.ranks): one.best for one in listed if one.up == up}
        charts[up] = replace(chart, others=others)
    return solve(found.shoe, found.house, "total", charts)


def _against(found: Solved, up: int) -> Iterator[CardException]:
    hands = lattice_of(found.shoe, found.house.turns.charlie)
    column = UpCard(hands, found.house, found.shoe, up, "total")
    column.follow(found.charts[up])
    first: list[tuple[int, str, int]] = []  # of the two cards and the dealer's that come to a hand
    for spot in found.spots:
        if spot.up != up:
            continue
        best = next(iter(spot.actions))
        if spot.actions[best] > spot.value:
            saves = (spot.actions[best] - spot.value) * spot.deals / found.deals
            yield CardException(spot.ranks, up, spot.taken, best, saves)
        hand = hands.of(*spot.ranks)
        first.append((hand, spot.taken, spot.deals // column.holes(hand)))
    values = column.values
    dealt = falling(sum(found.shoe), 2 + len(column.drawer.seen)) * values.scale[2]
    for stage, hand, said, orders in values.reached(first):
        worth = values.worth(hand, stage)
        best = max(worth, key=worth.__getitem__)
        gain = orders * (worth[best] - worth[said.name])
        if gain > 0 and not stage:
            ranks = tuple(chain(*([rank] * n for rank, n in enumerate(hands.cards[hand]))))
            yield CardException(ranks, up, said.name, best, Fraction(gain, dealt))
