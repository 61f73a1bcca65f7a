"""Blocks of decisions under a policy, and the interfaces of a policy, a fold and a family: all that
a question knows of a game.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, NoReturn, Protocol, TypeAlias, TypeVar

from combin.counting import Plan, Tally, cost, prepare, shares
from combin.counting.plan import Stage
from combin.counting.widths import Choices
from combin.errors import CombinError
from combin.records import dataclass
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers
from combin.solving.induction import Decision, Folded, Offers, Root, everywhere, made, nets
from combin.solving.payoffs import Payoffs
from combin.solving.result import SMALLER_STAKE, SMALLER_VARIANCE, result_of

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
        """Return whether it may take the last action of a path."""


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


class Family(Protocol):
    """Games whose decisions are found in one way; a family derives from it. What asks for single
    information sets is refused by default.

    whole: whether the best play of a bet is found at once, and is no sum of shares.
    together: whether all workers count one share, and then the next.
    keeps: whether single information sets are kept, in tallies; else the best play is found anew
        for other pays.
    by_lines: whether strategies are lists of lines; else each is a house way, which sets any hand.
    recounts: whether nothing that is counted is kept from one question to the next, and counting it
        takes most of the time.
    """

    whole: bool = False
    together: bool = False
    keeps: bool = True
    by_lines: bool = True
    recounts: bool = False

    def decisions(self, plan: Plan) -> list[str]:
        """Return the names of the decisions, by their numbers."""
        return [decision.name for decision in plan.decisions]

    def decides(self, plan: Plan) -> bool:
        """Return whether anything is up to the player."""
        return bool(plan.decisions)

    def takes_long(self, plan: Plan) -> bool:
        """Return whether lines are searched for in up to two minutes, so that a report does it
        under the default choices alone.
        """
        return plan.draw is not None

    def equals(self, plan: Plan) -> str:
        """Return which of two actions that are worth the same is taken, in words."""
        return SMALLER_VARIANCE if plan.holds else SMALLER_STAKE

    def answers_alone(self, plan: Plan) -> bool:
        """Return whether an information set is answered sooner by itself than among all of them."""
        return not self.keeps or plan.draw is not None

    def of_one_pack(self, plan: Plan) -> bool:
        """Return whether a hand is a set of cards of one pack, any of which is as likely; else
        cards count by what they are.
        """
        return not plan.game.from_shoe

    def _unwritten(self, plan: Plan, method: str) -> NoReturn:
        """Refuse single information sets where hands are split; any other family has the method."""
        plan.verify_unsplit()
        raise NotImplementedError(f"{type(self).__name__} has no method {method!r}")

    # --- The best play ---------------------------------------------------------------------------

    def cost(self, plan: Plan) -> str:
        """Return in words what a bet takes to count when nothing of it is kept."""
        return cost(plan)

    def shares(self, plan: Plan, cut: int) -> int:
        """Return how many shares the work of a bet has, cut for so many workers."""
        return 1 if self.whole else shares(plan, cut)

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
        roots = [Root() for _ in policies]
        for share in self.each(payoffs, policies, Ends, workers):
            for root, ends in zip(roots, share):
                root.add(ends.root)
        yield from roots

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
        best, parts = Root(), self.shares(payoffs.plan, 1)
        for part in range(parts):
            [root] = self.happens([payoffs], part, parts, workers, progress)
            best.add(root)
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
