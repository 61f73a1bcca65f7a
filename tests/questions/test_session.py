"""Many rounds: totals and ruin against literal sums of fractions, closed forms and published ones."""

import json
import re
from fractions import Fraction
from math import comb

import pytest

import combin
from combin.errors import CombinError
from combin.questions.session import ONE, lost, ruin, totals

COIN = {Fraction(1): Fraction(9, 19), Fraction(-1): Fraction(10, 19)}  # even money, two zeros
ODD = {
    Fraction(-2): Fraction(1, 3),
    Fraction(-1, 2): Fraction(1, 4),
    Fraction(0): Fraction(1, 12),
    Fraction(7, 4): Fraction(1, 3),
}


def literal_totals(law, rounds):
    """Return total -> probability by adding up round after round."""
    found = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        more = {}
        for total, chance in found.items():
            for net, share in law.items():
                more[total + net] = more.get(total + net, 0) + chance * share
        found = more
    return found


def literal_ruin(law, rounds, bankroll, goal):
    """Return the probabilities to lose all and to reach the goal, by following the money one has."""
    alive, gone, there = {bankroll: Fraction(1)}, Fraction(0), Fraction(0)
    for _ in range(rounds):
        more = {}
        for money, chance in alive.items():
            for net, share in law.items():
                after = money + net
                if after <= 0:
                    gone += chance * share
                elif goal is not None and after >= goal:
                    there += chance * share
                else:
                    more[after] = more.get(after, 0) + chance * share
        alive = more
    return gone, there


@pytest.mark.parametrize("law", (COIN, ODD))
@pytest.mark.parametrize("rounds", (1, 2, 7, 30))
def test_totals_are_those_added_up_round_by_round(law, rounds):
    found, expected = totals(law, rounds), literal_totals(law, rounds)
    assert 0 <= found.error < Fraction(1, 10**24)
    for total in (Fraction(-5), Fraction(0), Fraction(1, 4), Fraction(3), min(expected)):
        below = sum(chance for one, chance in expected.items() if one < total)
        up_to = sum(chance for one, chance in expected.items() if one <= total)
        assert 0 <= below - found.below(total) <= found.error
        assert 0 <= up_to - found.up_to(total) <= found.error
    running, ordered = Fraction(0), iter(sorted(expected.items()))
    for share in (Fraction(1, 20), Fraction(1, 2), Fraction(99, 100)):
        while running < share:
            total, chance = next(ordered)
            running += chance
        assert found.quantile(share) == total


def test_a_quantile_whose_share_is_met_exactly_is_not_passed():
    """Of 20 the least is one; of an odd number of fair tosses half have a minus."""
    twentieth = {Fraction(-1): Fraction(1, 20), Fraction(1): Fraction(19, 20)}
    assert totals(twentieth, 1).quantile(Fraction(1, 20)) == -1
    fair = {Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}
    assert totals(fair, 301).quantile(Fraction(1, 2)) == -1


@pytest.mark.parametrize("goal", (None, Fraction(3)))
@pytest.mark.parametrize("net", (-1, 0, 2))
def test_ruin_of_what_has_one_result(net, goal):
    law = {Fraction(net): Fraction(1)}
    found = ruin(law, 5, Fraction(2), goal)
    gone, there = literal_ruin(law, 5, Fraction(2), goal)
    assert (found.lost, found.reached) == (gone, None if goal is None else there)


def test_a_goal_out_of_reach_is_never_reached():
    found = ruin(COIN, 100, Fraction(10), Fraction(10**20))
    assert found.reached == 0
    assert found.lost == ruin(COIN, 100, Fraction(10), None).lost > 0


def test_a_session_without_chance_and_one_of_small_money(run):
    status, page, _ = run("session", "three-card-poker", "--rounds", 10, "--strategy", "fold")
    assert status == 0 and "are exact to 28 decimals" in page
    small = ("--unit", "1/1000", "--bankroll", "1/80", "--goal", "13/1000")
    page = run("session", "dragon-tiger", "--rounds", 100, *small)[1]
    assert "a bankroll of 1/80 before it has grown to 0.013" in page
    assert re.search(r"expected total +-0\.00373", page)


def test_even_money_is_binomial():
    """After 100 spins of even money with two zeros one is ahead with 51 wins or more."""
    ahead = sum(comb(100, wins) * 9**wins * 10 ** (100 - wins) for wins in range(51, 101))
    found = totals(COIN, 100)
    assert abs(1 - found.up_to(Fraction(0)) - Fraction(ahead, 19**100)) < Fraction(1, 10**24)


@pytest.mark.parametrize("law", (COIN, ODD))
@pytest.mark.parametrize("goal", (None, Fraction(6), Fraction(15, 2)))
def test_ruin_is_that_of_money_followed_round_by_round(law, goal):
    for rounds in (1, 5, 20):
        found = ruin(law, rounds, Fraction(4), goal)
        gone, there = literal_ruin(law, rounds, Fraction(4), goal)
        assert 0 <= gone - found.lost <= found.error < Fraction(1, 10**20)
        assert goal is None or 0 <= there - found.reached <= found.error


def test_the_ruin_of_a_gambler_is_the_closed_form():
    """20 units, to 40, without end: q = 10/9, (q**40 - q**20) / (q**40 - 1) (Feller, XIV.2)."""
    steps = {1: Fraction(9, 19), -1: Fraction(10, 19)}
    gone = Fraction(lost(steps, 12_000, 40)[20], ONE)
    odds = Fraction(10, 9)
    closed = (odds**40 - odds**20) / (odds**40 - 1)
    assert 0 <= closed - gone < Fraction(1, 10**18)


def test_the_bankroll_for_a_risk_is_the_least_one():
    found = ruin(COIN, 50, Fraction(8), None)
    for risk, least in found.needed.items():
        assert literal_ruin(COIN, 50, least, None)[0] <= risk
        assert literal_ruin(COIN, 50, least - 1, None)[0] > risk


def test_a_session_of_a_game():
    """The same by hand: 40 rounds of a bet with three results, from its printed paytable."""
    found = combin.session("dragon-tiger", 40, unit=5, bankroll=60, per_hour=50, won=-35)
    outcomes = combin.solve("dragon-tiger")["base"].outcomes
    deals = sum(outcome.combinations for outcome in outcomes)
    law = {5 * one.net: Fraction(one.combinations, deals) for one in outcomes}
    assert len(law) == len(outcomes) == 3
    expected = literal_totals(law, 40)
    for seen, true in (
        (found.ahead, sum(chance for total, chance in expected.items() if total > 0)),
        (found.even, expected[0]),
        (found.as_low, sum(chance for total, chance in expected.items() if total <= -35)),
        (found.as_high, sum(chance for total, chance in expected.items() if total >= -35)),
        (found.ruin.lost, literal_ruin(law, 40, Fraction(60), None)[0]),
    ):
        assert abs(seen - true) < Fraction(1, 10**20)
    assert found.expected == sum(total * chance for total, chance in expected.items())
    assert found.cost_per_hour == -250 * found.result.expected_value


def test_a_session_by_a_strategy():
    worse = combin.session("three-card-poker", 100, strategy="play")
    assert worse.result == combin.price("three-card-poker", "play").result
    assert worse.ahead < combin.session("three-card-poker", 100).ahead


@pytest.mark.slow
@pytest.mark.parametrize(
    ("paytable", "rounds", "bankroll", "low", "high"),
    [
        ("9-6", 1600, 200, "0.075", "0.085"),  # 8 %: Dunbar's Risk Analyzer, H. Tamburin
        ("9-6", 1000, 165, "0.045", "0.05"),  # 5 %: J. Grochowski
        ("8-5", 1000, 185, "0.045", "0.05"),
        ("7-5", 1000, 195, "0.05", "0.055"),  # 5 %: with 195 it is 5.1 %
    ],
)
def test_published_risks_of_ruin(paytable, rounds, bankroll, low, high):
    """25-cent Jacks or Better, five coins a hand."""
    found = combin.session("jacks-or-better", rounds, "5/4", bankroll=bankroll, paytable=paytable)
    assert Fraction(low) < found.ruin.lost < Fraction(high)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("--rounds 0", "--rounds is a whole number from 1 up, not 0"),
        ("", "--rounds"),
        ("--rounds 9 --bankroll 1/2", "a bankroll is one unit at least, 1, not 1/2"),
        ("--rounds 9 --goal 5", "a goal goes with a bankroll"),
        (
            "--rounds 9 --bankroll 20 --goal 20",
            "the goal is the bankroll and what it wins, more than 20, not 20",
        ),
        ("--rounds 9 --unit 0", "unit is more than 0, not 0"),
        ("--rounds 9 --unit x", "unit is a number such as 9, 7/2 or 12.5, not 'x'"),
        ("--rounds 9 --per-hour -1", "per_hour is more than 0, not -1"),
        ("--rounds 99999999", "the totals of 99,999,999 rounds are too many"),
    ],
)
def test_what_makes_no_session_is_refused(refused, asked, words):
    refused("session", "dragon-tiger", *asked.split(), words=words)


def test_a_session_that_takes_too_long_is_refused():
    with pytest.raises(CombinError, match="takes too long; ask fewer rounds"):
        ruin(COIN, 10**6, Fraction(10**5), None)


def test_the_json_of_a_session(run):
    asked = ("session", "baccarat", "--rounds", 60, "--unit", 25, "--bankroll", 500, "--goal", 600)
    status, out, _ = run(*asked, "--json")
    told = json.loads(out)
    assert status == 0 and told["command"] == " ".join(map(str, (*("combin",), *asked, "--json")))
    assert Fraction(told["expected"]) == 1500 * combin.solve("baccarat")["base"].expected_value
    assert set(told["ruin"]) == {"bankroll", "goal", "lost", "reached", "needed"}
    assert sum(Fraction(told[key]) for key in ("ahead", "even", "behind", "error")) >= 1


@pytest.mark.parametrize(
    ("won", "can"), [("-2", True), ("1/2", False), ("5", False), ("-6", False)]
)
def test_money_that_rounds_cannot_come_to_is_said(run, won, can):
    """Two rounds of a bet on Dragon win 2, lose 2, or 1 on a tie: -4 to 4 in whole units."""
    asked = ("session", "dragon-tiger", "--rounds", 2, "--unit", 2, "--won", won)
    status, out, _ = run(*asked)
    assert status == 0 and ("cannot come to exactly" in out) is not can
