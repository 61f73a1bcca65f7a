"""Lists as policies: the action of a list at every information set of a game."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial

from combin.counting import Plan, Tally, zeros
from combin.counting.plan import Stage
from combin.counting.widths import Choices
from combin.errors import CombinError
from combin.families.block import RULES, UNDECIDED, Kinds, Policy, PolicyChoice
from combin.families.listed import family_of
from combin.kernels import blocks as kernel
from combin.rules.facts import Path
from combin.solving.induction import Decision
from combin.solving.payoffs import Payoffs
from combin.strategies.lines import (
    Block,
    Lines,
    action_names,
    action_table,
    left_undecided,
    open_lines,
    traits_asked,
    with_passing,
)
from combin.strategies.matching import Traits, matched, traits_read
from combin.strategies.vocabulary import View, stakes_so_far


def policies_of(payoffs: Payoffs, lists: Sequence[Lines]) -> Sequence[Policy]:
    """Return some lists as policies."""
    if language := family_of(payoffs.plan).language(payoffs.plan):
        return language.policies(payoffs, lists)
    return [LinesPolicy(payoffs.plan, lines, lists) for lines in lists]


def policy_of(payoffs: Payoffs, lines: Lines) -> Policy:
    """Return a list as a policy."""
    return policies_of(payoffs, [lines])[0]


class LinesPolicy:
    """A list whose lines are read for the cards of every information set."""

    needs_values = False

    def __init__(self, plan: Plan, lines: Lines, beside: Sequence[Lines] = ()) -> None:
        """beside: lists that are read for the same information sets."""
        self.plan, self.lines, self._read = plan, lines, beside or (lines,)
        self._views: dict[int, View] = {}  # by the number of the decision

    def key(self, stage: Stage) -> Block:
        return self.lines.blocks[self.plan.decisions[stage.number].name]

    def seen(self, tally: Tally, place: int) -> LinesRead:
        stage = tally.levels[place].stage
        if stage.number not in self._views:
            self._views[stage.number] = View(self.plan, stage)
        view = self._views[stage.number]
        block, name = self.key(stage), self.plan.decisions[stage.number].name
        traits = Traits((), array("i"))
        if traits_asked([block]) or not self.plan.offers_all:
            asked = frozenset(traits_asked(lines.blocks[name] for lines in self._read))
            kept = tally.found if len(self._read) > 1 else {}
            if (place, asked) not in kept:
                kept[place, asked] = traits_read(view, tally, place, asked)
            traits = kept[place, asked]
        return LinesRead(view, tally.levels[place].known, traits, block)

    def may_take(self, path: Path) -> bool:
        decision, action = path[-1]
        named = {line.action for line in self.lines.blocks[decision]}
        return not action.name or action.name in named

    def undecided(self, history: Path, cards: Sequence[int]) -> CombinError:
        return left_undecided(self.lines, self.plan, history, cards)

    def names(self, stage: Stage) -> Sequence[str]:
        return action_names(self.plan, self.plan.deciding(stage)[0])


class LinesRead:
    """The lines of a decision, read for some information sets.

    known, traits: as for `lines_met`; no traits where none is asked for.
    """

    def __init__(self, view: View, known: array[int], traits: Traits, block: Block) -> None:
        self.view, self.known, self.traits, self.block = view, known, traits, block
        self._met: dict[tuple[object, ...], bytearray] = {}

    def decide(self, history: Path, best: Decision | None = None) -> PolicyChoice:
        plan = self.view.plan
        block = with_passing(plan, history, self.block)
        names = action_names(plan, history)
        # Where all actions are open, histories differ in the lines that their stakes leave open.
        opened = tuple(line for line, _ in open_lines(block, stakes_so_far(plan, history)))
        key = opened if plan.offers_all else history
        if key not in self._met and self.known and not self.traits.rows:
            self._met[key] = bytearray([next(iter(opened), UNDECIDED)]) * len(self.known)
        elif key not in self._met:
            self._met[key] = lines_met(self.view, self.known, self.traits, history, block)
        met = self._met[key]
        action = met.translate(action_table(block, names))
        return PolicyChoice(action, met, partial(kinds_of_rules, len(names)))


def kinds_of_rules(actions: int, action: Choices, rule: bytearray, best: Choices) -> Kinds:
    """Return which choices are alike: those of one line, with one best action."""
    number = zeros("i", len(best))
    kernel.kinds(rule, action, best, actions, number)

    def of(kind: int) -> tuple[int, int, int]:
        line, pair = divmod(kind, actions * actions)
        return line, *divmod(pair, actions)

    return Kinds(number, RULES * actions * actions, of)


def lines_met(
    view: View, known: array[int], traits: Traits, history: Path, block: Block
) -> bytearray:
    """Return for every information set after a history the number of the first line that holds and
    whose action is offered, UNDECIDED for none.

    known: the joint number of the facts known at each. traits: a row for each.
    """
    lines = list(open_lines(block, stakes_so_far(view.plan, history)))
    offers = {path[-1][1].name: view.plan.offered(path) for path in view.plan.after(history)}
    passed = {number for number, _ in lines if offers.get(block[number].action)}
    if not passed:
        return matched(traits.rows, len(traits.columns), lines, traits.columns)
    # The lines that some cards pass over are left out for those cards.
    found, width = bytearray(len(known)), len(traits.columns)
    left_out = [
        frozenset(line for line in passed if not offers[block[line].action][number])
        for number in range(view.plan.size(view.stage.known))
    ]
    for closed in set(left_out):
        met = matched(
            traits.rows, width, [one for one in lines if one[0] not in closed], traits.columns
        )
        kernel.pick(known, bytes(one == closed for one in left_out), met, found)
    return found


def opening(plan: Plan, tally: Tally, lines: Lines) -> list[str]:
    """Return the action that a strategy takes at every information set of a tally's first level."""
    names = action_names(plan, ())
    return [names[number] for number in LinesPolicy(plan, lines).seen(tally, 0).decide(()).action]
