"""The report that a laboratory is handed, against the figures of other commands and by hand."""

import json
import re
from fractions import Fraction

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


def test_what_decides_nothing_before_the_draw_has_its_list():
    page = str(combin.report("jacks-or-better"))
    assert "This list of 31 lines is perfect" in page and "Nothing is decided" not in page
