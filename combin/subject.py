"""A bet of a game with its rules settled: what questions of its value ask, whatever the game.

How a subject is counted its family knows, below `families/`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from combin.dossier.recommended import Recommended
    from combin.families.contract import RoundDealer
    from combin.families.count_up.ladder import CountUpStrategy
    from combin.families.count_up.questions import PricedChart
    from combin.families.count_up.switch_chart import SwitchStrategy
    from combin.families.set_hands.ways import PricedWay
    from combin.rules.choosing import Resolved
    from combin.solving.executor import Progress, Workers
    from combin.solving.result import BetResult
    from combin.strategies import Priced

VALUE, VARIANCE, LAW = "value", "variance", "distribution"  # what is asked of a bet
Tell = Callable[[str], None]  # says what is counted next; empty: done
Policy = Any  # how decisions are made; of each family its own


class StrategyFormat:
    """What the strategies of a bet are: lists of lines or of holds, house ways, or charts.

    game, bet, workers, progress: as a `Subject` has them.
    meant: what names a strategy, in words.
    nothing: that nothing is up to the player, in a sentence; empty where something is.
    """

    meant = "a file, a strategy of combin's, or an action"
    nothing = ""

    def __init__(
        self, game: Any, bet: str, workers: Workers = None, progress: Progress | None = None
    ) -> None:
        self.game, self.bet, self.workers, self.progress = game, bet, workers, progress

    def read(self, words: str) -> object:
        """Return the strategy that a file, a name or a text of several lines stands for."""
        raise NotImplementedError

    def best(
        self, most: int | None = None, whole: bool = False
    ) -> Recommended | CountUpStrategy | SwitchStrategy:
        """Return the strategy to play by; most: how many lines it may have; whole: whether simpler
        ones are shown beside it, where that can be chosen.
        """
        raise NotImplementedError

    def price(self, words: str) -> Priced | PricedWay | PricedChart:
        """Return what the strategy that some words stand for is worth, and where it errs."""
        raise NotImplementedError


class Subject:
    """A bet of a game.

    game: the rules. bet: its key. wager: one unit of it is what figures are of.
    workers: who counts. hands_out: whether work is handed to them.
    progress: is told the bet, the shares of a count that are done and their number.
    kept: gives where the shares of a game are kept.
    model: by which model of play the bet is valued, where there are several.
    refuses: what no question about it takes, arguments of functions.
    """

    model = ""
    hands_out = True

    refuses: Collection[str] = ()

    def __init__(
        self,
        game: Resolved,
        bet: str,
        workers: Workers = None,
        progress: Progress | None = None,
        kept: Callable[[Any], Any] | None = None,
    ) -> None:
        found = game.bet(bet)
        self.progress, self.kept = progress, kept
        self.game, self.bet, self.wager, self.workers = game, found.key, found.base, workers

    def tell_cost(self) -> None:
        """Say before what it takes to solve the bet, where that is long and known."""

    def result(self, need: str = VALUE) -> BetResult:
        """Return what the bet comes to under the best play; need: what is asked of it, its value at
        least; a family that has more at hand gives that, too.
        """
        raise NotImplementedError

    @property
    def value(self) -> Fraction:
        """The expected net under the best play."""
        return self.result().expected_value

    @property
    def strategies(self) -> StrategyFormat:
        """What its strategies are written in."""
        raise NotImplementedError

    def settled(self) -> Any:
        """Return the bet as it is set, for `vary` and `compare`: what `SettledBet` is."""
        raise NotImplementedError

    def dealer(self, form: str, strategy: str | None, cut: int | None) -> RoundDealer:
        """Return who deals rounds of the bet for a log.

        form: of the log. strategy: as a user names it; None for the best play. cut: how many cards
            stay behind the cut card of a shoe, from which rounds are dealt on.
        """
        raise NotImplementedError

    # --- Cards that are seen ---------------------------------------------------------------------

    def sights(self, seen: Mapping[str, Any] | None) -> list[Any]:
        """Return what a player may see that he should not, as exposures of `protect`; all that is
        usual, if nothing is asked for.
        """
        raise NotImplementedError

    def seeing(self, exposure: Any) -> Fraction:
        """Return the expected net for who sees it; raises CombinError where it is not counted."""
        raise NotImplementedError

    def cost(self, exposure: Any) -> str:
        """Return in words what it takes to count that."""
        raise NotImplementedError

    def foreseen(self) -> Fraction | None:
        """Return the expected net for who sees every card; None where that is not known."""
        return None

    def tells_all(self, exposure: Any) -> bool:
        """Return whether who sees that sees all that matters."""
        return False

    # --- The shoe --------------------------------------------------------------------------------

    def ranks(self) -> Mapping[str, Mapping[str, int]]:
        """Return rank -> its cards that are not alike -> how many there are of each; raises
        CombinError for a game that is not dealt from a shoe.
        """
        raise NotImplementedError

    def without(self, card: str) -> Subject:
        """Return the bet when a card of the shoe is gone."""
        raise NotImplementedError

    def usual(self) -> Policy | None:
        """Return the play that a player keeps when cards are gone; None where none is known."""

    def by(self, policy: Policy) -> Fraction:
        """Return the expected net under a policy."""
        raise NotImplementedError
