"""How a chart is drawn."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.records import dataclass
from combin.render import number
from combin.render.tables import bet_words, command_of

if TYPE_CHECKING:
    from combin.rules.game import Game

WIDTH = Fraction(160)  # of a chart, in millimetres


@dataclass(frozen=True)
class Plate:
    """How a chart is drawn.

    title: stands above it, by default the game's. size: its width in millimetres.
    name: the game as the user called it. path: where the chart goes.
    """

    title: str = ""
    size: Fraction = WIDTH
    name: str = ""
    path: str = "chart.svg"

    def command(self, game: Game, kind: str, bet: str) -> str:
        """Return the command that draws it again."""
        words = [kind, *bet_words(bet), *(["--title", self.title] if self.title else [])]
        words += ["--size", f"{number.plain(self.size)}mm"] if self.size != WIDTH else []
        return command_of("chart", game, [*words, "-o", os.path.basename(self.path)], self.name)


PLAIN = Plate()
