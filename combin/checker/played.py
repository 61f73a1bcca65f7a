"""How a log was played: the decisions that deviate from the strategy, how many there are, and their
exact cost.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from combin.cards import cards_of, cards_text, mask_of
from combin.checker import chances
from combin.checker.cards import RowCards, dealt_by
from combin.checker.fits import LEVEL
from combin.checker.law import LawCheck
from combin.counting import Tally, method_of, nearby, tallies
from combin.counting.levels import zones_of as zones_seen
from combin.families.tally import under
from combin.kernels import walk
from combin.records import dataclass
from combin.rounds import Tree
from combin.rounds.settle import End, Replay
from combin.rounds.strategies import states_of
from combin.rounds.zones import zones_of
from combin.rules import Deal, Way
from combin.rules.facts import Path
from combin.solving.induction import Folded
from combin.strategies.policies import policy_of

FEW = 256  # situations that are counted one by one

State = tuple[int, ...]  # masks, suits relabelled


@dataclass(frozen=True)
class Departure:
    """Rounds in which one situation was not played as the strategy says.

    decision: its name.
    row: the number of the first of these rounds.
    rounds: how many there are.
    cards: those of the first.
    taken: the action that was taken.
    named: the action that the strategy says.
    cost: what one such choice loses, in units; below 0 it wins.
    """

    decision: str
    row: int
    rounds: int
    cards: str
    taken: str
    named: str
    cost: Fraction


@dataclass(frozen=True)
class PlayCheck:
    """How the decisions of a log agree with a strategy.

    decisions: how many were looked at.
    departures: where they leave the strategy, the most expensive first.
    even: how many leave the best play at no cost.
    replayed: how many rounds left the strategy and can be played again by it, with the same cards.
    lacking: how many more cannot, because cards are missing.
    gained: how much more the replayed rounds won than the strategy wins with the same cards, in
        units.
    knowing: whether that is more than a player who sees only his cards can expect.
    """

    decisions: int
    departures: tuple[Departure, ...]
    even: int
    replayed: int = 0
    lacking: int = 0
    gained: Fraction = Fraction(0)
    knowing: bool = False

    @property
    def rounds(self) -> int:
        """How many decisions leave the strategy."""
        return sum(one.rounds for one in self.departures)

    @property
    def cost(self) -> Fraction:
        """What they lose together, in units."""
        return sum((one.rounds * one.cost for one in self.departures), Fraction(0))

    def sorts(self) -> dict[tuple[str, str, str], tuple[int, Fraction]]:
        """Return (decision, taken, named) -> how often, and the cost together, the most expensive
        first.
        """
        found: dict[tuple[str, str, str], tuple[int, Fraction]] = {}
        for one in self.departures:
            sort = one.decision, one.taken, one.named
            times, cost = found.get(sort, (0, Fraction(0)))
            found[sort] = times + one.rounds, cost + one.rounds * one.cost
        return dict(sorted(found.items(), key=lambda item: -item[1][1]))


def play_of(decisions: int, left: list[Departure], best: bool) -> PlayCheck:
    """Return how decisions agree with a strategy; best: whether it is the best play, which what
    costs nothing does not leave.
    """
    kept = sorted(
        (one for one in left if one.cost or not best),
        key=lambda one: (-one.rounds * one.cost, one.row),
    )
    even = sum(one.rounds for one in left) - sum(one.rounds for one in kept)
    return PlayCheck(decisions, tuple(kept), even)


class ChoiceLeft(NamedTuple):
    """A choice that leaves the strategy; its nodes are those of the tree of actions.

    number: of the decision.
    state: the cards seen.
    here: the node at which the decision is made.
    taken: the node to which the action that was taken leads.
    named: the node to which the strategy leads.
    """

    number: int
    state: State
    here: int
    taken: int
    named: int


@dataclass
class AlikeDepartures:
    """Rounds that left the strategy in the same way.

    row: the number of the first.
    cards: those of the first.
    rounds: how many there are so far.
    """

    row: int
    cards: str
    rounds: int = 0


class Replays:
    """What comes of rounds that left a strategy.

    decisions: how many were looked at.
    replayed, lacking, gained: as of `PlayCheck`.
    squares: the sum of the squares of what each won more.
    """

    def __init__(self, law: LawCheck) -> None:
        self.law, self.plan = law, law.plan
        self.decisions = self.replayed = self.lacking = 0
        self.gained = self.squares = Fraction(0)

    def add(self, left: int, ends: Mapping[int, End], nets: Callable[[int], Fraction]) -> None:
        """Add some rounds that left the strategy.

        left: how many did.
        ends: row -> how the strategy would have ended it, as far as the cards are there.
        nets: row -> its net by the rules, in units.
        """
        for row, end in ends.items():
            more = nets(row) - end.net
            self.gained += more
            self.squares += more**2
        self.replayed += len(ends)
        self.lacking += left - len(ends)

    @abstractmethod
    def take(
        self,
        first: int,
        cards: RowCards,
        nets: Callable[[int], Fraction],
        skip: set[int],
    ) -> dict[int, End]:
        """Look at the decisions of some rows, and return how the strategy would have ended each
        row that leaves it, with the same cards.

        first: the number of the first row.
        cards: of the rows.
        nets: row -> its net by the rules, in units.
        skip: the rows that are left out.
        """

    @property
    @abstractmethod
    def left(self) -> int:
        """How many decisions leave the strategy, at whatever cost."""

    @abstractmethod
    def play(self) -> PlayCheck:
        """Return what was found, with the exact cost of every departure."""

    def gathered(self, left: list[Departure]) -> PlayCheck:
        """Return what was found; left: where the decisions leave the strategy, each priced."""
        found = play_of(self.decisions, left, self.law.lines is None)
        knowing = self.gained > 0 and (
            chances.beyond((self.gained + found.cost) ** 2 / self.squares) < LEVEL
        )
        return replace(
            found,
            replayed=self.replayed,
            lacking=self.lacking,
            gained=self.gained,
            knowing=knowing,
        )


class PlayChecker(Replays):
    """Compares the decisions of batches with a strategy."""

    def __init__(self, law: LawCheck) -> None:
        super().__init__(law)
        self.strategy = law.strategy
        self.tree = law.strategy.tree
        number = {passed: node for node, passed in enumerate(self.tree.paths)}
        lengths = range(len(self.plan.stages) + 1)
        # of each path the node at which it stands before each stage, and after the last one
        self.passed = [[number[path[:length]] for length in lengths] for path in self.plan.paths]
        self.met: dict[ChoiceLeft, AlikeDepartures] = {}
        self.informed = None
        if self.plan.informed is not None:
            self.informed = Informed(law, self.tree, self.plan.informed)
        self.settled = Replay(law.plan, self.tree.ends)
        self.kinds = method_of(law.plan).kinds(law.plan)
        self._left: set[int] = set()  # rows of a batch that leave the strategy
        self._tally: Tally | None = None
        self._known: dict[Path, array[int]] = {}

    def take(
        self,
        first: int,
        cards: RowCards,
        nets: Callable[[int], Fraction],
        skip: set[int],
    ) -> dict[int, End]:
        self._left.clear()
        masks, paths = cards.masks, cards.paths
        for number in range(len(self.plan.stages)):
            self._decisions(first, number, masks, paths, skip)
        if self.informed:
            reached, left = self.informed.take(first, masks, paths, skip)
            self.decisions += reached
            self._left |= left
        ends = self._followed(cards, sorted(self._left)) if self._left else {}
        self.add(len(self._left), ends, nets)
        return ends

    @property
    def left(self) -> int:
        met = [*self.met.values(), *(self.informed.met.values() if self.informed else ())]
        return sum(one.rounds for one in met)

    def _decisions(
        self, first: int, number: int, masks: array[int], paths: array[int], skip: set[int]
    ) -> None:
        """Compare each row's action at one decision with the strategy's."""
        stage = self.plan.stages[number]
        here = self._nodes(number, paths)
        taken = self._nodes(number + 1, paths)
        live = self.tree.live(stage)
        skipped = sum(live[here[row]] for row in skip)
        self.decisions += sum(map(live.__getitem__, here)) - skipped
        named = here[:]
        self.strategy.decide(stage, masks, named)
        if named == taken:
            return
        left = [row for row, node in enumerate(taken) if node != named[row] and row not in skip]
        self._left.update(left)
        states, size = states_of(self.plan, stage, masks), len(stage.roles)
        for row in left:
            seen = states[row * size : (row + 1) * size]
            cards = " / ".join(map(cards_text, seen))
            choice = ChoiceLeft(number, self._state(seen), here[row], taken[row], named[row])
            self.met.setdefault(choice, AlikeDepartures(first + row, cards)).rounds += 1

    def _state(self, cards: array[int]) -> State:
        """Return what stands for all cards that are alike: relabelled, or by kind."""
        if self.kinds:
            return tuple(self.kinds[mask.bit_length() - 1] for mask in cards)
        walk.relabelled(self.plan.game.deck.mask, cards)
        return tuple(cards)

    def _nodes(self, number: int, paths: array[int]) -> array[int]:
        """Return the node at which each row's path stands before stage `number`."""
        node_of = [nodes[number] for nodes in self.passed]
        return array("i", map(node_of.__getitem__, paths))

    def _followed(self, cards: RowCards, rows: list[int]) -> dict[int, End]:
        """Return row -> how the strategy ends with its cards; a row is left out where the strategy
        needs cards that it lacks.
        """
        zones = zones_of(self.plan)
        size = len(zones)
        dealt = [cards.masks[row * size : (row + 1) * size] for row in rows]
        whole = array("Q")
        for masks in dealt:
            whole.extend(filled(masks, zones, self.plan.game.deck.mask))
        nodes = array("i", [self.tree.root]) * len(rows)
        for stage in self.plan.stages:
            self.strategy.decide(stage, whole, nodes)
        there = self._there(cards, rows, dealt, nodes)
        self._complete(cards, rows, whole, nodes)
        found = {}
        for row, end, is_there in zip(rows, self.settled.outcomes(whole, nodes), there):
            if is_there:
                found[row] = self.settled.ends[end]
        return found

    def _there(
        self, cards: RowCards, rows: list[int], dealt: list[array[int]], nodes: array[int]
    ) -> list[bool]:
        """Return whether each row has all cards that are dealt by the time its path has ended."""
        game, zones, found = self.plan.game, zones_of(self.plan), []
        for masks, node in zip(dealt, nodes):
            there = dict(zip(zones, masks))  # 0 for a zone without cards
            needed = game.deals[: dealt_by(game, self.tree.ends[node])]
            found.append(all(there.get(deal, True) for deal in needed))
        return found

    def _complete(
        self, cards: RowCards, rows: list[int], masks: array[int], nodes: array[int]
    ) -> None:
        """Change the masks of rows that the strategy has decided to those that are settled."""

    def play(self) -> PlayCheck:
        left = list(self._priced())
        if self.informed:
            left += self.informed.departures()
        return self.gathered(left)

    def _priced(self) -> Iterator[Departure]:
        """Yield the choices that leave the strategy, each with what it costs."""
        wanted: dict[int, dict[State, list[ChoiceLeft]]] = {}
        for choice in self.met:
            wanted.setdefault(choice.number, {}).setdefault(choice.state, []).append(choice)
        for tally in self._counted(wanted):
            folded = None
            for place, level in enumerate(tally.levels):
                left = wanted.get(self.plan.stages.index(level.stage), {})
                for at in range(len(level) if left else 0):
                    state = level.state(at)
                    if self.kinds:
                        state = self._state(array("Q", state))
                    for choice in left.pop(state, ()):
                        folded = folded or self._folded(tally)
                        yield self._departure(folded, place, at, choice)

    def _counted(self, wanted: Mapping[int, Mapping[State, object]]) -> Iterator[Tally]:
        """Yield tallies until nothing is wanted any more: near few situations those around each,
        for many, or where it costs less, all.

        wanted: number of a decision -> the states that have not been met in a tally yet.
        """
        few = not self.kinds and sum(map(len, wanted.values())) <= FEW
        for number, states in wanted.items():
            for state in list(states) if few else ():
                if state in states:
                    stage, cards = self.plan.stages[number], dict[str, int]()
                    for zones, mask in zip(zones_seen(stage), state):
                        cards |= {**dict.fromkeys(zones, 0), min(zones): mask}
                    near = nearby(self.plan, method_of(self.plan).seen(self.plan, stage, cards))
                    if near is None:
                        break
                    yield near
        if any(wanted.values()):
            yield from tallies(self.plan)

    def _folded(self, tally: Tally) -> Folded:
        # What the last decision is worth has nothing to do with a strategy.
        if self.law.lines is None or len(tally.levels) < len(self.plan.stages):
            return self.law.payoffs.fold(tally)
        assert not isinstance(self.law.lines, Way), "a way sets hands and decides nothing else"
        return under(self.law.payoffs, tally, policy_of(self.law.payoffs, self.law.lines))

    def _departure(self, folded: Folded, place: int, at: int, choice: ChoiceLeft) -> Departure:
        after = self.plan.after(self.tree.paths[choice.here])
        path_to = dict(zip(self.tree.children[choice.here], after))
        named = path_to[choice.named]
        taken = path_to[choice.taken]
        lost = self._value(folded, named)[at] - self._value(folded, taken)[at]
        decision, wanted = named[-1]
        _, logged = taken[-1]
        met = self.met[choice]
        return Departure(
            decision,
            met.row,
            met.rounds,
            met.cards,
            logged.name,
            wanted.name,
            Fraction(lost, folded.deals(place)[at] * self.law.payoffs.scale),
        )

    def _value(self, folded: Folded, path: Path) -> array[int]:
        """Return what a path is worth at all information sets, remembered for one tally at
        a time.
        """
        if self._tally is not folded.tally:
            self._tally, self._known = folded.tally, {}
        if path not in self._known:
            (self._known[path],) = folded.value(path)
        return self._known[path]


def filled(masks: array[int], zones: Sequence[Deal], deck: int) -> array[int]:
    """Return the masks of a row; a zone that was not dealt gets cards that are left."""
    if all(masks):
        return masks
    found = masks[:]
    spare = iter(cards_of(deck & ~reduce(or_, masks)))
    for place, deal in enumerate(zones):
        if not masks[place]:
            found[place] = mask_of(islice(spare, deal.cards))
    return found


class Informed:
    """Compares the last decision with the best action, where the player has seen everything.

    informed: the number of that decision.
    """

    def __init__(self, law: LawCheck, tree: Tree, informed: int) -> None:
        self.plan = law.plan
        self.every = Replay(law.plan)
        self.best = Replay(law.plan, tree.ends)
        number = {path: node for node, path in enumerate(tree.ends)}
        self.before = [number[path[: len(law.plan.stages)]] for path in law.plan.paths]
        self.reached = [len(path) > informed for path in law.plan.paths]
        self.met: dict[tuple[int, int], AlikeDepartures] = {}

    def take(
        self, first: int, masks: array[int], paths: array[int], skip: set[int]
    ) -> tuple[int, set[int]]:
        """Return how many rows come to the decision, and which did not end with the best action,
        which are noted; without those in `skip`.
        """
        reached = sum(self.reached[path] for row, path in enumerate(paths) if row not in skip)
        logged = self.every.outcomes(masks, paths)
        best = self.best.outcomes(masks, array("i", map(self.before.__getitem__, paths)))
        pairs = list(zip(logged, best))
        wrong = {
            (end, other)
            for end, other in set(pairs)
            if self.every.ends[end].actions != self.best.ends[other].actions
        }
        left = {row for row, pair in enumerate(pairs) if pair in wrong and row not in skip}
        size = len(self.every.zones)
        for row in sorted(left):
            cards = " / ".join(map(cards_text, masks[row * size : (row + 1) * size]))
            self.met.setdefault(pairs[row], AlikeDepartures(first + row, cards)).rounds += 1
        return reached, left

    def departures(self) -> Iterator[Departure]:
        """Yield what was found."""
        name = self.plan.decisions[-1].name
        for (end, best), met in self.met.items():
            logged = self.every.ends[end]
            named = self.best.ends[best]
            actions = logged.actions[-1], named.actions[-1]
            cost = named.net - logged.net
            yield Departure(name, met.row, met.rounds, met.cards, *actions, cost)
