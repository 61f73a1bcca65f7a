"""That no other cell is better in the charts that are found: each is changed to all it may say."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from combin.families.blackjack.chart import Chart
from combin.families.blackjack.house import House, chart_columns, house_of, shoe_of
from combin.families.blackjack.lattice import lattice_of
from combin.families.blackjack.letters import chart_of, read_chart, rows_of
from combin.families.blackjack.player import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from combin.families.blackjack.solve import Solved, UpCard, solve
from combin.games import sheet_of
from houses import house_by


def changes(chart: Chart, house: House) -> Iterator[tuple[str, Chart]]:
    """Yield the charts of which one cell says something else, all hands of that cell together."""
    given_up = (SURRENDER,) if house.turns.surrender.when else ()
    for name, what in rows_of():
        if not isinstance(what, tuple):
            for action in (HIT, STAND, DOUBLE, SPLIT, *given_up) if what in chart.pairs else ():
                if action != chart.pairs[what]:
                    yield name, Chart(chart.hits, chart.first, {**chart.pairs, what: action})
            continue
        soft, total = what
        doubled = (DOUBLE,) if house.turns.double.allows(total, soft) else ()
        others = {row: action for row, action in chart.first.items() if row != what}
        for hits in (chart.hits - {what}, chart.hits | {what}):
            for first in ({}, *({what: action} for action in (*doubled, *given_up))):
                changed = Chart(hits, {**others, **first}, chart.pairs)
                if (changed.hits, changed.first) != (chart.hits, chart.first):
                    yield name, changed


def worth(found: Solved, ups: list[int], chart: Chart) -> Fraction:
    """Return what some columns add to the value of a game, splits included."""
    total = Fraction(0)
    for up in ups:
        hands = lattice_of(found.shoe, found.house.turns.charlie)
        column = UpCard(hands, found.house, found.shoe, up, "total")
        column.follow(chart)
        total += sum((spot.value * spot.deals for spot in column.spots(charted=True)), Fraction(0))
    return total / found.deals


def better(found: Solved) -> tuple[int, list[str]]:
    """Return how many charts with one cell changed were tried, and the cells that win more."""
    tried, gaining = 0, []
    for column, ups in chart_columns(found.house.turns.dealer).items():
        dealt = [up for up in ups if up in found.charts]
        if dealt:
            chart = found.charts[dealt[0]]
            right = worth(found, dealt, chart)
            for name, changed in changes(chart, found.house):
                tried += 1
                if worth(found, dealt, changed) > right:
                    gaining.append(f"{name} / {column}")
    return tried, gaining


@pytest.mark.slow
@pytest.mark.parametrize("packs", [1, 6])
def test_no_change_of_one_cell_improves_the_chart_of_blackjack(packs):
    """docs/verifying.md says so."""
    sheet = sheet_of("blackjack")
    assert sheet is not None
    house = house_of(sheet.resolve({"packs": str(packs)}))
    found = solve(shoe_of(packs), house, "total")
    assert found.value == sum(worth(found, [up], chart) for up, chart in found.charts.items())
    assert better(found) == (1140, [])


@pytest.mark.slow
def test_a_cell_that_errs_is_found():
    """Of a chart that hits hard 17 against a 5, no other change of that row is as good."""
    found = solve(shoe_of(1), house_by(hands=1), "total")
    right = found.charts[4]
    wrong = Chart(right.hits ^ {(False, 17)}, right.first, right.pairs)
    tried = {
        worth(found, [4], chart): chart
        for name, chart in changes(wrong, found.house)
        if name == "hard 17"
    }
    best = max(tried)
    assert len(tried) == 3 and best > worth(found, [4], wrong)
    assert (tried[best].hits, tried[best].first) == (right.hits, right.first)


@pytest.mark.parametrize(
    "rules",
    [
        {"doubles": frozenset({10, 11}), "soft_doubles": frozenset({13, 18, 19, 20})},
        {"surrender": "late", "surrender_ups": frozenset({0, 9}), "aces": "hit"},
        pytest.param({"zaps": frozenset({12, 15, 16})}, marks=pytest.mark.slow),
        {"pushes": 22, "doubled_by": 3, "doublings": 2, "tens": (3, 3)},
        {"seen": 2, "surrender": "late", "surrenders_later": True, "doubles_later": True},
        {"free_doubles": frozenset({9, 10}), "free_splits": frozenset({3, 7})},
    ],
)
def test_a_chart_is_read_as_it_was_found(rules):
    shoe, house = (2, 2, 0, 0, 2, 0, 2, 2, 0, 6), house_by(hands=2, **rules)
    found = solve(shoe, house, "total")
    rows = chart_of(found).rows
    read = read_chart("\n".join(" ".join((name, *cells)) for name, cells in rows), house, shoe)
    assert solve(shoe, house, "total", read).value == found.value <= solve(shoe, house).value
    if "soft_doubles" in rules:
        assert {cell for name, cells in rows for cell in cells if "soft" in name} >= {"D"}
