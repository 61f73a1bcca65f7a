"""What a strategy is worth, exactly, what it costs, and where it errs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from combin.records import dataclass
from combin.solving.result import AboutGame

if TYPE_CHECKING:
    from combin.solving.result import BetResult
    from combin.strategies.lines import Line


class PricedStrategy(Protocol):
    """A list, a house way or a chart.

    line: what a line of it is called. whole: what it is called itself.
    """

    line: ClassVar[str]
    whole: ClassVar[str]

    @property
    def name(self) -> str:
        """What it was read by; empty where it was found."""

    @property
    def told(self) -> Mapping[str, Any]:
        """What JSON says of it."""


@dataclass(frozen=True)
class Mistake:
    """Hands of which one line of a strategy takes one action where another is worth more.

    line: a line of a list, the number of a row of a house way, or a cell of a chart.
    chosen, best: what it takes, and what is worth more; of a house way what goes in front, of a
        chart the letters.
    cost: what the mistakes take off the expected value, in units; of a cell below 0 where other
        hands win more by it.
    decision: where the mistake is made; empty where there is one.
    situations: information sets, suits relabelled; None where they are not told.
    deals: how many of the walked deals come there under the strategy.
    sample: the cards of the situation that costs most.
    wagered: units staked before it.
    """

    line: Line | str
    chosen: str
    best: str
    cost: Fraction
    decision: str = ""
    situations: int | None = None
    deals: int | None = None
    sample: str = ""
    wagered: Fraction | None = None


@dataclass(frozen=True)
class Use:
    """How often a line decides.

    decision, line: the line, and where it stands.
    deals: the walked deals that it decides; 0 where no situation that the strategy comes to reaches
        it.
    """

    decision: str
    line: Line
    deals: int


@dataclass(frozen=True, repr=False)
class Priced(AboutGame):
    """A strategy and its exact price.

    strategy: it.
    result: what happens under the strategy.
    optimum: the expected value of the best play, in units; of a chart that of the chart found.
    mistakes: the most expensive first; none of a house way where the dealer's hand is seen.
    uses: one a line of a list.
    by_cards: where strategies go by totals, the expected value of play by the cards.
    """

    strategy: PricedStrategy
    result: BetResult
    optimum: Fraction
    mistakes: tuple[Mistake, ...] = ()
    uses: tuple[Use, ...] = ()
    by_cards: Fraction | None = None

    @property
    def value(self) -> Fraction:
        """The expected net of the strategy, in units."""
        return self.result.expected_value

    @property
    def cost(self) -> Fraction:
        """What the strategy loses against `optimum`, in units; below 0 only of a chart better than
        the one found.
        """
        return self.optimum - self.value

    @property
    def unused(self) -> tuple[Line, ...]:
        """The lines that no situation reaches."""
        return tuple(use.line for use in self.uses if not use.deals)
