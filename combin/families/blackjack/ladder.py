"""Strategies from simple to exact, with the value of each: three lines, a chart, a chart with
exceptions, and composition-dependent play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from combin.errors import CombinError, refuse
from combin.families.blackjack.chart import Chart
from combin.families.blackjack.exceptions import CardException, exceptions, with_exceptions
from combin.families.blackjack.full_memory import FULL
from combin.families.blackjack.house import house_of
from combin.families.blackjack.letters import chart_of, read_chart
from combin.families.blackjack.questions import (
    by_model,
    price,
    shoe_of_game,
    solve,
)
from combin.families.blackjack.simple import ThreeLines, three_lines
from combin.families.blackjack.solve import Solved
from combin.families.blackjack.solve import solve as solved
from combin.families.blackjack.switch_chart import Told, price_of_two, recommended, strategy_of_two
from combin.questions.priced import Mistake, Priced
from combin.records import dataclass
from combin.rules.game import Game
from combin.subject import StrategyFormat
from combin.telling import announce, counter, paced
from combin.texts import text_of

if TYPE_CHECKING:
    from combin.questions.recommended import Recommended

ZERO_MEMORY = "Model of all rows: split hands are played like the same cards without a split."
LISTED = 36  # exceptions that are played, unless another number is asked for


@dataclass(frozen=True)
class FoundPlays:
    """Plays from simple to exact.

    game: the rules. lines: three of them, and simple: the game as they play it; None where both of
        the dealer's cards are seen, of which three lines do not tell.
    totals: as the best chart by totals alone does, None where that is the chart.
    chart: as the chart found does. listed: the exceptions that save most, of so many, and excepted:
        the game with these. by_cards: by the cards, zero-memory.
    """

    game: Game
    lines: ThreeLines | None
    simple: Solved | None
    totals: Solved | None
    chart: Solved
    listed: tuple[CardException, ...]
    many: int
    excepted: Solved
    by_cards: Solved

    @property
    def levels(self) -> list[tuple[str, Solved]]:
        """The plays and what they are called, from simple to exact."""
        many = len(self.listed)
        named = {
            "three lines": self.simple,
            "chart by totals alone": self.totals,
            "chart": self.chart,
            f"chart with {many} exception{'s' * (many != 1)}": self.excepted,
            "composition-dependent": self.by_cards,
        }
        return [(name, found) for name, found in named.items() if found]

    @property
    def recommended(self) -> Recommended:
        """These plays, the chart to play by."""
        plays: list[Told] = [(name, found.value, None) for name, found in self.levels]
        mistakes = (
            Mistake(f"{one.cards} / {one.against}", one.said, one.best, one.saves)
            for one in self.listed
        )
        words = self.lines.words(self.game.called("double")) if self.lines else ()
        return recommended(
            *(self, self.game, plays, "chart", chart_of(self.chart), ZERO_MEMORY),
            words=tuple(words),
            exceptions=tuple(mistakes),
            many=self.many,
        )


class Charts(StrategyFormat):
    """Charts: an action for each total and what is seen of the dealer's; of two hands with a table
    by which their cards are switched.
    """

    game: Game

    refuses = ("lines", "ladder", "dialect", "words")
    meant = "a chart, as combin situations prints it"
    printer = "combin.families.blackjack.printed"

    @property
    def nothing(self) -> str:  # type: ignore[override]
        """That a bet beside the game has no decisions; empty for the game itself."""
        told = f"{self.game.slug}, {self.bet}: this bet has no decisions, so no strategy."
        return "" if self.bet == self.game.bet_keys[0] else told

    def read(self, words: str) -> dict[int, Chart]:
        """Return a chart, one for each thing that may be seen of the dealer's."""
        text, file = (words, "chart") if "\n" in words else (text_of(words), words)
        return read_chart(text, house_of(self.game), tuple(self.game.shoe.values()), file)

    def best(self, most: int | None = None, whole: bool = False) -> Recommended:
        self.verify()
        if self.game.turns.switch:
            return strategy_of_two(self.game, _of_up_cards())
        return strategy(self.game, tell=announce).recommended

    def price(self, words: str) -> Priced:
        self.verify()
        charts, name = self.read(words), "" if "\n" in words else words
        if self.game.turns.switch:
            return price_of_two(self.game, charts, name, _of_up_cards())
        return price(self.game, charts, name)

    def verify(self) -> None:
        """Raise CombinError where no chart is looked for."""
        if self.nothing:
            raise CombinError(self.nothing)
        refuse(
            self.game.turns.model == FULL,
            f"{self.game.slug}: charts are of model=total; leave out model={FULL} to ask for one",
        )


def _of_up_cards() -> Callable[[int, int], None] | None:
    """Return who tells how many up cards are done."""
    return counter(paced(lambda done, total: f"{done} of {total} up cards"))


def strategy(
    game: Game, most: int | None = None, tell: Callable[[str], None] = lambda text: None
) -> FoundPlays:
    """Return plays of a game from simple to exact; most: how many exceptions are played."""
    shoe, house = shoe_of_game(game), house_of(game)
    tell(f"{game.slug}: looking for lines")
    short, simple = three_lines(shoe, house) if house.turns.dealer.cards_seen == 1 else (None, None)
    chart = solve(by_model(game, "total"))
    told = any(one.counts or one.doubled for one in chart.charts.values())
    totals = solved(shoe, house, "total", numbered=False) if told else None
    tell(f"{game.slug}: looking for exceptions")
    every = exceptions(chart)
    listed = every[: LISTED if most is None else most]
    excepted = with_exceptions(chart, listed)
    tell(f"{game.slug}: solving by the cards")
    by_cards = solve(by_model(game, "zero-memory"))
    tell("")
    return FoundPlays(game, short, simple, totals, chart, listed, len(every), excepted, by_cards)
