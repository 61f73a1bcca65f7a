"""Lists that ship with combin are those of the reports, and cost what is said of them."""

from __future__ import annotations

import csv
from dataclasses import replace
from hashlib import sha256

import pytest

from combin.counting import Plan
from combin.dossier.found import found, prove
from combin.dossier.report import priced_lists
from combin.families.tally import Tallies
from combin.games import find as game_called
from combin.render.page import lines_name, strategy_file
from combin.solving.payoffs import Payoffs
from combin.strategies import find
from combin.strategies.library import common_actions, named
from combin.strategies.pricing import compared
from found_lists import FOLDER, QUICK, text_of
from reported import REPORTS
from sizes import GAMES, LARGE, LIKE_JACKS, on_demand

SHIPPED = sorted(path.stem for path in FOLDER.iterdir())
HASHES = (REPORTS / "all.sha256").read_text().splitlines()


@pytest.mark.slow_after(5)
@pytest.mark.parametrize("slug", SHIPPED)
def test_the_lists_are_those_of_the_reports(slug):
    """The table of the report has their costs; `publish --all` writes them, with the hashes kept."""
    ladder = found(GAMES[slug], "base")
    assert FOLDER.joinpath(f"{slug}.txt").read_text() == text_of(ladder)
    rows = csv.DictReader((REPORTS / slug / "ladder.csv").read_text().splitlines())
    assert [(row["lines"], row["cost"], row["house_edge"]) for row in rows] == [
        (str(len(rung)), str(rung.cost), str(rung.cost - ladder.optimum)) for rung in ladder.rungs
    ]
    for rung in ladder.rungs:
        known = sha256(strategy_file(ladder, rung).encode()).hexdigest()
        assert f"{known}  {slug}/{lines_name(rung)}" in HASHES


def test_every_game_with_lists_has_them_at_hand_or_is_quick():
    assert {path.parent.name for path in REPORTS.glob("*/ladder.csv")} == {*SHIPPED, *QUICK}


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "slug",
    on_demand(
        sorted(SHIPPED, key=lambda slug: (slug in LARGE | LIKE_JACKS, slug != "mississippi-stud")),
        ["criss-cross-poker"],
    ),
)
def test_a_list_costs_what_is_said_of_it(slug):
    ladder = found(GAMES[slug], "base")
    assert ladder.shipped
    prove(ladder, ladder.rungs[-1:])
    wrong = replace(ladder.rungs[-1], cost=ladder.rungs[-1].cost + 1)
    with pytest.raises(ArithmeticError, match="a list of"):
        prove(ladder, [wrong])


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["bonus-six", "crazy-4-poker", "jacks-or-better"])
def test_a_search_finds_what_ships(slug):
    """By the words of the lines: those of a hold are kept in another form when they are read."""
    searched, shipped = find(GAMES[slug]), found(GAMES[slug], "base")
    assert (searched.optimum, searched.situations) == (shipped.optimum, shipped.situations)
    assert [(str(rung.lines), rung.cost) for rung in searched.rungs] == [
        (str(rung.lines), rung.cost) for rung in shipped.rungs
    ]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", ["let-it-ride", "bonus-six", "mississippi-stud"])
def test_no_list_that_ships_is_worse_than_one_action_taken_always(slug):
    game = GAMES[slug]
    ladder, payoffs = found(game, "base"), Payoffs(Plan(game, game.bet("base")))
    always = [named(action, game, "base") for action in common_actions(game, "base")]
    best = max(compared(payoffs, always))
    assert all(rung.cost <= ladder.optimum - best for rung in ladder.rungs)
    if slug == "mississippi-stud":  # to fold at once loses the ante, and no more
        assert (best, str(ladder.rungs[0].lines.blocks["third street"][0])) == (
            -1,
            "fold: otherwise",
        )


@pytest.mark.parametrize("settings", [{"coins": "fewer"}, {"paytable": "8-5"}])
def test_another_setting_is_searched(settings, monkeypatch):
    asked = []
    monkeypatch.setattr("combin.dossier.found.find", lambda *given, **named: asked.append(given))
    game = game_called("jacks-or-better").resolve(settings)
    found(game, "base")
    assert asked == [(game, "base")]


@pytest.mark.parametrize("slug", ["let-it-ride", "crazy-4-poker"])
def test_lists_are_priced_together_as_they_are_one_by_one(slug, monkeypatch):
    """Where counting takes long; a cost that is not what is said of it is refused there, too."""
    game = GAMES[slug]
    optimum = found(game, "base").optimum
    apart = priced_lists(game, "base", optimum)
    monkeypatch.setattr(Tallies, "recounts", True)
    together = priced_lists(game, "base", optimum)
    assert together == apart and not together[0].shipped
    with pytest.raises(ArithmeticError, match="a list of"):
        priced_lists(game, "base", optimum + 1)
