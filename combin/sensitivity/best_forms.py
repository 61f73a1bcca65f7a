"""The forms of which every end of a bet is the largest, whatever the pays."""

from __future__ import annotations

from collections.abc import Iterator

from combin.rules.facts import Path
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import NOTHING, LinearForm, other_ways


class BestForms:
    """The forms of which every end of a bet is the largest: one for each reading of a hand, and for
    each last choice on all cards.

    ways: path -> the forms at every joint number of facts.
    """

    def __init__(self, counted: Counted) -> None:
        self.plan = counted.plan
        self.pays = tuple(counted.ends.pays)
        self.ways = {path: list(_ways(counted, path)) for path in counted.payoffs.tables}

    @property
    def key(self) -> str:
        """What decides the value at any pays, as text: equal texts, equal values."""
        return repr((self.plan.counted_by, self.plan.paths, self.pays, self.ways))


def _ways(counted: Counted, path: Path) -> Iterator[list[LinearForm]]:
    """Yield the forms of the ends of one path, at every joint number of facts."""
    plan = counted.plan
    facts, table, met = counted.payoffs.facts(path), counted.payoffs.tables[path], counted.ends.met
    for number in range(len(table)):
        if met is not None and number not in met:
            yield [NOTHING]
            continue
        way, _ = table[number]
        yield other_ways(plan, way, plan.values(facts, number))
