"""How a simulated player decides: by a table of the best action at every information set, or by
lines.
"""

from __future__ import annotations

from array import array
from typing import Protocol

from combin.counting import (
    Level,
    Plan,
    method_of,
    zeros,
)
from combin.counting.plan import Stage
from combin.errors import CombinError
from combin.families.block import OWN, UNDECIDED
from combin.families.listed import family_of
from combin.kernels import play as kernel
from combin.rounds.tree import Tree
from combin.rounds.zones import zones_of
from combin.rules import Way
from combin.solving.executor import Progress, Workers
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult, result_of
from combin.strategies.lines import (
    Lines,
    action_names,
    action_table,
    traits_asked,
    undecided,
    with_passing,
)
from combin.strategies.matching import Traits, add_outs, traits_seen
from combin.strategies.policies import lines_met, policy_of
from combin.strategies.pricing import played
from combin.strategies.traits import OUTS
from combin.strategies.vocabulary import View


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
        """Return the exact result of this strategy: counted, not played."""


def states_of(plan: Plan, stage: Stage, masks: array[int]) -> array[int]:
    """Return the cards of each role, as each round's player sees them at a stage."""
    zones = [deal.zone for deal in zones_of(plan)]
    # of each role the set of its zones, a bit a zone
    roles = array("q", (sum(1 << zones.index(one) for one in role.zones) for role in stage.roles))
    states = zeros("Q", (len(masks) // len(zones)) * len(stage.roles))
    kernel.seen(masks, len(zones), roles, states)
    return states


class ByTable:
    """The best play, or a list of what to hold: the action at every information set is kept."""

    def __init__(
        self,
        plan: Plan,
        threads: Workers = 1,
        progress: Progress | None = None,
        lines: Lines | None = None,
    ) -> None:
        """lines: what to hold, where it is not the best play that is kept."""
        payoffs = Payoffs(plan)
        self.plan, self.tree = plan, Tree(plan)
        policy = policy_of(payoffs, lines) if lines else None
        self._table = family_of(plan).table(payoffs, policy, threads, progress)
        self._result = result_of(payoffs, self._table.root)

    def decide(self, stage: Stage, masks: array[int], nodes: array[int]) -> None:
        states = states_of(self.plan, stage, masks)
        places = self._table.places(stage, states, nodes, self.tree.live(stage))
        for node, history in self.tree.at(stage):
            if self.plan.waits(history):
                wait(self.tree, node, nodes)
            else:
                actions = self._table.actions(history)
                kernel.act(actions, places, node, self.tree.children[node], nodes)

    def law(self, threads: Workers = None) -> BetResult:
        return self._result


def best_play(plan: Plan, threads: Workers = 1, progress: Progress | None = None) -> Strategy:
    """Return the best play of a bet, every choice at hand."""
    return family_of(plan).dealing(plan).best(threads, progress)


def wait(tree: Tree, node: int, nodes: array[int]) -> None:
    """Move every round at a node on to the only one that follows."""
    kernel.act(bytes(len(nodes)), OWN, node, tree.children[node], nodes)


def in_lines(plan: Plan, lines: Lines | Way) -> Strategy:
    """Return a strategy in lines; a way sets hands high and low."""
    return family_of(plan).dealing(plan).following(lines)


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
        traits, known = Traits((), array("i")), array("q")
        if asked or not self.plan.offers_all:
            traits = Traits(range(view.width), self._traits(view, states, asked))
        if not self.plan.offers_all:
            known = family_of(self.plan).dealing(self.plan).known(stage, states, masks)
        for node, history in self.tree.at(stage):
            if self.plan.waits(history):
                wait(self.tree, node, nodes)
                continue
            own = with_passing(self.plan, history, block)
            # Without any condition the first line, which is number 0, is met by all.
            met = lines_met(view, known, traits, history, own) if traits.rows else bytes(len(nodes))
            table = action_table(own, action_names(self.plan, history), UNDECIDED)
            at = kernel.act(met.translate(table), OWN, node, self.tree.children[node], nodes)
            if at >= 0:
                cards = states[at * len(stage.roles) : (at + 1) * len(stage.roles)]
                name = self.plan.decisions[stage.number].name
                raise CombinError(undecided(name, history, cards))

    def _traits(self, view: View, states: array[int], asked: set[int]) -> array[int]:
        """Return a row of traits for each state, at least those that are asked for."""
        stage = view.stage
        weights = array("q", [1]) * (len(states) // len(stage.roles))
        level = Level(stage, len(stage.roles), states, weights, array("q"), array("i"))
        traits = traits_seen(view, level.roles, level.states, asked)
        if view.outs_fact and max(asked, default=0) >= OUTS:
            counts = method_of(self.plan).completions(self.plan, stage, states, weights)
            add_outs(view, level, counts, traits, range(view.width))
        return traits

    def law(self, threads: Workers = None) -> BetResult:
        return played([Payoffs(self.plan)], self.lines, threads)[0]
