"""What bets by a count win at a table, against simulated shoes, published figures and each other."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from shlex import split

import pytest

import combin
from combin.errors import CombinError
from combin.render.registry import written
from matrix import few_ranks
from pages import assert_shows, blocks

PAGE = Path(__file__).parents[3] / "docs" / "counting-cards.md"
RAMP = "0:1 1:2 2:4 3:8"
SMALL = {"choices": {"splits": "1"}, "cut": 20, "tags": {"56": 1, "TA": -1}}


def small(**asked):
    return combin.card_counting(few_ranks("blackjack", "56TA"), **SMALL, **asked)


# --- Bets of a small shoe, against each other ------------------------------------------------------


def test_bets_are_those_of_the_counts_at_which_rounds_begin():
    flat = small(flat=True)
    counts = flat.starts.counts
    assert 0 <= 1 - sum(at.share for at in counts) < Fraction(1, 10**12)
    assert flat.ramp.gain == sum(at.share * at.mean for at in counts)
    some = small(trigger=1)
    won = {at.count: at.share * at.mean for at in counts}
    assert some.ramp.gain == sum(gain for count, gain in won.items() if count >= 1)
    assert some.ramp.bets == {count: int(count >= 1) for count in won}


def test_a_spread_and_its_best_ramp():
    found, best = small(spread="-1:1 1:3"), small(spread="1-3")
    assert best.ramp is best.best and best.best.bets == found.best.bets
    assert found.best.score >= found.ramp.score
    out = small(spread="2:1 3:3", wong_out=1)
    assert {bet for count, bet in out.best.bets.items() if count <= 1} == {0}


def test_a_running_count_starts_where_it_is_told():
    true, running = small(flat=True), small(flat=True, start=-5)
    assert abs(running.ramp.gain - true.ramp.gain) < Fraction(1, 10**12)
    asked = [small(start=start, trigger=start + 2).ramp.gain for start in (-5, 0, 7)]
    assert len({*asked}) == 1


@pytest.mark.slow
def test_the_page_and_what_programs_are_told(run):
    text = run("count", "blackjack", "packs=1", "splits=1", "--spread", "1-4", "--cut", "26")[1]
    again = text.splitlines()[-1].removeprefix("Again: combin ")
    assert run(*split(again))[1] == text and "best ramp 1-4" in text
    found = small(spread="0:1 1:5/2", bankroll=100)
    data = json.loads(written(found, "json", name=""))
    assert data["method"] == "by groups at round starts" and data["bets_by"] == "true count"
    assert Fraction(data["ramp"]["gain"]) == found.ramp.gain
    least = str(found.ramp.bankroll(Fraction(1, 20)))
    assert data["bankrolls"][1] == {"risk": "1/20", "bankroll": least}
    assert {row["bet"] for row in data["counts"]} == {"1", "5/2"}
    rows = written(found, "csv", name="").splitlines()
    assert len(rows) == 1 + len(found.starts.counts) and rows[0].startswith("count,share,mean")


def test_what_is_refused():
    for bet, asked in (("insurance", {"spread": "1-8"}), ("insurance", {"flat": True})):
        with pytest.raises(CombinError, match="is not available for"):
            combin.card_counting("blackjack", bet, **asked)
    with pytest.raises(CombinError, match="spread is not available for games whose deals"):
        combin.card_counting("baccarat", spread="1-8")
    with pytest.raises(CombinError, match="with 4 cards behind the cut card rounds run out"):
        combin.card_counting(few_ranks("blackjack", "56TA"), flat=True, cut=4, splits=1)
    with pytest.raises(CombinError, match="behind the cut card is a whole number from 4 to 64"):
        combin.card_counting(few_ranks("blackjack", "56TA"), flat=True, cut=3)


# --- Six decks ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_ramp_against_simulated_shoes():
    """2 x 10^8 shoes of six decks, pairs split once, 52 cards behind: the mean bet is 2.02627, 100
    rounds win 1.0812 with a standard error of 0.0034, the deviation of a round is 3.33665.
    """
    found = combin.card_counting("blackjack", spread=RAMP, cut=52, choices={"splits": "2"})
    assert abs(found.ramp.wagered - Fraction("2.02627")) < Fraction(1, 10**5)
    assert abs(100 * found.ramp.gain - Fraction("1.0812")) < 2 * Fraction("0.0034")
    assert abs(found.ramp.variance - Fraction("3.33665") ** 2) < Fraction(1, 10**3)
    text = str(found)
    assert "96,240" in text and "10.39" in text and "SCORE" in text


@pytest.mark.slow
def test_the_cut_card_of_one_deck_against_its_exact_cost():
    """Summed over all orders of the deck a flat bet has a house edge of 0.0167 %, 0.1319 % more than
    the first round, with 26 cards behind and pairs split once. The groups of Hi-Lo are 0.0013 % off.
    """
    asked = {"choices": {"splits": "2", "packs": "1"}, "cut": 26}
    found = combin.card_counting("blackjack", flat=True, **asked)
    assert abs(found.value - Fraction("0.001152")) < Fraction(1, 10**6)
    assert abs(found.value - found.ramp.gain - Fraction("0.001319")) < Fraction("0.000013")
    assert "cost of the cut card                  0.13 %" in str(found)


@pytest.mark.slow
def test_two_decks_against_simulated_shoes():
    """26 cards behind: 100 rounds win 2.959 with a standard error of 0.0135."""
    asked = {"choices": {"splits": "2", "packs": "2"}, "cut": 26}
    found = combin.card_counting("blackjack", spread=RAMP, **asked)
    assert abs(100 * found.ramp.gain - Fraction("2.959")) < 2 * Fraction("0.0135")


@pytest.mark.slow
def test_the_page_of_the_guide(run):
    shown = next(text for text in blocks(PAGE, "text") if "SCORE" in text)
    words = ("--spread", "0:1 1:2 2:4 3:8", "--cut", "52", "--bankroll", "1000")
    assert_shows(shown, run("count", "blackjack", *words)[1])
