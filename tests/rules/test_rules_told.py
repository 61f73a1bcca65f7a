"""What stands beside a figure: the choices, pays and meters that it is for, in every format, and no
others.
"""

import csv
import io
import json
import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from combin.errors import NEEDS
from combin.games import sheet_of
from combin.questions.solve import solve
from shipped import DEALT
from sizes import on_demand, sized

METER = ("--bet", "progressive", "--pay", "progressive.meter=250000")


def table(run, *command):
    status, out, err = run(*command, "--format", "csv")
    assert (status, err) == (0, ""), err
    return list(csv.DictReader(io.StringIO(out)))


# --- Choices -----------------------------------------------------------------------------------


@pytest.mark.slow_after(12)
@pytest.mark.parametrize("slug", on_demand(DEALT, ["baccarat", "blackjack-side-bets"]))
def test_a_choice_is_told_exactly_where_another_value_gives_other_rules(slug):
    sheet = sheet_of(slug)
    game = sheet.resolve()
    for bet in game.bets:
        told = game.settings_of(bet.key)
        for choice in game.choices:
            others = [sheet.resolve({choice.name: value}) for value in choice.tried]
            assert (choice.name in told) == any(
                other.rules_of(bet.key) != game.rules_of(bet.key) for other in others
            )


def test_what_a_choice_changes_depends_on_the_others():
    sheet = sheet_of("hot-poker-spot")
    assert sheet.resolve().settings_of("base") == {"option": "1", "cost": "0"}
    assert sheet.resolve({"cost": "1"}).settings_of("base") == {
        "option": "1",
        "cost": "1",
        "variant": "table",
    }
    dakota = sheet_of("dakota-duel-draw")
    assert "sevens" not in dakota.resolve().settings_of("base")
    assert "sevens" in dakota.resolve({"pocket-pair": "2"}).settings_of("base")
    assert dakota.resolve().with_pays({"flush": 7}).settings_of("big-8") == {
        "big-8": "1",
        "variant": "rule",
    }


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "caribbean-stud", "--bet", "progressive"),
        ("solve", "caribbean-stud", "--bet", "progressive", "--format", "html"),
        ("formula", "caribbean-stud", "--bet", "progressive"),
        ("sweep", "caribbean-stud", "--bet", "progressive", "--pay", "flush=40..60"),
        ("target", "caribbean-stud", "--bet", "progressive", "--edge", "10%", "--pay", "meter"),
        ("vary", "caribbean-stud", "--bet", "progressive"),
    ],
)
def test_choices_of_other_bets_are_not_listed(run, command):
    status, out, _ = run(*command)
    assert status == 0 and "progressive=1: 100, 75, 50" in out and "raise=1" not in out


@pytest.mark.slow
def test_a_strategy_lists_the_choices_of_its_bet(run):
    out = run("strategy", "dakota-duel-draw")[1]
    assert (
        "pocket-pair=1:" in out
        and "variant=rule:" in out
        and "big-8=" not in out
        and "sevens=" not in out
    )
    out = run("strategy", "dakota-duel-draw", "--set", "pocket-pair=2")[1]
    assert "sevens=4:" in out and "big-8=" not in out


@pytest.mark.slow
def test_a_chart_lists_the_choices_of_its_bet():
    pytest.importorskip("typst")
    from combin.publishing.lists import chart_model

    readings = " ".join(chart_model(sheet_of("caribbean-stud").resolve(), "law").readings)
    assert "Raise: " in readings and "Progressive" not in readings


# --- Meters ------------------------------------------------------------------------------------

FORMATS = ("text", "github", "html", "latex_booktabs")


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("form", FORMATS)
def test_an_edge_stands_beside_its_meter(run, form):
    for command, meter in (
        (("solve", "caribbean-stud", "--bet", "progressive"), "100,000"),
        (("solve", "caribbean-stud", *METER), "250,000"),
        (("vary", "caribbean-stud", *METER), "250,000"),
        (("sweep", "caribbean-stud", "--bet", "progressive", "--pay", "flush=40..60"), "100,000"),
        (
            ("target", "caribbean-stud", "--bet", "progressive", "--pay", "flush", "--edge", "40%"),
            "100,000",
        ),
        (
            (
                "compare",
                "caribbean-stud",
                "default",
                "progressive.meter=250000",
                "--bet",
                "progressive",
            ),
            "250,000",
        ),
    ):
        out = run(*command, "--format", form)[1]
        assert meter in out, command


@pytest.mark.slow
def test_the_line_of_the_edge_names_the_meter(run):
    assert (
        "progressive: house edge 3.8615 % of one bet (193/4998), the meter at 250,000, "
        "a return of 96.1385 %\n" in run("solve", "caribbean-stud", *METER)[1]
    )
    lines = [
        line for line in run("edges", "caribbean-stud")[1].splitlines() if "progressive=" in line
    ]
    assert len(lines) == 4 and all("bet, the meter at 100,000" in line for line in lines)


@pytest.mark.slow
def test_programs_are_told_the_meter(run):
    for row in table(run, "solve", "caribbean-stud", *METER):
        assert (row["choices"], row["pays"]) == ("progressive=1", "progressive.meter=250000")
    edges = [row for row in table(run, "edges", "caribbean-stud") if row["bet"] == "progressive"]
    assert {row["pays"] for row in edges} == {"progressive.meter=100000"}
    content = json.loads(run("edges", "caribbean-stud", "--json")[1])["games"]["caribbean-stud"][
        "bets"
    ]
    assert all(one["pays"] == {"progressive.meter": "100000"} for one in content["progressive"])
    assert json.loads(run("solve", "caribbean-stud", "--json")[1])["meters"] == {
        "progressive.meter": "100000"
    }


@pytest.mark.slow
def test_a_card_and_an_index_name_the_meter():
    from combin.dossier.settings import settings
    from combin.render import edges, index
    from combin.render.cards import card_model

    solution = solve(sheet_of("caribbean-stud").resolve())
    edges_told = [table.edge for table in card_model(solution, {}).tables]
    assert edges_told == ["", "house edge 47.7252\u00a0% (the meter at 100,000)"]
    told = edges.data({"progressive": settings("caribbean-stud", "progressive")})
    page = index.index({"caribbean-stud": {"title": "C", "bets": told, "files": ["card.pdf"]}})
    assert page.count("bet, the meter at 100,000") == 1 + len(told["progressive"])


# --- Rows that can be made again ---------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("command", "columns"),
    [
        (("solve", "three-card-poker"), ("bet",)),
        (("edges", "three-card-poker"), ("bet",)),
        (("situations", "dakota-duel-draw"), ()),
        (("strategy", "dakota-duel-draw"), ()),
        (("price", "dakota-duel-draw", "play"), ()),
        (("advise", "dakota-duel-draw", "As Ks"), ()),
        (("formula", "dakota-duel-draw"), ("pay",)),
        (("sweep", "dakota-duel-draw", "--pay", "flush=5..7"), ("pay",)),
        (("target", "dakota-duel-draw", "--pay", "flush", "--edge", "3%"), ("pay",)),
        (("vary", "dakota-duel-draw"), ("choice", "value")),
    ],
)
def test_every_row_tells_its_rules(run, command, columns):
    for row in table(run, *command):
        assert {"game", "bet", "choices", "pays", *columns} <= row.keys()
        assert row["game"] == command[1] and row["choices"]


@pytest.mark.slow
def test_rows_are_made_again_from_their_own_columns(run):
    """The edge of every row of `vary` and `solve` is found again from the row alone."""
    rows = table(run, "vary", "dakota-duel-draw", "--bet", "base", "--pay", "flush=7")
    assert len(rows) > 3
    for row in rows:
        pays, choices = (
            dict(word.split("=") for word in row[name].split()) for name in ("pays", "choices")
        )
        game = sheet_of(row["game"]).resolve(choices).with_pays(pays)
        assert pays == {"flush": "7"} and solve(game, ["base"]).bets["base"].house_edge == Fraction(
            row["edge"]
        )


def test_a_comparison_tells_both_sides(run):
    (row,) = table(run, "compare", "phil-em-up", "default", "joker=bug,flush=7")
    assert (row["choices"], row["pays"]) == ("joker=ace-or-straight-flush", "")
    assert (row["choices_b"], row["pays_b"]) == ("joker=bug", "flush=7")


# --- The scale of a law ------------------------------------------------------------------------


@pytest.mark.slow_after(4)
@pytest.mark.parametrize(
    "slug", sized(DEALT, frozenset({"blackjack-side-bets", "four-card-poker"}))
)
def test_the_caption_of_a_law_is_that_of_its_scale(slug):
    pytest.importorskip("typst")
    from combin.publishing.lists import chart_model

    model = chart_model(sheet_of(slug).resolve(), "law")
    powers = [int(tick.value) for tick in model.ticks]
    (step,) = {high - low for low, high in zip(powers, powers[1:])}
    said = re.search(r"Logarithmic scale, a factor of ([\d,]+) per step", model.notes[0])
    assert int(said[1].replace(",", "")) == 10**step
    least = min(Fraction(point.share) for point in model.points)
    assert (
        1 < least * 10 ** int(model.reach) <= 10
        and powers[0] == 0
        and powers[-1] + step > int(model.reach)
    )


# --- Requirements ------------------------------------------------------------------------------


def test_what_is_missing_is_named_as_the_metadata_asks_for_it():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    extras = [
        *project["optional-dependencies"]["cards"],
        *project["optional-dependencies"]["check"],
        *project["optional-dependencies"]["dask"],
        *project["optional-dependencies"]["site"],
    ]
    assert sorted(NEEDS.values()) == sorted(extras)
    assert all(wanted.startswith(package) for package, wanted in NEEDS.items())
    for path in (Path(__file__).parents[2] / "combin").rglob("*.py"):
        assert not re.search(r"install[^\n]*combin\[", path.read_text()), path


# --- Markup ------------------------------------------------------------------------------------

HOSTILE = """\
<script>alert(1)</script> \\input{x} | a  (hostile)
source: <img src=x onerror=alert(1)>
cards: TJQKA

PLAY
  3 cards to mine
  decide d
    fold    ends
    raise   play +1
  3 cards to yours

HANDS
  player = three-card of mine
  dealer = three-card of yours

MAIN GAME
  wagers: ante 1, play
  outcome   if                     ante   play
  fold      chose fold             lost   push
  win       player beats dealer    1      1
  "<b>|x"   player equals dealer   push   3
  lose      otherwise              lost   lost
"""


@pytest.fixture
def hostile(tmp_path):
    path = tmp_path / "hostile.game"
    path.write_text(HOSTILE)
    return path


@pytest.mark.slow_after(3)
@pytest.mark.parametrize("command", ["solve", "strategy", "situations", "formula", "vary", "edges"])
def test_markup_is_text_in_every_format(run, hostile, command):
    page = run(command, hostile, "--format", "html")[1]
    assert "&lt;script&gt;" in page and not re.search(r"<(script|img|b)\b", page)
    latex = run(command, hostile, "--format", "latex")[1]
    body = "\n".join(line for line in latex.splitlines() if not line.startswith("%"))
    assert not re.search(r"(?<!\\textbackslash)(?<!\\)\\input", body)


def test_a_stroke_in_a_row_name_ends_no_cell(run, hostile):
    rows = [
        line
        for line in run("solve", hostile, "--format", "github")[1].splitlines()
        if "<b>" in line
    ]
    assert rows and all("<b>\\|x" in row for row in rows)


def test_markup_is_text_on_a_card_and_a_chart(run, hostile, tmp_path):
    pytest.importorskip("typst")
    for words in (("card", hostile), ("chart", hostile, "law")):
        picture = tmp_path / "x.svg"
        assert run(*words, "-o", picture)[0] == 0
        assert "<script" not in picture.read_text() and "&lt;script&gt;" in picture.read_text()
