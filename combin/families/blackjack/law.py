"""The distribution of the net of a round without splits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
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
    tables, first = values.tables, [*first]
    found: dict[Fraction, Fraction] = defaultdict(Fraction)
    decided: list[tuple[int, Act, Orders]] = []
    for hand, action, orders in first:
        acts = tables.of(hand, tables.dealt)
        act = next((act for act in acts if act.name == action), acts[0])
        decided.append((hand, act, orders))
        if tables.house.turns.natural.takes_one:
            beaten = orders * values.natural(values.lefts[hand], 2)
            lost = ((Fraction(-tables.stages[0].lost), Fraction(1)),)
            nets = lost if act.into != ENDS else tables.ends[act.end].nets[NATURAL_COLUMN]
            for net, chance in nets:
                found[net] += beaten * chance
    decided += [(hand, act, orders) for _, hand, act, orders in values.reached(first)]
    for hand, act, orders in decided:
        for net, ways in _ended(values, hand, act):
            found[net] += orders * ways
    return dict(found)


def _ended(values: Values, hand: int, act: Act) -> Iterator[tuple[Fraction, Orders]]:
    """Yield the nets with which a hand ends by an action, or busts, each with its orders."""
    tables, left, size = values.tables, values.lefts[hand], values.hands.size[hand]
    if act.into == ENDS:
        columns = NATURAL_COLUMN if tables.house.turns.natural.takes_one else COLUMNS
        scale = values.tail[size] * values.unit
        for pays, often in zip(tables.ends[act.end].nets[:columns], values.law(hand)):
            yield from ((net, scale * often * chance) for net, chance in pays)
        return
    lost = Fraction(-tables.stages[act.into].lost)
    for rank, after in enumerate(values.hands.after[hand]):
        if left[rank] and after == NONE:
            yield lost, left[rank] * values.counted(without(left, rank), size + 1)
