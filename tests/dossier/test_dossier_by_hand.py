"""What a report says of outcomes that are counted by hand."""

from __future__ import annotations

from fractions import Fraction

from combin.dossier.charts import law
from combin.solving.result import BetResult, Outcome


def test_the_names_of_a_net_by_how_often_they_are_met():
    """A flush is met after two plays, 3 + 2 of 10 deals, a pair after one, 4 of them."""
    rows = [("stay", "pair", 1, 4), ("stay", "flush", 1, 3), ("double", "flush", 1, 2)]
    rows.append(("stay", "less", -1, 1))
    outcomes = tuple(
        Outcome((action,), name, Fraction(net), Fraction(1), many)
        for action, name, net, many in rows
    )
    found = law(BetResult("base", "ante", 10, outcomes))
    assert found.names == {1: ["flush", "pair"], -1: ["less"]}
    assert found.mean == Fraction(9 - 1, 10)
