"""Formats the variance of several plays of one dealt hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def plays_text(found: Plays, form: str = TEXT, command: str = "") -> str:
    """Return the variance of each number of plays."""
    game, bet = found.game, found.bet
    command = command or command_of("plays", game, [*found.asked, *bet_words(bet)])
    shared = f"{number.decimal(found.covariance, 6)} ({number.exact(found.covariance)})"
    table = Table(
        ("plays", "variance of the total", "variance per coin bet", "exact"),
        ("right", "right", "right", "left"),
        [
            (
                number.grouped(row.plays),
                number.decimal(row.total, 6),
                number.decimal(row.each, 6),
                number.exact(row.each),
            )
            for row in found.rows
        ],
    )
    blocks: list[str | Table] = [
        *heading(game, bet),
        f"{game.shown(bet)}: several hands drawn to the same deal, variance in squared "
        f"{game.bet(bet).base}s; the covariance of two hands is {shared}.",
        table,
    ]
    rows = [(str(row.plays), number.exact(row.total), number.exact(row.each)) for row in found.rows]
    data = {
        "command": command,
        "bet": bet,
        "variance": number.exact(found.variance),
        "covariance": number.exact(found.covariance),
        "plays": [
            {"plays": row.plays, "total": number.exact(row.total), "each": number.exact(row.each)}
            for row in found.rows
        ],
    }
    return answer(
        form,
        blocks,
        of_rules([("plays", "total", "each"), *rows], game, bet),
        lambda: provenance(game, version()) | data,
        command,
    )


def plays_line(found: Plays) -> str:
    """Return in a line what was asked."""
    return f"{found.game.slug}: {found.game.shown(found.bet)}, {len(found.rows)} numbers of plays"
