"""What is published of games that count up: the report, its figures, the family that makes it."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

import combin
from combin.dossier.published import agreements, published
from combin.errors import CombinError
from combin.families.blackjack import published as of_game
from combin.families.blackjack import report_page
from combin.families.blackjack.bet import BlackjackBet
from combin.families.blackjack.full_memory import FULL
from combin.families.blackjack.ladder import strategy
from combin.families.blackjack.printed import chart_of_plays
from combin.families.blackjack.questions import situations, solve
from combin.families.blackjack.report import BlackjackReport, measured, result_in, side_settings
from combin.families.reporting import reporting
from combin.games import names, sheet_of, shipped_slug
from combin.publishing import finished, folder, games, publish
from combin.render import number
from combin.sensitivity import Variations
from shipped import COUNTING_UP, blackjack_alone, with_few_ranks

REPORTS = Path(__file__).parents[3] / "reports"
EDGES = (Path(__file__).parents[3] / "docs" / "edges.md").read_text()
SLUG = "blackjack"
MOST = 250_000  # bytes of a report


@pytest.fixture(scope="module")
def page():
    return (REPORTS / SLUG / "README.md").read_text()


@pytest.fixture(scope="module")
def solution():
    return combin.solve(SLUG)


def rows_of(name):
    return list(csv.DictReader(io.StringIO((REPORTS / SLUG / name).read_text())))


# --- Families ------------------------------------------------------------------------------------


def test_every_game_has_one_family():
    for name in names():
        counts_up = name in COUNTING_UP
        assert isinstance(reporting(name), of_game.BlackjackReporting) is counts_up
        assert shipped_slug(sheet_of(name).resolve().title) == name
    assert shipped_slug("blackjak") is None


def test_an_unknown_game_is_refused_with_the_nearest_of_both_families(tmp_path):
    with pytest.raises(CombinError, match="did you mean 'blackjack'"):
        publish.publish(str(tmp_path), ["blackjak"])


def test_a_finished_game_of_this_family_is_gone_on_from(tmp_path):
    kept = finished.FinishedGames(str(tmp_path / "to"), games.folder_of)
    made = {"bets": {}}, {"README.md": b"text"}
    kept.keep(SLUG, made)
    assert kept.get(SLUG) == made
    kept.forget([SLUG])
    assert not list(tmp_path.iterdir())


# --- The report ----------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.slow
def test_the_report_is_what_is_published_now():
    found = publish.check(str(REPORTS), [SLUG])
    assert found.agrees, list(found.lines())


def test_the_report_is_small_and_all_of_it_is_linked(page):
    files = {
        path.name: path.stat().st_size
        for path in (REPORTS / SLUG).iterdir()
        if folder.is_kept(path.name)
    }
    assert sum(files.values()) <= MOST
    linked = set(re.findall(r"\]\(([^)#]+)\)", page))
    assert linked == files.keys() - {"README.md"}
    headings = [line.lstrip("# ") for line in page.splitlines() if line.startswith("#")]
    anchors = {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= anchors


@pytest.mark.slow
def test_the_page_opens_with_the_edge_and_its_model(page, solution):
    base = solution["base"]
    opening = page.partition("\n## ")[0]
    assert f"**The house edge is {number.percent(base.house_edge, 4)} of one bet**" in opening
    assert f"The model is `{base.model}`" in opening and "published figures" in opening
    assert number.exact(base.house_edge) in page


@pytest.mark.slow
def test_the_files_hold_the_figures_of_the_solution(solution):
    base = solution["base"].found
    written = json.loads((REPORTS / SLUG / "solution.json").read_text())
    for key, bet in solution.bets.items():
        assert Fraction(written["bets"][key]["house_edge"]) == bet.house_edge
    index = json.loads((REPORTS / "index.json").read_text())
    assert written["version"] == index["combin"]  # `publish --check` compares with this combin
    hands = list(csv.DictReader(io.StringIO(situations(solution.game, base)._written("csv"))))
    assert len(hands) == len(base.spots) and all(base.model in row["choices"] for row in hands)
    mean = sum(int(row["deals"]) * Fraction(row[row["best"]]) for row in hands)
    assert mean / sum(int(row["deals"]) for row in hands) == base.value


@pytest.mark.whole
@pytest.mark.slow
def test_the_chart_that_is_published_is_worth_what_the_page_says(page):
    priced = combin.price(SLUG, REPORTS / SLUG / "chart.txt")
    assert priced.cost == 0 and not priced.mistakes
    assert f"Its house edge is {number.percent(priced.played.house_edge, 4)} (model" in page


def test_every_house_rule_stands_on_the_page(page):
    game = combin.load(SLUG).alone
    rules = rows_of("house-rules.csv")
    for choice in game.choices:
        for value in choice.values:
            told = choice.name != "buster" and value != FULL  # its hands take a minute
            if told and value != game.chosen[choice.name]:
                (row,) = [
                    one for one in rules if (one["choice"], one["value"]) == (choice.name, value)
                ]
                edge = number.percent(Fraction(row["edge"]), 4)
                assert re.search(rf"`{choice.name}={value}` .*\| +{re.escape(edge)} ", page)
                assert row["model"] == (value if choice.name == "model" else game.turns.model)


@pytest.mark.slow
@pytest.mark.parametrize("choices", [{"soft17": "hit"}, {"packs": "1"}])
def test_a_row_of_the_house_rules_is_solved_again(choices):
    ((name, value),) = choices.items()
    (row,) = [
        one for one in rows_of("house-rules.csv") if (one["choice"], one["value"]) == (name, value)
    ]
    again = combin.solve(SLUG, choices, bets=["base"])
    assert again["base"].house_edge == Fraction(row["edge"])


def test_the_index_lists_the_game():
    index = json.loads((REPORTS / "index.json").read_text())["games"][SLUG]
    base = index["bets"]["base"]
    assert base[0]["choices"] == {} and base[0]["model"] == "zero-memory"
    assert len(base) == len(rows_of("house-rules.csv"))
    written = {path.name for path in (REPORTS / SLUG).iterdir()}
    assert index["files"] == sorted(filter(folder.is_kept, written))
    assert f"[Blackjack]({SLUG}/README.md)" in (REPORTS / "index.md").read_text()


@pytest.mark.slow
def test_a_game_without_splits_has_its_variance_and_no_letter_for_cards_it_lacks(tmp_path):
    file = tmp_path / "small.game"
    file.write_text(with_few_ranks(blackjack_alone(), "56TA", {6: 2, 1: 2}))
    sheet = of_game.sheet(str(file))
    game = sheet.resolve({"splits": "1"})
    play, solved = strategy(game), solve(game)
    sides = side_settings(sheet)
    varied = Variations(game, {"base": BlackjackBet(game, "base").side}, ())
    natural = BlackjackBet(game.alone, "base").formula(())
    found = BlackjackReport(game, play, varied, natural, sides, (), measured(game))
    base = report_page.entry(found, ())["bets"]["base"][0]
    assert Fraction(base["variance"]) == solved.variance
    model = chart_of_plays(play, "actions", "combin")
    page = report_page.report(found, model, ())
    assert str(solved.variance) in page and "published figures" not in page
    assert re.search(r"\| 17\+ +\| - +\| - ", page)


# --- Bets beside the game ------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.slow
def test_settings_of_a_side_bet_are_those_that_change_its_edge():
    sides = side_settings(sheet_of(SLUG).alone)
    assert {choice for chosen, _ in sides["insurance"] for choice in chosen} == {"packs"}
    assert {choice for chosen, _ in sides["buster"] for choice in chosen} == {
        "packs", "soft17", "buster",
    }  # fmt: skip
    for key, listed in sides.items():
        for chosen, bet in listed[::5]:
            assert combin.solve(SLUG, chosen, bets=[key])[key].house_edge == bet.house_edge


@pytest.mark.slow
def test_measures_of_a_side_bet_in_closed_form():
    _, insurance = side_settings(sheet_of(SLUG).alone)["insurance"][0]
    chance = Fraction(96, 311)
    assert insurance.hit_frequency == chance
    assert insurance.variance == 9 * chance * (1 - chance)


# --- Published figures ---------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.slow
def test_published_figures():
    """Each that is said to agree does; one that is not differs by the figure that is told."""
    figures = published("counting_up")
    found = [
        one for name in COUNTING_UP for one in agreements(name, partial(result_in, sheet_of(name)))
    ]
    assert len(found) == len(figures)
    for one, figure in zip(found, figures):
        assert one.agrees is ("disagrees" not in figure), figure
        if not one.agrees:
            places = len(figure["exact"].partition(".")[2])
            assert round(one.exact, places) == Fraction(figure["exact"])
        if "within" in figure:
            assert Fraction(figure["within"]) <= Fraction(1, 1000)


# --- The page of edges ---------------------------------------------------------------------------


@pytest.mark.slow
def test_the_page_of_edges_has_a_row_for_every_bet():
    solution = combin.solve(SLUG, bets=combin.load(SLUG).bet_keys)
    table = EDGES[EDGES.index(f"| {SLUG} |") :].partition("\n| blackjack-switch |")[0]
    rows = [line.split(" | ", 1)[1].removesuffix(" |") for line in table.splitlines()]
    assert rows == [
        f"{key} | {number.percent(bet.house_edge, 4)} | {bet.house_edge} | bet"
        for key, bet in solution.bets.items()
    ]
