"""How a simulated player decides: by a table of the best action at every information set, or by lines read for each round."""

from __future__ import annotations

from array import array
from threading import Lock
from typing import Protocol

from combin.cards import cards_text
from combin.counting import Keep, Level, Plan, completions, shares, tallies, verify_memory, zeros
from combin.counting.plan import Stage
from combin.counting.widths import choices
from combin.errors import CombinError
from combin.kernels import play as kernel
from combin.rounds.settle import zones_of
from combin.rounds.tree import Tree
from combin.rules.facts import Path
from combin.solving.result import BetResult
from combin.solving.solve import Money, Progress, Root, Solved, in_threads, outcomes, path_key
from combin.strategies.cells import add_outs, described, matched
from combin.strategies.lines import Lines, open_lines
from combin.strategies.pricing import UNDECIDED, played
from combin.strategies.vocabulary import OUTS, View, stakes_so_far

OWN = array("i")  # a choice stands at the round's own number


class Strategy(Protocol):
    """Decides many rounds at a time; tree: what can be decided."""

    tree: Tree

    def decide(self, stage: Stage, masks: array[int], nodes: array[int]) -> None:
        """Move every round that stands before the stage's decision to what was chosen; masks: one a zone of each round."""

    def law(self, threads: int | None = None) -> BetResult:
        """Return what happens under this strategy, exactly: counted, not played."""


def states_of(plan: Plan, stage: Stage, masks: array[int]) -> array[int]:
    """Return the cards of each role, as each round's player sees them at a stage."""
    zones = [deal.zone for deal in zones_of(plan)]
    roles = array("q", (sum(1 << zones.index(zone) for zone in role.zones) for role in stage.roles))
    states = zeros("Q", (len(masks) // len(zones)) * len(stage.roles))
    kernel.seen(masks, len(zones), roles, states)
    return states


class Optimal:
    """The best play: solves the bet, and keeps the best action at every information set."""

    def __init__(self, plan: Plan, threads: int = 1, progress: Progress | None = None) -> None:
        self.plan, self.tree, self.money = plan, Tree(plan), Money(plan)
        verify_memory(plan, Keep.CHOICES)
        deck = plan.game.deck.mask
        self.tables = [kernel.Table(deck, array("q", (role.size for role in stage.roles))) for stage in plan.stages]
        self.choices = {node: choices(len(children), 0) for node, children in self.tree.children.items()}
        self._lock = Lock()
        self._root = Root()
        parts = shares(plan, threads)
        for done, share in enumerate(in_threads(lambda part: self._share(part, parts), parts, threads), 1):
            self._root.add(share)
            if progress:
                progress(plan.bet.key, done, parts)
        if sum(sum(counts) for counts in self._root.counts.values()) != plan.deals:
            raise ArithmeticError(f"{plan.game.slug}, {plan.bet.key}: the deals counted are not those that there are")

    def _share(self, part: int, parts: int) -> Root:
        root = Root()
        for tally in tallies(self.plan, part, parts):
            solved = Solved(self.money, tally)
            root.add(solved.root())
            with self._lock:
                self._keep(solved)
        return root

    def _keep(self, solved: Solved) -> None:
        for place, level in enumerate(solved.tally.levels):
            self.tables[place].add(level.states)
            for node, history in self.tree.at(level.stage):
                self.choices[node].extend(solved.best[place, path_key(history)][1])

    def decide(self, stage: Stage, masks: array[int], nodes: array[int]) -> None:
        places = zeros("i", len(nodes))
        table = self.tables[self.plan.stages.index(stage)]
        table.find(states_of(self.plan, stage, masks), nodes, self.tree.live(stage), places)
        for node, _ in self.tree.at(stage):
            kernel.act(self.choices[node], places, node, self.tree.children[node], nodes)

    def law(self, threads: int | None = None) -> BetResult:
        bet = self.plan.bet
        return BetResult(bet.key, bet.base, self.plan.deals, outcomes(self.money, self._root))


class InLines:
    """A strategy in lines, read for the cards of each round; no information set is counted for it."""

    def __init__(self, plan: Plan, lines: Lines) -> None:
        self.plan, self.tree, self.lines = plan, Tree(plan), lines
        self.views = {stage.number: View(plan, stage) for stage in plan.stages}

    def decide(self, stage: Stage, masks: array[int], nodes: array[int]) -> None:
        view, block = self.views[stage.number], self.lines.blocks[self.plan.decisions[stage.number].name]
        states = states_of(self.plan, stage, masks)
        traits = {condition.trait for line in block for condition in line.conditions}
        rows = self._rows(view, states, traits) if traits else array("i")
        for node, history in self.tree.at(stage):
            actions = [action.name for action in self.plan.actions(history)]
            table = bytes(actions.index(block[i].action) if i < len(block) else UNDECIDED for i in range(256))
            open_ones = open_lines(block, stakes_so_far(self.plan, history))
            # Without any condition the first line, which is number 0, is met by all.
            found = matched(rows, view.width, open_ones) if rows else bytes(len(nodes))
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
        if max(traits) >= OUTS:
            add_outs(view, level, completions(self.plan, stage, states, weights), rows)
        return rows

    def _undecided(self, stage: Stage, history: Path, state: array[int]) -> CombinError:
        decision, cards = self.plan.decisions[stage.number].name, " / ".join(map(cards_text, state))
        after = f" after {', '.join(path_key(history))}" if history else ""
        hint = "end with a line 'ACTION: otherwise'"
        return CombinError(f"no line says what to do at {decision!r}{after} with {cards}; {hint}")

    def law(self, threads: int | None = None) -> BetResult:
        return played([Money(self.plan)], self.lines, threads)[0]
