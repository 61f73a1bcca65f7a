"""Logs that a guess may read wrongly: a right one is never condemned, a wrong one that names say is."""

import csv
import gzip
import json

import pytest

import combin
import native
from checking import table
from combin.logs.parquet import MAGIC, Footer, ParquetColumn, RowGroup, plain, values_chunk
from combin.logs.query import LARGEST_FOOTER

GAMES = ("three-card-poker", "let-it-ride")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_right_log_is_condemned(game):
    said = [said for made, said in native.cases(1, [game], 4)]
    assert "condemned" not in said and "fits" in said, said


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_pay_one_short_is_wrong(game, tmp_path):
    rows = native.spoilt(native.simulated(game, "base", (), 1))
    found = combin.check(game, native.written(rows, tmp_path / "log.csv"), chip=1)
    assert not found.fits and found.impossible


@pytest.mark.slow
def test_another_declared_paytable_is_named(tmp_path):
    """In units and in dollars; where the paytable is said, the verdict stands."""
    path = tmp_path / "log.csv"
    for units in (1, 25):
        rows = native.simulated("three-card-poker", "pair-plus", (("pair-plus", "1"),), 1)
        nets = [[row["player"], int(row["net"]) * units] for row in rows]
        table(path, ["player", "net"], nets)
        with pytest.raises(combin.CombinError, match="fits with --set pair-plus=1"):
            combin.check("three-card-poker", path, bet="pair-plus")
    said = {"choices": {"pair-plus": "8"}, "chip": "1/25"}
    assert not combin.check("three-card-poker", path, bet="pair-plus", **said).fits


def test_a_word_that_can_be_one_action_alone_is_that(tmp_path):
    rows = native.simulated("three-card-poker", "base", (), 1)
    rows = [{**row, "fold or play": row["fold or play"].replace("play", "raise")} for row in rows]
    found = combin.check("three-card-poker", native.written(rows, tmp_path / "log.csv"))
    assert found.fits and found.read_as == ("'raise' is play",)


@pytest.mark.slow
def test_total_stakes_that_vary_are_no_verdict(tmp_path):
    """The guess closest to the rows is contradicted: a refusal with what was guessed."""
    made = []
    for place, row in enumerate(native.simulated("three-card-poker", "base", (), 1)):
        unit, net, staked = (5, 10, 25)[place % 3], int(row["net"]), int(row["staked"])
        cells = [row[name] for name in ("player", "dealer", "fold or play")]
        made.append([*cells, unit * staked, unit * (net + staked)])
    path = table(tmp_path / "log.csv", ["player", "dealer", "fold or play", "bet", "payout"], made)
    with pytest.raises(combin.CombinError, match=r"by trial with|in no way that was tried"):
        combin.check("three-card-poker", path)


def test_half_of_the_cards_are_set_aside_and_named(tmp_path):
    rows = native.simulated("three-card-poker", "base", (), 2)
    path = table(tmp_path / "log.csv", ["player", "net"], [[r["player"], r["net"]] for r in rows])
    found = combin.check("three-card-poker", path)
    assert found.fits and not found.replayed
    assert any(what.startswith("the columns 'player'") for what in found.untested)
    first = str(found).partition("\n")[0]
    assert "settled from cards, as the log has not all the columns that this takes." in first


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("name", ["bet", "win", "x"])
def test_columns_by_the_thousand_take_no_time(tmp_path, name):
    path = tmp_path / "log.csv"
    with open(path, "w", newline="") as file:
        rows = [[f"{name} {place}" for place in range(3000)], *[["-1"] * 3000] * 30]
        csv.writer(file).writerows(rows)
    with pytest.raises(combin.CombinError):
        combin.check("three-card-poker", path, bet="pair-plus")


def test_a_wide_parquet_file_is_refused_before_its_columns_are_weighed(tmp_path, monkeypatch):
    """duckdb weighs each against all others: 100,000 take it over a minute."""
    columns = [ParquetColumn(f"c{place}", True) for place in range(4_000)]
    path, group = tmp_path / "log.parquet", RowGroup(1, (values_chunk(plain([-1]), 1),) * 4_000)
    footer = Footer(columns, {}, "a test")
    footer.add(group)
    path.write_bytes(MAGIC + group.data + bytes(footer))
    monkeypatch.delattr("combin.logs.query.head")
    with pytest.raises(combin.CombinError, match="4,000 columns, and a log at most 3,000"):
        combin.check("three-card-poker", path)
    size = LARGEST_FOOTER + 1
    with open(path, "wb") as file:
        file.write(MAGIC)
        file.truncate(size + 8)
        file.seek(size)
        file.write(size.to_bytes(4, "little") + MAGIC)
    with pytest.raises(combin.CombinError, match="columns and groups of rows in 67,108,865 bytes"):
        combin.check("three-card-poker", path)


@pytest.mark.parametrize("ending", ["csv", "csv.gz", "jsonl"])
def test_a_log_of_sixty_thousand_columns_is_refused_by_their_number(tmp_path, ending):
    path, many = tmp_path / f"log.{ending}", range(60_000)
    cells = ",".join(map(str, many)) + "\n" + ",".join(["-1"] * len(many)) + "\n"
    text = json.dumps(dict.fromkeys(map(str, many), 1)) if ending == "jsonl" else cells
    opened = gzip.open if ending.endswith("gz") else open
    with opened(path, "wt") as file:
        file.write(text)
    with pytest.raises(combin.CombinError, match="60,000 columns, and a log at most 3,000"):
        combin.check("three-card-poker", path)
