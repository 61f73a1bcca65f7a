"""A way in words: what goes in front, for the kinds of hands that each line is for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from combin.cards import RANK_NAMES, RANK_PLURALS, RANKS, with_article
from combin.rules.glossary import series

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
MADE = "leaving a straight or flush"


def way_lines(way: Way) -> Iterator[tuple[str, str]]:
    """Yield a line for the rows of a way that follow each other and have one front, by the numbers
    of these: ``7-8``, ``full house: the pair``. The first line that a hand fits, and that sets it,
    decides. A last line that is for all hands not set before says `otherwise`.
    """
    lines = [[*rows] for _, rows in groupby(way.rows, key=lambda row: row.front)]
    before = _surely_set(row for rows in lines[:-1] for row in rows)
    after = 0
    for rows in lines:
        first, after = after + 1, after + len(rows)
        when: dict[str, list[str]] = {}
        for row in rows:
            kind = HANDS.get(row.groups, " and ".join(KINDS[cards] for cards in row.groups))
            when.setdefault(kind, []).append(_condition(row))
        kinds = [
            f"{kind} ({', or '.join(asked)})" if all(asked) else kind
            for kind, asked in when.items()
        ]
        if rows is lines[-1] and len(kinds) > 1 and HANDS.keys() <= before | _surely_set(rows):
            kinds = ["otherwise"]
        yield (
            str(first) if first == after else f"{first}-{after}",
            f"{series(kinds, 'or')}: {_front(rows)}",
        )


def _surely_set(rows: Iterable[WayRow]) -> set[tuple[int, ...]]:
    """Return the kinds of hands that some rows set, whatever the ranks and suits."""
    return {
        row.groups
        for row in rows
        if not _condition(row) and any("made" not in front for front in row.front)
    }


def _front(rows: Sequence[WayRow]) -> str:
    """Return what some rows put in front; a group has its name where it is one for all of them."""
    firsts, seconds = ({_cards_of(row, place) for row in rows} for place in (0, 1))
    first = firsts.pop() if len(firsts) == 1 else "two of the best group"
    words = {
        "first-pair": first,
        "second-pair": seconds.pop() if len(seconds) == 1 else "two of the second-best group",
        "first-and-single": "one of them and the highest single",
        "singles": "the two highest singles",
        "next-singles": "the second and third highest",
        "made": f"the highest two {MADE}",
        "first-pair-made": f"{first} {MADE}",
    }
    fronts = " and ".join(words[front] for front in rows[0].front)
    return f"the higher of {fronts}" if len(rows[0].front) > 1 else fronts


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
        f"the {_order(row, place).strip() or KINDS[row.groups[place]]} {_span(ranks)}"
        for place, ranks in enumerate(row.ranks)
        if ranks
    ]
    if asked and (len(row.groups) == 1 or _is_for_all(row)):
        asked = [_span(row.ranks[0])]
    singles = [" or ".join(RANK_NAMES[RANKS.index(rank)] for rank in each) for each in row.singles]
    beside = f"with {' and '.join(map(with_article, singles))}"
    return " ".join([*filter(None, [" and ".join(asked)]), *([beside] if singles else [])])


def _is_for_all(row: WayRow) -> bool:
    """Return whether the ranks asked of the higher pair hold for all: they begin with twos."""
    [first, *others] = row.ranks
    return not any(others) and len(set(row.groups)) == 1 and RANKS.startswith(first)


def _span(ranks: str) -> str:
    """Return ``2-6`` for ranks in a row, ``aces`` for one."""
    places = sorted(map(RANKS.index, ranks))
    if len(places) == 1:
        return RANK_PLURALS[places[0]]
    names = [RANKS[place].replace("T", "10") for place in places]
    in_a_row = places[-1] - places[0] + 1 == len(places)
    return f"{names[0]}-{names[-1]}" if in_a_row else ", ".join(names)
