"""Cards that stand in a log are read, or the verdict says that they were not: whatever stands for a
card that was not dealt, whichever columns are left out, and whichever bets share the rows.
"""

from __future__ import annotations

import csv
import json
import re
from random import Random
from xml.etree import ElementTree

import pytest

import combin
from checking import table
from combin.checker import law_of
from combin.checker.check import check
from combin.checker.doubt import verify_read
from combin.checker.file import DealtFile
from combin.checker.options import CheckOptions
from combin.games import sheet_of
from combin.logs.read import open_log
from combin.texts import Stretch

ROUNDS = 300
ZONES = ("player-1", "player-2", "player-3", "banker-1", "banker-2", "banker-3")
HANDS = ("player_hand", "banker_hand")
# What stands for a third card that was not dealt, and between cards.
BLANKS = [
    ("", " "),
    ("NONE", ", "),
    ("none", " "),
    ("null", ","),
    ("None", "/"),
    ("-", ","),
    ("--", ", "),
    ("XX", " "),
    ("xx", "; "),
    ("N/A", ", "),
    ("??", " "),
]


def simulated(path, game, rounds=ROUNDS, seed=1, **options):
    """Return the rows of a simulation with all cards."""
    combin.simulate(game, path, rounds, seed, form="full", **options)
    with open(path) as file:
        return list(csv.DictReader(line for line in file if line[0] != "#"))


def written(path, rows, names):
    return table(path, names, [[row[name] for name in names] for row in rows])


@pytest.fixture(scope="module")
def law():
    return law_of(combin.load("baccarat"), "player")


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    return simulated(tmp_path_factory.mktemp("rows") / "log.csv", "baccarat", bet="player")


def read(law, path, columns=()):
    """Return the verdict on a log of Baccarat as its columns are read by trial."""
    asked = DealtFile(
        open_log(str(path)),
        sheet_of("baccarat"),
        {},
        {},
        "player",
        CheckOptions(chip="1", columns=columns),
    )
    trial = verify_read(asked, law)
    return check(law, trial.log, trial.chip)


def value(card):
    return "A23456789".find(card[0]) + 1 if card[0] in "A23456789" else 0


def never_drawing(row):
    """Return a round in which the banker stands, whatever the rules say, with its net."""
    row = {**row, "banker-3": ""}
    mine, his = (
        sum(value(row[zone]) for zone in ZONES if zone.startswith(who) and row[zone]) % 10
        for who in ("player", "banker")
    )
    return {**row, "net": str((mine > his) - (mine < his))}


def hands(row, blank, between):
    """Return the cells of both hands, a third card that was not dealt written as `blank`."""
    return [
        between.join(row[zone] or blank for zone in ZONES[start : start + 3]).strip()
        for start in (0, 3)
    ]


@pytest.mark.parametrize(("blank", "between"), BLANKS)
def test_whatever_stands_for_no_card_the_cards_are_read(blank, between, law, rows, tmp_path):
    cells = [[*hands(row, blank, between), row["net"]] for row in rows]
    found = read(law, table(tmp_path / "log.csv", [*HANDS, "net"], cells))
    assert found.fits and found.replayed and not found.unused
    wrong = [never_drawing(row) for row in rows]
    cells = [[*hands(row, blank, between), row["net"]] for row in wrong]
    found = read(law, table(tmp_path / "log.csv", [*HANDS, "net"], cells))
    assert found.impossible_rows == sum(bool(row["banker-3"]) for row in rows) > 0


@pytest.mark.parametrize(("blank", "between"), [one for one in BLANKS if one[0]])
def test_a_blank_keeps_its_place_in_a_column_of_all_cards(blank, between, law, rows, tmp_path):
    cells = [[between.join(row[zone] or blank for zone in ZONES), row["net"]] for row in rows]
    path = table(tmp_path / "log.csv", ["cards", "net"], cells)
    found = read(law, path, [Stretch(f"{'+'.join(ZONES)}=cards")])
    assert found.fits and found.replayed


def test_a_column_of_cards_with_another_word_is_an_error_that_names_both(rows, tmp_path, run):
    made = [{**row, "seen": row["player-1"]} for row in rows]
    made[6]["seen"] = "ace"
    path = written(tmp_path / "log.csv", made, [*ZONES, "net", "seen"])
    status, out, err = run("check", "baccarat", path, "--bet", "player", "--chip", "1")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "row 7, seen: 'ace' is not a card" in err and "--map seen=" in err
    assert run("check", "baccarat", path, "--bet", "player", "--map", "seen=")[0] == 0


def test_unknown_cards_are_named_first_and_are_no_success(rows, tmp_path, run):
    made = [{**row, "seen": row["player-1"]} for row in rows]
    path = written(tmp_path / "log.csv", made, [*ZONES, "net", "seen"])
    options = ("baccarat", path, "--bet", "player", "--chip", "1")
    status, out, _ = run("check", *options)
    assert status == 3 and "The cards in 'seen' were not read." in out.splitlines()[0]
    assert json.loads(run("check", *options, "--json")[1])["unused_cards"] == ["seen"]
    status, out, err = run("check", *options, "--map", "seen=")
    assert (status, err) == (0, "") and "--map seen=" in out.splitlines()[-1]


def test_a_column_that_is_switched_off_is_not_guessed_again(tmp_path, run):
    made = simulated(tmp_path / "log.csv", "three-card-poker", 200, seed=2)
    for row in made:
        row["actions"] = "play" if row["fold or play"] == "fold" else "fold"
    columns = ["player", "dealer", "fold or play", "net"]
    options = ("--chip", "1")
    path = written(tmp_path / "log.csv", made, [*columns, "actions"])
    assert run("check", "three-card-poker", path, *options)[0] == 2
    status, out, _ = run("check", "three-card-poker", path, *options, "--map", "actions=")
    assert status == 0 and "'actions': --map actions= leaves it out" in out
    status, _, err = run("check", "three-card-poker", path, *options, "--map", "acts=")
    assert status == 2 and "no column of a log is called 'acts'" in err


# --- Columns that are left out ----------------------------------------------------------------


WAR = ("player", "dealer", "surrender or war", "player-in-war", "dealer-in-war", "net")


@pytest.fixture(scope="module")
def surrendered(tmp_path_factory):
    """Return the rows of Casino War where nobody goes to war."""
    path = tmp_path_factory.mktemp("war") / "log.csv"
    return simulated(path, "casino-war", 600, choices={"packs": "1"}, strategy="surrender")


def of_war(run, path):
    status, out, err = run(
        "check", "casino-war", path, "--set", "packs=1", "--strategy", "surrender", "--chip", "1/2"
    )
    assert out, err
    return status, out.splitlines()[0], out


def test_what_no_round_came_to_may_be_absent(surrendered, tmp_path, run):
    path = written(tmp_path / "log.csv", surrendered, [*WAR[:3], "net"])
    status, first, _ = of_war(run, path)
    assert status == 0 and "Every round was settled again from its cards" in first
    surrendered = [{**row} for row in surrendered]
    wrong = next(row for row in surrendered if row["player"] > row["dealer"])
    wrong["net"] = "1"
    status, first, _ = of_war(run, written(tmp_path / "log.csv", surrendered, [*WAR[:3], "net"]))
    assert status == 1 and "1 of 600 rounds is impossible" in first


@pytest.mark.parametrize("kept", [3, 2])
def test_cards_are_tested_where_no_round_can_be_settled(kept, surrendered, tmp_path, run):
    names = [*WAR[:kept], "net"]
    if kept == 2:
        status, first, _ = of_war(run, written(tmp_path / "log.csv", surrendered, names))
        assert status == 3 and "No round was settled from cards" in first
    aceless = [row for row in surrendered if "A" not in row["player"] + row["dealer"]]
    status, _, out = of_war(run, written(tmp_path / "log.csv", aceless, names))
    assert status == 1 and "rank A" in out


def test_a_round_that_comes_to_a_missing_column_settles_nothing(tmp_path, run):
    made = simulated(tmp_path / "log.csv", "casino-war", 1_000)
    path = written(tmp_path / "log.csv", made, [*WAR[:3], "net"])
    status, out, _ = run("check", "casino-war", path, "--chip", "1/2")
    assert status == 3 and "not all the columns that this takes" in out.splitlines()[0]


FAULTS = {
    "no aces": lambda row: None if "A" in row["player"] + row["dealer"] else row,
    "a wrong net": lambda row: {**row, "net": "2"} if row["player"] == "2c" else row,
    "a card twice": lambda row: {**row, "dealer": row["player"]},
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_columns_left_out_of_a_wrong_log_are_told(fault, surrendered, tmp_path, run):
    """Without them the log may fit, and then the first line says what was not settled."""
    made = [row for row in map(FAULTS[fault], surrendered) if row]
    assert of_war(run, written(tmp_path / "log.csv", made, WAR))[0] == 1
    dice = Random(fault)
    for _ in range(12):
        names = [name for name in WAR[:-1] if dice.random() < 0.6]
        status, first, _ = of_war(run, written(tmp_path / "log.csv", made, [*names, "net"]))
        cards = {"player", "dealer"} & {*names}
        assert status == 1 or re.search("No round was settled from cards|were not read", first)
        assert status in ((1, 3) if cards else (0, 1)), (names, first)


# --- Numbers that are no cards ----------------------------------------------------------------


def test_a_column_of_small_numbers_is_no_card(tmp_path, run):
    path = tmp_path / "log.csv"
    path.write_text(
        "round,player,community,bet 1,bet 2,active_bets,profit\n"
        "1,6c Jd Ad,7c 3d,pull,pull,1,-1\n"
        "2,9c Qs Kd,3c 3h,pull,pull,1,-1\n"
    )
    status, out, _ = run("check", "let-it-ride", path)
    assert status == 0 and "Every round was settled again from its cards" in out.splitlines()[0]
    options = ("--map", "first=active_bets,second=community")
    status, out, err = run("check", "let-it-ride", path, *options)
    assert (status, out) == (2, "") and "row 1, first (of active_bets): '1' is not a card" in err


# --- Several bets in one column ---------------------------------------------------------------


@pytest.mark.slow
def test_cards_of_rows_of_another_bet_count(rows, tmp_path, run):
    others = simulated(tmp_path / "other.csv", "baccarat", seed=2, bet="base")
    names, path = ["bet", *ZONES, "net"], tmp_path / "log.csv"
    options = ("--bet", "player", "--chip", "1")

    def mixed(more):
        both = [
            [{**row, "bet": "player"} for row in rows],
            [{**row, "bet": "base"} for row in more],
        ]
        return written(path, [row for pair in zip(*both) for row in pair], names)

    status, out, _ = run("check", "baccarat", mixed(others), *options)
    assert status == 0 and f"(the rows of 'player', without {ROUNDS} of 'base') fits" in out
    assert run("check", "baccarat", mixed(rows), *options)[0] == 0  # two bets on each deal
    faulty = [{**row, **{zone: row[zone].replace("A", "K") for zone in ZONES}} for row in others]
    status, out, _ = run("check", "baccarat", mixed(faulty), *options)
    assert status == 1 and "test-cards-drawn" in out and "impossible" not in out.splitlines()[0]


# --- JUnit, and a log that grows --------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "options"),
    [
        ("none", ()),
        ("none", ("--needs", "rounds=100000")),
        ("net", ()),
        ("net", ("--fail-on", "tests")),
        ("cards", ()),
        ("cards", ("--fail-on", "impossible")),
        ("unknown cards", ()),
    ],
)
def test_junit_fails_where_the_status_does(fault, options, surrendered, tmp_path, run):
    made = [{**row, "seen": row["player"]} for row in surrendered[:200]]
    names = [*WAR, *(["seen"] if fault == "unknown cards" else [])]
    if fault == "net":
        made[3]["net"] = "1"
    if fault == "cards":
        made = [row for row in made if row["player"][0] in "2345"]
    path = written(tmp_path / "log.csv", made, names)
    asked = ("--set", "packs=1", "--strategy", "surrender", "--chip", "1/2")
    file = tmp_path / "junit.xml"
    status, _, err = run("check", "casino-war", path, *asked, *options, "--junit", file)
    assert status in (0, 1, 3), err
    suites = ElementTree.parse(file).getroot()
    failures = list(suites.iter("failure"))
    assert int(suites.get("failures")) == len(failures)
    assert bool(failures) == bool(status)


@pytest.mark.slow
def test_junit_of_any_play_fails_by_the_dealing_alone(tmp_path, run):
    made = simulated(tmp_path / "log.csv", "three-card-poker", 200, 2, strategy="play")
    path = written(tmp_path / "log.csv", made, ["player", "dealer", "fold or play", "net"])
    for options, failed in (((), True), (("--play", "any"), False)):
        file = tmp_path / "junit.xml"
        status = run("check", "three-card-poker", path, "--chip", "1", *options, "--junit", file)[0]
        root = ElementTree.parse(file).getroot()
        assert (status == 1) is (root.get("failures") != "0") is failed


def test_a_line_that_is_cut_short_waits_for_its_rest(tmp_path, surrendered, monkeypatch, run):
    path = written(tmp_path / "log.csv", surrendered[:50], WAR)
    text = path.read_text().rstrip("\n")
    path.write_text(text[: text.rindex(",")])
    monkeypatch.setattr("combin.checker.following.Follower._wait", lambda self: False)
    options = ("--set", "packs=1", "--strategy", "surrender", "--chip", "1/2")
    status, out, err = run("check", "casino-war", path, *options, "--follow")
    assert status == 130 and "49 rounds" in out.splitlines()[0], err
    assert run("check", "casino-war", path, *options)[0] == 2
