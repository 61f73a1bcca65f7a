"""Rows that a program hands over: whole, bit by bit, and in the tests of a simulator."""

from __future__ import annotations

import csv
import runpy
import tomllib
from collections import namedtuple
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from itertools import islice
from pathlib import Path

import numpy
import pandas
import pytest

import combin
from checking import table
from combin.checker import chances, fits
from combin.logs.given import GivenRows
from combin.logs.read import open_log
from combin.pytest_plugin import assert_fits

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
GAME = "three-card-poker"


def rows_in(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


@pytest.fixture(scope="module")
def right(tmp_path_factory):
    """Return rounds with all cards, more than one batch."""
    path = tmp_path_factory.mktemp("logs") / "right.csv"
    combin.simulate(GAME, path, 4500, 5)
    return rows_in(path)


@pytest.fixture(scope="module")
def broken(right):
    """Return a few rounds, one of them paid wrongly, and one played wrongly."""
    rows = [dict(row) for row in right[:150]]
    won = next(row for row in rows if int(row["net"]) > 0)
    won["net"] = "7"
    folded = next(row for row in rows if row["fold or play"] == "fold")
    rows.remove(folded)
    return [{**row, "round": str(number)} for number, row in enumerate(rows, 1)]


def told(verdict):
    """Return what a verdict says, without the names and hashes of files."""
    left = ("log", "sha256", "files", "verdict", "command")
    found = verdict.to_dict()
    del found["numbers"]["files"]
    return {key: one for key, one in found.items() if key not in left}


# --- What is taken for rows ----------------------------------------------------------------------


class FakeTable:
    """What polars and Arrow offer, as far as it is asked for."""

    def __init__(self, rows, kind):
        self.rows = rows
        if kind == "polars":
            self.iter_rows = lambda named: iter(self.rows if named else [])
        elif kind == "arrow":
            self.to_batches = lambda: [FakeTable(rows[:70], "batch"), FakeTable(rows[70:], "batch")]
        else:
            self.to_pylist = lambda: self.rows


FORMS = {
    "dicts": lambda rows: rows,
    "a generator": iter,
    "tuples, the first the header": lambda rows: [
        tuple(rows[0]),
        *(tuple(r.values()) for r in rows),
    ],
    "namedtuples": lambda rows: [
        namedtuple("Round", "a b c d e f g")(*row.values()) for row in rows
    ],
    "pandas": pandas.DataFrame,
    "polars": lambda rows: FakeTable(rows, "polars"),
    "arrow": lambda rows: FakeTable(rows, "arrow"),
    "batches": lambda rows: iter([FakeTable(rows[:9], "batch"), FakeTable(rows[9:], "batch")]),
    "an array": lambda rows: numpy.array([list(rows[0]), *(list(r.values()) for r in rows)]),
}


@pytest.mark.parametrize("form", FORMS)
def test_rows_of_every_form_are_the_same_rows(form, broken):
    rows = list(GivenRows().read(FORMS[form](broken)))
    if form == "namedtuples":
        rows = [dict(zip(broken[0], row.values())) for row in rows]
    assert rows == broken


@pytest.mark.slow
def test_rows_get_the_verdict_of_the_file(broken, tmp_path):
    found = told(combin.check(GAME, pandas.DataFrame(broken)))
    path = table(tmp_path / "log.csv", [*broken[0]], map(dict.values, broken))
    assert found == told(combin.check(GAME, path))
    assert found["impossible"] and not found["fits"]


@pytest.mark.slow
def test_tuples_may_have_a_header_of_their_own(broken):
    tuples = (tuple(row.values()) for row in broken)
    found = combin.check(GAME, tuples, header=list(broken[0]))
    assert found.rounds == 149 and not found.fits
    assert "Again: combin check three-card-poker - --header " in str(found)


def test_a_cell_is_text_a_number_or_a_list():
    (row,) = GivenRows().read(
        [
            {
                "net": Fraction(1, 2), "staked": Decimal("2.50"), "unit": 0.1, "count": numpy.int64(3),
                "seat": float("nan"), "round": None, "player": ["As", "Kd"], "shoe": pandas.NA,
            }
        ]
    )  # fmt: skip
    assert row == {
        "net": "1/2", "staked": "2.50", "unit": "0.1", "count": "3",
        "seat": None, "round": None, "player": ["As", "Kd"], "shoe": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            5,
            "rows are a list of dicts or tuples, a data frame, an Arrow table or the path of a file, not 5",
        ),
        ({"net": [1]}, "rows are a list of dicts or tuples"),
        ([], "no rows are given"),
        ([("net",)], "no rows are given"),
        ([5], "row 1 is a dict or a tuple, not 5"),
        ([{"net": 1}, {"net": True}], "row 2: 'net' is text, a number or a list of them, not True"),
        ([("net", "outcome"), (1,)], "row 1 has 1 cells, and the header has 2"),
        ([{"net": 1}, {"win": 1}], "'the log', row 2 has 'win', which the first row has not"),
    ],
)
def test_what_is_no_row_is_refused_in_one_line(rows, message):
    with pytest.raises(combin.CombinError, match="^" + message.replace("(", r"\(")):
        combin.check(GAME, rows)


# --- Bit by bit ----------------------------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("step", [1, 1900])
def test_a_checker_says_what_a_check_says(step, right):
    checker = combin.Checker(GAME)
    for start in range(0, len(right), step):
        checker.add(right[start : start + step])
        if step == 1900:
            assert checker.verdict().rounds == min(start + step, len(right))
    found = checker.verdict()
    assert found.to_dict() == combin.check(GAME, iter(right)).to_dict()
    assert found.to_dict() == checker.verdict().to_dict(), "a verdict changes nothing"


@pytest.mark.slow
def test_a_checker_of_a_wrong_log_counts_each_fault_once(broken):
    checker = combin.game(GAME).Checker()
    for row in broken:
        checker.add([row])
        if row["round"] in ("1", "40", "41"):
            checker.verdict()
    found = replace(combin.check(GAME, broken), causes=None)  # they need the rows once more
    assert checker.verdict().to_dict() == found.to_dict()


@pytest.mark.slow
def test_a_checker_sets_the_play_apart_from_the_dealing(tmp_path):
    path = tmp_path / "log.csv"
    combin.simulate(GAME, path, 3000, 3, strategy="play")
    rows = list(rows_in(path))
    checker = combin.Checker(GAME, play="any")
    checker.add(rows)
    found = checker.verdict()
    whole = combin.check(GAME, rows, play="any")
    # The strategy that was played is inferred from the rows once more.
    assert found.to_dict() == replace(whole, played_as=None).to_dict()
    assert found.fits and not combin.check(GAME, rows).fits


@pytest.mark.whole_after(1)
@pytest.mark.slow
@pytest.mark.parametrize("columns", [None, ("net", "actions")])
def test_a_checker_of_blackjack(columns, tmp_path):
    path = tmp_path / "log.csv"
    combin.simulate("blackjack", path, 3000, 3)
    chip = open_log(str(path)).facts.chip
    rows = [{name: row[name] for name in columns or row} for row in rows_in(path)]
    checker = combin.Checker("blackjack", chip=chip)
    for start in range(0, len(rows), 900):
        checker.add(rows[start : start + 900])
        checker.verdict()
    found = checker.verdict()
    assert found.to_dict() == combin.check("blackjack", rows, chip=chip).to_dict()
    assert found.fits and found.rounds == 3000


def test_rows_are_not_kept(right):
    checker = combin.Checker(GAME)
    checker.add(islice(right, 4400))
    checker.verdict()
    assert not checker._rows.waiting


def test_the_always_valid_verdict_has_one_test(right):
    checker = combin.Checker(GAME)
    checker.add(right)
    found, every = checker.verdict(always_valid=True), checker.verdict()
    (test,) = found.tests
    assert test.name == fits.E_VALUE and test.corrected == test.chance
    assert found.fits and len(every.tests) > 8
    assert f"{len(every.tests) - 1} other tests" in found.untested[-1]


def test_the_e_value_is_a_martingale_with_mean_one():
    """Over all tables of the next rounds its mean is that of before: so its inverse is a p-value at
    every look (Ville 1939).
    """
    law = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    for counts in ((0, 0, 1), (3, 1, 0), (2, 7, 5)):
        before = 10 ** float(chances.evidence(counts, law, fits.STRENGTHS))
        after = 0.0
        for place, chance in enumerate(law):
            more = [count + (at == place) for at, count in enumerate(counts)]
            after += float(chance) * 10 ** float(chances.evidence(more, law, fits.STRENGTHS))
        assert after == pytest.approx(before, rel=1e-9)


def test_a_checker_refuses_at_once_what_it_cannot_check():
    with pytest.raises(combin.CombinError, match="no game is called"):
        combin.Checker("no-game")
    with pytest.raises(combin.CombinError, match="blackjack has no pay 'naturl'"):
        combin.check("blackjack", [{"net": 1}], pays={"naturl": 2})
    with pytest.raises(combin.CombinError, match="no rows are given"):
        combin.Checker(GAME).verdict()


# --- The level -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_level_is_that_of_all_tests_together(right):
    wins = [{"net": row["net"]} for row in right if int(row["net"]) > 0]
    rows = [{"net": row["net"]} for row in right[:1500]] + wins[:150]
    usual, mild = (
        combin.check(GAME, rows, bet="base", alpha=level) for level in (None, "1/1000000000000000")
    )
    assert usual.level == Fraction(1, 100) and not usual.fits
    assert mild.level == Fraction(1, 10**15) and mild.fits
    assert [test.corrected for test in usual.tests] == [test.corrected for test in mild.tests]
    assert mild.power.level == Fraction(1, 10**15) / len(mild.tests)
    assert "--alpha 1/1000000000000000" in str(mild)
    with pytest.raises(combin.CombinError, match="alpha is a share between 0 and 100 %"):
        combin.check(GAME, rows, alpha=1)
    with pytest.raises(combin.CombinError, match="a percentage needs its sign"):
        combin.check(GAME, rows, alpha="5")


# --- pytest --------------------------------------------------------------------------------------

IN_A_TEST = """
import random

NETS = {nets}

def test_nets(assert_fits):
    dice = random.Random(1)
    rounds = [dict(net=net) for net in dice.choices(list(NETS), list(NETS.values()), k=3000)]
    verdict = assert_fits("three-card-poker", rounds, bet="pair-plus")
    assert verdict.rounds == 3000
"""


@pytest.mark.slow
def test_a_test_fails_with_the_verdict(pytester):
    rows = combin.solve("three-card-poker", bets=["pair-plus"])["pair-plus"].outcomes
    nets = {int(row.net): row.combinations for row in rows}
    assert len(nets) > 3
    pytester.makepyfile(test_right=IN_A_TEST.format(nets=nets))
    nets[99] = nets.pop(sorted(nets)[2])
    pytester.makepyfile(test_wrong=IN_A_TEST.format(nets=nets))
    done = pytester.runpytest_inprocess(
        "-p", "no:combin", "-p", "combin.pytest_plugin", "-p", "no:cacheprovider", "-q"
    )
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(
        ["the log does not fit Three Card Poker: * of 3,000 rounds are impossible*"]
    )
    assert not any("pytest.fail" in line for line in done.outlines)


@pytest.mark.slow
def test_the_example_of_the_guide_runs():
    found = runpy.run_path(str(ROOT / "docs" / "examples" / "logs" / "checked.py"))
    assert found["verdict"].fits and found["checker"].verdict().rounds == 10_000
    found["test_pair_plus"](assert_fits)
    found["NETS"][5] = found["NETS"].pop(4)
    with pytest.raises(pytest.fail.Exception, match="does not fit Three Card Poker"):
        found["test_pair_plus"](assert_fits)


def test_the_plugin_is_the_one_that_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (module,) = project["entry-points"]["pytest11"].values()
    plugin = import_module(module)
    assert callable(plugin.assert_fits)
