"""How long the lists are that ship, and what each costs to the last digit: `list_costs.csv`, taken
from the reports and kept beside these tests, so that a list that is written anew is seen.

What is said beside a list is not believed: its lines are counted, and those of the quicker games are
priced again.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from combin.counting import Plan
from combin.games import dealt_sheet
from combin.questions.solve import solve
from combin.solving.payoffs import Payoffs
from combin.strategies.pricing import compared
from combin.strategies.reading import parse_for
from found_lists import FOLDER, QUICK
from reported import REPORTS

LINE = re.compile(r"^(?!game:|cost:)[^#:]+: \S", re.MULTILINE)
Rung = tuple[int, Fraction]  # lines, and what they cost


def kept() -> Mapping[str, list[Rung]]:
    found = defaultdict[str, list[Rung]](list)
    with open(Path(__file__).with_name("list_costs.csv"), newline="") as file:
        for row in csv.DictReader(file):
            found[row["game"]].append((int(row["lines"]), Fraction(row["cost"])))
    return found


KEPT = kept()
SHORT = (
    "bonus-six",
    "casino-war",
    "let-it-ride",
    "phil-em-up",
    "red-dog",
    "three-card-poker",
)
LONGER = ("crazy-4-poker", "dakota-duel-draw", "mississippi-stud", "jacks-or-better")


def texts(slug: str) -> list[str]:
    """Return the lists that ship with a game; those of a quick one are searched for."""
    file = FOLDER / f"{slug}.txt"
    return [] if slug in QUICK else file.read_text().split("\n---\n")[1:]


def practical(slug: str) -> str:
    """Return the list that the report of a game recommends."""
    return (REPORTS / slug / "strategy.txt").read_text()


def test_lists_of_the_reports():
    assert {path.parent.name for path in REPORTS.glob("*/ladder.csv")} == KEPT.keys()
    for slug, rungs in KEPT.items():
        with open(REPORTS / slug / "ladder.csv", newline="") as file:
            rows = [(int(row["lines"]), Fraction(row["cost"])) for row in csv.DictReader(file)]
        assert rows == rungs, slug


def test_lists_that_are_kept():
    assert {path.stem for path in FOLDER.iterdir()} == KEPT.keys() - QUICK
    for slug in KEPT.keys() - QUICK:
        found = [(len(LINE.findall(text)), text.split("\n")[0]) for text in texts(slug)]
        assert found == [(lines, f"cost: {cost}") for lines, cost in KEPT[slug]], slug


def test_lists_that_the_reports_recommend():
    """Each is one of the lists of its game."""
    for slug, rungs in KEPT.items():
        text = practical(slug)
        lines = len(LINE.findall(text))
        cost = dict(rungs)[lines]
        said = f"costs {cost} of one" if cost else "perfect, it costs nothing"
        assert f", {lines} line{'s' * (lines > 1)}: {said}" in text.split("\n")[0], slug


@pytest.mark.parametrize(
    "slug", [*SHORT, *(pytest.param(slug, marks=pytest.mark.slow) for slug in LONGER)]
)
def test_lists_cost_what_they_are_priced_at(slug):
    game = dealt_sheet(slug).resolve()
    plan = Plan(game, game.bet("base"))
    lists = [practical(slug), *(text.partition("\n")[2] for text in texts(slug))]
    values = compared(Payoffs(plan), [parse_for(plan, text) for text in lists])
    optimum = solve(game, ["base"])["base"].expected_value
    costs = [optimum - value for value in values]
    lines = len(LINE.findall(practical(slug)))
    assert costs[0] == dict(KEPT[slug])[lines]
    assert costs[1:] == ([] if slug in QUICK else [cost for _, cost in KEPT[slug]])
