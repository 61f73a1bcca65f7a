"""Formats the grid of starting hands as text, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import TYPE_CHECKING

from combin.render.cards.model import looks
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.questions.measures import StartingHand


def square(game: Game, hands: Sequence[StartingHand]) -> list[str]:
    """Return lines of letters that say what to do with each starting hand, and what the letters
    mean.

    hands: row by row of the square of ranks.
    """
    marked = looks(game)
    marks = {name: look.mark for name, look in marked.items()}
    taken = {hand.best for hand in hands}
    used = [f"{look.mark} {look.name}" for name, look in marked.items() if name in taken]
    return [
        f"{hands[0].decision}, suited above the diagonal, offsuit below:",
        "",
        *_rows(hands, marks),
        "",
        "    " + ", ".join(used),
    ]


def _rows(hands: Sequence[StartingHand], marks: Mapping[str, str]) -> Iterator[str]:
    """Yield the square, its ranks above and beside it."""
    width = max(map(len, marks.values())) + 1
    side = isqrt(len(hands))  # ranks in the deck
    ranks = [hand.label[0] for hand in hands[:: side + 1]]  # the pairs on the diagonal
    yield "    " + "".join(rank.rjust(width) for rank in ranks)
    for place, rank in enumerate(ranks):
        row = hands[side * place : side * (place + 1)]
        yield f"  {rank} " + "".join(marks[hand.best].rjust(width) for hand in row)
