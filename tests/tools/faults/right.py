"""Right logs of every family of games, in every form, format and size; what a log is follows from
its number.

They come from `combin simulate` and from the simulators of `games`. Hands that are set are played
by neither: those are dealt here, and both set by combin's house way.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import IO

import combin
from combin.cards import Deck, mask_of
from combin.families.set_hands.counting import fronts_by, parted
from combin.rules import FOXWOODS
from faults.games import (
    Baccarat,
    Blackjack,
    Caribbean,
    CasinoHoldem,
    DragonTiger,
    Jacks,
    LetItRide,
    RedDog,
    Row,
    Simulator,
    ThreeCard,
    TwoHands,
    War,
)

FORMS = ("cards", "outcomes", "nets")
ENDINGS = (".csv", ".csv.gz", ".jsonl", ".jsonl.gz", ".parquet")
SIZES = (100, 250, 600, 1_500, 5_000, 20_000)
NAMED = {"cards": "full", "outcomes": "outcome", "nets": "outcome"}  # as combin calls the forms

Table = tuple[Sequence[str], Sequence[Row]]  # the columns, and the rows


@dataclass(frozen=True)
class Source:
    """Where logs come from.

    slug, choices: the game as combin calls it. writer: who deals and plays, in words.
    write: writes a log to a path. strategy: how it is played, in lines or as a chart; empty for
        combin's best play. forms: that it has.
    """

    slug: str
    writer: str
    write: Callable[[RightLog, Path], None]
    choices: dict[str, str] = field(default_factory=dict, hash=False)
    strategy: str = ""
    forms: Sequence[str] = FORMS


@dataclass(frozen=True)
class RightLog:
    """A log that nothing is wrong with.

    number: of the log, which is its seed.
    """

    number: int
    family: str
    source: Source
    form: str
    ending: str
    rounds: int

    def __str__(self) -> str:
        return (
            f"{self.number}: {self.source.slug}, {self.source.writer}, {self.form}, {self.ending}, "
            f"{self.rounds:,} rounds"
        )

    def write(self, folder: str) -> Path:
        """Write the log into a folder, and return its path."""
        path = Path(folder, f"log{self.ending}")
        self.source.write(self, path)
        return path


def right_logs(first: int, logs: int, only: str = "") -> Iterator[RightLog]:
    """Yield logs in the order of their numbers, the families in turn; only: a family."""
    names = [*FAMILIES]
    for number in range(first, first + logs):
        family = only or names[number % len(names)]
        dice = random.Random(f"log {number}")  # not the cards of a simulator
        source = dice.choice(FAMILIES[family])
        form = dice.choice(source.forms)
        yield RightLog(number, family, source, form, dice.choice(ENDINGS), dice.choice(SIZES))


# --- Writing -------------------------------------------------------------------------------------


def written(path: Path, columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Write a table as another program would, in the format that the path's ending says."""
    if path.suffix == ".parquet":
        import duckdb

        text = path.with_suffix(".text")
        with open(text, "w", newline="") as file:
            _csv(file, columns, rows)
        duckdb.sql(f"COPY (FROM read_csv('{text}', header = true)) TO '{path}' (FORMAT parquet)")
        return
    kind = _csv if ".csv" in path.suffixes else _json_lines
    with gzip.open(path, "wt") if path.suffix == ".gz" else open(path, "w", newline="") as file:
        kind(file, columns, rows)


def _csv(file: IO[str], columns: Sequence[str], rows: Sequence[Row]) -> None:
    lines = csv.writer(file)
    lines.writerow(columns)
    lines.writerows([row[name] for name in columns] for row in rows)


def _json_lines(file: IO[str], columns: Sequence[str], rows: Sequence[Row]) -> None:
    file.writelines(json.dumps({name: row[name] for name in columns}) + "\n" for row in rows)


# --- Who plays -----------------------------------------------------------------------------------


def by_combin(slug: str, cut: int | None = None, **choices: str) -> Source:
    """Return the logs of `combin simulate`; cut: cards behind the cut card of a shoe."""

    def write(log: RightLog, path: Path) -> None:
        nets = log.form == "nets"
        place = path.with_name("log.csv") if nets else path
        combin.simulate(
            slug, place, log.rounds, seed=log.number, form=NAMED[log.form], choices=choices, cut=cut, threads=1
        )  # fmt: skip
        if nets:
            written(path, *_nets(place))

    return Source(slug, "combin simulate", write, choices)


def _nets(path: Path) -> Table:
    """Return the nets of a log of combin, in units, and of its shoes if it names them."""
    facts, rows = [], []
    with open(path, newline="") as file:
        for line in file:
            if not line.startswith("# "):
                rows = list(csv.DictReader(file, next(csv.reader([line]))))
                break
            facts.append(line.split(": ", 1))
    chip = next(Fraction(value) for key, value in facts if key == "# chip")
    columns = [name for name in ("shoe", "net") if name in rows[0]]
    return columns, [{**row, "net": _plain(int(row["net"]) * chip)} for row in rows]


def _plain(amount: Fraction) -> float | int:
    """Return an amount as programs write it."""
    return int(amount) if amount.denominator == 1 else float(amount)


def in_python(kind: type[Simulator]) -> Source:
    """Return the logs of a simulator that shares nothing with combin but the rules."""

    def write(log: RightLog, path: Path) -> None:
        simulator = kind(log.number, log.rounds)
        columns = simulator.full if log.form == "cards" else simulator.outcomes
        if log.form == "nets":
            columns = [name for name in columns if name in ("shoe", "net")]
        written(path, columns, list(simulator.rows()))

    return Source(kind.slug, "plain Python", write, dict(kind.choices), kind.strategy)


def _pai_gow(log: RightLog, path: Path) -> None:
    """Write rounds of Pai Gow Poker; both hands are set by the house way, and copies go to the
    bank.
    """
    dice, deck = random.Random(log.number), Deck(jokers=1).cards
    hands = array("Q")
    for _ in range(log.rounds):
        cards = dice.sample(deck, 14)
        hands.extend((mask_of(cards[:7]), mask_of(cards[7:])))
    high, low = parted(hands, fronts_by(FOXWOODS, hands, False)[0], False)
    rows = []
    for one in range(0, len(hands), 2):
        higher = (high[one] > high[one + 1]) + (low[one] > low[one + 1])
        outcome, net = (("lose", -1), ("push", 0), ("win", 0.95))[higher]
        rows.append({"outcome": outcome, "net": net})
    written(path, ["net"] if log.form == "nets" else ["outcome", "net"], rows)


PAI_GOW = Source("pai-gow-poker", "set by combin's house way", _pai_gow, {"setting": "house"}, forms=FORMS[1:])  # fmt: skip
FAMILIES: dict[str, list[Source]] = {
    "tallies": [
        *map(by_combin, ("three-card-poker", "caribbean-stud", "let-it-ride", "mississippi-stud", "phil-em-up")),
        *map(in_python, (ThreeCard, Caribbean, LetItRide)),
    ],
    "large shared boards": [by_combin("casino-holdem"), in_python(CasinoHoldem)],
    "draws": [by_combin("jacks-or-better"), by_combin("deuces-wild"), in_python(Jacks)],
    "shoe": [
        *map(by_combin, ("baccarat", "dragon-tiger", "casino-war", "red-dog")),
        *map(in_python, (Baccarat, DragonTiger, War, RedDog)),
    ],
    "set hands": [PAI_GOW],
    "blackjack": [
        *(by_combin("blackjack"), by_combin("blackjack", cut=60), in_python(Blackjack)),
        *(by_combin("blackjack-switch", packs="1"), in_python(TwoHands)),
    ],
}  # fmt: skip
