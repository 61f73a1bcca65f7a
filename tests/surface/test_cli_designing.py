"""The commands that question a paytable, as a user meets them: pages, data, drawings, and one line
for every mistake.
"""

from __future__ import annotations

import csv
import json
import re
import shlex
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest

import combin
from combin.exact import parse_interval, parse_share
from combin.render import charts
from combin.sensitivity import points, target_range, the_pay
from pages import assert_shows

PAGE = Path(combin.__file__).parents[1] / "docs" / "designing.md"
EXAMPLES = re.findall(
    r"^```text\n\$ combin (.*?)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL
)


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example[0])
def test_what_the_page_shows_is_printed(run, example):
    words, shown = example
    status, out, err = run(*shlex.split(words))
    assert (status, err) == (0, "")
    assert_shows(shown, out)


def test_the_page_has_an_example_of_every_command():
    assert {words.split()[0] for words, _ in EXAMPLES} == {
        "formula",
        "sweep",
        "target",
        "design",
        "vary",
        "compare",
    }


def test_formula_as_data(run):
    _, out, _ = run("formula", "phil-em-up", "--json")
    data, solution = json.loads(out), combin.solve("phil-em-up")["base"]
    pays = combin.load("phil-em-up").pays()
    form = data["formula"]
    value = Fraction(form["constant"]) + sum(
        Fraction(c) * pays[name] for name, c in form["coefficients"].items()
    )
    assert (
        value / int(form["denominator"])
        == Fraction(data["expected_value"])
        == solution.expected_value
    )
    assert data["region"]["irredundant"] and data["ranges"]["straight"] == ["27/4", "33/4"]
    _, latex, _ = run("formula", "phil-em-up", "--latex")
    assert latex == form["latex"] + "\n"


def test_formula_of_a_few_pays(run):
    _, out, _ = run(
        "formula", "mississippi-stud", "--pay", "flush", "--pay", "straight=5", "--json"
    )
    data = json.loads(out)
    assert (
        data["region"]["free"] == ["flush"]
        and "--pay flush" in data["command"]
        and "--pay straight=5" in data["command"]
    )
    assert all(set(row["coefficients"]) == {"flush"} for row in data["region"]["inequalities"])


def test_a_formula_without_decisions_holds_everywhere(run):
    _, out, _ = run("formula", "caribbean-stud", "--bet", "progressive")
    assert "the formula holds for any values" in out and "needed for" not in out


@pytest.mark.parametrize(
    ("slug", "words", "everywhere"),
    [
        ("casino-war", (), False),  # decides, and none of its pays stands in a paytable
        ("casino-war", ("--pay", "war-won.raise"), False),
        ("casino-war", ("--pay", "player-wins.bet"), False),  # others than this one pay decide
        ("dragon-tiger", (), True),
    ],
)
def test_only_a_formula_without_decisions_holds_for_all_its_pays(run, slug, words, everywhere):
    _, out, _ = run("formula", slug, *words)
    assert ("No decision depends on these pays" in out) == everywhere
    assert "1 inequalities" not in out and "1 are binding" not in out


def test_bets_without_decisions_have_the_same_play_under_every_setting():
    for row in combin.vary("dragon-tiger").rows:
        assert row.comparison.changes == (), (row.choice, row.value, row.comparison.bet)


def test_another_shoe_is_told_as_such_and_not_as_other_decisions(run):
    _, out, _ = run("vary", "casino-war", "--bet", "base")
    assert "other deck, not compared" in out and "other decisions" not in out


def test_sweep_as_rows_and_data(run):
    _, out, _ = run("sweep", "phil-em-up", "--pay", "flush=0..20", "--format", "csv")
    rows = list(csv.DictReader(StringIO(out)))
    _, out, _ = run("sweep", "phil-em-up", "--pay", "flush=0..20", "--json")
    pieces = json.loads(out)["expected_value"]
    assert [row["from"] for row in rows] == [piece["from"] for piece in pieces]
    for row, piece in zip(rows, pieces):
        for place, edge in ((row["from"], row["edge_from"]), (row["to"], row["edge_to"])):
            value = Fraction(piece["constant"]) + Fraction(piece["slope"]) * Fraction(place)
            assert value == -Fraction(edge)


@pytest.mark.slow
def test_the_command_printed_gives_the_same_again(run):
    for words in (
        (
            "sweep",
            "three-card-poker",
            "--bet",
            "pair-plus",
            "--pay",
            "pair=0..3",
            "--set",
            "pair-plus=4",
        ),
        ("target", "phil-em-up", "--edge", "5%", "--pay", "flush", "--pay", "straight=8"),
        ("formula", "let-it-ride", "--bet", "three-card-bonus", "--pay", "flush"),
        ("vary", "phil-em-up", "--set", "joker=bug"),
        ("compare", "phil-em-up", "default", "flush=8,joker=bug"),
    ):
        status, out, _ = run(*words)
        again = out.splitlines()[-1].removeprefix("Again: combin ")
        assert status == 0 and run(*shlex.split(again))[1] == out


@pytest.mark.slow
def test_a_sweep_is_drawn(run, tmp_path):
    pytest.importorskip("typst")
    path = tmp_path / "flush.svg"
    status, out, _ = run("sweep", "mississippi-stud", "--pay", "flush=5..8", "-o", str(path))
    assert status == 0 and out == f"{path}: a sweep of flush, Mississippi Stud\n"
    first = path.read_bytes()
    run("sweep", "mississippi-stud", "--pay", "flush=5..8", "-o", str(path))
    assert first == path.read_bytes() and first.startswith(b"<svg")


def test_what_is_drawn_are_the_points():
    found = points(combin.tally("phil-em-up"), "flush", Fraction(0), Fraction(5))
    model = charts.points_chart(found, "combin sweep")
    assert [point.text for point in model.points] == ["break"] * 11
    assert [row["at"] for row in csv.DictReader(StringIO(found._written("csv")))] == [
        str(Fraction(place, 2)) for place in range(11)
    ]


@pytest.mark.whole
def test_a_shared_board_is_swept_at_round_values(run):
    _, out, _ = run("sweep", "casino-holdem", "--pay", "ante.flush=0..10", "--json")
    today = next(one for one in json.loads(out)["solved"] if one["at"] == "2")
    edge = combin.solve("casino-holdem")["base"].house_edge
    assert Fraction(today["expected_value"]) == -edge


@pytest.mark.slow
def test_what_is_drawn_are_the_breakpoints():
    found = combin.sweep("phil-em-up", "flush", 0, 20)
    model = charts.sweep_chart(found, "combin sweep")
    assert [point.text for point in model.points] == ["", *["break"] * 7, ""]
    assert model.points[-1].share == charts.number.decimal(-found.at(20), 12)
    many = charts.sweep_chart(
        combin.sweep("mississippi-stud", "pair-of-sixes-or-better", -1, 0), "combin sweep"
    )
    assert len(many.points) <= charts.DRAWN + 2 and {point.text for point in many.points} == {""}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("sweep phil-em-up", "which pay moves?"),
        ("sweep phil-em-up --pay flush", "--pay flush=0..20"),
        ("sweep phil-em-up --pay flush=20..0", "goes from 20 to 0"),
        ("sweep phil-em-up --pay flush=9..9", "goes from 9 to 9"),
        ("sweep phil-em-up --pay flush=0..", "each end of the range of flush"),
        ("sweep phil-em-up --pay flush=a..b", "each end of the range of flush"),
        ("sweep phil-em-up --pay flush=0..9 --pay straight=0..9", "only one pay moves"),
        ("sweep phil-em-up --pay flush=0..9 --pay flush=3", "given twice"),
        ("sweep phil-em-up --pay flsh=0..9", "did you mean 'flush'?"),
        ("sweep phil-em-up --pay =0..9", "--pay takes NAME"),
        ("sweep three-card-poker --pay pair-plus.pair=0..9", "another bet"),
        ("sweep phil-em-up --bet bonus --pay flush=0..9", "no bet 'bonus'"),
        ("sweep phil-em-up --pay flush=0..9 -o flush.doc", ".pdf, .svg or .png"),
        ("sweep phil-em-up --pay flush=0..999999999999999999999", "63 bits"),
        ("target phil-em-up --pay flush", "--edge"),
        ("target phil-em-up --edge 2.5 --pay flush", "a percentage needs its sign"),
        ("target phil-em-up --edge much --pay flush", "--edge is a number"),
        ("target phil-em-up --edge 4..3% --pay flush", "is empty"),
        ("target phil-em-up --edge .. --pay flush", "has no limit"),
        ("target phil-em-up --edge 3...4% --pay flush", "a range has two dots"),
        ("sweep phil-em-up --pay flush=6...7", "a range has two dots"),
        (
            "target phil-em-up --edge 90..95% --pay flush",
            "no value of flush gives an edge of 90.0000 % to 95.0000 % of one ante",
        ),
        ("target phil-em-up --edge 5%", "which pay may move?"),
        (
            "target phil-em-up --edge 50% --pay flush",
            "of one ante; the edge runs from 11.7816 % at 0",
        ),
        ("target phil-em-up --edge 0 --pay flush=0..20", "to 5.2265 % at 20"),
        (
            "target phil-em-up --edge 5% --pay flush --pay straight",
            "several move in `combin design`",
        ),
        ("formula phil-em-up --pay flush=0..9", "takes no range"),
        ("formula phil-em-up --pay flush=much", "a number"),
        ("vary phil-em-up --bet bonus", "no bet 'bonus'"),
        ("vary phil-em-up --format jsn", "no format is called 'jsn'"),
        ("compare phil-em-up default jocker=bug", "did you mean 'joker'?"),
        ("compare phil-em-up default joker", "choice joker has no value 'yes'; it takes ace-or"),
        ("compare phil-em-up default joker=bog", "joker has no value 'bog'"),
    ],
)
def test_every_mistake_is_told_in_a_line(refused, words, said):
    refused(*shlex.split(words), words=said)


@pytest.mark.slow
def test_python_and_the_command_line_say_the_same(run):
    aim = combin.target("phil-em-up", "1/20", "flush")
    _, out, _ = run("target", "phil-em-up", "--edge", "5%", "--pay", "flush", "--json")
    assert json.loads(out)["at"] == str(aim.at)
    assert (
        combin.tally("phil-em-up").paying({"flush": 10}).result.house_edge
        == combin.solve("phil-em-up", pays={"flush": 10})["base"].house_edge
    )
    assert combin.formula("phil-em-up", free=["flush"]).region.free == ("flush",)
    assert (
        combin.vary("phil-em-up").edges["base"].edge
        == combin.solve("phil-em-up")["base"].house_edge
    )


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(
    ("slug", "bet", "pay", "edges", "limits"),
    [
        ("phil-em-up", "base", "flush", "8..10%", (4, 16)),
        ("phil-em-up", "base", "flush", "..8%", (4, 16)),
        ("phil-em-up", "base", "straight-flush", "9.1%..", (40, 60)),
        ("mississippi-stud", "base", "straight", "2..4%", (3, 7)),
        ("three-card-poker", "pair-plus", "pair-plus.flush", "2%..8%", (2, 6)),
        ("blackjack-side-bets", "base", "flush", "10..30%", (3, 8)),
    ],
)
def test_pays_within_a_range_of_edges_are_what_solving_each_says(slug, bet, pay, edges, limits):
    """Solved one by one, the whole pays within the range are those between the two ends; beyond an
    end the edge has left the range.
    """
    low, high = parse_interval(edges, "", parse_share)
    counted = combin.tally(slug, bet=bet)
    pay = the_pay(counted.game, counted.bet, pay)
    found = target_range(counted, (low, high), pay, tuple(map(Fraction, limits)))

    def edge(at):
        return counted.paying({pay: at}).result.house_edge

    def is_in(at):
        return (low is None or low <= edge(at)) and (high is None or edge(at) <= high)

    units = [unit for unit in range(limits[0], limits[1] + 1) if is_in(unit)]
    first, last = found.at
    assert units and units == [unit for unit in range(limits[0], limits[1] + 1) if first <= unit <= last]  # fmt: skip
    assert found.units == tuple((unit, edge(unit)) for unit in units[: len(found.units)])
    assert len(found.units) == min(len(units), 10)
    little = Fraction(1, 1000)
    for end, outside in ((first, first - little), (last, last + little)):
        assert is_in(end) and (end in limits or not is_in(outside))


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("asked", "limits"), [("8..10%", ""), ("8..12%", "=7..8")])
def test_the_csv_of_a_range_has_its_exact_ends_and_their_edges(asked, limits, run):
    """The first and the last pay, each solved by itself; a limit of the pay may come first."""
    out = run("target", "phil-em-up", "--edge", asked, "--pay", f"flush{limits}", "--format", "csv")
    rows = list(csv.DictReader(StringIO(out[1])))
    pays = [Fraction(row["value"]) for row in rows]
    assert pays == sorted(set(pays))
    ends = (
        [Fraction(7), Fraction(8)] if limits else [Fraction(134671, 20432), Fraction(311823, 25540)]
    )
    assert [pays[0], pays[-1]] == ends
    for row in rows[0], rows[-1]:
        solved = combin.solve("phil-em-up", pays={"flush": row["value"]})["base"]
        assert solved.house_edge == Fraction(row["edge"])
