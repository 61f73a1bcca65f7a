"""What is asked about the rules of blackjack: choices, the pay of a natural, its shoe, and plays from
simple to exact.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack import questions
from combin.families.blackjack.exceptions import exceptions
from combin.render.charts import sweep_chart
from matrix import few_ranks
from shipped import blackjack_alone, with_few_ranks

GAME, SPLITS = "small.game", "splits=1"


@pytest.fixture
def run(run, tmp_path, monkeypatch):
    """Run commands beside a game of four ranks."""
    (tmp_path / GAME).write_text(with_few_ranks(blackjack_alone(), "56TA", {1: 4}))
    monkeypatch.chdir(tmp_path)
    return run


# --- Choices -------------------------------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("model", ["zero-memory", "first-hand", "total"])
def test_games_solved_together_are_as_each_by_itself(run, model):
    settings = [
        {}, {"das": "no"}, {"surrender": "late"}, {"das": "no", "surrender": "early"},
        {"peek": "original"}, {"peek": "no"}, {"natural": "6-5", "aces": "hit"}, {"splits": "1"},
        {"charlie": "5"}, {"das": "no", "natural": "1"},
    ]  # fmt: skip
    games = [combin.load(Path(GAME), {"model": model, **chosen}) for chosen in settings]
    together, alone = questions.solved_games(games), map(questions.solved_game, games)
    assert [(one.house, one.spots) for one in together] == [(one.house, one.spots) for one in alone]


@pytest.mark.whole
@pytest.mark.slow
def test_every_value_of_every_choice_is_solved(run):
    status, out, _ = run("vary", GAME, SPLITS, "--format", "csv")
    rows = [row.split(",") for row in out.splitlines()]
    game = combin.load(Path(GAME), {"splits": 1})
    assert status == 0 and len(rows) == 1 + sum(  # but for full memory
        len(one.values) - 1 for one in game.choices if one.name != "buster"
    )
    head = rows[0]
    for row in rows[2:]:
        told = dict(zip(head, row))
        other = combin.load(Path(GAME), {"splits": 1, told["choice"]: told["value"]})
        edge = -combin.solve(other)["base"].expected_value
        assert Fraction(told["edge"]) == edge
        assert Fraction(told["change"]) == edge + combin.solve(game)["base"].expected_value
    assert run("edges", GAME)[1].endswith("Again: combin edges small.game\n")
    found = combin.vary(Path(GAME), {"splits": 1})
    assert f"{found}\n".split("Again")[0] == run("vary", GAME, SPLITS)[1].split("Again")[0]
    assert len(found.to_frame()) == len(rows) - 1
    with pytest.raises(CombinError, match="resolved already"):
        combin.vary(game)


@pytest.mark.whole
@pytest.mark.slow
def test_published_differences_of_rules():
    """Six decks, to two digits: www.blackjackreview.com/wp/blackjack-rule-variations/ (soft 17 hit
    -0.20 %, double after a split +0.14 %, late surrender +0.08 %, 6 to 5 -1.36 %).
    """
    found = combin.vary("blackjack")
    change = {
        (one.choice, one.value): one.comparison.change
        for one in found.rows
        if one.comparison.bet == "base"
    }
    for setting, published in (
        (("soft17", "hit"), "0.0020"), (("das", "no"), "0.0014"),
        (("surrender", "late"), "-0.0008"), (("natural", "6-5"), "0.0136"),
    ):  # fmt: skip
        assert abs(change[setting] - Fraction(published)) < Fraction(15, 10**5), setting


@pytest.mark.slow
def test_two_settings_stand_side_by_side(run):
    status, out, _ = run("compare", GAME, "splits=1", "splits=1,soft17=hit,surrender=late")
    assert status == 0 and "A: splits=1\nB: splits=1,soft17=hit,surrender=late\n" in out
    one, other = (
        combin.load(Path(GAME), {"splits": 1, **more})
        for more in ({}, {"soft17": "hit", "surrender": "late"})
    )
    found = combin.compare(one, other)[0]
    values = [combin.solve(game)["base"].found for game in (one, other)]
    assert [found.first.edge, found.second.edge] == [-found.value for found in values]
    moved = sum(
        spot.deals
        for spot in values[0].spots
        if spot.taken != values[1].spot(*spot.ranks, spot.up).taken
    )
    assert found.moved == Fraction(moved, values[0].deals) > 0
    assert "main game, first action: double, not hit, with 5 T / 6" in out
    assert "main game, first action" not in run("compare", GAME, "default", "natural=6-5")[1]


# --- The pay of a natural ------------------------------------------------------------------------


@pytest.mark.slow
def test_the_formula_has_the_chance_of_a_natural_in_closed_form():
    """An ace and a ten, and no natural of the dealer's among the 50 cards left."""
    found = combin.formula("blackjack", {"packs": 1})
    natural = Fraction(2 * 4 * 16, 52 * 51)
    assert found.form.slope("natural") == natural * (1 - Fraction(2 * 3 * 15, 50 * 49))
    for name, pay in (("6-5", Fraction(6, 5)), ("1", Fraction(1)), ("2", Fraction(2))):
        solved = combin.solve("blackjack", {"packs": 1, "natural": name})
        assert found.form.at({"natural": pay}) == solved["base"].expected_value


@pytest.mark.slow
def test_one_pay_is_moved_and_aimed_at(run, tmp_path):
    status, out, _ = run("sweep", GAME, SPLITS, "--pay", "natural=1..2", "--format", "csv")
    rows = [row.split(",") for row in out.splitlines()]
    (moved,) = combin.sweep(Path(GAME), "natural", 1, 2, {"splits": 1}).pieces
    assert status == 0 and rows[1][:3] == ["natural", "1", "2"]
    status, out, _ = run("target", GAME, SPLITS, "--edge", "1%", "--pay", "natural", "--json")
    aimed = combin.target(Path(GAME), "1%", "natural", {"splits": 1})
    assert status == 0 and moved.at(aimed.at) == Fraction(-1, 100) and str(aimed.at) in out
    within = combin.target(Path(GAME), (0, "1%"), "natural", {"splits": 1})
    assert within.at[0] == aimed.at and moved.at(within.at[1]) == 0
    drawing = tmp_path / "natural.svg"
    assert run("sweep", GAME, SPLITS, "--pay", "natural=1..2", "-o", drawing)[0] == 0
    picture = sweep_chart(combin.sweep(Path(GAME), "natural", 1, 2, {"splits": 1}), "")
    assert picture.subtitle.startswith("House edge under optimal play against natural")
    assert drawing.stat().st_size > 1000 and "frac" in run("formula", GAME, SPLITS, "--latex")[1]
    assert "*natural)/" in run("formula", GAME, SPLITS)[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words, text",
    [
        (
            ("formula", "blackjack", "--pay", "flush"),
            "bet 'base' of blackjack has no pay 'flush'",
        ),
        (("formula", "blackjack", "--pay", "natural=1..2"), "formula takes no range"),
        (("sweep", "blackjack", "--pay", "natural"), "which pay moves"),
        (
            ("sweep", "blackjack", "--pay", "natural=-1..1"),
            "a natural pays a number, 0 or more, not -1",
        ),
        (("target", "blackjack", "--edge", "1%"), "which pay may move"),
        (("target", "blackjack", "--edge", "50%", "--pay", "natural"), "no value of natural"),
        (("formula", "blackjack", "--pay", "insurance"), "belongs to another bet than 'base'"),
        (("compare", "blackjack", "default", "packs=9"), "choice packs has no value '9'"),
        (("vary", "blackjack", "--pay", "naturl=2"), "no pay 'naturl' (did you mean 'natural'?)"),
        (("edges", "blackjack", "phil-em-up"), "is not available for blackjack games"),
        (("strategy", "blackjack", "--lines", "3"), "--lines is not available"),
        (("removal", "blackjack", "--bet", "22+3"), "blackjack has no bet '22+3'"),
    ],
)
def test_what_is_not_answered_says_so_in_one_line(run, words, text):
    status, out, err = run(*words)
    assert (status, out) == (2, "") and text in err and err.count("\n") == 1


def test_only_pays_of_the_bet_move():
    with pytest.raises(combin.CombinError, match="bet 'base' of blackjack has no pay 'flush'"):
        combin.target("blackjack", "1%", "flush")
    with pytest.raises(combin.CombinError, match="a range of edges has a limit"):
        combin.target("blackjack", (None, None), "natural")


# --- The shoe ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_effects_of_removal_add_up_to_nothing_where_the_chart_is_kept(run):
    removed = combin.removal(Path(GAME))
    found, game = removed.bets[0], removed.game
    shoe = questions.shoe_of_game(game)
    cards = {rank: shoe["A23456789T".index(rank)] for rank in found.kept}
    assert set(cards) == set("56TA") and any(found.kept.values())
    assert sum(cards[rank] * effect for rank, effect in found.kept.items()) == 0
    assert sum(cards[rank] * effect for rank, effect in found.effects.items()) >= 0
    for rank in "5A":
        gone = game.without({"5": "5c", "A": "Ac"}[rank])
        assert found.effects[rank] == questions.solve(gone).value - found.value
    status, out, _ = run("removal", GAME)
    assert status == 0 and "base, chart kept" in out


@pytest.mark.slow
def test_an_effect_on_a_bet_beside_the_game_is_that_of_the_shoe_without_the_card():
    few = combin.load(few_ranks("blackjack", "26TA"))
    found = {one.bet: one for one in combin.removal(few, ["insurance", "buster"]).bets}
    for rank, card in (("T", "Tc"), ("6", "6d")):
        for key, one in found.items():
            gone = combin.solve(few.without(card), bets=[key])[key].house_edge
            assert one.effects[rank] == -gone - one.value and one.usual is None


# --- Plays from simple to exact ------------------------------------------------------------------


@pytest.mark.slow
def test_plays_from_simple_to_exact(run):
    recommended = combin.strategy(Path(GAME), {"splits": 1})
    found = recommended.found
    listed = exceptions(found.chart)
    assert found.listed == listed[:36] and found.many == len(listed)
    assert found.simple.value <= found.chart.value < found.excepted.value <= found.by_cards.value
    status, out, _ = run("strategy", GAME, SPLITS)
    assert status == 0 and out.split("Again")[0] == f"{recommended}\n".split("Again")[0]
    assert all(line in out for line in found.lines.words())
    told = recommended.to_dict()
    edges = {rung["play"]: rung["house_edge"] for rung in told["ladder"]}
    assert edges["chart"] == str(-found.chart.value)
    assert told["optimum"] == str(found.by_cards.value) and told["ladder"][-1]["cost"] == "0"
    saves = recommended.to_frame()["cost"].tolist()
    assert recommended.cost == found.by_cards.value - found.chart.value
    assert saves == sorted(saves, reverse=True) and len(saves) == len(found.listed)
