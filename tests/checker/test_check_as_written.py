"""Logs as other simulators write them: who won, numbered decisions, names of rounds, a packed file."""

from __future__ import annotations

import csv
import random
import uuid
import zipfile
from pathlib import Path

import pytest

import combin
from combin.errors import CombinError


def simulated(game, rounds=200, **options):
    combin.simulate(game, "right.csv", rounds, 11, **options)
    with open("right.csv") as file:
        return list(csv.DictReader(line for line in file if line[0] != "#"))


def written(rows, path="log.csv"):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def hand(row, zone):
    return " ".join(filter(None, (row[f"{zone}-{place}"] for place in (1, 2, 3))))


def winner(row):
    word = row["outcome"].split("-")[0]
    return {"tie": "Tie", "player": "Player"}.get(word, "Banker")


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 9])
@pytest.mark.parametrize("cards", [True, False])
def test_who_won_is_an_outcome(size, cards):
    rows = [
        ({"player": hand(row, "player"), "banker": hand(row, "banker")} if cards else {})
        | {"winner": winner(row)[:size]}
        for row in simulated("baccarat")
    ]
    found = combin.check("baccarat", written(rows))
    assert found.fits and found.law.key == "player" and found.replayed == cards
    with pytest.raises(CombinError, match="net"):
        combin.check("baccarat", "log.csv", bet="base")  # a win with 6 is none of the three
    if cards:
        rows[0]["winner"] = "Tie"[:size]
        assert combin.check("baccarat", written(rows)).impossible_rows == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("decision{}", ("ride", "pull")),
        ("Decision {}", ("let it ride", "pull back")),
        ("ride{}", ("yes", "no")),
        ("bet {} pull", ("no", "yes")),
    ],
)
def test_decisions_are_numbered(name, words):
    rows = [
        {zone: row[zone] for zone in ("player", "first", "second")}
        | {name.format(one): words[row[f"bet {one}"] == "pull-back"] for one in (1, 2)}
        | {"net": row["net"]}
        for row in simulated("let-it-ride")
    ]
    found = combin.check("let-it-ride", written(rows))
    assert found.fits and found.play.decisions == 400


@pytest.mark.slow
@pytest.mark.parametrize("game", ["three-card-poker", "blackjack"])
def test_a_name_of_a_round_is_no_number(game):
    dice = random.Random(1)
    rows = [row | {"round": uuid.UUID(int=dice.getrandbits(128))} for row in simulated(game)]
    assert combin.check(game, written(rows)).fits
    numbers = [row | {"round": place} for place, row in enumerate(rows, 1)]
    numbers[3]["round"] = "four"
    with pytest.raises(CombinError, match="row 4: round is a whole number"):
        combin.check(game, written(numbers))


@pytest.mark.slow
def test_who_won_at_blackjack_is_an_outcome():
    names = {"net": "winner", "dealer": "dealer", "player": "player", "hands": "hands"}
    rows = [row for row in simulated("blackjack", 400) if "|" not in row["hands"]]
    for row in rows:
        net = float(row["net"])
        row["net"] = "Player" if net > 0 else "Dealer" if net < 0 else "Push"
    rows = [{name: row[own] for own, name in names.items()} for row in rows]
    assert not combin.check("blackjack", written(rows)).impossible
    rows[0]["winner"] = "Push" if rows[0]["winner"] != "Push" else "Dealer"
    assert combin.check("blackjack", written(rows)).impossible_rows == 1


@pytest.mark.slow
def test_one_file_in_an_archive_is_read():
    written(simulated("three-card-poker"))
    with zipfile.ZipFile("one.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.write("log.csv", "folder/log.csv")
    assert combin.check("three-card-poker", "one.zip").fits
    with zipfile.ZipFile("one.zip", "a") as packed:
        packed.write("log.csv", "again.csv")
    with pytest.raises(CombinError, match="several files"):
        combin.check("three-card-poker", "one.zip")
    Path("cut.zip").write_bytes(Path("one.zip").read_bytes()[:900])
    with pytest.raises(CombinError, match="cut off, or no packed file"):
        combin.check("three-card-poker", "cut.zip")
