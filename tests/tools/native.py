"""Right logs of every game as other programs write them, and what `check` says of each: fits, or a
refusal in one line, and never that a right log is wrong.

    python tests/tools/native.py                    every game, a fresh seed
    python tests/tools/native.py --seed 7 --logs 20 casino-war let-it-ride
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

import combin
from combin.rules.choices import Choice
from shipped import DEALT

ROUNDS = 300
Dice = random.Random
Row = dict[str, str]

NETS = ("net", "Net", "profit", "win/loss", "pnl", "Total Profit")
STAKES = ("total bet", "Total Wagered", "staked", "bets")
UNITS = ("ante", "unit", "Base Bet", "stake")
CHIPS = (Fraction(1), Fraction(5), Fraction(25), Fraction(1, 4))
ROUND = ("round", "hand_id", "#", "Game No")


@dataclass
class Made:
    """A log, and what it asks of the command.

    game, bet: what it is of.
    rows: as they are written.
    told: what was done to it, in words.
    named: whether the command names the bet.
    open: whether the log is right only by a setting or for bets that nobody names.
    """

    game: str
    bet: str
    rows: list[Row]
    told: list[str]
    named: bool = True
    open: bool = False


@cache
def simulated(game: str, bet: str, choices: tuple[tuple[str, str], ...], seed: int) -> list[Row]:
    """Return the rows of a right log with all that can be logged, every cell as text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "log.csv")
        combin.simulate(game, path, ROUNDS, seed=seed, bet=bet, choices=dict(choices))
        lines = path.read_text().splitlines()
    chip = next(Fraction(line[8:]) for line in lines if line.startswith("# chip: "))
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    for row in rows:
        for name in {"net", "staked"} & row.keys():
            row[name] = str(Fraction(row[name]) * chip)
    return rows


def amount(units: Fraction) -> str:
    """Return an amount as programs write it, in cents where it is not whole."""
    if units.denominator == 1:
        return str(units)
    return f"{float(units):.2f}" if units * 100 == int(units * 100) else str(units)


def money(row: Row, factor: Fraction, *names: str) -> None:
    for name in {*names} & row.keys():
        row[name] = amount(Fraction(row[name]) * factor)


def right(dice: Dice, game: str, seed: int) -> Made:
    """Return a right log of a game, written in some way."""
    sheet = combin.load(game)
    bet = dice.choice(sheet.bets) if dice.random() < 0.4 else sheet.bets[0]
    made = Made(game, bet.key, [], [])
    chosen: tuple[tuple[str, str], ...] = ()
    choices = [one for one in sheet.choices if isinstance(one, Choice) and not one.alone]
    if choices and dice.random() < 0.2:
        choice = dice.choice(choices)
        chosen = ((choice.name, dice.choice(list(choice.values))),)
        made.told.append(f"{chosen[0][0]}={chosen[0][1]}")
        made.open = True
    rows = [dict(row) for row in simulated(game, bet.key, chosen, seed)]
    others = [one.key for one in sheet.bets if one.key != bet.key]
    if others and bet is sheet.bets[0] and not chosen and dice.random() < 0.15:
        other = dice.choice(others)
        made.told.append(f"net with that of {other}")
        made.named, made.open = False, True
        for row, side in zip(rows, simulated(game, other, chosen, seed)):
            row["net"] = str(Fraction(row["net"]) + Fraction(side["net"]))
            row.pop("staked", None)
    made.rows = _written(dice, rows, made.told)
    return made


def _written(dice: Dice, rows: list[Row], told: list[str]) -> list[Row]:
    """Return rows with money, names and columns as another program might have them."""
    chip = dice.choice(CHIPS)
    vary = "staked" in rows[0] and dice.random() < 0.3
    unit = dice.choice(UNITS)
    names = {"round": dice.choice(ROUND), "staked": dice.choice(STAKES)}
    names["net"] = dice.choice(NETS)
    if dice.random() < 0.2:
        names["outcome"] = "result"
    for row in rows:
        factor = chip * (dice.choice((1, 2, 5)) if vary else 1)
        money(row, factor, "net", "staked")
        if vary:
            row[unit] = amount(factor)
    if "staked" in rows[0] and dice.random() < 0.3:
        names["net"] = dice.choice(("payout", "Return", "paid"))
        for row in rows:
            row["net"] = amount(Fraction(row["net"]) + Fraction(row["staked"]))
    paid = names["net"] in ("payout", "Return", "paid")
    told.append(f"chip {chip}{', varying' if vary else ''}, net as {names['net']}")
    kept = [name for name in rows[0] if dice.random() < 0.85]
    kept += ["net"] + [unit] * vary + ["staked"] * paid
    columns = [name for name in dict.fromkeys(kept) if name in rows[0]]
    dice.shuffle(columns)
    told.append(f"columns {columns}")
    return [{names.get(name, name): row[name] for name in columns} for row in rows]


def spoilt(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of a simulator that pays its commonest win of more than one unit, or else
    its commonest win, one short.
    """
    wins = Counter(row["net"] for row in rows if Fraction(row["net"]) > 1)
    wins = wins or Counter(row["net"] for row in rows if Fraction(row["net"]) > 0)
    (net, _), *_ = wins.most_common(1)
    short = str(Fraction(net) - Fraction(1, 3))
    return [{**row, "net": short} if row["net"] == net else row for row in rows]


def written(rows: Sequence[Row], path: Path) -> Path:
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def answered(made: Made, path: Path) -> str:
    """Return `fits`, `condemned` or the words of a refusal."""
    try:
        found = combin.check(
            made.game, written(made.rows, path), bet=made.bet if made.named else None
        )
    except combin.CombinError as error:
        return str(error)
    return "fits" if found.fits else "condemned"


def cases(seed: int, games: Sequence[str], logs: int) -> Iterator[tuple[Made, str]]:
    """Yield right logs with what is said of each."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "log.csv")
        for game in games:
            for number in range(logs):
                made = right(Dice(f"{seed} {game} {number}"), game, seed)
                yield made, answered(made, path)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=DEALT)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(2)))
    parser.add_argument("--logs", type=int, default=12)
    given = parser.parse_args()
    found: Counter[str] = Counter()
    for made, said in cases(given.seed, given.games, given.logs):
        kind = said if said in ("fits", "condemned") else "refused"
        found[f"{kind}{', and nobody says of what' if made.open else ''}"] += 1
        if kind != "fits":
            print(kind, made.game, made.bet, *made.told, said[:400], sep=" | ", flush=True)
    print(f"seed {given.seed}: {dict(found)}")
    return 1 if any(kind.startswith("condemned") for kind in found) else 0


if __name__ == "__main__":
    sys.exit(main())
