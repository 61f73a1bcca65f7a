"""Blocks of decisions under a policy, and the interfaces of a policy and a fold: all that a
question knows of a game.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from combin.counting import Plan, Tally
from combin.counting.plan import Stage
from combin.counting.widths import Choices
from combin.errors import CombinError
from combin.records import dataclass
from combin.rules.facts import Path
from combin.solving.induction import Decision, Folded, Offers, Root, everywhere, made, nets
from combin.solving.payoffs import Payoffs
from combin.solving.result import SMALLER_STAKE, result_of

Ints: TypeAlias = "array[int] | memoryview"

ONCE = array("q")  # in place of a number a row: one each
OWN = array("i")  # in place of the rows of sets: each its own
RULES, UNDECIDED = 256, 255  # the numbers of rules, and the one that says that none decides


PASSED = ""  # the action, without a name, of a decision that is not made


class Answer(NamedTuple):
    """The actions open after one history, and what they are worth.

    history: the actions taken before.
    values: action -> expected net of the whole bet, in units.
    best: the action to take.
    tied: all actions worth as much as the best, if there are several.
    taken: which of those is taken, in words.
    """

    history: tuple[str, ...]
    values: dict[str, Fraction]
    best: str
    tied: tuple[str, ...]
    taken: str = SMALLER_STAKE


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
    deals: behind a way: one a row; in blocks under a policy one number may stand for all rows.
    values: of each action, the best play following; empty for one that is nowhere taken or best.
    best: the number of the action that is worth most.
    choice: what the policy takes.
    sets: the single information sets behind the rows whose number is not negative.
    offers: where each action is offered; empty where all are everywhere.
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
    offers: Offers = ()

    def nets(self, at: int, unit: int) -> dict[str, Fraction]:
        """Return what each action offered at a row is worth in units, in the order of preference.

        unit: the deals there x the scale of the payoffs.
        """
        paths = self.plan.after(self.history)
        return nets(paths, self.values, self.offers or everywhere(paths), at, unit)

    @property
    def made(self) -> bytes:
        """Where the decision is made, 1 or 0 a row; nothing where it always is."""
        return made(self.plan.after(self.history), self.offers)


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

    def may_take(self, path: Path) -> bool:
        """Return True if the policy may take the last action of a path."""


class Fold(Protocol):
    """What a question adds up over a stream."""

    def take(self, block: Block) -> None:
        """Add a block."""

    def end(self, root: Root) -> None:
        """Add what happens in some of the deals."""


class Ends:
    """A fold of what happens alone.

    root: what happened so far.
    """

    def __init__(self) -> None:
        self.root = Root()

    def take(self, block: Block) -> None:
        pass

    def end(self, root: Root) -> None:
        self.root.add(root)


class Table(Protocol):
    """What is taken at every information set of a bet, at hand for whoever plays it.

    root: what happens then.
    """

    root: Root

    def places(
        self, stage: Stage, states: array[int], nodes: array[int], live: bytes
    ) -> array[int]:
        """Return where each state of a decision stands in what is taken there.

        states: as those of levels; nodes: a number a state, of which `live` has 1 where the state
            is asked for.
        """

    def actions(self, history: Path) -> Choices:
        """Return the action taken after a history, by place."""


class Start(NamedTuple):
    """One kind of hand before anything is decided.

    cards: an example, as a mask.
    deals: how many of the walked deals start so.
    values: action -> expected net, in units, in the order of preference.
    """

    cards: int
    deals: int
    values: dict[str, Fraction]


F = TypeVar("F", bound=Fold)


def decided(folded: Folded, history: Path) -> Block:
    """Return what the best play decides after a history; every action's value was kept."""
    decision = folded[history]
    level = folded.tally.levels[decision.place]
    return Block(
        folded.plan,
        level.stage,
        history,
        ONCE,
        ONCE,
        folded.deals(decision.place),
        [value for (value,) in decision.values],
        decision.action,
        PolicyChoice(decision.action, bytearray(len(level)), no_kinds),
        lambda _: iter([Sets(ONCE, ONCE, OWN, level.roles, level.states)]),
        decision.offers,
    )


def no_kinds(action: Choices, rule: bytearray, best: Choices) -> Kinds:
    """Say that nothing is a mistake."""
    return Kinds(array("i"), 0, lambda number: (UNDECIDED, 0, 0))


def scaled_worth(payoffs: Payoffs, root: Root) -> int:
    """Return what all deals are worth by what happens in them, scaled."""
    return int(result_of(payoffs, root).expected_value * payoffs.plan.deals * payoffs.scale)
