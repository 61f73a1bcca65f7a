"""Tallies that are kept while a report is made are those that are counted."""

from __future__ import annotations

import importlib

import pytest

from combin.counting import Plan, keeping, method_of, tallies
from combin.games import sheet_of
from combin.questions.solve import solve

SMALL = ("let-it-ride", "three-card-poker", "phil-em-up")


def plan_of(slug):
    game = sheet_of(slug).resolve()
    return Plan(game, game.bets[0])


@pytest.fixture
def counted(monkeypatch):
    """Return the shares of Let It Ride that are counted from now on."""
    asked, method = [], type(method_of(plan_of("let-it-ride")))
    count = method.tallies

    def noted(self, plan, part, parts):
        if plan.game.slug == "let-it-ride":
            asked.append((part, parts))
        return count(self, plan, part, parts)

    monkeypatch.setattr(method, "tallies", noted)
    return asked


def test_a_bet_is_counted_once_and_the_first_share_has_all(counted):
    plan = plan_of("let-it-ride")
    apart = [*tallies(plan)]
    with keeping():
        first, *others = ([*tallies(plan_of("let-it-ride"), part, 3)] for part in range(3))
        assert [*tallies(plan)] == first == apart and others == [[], []]
    assert counted == [(0, 1), (0, 1)]
    assert [*tallies(plan, 0, 1)] == apart and len(counted) == 3


def test_what_is_large_is_not_kept_and_what_is_old_goes(counted, monkeypatch):
    module = importlib.import_module("combin.counting.keeping")
    plan, other = plan_of("let-it-ride"), plan_of("phil-em-up")
    monkeypatch.setattr(module, "MOST", module.size_of(plan) + module.size_of(other) - 1)
    with keeping():
        for one in (plan, other, plan):
            assert [*tallies(one)]
        assert len(counted) == 2
    counted.clear()
    monkeypatch.setattr(module, "MOST", module.size_of(plan) - 1)
    with keeping():
        assert [*tallies(plan, 1, 3)] == [*tallies(plan, 1, 3)]
    assert counted == [(1, 3), (1, 3)]


@pytest.mark.parametrize("slug", SMALL)
def test_solutions_are_the_same(slug):
    game = sheet_of(slug).resolve()
    with keeping():
        assert solve(game, threads=1) == solve(game, threads=2) == solve(game)
    assert solve(game)["base"].house_edge > 0
