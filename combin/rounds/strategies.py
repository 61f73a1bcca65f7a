"""How a simulated player decides: by a table of the best action at every information set, or by
lines read for each round.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from combin.cards import cards_text
from combin.counting import Keep, Level, Plan, completions, tallies, verify_memory, zeros
from combin.counting.levels import joint_numbers
from combin.counting.levels import zones_of as zones_of_stage
from combin.counting.plan import Stage
from combin.counting.widths import Choices, choices
from combin.errors import CombinError
from combin.kernels import play as kernel
from combin.rounds.settle import zones_of
from combin.rounds.tree import Tree
from combin.rules.facts import Path, path_key
from combin.solving.executor import Progress, Workers, counted
from combin.solving.induction import Root, carry
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult
from combin.solving.solve import result_of
from combin.strategies.cells import add_outs, described
from combin.strategies.lines import Lines
from combin.strategies.pricing import UNDECIDED, lines_met, played
from combin.strategies.vocabulary import OUTS, View

OWN = array("i")  # a choice stands at the round's own number


class Strategy(Protocol):
    """Decides many rounds at a time; tree: what can be decided."""

    tree: Tree

    def decide(self, stage: Stage, masks: array[int], nodes: array[int]) -> None:
        """Move every round that stands before the stage's decision to what was chosen; masks: one a
        zone of each round.
        """

    def law(self, threads: Workers = None) -> BetResult:
        """Return what happens under this strategy, exactly: counted, not played."""


def states_of(plan: Plan, stage: Stage, masks: array[int]) -> array[int]:
    """Return the cards of each role, as each round's player sees them at a stage."""
    zones = [deal.zone for deal in zones_of(plan)]
    roles = array("q", (sum(1 << zones.index(zone) for zone in role.zones) for role in stage.roles))
    states = zeros("Q", (len(masks) // len(zones)) * len(stage.roles))
    kernel.seen(masks, len(zones), roles, states)
    return states


@dataclass(frozen=True)
class _Solved:
    """One tally, solved. root: what happens there. states: of each level. actions: what is done at
    them after each history.
    """

    root: Root
    states: list[array[int]]
    actions: dict[Path, Choices]


class Optimal:
    """The best play: solves the bet, and keeps the best action at every information set."""

    def __init__(self, plan: Plan, threads: Workers = 1, progress: Progress | None = None) -> None:
        self.plan, self.tree, self.payoffs = plan, Tree(plan), Payoffs(plan)
        verify_memory(plan, Keep.CHOICES)
        deck = plan.game.deck.mask
        self.tables = [
            kernel.Table(deck, array("q", (role.size for role in stage.roles)))
            for stage in plan.stages
        ]
        self.choices = {
            node: choices(len(children), 0) for node, children in self.tree.children.items()
        }
        root = Root()
        for share in counted(plan, partial(_share, self.payoffs), threads, progress):
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


def _share(payoffs: Payoffs, part: int, parts: int) -> list[_Solved]:
    folded = map(payoffs.fold, tallies(payoffs.plan, part, parts))
    return [
        _Solved(carry(one), [level.states for level in one.tally.levels], one.actions)
        for one in folded
    ]


class InLines:
    """A strategy in lines, read for the cards of each round; no information set is counted
    for it.
    """

    def __init__(self, plan: Plan, lines: Lines) -> None:
        self.plan, self.tree, self.lines = plan, Tree(plan), lines
        self.views = {stage.number: View(plan, stage) for stage in plan.stages}

    def decide(self, stage: Stage, masks: array[int], nodes: array[int]) -> None:
        view, block = (
            self.views[stage.number],
            self.lines.blocks[self.plan.decisions[stage.number].name],
        )
        states = states_of(self.plan, stage, masks)
        traits = {condition.trait for line in block for condition in line.conditions}
        asks = traits or not self.plan.offers_all
        rows = self._rows(view, states, traits) if asks else array("i")
        known = joint_numbers(self.plan, zones_of_stage(stage), states, stage.known)
        for node, history in self.tree.at(stage):
            actions = [action.name for action in self.plan.actions(history)]
            table = bytes(
                actions.index(block[i].action) if i < len(block) else UNDECIDED for i in range(256)
            )
            # Without any condition the first line, which is number 0, is met by all.
            found = lines_met(view, known, rows, history, block) if rows else bytes(len(nodes))
            at = kernel.act(found.translate(table), OWN, node, self.tree.children[node], nodes)
            if at >= 0:
                roles = len(stage.roles)
                raise self._undecided(stage, history, states[at * roles : (at + 1) * roles])

    def _rows(self, view: View, states: array[int], traits: set[int]) -> array[int]:
        """Return a row for each state, with at least some traits."""
        stage = view.stage
        weights = array("q", [1]) * (len(states) // len(stage.roles))
        level = Level(stage, len(stage.roles), states, weights, array("q"), array("i"))
        rows = described(view, level, traits)
        if max(traits, default=0) >= OUTS:
            add_outs(view, level, completions(self.plan, stage, states, weights), rows)
        return rows

    def _undecided(self, stage: Stage, history: Path, state: array[int]) -> CombinError:
        decision, cards = self.plan.decisions[stage.number].name, " / ".join(map(cards_text, state))
        after = f" after {', '.join(path_key(history))}" if history else ""
        hint = "end with a line 'ACTION: otherwise'"
        return CombinError(f"no line says what to do at {decision!r}{after} with {cards}; {hint}")

    def law(self, threads: Workers = None) -> BetResult:
        return played([Payoffs(self.plan)], self.lines, threads)[0]
