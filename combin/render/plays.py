"""How the variance of several plays of one dealt hand is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.declared import Declared
from combin.render.shapes import ABOUT, EXACT, SQUARED, WHOLE, Field
from combin.render.tables import Block, Table, bet_words, heading

if TYPE_CHECKING:
    from combin.questions.plays import Plays

LISTED = Field(
    [{"plays": WHOLE, "total": SQUARED, "each": SQUARED}],
    lambda found: [
        {"plays": plays, "total": total, "each": each}
        for plays, (total, each) in found.rows.items()
    ],
)


def _page(found: Plays) -> Iterator[Block]:
    game, bet = found.game, found.bet
    yield from heading(game, bet)
    yield (
        f"{game.shown(bet)}: several hands drawn to the same deal, variance in squared "
        f"{game.bet(bet).base}s; the covariance of two hands is "
        f"{number.decimal(found.covariance, 6)} ({number.exact(found.covariance)})."
    )
    yield Table(
        ("plays", "variance of the total", "variance per coin bet", "exact"),
        ("right", "right", "right", "left"),
        [
            (
                number.grouped(plays),
                number.decimal(total, 6),
                number.decimal(each, 6),
                number.exact(each),
            )
            for plays, (total, each) in found.rows.items()
        ],
    )


PLAYS: Declared[Plays] = Declared(
    "plays",
    ABOUT | {"variance": EXACT, "covariance": EXACT, "plays": LISTED},
    LISTED,
    _page,
    lambda it: f"{it.game.slug}: {it.game.shown(it.bet)}, {len(it.rows)} numbers of plays",
    lambda it: [*it.asked, *bet_words(it.bet)],
)
