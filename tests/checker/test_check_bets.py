"""Right logs of blackjack and its variants in any money, with any columns left out, are never
condemned: what a chip is worth is found, or asked for; and wrong pays are found as ever.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import combin
from combin.checker import Verdict, count_up
from combin.checker.check import read
from combin.checker.options import CheckOptions
from combin.errors import CombinError
from combin.games import count_up as sheet_of
from combin.logs.read import open_log
from combin.rounds.count_up import Decisions
from combin.rules import CountUp, Deck, Double, DrawsBelow, Natural, Pairs
from combin.rules.count_up import CountUpSheet
from faults.alarms import kept_laws

OWN = CountUp(
    slug="two-to-one",
    title="Two to One",
    source="made for this test",
    deck=Deck(),
    dealer=DrawsBelow(17, soft=18),
    natural=Natural(2),
    actions=(Double((10, 11), split=True), Pairs(2, aces="one-card")),
)
ONE = {"packs": "1"}
GAMES: dict[str, tuple[CountUpSheet, dict[str, str]]] = {"own": (OWN, {})}
GAMES |= {
    slug: (sheet, choices)
    for slug, choices in {
        "blackjack": {"packs": "1", "surrender": "late"},
        "spanish-21": {},
        "pontoon": {},
        "blackjack-switch": {"packs": "1", "splits": "1"},
        "double-exposure": ONE,
        "free-bet-blackjack": {},
        "super-fun-21": {},
    }.items()
    if (sheet := sheet_of(slug))
}
STAKES = [Fraction(1, 2), *map(Fraction, (1, 2, 3, 5, 10, 25))]
POOL = 3_000  # rounds from which logs are cut
Row = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def solved_once() -> Iterator[None]:
    with kept_laws():
        yield


@cache
def pool(name: str, folder: str) -> list[Row]:
    """Return rounds with their money in units."""
    sheet, choices = GAMES[name]
    path = f"{folder}/{name}.csv"
    combin.simulate(sheet, path, POOL, seed=1, choices=choices)
    with open(path) as file:
        lines = [*file]
    chip = next(Fraction(line.split(": ")[1]) for line in lines if line.startswith("# chip"))
    rows = [*csv.DictReader(line for line in lines if line[0] != "#")]
    return [
        {**row, **{name: Fraction(row[name]) * chip for name in ("staked", "net")}} for row in rows
    ]


def log_of(name: str, number: int, folder: str) -> tuple[list[Row], str]:
    """Return a right log, and what a user would say of its money."""
    dice = random.Random(f"{name} {number}")
    rows, size = pool(name, folder), dice.choice((15, 60, 250, 800))
    at = dice.randrange(POOL - size)
    rows = [{**row, "round": place} for place, row in enumerate(rows[at : at + size], 1)]
    varies = dice.random() < 0.2
    stakes = (
        [Fraction(dice.choice((5, 10, 25))) for _ in rows]
        if varies
        else [dice.choice(STAKES)] * size
    )
    shown = {column for column in rows[0] if dice.random() < 0.6}
    shown |= {"net"} if dice.random() < 0.8 else {"outcome"}
    bet = dice.random() < 0.3  # a column of what is bet first
    made = []
    for row, stake in zip(rows, stakes):
        money = {column: str(float(row[column] * stake)) for column in ("staked", "net")}
        kept = {column: cell for column, cell in {**row, **money}.items() if column in shown}
        made.append({**kept, "unit": str(float(stake))} if bet else kept)
    return made, "" if bet else "unit" if varies else str(1 / stakes[0])


def verdict(name: str, rows: list[Row], path: str, chip: str | None = None) -> Verdict:
    sheet, choices = GAMES[name]
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    checker = count_up.checker_of(sheet, open_log(path), choices, CheckOptions(chip=chip))
    read(checker)
    return checker.verdict()


def condemned(name: str, number: int, folder: str) -> str:
    """Return why a right log is condemned, and would not be if its chip was said; empty where it
    fits, or a user is asked.
    """
    rows, said = log_of(name, number, folder)
    try:
        found = verdict(name, rows, f"{folder}/log.csv")
    except CombinError as error:
        return "" if "\n" not in str(error) else f"{name} {number}: {error}"
    if found.impossible or (
        not found.fits
        and said not in ("", "unit")
        and verdict(name, rows, f"{folder}/log.csv", said).fits
    ):
        return f"{name} {number}: {[*rows[0]]} {said} {found.impossible_rows} {found.read_as}"
    return ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("logs"))


def test_right_logs_in_any_money_are_not_condemned(folder):
    assert not [why for number in range(20) if (why := condemned("own", number, folder))]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_right_logs_of_any_game_in_any_money_are_not_condemned(name, folder):
    assert not [why for number in range(100, 125) if (why := condemned(name, number, folder))]
