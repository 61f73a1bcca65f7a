"""The result of solving: the exact outcomes of each bet under optimal play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from combin.errors import refuse
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.facts import Names, path_key
from combin.version import version

if TYPE_CHECKING:  # there are results without tallies
    from combin.rules.game import Game
    from combin.solving.induction import Root
    from combin.solving.payoffs import Payoffs

# Which of two actions that are worth the same is taken.
SMALLER_STAKE, SMALLER_VARIANCE = "the smaller stake", "the hold of the smaller variance"


@dataclass(frozen=True)
class Outcome:
    """One way a round can end.

    actions: what the player did, in order.
    outcome: how it is called.
    net: units won.
    staked: units that were in play.
    combinations: how many of the walked deals end so.
    """

    actions: tuple[str, ...]
    outcome: str
    net: Fraction
    staked: Fraction
    combinations: int

    @property
    def paid(self) -> Fraction:
        """The units that come back, the stake inside."""
        return self.net + self.staked


@dataclass(frozen=True)
class Tie:
    """Information sets of a decision at which two actions are worth exactly the same.

    decision: its name.
    situations: how many, up to a relabelling of the suits.
    deals: how many of the walked deals come there.
    taken: which of the actions is taken, in words.
    """

    decision: str
    situations: int
    deals: int
    taken: str = SMALLER_STAKE


COLUMNS = columns(words="actions,outcome,model", counts="combinations,deals", units="net,staked")


@dataclass(frozen=True, repr=False)
class BetResult(Result):
    """What a bet comes to under the best play. Every figure is exact and read off `outcomes`.

    key: the bet's name.
    wager: the base wager; the house edge is the expected loss divided by one unit of it.
    deals: how many deals were walked.
    outcomes: the ways a round can end, and how often each does.
    for_one: whether its players count what comes back, the stake inside.
    ties: the decisions at which two actions are worth the same.
    meters: address -> units, where the bet pays shares of a meter.
    model: of play, where there are several.
    figures: those known without outcomes, which may then not have been asked for: `variance` and
        `hit_frequency` are None where neither they nor the outcomes were.
    lacking: what was not asked for, with the option that does.
    found: how its family solved it, where that is at hand.
    """

    key: str
    wager: str
    deals: int
    outcomes: tuple[Outcome, ...]
    ties: tuple[Tie, ...] = ()
    meters: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    for_one: bool = False
    model: str = ""
    figures: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    lacking: tuple[str, ...] = ()
    found: Any = field(default=None, compare=False, repr=False)

    def _mean(self, worth: Callable[[Outcome], Fraction | int]) -> Fraction:
        """Return the mean of `worth` (an outcome's number) over all deals."""
        total = sum(worth(outcome) * outcome.combinations for outcome in self.outcomes)
        return Fraction(total, self.deals)

    @cached_property
    def expected_value(self) -> Fraction:
        """The mean of the net result, in units."""
        known = self.figures.get("expected_value")
        return self._mean(lambda outcome: outcome.net) if known is None else known

    @property
    def house_edge(self) -> Fraction:
        """The expected loss divided by one unit of the base wager."""
        return -self.expected_value

    @property
    def average_wager(self) -> Fraction:
        """The mean of all units in play."""
        known = self.figures.get("average_wager")
        return self._mean(lambda outcome: outcome.staked) if known is None else known

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss divided by the average wager; 0 where nothing is ever staked."""
        return -self.expected_value / self.average_wager if self.average_wager else Fraction(0)

    @property
    def variance(self) -> Any:
        """The variance of the net result of one round, in squared units; None where not asked."""
        if "variance" in self.figures or not self.outcomes:
            return self.figures.get("variance")
        return self._mean(lambda outcome: outcome.net**2) - self.expected_value**2

    @property
    def standard_deviation(self) -> Any:
        """The square root of the variance, as an exact sympy expression; None as the variance."""
        if (variance := self.variance) is None:
            return None
        import sympy

        return sympy.sqrt(sympy.Rational(variance.numerator, variance.denominator))

    @property
    def hit_frequency(self) -> Any:
        """The probability of a net win; where pays are for 1, of any return, the stake included;
        None where it was not asked.
        """
        if not self.outcomes:
            return None
        return self._mean(lambda outcome: int((outcome.paid if self.for_one else outcome.net) > 0))

    @property
    def net_win_frequency(self) -> Fraction | None:
        """The probability of a net win; a stake returned is none. None where it was not asked."""
        return self._mean(lambda outcome: int(outcome.net > 0)) if self.outcomes else None

    @property
    def law(self) -> dict[Fraction, Fraction]:
        """The distribution of the net: net -> its probability, the smallest net first."""
        counts: Counter[Fraction] = Counter()
        for outcome in self.outcomes:
            counts[outcome.net] += outcome.combinations
        return {net: Fraction(count, self.deals) for net, count in sorted(counts.items()) if count}

    @property
    def returned(self) -> Fraction:
        """What comes back of all units in play, on average, the stake inside."""
        return 1 - self.element_of_risk

    _columns = COLUMNS

    def edge_words(self) -> str:
        """Return the house edge and where its meter stands: ``47.7252 %, the meter at
        100,000``.
        """
        return self._headline().removeprefix(f"{self.key}: ")


@dataclass(frozen=True, repr=False)
class AboutGame(Result):
    """A result about one game.

    game: the rules as resolved, with all choices made.
    version: of combin, with the hash of its kernels' sources.
    """

    game: Game
    version: str = field(default_factory=version, kw_only=True)


@dataclass(frozen=True, repr=False)
class AboutBet(AboutGame):
    """A result about one bet.

    bet: its key.
    wager: the name of its base wager; units are those of it.
    """

    bet: str
    wager: str


@dataclass(frozen=True, repr=False)
class AboutPay(AboutBet):
    """A result about one pay of a bet.

    pay, today: its address, and its value in `game`.
    """

    pay: str
    today: Fraction


@dataclass(frozen=True, repr=False)
class Solution(AboutGame):
    """The exact answer for a game: its bets under the best play.

    bets: key -> the result of the bet.
    """

    bets: Mapping[str, BetResult]

    @property
    def pays(self) -> Mapping[str, Fraction]:
        """The pays that were replaced, address -> units."""
        return dict(self.game.priced)

    def __getitem__(self, key: str) -> BetResult:
        """Return the result of the bet that a key means; raises CombinError for one not solved."""
        found = self.game.bet(key).key
        refuse(
            found not in self.bets, f"bet {found!r} was not solved; solved: {', '.join(self.bets)}"
        )
        return self.bets[found]

    _columns = COLUMNS


def result_of(payoffs: Payoffs, root: Root) -> BetResult:
    """Return the result of a bet from what happens in all its deals; raises ArithmeticError where
    some are missing.
    """
    plan = payoffs.plan
    root.verify(plan)
    bet = plan.bet
    meters = plan.game.meters(bet.key)
    ended = outcomes(payoffs, root)
    return BetResult(bet.key, bet.base, plan.deals, ended, meters=meters, for_one=bet.for_one)


def outcomes(payoffs: Payoffs, root: Root) -> tuple[Outcome, ...]:
    """Return the outcomes that a root tally holds, those that pay most first within the same
    actions.
    """
    combinations: Counter[tuple[Names, str, Fraction, Fraction]] = Counter()
    ends = {path_key(path): table for path, table in payoffs.tables.items()}
    for key, counts in root.counts.items():
        for number, count in enumerate(counts):
            if count:
                path, result = ends[key][number]
                end = path_key(path), result.outcome, result.net, result.staked
                combinations[end] += count
    found = [Outcome(*end, count) for end, count in combinations.items()]
    return tuple(sorted(found, key=lambda o: (o.actions, -o.net, o.combinations, o.outcome)))
