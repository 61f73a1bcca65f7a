"""A chart in letters: rows of hard and soft totals and of pairs, a column for each card of the
dealer's; written, and read.
"""

from __future__ import annotations

from combin.errors import CombinError
from combin.families.count_up.chart import Chart, Row
from combin.families.count_up.house import ACE, RANKS, SOFT, VALUES, House, Shoe
from combin.families.count_up.player import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from combin.families.count_up.solve import Solved

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
}

Line = tuple[str, tuple[str, ...]]  # the name of a row, and its letters by UPS


def rows_of(house: House) -> list[tuple[str, Row | int]]:
    """Return the rows of a chart: their names, and what they are about, of pairs the rank."""
    hard = [(f"hard {total}", (False, total)) for total in range(4, 22)]
    soft = [(f"soft {total}", (True, total)) for total in range(12, 22)]
    pairs = [(f"pair {RANKS[rank]}", rank) for rank in UPS]
    return [*hard, *soft, *pairs]


def lines(found: Solved) -> list[Line]:
    """Return a chart that was found or given, row by row."""
    return [
        (name, tuple(_letter(found, what, up) if up in found.charts else "-" for up in UPS))
        for name, what in rows_of(found.house)
    ]


def _letter(found: Solved, what: Row | int, up: int) -> str:
    chart = found.charts[up]
    if isinstance(what, tuple):
        action = chart.first.get(what, "")
        further = HIT if what in chart.hits else STAND
    else:
        action = chart.pairs.get(what, "")
        further = HIT if _total_of(what) in chart.hits else STAND
        if action == SURRENDER and (spot := found.spot(what, what, up)):
            further = next(name for name in spot.actions if name != SURRENDER)
    letters = {
        "": {HIT: "H", STAND: "S"},
        HIT: {HIT: "H", STAND: "H"},
        STAND: {HIT: "S", STAND: "S"},
        DOUBLE: {HIT: "D", STAND: "Ds"},
        SPLIT: {HIT: "P", STAND: "P"},
        SURRENDER: {HIT: "Rh", STAND: "Rs", SPLIT: "Rp", DOUBLE: "Rh"},
    }
    return letters[action].get(further, "-")


def _total_of(pair: int) -> Row:
    """Return the total of a pair."""
    return (True, 2 * VALUES[pair] + SOFT) if pair == ACE else (False, 2 * VALUES[pair])


def read_chart(text: str, house: House, shoe: Shoe) -> dict[int, Chart]:
    """Return a chart as `situations` prints it: rows that begin with hard, soft or pair, and ten
    letters each, for the dealer's 2 to 10 and ace; a stroke where the shoe has no such card.
    Raises CombinError for a row that is not there, or says what is none of them.
    """
    said: dict[str, list[str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.replace("|", " ").split()
        if len(words) < 2 or words[0].lower() not in ("hard", "soft", "pair"):
            continue
        name = f"{words[0].lower()} {words[1].upper()}"
        if name in said:
            raise CombinError(f"line {number}: the row {name} stands twice")
        if len(words) != 2 + len(UPS):
            raise CombinError(f"line {number}: {name} has {len(words) - 2} cells, not {len(UPS)}")
        for word, up in zip(words[2:], UPS):
            if word not in LETTERS and (word != "-" or shoe[up]):
                raise CombinError(f"line {number}: {word!r} is none of {', '.join(LETTERS)}")
        said[name] = words[2:]
    charts = {}
    for at, up in enumerate(UPS):
        if not shoe[up]:
            continue
        hits, first, pairs = set(), {}, {}
        for name, what in rows_of(house):
            if name not in said:
                raise CombinError(f"the chart has no row {name}")
            letter = said[name][at]
            action, further = _ACTIONS[letter]
            soft, total = what if isinstance(what, tuple) else _total_of(what)
            if not _may(house, action, soft, total):
                action = ""
            if isinstance(what, tuple):
                if SPLIT in (action, further):
                    raise CombinError(f"{name} is no pair and cannot be split")
                if further == HIT:
                    hits.add(what)
                if action:
                    first[what] = action
            else:
                pairs[what] = action or further
        charts[up] = Chart(frozenset(hits), first, pairs)
    return charts


_ACTIONS = {
    "H": ("", HIT),
    "S": ("", STAND),
    "D": (DOUBLE, HIT),
    "Ds": (DOUBLE, STAND),
    "P": (SPLIT, HIT),
    "Rh": (SURRENDER, HIT),
    "Rs": (SURRENDER, STAND),
    "Rp": (SURRENDER, SPLIT),
}


def _may(house: House, action: str, soft: bool, total: int) -> bool:
    if action == DOUBLE:
        return house.may_double(total, soft)
    return action != SURRENDER or house.surrender != "none"
