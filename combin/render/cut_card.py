"""Lays out what a cut card costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.tables import (
    TEXT,
    Block,
    Table,
    answer,
    command_of,
    heading,
    of_rules,
    provenance,
)

if TYPE_CHECKING:
    from combin.families.blackjack.cut_card import CutCard

EXACT, FIRST_ORDER = "exact", "first order in the effects of removal"


def cut_card_text(found: CutCard, form: str = TEXT, name: str = "") -> str:
    """Return what a cut card costs; name: the game as the user called it."""
    command = command_of("count", found.game, ["--flat", "--cut", str(found.cut)], name)
    rows = of_rules(_rows(found), found.game, "base")
    figures = {
        "command": command,
        "method": EXACT if found.is_exact else FIRST_ORDER,
        "cut": found.cut,
        "first_round": number.exact(-found.chart.value),
        "house_edge": number.exact(found.house_edge),
        "cost": number.exact(found.cost),
        "rounds": number.exact(found.rounds),
        "starts": [
            {"gone": gone, "begun": number.exact(one.chance), "gain": number.exact(one.gain)}
            for gone, one in found.starts.items()
        ],
    }
    return answer(form, _blocks(found), rows, lambda: provenance(found.game) | figures, command)


def cut_card_line(found: CutCard) -> str:
    """Return in a line what a cut card costs."""
    return f"{found.game.slug}: the cut card costs {number.percent(found.cost, 4)}"


def _blocks(found: CutCard) -> Iterator[Block]:
    yield from heading(found.game)
    yield (
        f"A round begins while {found.cut} cards or more are left. One player bets one unit in "
        "every round, whatever the count, and plays by the chart of the full shoe. In a fixed "
        "number of rounds each has the house edge of the first."
    )
    if found.is_exact:
        yield "All figures are exact: sums over all orders of the shoe."
    else:
        yield (
            "Method: first order in the effects of removal, with the chart kept: terms of second "
            "order are 7.5 % of the cost with one deck, about 2 % with six. Exact sums are for one "
            "deck in which a pair becomes two hands at most (packs=1, splits=2)."
        )
    yield ""
    places = 4 if found.is_exact else 3
    yield Table(
        ("measure", "in units of one bet"),
        ("left", "right"),
        [
            ("house edge of the first round", number.percent(-found.chart.value, 4)),
            ("house edge with the cut card", number.percent(found.house_edge, places)),
            ("cost of the cut card", number.percent(found.cost, places)),
            ("rounds a shoe", number.decimal(found.rounds, 4 if found.is_exact else 1)),
        ],
    )
    yield ""
    yield _by_depth(found)


def _by_depth(found: CutCard) -> Table:
    places = 4 if found.is_exact else 3
    rows = []
    for first, last, rounds, edge in found.by_depth():
        shown = "-" if edge is None else number.percent(edge, places)
        rows.append(
            (
                f"{first}-{last}" if first < last else str(first),
                number.decimal(rounds, places),
                shown,
            )
        )
    return Table(("cards dealt", "rounds begun", "house edge"), ("left", "right", "right"), rows)


def _rows(found: CutCard) -> Iterator[tuple[str, ...]]:
    yield "cut", "gone", "begun", "gain", "edge"
    for gone, one in found.starts.items():
        edge = "" if one.edge is None else number.exact(one.edge)
        yield str(found.cut), str(gone), number.exact(one.chance), number.exact(one.gain), edge
