"""The contents of a log: its columns, its forms, and the facts about the rules before the first
row.

A log is a table, one row a round of one bet; with a column `count` a row is as many rounds as it
says. In a CSV file the facts are comment lines before the header row, `# key: value`, a value of
several lines repeating its key; in JSON Lines they are the first object; in Parquet they are the
file's metadata, their keys beginning with `combin.`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from math import gcd, lcm

from combin.errors import CombinError, nearest, refuse
from combin.exact import parse_number
from combin.records import dataclass
from combin.rules.game import Game
from combin.rules.glossary import series

VERSION = "1"
MARK = "combin-log"  # the key that says that this is a log; its value is the version
PREFIX = "combin."  # of the keys in a Parquet file

ROUND, OUTCOME, ACTIONS = "round", "outcome", "actions"
STAKED, NET, COUNT = "staked", "net", "count"
SEAT = "seat"  # of the player, where several play against one deal
SHOE = "shoe"  # of the round, where several are dealt from one
UNIT = "unit"  # the base wager in chips, where it varies
MONEY = (STAKED, NET, UNIT)
NUMBERS = (ROUND, SEAT, SHOE, *MONEY, COUNT)  # the columns of numbers; all others are text
HELD = "held"  # the cards that are held of a hand; read, and not written
SEPARATOR = " / "  # between the actions of a round, as `combin solve` shows them

OPTIMAL = "optimal"  # the strategy that is the best play

FORMS = ("full", "outcome", "tally")
ENDINGS = (".csv", ".csv.gz", ".jsonl", ".jsonl.gz", ".parquet")

LARGEST = 2**63 - 1  # in a column of whole numbers

AnyCell = object  # of a log that is read: text, a number, a list of texts, or None


def columns(form: str, zones: Iterable[str] = (), decisions: Iterable[str] = ()) -> list[str]:
    """Return the columns of a form; raises CombinError for an unknown form or a column that would
    stand twice.
    """
    if form == "full":
        names = [ROUND, *zones, *decisions, OUTCOME, STAKED, NET]
    elif form == "outcome":
        names = [ROUND, ACTIONS, OUTCOME, NET]
    elif form == "tally":
        names = [ACTIONS, OUTCOME, STAKED, NET, COUNT]
    else:
        raise CombinError(f"unknown form {form!r}{nearest(form, FORMS)}")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise CombinError(
            f"a log would have two columns {twice[0]!r}; use the form outcome or tally"
        )
    return names


def ending(path: str) -> str:
    """Return which of ENDINGS a file's name has; raises CombinError for another one."""
    for end in ENDINGS:
        if path.lower().endswith(end):
            return end
    raise CombinError(f"{path!r}: a log is a file that ends in {series(ENDINGS, 'or')}")


def smallest_chip(amounts: Iterable[Fraction]) -> Fraction:
    """Return the largest fraction of a unit that divides all amounts; 1 where all are 0."""
    parts = [amount for amount in amounts if amount]
    if not parts:
        return Fraction(1)
    numerator = gcd(*(part.numerator for part in parts))
    return Fraction(numerator, lcm(*(part.denominator for part in parts)))


@dataclass(frozen=True)
class Facts:
    """What a log says about itself; everything may be missing in a log that another program wrote.

    game: its slug.
    bet: its key.
    choices: choice -> value.
    pays: address of a replaced pay -> units.
    chip: units of the base wager per chip.
    strategy: `optimal`, an action's name or the text of the lines.
    seed: plays the same rounds again.
    rounds: how many the log has.
    by: the program that wrote it.
    """

    game: str | None = None
    bet: str | None = None
    choices: Mapping[str, str] = field(default_factory=dict, hash=False)
    pays: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    chip: Fraction | None = None
    strategy: str | None = None
    seed: int | None = None
    rounds: int | None = None
    by: str | None = None

    def entries(self) -> dict[str, str]:
        """Return key -> text, in the order in which a file has them."""
        rules = {"game": self.game, "bet": self.bet}
        choices = {f"set.{name}": value for name, value in self.choices.items()}
        pays = {f"pay.{name}": value for name, value in self.pays.items()}
        played = {
            "chip": self.chip,
            "strategy": self.strategy,
            "seed": self.seed,
            "rounds": self.rounds,
            "by": self.by,
        }
        every = {MARK: VERSION, **rules, **choices, **pays, **played}
        return {key: str(value) for key, value in every.items() if value is not None}


def facts_of(game: Game, bet: str, chip: Fraction) -> Facts:
    """Return what a log of a resolved game's bet says about the rules."""
    return Facts(game.slug, bet, dict(game.chosen), dict(game.priced), chip)


def facts_from(entries: Mapping[str, str]) -> Facts:
    """Return the facts that key -> text states; unknown keys are ignored.

    Raises CombinError for another version, or a value that is no number where one is meant.
    """
    version = entries.get(MARK, VERSION)
    refuse(version != VERSION, f"a log of version {version!r}; this combin reads version {VERSION}")
    return Facts(
        game=entries.get("game"),
        bet=entries.get("bet"),
        choices=_below("set.", entries),
        pays={
            name: parse_number(value, f"pay.{name}")
            for name, value in _below("pay.", entries).items()
        },
        chip=chip_of(entries["chip"]) if "chip" in entries else None,
        strategy=entries.get("strategy"),
        seed=_whole("seed", entries.get("seed")),
        rounds=_whole("rounds", entries.get("rounds")),
        by=" ".join(entries.get("by", "").split()) or None,
    )


def _below(start: str, entries: Mapping[str, str]) -> dict[str, str]:
    """Return the entries whose keys begin so, by the rest of their keys."""
    return {
        key.removeprefix(start): value for key, value in entries.items() if key.startswith(start)
    }


def chip_of(value: AnyCell) -> Fraction:
    """Return how many units a chip is, from a number or its text; raises CombinError where it is
    none above 0.
    """
    units = parse_number(value, "chip")
    refuse(units <= 0, f"chip is units per chip, above 0, not {value}")
    return units


def _whole(key: str, text: str | None) -> int | None:
    if text is None:
        return None
    refuse(
        not (text.isascii() and text.isdigit() and len(text) <= 20),
        f"{key} is a whole number of up to 20 digits, not {text!r}",
    )
    return int(text)


def comments(entries: Mapping[str, str]) -> list[str]:
    """Return the comment lines of a CSV file, without line ends."""
    return [
        f"# {key}: {line}".rstrip() for key, text in entries.items() for line in text.split("\n")
    ]


def entries_from(lines: Iterable[str]) -> dict[str, str]:
    """Return key -> text from the comment lines of a CSV file; the lines of a repeated key belong
    together.
    """
    entries: dict[str, str] = {}
    for line in lines:
        key, colon, text = line.lstrip("#").strip().partition(":")
        if colon:
            entries[key] = f"{entries[key]}\n{text.strip()}" if key in entries else text.strip()
    return entries
