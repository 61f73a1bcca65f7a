"""Lists in words of what is so: they decide as the lists that ship, hand by hand."""

from pathlib import Path

import pytest

from combin.dossier.found import found
from combin.games import sheet_of
from combin.strategies import parse, price
from combin.strategies.turned import affirmed, denies

LISTS = Path(__file__).parents[2] / "combin" / "dossier" / "lists"
QUICK = ("dakota-duel-draw", "let-it-ride", "crazy-4-poker")
TURNED = (
    "bonus-six",
    "criss-cross-poker",
    "heads-up-holdem",
    "mississippi-stud",
    "ultimate-texas-holdem",
)


def assert_alike(slug, rungs):
    game = sheet_of(slug).resolve()
    ladder = found(game, game.bets[0].key)
    changed = 0
    for rung in ladder.rungs[rungs]:
        shown = affirmed(game, rung.lines)
        changed += shown != rung.lines
        if shown != rung.lines:
            assert price(game, parse(str(shown), game, shown.bet), shown.bet).cost == rung.cost
    return changed


@pytest.mark.parametrize("slug", QUICK)
def test_a_list_that_is_turned_round_costs_the_same(slug):
    assert assert_alike(slug, slice(-4, None)) or slug == "crazy-4-poker"


@pytest.mark.slow
@pytest.mark.parametrize("slug", TURNED)
def test_the_lists_of_large_games_cost_the_same(slug):
    assert assert_alike(slug, slice(-2, None))


def test_no_line_of_the_public_games_is_a_denial_of_denials():
    game = sheet_of("let-it-ride").resolve()
    *_, negative, _, positive = found(game, "base").rungs
    assert denies(negative.lines) and not denies(positive.lines)
    assert affirmed(game, positive.lines) == positive.lines
    second = affirmed(game, negative.lines).blocks["bet 2"]
    assert [str(line) for line in second] == [
        "let-it-ride: a pair of tens or better",
        "let-it-ride: four to a flush",
        "let-it-ride: four to an open-ended straight",
        "pull-back: otherwise",
    ]
