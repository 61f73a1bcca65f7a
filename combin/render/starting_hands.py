"""Lays out the square of starting hands as text, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING

from combin.render.cards.model import looks
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.solving.measures import Hand


def square(game: Game, hands: Sequence[Hand]) -> list[str]:
    """Return lines of letters that say what to do with each starting hand, and what the letters
    mean.
    """
    marks = {name: look.mark for name, look in looks(game).items()}
    side = isqrt(len(hands))  # ranks in the deck
    ranks = [hand.label[0] for hand in hands[:: side + 1]]
    width = max(map(len, marks.values())) + 1
    lines = ["    " + "".join(rank.rjust(width) for rank in ranks)]
    for row, rank in enumerate(ranks):
        lines.append(
            f"  {rank} "
            + "".join(
                marks[hand.best].rjust(width) for hand in hands[side * row : side * (row + 1)]
            )
        )
    used = [
        f"{mark} {name}" for name, mark in marks.items() if any(hand.best == name for hand in hands)
    ]
    return [
        f"{hands[0].decision}, suited above the diagonal, offsuit below:",
        "",
        *lines,
        "",
        "    " + ", ".join(used),
    ]
