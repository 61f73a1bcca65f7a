"""The report that a laboratory is handed, against the figures of other commands and by hand."""

import json
import re
import shlex
from fractions import Fraction
from hashlib import sha256

import pytest

import combin
from combin.render.report import ASKED, FIGURES, NOT_HERE, RULES_OF

NAME = "three-card-poker"


@pytest.fixture(scope="module")
def found():
    return combin.report(NAME, date="1 May 2026", seats=6)


def test_figures_are_those_of_solve(found):
    solved = combin.solve(NAME)
    assert found.bets == solved.bets
    told = found.to_dict()
    assert {key: Fraction(bet["house_edge"]) for key, bet in told["bets"].items()} == {
        key: bet.house_edge for key, bet in solved.bets.items()
    }
    assert found.always["play"].house_edge == combin.price(NAME, "play").result.house_edge
    assert found.always["fold"].house_edge == 1


def test_the_page_says_all_that_is_asked(found):
    page = str(found)
    for words in (
        "1 May 2026",
        found.digest,
        "Optional bets: Pair Plus and 6 Card Bonus.",
        "dealer is below queen high",
        "Royal flush              1,000",
        "Ac Kc Qc Jc Tc 9c",
        "House edge 3.3730 % of one ante, over 407,170,400 deals.",
        "checked against a second program on 10 short decks",
        "An exact figure agrees if it rounds to the published one.",
        "7.6538 %",  # played blind, 7.65 % (Wizard of Odds)
    ):
        assert words in page, words
    assert "Largest win, in units of one bet: 1,000 a player, at most 6,000 at a table of 6" in page
    heads = re.findall(r"^(\S.*)$", page, re.MULTILINE)
    for _, _, part in ASKED:
        for one in part.split(", ") if part != NOT_HERE else ():
            assert one.partition(" and hands paid")[0] in heads, part


def test_volatility_is_that_of_a_normal_distribution(found):
    """By hand: 1.95996 deviations of 1.639253 antes are 3.2129; of 1,000 rounds, over 2.0147 %."""
    page = str(found)
    assert re.search(r"one \(index\) +2\.6963 +3\.2129 +4\.2224", page)
    spread = 3.2128769 / 1000**0.5 / 1.6741705
    low, high = (f"{100 * (1 - 0.0201473 + sign * spread):.2f} %" for sign in (-1, 1))
    assert re.search(rf"^ +1,000 .* {re.escape(low)} +{re.escape(high)} ", page, re.MULTILINE), (
        low,
        high,
    )


@pytest.mark.parametrize("ending", ("pdf", "html", "md", "json"))
def test_files_are_the_same_each_time(run, tmp_path, ending):
    path = tmp_path / f"report.{ending}"
    made = []
    for _ in range(2):
        status, out, err = run("report", "dragon-tiger", "-o", path)
        assert (status, out) == (0, ""), err
        made.append(path.read_bytes())
    assert made[0] == made[1] and len(made[0]) > 2000
    if ending == "json":
        told = json.loads(made[0])
        assert told["command"] == f"combin report dragon-tiger -o {path}"
    elif ending != "pdf":
        assert FIGURES in made[0].decode() and RULES_OF in made[0].decode()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("-o", "report.doc"), "'report.doc': a report is written as .pdf, .html, .md, .json"),
        (
            ("-o", "report.pdf", "--json"),
            "a report is written as .pdf, .html, .md, .json, by its name",
        ),
        (("--seats", "0"), "--seats is a whole number from 1 up, not 0"),
        (("-o", "/nowhere/at/all/report.md"), "cannot be written"),
    ],
)
def test_what_makes_no_report_is_refused(refused, asked, words):
    refused("report", "dragon-tiger", *asked, words=words)


def test_commands_and_pays_are_those_of_the_rules_and_of_the_bet():
    page = str(combin.report("dragon-tiger", pays={"tie.tie.tie": 9}, packs=6, bets=["tie"]))
    assert re.search(r"tie\.tie\.tie +9$", page, re.MULTILINE)
    again = (
        "session dragon-tiger --rounds N --bet tie --set packs=6 --pay tie.tie.tie=9 has the exact"
    )
    assert again in page
    assert "\nNothing is decided.\n" in str(combin.report("dragon-tiger", bets=["base"]))


def test_play_at_random_is_the_mean_of_what_each_action_is_worth(found):
    """Of one decision of two actions; of Let It Ride's two bets each stays in every second time,
    so that two units are played on average.
    """
    edges = [combin.price(NAME, action).result.house_edge for action in ("fold", "play")]
    assert found.random == sum(edges) / 2
    one_unit = combin.price("let-it-ride", "pull back").result.house_edge
    assert combin.report("let-it-ride", bets=["base"]).random == 2 * one_unit
    assert combin.report("dragon-tiger", bets=["base"]).random is None


def test_play_at_random_of_a_tree_of_decisions():
    """Mississippi Stud, folded with a quarter at each of three streets; else it bets one, two or
    three: by the net of a hand that stays, with the mean of two units a street.
    """
    game = "mississippi-stud"
    stay = combin.price(game, "2x").result  # four units and more in all, seven
    fold = -sum(Fraction(3, 4) ** street * (1 + 2 * street) for street in range(3)) / 4
    played = Fraction(27, 64) * stay.expected_value
    assert -combin.report(game, bets=["base"]).random == fold + played


def test_a_game_by_a_chart_has_rules_in_words_and_the_chart():
    """The variance is that of the distribution, and of `solve` without it."""
    found = combin.report("blackjack", splits=2, bets=["base"])
    page, bet = str(found), found.bets["base"]
    for words in (
        "dealer: stands on 17, soft 17",
        "split: hands 2",
        "hard 16",
        "soft 18",
        "three lines",
        "Largest win, in units of one bet: 4 a player",
    ):
        assert words in page, words
    assert "All bets are settled" not in page
    squares = sum(net**2 * chance for net, chance in bet.law.items())
    assert bet.variance == squares - bet.expected_value**2
    assert re.search(r"^variance +1\.314554 ", page, re.MULTILINE)


@pytest.mark.slow
def test_what_takes_minutes_is_not_asked_for():
    """The variance of up to four hands is there, by its own count; published reports have 1.3318."""
    page = str(combin.report("blackjack", bets=["base"]))
    assert "Not asked for: the distribution of the net (--law)." in page
    assert "Largest win" not in page and "over 0 deals" not in page
    assert re.search(r"^variance +1\.331773 ", page, re.MULTILINE)


@pytest.mark.slow
def test_a_random_hold_leaves_any_five_cards():
    """The pays of five cards dealt, over the 2,598,960 hands."""
    deals = {800: 4, 50: 36, 25: 624, 9: 3744, 6: 5108, 4: 10200, 3: 54912, 2: 123552, 1: 337920}
    returned = Fraction(sum(pay * hands for pay, hands in deals.items()), 2598960)
    assert combin.report("jacks-or-better").random == 1 - returned


def test_a_step_of_a_pay_is_solved_there(found):
    """By `solve` at the moved pays."""
    for bet, pay, low, high in (
        ("base", "ante-bonus.straight", 0, 2),
        ("pair-plus", "pair-plus.flush", 2, 4),
    ):
        [step] = [one for one in found.steps[bet] if one.pay == pay]
        edges = [combin.solve(NAME, pays={pay: at})[bet].house_edge for at in (low, high)]
        assert [step.lower, step.higher] == edges and not step.kept


def test_a_step_that_is_not_solved_is_an_upper_limit():
    [flush] = [
        one
        for one in combin.report("casino-holdem", bets=["base"]).steps["base"]
        if one.pay.endswith("four-of-a-kind")
    ]
    edge = combin.solve("casino-holdem", pays={flush.pay: flush.today + 1})["base"].house_edge
    assert edge <= flush.higher


def test_a_progressive_breaks_even_at_its_meter():
    """At that meter `solve` finds no edge; the published one is 218,047.37 (see its remark)."""
    found = combin.report("caribbean-stud", bets=["progressive"], progressive=3)
    meter = found.meters["progressive"].at
    at = {"progressive.meter": meter}
    solved = combin.solve("caribbean-stud", {"progressive": 3}, pays=at)["progressive"]
    assert solved.house_edge == 0 and f"{float(meter):.2f}" == "218047.37"
    page = str(found)
    assert re.search(r"rounds between two top awards, on average +649740\n", page)  # C(52, 5) / 4
    assert re.search(r"what 1 % of each bet adds to the meter meanwhile +6,?497\.40\n", page)


@pytest.mark.parametrize("words", ([], ["--set", "pair-plus=1"], ["--pay", "pair-plus.pair=2"]))
def test_the_hash_is_that_of_what_show_prints(run, words):
    page = run("report", NAME, *words)[1]
    [command] = re.findall(r"printed by +combin (.*) \| sha256sum", page)
    [digest] = re.findall(r"SHA-256 of the rules +(\w+)", page)
    assert sha256(run(*shlex.split(command))[1].encode()).hexdigest() == digest


def test_what_a_change_of_the_rules_changed(run, refused, tmp_path):
    """Pair Plus pays 4 for a flush instead of 3: that line, and what follows from it."""
    old = tmp_path / "old.json"
    assert run("report", NAME, "--date", "1 May 2026", "-o", old)[0] == 0
    changed = json.loads(run("report", NAME, "--set", "pair-plus=1", "--against", old, "--json")[1])
    by_item = {one["item"]: (one["before"], one["now"]) for one in changed["changes"]}
    before, now = (combin.solve(NAME, choices)["pair-plus"] for choices in ({}, {"pair-plus": 1}))
    figures = ("expected_value", "house_edge", "element_of_risk", "variance")
    assert by_item == {
        "choices pair-plus": ("8", "1"),
        "bets pair-plus outcomes flush net": ("3", "4"),
        "rules flush 3": ("there", ""),
        "rules flush 4": ("", "there"),
        **{
            f"bets pair-plus {name}": (str(getattr(before, name)), str(getattr(now, name)))
            for name in figures
        },
    }
    page = run("report", NAME, "--set", "pair-plus=1", "--against", old)[1]
    assert re.search(r"bets pair-plus house_edge +0\.072760 +0\.023167", page)
    assert "It is of 1 May 2026, of rules with SHA-256" in page
    assert "changes" not in json.loads(old.read_bytes())
    refused("report", "baccarat", "--against", old, words="a report on three-card-poker, not on")
    old.write_text("{}")
    refused("report", NAME, "--against", old, words="this is no report as .json")


def test_what_decides_nothing_before_the_draw_has_its_list():
    page = str(combin.report("jacks-or-better"))
    assert "This list of 31 lines is perfect" in page and "Nothing is decided" not in page
