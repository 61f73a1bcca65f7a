"""The same list in words of what is so: its last line turned round."""

from __future__ import annotations

from dataclasses import replace

from combin.counting.plan import Plan
from combin.families.listed import family_of
from combin.rules.game import Game
from combin.strategies.conditions import Condition
from combin.strategies.lines import Block, Line, Lines, always_offered, stages_named
from combin.strategies.traits import LARGEST_TRAIT, STRENGTH
from combin.strategies.vocabulary import View


def affirmed(game: Game, lines: Lines) -> Lines:
    """Return a strategy that decides alike: where the last line before `otherwise` denies several
    things, ``fold: no pair and fewer than two points``, either of them takes the other action,
    ``1x: any pair``, ``1x: at least two points``, and the rest folds.
    """
    plan = Plan(game, game.bet(lines.bet))
    if family_of(plan).language(plan):
        return lines  # they are no conditions
    stages, decided = stages_named(plan), {decision.name for decision in game.decisions}
    blocks = {
        name: _turned(View(plan, stages[name]), block) if name in decided and block[1:] else block
        for name, block in lines.blocks.items()
    }
    return replace(lines, blocks=blocks)


def denies(lines: Lines) -> bool:
    """Return whether a list has a line of several things of which one is not so."""
    return any(
        len(line.conditions) > 1 and any(one.high != LARGEST_TRAIT for one in line.conditions)
        for block in lines.blocks.values()
        for line in block
    )


def _turned(view: View, block: Block) -> Block:
    *before, last, other = block
    turned = [(one, _opposite(view, one)) for one in last.conditions]
    plainer = [new for old, new in turned if new and new.hardness <= old.hardness]
    gains = sum(old.hardness for old, _ in turned) > sum(new.hardness for new in plainer)
    if len(plainer) < len(turned) or not gains:
        return block
    if not {last.action, other.action} <= {*always_offered(view.actions)}:
        return block  # what is not offered is passed over
    plainer.sort(key=lambda one: one.hardness)
    return (*before, *(Line(other.action, (one,)) for one in plainer), Line(last.action))


def _opposite(view: View, one: Condition) -> Condition | None:
    """Return the condition that holds where another does not, as far as the vocabulary has it."""
    denied = one.high != LARGEST_TRAIT
    if denied and one.trait == STRENGTH and one.low <= 0:
        return view.hand_or_better(int(one.high) + 1)
    for other in view.phrases.values():
        first, second = (one, other) if denied else (other, one)
        apart = first.low <= 0 and first.high + 1 == second.low and second.high == LARGEST_TRAIT
        if other.trait == one.trait and apart:
            return other
    return None
