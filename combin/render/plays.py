"""Formats the variance of several plays of one dealt hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import (
    TEXT,
    Table,
    answer,
    bet_words,
    command_of,
    heading,
    of_rules,
    provenance,
)
from combin.version import version

if TYPE_CHECKING:
    from combin.questions.plays import Plays

HEAD = ("plays", "variance of the total", "variance per coin bet", "exact")


def plays_text(found: Plays, form: str = TEXT, command: str = "") -> str:
    """Return the variance of each number of plays."""
    game, bet = found.game, found.bet
    command = command or command_of("plays", game, [*found.asked, *bet_words(bet)])
    rows = of_rules(_rows(found), game, bet)
    return answer(form, _blocks(found), rows, lambda: _data(found, command), command)


def plays_line(found: Plays) -> str:
    """Return in a line what was asked."""
    return f"{found.game.slug}: {found.game.shown(found.bet)}, {len(found.rows)} numbers of plays"


def _blocks(found: Plays) -> Iterator[str | Table]:
    yield from heading(found.game, found.bet)
    shared = f"{number.decimal(found.covariance, 6)} ({number.exact(found.covariance)})"
    yield (
        f"{found.game.shown(found.bet)}: several hands drawn to the same deal, variance in squared "
        f"{found.game.bet(found.bet).base}s; the covariance of two hands is {shared}."
    )
    rows = [
        (
            number.grouped(row.plays),
            number.decimal(row.total, 6),
            number.decimal(row.each, 6),
            number.exact(row.each),
        )
        for row in found.rows
    ]
    yield Table(HEAD, ("right", "right", "right", "left"), rows)


def _rows(found: Plays) -> Iterator[tuple[str, ...]]:
    yield ("plays", "total", "each")
    for row in found.rows:
        yield str(row.plays), number.exact(row.total), number.exact(row.each)


def _data(found: Plays, command: str) -> dict[str, Any]:
    rows = [
        {"plays": row.plays, "total": number.exact(row.total), "each": number.exact(row.each)}
        for row in found.rows
    ]
    about = {
        "command": command,
        "bet": found.bet,
        "variance": number.exact(found.variance),
        "covariance": number.exact(found.covariance),
        "plays": rows,
    }
    return provenance(found.game, version()) | about
