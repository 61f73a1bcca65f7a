"""How a simulated player decides: by a table of the best action at every information set, or by
lines read for each round.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import partial
from typing import Protocol

from combin.counting import (
    Keep,
    Level,
    Plan,
    completions,
    kinds_of,
    numbers_dealt,
    tallies,
    verify_memory,
    zeros,
)
from combin.counting.levels import joint_numbers
from combin.counting.levels import zones_of as zones_of_stage
from combin.counting.plan import Stage
from combin.counting.streets import has_streets
from combin.counting.widths import Choices, choices
from combin.errors import CombinError
from combin.families.block import UNDECIDED, Policy
from combin.families.tally import under
from combin.kernels import play as kernel
from combin.records import dataclass
from combin.rounds.settle import zones_of
from combin.rounds.tree import Tree
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers, counted
from combin.solving.forward import played as played_on_streets
from combin.solving.induction import Folded, Root, carry
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult
from combin.solving.solve import result_of
from combin.strategies.lines import (
    Lines,
    action_names,
    action_table,
    holds,
    traits_asked,
    undecided,
    with_passing,
)
from combin.strategies.matching import add_outs, described
from combin.strategies.policies import lines_met, policy_of
from combin.strategies.pricing import played
from combin.strategies.traits import OUTS
from combin.strategies.vocabulary import View

OWN = array("i")  # a choice stands at the round's own number


class Strategy(Protocol):
    """Decides many rounds at a time.

    plan: of the bet.
    tree: what can be decided.
    """

    plan: Plan
    tree: Tree

    def decide(self, stage: Stage, masks: array[int], nodes: array[int]) -> None:
        """Move every round that stands before the stage's decision to what was chosen.

        masks: array('Q'), for each round one for each zone.
        nodes: array('i'), the number of each round's path in the tree, which is changed.
        """

    def law(self, threads: Workers = None) -> BetResult:
        """Return what happens under this strategy, exactly: counted, not played."""


def states_of(plan: Plan, stage: Stage, masks: array[int]) -> array[int]:
    """Return the cards of each role, as each round's player sees them at a stage."""
    zones = [deal.zone for deal in zones_of(plan)]
    roles = array("q")  # of each the set of its zones, a bit a zone
    for role in stage.roles:
        roles.append(sum(1 << zones.index(zone) for zone in role.zones))
    states = zeros("Q", (len(masks) // len(zones)) * len(stage.roles))
    kernel.seen(masks, len(zones), roles, states)
    return states


@dataclass(frozen=True)
class _Solved:
    """One tally, solved.

    root: what happens there.
    states: the card sets of each level.
    actions: history -> what is done at each information set.
    """

    root: Root
    states: list[array[int]]
    actions: dict[Path, Choices]


class Looked:
    """The best play, or a list of what to hold: keeps the action at every information set.

    tables: for each stage the places of its information sets, by their cards.
    choices: node of the tree -> the action at each place.
    """

    def __init__(
        self,
        plan: Plan,
        threads: Workers = 1,
        progress: Progress | None = None,
        lines: Lines | None = None,
    ) -> None:
        """lines: what to hold, where it is not the best play that is kept."""
        self.plan = plan
        self.tree = Tree(plan)
        self.payoffs = Payoffs(plan)
        verify_memory(plan, Keep.CHOICES)
        self.tables = [_table(plan, stage) for stage in plan.stages]
        children = self.tree.children.items()
        self.choices = {node: choices(len(after), 0) for node, after in children}
        policy = policy_of(self.payoffs, lines) if lines else None
        root = Root()
        for share in counted(plan, partial(_share, self.payoffs, policy), threads, progress):
            for solved in share:
                root.add(solved.root)
                self._keep(solved)
        self._result = result_of(self.payoffs, root)

    def _keep(self, solved: _Solved) -> None:
        for table, states in zip(self.tables, solved.states):
            table.add(states)
        for stage in self.plan.stages:
            for node, history in self.tree.at(stage):
                self.choices[node].extend(solved.actions[history])

    def decide(self, stage: Stage, masks: array[int], nodes: array[int]) -> None:
        places = zeros("i", len(nodes))
        table = self.tables[self.plan.stages.index(stage)]
        table.find(states_of(self.plan, stage, masks), nodes, self.tree.live(stage), places)
        for node, _ in self.tree.at(stage):
            kernel.act(self.choices[node], places, node, self.tree.children[node], nodes)

    def law(self, threads: Workers = None) -> BetResult:
        return self._result


class OnStreets:
    """The best play where player and opponent share a board; what is chosen stands street by
    street.
    """

    def __init__(self, plan: Plan, threads: Workers = 1, progress: Progress | None = None) -> None:
        payoffs = Payoffs(plan)
        self.plan, self.tree = plan, Tree(plan)
        self._play, root = played_on_streets(payoffs, threads, progress)
        self._result = result_of(payoffs, root)

    def decide(self, stage: Stage, masks: array[int], nodes: array[int]) -> None:
        places = self._play.places(stage.number, states_of(self.plan, stage, masks))
        for node, history in self.tree.at(stage):
            if self.plan.waits(history):
                wait(self.tree, node, nodes)
            else:
                actions = self._play.actions(history)
                kernel.act(actions, places, node, self.tree.children[node], nodes)

    def law(self, threads: Workers = None) -> BetResult:
        return self._result


def best_play(plan: Plan, threads: Workers = 1, progress: Progress | None = None) -> Strategy:
    """Return the best play of a bet, every choice at hand; CombinError for hands that are split."""
    plan.verify_unsplit()
    if has_streets(plan):
        return OnStreets(plan, threads, progress)
    return Looked(plan, threads, progress)


def wait(tree: Tree, node: int, nodes: array[int]) -> None:
    """Move every round at a node on to the only one that follows."""
    kernel.act(bytes(len(nodes)), OWN, node, tree.children[node], nodes)


class _ByKind:
    """The places of information sets from a shoe, by the kinds of their cards."""

    def __init__(self, plan: Plan, stage: Stage) -> None:
        self.roles = len(stage.roles)
        self.places: dict[tuple[int, ...], int] = {}
        self.kind_of = {0: 0} | {1 << card: kind for card, kind in kinds_of(plan).items()}

    def _kinds(self, states: array[int]) -> Iterator[tuple[int, ...]]:
        kinds = [self.kind_of[mask] for mask in states]
        return zip(*[iter(kinds)] * self.roles)

    def add(self, states: array[int]) -> None:
        for kinds in self._kinds(states):
            self.places[kinds] = len(self.places)

    def find(self, states: array[int], nodes: array[int], live: bytes, places: array[int]) -> None:
        for at, kinds in enumerate(self._kinds(states)):
            if live[nodes[at]]:
                places[at] = self.places[kinds]


def _table(plan: Plan, stage: Stage) -> kernel.ActionTable | _ByKind:
    if plan.game.from_shoe:
        return _ByKind(plan, stage)
    return kernel.ActionTable(plan.game.deck.mask, array("q", (role.size for role in stage.roles)))


def _share(payoffs: Payoffs, policy: Policy | None, part: int, parts: int) -> list[_Solved]:
    found = []
    for tally in tallies(payoffs.plan, part, parts):
        folded = under(payoffs, tally, policy) if policy else payoffs.fold(tally)
        found.append(_solved(folded))
    return found


def _solved(folded: Folded) -> _Solved:
    states = [level.states for level in folded.tally.levels]
    return _Solved(carry(folded), states, folded.actions)


def in_lines(plan: Plan, lines: Lines) -> Strategy:
    """Return a strategy in lines; what a list holds of a hand is what its price takes."""
    return Looked(plan, lines=lines) if holds(plan) else InLines(plan, lines)


class InLines:
    """A strategy in lines, read for the cards of each round; no information set is counted
    for it.
    """

    def __init__(self, plan: Plan, lines: Lines) -> None:
        self.plan = plan
        self.tree = Tree(plan)
        self.lines = lines
        self.views = {stage.number: View(plan, stage) for stage in plan.stages}

    def decide(self, stage: Stage, masks: array[int], nodes: array[int]) -> None:
        view = self.views[stage.number]
        states = states_of(self.plan, stage, masks)
        block = self.lines.blocks[self.plan.decisions[stage.number].name]
        asked = traits_asked([block])
        traits = array("i")
        if asked or not self.plan.offers_all:
            traits = self._traits(view, states, asked)
        known = self._known(stage, states, masks)
        for node, history in self.tree.at(stage):
            if self.plan.waits(history):
                wait(self.tree, node, nodes)
                continue
            own = with_passing(self.plan, history, block)
            # Without any condition the first line, which is number 0, is met by all.
            met = lines_met(view, known, traits, history, own) if traits else bytes(len(nodes))
            table = action_table(own, action_names(self.plan, history), UNDECIDED)
            at = kernel.act(met.translate(table), OWN, node, self.tree.children[node], nodes)
            if at >= 0:
                raise self._undecided(stage, history, states, at)

    def _undecided(self, stage: Stage, history: Path, states: array[int], at: int) -> CombinError:
        cards = states[at * len(stage.roles) : (at + 1) * len(stage.roles)]
        return CombinError(undecided(self.plan.decisions[stage.number].name, history, cards))

    def _known(self, stage: Stage, states: array[int], masks: array[int]) -> array[int]:
        """Return the joint number of the facts known in each state, where actions depend on it;
        masks: as for `decide`.
        """
        if self.plan.offers_all:
            return array("q")
        if self.plan.game.from_shoe:
            return numbers_dealt(self.plan, stage.known, masks)
        return joint_numbers(self.plan, zones_of_stage(stage), states, stage.known)

    def _traits(self, view: View, states: array[int], asked: set[int]) -> array[int]:
        """Return a row of traits for each state, at least those that are asked for."""
        stage = view.stage
        weights = array("q", [1]) * (len(states) // len(stage.roles))
        level = Level(stage, len(stage.roles), states, weights, array("q"), array("i"))
        traits = described(view, level, asked)
        if view.outs_fact and max(asked, default=0) >= OUTS:
            add_outs(view, level, completions(self.plan, stage, states, weights), traits)
        return traits

    def law(self, threads: Workers = None) -> BetResult:
        return played([Payoffs(self.plan)], self.lines, threads)[0]
