"""A bet of a game with its choices set: what questions ask, whatever the game.

Its subclasses, in `families/`, know how it is counted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from combin.errors import CombinError
from combin.records import dataclass

if TYPE_CHECKING:
    from combin.exact import Interval
    from combin.families.contract import RoundDealer
    from combin.proof.verify import ShortRecounts, Verified
    from combin.questions.advice import Advice, Situations
    from combin.questions.card_counting import CardCounting
    from combin.questions.plays import Plays
    from combin.questions.priced import Priced
    from combin.questions.protection import Estimator
    from combin.questions.recommended import Recommended
    from combin.questions.shares import Kept
    from combin.questions.spreads import BettingSpread
    from combin.rules.game import Game
    from combin.sensitivity import Aim, AimRange, Counted, Formula, PayPoints, Sweep
    from combin.solving.executor import Progress, Workers
    from combin.solving.result import BetResult

OPTIMAL = "optimal"  # the best play
VALUE, VARIANCE, LAW = "value", "variance", "distribution"  # what is asked of a bet
Tell = Callable[[str], None]  # says what is counted next; empty: done
Results = Callable[[], "Iterable[BetResult]"]  # finds them
Policy = Any  # how decisions are made; of each family its own
Sight = Any  # what a player may see that he should not; of each family its own


@dataclass(frozen=True)
class CountAsked:
    """What is asked of a count, as `combin.card_counting` takes it; None where it is left open."""

    tags: Mapping[str, int] | None = None
    trigger: Any = None
    cut: int | None = None
    level: int | None = None
    flat: bool = False
    name: str = ""
    spread: Any = None
    wong_out: int | None = None
    resolution: str | None = None
    rounding: str | None = None
    start: int | None = None
    bankroll: Any = None

    @property
    def at_table(self) -> dict[str, object]:
        """What is asked of rounds at a table alone, where one is dealt after the other."""
        of_bets = ("tags", "trigger", "cut", "level", "name")
        return {key: value for key, value in vars(self).items() if key not in of_bets}


class StrategyFormat:
    """What the strategies of a bet are: lists of lines or of holds, house ways, or charts.

    game, bet, workers, progress: as a `Subject` has them.
    meant: what names a strategy, in words.
    refuses: arguments of questions that it does not take.
    nothing: that nothing is up to the player, in a sentence; empty where something is.
    always: the actions that can be taken with any cards.
    printer: the module that makes cards and charts of them.
    """

    meant = "a file, a strategy of combin's, or an action"
    refuses: Sequence[str] = ()
    nothing = ""
    always: Sequence[str] = ()
    printer = "combin.publishing.lists"

    def __init__(
        self, game: Game, bet: str, workers: Workers = None, progress: Progress | None = None
    ) -> None:
        self.game, self.bet, self.workers, self.progress = game, bet, workers, progress

    @abstractmethod
    def read(self, words: str) -> object:
        """Return the strategy that a file, a name or a text of several lines stands for."""

    @abstractmethod
    def best(self, most: int | None = None, whole: bool = False) -> Recommended | Priced:
        """Return the strategy to play by; most: how many lines it may have; whole: whether simpler
        ones are shown beside it, where that can be chosen.
        """

    @abstractmethod
    def price(self, words: str) -> Priced:
        """Return what the strategy that some words stand for is worth, and where it errs."""


class Subject(ABC):
    """A bet of a game.

    game: the rules. bet: its key. wager: one unit of it is what figures are of.
    workers: who counts. hands_out: whether work is handed to them.
    progress: is told the bet, the shares of a count that are done and their number.
    kept: gives where the shares of a game are kept.
    model: by which model of play the bet is valued, where there are several.
    options: argument of a function -> the option of a command that gives it.
    listed: whether its decisions are listed hand by hand, some or all of them.
    family: of which games it is a bet, in words. reasons: why a question or an argument is refused.
    """

    model = ""
    hands_out = True
    listed = True
    family: str
    reasons: Mapping[str, str] = {}

    def __init__(
        self,
        game: Game,
        bet: str,
        workers: Workers = None,
        progress: Progress | None = None,
        kept: Callable[[Game], Kept | None] | None = None,
        options: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        found, self.options = game.bet(bet), options
        self.progress, self.kept = progress, kept
        self.game, self.bet, self.wager, self.workers = game, found.key, found.base, workers

    def refused(self, what: str) -> CombinError:
        """Return what is said of a question, or an argument of one, that is not answered."""
        named = self.options.get(what, what)
        reason = self.reasons.get(what, f"{named} is not available for {self.family}")
        return CombinError(f"{self.game.slug}: {reason}")

    def refuse(self, **given: object) -> None:
        """Raise CombinError for the first argument that was given; a question says by it which it
        does not take of this bet.
        """
        for name, value in given.items():
            if value or type(value) is int:  # zero is given, too
                raise self.refused(name)

    def tell_cost(self) -> None:  # noqa: B027 - few bets take long
        """Say before what it takes to solve the bet, where that is long and known."""

    @abstractmethod
    def result(self, need: str = VALUE) -> BetResult:
        """Return what the bet comes to under the best play; need: what is asked of it, its value at
        least; a family that has more at hand gives that, too.
        """

    @property
    def value(self) -> Fraction:
        """The expected net under the best play."""
        return self.result().expected_value

    def verify_shards(self) -> None:
        """Raise CombinError where its deals are not counted in shards."""
        raise self.refused("shard")

    @property
    @abstractmethod
    def format(self) -> StrategyFormat:
        """What its strategies are written in."""

    def strategies(self, **given: object) -> StrategyFormat:
        """Return what its strategies are written in; given: arguments of a question about them, of
        which it may not take some.
        """
        found = self.format
        self.refuse(**{name: value for name, value in given.items() if name in found.refuses})
        return found

    @abstractmethod
    def settled(self) -> object:
        """Return the bet as it is set, for `vary` and `compare`: what `SettledBet` is."""

    # --- One hand, all hands, a count ------------------------------------------------------------

    def advise(self, cards: str) -> Advice:
        """Return what each action is worth with some cards."""
        raise self.refused("advise")

    def situations(self) -> Situations:
        """Return every situation that asks for a decision."""
        raise self.refused("situations")

    def plays(self, numbers: Sequence[int]) -> Plays:
        """Return how the results of several plays of one dealt hand vary."""
        raise self.refused("plays")

    def card_counting(self, asked: CountAsked) -> CardCounting | BettingSpread:
        """Return what a count wins, or tells, or what bets by it win at a table."""
        raise self.refused("card_counting")

    @abstractmethod
    def verify(
        self, bets: Sequence[str], ranks: str | None, suits: str | None, packs: int | None
    ) -> Verified:
        """Return how far engine and reference agree on some bets of the game, on short decks or on
        the one that ranks, suits and packs make.
        """

    @abstractmethod
    def recounted(self, bets: Sequence[str]) -> ShortRecounts:
        """Return how the reference agrees on some bets of a game of the user's own, on short decks;
        raises CombinError where it does not.
        """

    # --- Pays ------------------------------------------------------------------------------------

    def counted(self, question: str = "tally", *pays: str) -> Counted:
        """Return the bet with its counts at hand; question: which needs them. pays: that move."""
        raise self.refused(question)

    # --- Other settings --------------------------------------------------------------------------

    def is_other(self, game: Game) -> bool:
        """Return whether a game makes another bet of it, and one that is solved soon."""
        return game.rules_of(self.bet) != self.game.rules_of(self.bet)

    @property
    def counted_by(self) -> str:
        """What settings of the bet have in common that are counted once."""
        return self.game.rules_of(self.bet)

    @abstractmethod
    def known_play(self, alike: Sequence[Self]) -> Iterator[tuple[str, Results]]:
        """Yield the known ways to play some settings of the bet that are counted alike: what each
        is called, and what finds the result in each setting.
        """

    def dealer(self, form: str, strategy: str | None, cut: int | None) -> RoundDealer:
        """Return who deals rounds of the bet for a log.

        form: of the log. strategy: as a user names it; None for the best play. cut: how many cards
            stay behind the cut card of a shoe, from which rounds are dealt on.
        """
        raise self.refused("simulate")

    @abstractmethod
    def pay(self, name: str) -> str:
        """Return the address of a pay that may move."""

    @abstractmethod
    def formula(self, free: Sequence[str]) -> Formula:
        """Return the value as a formula in the pays; free: those that move in its region."""

    @abstractmethod
    def sweep(self, pay: str, low: Fraction, high: Fraction) -> Sweep | PayPoints:
        """Return the value for every value of one pay, or for round ones."""

    @abstractmethod
    def target(self, edge: Fraction | Interval, pay: str, limits: Interval) -> Aim | AimRange:
        """Return the pay at which the edge is as asked, or the pays at which it is in a range."""

    # --- Cards that are seen ---------------------------------------------------------------------

    @abstractmethod
    def sights(self, seen: Mapping[str, int | Sequence[int] | str] | None) -> list[Sight]:
        """Return what a player may see that he should not, as exposures of `protect`; all that is
        usual, if nothing is asked for.
        """

    @abstractmethod
    def seeing(self, exposure: Sight) -> Fraction:
        """Return the expected net for who sees it; raises CombinError where it is not counted."""

    @abstractmethod
    def cost(self, exposure: Sight) -> str:
        """Return in words what it takes to count that."""

    def estimator(
        self,
        sample: int | None,
        seed: int | None,
        tell: Callable[[int, int], None] | None = None,
    ) -> Estimator | None:
        """Return what says about what an edge is that is not counted, from a sample of so many
        hands; None where none is asked for. tell: is told how many of them are done.
        """
        self.refuse(sample=sample, seed=seed)
        return None

    def foreseen(self, among: Callable[[list[Fraction]], Fraction] = max) -> Fraction | None:
        """Return the expected net for who sees every card; None where that is not known.

        among: what a decision is worth by its actions; the mean is that of play at random.
        """
        return None

    def tells_all(self, exposure: Sight) -> bool:
        """Return whether who sees that sees all that matters."""
        return False

    # --- The shoe --------------------------------------------------------------------------------

    @abstractmethod
    def ranks(self) -> Mapping[str, Mapping[str, int]]:
        """Return rank -> its cards that are not alike -> how many there are of each; raises
        CombinError for a game that is not dealt from a shoe.
        """

    @abstractmethod
    def without(self, card: str) -> Subject:
        """Return the bet when a card of the shoe is gone."""

    def usual(self) -> Policy | None:  # noqa: B027 - most bets have none
        """Return the strategy that is kept when cards are removed; None where none is known."""

    def by(self, policy: Policy) -> Fraction:
        """Return the expected net under a policy, such as the usual one."""
        raise NotImplementedError
