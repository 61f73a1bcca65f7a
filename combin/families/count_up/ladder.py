"""Strategies from simple to exact, with the value of each: three lines, a chart, a chart with
exceptions, and composition-dependent play.
"""

from __future__ import annotations

from collections.abc import Callable

from combin.families.count_up.exceptions import CardException, exceptions, with_exceptions
from combin.families.count_up.house import chart_columns, house_of
from combin.families.count_up.letters import Line, lines
from combin.families.count_up.questions import by_model, shoe_of_game, solve, verify_charted
from combin.families.count_up.simple import ThreeLines, three_lines
from combin.families.count_up.solve import Solved
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.count_up import CountUpGame

LISTED = 36  # exceptions that are played, unless another number is asked for


@dataclass(frozen=True, repr=False)
class CountUpStrategy(Result):
    """Plays from simple to exact.

    game: the rules. lines: three of them, and simple: the game as they play it; None where both of
        the dealer's cards are seen, of which three lines do not tell.
    chart: as the chart found does. listed: the exceptions that save most, of so many, and excepted:
        the game with these. by_cards: by the cards, zero-memory.
    """

    game: CountUpGame
    lines: ThreeLines | None
    simple: Solved | None
    chart: Solved
    listed: tuple[CardException, ...]
    many: int
    excepted: Solved
    by_cards: Solved

    @property
    def rows(self) -> list[Line]:
        """The chart in letters."""
        return lines(self.chart)

    @property
    def heads(self) -> tuple[str, ...]:
        """The names of the columns of the chart."""
        return tuple(chart_columns(self.chart.house.seen, self.chart.house.told))

    _columns = columns(words="cards,up,said,best", units="saves")


def strategy(
    game: CountUpGame, most: int | None = None, tell: Callable[[str], None] = lambda text: None
) -> CountUpStrategy:
    """Return plays of a game from simple to exact; most: how many exceptions are played."""
    verify_charted(game)
    shoe, house = shoe_of_game(game), house_of(game)
    tell(f"{game.slug}: looking for lines")
    short, simple = three_lines(shoe, house) if house.seen == 1 else (None, None)
    chart = solve(by_model(game, "total"))
    tell(f"{game.slug}: looking for exceptions")
    every = exceptions(chart)
    listed = every[: LISTED if most is None else most]
    excepted = with_exceptions(chart, listed)
    tell(f"{game.slug}: solving by the cards")
    by_cards = solve(by_model(game, "zero-memory"))
    tell("")
    return CountUpStrategy(game, short, simple, chart, listed, len(every), excepted, by_cards)
