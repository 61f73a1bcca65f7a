"""The values of several lists, all situations gone through once: what is decided alike is decided
once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from combin.counting import Tally, tallies
from combin.counting.streets import is_large
from combin.counting.widths import Choices
from combin.families import family_of
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers, counted
from combin.solving.induction import Decision, given
from combin.solving.payoffs import Payoffs
from combin.solving.solve import result_of
from combin.strategies.lines import Block, Lines, traits_asked
from combin.strategies.matching import traits_of
from combin.strategies.policies import LinesRead, policies_of
from combin.strategies.pricing import verify_size
from combin.strategies.vocabulary import View

Blocks = tuple[Block, ...]  # the lines of a strategy, one block a level


def compared(
    payoffs: Payoffs,
    lists: Sequence[Lines],
    threads: Workers = None,
    progress: Progress | None = None,
) -> list[Fraction]:
    """Return the expected value of each of some strategies, in units; all situations are gone
    through once for all of them.
    """
    verify_size(payoffs)
    if is_large(payoffs.plan):
        values = []
        roots = family_of(payoffs.plan).outcomes(payoffs, policies_of(payoffs, lists), threads)
        for root in roots:
            values.append(result_of(payoffs, root).expected_value)
            if progress:
                progress(payoffs.plan.bet.key, len(values), len(lists))
        return values
    plan = payoffs.plan
    names = [plan.decisions[stage.number].name for stage in plan.stages]
    blocks = []
    for lines in lists:
        blocks.append(tuple(lines.blocks[name] for name in names))
    found = counted(plan, partial(_compared_share, payoffs, blocks), threads)
    return [Fraction(sum(column), plan.deals * payoffs.scale) for column in zip(*found)]


def _compared_share(payoffs: Payoffs, lists: Sequence[Blocks], part: int, parts: int) -> list[int]:
    totals = [0] * len(lists)
    for tally in tallies(payoffs.plan, part, parts):
        several = _Several(payoffs, tally, lists)
        totals = [total + several.value(number) for number, total in enumerate(totals)]
    return totals


class _Several:
    """One tally under several strategies; what is decided alike from a level to the last is decided
    once.
    """

    def __init__(self, payoffs: Payoffs, tally: Tally, lists: Sequence[Blocks]) -> None:
        self.payoffs, self.plan, self.tally, self.lists = payoffs, payoffs.plan, tally, lists
        self.views = [View(self.plan, level.stage) for level in tally.levels]
        self.traits = []
        for place, view in enumerate(self.views):
            asked = traits_asked(blocks[place] for blocks in lists)
            self.traits.append(traits_of(view, tally, place, asked))
        self.actions: dict[tuple[Path, Block], Choices] = {}
        self.decided: dict[tuple[Path, Blocks], Decision] = {}  # by history and the blocks from it

    def value(self, number: int) -> int:
        """Return what a strategy is worth in this tally, scaled."""
        blocks = self.lists[number]
        known: dict[Path, Decision] = {}
        actions: dict[Path, Choices] = {}
        for place, level in enumerate(self.tally.levels):
            for history in self.plan.histories(level.stage):
                if self.plan.waits(history):
                    actions[history] = bytearray(len(level))
                elif decision := self.decided.get((history, blocks[place:])):
                    known[history] = decision
                else:
                    actions[history] = self._actions(place, history, blocks[place])
        folded = self.payoffs.fold(self.tally, given(actions), known=known)
        for history in actions:
            if not self.plan.waits(history):
                self.decided[history, blocks[folded[history].place :]] = folded[history]
        return sum(folded[()].worth[0])

    def _actions(self, place: int, history: Path, block: Block) -> Choices:
        key = history, block
        if key not in self.actions:
            known = self.tally.levels[place].known
            traits = self.traits[place]
            read = LinesRead(self.views[place], known, traits, block)
            self.actions[key] = read.decide(history).action
        return self.actions[key]
