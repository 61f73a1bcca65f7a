"""The solver of the page: in node, against the program, cell by cell."""

from __future__ import annotations

import json
from dataclasses import asdict
from fractions import Fraction
from math import prod
from pathlib import Path
from random import Random

import pytest

import combin
from combin.families.blackjack import rule_settings
from combin.families.blackjack.house import RANKS
from combin.families.blackjack.letters import chart_of
from combin.families.blackjack.published import sheet
from combin.families.blackjack.questions import by_model, solve
from combin.families.blackjack.rule_settings import solver_rules
from combin.families.blackjack.simple import ThreeLines
from combin.rules.choices import Choice
from scripts import scripted

SCRIPTS = ("exact.js", "practice.js", "blackjack-solver.js")
REPORTS = Path(__file__).parents[3] / "reports" / "blackjack"
NEAR = 1e-9
SOLVED = """
const solve = combin.blackjackSolver();
return HOUSES.map(([house, hands]) => {
  const solved = solve(house);
  const spots = combin.blackjackSpots(solved, RULE);
  return {
    value: solved.value,
    chart: solved.chart,
    spots,
    likely: combin.practice.likely(spots, 0.1),
    cells: Object.entries(solved.columns).flatMap(([up, { cells }]) =>
      cells.map(({ ranks, actions, best }) => [...ranks, Number(up), actions, best])),
    hands: hands.map(([ranks, up]) => combin.blackjackActions(solved, combin.blackjackHand(solved, ranks, up), up)),
  };
});
"""
PLAYED = {  # choices of the game itself -> values that the solver follows
    choice.name: [value for value in choice.values if value not in ("first-hand", "full-memory")]
    for choice in sheet("blackjack").resolve().choices
    if isinstance(choice, Choice) and choice.name not in ("natural", "buster")
}


def solved(asked):
    """Return what the page finds; asked: games, and hands of each with the dealer's card."""
    houses = json.dumps([(solver_rules(game), hands) for game, hands in asked])
    rule = json.dumps(asdict(ThreeLines(13, 17, 18, (9, 10, 11), (0, 6, 7, 8))))
    return scripted(SCRIPTS, SOLVED.replace("HOUSES", houses).replace("RULE", rule))


def longer(random, most):
    """Return three hands of three cards and more, by rank, with the dealer's card."""
    found = []
    while len(found) < 3:
        ranks = random.choices(range(10), k=random.randint(3, most))
        if sum(rank + 1 for rank in ranks) <= 20 and max(map(ranks.count, ranks)) < 3:
            found.append((ranks, random.randrange(10)))
    return found


def differences(settings, seed):
    """Yield where the page differs from the program; settings: so many, at random."""
    random = Random(seed)
    chosen = [
        {name: random.choice(values) for name, values in PLAYED.items()} for _ in range(settings)
    ]
    games = [sheet("blackjack").resolve(choices) for choices in chosen]
    asked = [(game, longer(random, (game.turns.charlie or 6) - 1)) for game in games]
    for choices, (game, hands), page in zip(chosen, asked, solved(asked)):
        by_cards, by_totals = solve(game), solve(by_model(game, "total"))
        pay = float(game.turns.natural.pays)
        for name, value, found in (
            ("edge", by_cards.value, page["value"]),
            ("edge of the chart", by_totals.value, page["chart"]["value"]),
        ):
            if abs(found[0] + pay * found[1] - value) > NEAR:
                yield choices, name
        rows = [[name, list(letters)] for name, letters in chart_of(by_totals).rows]
        for ours, theirs in zip(page["chart"]["rows"], rows, strict=True):
            if ours != theirs:
                yield choices, ours, theirs
        cells = {
            (one, other, up): (actions, best) for one, other, up, actions, best in page["cells"]
        }
        if len(cells) != len(by_cards.spots):
            yield choices, "cells"
        for spot in by_cards.spots:
            actions, best = cells[*spot.ranks, spot.up]
            if "natural" in actions:
                actions = {"natural": pay * actions["natural"]}
            if best != spot.taken or actions.keys() != spot.actions.keys():
                yield choices, spot.cards, spot.against, best, spot.taken
            for name, worth in spot.actions.items():
                if abs(actions[name] - worth) > NEAR:
                    yield choices, spot.cards, spot.against, name
        for (ranks, up), actions in zip(hands, page["hands"]):
            text = f"{' '.join(RANKS[rank] for rank in ranks)} / {RANKS[up]}"
            for name, worth in combin.advise(game, text).rows[0].values.items():
                if abs(actions[name] - worth) > NEAR:
                    yield choices, text, name


@pytest.fixture(scope="module")
def printed():
    """Return what the page finds under the printed rules."""
    (page,) = solved([(sheet("blackjack").resolve(), [])])
    return page


def test_the_edge_and_the_chart_are_those_of_the_report(printed):
    known = json.loads((REPORTS / "solution.json").read_text())["bets"]["base"]
    constant, chance = printed["value"]
    assert abs(constant + 1.5 * chance + Fraction(known["house_edge"])) < NEAR
    lines = map(str.split, (REPORTS / "chart.txt").read_text().splitlines())
    letters = {" ".join(line[:2]): line[2:] for line in lines}
    assert all(letters[name] == row for name, row in printed["chart"]["rows"])


def test_likely_errors_are_hard_to_tell(printed):
    """Half of what is dealt has a gap below 0.15 bets; hands of three cards and more are among it,
    and half of it is where the three lines err.
    """
    spots, weights = printed["spots"], printed["likely"]
    each = [*zip(spots, weights, strict=True)]
    assert sum(weight for spot, weight in each if spot["gap"] < 0.15) > 0.5
    assert sum(weight for spot, weight in each if len(spot["ranks"]) > 2) > 0.1
    assert sum(weight for spot, weight in each if spot["loss"]) > 0.5
    first = sum(spot["frequency"] for spot in spots if len(spot["ranks"]) == 2)
    assert 0.9 < first < 1  # no naturals


@pytest.mark.slow
def test_it_agrees_with_the_program_under_random_rules():
    assert [*differences(3, 1)] == []


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 22))
def test_it_agrees_under_two_hundred_rules(seed):
    assert [*differences(10, seed)] == []


def test_choices_change_what_they_change_together():
    """What the page puts together of single choices is what the program resolves."""
    rules, random = sheet("blackjack"), Random(3)
    printed = solver_rules(rules.resolve())
    alone = {
        (name, value): rule_settings.changed(printed, solver_rules(rules.resolve({name: value})))
        for name, values in PLAYED.items()
        for value in values
    }
    assert prod(map(len, PLAYED.values())) > 10_000
    for _ in range(50):
        choices = {name: random.choice(values) for name, values in PLAYED.items()}
        together = dict(printed)
        for choice in choices.items():
            together |= alone[choice]
        assert together == solver_rules(rules.resolve(choices))
