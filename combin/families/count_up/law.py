"""What happens in a round: how likely each net is, where no pair is split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from combin.families.count_up.drawer import COLUMNS, NATURAL_COLUMN, scores_of
from combin.families.count_up.house import NATURAL
from combin.families.count_up.lattice import NONE
from combin.families.count_up.player import DOUBLE, STAND, SURRENDER, Values

Net = Fraction


def law_of(values: Values, first: Mapping[int, tuple[str, int]]) -> dict[Net, int]:
    """Return net -> in how many orders, scaled as a hand of two cards is.

    first: two cards -> what is done with them, and in how many orders they are dealt; hands are
        played on as `values` have it. Where the dealer looks for a natural, a unit goes with it.
    """
    found: Counter[Net] = Counter()
    ways = [0] * len(values.hands)
    doubled: dict[int, list[tuple[int, int]]] = {}  # units lost -> hands
    for hand, (action, orders) in first.items():
        every, natural = values.scale[2], values.natural(values.lefts[hand], 2)
        if hand == values.hands.of(*NATURAL):
            found[values.house.natural] += orders * (every - natural)
            found[Fraction(0)] += orders * natural
            continue
        surrendered = action == SURRENDER
        kept = surrendered and values.house.surrender == "early"  # natural or not
        if (values.house.looks or surrendered) and not kept:
            found[Fraction(-1)] += orders * natural
        if surrendered:
            found[Fraction(-1, 2)] += orders * (every if kept else every - natural)
        elif action == DOUBLE:
            doubled.setdefault(values.doubled_lost(hand), []).append((hand, orders))
        else:
            ways[hand] += orders
    _settle(values, _drawn_on(values, ways, first, found), (1, 1), found)
    for lost, hands in doubled.items():
        _settle(values, _one_more(values, hands, Fraction(lost), found), (2, lost), found)
    return dict(found)


def _drawn_on(
    values: Values, ways: list[int], first: Mapping[int, tuple[str, int]], found: Counter[Net]
) -> list[tuple[int, int]]:
    """Return the hands that stand, and in how many orders; those that bust are found."""
    standing: list[tuple[int, int]] = []
    for hand in values.lefts:
        here = ways[hand]
        if not here:
            continue
        drawing = first[hand][0] != STAND if hand in first else values.hits[hand]
        if not drawing:
            standing.append((hand, here))
            continue
        for after, more in _one_more(values, [(hand, here)], Fraction(1), found):
            ways[after] += more
    return standing


def _one_more(
    values: Values, hands: list[tuple[int, int]], stake: Fraction, found: Counter[Net]
) -> list[tuple[int, int]]:
    """Return hands with one card more, and in how many orders; those that bust are found."""
    further = []
    for hand, here in hands:
        left, size = values.lefts[hand], values.hands.size[hand]
        for rank, after in enumerate(values.hands.after[hand]):
            if not left[rank]:
                continue
            if after != NONE:
                further.append((after, here * left[rank]))
                continue
            beside = tuple(count - (at == rank) for at, count in enumerate(left))
            found[-stake] += here * left[rank] * values.counted(beside, size + 1)
    return further


def _settle(
    values: Values,
    standing: list[tuple[int, int]],
    stakes: tuple[int, int],
    found: Counter[Net],
) -> None:
    """Find the nets of hands that stand; stakes: units won and lost."""
    laws = values.drawer.laws([values.lefts[hand] for hand, _ in standing])
    scored = scores_of(values.house.ties)
    nets = Fraction(-stakes[1]), Fraction(0), Fraction(stakes[0])
    ends = NATURAL_COLUMN if values.house.looks else COLUMNS
    for (hand, weight), law in zip(standing, laws):
        row = values.hands.column[hand] * COLUMNS
        scale = weight * values.tail[values.hands.size[hand]]
        for count, back in zip(law[:ends], scored[row : row + ends]):
            found[nets[back]] += scale * count
