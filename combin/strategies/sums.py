"""The price of a strategy as a fold over blocks: its outcomes, the use of each line, and its
errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from combin.cards import cards_text
from combin.counting import zeros
from combin.families.block import RULES, Block, Kinds
from combin.kernels import blocks as kernel
from combin.questions.priced import Mistake
from combin.records import dataclass
from combin.solving.induction import Root
from combin.strategies.vocabulary import stakes_so_far

if TYPE_CHECKING:
    from combin.solving.payoffs import Payoffs
    from combin.strategies.lines import Line

PAIR, TRIPLE = 2, 3  # numbers that the kernels add up for each kind of mistake


class Case(NamedTuple):
    """Where mistakes are alike: the number of the decision, of the line, and those of the names of
    the action chosen and of the best one.
    """

    decision: int
    line: int
    chosen: int
    best: int


@dataclass
class MistakeKind:
    """Sums over the mistakes of one case, all histories together.

    sets, deals, loss: how many information sets and deals there are, and what they lose, scaled.
    largest, sample, wagered: the most that one set loses, its cards, and the stake before it.
    """

    sets: int = 0
    deals: int = 0
    loss: int = 0
    largest: int = 0
    sample: tuple[int, ...] = ()
    wagered: Fraction = Fraction(0)

    def add(self, other: MistakeKind) -> None:
        if other._rank() < self._rank():
            self.largest, self.sample, self.wagered = other.largest, other.sample, other.wagered
        self.sets += other.sets
        self.deals += other.deals
        self.loss += other.loss

    def _rank(self) -> tuple[int, tuple[int, ...], Fraction]:
        """Return what orders samples: the largest loss first, then the smallest cards and stake."""
        return -self.largest, self.sample, self.wagered


@dataclass
class Sums:
    """What is added up over the blocks of a bet under one strategy.

    best: the value of the best play, scaled.
    decides: whether anything is decided.
    root: what happens under the strategy.
    uses: number of the decision and of the line -> deals.
    kinds: the mistakes of each case.
    """

    best: int = 0
    decides: bool = False
    root: Root = field(default_factory=Root)
    uses: Counter[tuple[int, int]] = field(default_factory=Counter)
    kinds: dict[Case, MistakeKind] = field(default_factory=dict)

    @property
    def lost(self) -> int:
        """What all mistakes lose, scaled."""
        return sum(kind.loss for kind in self.kinds.values())

    def end(self, root: Root) -> None:
        self.root.add(root)

    def take(self, block: Block) -> None:
        kinds = block.choice.kinds(block.choice.action, block.choice.rule, block.best)
        rows = kernel.BlockRows(
            block.times,
            block.reach,
            block.deals,
            block.choice.action,
            block.best,
            [*block.values],
        )
        sums, uses = zeros("q", PAIR * kinds.many), zeros("q", RULES)
        kernel.regret(rows, block.choice.rule, kinds.number, sums, uses)
        self.decides = True
        if not block.history:
            self.best += kernel.worth(rows)
        for line, deals in enumerate(uses):
            if deals:
                self.uses[block.stage.number, line] += deals
        if any(sums):
            self._err(block, kinds, rows, sums)

    def _err(self, block: Block, kinds: Kinds, rows: kernel.BlockRows, sums: Sequence[int]) -> None:
        """Add the mistakes of a block; sums: the deals and the loss of each kind."""
        wagered = stakes_so_far(block.plan, block.history)
        for kind, (deals, loss) in enumerate(zip(sums[::PAIR], sums[1::PAIR])):
            if loss:
                self._add(block, kinds, kind, MistakeKind(0, deals, loss))
        for sets in block.sets(kinds.number):
            found = zeros("q", TRIPLE * kinds.many)
            kernel.worst(
                rows,
                kinds.number,
                sets.times,
                sets.reach,
                sets.row,
                sets.roles,
                sets.states,
                found,
            )
            for kind, many in enumerate(found[::TRIPLE]):
                if many:
                    largest, at = found[TRIPLE * kind + 1 : TRIPLE * kind + 3]
                    sample = tuple(sets.states[at * sets.roles : (at + 1) * sets.roles])
                    self._add(block, kinds, kind, MistakeKind(many, 0, 0, largest, sample, wagered))

    def _add(self, block: Block, kinds: Kinds, kind: int, more: MistakeKind) -> None:
        self.kinds.setdefault(Case(block.stage.number, *kinds.of(kind)), MistakeKind()).add(more)

    def divide(self, times: int) -> None:
        """Divide by how often each deal was met; what happens is counted once."""
        self.best //= times
        for key in self.uses:
            self.uses[key] //= times
        for kind in self.kinds.values():
            kind.deals //= times
            kind.loss //= times

    def add(self, other: Sums) -> None:
        self.best += other.best
        self.decides |= other.decides
        self.root.add(other.root)
        self.uses.update(other.uses)
        for case, kind in other.kinds.items():
            self.kinds.setdefault(case, MistakeKind()).add(kind)

    def mistakes(
        self, payoffs: Payoffs, told: Callable[[Case], tuple[Line | str, str, str, str]]
    ) -> Iterator[Mistake]:
        """Yield the mistakes, the most expensive first; told: of a case the line, what it takes,
        what is best, and the decision.
        """
        unit = payoffs.plan.deals * payoffs.scale
        for case, kind in sorted(self.kinds.items(), key=lambda item: (-item[1].loss, item[0])):
            line, chosen, best, decision = told(case)
            often = kind.sets, kind.deals, " / ".join(map(cards_text, kind.sample)), kind.wagered
            yield Mistake(line, chosen, best, Fraction(kind.loss, unit), decision, *often)
