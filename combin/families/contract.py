"""The contract of a family: what every room asks of the games whose decisions are found in one way.

A room asks the family of a bet (`families/listed.py`), and never which one it is. What suits most
families is in `families/usual.py`; this module imports no family, and of the rooms counting and
solving alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

from combin.counting import Plan, cost, method_of, prepare
from combin.errors import CombinError
from combin.families.block import Answer, Block, Ends, F, Policy, Start, Table, scaled_worth
from combin.solving.executor import Progress, Workers
from combin.solving.induction import Root, added_up
from combin.solving.payoffs import Payoffs
from combin.solving.result import SMALLER_STAKE

if TYPE_CHECKING:
    from combin.checker.judging import Judging
    from combin.counting.plan import Stage
    from combin.dossier.board_examples import Place
    from combin.dossier.examples import Cards
    from combin.families.drawn_value import DrawnValue
    from combin.families.set_hands.matchup import HouseWay
    from combin.families.shoe.vocabulary import FromShoe
    from combin.logs.write import Cell, LogWriter, RowLayout
    from combin.proof.comparing import Comparing
    from combin.questions.card_counting import TaggedRounds
    from combin.questions.tags import Tags
    from combin.rounds.dealing import Dealing
    from combin.rounds.settle import End
    from combin.solving.result import BetResult
    from combin.strategies.languages import Language
    from combin.strategies.lines import Lines
    from combin.strategies.losses import Losses
    from combin.subject import StrategyFormat


class RoundDealer(ABC):
    """Deals rounds of a bet at random, has them played, and gives them as a log has them.

    form: of the log. layout: its columns. chip: units of one in it.
    played: how the rounds are played, in words. strategy: as the log says it; None where nothing is
        decided.
    facts: what else the log says of itself.
    remarks: what is to know of the figures.
    """

    form: str
    layout: RowLayout
    chip: Fraction
    played: str
    strategy: str | None
    facts: Mapping[str, str] = {}
    remarks: Sequence[str] = ()

    @abstractmethod
    def play(self, rounds: int, seed: int, log: LogWriter) -> Iterator[tuple[bytes, int]]:
        """Yield rounds block by block as they stand in a log, nothing of a tally, with how many
        were played by then; a seed below 2**64 plays the same ones again.
        """

    @abstractmethod
    def tally(self) -> Iterable[Sequence[Cell]]:
        """Return the rows of a tally of the rounds played."""

    @property
    @abstractmethod
    def ends(self) -> dict[End, int]:
        """How many of the rounds played came to each end."""

    @abstractmethod
    def law(self) -> BetResult:
        """Return the exact result of this play; raises CombinError where it is not counted."""


class Family(ABC):
    """Games whose decisions are found in one way; a family derives from it. What asks for single
    information sets is refused by default.

    whole: whether the best play of a bet is found at once, and is no sum of shares.
    together: whether all workers count one share, and then the next.
    keeps: whether single information sets are kept, in tallies; else the best play is found anew
        for other pays.
    by_lines: whether strategies are lists of lines; else each is a house way.
    recounts: whether nothing that is counted is kept from one question to the next, and counting it
        takes most of the time.
    takes_long: whether lines are searched for in up to two minutes, so that a report does it under
        the default choices alone.
    equals: which of two actions that are worth the same is taken, in words.
    of_one_pack: whether a hand is a set of cards of one pack, any of which is as likely; else cards
        count by what they are.
    """

    whole: bool = False
    together: bool = False
    keeps: bool = True
    by_lines: bool = True
    recounts: bool = False
    takes_long: bool = False
    equals: str = SMALLER_STAKE
    of_one_pack: bool = True

    def decisions(self, plan: Plan) -> list[str]:
        """Return the names of the decisions, by their numbers."""
        return [decision.name for decision in plan.decisions]

    def decides(self, plan: Plan) -> bool:
        """Return True if anything is up to the player."""
        return bool(plan.decisions)

    def answers_alone(self, plan: Plan) -> bool:
        """Return True if an information set is answered sooner by itself than among all of them."""
        return not self.keeps

    def _unwritten(self, plan: Plan, method: str) -> NoReturn:
        """Refuse single information sets where hands are set; any other family has the method."""
        plan.verify_listable()
        raise NotImplementedError(f"{type(self).__name__} has no method {method!r}")

    # --- The best play ---------------------------------------------------------------------------

    def cost(self, plan: Plan) -> str:
        """Return in words what a bet takes to count when nothing of it is kept."""
        return cost(plan)

    def shares(self, plan: Plan, cut: int) -> int:
        """Return how many shares the work of a bet has, cut for so many workers."""
        return 1 if self.whole else method_of(plan).shares(plan, cut)

    def prepare(self, plan: Plan) -> None:
        """Find what all shares ask, before there are threads that would each find it."""
        if not self.whole:
            prepare(plan)

    @abstractmethod
    def happens(
        self,
        asked: Sequence[Payoffs],
        part: int = 0,
        parts: int = 1,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> list[Root]:
        """Return what happens in one share of the deals under the best play, for each of some
        payoffs of bets that are counted alike.
        """

    def occurring(self, payoffs: Payoffs) -> Iterator[tuple[Root, Sequence[array[int]]]]:
        """Yield what happens under the best play in some of the deals, and which joint numbers of
        facts they have: for each decision of those known there, last of all that settle. 0 stands
        for what no deal has; any other number says no more than that some have it.
        """
        self._unwritten(payoffs.plan, "occurring")

    def decided(self, payoffs: Payoffs) -> Iterator[Block]:
        """Yield the blocks of the best play, whose rows are single information sets, each reached
        in one way: `deals` has all deals of each, whatever the suits are called.
        """
        self._unwritten(payoffs.plan, "decided")

    def starts(self, payoffs: Payoffs) -> Iterator[Start]:
        """Yield the kinds of hands of the first decision under the best play."""
        self._unwritten(payoffs.plan, "starts")

    @abstractmethod
    def answers(self, payoffs: Payoffs, number: int, cards: Mapping[str, int]) -> Iterator[Answer]:
        """Yield the answers at a decision for some cards, one a history.

        number: of the decision, from 0.
        cards: zone -> the mask of its cards, for all zones seen there.
        """

    def table(
        self,
        payoffs: Payoffs,
        policy: Policy | None = None,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Table:
        """Return what a policy takes at every information set, by default the best play."""
        self._unwritten(payoffs.plan, "table")

    # --- Policies --------------------------------------------------------------------------------

    def refuses(self, payoffs: Payoffs) -> str:
        """Return why a plan of the family has no blocks, empty where it has; what happens and what
        policies are worth is told all the same.
        """
        return ""

    def times(self, payoffs: Payoffs) -> int:
        """Return how often the stream meets each deal: all its sums together are divided by it."""
        return 1

    @abstractmethod
    def each(
        self,
        payoffs: Payoffs,
        policies: Sequence[Policy],
        fold: Callable[[], F],
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Iterator[list[F]]:
        """Yield, share by share of the work, for each policy a fold that took its blocks where they
        were made; the deals are counted and the best play is found once for all of them.
        """

    def outcomes(
        self, payoffs: Payoffs, policies: Sequence[Policy], workers: Workers = None
    ) -> Iterator[Root]:
        """Yield what happens under each of some policies."""
        shares = self.each(payoffs, policies, Ends, workers)
        yield from added_up(len(policies), ([ends.root for ends in share] for share in shares))

    def followed(
        self,
        payoffs: Payoffs,
        policies: Sequence[Policy],
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> tuple[int, list[Root]]:
        """Return what the best play is worth, scaled, and what happens under each of some policies;
        mistakes are not looked for.
        """
        parts = self.shares(payoffs.plan, 1)
        shares = (self.happens([payoffs], part, parts, workers, progress) for part in range(parts))
        [best] = added_up(1, shares)
        return scaled_worth(payoffs, best), [*self.outcomes(payoffs, policies, workers)]

    def worth(
        self,
        payoffs: Payoffs,
        policies: Sequence[Policy],
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> list[int]:
        """Return what each of some policies is worth, scaled; what several decide alike is decided
        once.
        """
        found: list[int] = []
        for root in self.outcomes(payoffs, policies, workers):
            found.append(scaled_worth(payoffs, root))
            if progress:
                progress(payoffs.plan.bet.key, len(found), len(policies))
        return found

    # --- Lists and house ways --------------------------------------------------------------------

    def language(self, plan: Plan) -> Language | None:
        """Return the language that the family has for its lists alone; None where lines are
        conditions on the cards seen.
        """
        return None

    def words_of_shoe(self, plan: Plan, stage: Stage) -> FromShoe | None:
        """Return what lines say of cards from a shoe; None where cards are those of one pack."""
        return None

    @abstractmethod
    def strategies(
        self, plan: Plan, workers: Workers = None, progress: Progress | None = None
    ) -> StrategyFormat:
        """Return what strategies of a bet are written in."""

    @abstractmethod
    def losses(
        self, payoffs: Payoffs, more: Sequence[set[int]], fine: bool, progress: Progress | None
    ) -> Losses:
        """Return what every action loses in every class of information sets, over all deals.

        more: for each decision, traits to look at beside the usual ones.
        fine: whether to look at the finer traits, too.
        """

    @abstractmethod
    def middle_hands(self, plan: Plan, lines: Lines, wanted: set[Place]) -> dict[Place, Cards]:
        """Return for each wanted line the middle one of the hands that it decides."""

    # --- Rounds, logs, the reference -------------------------------------------------------------

    @abstractmethod
    def dealing(self, plan: Plan) -> Dealing:
        """Return how rounds of a bet are dealt, shown, settled and played."""

    @abstractmethod
    def judging(self, plan: Plan) -> Judging:
        """Return what a log of a bet must have, and what judges its rows."""

    @abstractmethod
    def comparing(self, plan: Plan) -> Comparing:
        """Return what compares the information sets of a bet with those of the reference."""

    # --- Questions of some families --------------------------------------------------------------

    def tagged_rounds(self, plan: Plan, tags: Tags) -> TaggedRounds:
        """Return the rounds that a card counter meets, played as is best with the whole shoe; tags:
        of each rank.
        """
        raise CombinError(f"{plan.game.slug}: its family does not follow rounds through a shoe")

    def house_way(self, plan: Plan) -> HouseWay | None:
        """Return by which way the dealer sets his hands, for a page to count; None for a bet
        without one.
        """
        return None

    def drawn_value(self, plan: Plan) -> DrawnValue | None:
        """Return the value of a bet on five cards at any pays, None where a page cannot find it."""
        return None
