"""A house way in words: what goes in front, for each kind of hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from combin.cards import RANK_NAMES, RANK_PLURALS, RANKS, with_article

if TYPE_CHECKING:
    from combin.rules import Way
    from combin.rules.ways import WayRow

HANDS = {
    (): "no pair",
    (2,): "one pair",
    (2, 2): "two pair",
    (2, 2, 2): "three pair",
    (3,): "three of a kind",
    (3, 2): "full house",
    (3, 2, 2): "three of a kind and two pairs",
    (3, 3): "two threes of a kind",
    (4,): "four of a kind",
    (4, 2): "four of a kind and a pair",
    (4, 3): "four and three of a kind",
    (5,): "five of a kind",
    (5, 2): "five of a kind and a pair",
}
KINDS = {2: "pair", 3: "three of a kind", 4: "four of a kind", 5: "five of a kind"}
COUNTS = {3: "three", 4: "four", 5: "five"}
MADE = "leave a straight or flush behind"


def way_lines(way: Way) -> Iterator[str]:
    """Yield a line for each kind of hand, ``full house: the pair``, in the order of the way's rows;
    rows of one front together.
    """
    for groups, rows in groupby(way.rows, key=lambda row: row.groups):
        clauses = []
        for front, alike in groupby(rows, key=_front):
            when = [_condition(row) for row in alike]
            clauses.append(front if "" in when else f"{front}, if {', or '.join(when)}")
        kind = HANDS.get(groups, " and ".join(KINDS[cards] for cards in groups))
        yield f"{kind}: {'; else '.join(clauses)}"


def _front(row: WayRow) -> str:
    """Return what a row puts in front."""
    first = _cards_of(row, 0)
    words = {
        "first-pair": first,
        "second-pair": _cards_of(row, 1),
        "first-and-single": "one of them and the highest single",
        "singles": "the two highest singles",
        "next-singles": "the second and third highest",
        "made": f"the highest two that {MADE}",
        "first-pair-made": f"{first}, if the others {MADE}",
    }
    fronts = " and ".join(words[front] for front in row.front)
    return f"the higher of {fronts}" if len(row.front) > 1 else fronts


def _cards_of(row: WayRow, place: int) -> str:
    """Return the words for two cards of a group; nothing where there is no such group."""
    if place >= len(row.groups):
        return ""
    return (
        f"the {_order(row, place)}pair"
        if row.groups[place] == 2
        else f"two of the {_order(row, place) or COUNTS[row.groups[place]]}".rstrip()
    )


def _order(row: WayRow, place: int) -> str:
    """Return which one of several groups of a size is meant, and a space; nothing where it is the
    only one.
    """
    alike = row.groups.count(row.groups[place])
    if alike == 1:
        return ""
    higher, lower = ("highest", "lowest") if alike > 2 else ("higher", "lower")
    return f"{higher if row.groups.index(row.groups[place]) == place else lower} "


def _condition(row: WayRow) -> str:
    """Return for which hands of its kind a row is; nothing for all of them."""
    asked = [
        f"the {_order(row, place)}{KINDS[row.groups[place]]} is {_span(ranks)}"
        for place, ranks in enumerate(row.ranks)
        if ranks
    ]
    if len(row.groups) == 1:
        asked = [_span(ranks) for ranks in row.ranks if ranks]
    singles = [" or ".join(RANK_NAMES[RANKS.index(rank)] for rank in each) for each in row.singles]
    beside = f"with {' and '.join(map(with_article, singles))} single"
    return " ".join([*filter(None, [" and ".join(asked)]), *([beside] if singles else [])])


def _span(ranks: str) -> str:
    """Return ``2-6`` for ranks in a row, ``aces`` for one."""
    places = sorted(map(RANKS.index, ranks))
    if len(places) == 1:
        return RANK_PLURALS[places[0]]
    names = [RANKS[place].replace("T", "10") for place in places]
    in_a_row = places[-1] - places[0] + 1 == len(places)
    return f"{names[0]}-{names[-1]}" if in_a_row else ", ".join(names)
