"""Writes and reads a chart in letters: rows of hard totals, soft totals and pairs, one column for
each up card.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from combin.errors import alike
from combin.families.blackjack.chart import MANY, Chart, Row, Way
from combin.families.blackjack.house import (
    ACE,
    RANKS,
    SOFT,
    VALUES,
    House,
    Shoe,
    chart_columns,
    ups_of,
)
from combin.families.blackjack.player import DOUBLE, HIT, RESCUE, SPLIT, STAND, SURRENDER, ZAP
from combin.families.blackjack.solve import Solved
from combin.records import dataclass
from combin.rules.game import Game
from combin.rules.glossary import STAR
from combin.texts import Stretch, TextReader

UPS = (*range(1, 10), 0)  # the columns of a chart: 2 to 10, ace

LETTERS = {
    "H": "hit",
    "S": "stand",
    "D": "double, or hit where that is not allowed",
    "Ds": "double, or stand",
    "P": "split",
    "Rh": "surrender, or hit",
    "Rs": "surrender, or stand",
    "Rp": "surrender, or split",
    "Zh": "zap, or hit",
    "Zs": "zap, or stand",
    "R": "rescue: give up half of what is on a doubled hand",
}
AFTER_DOUBLE = ("doubled", "doubled-soft")  # rows of doubled hands

# The least and the largest total
KINDS = {
    "hard": (4, 21),
    "soft": (12, 21),
    "pair": (0, 0),
    "doubled": (4, 21),
    "doubled-soft": (12, 21),
}
# Rows that a chart may leave out -> the rows that are played alike.
LEFT_OUT = {
    "hard 4": "hard 5",
    "hard 21": "hard 20",
    "soft 12": "soft 13",
    "soft 21": "soft 20",
    "pair 5": "hard 10",
    "pair T": "hard 20",
}
COMMENT = re.compile("#")  # no row of a chart has one
WORD = re.compile(r"[^\s|]+")
UNNUMBERED = ("H", "P", "R")
_BY_NAME = {letter.lower(): letter for letter in LETTERS}

Line = tuple[str, tuple[str, ...]]  # the name of a row, and its letters by UPS
Worth = tuple[str, tuple[int | None, ...]]  # and what two cards of it are worth


@dataclass(frozen=True)
class LetterChart:
    """A chart in letters.

    rows: with their names. heads: the names of the columns. name: of the file it is from, if any.
    free: the rows of hands on free bets, where there are any.
    worth: row -> what two cards of it are worth by `heads`, None where there are none; by their
        sums the second cards of two hands are switched. looked: whether the dealer has looked
        before that.
    """

    line: ClassVar[str] = "cell"
    whole: ClassVar[str] = "chart"
    letters: ClassVar[Mapping[str, str]] = LETTERS

    rows: Sequence[Line]
    heads: tuple[str, ...]
    name: str = ""
    free: Sequence[Line] = ()
    worth: Sequence[Worth] = ()
    looked: bool = False

    @property
    def told(self) -> dict[str, Any]:
        """What JSON says of it."""
        worth = {
            name: {up: worth for up, worth in zip(self.heads, worths) if worth is not None}
            for name, worths in self.worth
        }
        chart = {"chart": {name: list(cells) for name, cells in self.rows}}
        return chart | ({"worth": worth} if worth else {})


def rows_of() -> list[tuple[str, Row | int]]:
    """Return the rows of a chart: their names, and what they are about, of pairs the rank."""
    return [*totals_of("hard", "soft"), *((f"pair {RANKS[rank]}", rank) for rank in UPS)]


def totals_of(*kinds: str) -> list[tuple[str, Row]]:
    """Return rows of totals, hard and soft; kinds: how their names begin."""
    of_kinds = [(kind, *KINDS[kind]) for kind in kinds]
    return [
        (f"{kind} {total}", (bool(is_soft), total))
        for is_soft, (kind, least, most) in enumerate(of_kinds)
        for total in range(least, most + 1)
    ]


@dataclass(frozen=True)
class ChartFound:
    """A chart that was found.

    game: the rules by which it was. chart: it. value: of the game that is played by it.
    exchanged: in which share of the deals two hands are switched; None of one hand.
    """

    game: Game
    chart: LetterChart
    value: Fraction
    exchanged: Fraction | None = None


def chart_of(found: Solved, name: str = "") -> LetterChart:
    """Return a chart that was found or given; name: of its file."""
    heads = tuple(chart_columns(found.house.turns.dealer))
    free: tuple[Line, ...] = ()
    if found.free_charts:
        of_free = lines(replace(found, charts=found.free_charts))
        free = tuple(line for line in of_free if not line[0].startswith("pair"))
    return LetterChart(lines(found), heads, name, free)


def lines(found: Solved) -> list[Line]:
    """Return a chart that was found or given, row by row."""
    columns = chart_columns(found.house.turns.dealer).values()
    shown = [next((up for up in ups if up in found.charts), None) for ups in columns]
    told = [
        (name, tuple("-" if up is None else _letter(found, what, up) for up in shown))
        for name, what in rows_of()
    ]
    for name, row in totals_of(*AFTER_DOUBLE):
        after = [None if up is None else found.charts[up].doubled for up in shown]
        cells = tuple("-" if chart is None else _of_total(chart, row) for chart in after)
        if {"R", "Ds"} & {*cells} or ("S" in cells and row == (False, 20)):
            told.append((name, cells))
    return told


def plain(cell: str) -> str:
    """Return a cell of a chart without what says of which hands a total is hit all the same."""
    return cell.rstrip("3456789" + STAR)


def _letter(found: Solved, what: Row | int, up: int) -> str:
    chart = found.charts[up]
    if isinstance(what, tuple):
        return _of_total(chart, what)
    action, further = chart.pairs.get(what, ""), HIT if _total_of(what) in chart.hits else STAND
    if action == SURRENDER and (spot := found.spot(what, what, up)):
        further = next(name for name in spot.actions if name != SURRENDER)
    return _WRITTEN[action].get(further, "-")


def _of_total(chart: Chart, row: Row) -> str:
    first, further, number, near = chart.way(row)
    return f"{_WRITTEN[first][further]}{number if number < MANY else ''}{STAR * near}"


def _total_of(pair: int) -> Row:
    return (True, 2 * VALUES[pair] + SOFT) if pair == ACE else (False, 2 * VALUES[pair])


def read_chart(text: str, house: House, shoe: Shoe, file: str = "chart") -> dict[int, Chart]:
    """Return a chart as `situations` prints it: rows that begin with hard, soft or pair, and a
    letter for each column, of one card of the dealer's 2 to 10 and ace; a stroke where the shoe has
    no such card. Other lines are passed over.

    file: its name, for errors. One line may be about several rows, ``hard 13-16`` or ``soft 19+``;
    rows that charts leave out are those of LEFT_OUT. Raises CombinError for a row that is not
    there, or says what is none of the letters, and for columns in another order.
    """
    columns, dealt = chart_columns(house.turns.dealer), ups_of(shoe, house.turns.dealer)
    shown = {head: any(up in dealt for up in ups) for head, ups in columns.items()}
    reading, said = TextReader(file), dict[str, list[str]]()
    for row in reading.rows(text, COMMENT):
        with reading.going_on():
            _take_row(row, said, shown)
    reading.raise_all()
    for name, like in LEFT_OUT.items():
        if name not in said and like in said:
            said[name] = said[like]
    if missed := [name for name, _ in rows_of() if name not in said]:
        others = f" and {len(missed) - 1} others" if missed[1:] else ""
        raise reading.start.fault(f"the chart has no row {missed[0]}{others}")
    charts: dict[int, Chart] = {}
    for at, (head, ups) in enumerate(columns.items()):
        if not shown[head]:
            continue
        ways, pairs = dict[Row, Way](), dict[int, str]()
        for name, what in rows_of():
            cell = said[name][at]
            action, further = _ACTIONS[plain(cell)]
            soft, total = what if isinstance(what, tuple) else _total_of(what)
            if not _may(house.against(ups[0]), action, soft, total):
                action = ""
            if isinstance(what, tuple):
                number = cell[len(plain(cell)) :].rstrip(STAR)
                ways[what] = action, further, int(number or MANY), cell.endswith(STAR)
            else:
                pairs[what] = action or further
        after = {
            row: (*_DOUBLED[said[name][at]], MANY, False)
            for name, row in totals_of(*AFTER_DOUBLE)
            if name in said
        }
        doubled = Chart().with_rows(after) if after else None
        chart = replace(Chart().with_rows(ways), pairs=pairs, doubled=doubled)
        charts |= {up: chart for up in ups if up in dealt}
    return charts


def _take_row(row: Stretch, said: dict[str, list[str]], shown: Mapping[str, bool]) -> None:
    """Take in a row of a chart, and pass over what is none; shown: the columns, and whether all
    rows have a letter there.
    """
    words = [row.cut(*found.span()) for found in WORD.finditer(row.text)]
    _verify_columns(words, [*shown])
    if len(words) < 2 or not words[1].text[0].isalnum():
        return
    first, which, *cells = words
    kind, named = first.text.lower(), f"{first.text.lower()} {which.text.upper()}"
    if kind not in KINDS:
        if len(cells) == len(shown) and alike(kind, KINDS):
            raise first.fault(f"no row of a chart begins with {kind!r}", KINDS)
        return
    names = _named(kind, which.text.upper())
    if not names and not any(map(str.isdecimal, which.text)):  # `hard totals 2 3 4 ...`
        return
    if len(cells) != len(shown):
        raise first.fault(f"{named} has {len(cells)} cells, not {len(shown)}")
    letters = []
    for cell, is_shown in zip(cells, shown.values()):
        word = plain(cell.text)
        letter, number = _BY_NAME.get(word.lower(), word), cell.text[len(word) :]
        letters.append(letter + number)
        known = _DOUBLED if kind in AFTER_DOUBLE else _ACTIONS
        marks = re.fullmatch(r"\d?\*?", number)
        if (letter not in known or not marks) and (cell.text != "-" or is_shown):
            raise cell.fault(f"{cell.text!r} is none of {', '.join(known)}")
        if number and (kind not in ("hard", "soft") or letter in UNNUMBERED):
            raise cell.fault(
                f"{cell.text!r}: the number of cards from which a total is hit stands behind what "
                "is done with fewer, as in S4; a star, of hands that lack one bonus card, last"
            )
        if kind != "pair" and is_shown and SPLIT in _ACTIONS.get(letter, ()):
            raise cell.fault(f"{named} is no pair and cannot be split")
    if not names:
        raise which.fault(f"a chart has no row {named}")
    for name in names:
        if name in said:
            raise first.fault(f"the row {name} stands twice")
        said[name] = letters


def _named(kind: str, word: str) -> list[str]:
    """Return the rows that a name is about, none where there is no such row: of totals ``16``,
    ``13-16`` or ``17+``, of pairs ``8``, ``8-8`` or ``10``.
    """
    if kind == "pair":
        one, _, other = word.replace("10", "T").partition("-")
        return [f"pair {one}"] if one in tuple(RANKS) and other in ("", one) else []
    least, most = KINDS[kind]
    first, dash, last = word.partition("-")
    if first.endswith("+") and not dash:
        first, last = first[:-1], str(most)
    ends = (first, last or first)
    if not all(end.isdecimal() and least <= int(end) <= most for end in ends):
        return []
    return [f"{kind} {total}" for total in range(int(ends[0]), int(ends[1]) + 1)]


def _verify_columns(words: list[Stretch], columns: list[str]) -> None:
    """Raise CombinError for a head whose columns stand in another order, or are not all."""
    heads = [word.text.upper() for word in words[-len(columns) :]]
    if "T" in columns:
        heads = [head.replace("10", "T") for head in heads]
    some = len(words) > 1 and set(heads) <= set(columns)
    if heads != columns and (some or sorted(heads) == sorted(columns)):
        named = "2 to 10 and ace" if "T" in columns else f"totals {', '.join(columns)}"
        raise words[0].fault(f"the columns are the dealer's {named}")


_ACTIONS = {
    "H": ("", HIT),
    "S": ("", STAND),
    "D": (DOUBLE, HIT),
    "Ds": (DOUBLE, STAND),
    "P": (SPLIT, HIT),
    "Rh": (SURRENDER, HIT),
    "Rs": (SURRENDER, STAND),
    "Rp": (SURRENDER, SPLIT),
    "Zh": (ZAP, HIT),
    "Zs": (ZAP, STAND),
}
_DOUBLED = {"R": (RESCUE, STAND), "D": (DOUBLE, STAND), "Ds": (DOUBLE, STAND), "S": ("", STAND)}
_WRITTEN = {
    "": {HIT: "H", STAND: "S"},
    HIT: {HIT: "H", STAND: "H"},
    STAND: {HIT: "S", STAND: "S"},
    DOUBLE: {HIT: "D", STAND: "Ds"},
    SPLIT: {HIT: "P", STAND: "P"},
    SURRENDER: {HIT: "Rh", STAND: "Rs", SPLIT: "Rp", DOUBLE: "Rh"},
    RESCUE: {STAND: "R"},
    ZAP: {HIT: "Zh", STAND: "Zs"},
}


def _may(house: House, action: str, soft: bool, total: int) -> bool:
    if action == DOUBLE:
        return house.turns.double.allows(total, soft)
    if action == ZAP:
        return not soft and total in house.turns.zap.totals
    return action != SURRENDER or bool(house.turns.surrender.when)
