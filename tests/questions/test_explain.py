"""What a printed figure may be: published figures of other denominators, plays and paytables are
found, and a figure of nothing has its neighbours.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import combin
from combin.dossier.explained import measures, printed
from shipped import blackjack_alone, with_few_ranks

SLUG = "three-card-poker"


@pytest.mark.parametrize(
    ("figure", "inside", "outside"),
    [
        ("3.37%", ("0.03365", "0.033749"), ("0.033649", "0.0338")),
        ("-0.0337", ("-0.03365", "-0.03375"), ("0.0337", "-0.0338")),
        ("1/78", ("1/78",), ("1/77", "0.0128")),
        ("5%", ("0.045", "0.055"), ("0.0551",)),
    ],
)
def test_a_figure_is_all_that_rounds_to_it(figure, inside, outside):
    asked = printed(figure)
    assert all(asked.rounds_to(Fraction(value)) for value in inside)
    assert not any(asked.rounds_to(Fraction(value)) for value in outside)


def test_a_figure_that_is_no_number_is_refused():
    with pytest.raises(combin.CombinError, match="the edge"):
        combin.explain(SLUG, "high")


def found(slug, figure, **options):
    explained = combin.explain(slug, figure, **options)
    return {(one.measure, one.play, tuple(one.settings.items())): one for one in explained.found}


@pytest.mark.slow
def test_the_element_of_risk_of_three_card_poker():
    """2.01 % is published beside the edge of 3.37 %."""
    own = {"ante-bonus": "1"}
    here = found(SLUG, "2.01%", choices=own)
    assert (
        "element of risk, of the average total wager",
        "optimal",
        (("ante-bonus", "1"),),
    ) in here
    edge = found(SLUG, "3.37%", choices=own)
    assert ("house edge, of one ante", "optimal", (("ante-bonus", "1"),)) in edge


def test_the_edge_of_a_bad_play():
    """7.65 % is published for playing every hand."""
    here = found(SLUG, "7.65%")
    assert any(play == "always play" for _, play, _ in here)
    [one] = [
        one for one in here.values() if one.play == "always play" and "ante," not in one.measure
    ][:1]
    assert one.value == combin.price(SLUG, "play").result.house_edge


@pytest.mark.slow
def test_baccarat_without_ties():
    """The player bet has 1.24 % of all bets and 1.37 % of those that a tie does not return."""
    bet = "player"
    assert any("pushes left out" in one for one, _, _ in found("baccarat", "1.37%", bet=bet))
    assert any(one == "house edge, of one bet" for one, _, _ in found("baccarat", "1.24%", bet=bet))


@pytest.mark.whole
@pytest.mark.slow
def test_a_short_pay_table_of_video_poker():
    """8-6 returns 98.39 %."""
    here = found("jacks-or-better", "98.39%")
    settings = (("paytable", "8-6"), ("coins", "five"))
    assert ("return, of one coin", "optimal", settings) in here


def test_a_figure_of_nothing_has_its_neighbours():
    explained = combin.explain(SLUG, "77.7%")
    assert not explained.found and len(explained.nearest) == 5
    far = [abs(one.value - Fraction(777, 1000)) for one in explained.nearest]
    assert far == sorted(far)
    assert "None of" in str(explained)


def test_measures_are_those_of_the_outcomes():
    game = combin.load(SLUG)
    result = combin.solve(SLUG, bets=["base"])["base"]
    told = measures(game, result)
    lost = -sum(one.net * one.combinations for one in result.outcomes)
    staked = sum(one.staked * one.combinations for one in result.outcomes)
    kept = sum(one.combinations for one in result.outcomes if one.net)
    assert told["house edge, of one ante"] == Fraction(lost, result.deals)
    assert told["element of risk, of the average total wager"] == Fraction(lost, staked)
    assert told["return, of the average total wager"] == 1 - Fraction(lost, staked)
    assert told["house edge, of one ante, pushes left out"] == Fraction(lost, kept)


def test_the_command_prints_the_same(run):
    status, out, _ = run("explain", SLUG, "3.37%")
    assert status == 0 and out.strip() == str(combin.explain(SLUG, "3.37%"))


# --- Blackjack -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def little(tmp_path_factory):
    """Return a file of blackjack with four ranks, which is solved in a moment."""
    path = tmp_path_factory.mktemp("games") / "little.game"
    path.write_text(with_few_ranks(blackjack_alone(), "56TA", {1: 2}))
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings", [{}, {"natural": "6-5"}, {"soft17": "hit", "natural": "6-5"}], ids=str
)
def test_a_figure_of_blackjack_is_found_with_the_choices_that_give_it(little, settings):
    """One choice alone comes before two; each value is what `solve` says of these choices."""
    solved = combin.solve(little, settings)["base"]
    here = found(little, str(solved.house_edge))
    assert ("house edge, of one bet", "optimal", tuple(settings.items())) in here
    risk = found(little, str(solved.element_of_risk))
    assert ("element of risk, of the average total wager", "optimal", (*settings.items(),)) in risk


@pytest.mark.whole
@pytest.mark.slow
def test_a_figure_of_blackjack_that_no_rules_give_has_its_neighbours(little):
    explained = combin.explain(little, "300%")
    assert not explained.found and 0 < len(explained.nearest) <= 5
    assert "two choices" in " ".join(explained.untried) or explained.tried > 200
