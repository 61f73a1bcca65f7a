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
    tables, first = values.tables, [*first]
    found: dict[Fraction, Fraction] = defaultdict(Fraction)
    decided: list[tuple[int, Act, Orders]] = []
    for hand, action, orders in first:
        acts = tables.of(hand, tables.dealt)
        act = next((act for act in acts if act.name == action), acts[0])
        decided.append((hand, act, orders))
        if tables.house.turns.natural.takes_one:
            beaten = orders * values.natural(values.lefts[hand], 2)
            whole = ((Fraction(-tables.stages[0].lost), Fraction(1)),)
            nets = whole if act.into != ENDS else tables.ends[act.end].nets[NATURAL_COLUMN]
            for net, chance in nets:
                found[net] += beaten * chance
    decided += [(hand, act, orders) for _, hand, act, orders in values.reached(first)]
    ended: dict[tuple[int, int], Orders] = defaultdict(int)  # end and column -> orders
    lost: dict[int, Orders] = defaultdict(int)  # stage -> orders of the hands that bust in it
    columns = NATURAL_COLUMN if tables.house.turns.natural.takes_one else COLUMNS
    for hand, act, orders in decided:
        left, size = values.lefts[hand], values.hands.size[hand]
        if act.into == ENDS:
            scale = orders * values.tail[size] * values.unit
            for column, often in enumerate(values.law(hand)[:columns]):
                ended[act.end, column] += scale * often
            continue
        for rank, after in enumerate(values.hands.after[hand]):
            if left[rank] and after == NONE:
                counted = values.counted(without(left, rank), size + 1)
                lost[act.into] += orders * left[rank] * counted
    for (end, column), ways in ended.items():
        for net, chance in tables.ends[end].nets[column]:
            found[net] += ways * chance
    for stage, ways in lost.items():
        found[Fraction(-tables.stages[stage].lost)] += ways
    return dict(found)
