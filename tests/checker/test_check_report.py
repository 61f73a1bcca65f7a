"""What a verdict leaves behind: codes, reports, JUnit XML, and the status that it ends with."""

from __future__ import annotations

import ast
import hashlib
import json
from fractions import Fraction
from math import ceil
from pathlib import Path
from xml.etree import ElementTree

import pytest

import combin
import pdfs
from checking import table
from combin.checker import chances, codes
from combin.checker.needs import lacking, needs_of
from combin.checker.pay_faults import IMPOSSIBLE, MEAN, OUTCOME, pay_faults
from combin.checker.power import SURE, interval, rounds_needed
from combin.checker.report import report_of

GAME, PLUS = "three-card-poker", "pair-plus"
ROOT = Path(combin.__file__).parent
FLUSH = Fraction(1096, 22100)  # of three cards: 4 * 286 hands of one suit less 48 straight ones


@pytest.fixture(scope="module")
def solved():
    return combin.solve(GAME, bets=[PLUS])[PLUS]


@pytest.fixture(scope="module")
def nets(solved):
    """Return a log of nets as often as they are expected, in 22,100 rounds."""
    rows = [[int(row.net), row.combinations] for row in solved.outcomes]
    return combin.check(GAME, [("net", "count"), *rows], bet=PLUS)


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    """Return a log of all cards."""
    path = tmp_path_factory.mktemp("logs") / "log.csv"
    combin.simulate(GAME, path, 400, 4, bet=PLUS)
    return path


# --- Codes ---------------------------------------------------------------------------------------


MADE_BY = ("Test", "fits.Test", "_test")  # what makes a test; the name comes first


def test_every_test_has_a_code_that_is_documented():
    named = set()
    for path in (ROOT / "checker").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in MADE_BY:
                first = node.args[0]
                named |= {first.value} if isinstance(first, ast.Constant) else set()
    assert {name for name in codes.TESTS if name not in ("e-value", "first cards")} == named
    guide = (ROOT.parent / "docs" / "checking.md").read_text()
    known = [*codes.MEANINGS, *codes.TESTS.values(), codes.OF_ZONE]
    assert len(known) == len(set(known))
    assert [code for code in known if f"`{code}`" not in guide] == []


ROWS = {  # columns, a row as it may be, one as it may not be, the code
    "net": (("net",), ("1",), ("77",), codes.NET),
    "outcome": (("outcome", "net"), ("pair", "1"), ("pair", "6"), codes.NET),
    "stake": (("staked", "net"), ("1", "1"), ("2", "1"), codes.STAKE),
    "cards": (("player", "net"), ("As Ad 2c", "1"), ("As As 2c", "1"), codes.CARDS),
    "settled": (("player", "net"), ("As Ad 2c", "1"), ("As Ad 2c", "-1"), codes.NET),
    "named": (
        ("player", "outcome"), ("As Ad 2c", "pair"), ("As Ad 2c", "flush"), codes.OUTCOME,
    ),
    "round": (("round", "net"), ("1", "1"), ("3", "1"), codes.NUMBER),
}  # fmt: skip


@pytest.mark.slow_after(3)
@pytest.mark.parametrize("kind", ROWS)
def test_what_cannot_be_has_a_code(kind):
    columns, right, wrong, code = ROWS[kind]
    options = {"bet": PLUS, "chip": 1, "columns": {name: name for name in columns}}
    found = combin.check(GAME, [columns, right, wrong], **options)
    assert [one.code for one in found.impossible] == [code] and found.codes[0] == code
    told = found.to_dict()
    assert told["impossible"][0]["code"] == code and code in told["codes"]
    assert f"Codes: {code}" in str(found)


# --- What faults would have shown ----------------------------------------------------------------


def fault_of(found, **pays):
    wanted = {f"{PLUS}.{line.replace('_', '-')}": Fraction(pay) for line, pay in pays.items()}
    faults, left = pay_faults(found)
    assert left == []
    return next(one for one in faults if one.pays == wanted)


def test_a_flush_that_pays_one_less_shows_at_the_first(nets, solved):
    usual = combin.load(GAME).pays()[f"{PLUS}.flush"]
    fault = fault_of(nets, flush=usual - 1)
    assert fault.edge == solved.house_edge + FLUSH
    again = combin.solve(GAME, pays={f"{PLUS}.flush": usual - 1}, bets=[PLUS])[PLUS]
    assert fault.edge == again.house_edge
    possible = {int(row.net) for row in solved.outcomes}
    assert usual - 1 not in possible and fault.by == IMPOSSIBLE
    missed = 1 - FLUSH
    assert missed**fault.rounds <= 1 - SURE < missed ** (fault.rounds - 1)


def test_pays_exchanged_show_by_their_frequencies(nets, solved):
    pays = combin.load(GAME).pays()
    straight, flush = (pays[f"{PLUS}.{line}"] for line in ("straight", "flush"))
    fault = fault_of(nets, straight=flush, flush=straight)
    swapped = {f"{PLUS}.straight": flush, f"{PLUS}.flush": straight}
    assert fault.edge == combin.solve(GAME, pays=swapped, bets=[PLUS])[PLUS].house_edge
    assert fault.by in (MEAN, OUTCOME)
    by_mean = rounds_needed(solved.variance, fault.edge - solved.house_edge, nets.power.level)
    assert fault.rounds <= by_mean


def test_cards_show_exchanged_pays_at_once(cards):
    found = combin.check(GAME, cards, bet=PLUS)
    pays = combin.load(GAME).pays()
    fault = fault_of(found, straight=pays[f"{PLUS}.flush"], flush=pays[f"{PLUS}.straight"])
    either = FLUSH + Fraction(720, 22100)
    assert fault.by == IMPOSSIBLE
    assert (1 - either) ** fault.rounds <= 1 - SURE < (1 - either) ** (fault.rounds - 1)


@pytest.mark.parametrize(
    ("before", "after"), [("1/20", "1/16"), ("3/10", "31/100"), ("1/50", "1/100")]
)
def test_trials_to_tell_have_the_power(before, after):
    binom = pytest.importorskip("scipy.stats").binom
    before, after, level = Fraction(before), Fraction(after), Fraction(1, 1000)
    rounds = ceil(chances.trials_to_tell(before, after, level, SURE))
    low = binom.ppf(float(level / 2), rounds, float(before)) - 1
    high = binom.isf(float(level / 2), rounds, float(before)) + 1
    power = binom.cdf(low, rounds, float(after)) + binom.sf(high - 1, rounds, float(after))
    assert power == pytest.approx(0.9, abs=0.04)


def test_trials_until_something_comes():
    for chance in (Fraction(9, 10), Fraction(1, 2), Fraction(1, 7), Fraction(3, 1000)):
        rounds = ceil(chances.trials_until(chance, SURE))
        assert (1 - chance) ** rounds <= 1 - SURE
        assert rounds == 1 or (1 - chance) ** (rounds - 1) > 1 - SURE


def test_the_interval_is_that_of_the_normal_law():
    low, high = interval(Fraction(-1, 10), Fraction(4), 10_000, Fraction(5, 100))
    assert (high + low) / 2 == Fraction(-1, 10)
    assert float(high - low) == pytest.approx(2 * 1.959963984540054 * 2 / 100, rel=1e-9)


# --- What is demanded ----------------------------------------------------------------------------


def test_what_a_log_lacks(nets):
    needs = needs_of(["cards,play,mean", "order", "rounds=22100,rounds=22101,power=50%,power=0.1%"])
    lacks = {need.word: why for need, why in lacking(nets, needs)}
    assert list(lacks) == ["cards", "order", "rounds=22101", "power=0.1%"]
    takes = int(lacks["power=0.1%"].split()[-3].replace(",", ""))
    wanted = rounds_needed(nets.law.result.variance, Fraction(1, 1000), nets.power.level)
    assert takes == pytest.approx(float(wanted), rel=1e-6)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("crads", "--needs: nothing is called 'crads' (did you mean 'cards'?)"),
        ("rounds", "--needs rounds takes a number of rounds, rounds=100000, not 'rounds'"),
        ("cards=3", "--needs cards takes no number, not 'cards=3'"),
        (
            "rounds=0",
            "--needs rounds takes a number of rounds, rounds=100000, above 0, not 'rounds=0'",
        ),
    ],
)
def test_a_demand_that_is_none_is_refused(word, message):
    with pytest.raises(combin.CombinError) as found:
        needs_of([word])
    assert str(found.value) == message


STATUSES = [  # the row of each log, the options, the status
    ("1", [], 0),
    ("1", ["--needs", "cards"], 3),
    ("77", ["--needs", "cards"], 1),
    ("77", ["--fail-on", "play"], 0),
    ("77", ["--fail-on", "play,impossible"], 1),
    ("77", ["--fail-on", "play", "--needs", "rounds=2"], 0),
]


@pytest.mark.slow_after(3)
@pytest.mark.parametrize(("net", "options", "status"), STATUSES)
def test_the_status_says_what_was_asked(net, options, status, tmp_path, run):
    log = table(tmp_path / "log.csv", ["net"], [["-1"], ["-1"], ["1"], [net]])
    found = run("check", GAME, log, "--bet", PLUS, "--chip", "1", *options)
    assert found[0] == status and found[1].startswith(str(log))
    assert ("combin: --needs cards: " in found[2]) == ("cards" in options)


@pytest.mark.parametrize(
    "options", [("--fail-on", "all"), ("-o", "x.txt"), ("--junit", "/no/x.xml")]
)
def test_what_cannot_be_written_is_refused_before_anything_is_read(options, run):
    status, out, err = run("check", GAME, "no-such.csv", *options)
    assert status == 2 and out == "" and "no-such" not in err and err.count("\n") == 1


# --- Files ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reported(cards):
    wrong = cards.with_name("wrong <1>.csv")
    lines = cards.read_text().splitlines()
    place = next(at for at, line in enumerate(lines) if line.endswith(",-1"))
    lines[place] = lines[place].removesuffix("-1") + "2"
    wrong.write_text("\n".join(lines) + "\n")
    return wrong


def test_junit_has_a_case_for_each_test(reported, tmp_path, run):
    path = tmp_path / "check.xml"
    options = ("--needs", "cards,rounds=9999", "--junit", path)
    status, out, _ = run("check", GAME, reported, *options, "--json")
    told = json.loads(out)
    (suite,) = ElementTree.parse(path).getroot()
    cases = {case.get("name"): [part.tag for part in case] for case in suite.iter("testcase")}
    assert status == 1 and cases["impossible rows"] == ["failure"]
    assert all(cases[test["name"]] == [] if test["fits"] else ["failure"] for test in told["tests"])
    assert cases["needs cards"] == [] and cases["needs rounds=9999"] == ["failure"]
    assert int(suite.get("failures")) == sum("failure" in parts for parts in cases.values())
    failure = next(suite.iter("failure"))
    assert failure.get("type") == codes.NET and "right: " in failure.get("message")
    assert "p-value 0.000000" not in path.read_text()
    known = {one.get("name"): one.get("value") for one in suite.iter("property")}
    assert known["sha256"] == hashlib.sha256(reported.read_bytes()).hexdigest() == told["sha256"]
    assert told["files"] == [
        {"name": str(reported), "bytes": str(reported.stat().st_size), "sha256": told["sha256"]}
    ]
    assert known["command"] in told["command"]


PARTS = (
    "What was checked", "Rules in force", "The house edge", "1. Impossible rows",
    "3. Goodness of fit", "What faults of the pays would have shown", "What was not tested",
)  # fmt: skip


def test_a_report_as_a_page(reported, tmp_path, run):
    path = tmp_path / "report.html"
    assert run("check", GAME, reported, "-o", path, "--alpha", "2%")[0] == 1
    page = path.read_text()
    assert page.startswith("<!DOCTYPE html>") and page.rstrip().endswith("</html>")
    assert [part for part in PARTS if f">{part}</h3>" not in page] == []
    assert "wrong &lt;1&gt;.csv" in page and "wrong <1>" not in page
    assert "http" not in page and "<script" not in page, "the page needs no other file"
    assert hashlib.sha256(reported.read_bytes()).hexdigest() in page
    assert "2 % for all" in page and "--alpha 1/50" in page and "Codes: net" in page
    first, _, rest = page.partition("What was checked")
    assert "combin check" in first and "Checked by:" in first
    assert "interval, confidence 98 %" in rest


def test_a_log_of_another_game_has_no_interval(reported, tmp_path, run):
    lines = reported.read_text().splitlines()
    wrong = [f"{line},{1000 * line[:1].isdecimal()}" for line in lines if line[0] != "#"]
    log, path = tmp_path / "log.csv", tmp_path / "report.html"
    log.write_text("\n".join([f"{wrong[0].rpartition(',')[0]},paid", *wrong[1:]]) + "\n")
    assert run("check", GAME, log, "--map", "net=paid", "-o", path)[0] == 1
    assert "The house edge" in path.read_text() and "interval" not in path.read_text()


def test_a_report_as_a_pdf(reported, tmp_path, run):
    pytest.importorskip("typst")
    path = tmp_path / "report.pdf"
    assert run("check", GAME, reported, "-o", path)[0] == 1
    pages = pdfs.pages_of(path.read_bytes())
    runs = [run_.text for page in pages for run_ in page]
    words = " ".join(runs)
    assert len(pages) > 1 and [part for part in PARTS if part not in words] == []
    # a ligature or kerning within the digest, such as ff, begins a run of its own
    printed = "".join(runs)
    assert hashlib.sha256(reported.read_bytes()).hexdigest() in printed
    assert f"page 1 of {len(pages)}" in words


@pytest.mark.slow
def test_a_report_of_blackjack_says_what_it_leaves_out(tmp_path):
    found = combin.check(
        "blackjack", [{"net": -1}, {"net": 1}, {"net": 0}], {"packs": 1, "splits": 1}
    )
    report = report_of(found)
    assert report.faults == [] and report.left and report.ends is not None
