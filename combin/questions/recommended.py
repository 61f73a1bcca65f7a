"""The list, or the chart, to play a bet by, beside simpler ones, with what each costs."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.records import dataclass
from combin.results import Result

if TYPE_CHECKING:
    from combin.families.blackjack.letters import LetterChart
    from combin.questions.priced import Mistake
    from combin.rules.game import Game
    from combin.solving.payoffs import Payoffs
    from combin.strategies import Ladder, Lines, Rung


@dataclass(frozen=True)
class ChartRung:
    """How a game may be played, from simple to exact.

    name: of it. value: of the game so. cost: what that loses against the exact play.
    exchanged: in which share of the deals two hands are switched; None of one hand.
    """

    name: str
    value: Fraction
    cost: Fraction
    exchanged: Fraction | None = None


@dataclass(frozen=True)
class ChartLadder:
    """Plays of a game by totals, from three lines or a chart to the exact play.

    game, bet: as resolved.
    rungs: the plays. chart: in letters.
    remark: what all figures take for granted.
    words: of three lines; empty where there are none.
    exceptions: hands that the chart plays otherwise than by their cards, those that save most.
    many: how many there are.
    """

    game: Game
    bet: str
    rungs: tuple[ChartRung, ...]
    chart: LetterChart
    remark: str
    words: tuple[str, ...] = ()
    exceptions: tuple[Mistake, ...] = ()
    many: int = 0

    @property
    def optimum(self) -> Fraction:
        """The value of the exact play."""
        return self.rungs[-1].value


@dataclass(frozen=True, repr=False)
class Recommended(Result):
    """A list, or a chart, to play a bet by.

    ladder: all lists found for the bet, or plays.
    rung: the list or the chart, with its exact cost.
    most: how many lines it may have; None for the list that is best to learn.
    whole: whether shorter lists are shown beside it.
    dialect: whose words its phrases are in; empty for the vocabulary's own.
    payoffs: of the bet, with what was found for them; None where nothing was.
    shipped: whether the counts behind its price ship and were not counted again.
    found: the game solved by each play of a chart; None of a list.
    """

    ladder: Ladder | ChartLadder
    rung: Rung | ChartRung
    most: int | None = None
    whole: bool = False
    dialect: str = ""
    payoffs: Payoffs | None = field(default=None, compare=False)
    shipped: bool = False
    found: Any = field(default=None, compare=False)

    @property
    def game(self) -> Game:
        """The rules as resolved."""
        return self.ladder.game

    @property
    def listed(self) -> tuple[Ladder, Rung] | None:
        """All lists, and that to play by; None where the game is played by a chart."""
        if isinstance(self.ladder, ChartLadder) or isinstance(self.rung, ChartRung):
            return None
        return self.ladder, self.rung

    @property
    def lines(self) -> Lines | None:
        """The list; None where the game is played by a chart."""
        return self.listed[1].lines if self.listed else None

    @property
    def charted(self) -> ChartLadder | None:
        """The plays by totals; None where the bet is played by a list."""
        return self.ladder if isinstance(self.ladder, ChartLadder) else None

    @property
    def chart(self) -> LetterChart | None:
        """The chart; None where the bet is played by a list."""
        return self.charted.chart if self.charted else None

    @property
    def cost(self) -> Fraction:
        """What the list loses against the best play, in units."""
        return self.rung.cost
