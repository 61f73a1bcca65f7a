"""Blocks of decisions under a policy, who decides them and who folds them: all that a question
knows of a game.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from combin.counting import Plan, Tally
from combin.counting.plan import Stage
from combin.counting.widths import Choices
from combin.errors import CombinError
from combin.records import dataclass
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers
from combin.solving.induction import Decision, Root
from combin.solving.payoffs import Payoffs
from combin.solving.solve import result_of

Ints: TypeAlias = "array[int] | memoryview"

ONCE = array("q")  # in place of a number a row: one each
OWN = array("i")  # in place of the rows of sets: each its own
RULES, UNDECIDED = 256, 255  # the numbers of rules, and the one that says that none decides


class Kinds(NamedTuple):
    """Which choices of a block are alike when they are mistakes.

    number: of each row that of its kind.
    many: how many there may be.
    of: what a kind is: its rule, and the numbers of the names of the action taken and the best.
    """

    number: array[int]
    many: int
    of: Callable[[int], tuple[int, int, int]]


class PolicyChoice(NamedTuple):
    """What a policy takes at every row after a history.

    action: its number.
    rule: the number of the rule that says so, UNDECIDED for none.
    kinds: which choices are alike when they are mistakes, by action, rule and best action.
    """

    action: Choices
    rule: bytearray
    kinds: Callable[[Choices, bytearray, Choices], Kinds]


class Sets(NamedTuple):
    """Single information sets of a block.

    times, reach: as of its rows.
    row: where each stands; empty: in its own.
    roles, states: how many sets of cards make a state, and their masks.
    """

    times: Ints
    reach: Ints
    row: Ints
    roles: int
    states: Ints


@dataclass(frozen=True)
class Block:
    """Rows of one decision after one history, under a policy; folded and dropped.

    plan, stage, history: where it is decided.
    times: how many information sets stand behind a row, all alike; 0 for none, empty: one each.
    reach: in how many ways the policy comes to each of them.
    deals: behind a way: one number, or one a row.
    values: of each action, the best play following.
    best: the number of the action that is worth most.
    choice: what the policy takes.
    sets: the single information sets behind the rows whose number is not negative.
    """

    plan: Plan
    stage: Stage
    history: Path
    times: Ints
    reach: Ints
    deals: array[int]
    values: Sequence[Ints]
    best: Choices
    choice: PolicyChoice
    sets: Callable[[array[int]], Iterator[Sets]]


class Sight(Protocol):
    """What a policy sees at some information sets of a decision."""

    def decide(self, history: Path, best: Decision | None) -> PolicyChoice:
        """Return what is taken after a history; best: the best play, for a policy that asks it."""


class Policy(Protocol):
    """A way to decide everything.

    needs_values: whether it asks what the actions are worth under the best play.
    """

    needs_values: bool

    def seen(self, tally: Tally, place: int) -> Sight:
        """Look at a level of a tally, once for all histories."""

    def undecided(self, history: Path, cards: Sequence[int]) -> CombinError:
        """Return what is said of an information set that is come to and left undecided."""

    def key(self, stage: Stage) -> Hashable:
        """Return what policies that decide alike have in common."""

    def names(self, stage: Stage) -> Sequence[str]:
        """Return what the actions of mistakes are called, by their numbers."""


class Fold(Protocol):
    """What a question adds up over a stream."""

    def take(self, block: Block) -> None:
        """Add a block."""

    def end(self, root: Root) -> None:
        """Add what happens in some of the deals."""


F = TypeVar("F", bound=Fold)


class Family(Protocol):
    """Games whose decisions are found in one way; a family derives from it."""

    def fits(self, plan: Plan) -> bool:
        """Tell whether a plan is of the family."""

    def refuses(self, payoffs: Payoffs) -> str:
        """Return why a plan of the family has no blocks, empty where it has; what happens and what
        policies are worth is told all the same.
        """
        return ""

    def times(self, payoffs: Payoffs) -> int:
        """Return how often the stream meets each deal: all its sums together are divided by it."""
        return 1

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


def scaled_worth(payoffs: Payoffs, root: Root) -> int:
    """Return what all deals are worth by what happens in them, scaled."""
    return int(result_of(payoffs, root).expected_value * payoffs.plan.deals * payoffs.scale)
