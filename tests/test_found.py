"""Lists that ship with combin are those of the reports, and cost what is said of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combin.dossier.found import found, prove
from combin.games import find as game_called
from combin.games import names
from combin.strategies import find
from found_lists import FOLDER, QUICK, written
from sizes import GAMES, LARGE, LIKE_JACKS

FILES = written()
SHIPPED = sorted(name.removesuffix(".txt") for name in FILES)


def test_the_files_are_those_of_the_reports():
    """Written again by python tests/found_lists.py."""
    assert {path.name: path.read_text() for path in FOLDER.iterdir()} == FILES
    assert {*SHIPPED, *QUICK} <= {*names()}


@pytest.mark.slow_after(3)
@pytest.mark.parametrize(
    "slug",
    sorted(SHIPPED, key=lambda slug: (slug in LARGE | LIKE_JACKS, slug != "mississippi-stud")),
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


@pytest.mark.parametrize("settings", [{"coins": "fewer"}, {"paytable": "8-5"}])
def test_another_setting_is_searched(settings, monkeypatch):
    asked = []
    monkeypatch.setattr("combin.dossier.found.find", lambda *given, **named: asked.append(given))
    game = game_called("jacks-or-better").resolve(settings)
    found(game, "base")
    assert asked == [(game, "base")]
