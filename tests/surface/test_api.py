"""The functions beside the commands: each result says what its command prints, shows itself, and
becomes data and rows.
"""

from __future__ import annotations

import csv
import inspect
import io
import json
import pydoc
import subprocess
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pandas
import pytest
from click import Context, argument

import combin
from combin import api
from combin.asking import SETTINGS, GameQuestions
from combin.cli import combin as command_line
from combin.cli.asked import question
from combin.cli.common import format_options, rules_options
from combin.errors import CombinError

PHIL, THREE = "phil-em-up", "three-card-poker"

# The function's call, and the same as words of the command; what has no formats is printed as text
# only.
WITH_FORMATS = {
    "solve": (lambda: combin.solve(THREE, {"pair-plus": 4}), (THREE, "--set", "pair-plus=4")),
    "solve one bet": (lambda: combin.solve(THREE, bets=["pair-plus"]), (THREE, "--bet", "pair-plus")),
    "solve pays": (lambda: combin.solve(PHIL, pays={"flush": 9.5}), (PHIL, "--pay", "flush=19/2")),
    "advise": (lambda: combin.advise(PHIL, "Kh Qh / Jh 3c"), (PHIL, "Kh Qh / Jh 3c")),
    "advise side": (
        lambda: combin.advise(THREE, "Qh Jh Th", bet="pair-plus"),
        (THREE, "Qh Jh Th", "--bet", "pair-plus"),
    ),
    "strategy": (lambda: combin.strategy(THREE), (THREE,)),
    "strategy short": (lambda: combin.strategy(THREE, lines=1, ladder=True), (THREE, "--lines", "1", "--ladder")),
    "price": (lambda: combin.price(PHIL, "double", {"joker": "bug"}), (PHIL, "double", "--set", "joker=bug")),
    "edges": (lambda: combin.edges(PHIL), (PHIL,)),
    "edges seen": (lambda: combin.edges(THREE, seen={"dealer": 1}), (THREE, "--see", "dealer=1")),
    "protect": (lambda: combin.protect(THREE, {"dealer": 1}), (THREE, "--see", "dealer=1")),
    "tally": (
        lambda: combin.card_counting("dragon-tiger", "big", {"A23456": 1, "89TJQK": -1}, trigger=4),
        ("dragon-tiger", "--bet", "big", "--tags", "A23456=1 89TJQK=-1", "--trigger", "4"),
    ),
    "count tags": (
        lambda: combin.card_counting("dragon-tiger", "big", cut=52, level=1),
        ("dragon-tiger", "--bet", "big", "--cut", "52", "--level", "1"),
    ),
    "formula": (lambda: combin.formula(THREE, bet="pair-plus"), (THREE, "--bet", "pair-plus")),
    "formula free": (
        lambda: combin.formula(THREE, bet="pair-plus", free=["flush"]),
        (THREE, "--bet", "pair-plus", "--pay", "pair-plus.flush"),
    ),
    "sweep": (lambda: combin.sweep(PHIL, "flush", 0, 20), (PHIL, "--pay", "flush=0..20")),
    "target": (lambda: combin.target(PHIL, "1/20", "flush"), (PHIL, "--edge", "1/20", "--pay", "flush")),
    "target range": (
        lambda: combin.target(PHIL, "2/25..1/10", "flush"),
        (PHIL, "--edge", "2/25..1/10", "--pay", "flush"),
    ),
    "design": (
        lambda: combin.design(PHIL, {"flush": "8..12", "straight": [7, 8]}, edge=(0.08, "1/10"), max_pay=1000, limit=2),
        (PHIL, "--edge", "2/25..1/10", "--max-pay", "1000", "--pay", "flush=8..12", "--pay", "straight=7..8", "--limit", "2"),
    ),
    "vary": (lambda: combin.vary(PHIL), (PHIL,)),
    "explain": (lambda: combin.explain(PHIL, "9.14%"), (PHIL, "9.14%")),
    "compare": (
        lambda: combin.compare(combin.load(PHIL), combin.load(PHIL, {"joker": "bug"}, {"flush": 8})),
        (PHIL, "default", "joker=bug,flush=8"),
    ),
    "plays": (lambda: combin.plays("jacks-or-better", [3, 10]), ("jacks-or-better", "3", "10")),
    "report": (lambda: combin.report("dragon-tiger"), ("dragon-tiger",)),
    "session": (
        lambda: combin.session(PHIL, 50, 5, bankroll=100, goal=150, per_hour=30, won=-20),
        (PHIL, "--rounds", "50", "--unit", "5", "--bankroll", "100", "--goal", "150", "--per-hour", "30", "--won", "-20"),
    ),
}  # fmt: skip


@cache
def found(case: str):
    return WITH_FORMATS[case][0]()


def printed(run, case: str, *options: str) -> str:
    verb, words = case.split()[0], WITH_FORMATS[case][1]
    status, out, _ = run(verb, *words, *options)
    assert status == 0
    return out


def parsed(page: str) -> ElementTree.Element:
    """Return a fragment of a page, which is refused where a tag is left open."""
    return ElementTree.fromstring(f"<div>{page}</div>")


# --- What has formats --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("case", WITH_FORMATS)
def test_a_result_prints_as_its_command_does(run, case):
    assert f"{found(case)}\n" == printed(run, case)


@pytest.mark.slow_after(5)
@pytest.mark.parametrize("case", WITH_FORMATS)
def test_a_result_as_a_dict_is_the_json_of_its_command(run, case):
    assert found(case).to_dict() == json.loads(printed(run, case, "--json"))


@pytest.mark.slow_after(9)
@pytest.mark.parametrize("case", WITH_FORMATS)
def test_a_result_in_a_notebook_is_a_page_with_a_table_or_a_list(run, case):
    page = found(case)._repr_html_()
    assert page.split("Again:")[0] == printed(run, case, "--format", "html").split("Again:")[0]
    shown = {part.tag for part in parsed(page)}
    assert shown & {"table", "ol"} or case == "advise side"  # nothing to decide there


@pytest.mark.slow_after(7)
@pytest.mark.parametrize("case", WITH_FORMATS)
def test_a_frame_has_the_rows_of_its_command(run, case):
    head, *rows = csv.reader(io.StringIO(printed(run, case, "--format", "csv")))
    frame = found(case).to_frame(exact="text")
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == head and frame.values.tolist() == rows
    assert list(found(case).to_frame().columns) == head


@pytest.mark.slow_after(9)
@pytest.mark.parametrize("case", WITH_FORMATS)
def test_a_result_is_one_short_line(case):
    line = repr(found(case))
    assert (
        "\n" not in line
        and len(line) < 100
        and line.startswith(f"{type(found(case)).__name__} of ")
    )


def test_the_lines_that_a_session_shows():
    assert repr(combin.solve(PHIL)) == "Solution of phil-em-up: main game 9.1425 %"
    assert repr(combin.solve(PHIL)["base"]) == "BetResult of base: 9.1425 %"
    assert repr(combin.tally(PHIL)) == "Counted of phil-em-up: main game 9.1425 %"
    game = combin.load(PHIL)
    assert (
        repr(game)
        == "Game of phil-em-up: Phil 'em up poker, bets base, joker=ace-or-straight-flush"
    )


# --- Rows --------------------------------------------------------------------------------------


def test_exact_values_stay_exact_in_a_frame():
    solution = combin.solve(PHIL)
    frame = solution.to_frame()
    assert {type(value) for value in frame["net"]} == {Fraction}
    assert (
        sum(frame["net"] * frame["combinations"]) / solution["base"].deals
        == solution["base"].expected_value
    )
    assert frame["combinations"].sum() == frame["deals"][0] == 14_348_425
    assert set(frame["outcome"]) == {row.outcome for row in solution["base"].outcomes}


def test_what_is_not_there_has_no_number():
    advised = combin.solve(PHIL).to_frame()
    assert advised["pays"].tolist() == [""] * len(advised)
    unreached = combin.target(PHIL, "9/10", "flush")
    assert unreached.at is None and unreached.to_dict()["at"] is None and unreached.to_frame().empty
    assert str(unreached).startswith(
        "phil-em-up, main game: no value of flush gives an edge of 90.0000 % of one ante"
    )
    varied = found("vary").to_frame()
    assert varied["value"].tolist() == ["", "any-ace-or-straight-flush", "bug"] and varied["edge"][
        0
    ] == Fraction(7496, 81991)


def test_another_way_to_keep_numbers_is_refused():
    with pytest.raises(CombinError, match="exact is 'fraction' or 'text', not 'float'"):
        combin.solve(PHIL).to_frame(exact="float")


def test_without_pandas_and_polars_one_line_names_them(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(CombinError) as caught:
        combin.solve(PHIL).to_frame()
    assert (
        "pip install pandas" in str(caught.value)
        and "polars" in str(caught.value)
        and "\n" not in str(caught.value)
    )


# --- What has no formats -----------------------------------------------------------------------


def test_show(run):
    game = combin.show(THREE, {"ante-bonus": 4}, {"ante-bonus.straight": 2})
    assert (
        f"{game}\n"
        == run("show", THREE, "--set", "ante-bonus=4", "--pay", "ante-bonus.straight=2")[1]
    )
    assert parsed(game._repr_html_()).find("pre").text == f"{game}\n"
    assert game.to_dict()["choices"]["ante-bonus"] == "4" and game.to_dict()["pays"] == {
        "ante-bonus.straight": "2"
    }
    rows = game.to_frame()
    assert dict(zip(rows["pay"], rows["units"])) == game.pays() and set(rows["bet"]) == {
        bet.key for bet in game.bets
    }


def test_situations(run):
    every = combin.situations(THREE)
    out = run("situations", THREE, "--format", "csv")[1]
    head, *rows = csv.reader(io.StringIO(out))
    frame = every.to_frame(exact="text")
    assert (
        list(frame.columns) == head
        and frame.values.tolist() == rows
        and len(rows) == sum(1 for _ in every)
    )
    assert f"{every}\n" == run("situations", THREE)[1]
    assert len(parsed(every._repr_html_()).findall("table/tbody/tr")) < len(rows)
    told = every.to_dict()["situations"]
    assert [row["deals"] for row in told] == [row[head.index("deals")] for row in rows]
    values = every.to_frame()
    assert {type(value) for value in values["play"]} == {Fraction} and set(
        values["play"] > values["fold"]
    ) == {True, False}
    with pytest.raises(CombinError, match="no situations to list"):
        combin.situations(THREE, bet="pair-plus")


@pytest.mark.slow
def test_verify(run):
    both = combin.verify(PHIL, ranks="9TJQKA", suits="cd")
    said = run("verify", PHIL, "--ranks", "9TJQKA", "--suits", "cd")[1]
    assert said.startswith(f"{both}\n") and "Again: combin verify phil-em-up --ranks" in said
    assert both.agrees and both.to_dict()["agrees"] and both.to_dict()["reports"][0]["wrong"] == "0"
    frame = both.to_frame()
    assert (frame["engine"] == frame["reference"]).all() and frame[
        "reference"
    ].sum() == both.reports[0].deals
    assert parsed(both._repr_html_()).find("table") is not None
    assert repr(both) == "Verified of phil-em-up: agreement on 1 deck"


def test_simulate_and_check(run, tmp_path):
    path = str(tmp_path / "log.csv")
    played = combin.simulate(PHIL, path, 500, 7, strategy="stay")
    status, out, _ = run(
        "simulate", PHIL, "--rounds", 500, "--seed", 7, "--strategy", "stay", "-o", path
    )
    assert (status, out) == (0, f"{played}\n")
    frame = played.to_frame()
    assert frame["rounds"].sum() == 500 and sum(frame["net"] * frame["rounds"]) / 500 == played.mean
    assert (
        played.to_dict()["mean"] == str(played.mean)
        and parsed(played._repr_html_()).find("p") is not None
    )
    verdict = combin.check(PHIL, path, strategy="stay")
    words = ("check", PHIL, path, "--strategy", "stay")
    assert f"{verdict}\n" == run(*words)[1] and verdict.to_dict() == json.loads(
        run(*words, "--json")[1]
    )
    rows = list(csv.reader(io.StringIO(run(*words, "--format", "csv")[1])))[1:]
    assert (
        verdict.to_frame(exact="text").values.tolist() == rows
        and verdict.to_frame()["observed"].sum() == 500
    )
    assert parsed(verdict._repr_html_()).find("table") is not None
    assert repr(verdict) == f"Verdict of phil-em-up: {path}, 500 rounds, fits"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (lambda path: combin.chart(PHIL, "law", path), ("chart", PHIL, "law")),
        (
            lambda path: combin.card(THREE, path, format="a6", lines=1),
            ("card", THREE, "--format", "a6", "--lines", "1"),
        ),
        (
            lambda path: combin.card(THREE, path, footer="F", author="A", url="U", bleed="2mm"),
            ("card", THREE, *["--footer", "F", "--author", "A", "--url", "U", "--bleed", "2mm"]),
        ),
        (
            lambda path: combin.card(PHIL, path, strategy="stay"),
            ("card", PHIL, "--strategy", "stay"),
        ),
    ],
)
def test_cards_and_charts(run, tmp_path, draw, words):
    path = tmp_path / "drawing.svg"
    drawing = draw(path)
    mine = path.read_text()
    assert run(*words, "-o", path)[0] == 0 and path.read_text() == mine == drawing._repr_svg_()
    assert ElementTree.fromstring(drawing._repr_html_()).tag.endswith("svg")
    assert len(repr(drawing)) < 100 and str(drawing) == drawing.title
    assert drawing.to_dict()["title"] in mine and len(drawing.to_frame()) > 0


def test_a_drawing_that_is_not_written():
    chart = combin.chart(PHIL, "law")
    assert len(chart.to_frame()) == len(chart.to_dict()["points"]) and chart.drawn(
        "pdf"
    ).startswith(b"%PDF")
    with pytest.raises(CombinError, match="no chart 'values'"):
        combin.chart(PHIL, "values")
    with pytest.raises(CombinError, match=r"\.pdf, \.svg or \.png"):
        combin.chart(PHIL, "law", "law.gif")


def test_publish_names_what_it_cannot_do(tmp_path):
    with pytest.raises(CombinError, match="did you mean 'three-card-poker'"):
        combin.publish(tmp_path / "new", "three-card-pokr")
    with pytest.raises(CombinError, match="is no folder of reports"):
        combin.publish(tmp_path / "new", check=True)
    with pytest.raises(CombinError, match="only is the path of a file, not 3"):
        combin.publish(tmp_path, 3)


# --- The package's face ------------------------------------------------------------------------


def test_every_command_is_a_function():
    commands = {
        name.replace("-", "_") for name in command_line.list_commands(Context(command_line))
    }
    of_a_shell = {
        "list",
        "cite",
        "completion",
        "manual",
        "convert",
    }  # a game in Python is str(GAME)
    assert commands - of_a_shell <= set(combin.__all__)
    assert len(commands) > 20 and "game_names" in combin.__all__


def test_a_command_of_two_words_is_a_function_of_two_words(run, monkeypatch):
    @question("Advise.", argument("cards"), rules_options, format_options)
    def with_cards(asked):
        asked.write(asked.ask())

    monkeypatch.setattr(api, "with_cards", combin.advise, raising=False)
    monkeypatch.setitem(command_line.commands, with_cards.name, with_cards)
    cards = "Kh Qh / Jh 3c"
    printed = run("with-cards", PHIL, cards)[1]
    assert printed == f"{combin.advise(PHIL, cards)}\n".replace("advise", "with-cards")


def test_what_is_asked_about_a_game_is_a_method_of_the_game():
    about_a_game = {
        name
        for name in combin.__all__
        if name not in ("game", "load", "CombinError")
        and next(iter(inspect.signature(getattr(combin, name)).parameters), "") == "game"
    }
    methods = {name for name in dir(GameQuestions) if not name.startswith("_")}
    assert methods == about_a_game
    for name in methods:
        listed = [*inspect.signature(getattr(combin, name)).parameters]
        asked = [*inspect.signature(getattr(GameQuestions, name)).parameters]
        assert asked[0] == "self"
        assert [one for one in listed[1:] if one not in (*SETTINGS, "settings")] == asked[1:]


def test_a_game_keeps_its_settings():
    bug = combin.game(PHIL, joker="bug", pays={"flush": 9.5})
    assert repr(bug) == "<phil-em-up joker=bug flush=9.5>"
    whole = combin.solve(PHIL, {"joker": "bug"}, {"flush": 9.5})
    assert bug.solve()["base"].house_edge == whole["base"].house_edge
    cost = combin.price(PHIL, "stay", {"joker": "bug"}, {"flush": 9.5}).cost
    assert bug.price("stay").cost == cost
    assert "pay" in str(bug)
    table_4 = combin.game("three-card-poker", pair_plus=4).solve(bets=["pair-plus"])["pair-plus"]
    assert table_4.house_edge != combin.solve("three-card-poker")["pair-plus"].house_edge
    assert (
        table_4.house_edge
        == combin.solve("three-card-poker", {"pair-plus": 4})["pair-plus"].house_edge
    )
    with pytest.raises(CombinError, match="joker"):
        combin.game(PHIL, jokr="bug")
    with pytest.raises(TypeError, match="choices"):
        bug.solve(choices={"joker": "none"})


def test_help_begins_with_the_public_names():
    first = (
        pydoc.render_doc(combin, renderer=pydoc.plaintext)
        .split("DESCRIPTION\n")[1]
        .split("\n    \n")[0]
    )
    assert sorted(line.split()[0] for line in first.splitlines()) == sorted(combin.__all__)
    assert all(len(line.split()) > 2 for line in first.splitlines())
    assert set(combin.__all__) <= set(dir(combin))
    assert all(getattr(combin, name).__doc__ for name in combin.__all__)


def test_the_package_imports_nothing_until_it_is_asked():
    code = (
        "import sys; before = set(sys.modules); import combin; print(sorted(set(sys.modules) - "
        "before - {'combin'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
        timeout=120,
    )
    assert done.stdout.strip() == "[]" or done.stdout.strip() == "['__future__']"


def test_floats_are_taken_as_they_are_typed():
    for pay, written in ((9.5, "19/2"), (0.1, "1/10"), (9.0, "9"), (1e3, "1000")):
        assert combin.load(PHIL, pays={"flush": pay}).pays()["flush"] == Fraction(written)
    for pay in (float("nan"), float("inf"), float("-inf"), 1e-300):
        with pytest.raises(
            CombinError, match=r"pay flush is a number such as 9, 7/2 or 12\.5, not "
        ):
            combin.load(PHIL, pays={"flush": pay})


def test_a_pay_of_no_values_says_so():
    with pytest.raises(combin.CombinError, match="pay flush may be what"):
        combin.design("phil-em-up", {"flush": []}, edge="8%")
