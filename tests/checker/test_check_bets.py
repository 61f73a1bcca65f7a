"""Right logs of blackjack and its variants in any money, with any columns left out, are never
condemned: what a chip is worth is found, or asked for; and wrong pays are found as ever.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import cycle
from typing import Any

import pytest

import combin
from combin.checker import Verdict
from combin.checker.file import FileChecker
from combin.checker.options import CheckOptions
from combin.errors import CombinError
from combin.games import sheet_of
from combin.logs.read import open_log
from combin.rules import CountUp, Deck, Double, DrawsBelow, Natural, Pairs
from combin.rules.game import Sheet
from matrix import few_ranks

OWN = CountUp(
    slug="two-to-one",
    title="Two to One",
    source="made for this test",
    deck=Deck("456TA", packs=4),
    dealer=DrawsBelow(17, soft=18),
    natural=Natural(2),
    actions=(Double((10, 11), split=True), Pairs(2, aces="one-card")),
)
ONE = {"packs": "1"}
GAMES: dict[str, tuple[Sheet, dict[str, str]]] = {"own": (OWN, {})}
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
SIZES = (15, 60, 250, 800)
Row = dict[str, Any]


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


def log_of(
    name: str, number: int, folder: str, sizes: Sequence[int] = SIZES
) -> tuple[list[Row], str]:
    """Return a right log, and what a user would say of its money."""
    dice = random.Random(f"{name} {number}")
    rows, size = pool(name, folder), dice.choice(sizes)
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
    options = CheckOptions(chip=chip)
    checker = FileChecker(sheet, open_log(path), choices, options=options)
    checker.reader.take_all(None, lambda: False)
    return checker.verdict()


def condemned(name: str, number: int, folder: str, sizes: Sequence[int] = SIZES) -> str:
    """Return why a right log is condemned, and would not be if its chip was said; empty where it
    fits, or a user is asked.
    """
    rows, said = log_of(name, number, folder, sizes)
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


@pytest.mark.slow
def test_right_logs_in_any_money_are_not_condemned(folder):
    assert not [why for number in range(16) if (why := condemned("own", number, folder, SIZES[:1]))]


def shown(folder: str, columns: str, stakes: Sequence[Any]) -> list[Row]:
    """Return the first rounds with some columns, and their money by the stakes in turn."""
    made = []
    for row, stake in zip(pool("own", folder)[:200], cycle(stakes)):
        money = {column: str(float(row[column] * stake)) for column in ("staked", "net")}
        made.append(
            {column: cell for column, cell in {**row, **money}.items() if column in columns.split()}
        )
    return made


COLUMNS = (
    "player dealer staked net",
    "hands dealer actions net",
    "net",
    "outcome staked",
    "hands dealer net",
)


@pytest.mark.parametrize("columns", COLUMNS)
def test_a_chip_is_told_by_the_amount_of_most_rows(columns, folder):
    for stake in (Fraction(1, 2), 2, 25):
        found = verdict("own", shown(folder, columns, [stake]), f"{folder}/log.csv")
        assert found.fits and found.chip == Fraction(1) / stake
        assert found.read_as == (f"chip {found.chip}, as 200 rows show",)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("columns", ["hands dealer actions staked net", "hands dealer staked net"])
def test_bets_that_differ_from_row_to_row(columns, folder):
    """Each row agrees with itself; a double that wins one bet does not."""
    rows = shown(folder, columns, (5, 10, 25))
    found = verdict("own", rows, f"{folder}/log.csv")
    assert found.fits and found.replayed and found.read_as == ("unit=staked, as 200 rows show",)
    units = pool("own", folder)[:200]
    place = next(at for at, row in enumerate(units) if row["staked"] == row["net"] == 2)
    rows[place]["net"] = rows[place]["net"].replace(".0", ".5")
    with pytest.raises(CombinError, match="either the log or this guess is wrong"):
        verdict("own", rows, f"{folder}/log.csv")
    for row in rows:
        del row["hands"]
    with pytest.raises(CombinError):
        verdict("own", rows, f"{folder}/log.csv")


@pytest.mark.parametrize("columns", ["hands dealer actions net", "net"])
def test_bets_that_differ_in_no_column_are_asked_for(columns, folder):
    with pytest.raises(CombinError, match=r"if bets vary, .* column 'unit'"):
        verdict("own", shown(folder, columns, (5, 10, 25)), f"{folder}/log.csv")


def test_a_log_too_short_to_tell_its_chip(folder):
    """Nets of 2 and 4 are possible with a chip of one unit, and of a half."""
    rows = [{"actions": "S" if net < 3 else "D", "net": net} for net in (2, -2, 2, 4, -2)]
    with pytest.raises(CombinError, match="no row is impossible with --chip 1/2 either"):
        verdict("own", rows, f"{folder}/log.csv")
    assert verdict("own", rows, f"{folder}/log.csv", "1/2").chip == Fraction(1, 2)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("columns", [one for one in COLUMNS if "net" in one])
def test_a_pay_that_is_wrong_is_found(columns, folder):
    """A natural that pays 6 to 5, in bets of one unit and of ten."""
    for stake in (1, 10):
        rows, natural = shown(folder, columns, [stake])[:100], 0
        for row, unit in zip(rows, pool("own", folder)):
            if unit["outcome"] == "natural":
                row["net"], natural = str(1.2 * stake), natural + 1
        if stake == 1:
            assert verdict("own", rows, f"{folder}/log.csv").impossible_rows == natural > 0
        else:
            with pytest.raises(CombinError, match="confirm it with --chip 1/10"):
                verdict("own", rows, f"{folder}/log.csv")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_right_logs_of_any_game_in_any_money_are_not_condemned(name, folder):
    assert not [why for number in range(100, 125) if (why := condemned(name, number, folder))]


def test_a_row_does_not_tell_what_a_chip_is(tmp_path):
    """A natural that wins 6/5 is a wrong pay, or one of 3/2 in chips of 5/4: the user has to say."""
    path = tmp_path / "log.csv"
    path.write_text("player,dealer,net\nAs Kd,7h,1.2\n")
    game = few_ranks("blackjack", "57KA")
    with pytest.raises(CombinError, match=r"--chip 5/4; say it, or --chip 1$"):
        combin.check(game, path)
    (row,) = combin.check(game, path, chip=1).impossible
    assert row.right == "a natural wins 3/2"
    assert not combin.check(game, path, chip="5/4").impossible
