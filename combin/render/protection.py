"""Lays out what it is worth to see cards that are meant to be hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import (
    TEXT,
    Table,
    answer,
    bet_words,
    captioned,
    cards_of,
    command_of,
    heading,
    of_rules,
    provenance,
)
from combin.version import version

if TYPE_CHECKING:
    from combin.solving.protection import Exposure, Protection


def protection_text(found: Protection, form: str = TEXT, command: str = "") -> str:
    """Return the edge for each number of cards seen."""
    seen = [word for zone, count in found.asked for word in ("--see", f"{zone}={count}")]
    words = [*bet_words(found.bet), *seen]
    command = command or command_of("protect", found.game, words)
    rows = of_rules(_rows(found), found.game, found.bet)
    return answer(form, _blocks(found), rows, lambda: _data(found, command), command)


def _blocks(found: Protection) -> Iterator[str | Table]:
    yield from heading(found.game, found.bet)
    yield (
        f"{found.bet}: the edge with the best play when the player also sees cards before he first "
        f"decides, divided by one {found.wager}."
    )
    fair = found.exposures[0].edge
    rows, reasons = [], dict[str, None]()
    for one in found.exposures:
        if one.edge is None:
            reasons[one.why] = None
            rows.append((_seen(one), "not counted", "", ""))
            continue
        gain = "" if not one.zone or fair is None else number.percent(fair - one.edge, 4)
        rows.append((_seen(one), number.percent(one.edge, 4), gain, number.exact(one.edge)))
    headers = ("cards seen", "house edge", "worth to the player", "exactly")
    table = Table(headers, ("left", "right", "right", "left"), rows)
    yield captioned(table, found.game, found.bet, "the edge by cards seen")
    yield from reasons


def _seen(one: Exposure) -> str:
    if one.ranks:
        return f"whether one of {one.zone} is of {one.ranks}"
    return f"{cards_of(one.cards)} of {one.zone}" if one.zone else "none, as it should be"


def _rows(found: Protection) -> Iterator[tuple[str, ...]]:
    yield ("zone", "cards", "ranks", "house edge", "why")
    for one in found.exposures:
        edge = "" if one.edge is None else number.exact(one.edge)
        yield one.zone, str(one.cards), one.ranks, edge, one.why


def _data(found: Protection, command: str) -> dict[str, Any]:
    exposures = [
        {
            "zone": one.zone or None,
            "cards": one.cards,
            "ranks": one.ranks or None,
            "house_edge": None if one.edge is None else number.exact(one.edge),
            "why": one.why or None,
        }
        for one in found.exposures
    ]
    return provenance(found.game, version()) | {
        "bet": found.bet,
        "wager": found.wager,
        "exposures": exposures,
        "command": command,
    }
