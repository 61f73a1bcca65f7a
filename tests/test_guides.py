"""The figures in the running text of the guides, computed again; what stands there as the output of
a command is compared where that command is tested.
"""

from __future__ import annotations

from math import comb, lcm
from pathlib import Path

import pytest

import combin
from combin.counting import Plan
from combin.dossier.felt import MOST_CARRIED, WHOLE
from combin.dossier.hands import MOST_SETS as HANDS
from combin.dossier.recommended import at_most
from combin.games import find
from combin.render.number import cost, percent
from combin.rules.exposed import exposed
from combin.sensitivity import Counted
from combin.sensitivity.maxima import value_of
from combin.solving.solve import solve
from combin.strategies import find as find_lines


def told(guide: str) -> str:
    """Return the words of a guide, its line ends as spaces."""
    page = Path(combin.__file__).parents[1] / "docs" / f"{guide}.md"
    return " ".join(page.read_text(encoding="utf-8").split())


def test_how_many_rows_a_page_of_the_site_holds():
    rows = {
        slug: len(value_of(Counted(combin.load(slug), "base")).choices)
        for slug in ("phil-em-up", "let-it-ride")
    }
    said = f"Phil 'em up has {rows['phil-em-up']} rows, Let It Ride {rows['let-it-ride']}."
    text = told("site")
    assert said in text
    assert f"more than {WHOLE:,} numbers" in text and WHOLE < MOST_CARRIED
    assert f"up to {HANDS:,} situations" in text


def test_the_common_number_of_deals_of_all_holds():
    ways = [comb(47, cards) for cards in range(6)]
    assert f"{lcm(*ways):,} for each hand of 52 cards" in told("rules-language")
    said = ", ".join(f"{one:,}" for one in ways[:-1])
    assert f"which the {said} and {ways[-1]:,} ways to draw" in told("rules-language")


def test_the_completions_of_the_longest_first_decision():
    game = combin.load("ultimate-texas-holdem")
    plan = Plan(game, game.bet("base"))
    (first, *_) = plan.stages
    assert f"{plan.deals_after(first):,} completions" in told("verifying")


@pytest.mark.parametrize(
    ("slug", "seen"),
    [
        ("three-card-poker", {"dealer": 1}),
        ("mississippi-stud", {"third": 1}),
        ("mississippi-stud", {"fourth": 1}),
        ("mississippi-stud", {"fifth": 1}),
    ],
)
def test_what_seen_cards_are_worth(slug, seen):
    edge = solve(exposed(combin.load(slug), seen), ["base"])["base"].house_edge
    assert percent(-edge, 4) in told("protection")


@pytest.mark.whole
@pytest.mark.parametrize(
    ("slug", "choices", "lines"),
    [
        ("caribbean-stud", {}, 6),
        ("hot-poker-spot", {"cost": "1"}, 8),
        ("hot-poker-spot", {"cost": "1"}, 11),
        ("jacks-or-better", {}, 15),
        ("jacks-or-better", {}, 27),
    ],
)
def test_what_lists_cost(slug, choices, lines):
    rung = at_most(find_lines(find(slug).resolve(choices)), lines)
    assert len(rung.lines) == lines and cost(rung.cost) in told("strategies")
