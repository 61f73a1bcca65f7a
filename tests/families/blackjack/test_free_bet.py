"""Free bet blackjack: the published edge, what a free bet changes, and what commands answer."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import combin
from combin.errors import CombinError
from combin.families.blackjack import questions, solve
from combin.games import sheet_of
from combin.rules.game import Game
from houses import ALIKE, changed, house_by
from shipped import page_of, with_few_ranks

SMALL = (2, 0, 0, 0, 3, 3, 0, 0, 0, 6)


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    """The same rules with four ranks."""
    path = tmp_path_factory.mktemp("small") / "small.game"
    path.write_text(with_few_ranks(page_of("free-bet-blackjack"), "56TA", {6: 2, 1: 2}))
    return path


@pytest.fixture(scope="module")
def little(small) -> Game:
    return combin.load(small, {"splits": 2})


@pytest.mark.slow
@pytest.mark.parametrize("model", ["zero-memory", pytest.param("total", marks=pytest.mark.slow)])
def test_the_published_house_edge(model):
    """wizardofodds.com, free bet blackjack: 1.04 %; docs/blackjack.md tells how they differ."""
    sheet = sheet_of("free-bet-blackjack")
    assert sheet is not None
    found = questions.solve(sheet.resolve({"model": model}))
    assert abs(found.house_edge - Fraction("0.0104")) < Fraction(3, 10**4)
    assert 1 < found.mean_wager < Fraction(101, 100)  # few bets are the player's own


# --- What is free --------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ALIKE)
def test_a_free_bet_that_does_not_matter_changes_nothing(model):
    """Free doubles of totals that no two cards have, free splits of a rank that is not dealt."""
    for house in (house_by(pushes=22), house_by(das=False, ties="lose")):
        free = changed(house, free_doubles=frozenset({4}), free_splits=frozenset({1}))
        assert solve(SMALL, house, model).value == solve(SMALL, free, model).value


def test_free_bets_are_worth_more_than_paid_ones():
    house = house_by(hits_soft_17=True, pushes=22)
    paid = solve(SMALL, house)
    doubles = solve(SMALL, changed(house, free_doubles=frozenset({9, 10, 11})))
    both = solve(SMALL, changed(doubles.house, free_splits=frozenset(range(9))))
    assert paid.value < doubles.value < both.value
    assert paid.mean_wager > both.mean_wager


def test_a_law_adds_up_to_the_value(small):
    found = questions.solve(combin.load(small, {"splits": 1}))
    assert found.law is not None and sum(found.law.values()) == 1
    assert sum(net * chance for net, chance in found.law.items()) == found.value
    assert found.law[Fraction(2)] > 0 and Fraction(-2) not in found.law


# --- Answers -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_chart_is_read_as_it_is_printed(run, small, little):
    text = run("situations", str(small), "splits=2")[1]
    assert "free hard 12" in text
    priced = combin.price(little, text)
    assert priced.cost == 0 and not priced.mistakes


@pytest.mark.slow
def test_hands_on_free_bets_have_a_chart_of_their_own(little):
    found = questions.situations(little).chart.chart
    own = {name: cells for name, cells in found.rows if not name.startswith("pair")}
    free = dict(found.free)
    assert set(free) == set(own) and free != own
    other = questions.situations(combin.load("blackjack", {"packs": 1}))
    assert other.chart.chart.free == ()


@pytest.mark.whole
@pytest.mark.slow
def test_every_command_answers(run, small, tmp_path):
    for verb, more in (
        ("show", ()),
        ("solve", ()),
        ("advise", ("6 6 / T",)),
        ("strategy", ()),
        ("formula", ()),
        ("compare", ("default", "soft17=stand")),
        ("removal", ()),
        ("vary", ()),
        ("chart", ("actions", "-o", str(tmp_path / "chart.svg"))),
        ("card", ("-o", str(tmp_path / "card.pdf"))),
    ):
        settings = () if verb == "compare" else ("splits=2",)
        status, out, err = run(verb, str(small), *more, *settings)
        assert status == 0, (verb, out, err)


def test_the_rules_reach_the_house(little):
    turns = little.turns
    assert turns.double.free == (9, 10, 11) and turns.pairs.free == (*range(1, 10),)
    assert (turns.dealer.pushes, turns.dealer.hits_soft_17) == (22, True)
    assert turns.pairs.aces == "resplit"


@pytest.mark.parametrize(
    "there, here, text",
    [
        ("free 9-11", "free 9 10 22", "`free` of a double has 4 to 21, not 22"),
        ("no-fours: 1 2", "no-fours: 0 2", "`free` of a split has 1 to 10, not 0"),
        ("all: 1-9", "all: A 2", "totals such as 9-11, or 9 10 11, are expected, not 'A 2'"),
    ],
)
def test_rules_that_do_not_fit_are_refused_in_one_line(tmp_path, there, here, text):
    source = page_of("free-bet-blackjack")
    assert there in source
    path = tmp_path / "mine.game"
    path.write_text(source.replace(there, here, 1))
    with pytest.raises(CombinError, match=text) as error:
        combin.load(path)
    assert "\n" not in str(error.value)
