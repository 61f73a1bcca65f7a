"""The exact price of a strategy in lines: its value, what it costs against the optimum, and where it errs.

The cost is found twice: as the difference of two values, and as the sum over all situations reached of what the chosen action
is worth less than the best one; the two must be equal to the last integer.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from combin.cards import cards_text
from combin.counting import Plan, Tally, shares, tallies, zeros
from combin.errors import CombinError
from combin.kernels import losses as kernel
from combin.rules import Game
from combin.settlement import Path
from combin.solution import BetResult
from combin.solver import Money, Root, Solved, in_threads, outcomes, path_key
from combin.strategy.cells import following, matched, state_of, traits_of
from combin.strategy.lines import Line, Lines, open_lines
from combin.strategy.vocabulary import View, stakes_so_far

UNDECIDED = 255


@dataclass(frozen=True)
class Mistake:
    """Situations in which one line takes one action where another is worth more.

    situations: information sets, suits relabelled. deals: how many of the walked deals come there under the strategy. cost:
    what they take off the expected value, in units. sample: the cards of the one that costs most. wagered: units staked before.
    """

    decision: str
    line: Line
    chosen: str
    best: str
    situations: int
    deals: int
    cost: Fraction
    sample: str
    wagered: Fraction


@dataclass(frozen=True)
class Use:
    """How many of the walked deals are decided by a line; 0: no situation that the strategy comes to reaches it."""

    decision: str
    line: Line
    deals: int


@dataclass(frozen=True)
class Priced:
    """A strategy in lines and its exact price.

    game: as resolved. result: what happens under the strategy. optimum: the expected value of the best play, in units.
    mistakes: the most expensive first. uses: one a line.
    """

    game: Game
    lines: Lines
    result: BetResult
    optimum: Fraction
    mistakes: tuple[Mistake, ...]
    uses: tuple[Use, ...]

    @property
    def value(self) -> Fraction:
        """The expected net of the strategy, in units."""
        return self.result.expected_value

    @property
    def cost(self) -> Fraction:
        """What the strategy loses against the best play, in units; never negative."""
        return self.optimum - self.value

    @property
    def unused(self) -> tuple[Line, ...]:
        """The lines that no situation reaches."""
        return tuple(use.line for use in self.uses if not use.deals)


def price(game: Game, lines: Lines, bet: str = "base", threads: int | None = None) -> Priced:
    """Return the exact price of a strategy for a bet of a resolved game.

    threads: how many count at the same time; the answer does not depend on it.
    Raises CombinError for a strategy of another game, or one that leaves a situation that it comes to undecided.
    """
    if (lines.game, lines.bet) != (game.slug, bet):
        raise CombinError(f"a strategy for {lines.game}, bet {lines.bet!r}, not for {game.slug}, bet {bet!r}")
    return priced(Money(Plan(game, game.bet(bet))), [lines], threads)[0]


def priced(money: Money, lists: Sequence[Lines], threads: int | None = None) -> list[Priced]:
    """Return what `price` does for several strategies, for money at hand; the cards are gone through once for all of them."""
    verify_size(money)
    count = threads or os.cpu_count() or 1
    parts = shares(money.plan, count)
    sums = [_Sums(money, lines) for lines in lists]
    for share in in_threads(lambda part: _share(money, lists, part, parts), parts, count):
        for total, more in zip(sums, share):
            total.add(more)
    return [total.priced() for total in sums]


def played(monies: Sequence[Money], lines: Lines, threads: int | None = None) -> list[BetResult]:
    """Return what a strategy comes to under each of several moneys whose plans count alike; they are counted once.

    Raises CombinError where the strategy leaves a situation that it comes to undecided.
    """
    first, count = monies[0], threads or os.cpu_count() or 1
    for money in monies:
        verify_size(money)
    parts, root = shares(first.plan, count), Root()

    def share(part: int) -> Root:
        found = Root()
        for tally in tallies(first.plan, part, parts):
            choices = Walk(first.plan, tally, lines).choices if tally.levels else {}
            found.add(Followed(first, tally, choices).root())
        return found

    for found in in_threads(share, parts, count):
        root.add(found)
    return [_result(money, root) for money in monies]


def _result(money: Money, root: Root) -> BetResult:
    plan = money.plan
    if sum(sum(counts) for counts in root.counts.values()) != plan.deals:
        raise ArithmeticError(f"{plan.game.slug}: a strategy was not counted over all {plan.deals} deals")
    return BetResult(plan.bet.key, plan.bet.base, plan.deals, outcomes(money, root))


def verify_size(money: Money) -> None:
    """Raise CombinError where the sums over all deals could pass 63 bits."""
    tables = (*money.ends.values(), *money.early.values())
    largest = max(abs(result.net) for table in tables for _, result in table)
    if 2 * money.plan.deals * largest * money.scale >= 2**63:
        raise CombinError(f"{money.plan.game.slug}: its deals times these pays pass 63 bits; use smaller or rounder pays")


def _share(money: Money, lists: Sequence[Lines], part: int, parts: int) -> list[_Sums]:
    sums = [_Sums(money, lines) for lines in lists]
    for tally in tallies(money.plan, part, parts):
        solved = Solved(money, tally, keep=True)
        for total in sums:
            total.take(solved)
    return sums


class Followed(Solved):
    """One tally under given choices: `best` holds the value and the number of the action chosen, not of the best one."""

    def __init__(self, money: Money, tally: Tally, choices: dict[tuple[int, tuple[str, ...]], bytearray]) -> None:
        self.choices = choices
        super().__init__(money, tally)

    def _decide(self, place: int, history: Path, keep: bool) -> None:
        level = self.tally.levels[place]
        choice = self.choices[place, path_key(history)]
        value = zeros("q", len(level))
        for number, path in enumerate(self._ends(level, history)):
            kernel.pick(self.worth(place, path), choice, number, value)
        self.best[place, path_key(history)] = value, choice, bytearray(len(level))


@dataclass
class _Kind:
    """Sums for one (place, line, chosen, best), all histories together."""

    sets: int = 0
    deals: int = 0
    loss: int = 0
    largest: int = 0
    sample: tuple[int, ...] = ()
    wagered: Fraction = Fraction(0)

    def add(self, other: _Kind) -> None:
        if (-other.largest, other.sample, other.wagered) < (-self.largest, self.sample, self.wagered):
            self.largest, self.sample, self.wagered = other.largest, other.sample, other.wagered
        self.sets, self.deals, self.loss = self.sets + other.sets, self.deals + other.deals, self.loss + other.loss


@dataclass
class _Sums:
    """What is added up over the tallies of a bet: values scaled, uses by (place, line), mistakes by their kind."""

    money: Money
    lines: Lines
    best: int = 0
    own: int = 0
    root: Root = field(default_factory=Root)
    uses: dict[tuple[int, int], int] = field(default_factory=dict)
    kinds: dict[tuple[int, int, int, int], _Kind] = field(default_factory=dict)

    def add(self, other: _Sums) -> None:
        self.best, self.own = self.best + other.best, self.own + other.own
        self.root.add(other.root)
        for key, deals in other.uses.items():
            self.uses[key] = self.uses.get(key, 0) + deals
        for which, kind in other.kinds.items():
            self.kinds.setdefault(which, _Kind()).add(kind)

    def take(self, solved: Solved) -> None:
        """Add one tally, solved and kept."""
        tally = solved.tally
        if not tally.levels:
            self.root.add(solved.root())
            return
        walk = Walk(self.money.plan, tally, self.lines)
        followed = Followed(self.money, tally, walk.choices)
        self.best += sum(solved.best[0, ()][0])
        self.own += sum(followed.best[0, ()][0])
        self.root.add(followed.root())
        for place, history in walk.ways:
            self._use(walk, solved, place, path_key(history), history)

    def _use(self, walk: Walk, solved: Solved, place: int, key: tuple[str, ...], history: Path) -> None:
        ways, deals, found = walk.ways[place, history], solved.deals(place), walk.lines_met[place, key]
        best_value, best, _ = solved.best[place, key]
        cells = array("i", list(found))
        used = zeros("q", 256)
        kernel.total(deals, ways, cells, 1, 0, used)
        for number, count in enumerate(used):
            if count:
                self.uses[place, number] = self.uses.get((place, number), 0) + count
        values, choice, level = solved.values[place, key], walk.choices[place, key], solved.tally.levels[place]
        actions = len(values)
        size = 256 * actions * actions
        sums, where = zeros("q", 4 * size), zeros("q", size)
        kernel.kinds(found, choice, best, ways, actions, cells)
        there = kernel.Sets(level.states, level.roles, ways, deals, best_value, choice, cells)
        for action, value in enumerate(values):
            kernel.err(there, value, action, sums, where)
        wagered = stakes_so_far(self.money.plan, history)
        for cell in range(size):
            if sums[4 * cell]:
                line, rest = divmod(cell, actions * actions)
                sets, met, loss, largest = sums[4 * cell : 4 * cell + 4]
                kind = _Kind(sets, met, loss, largest, state_of(level, where[cell]), wagered)
                self.kinds.setdefault((place, line, *divmod(rest, actions)), _Kind()).add(kind)

    def priced(self) -> Priced:
        money, plan = self.money, self.money.plan
        unit = plan.deals * money.scale
        lost = sum(kind.loss for kind in self.kinds.values())
        result = _result(money, self.root)
        optimum = Fraction(self.best, unit) if plan.stages else result.expected_value
        if lost != self.best - self.own or result.expected_value != optimum - Fraction(lost, unit):
            raise ArithmeticError(f"{plan.game.slug}: the mistakes of a strategy do not add up to its cost")
        return Priced(plan.game, self.lines, result, optimum, tuple(self._mistakes(unit)), tuple(self._uses()))

    def _mistakes(self, unit: int) -> Iterator[Mistake]:
        plan = self.money.plan
        for (place, line, chosen, best), kind in sorted(self.kinds.items(), key=lambda item: (-item[1].loss, item[0])):
            decision = plan.decisions[plan.stages[place].number]
            names = [action.name for action in plan.actions(plan.histories(plan.stages[place])[0])]
            block = self.lines.blocks[decision.name]
            yield Mistake(
                decision.name, block[line], names[chosen], names[best], kind.sets, kind.deals, Fraction(kind.loss, unit),
                " / ".join(map(cards_text, kind.sample)), kind.wagered,
            )  # fmt: skip

    def _uses(self) -> Iterator[Use]:
        plan = self.money.plan
        for place, stage in enumerate(plan.stages):
            name = plan.decisions[stage.number].name
            for number, line in enumerate(self.lines.blocks[name]):
                yield Use(name, line, self.uses.get((place, number), 0))


def compared(money: Money, lists: Sequence[Lines], threads: int | None = None) -> list[Fraction]:
    """Return the expected value of each of some strategies, in units; all situations are gone through once for all of them."""
    verify_size(money)
    count = threads or os.cpu_count() or 1
    parts, names = shares(money.plan, count), [money.plan.decisions[stage.number].name for stage in money.plan.stages]
    blocks = [tuple(lines.blocks[name] for name in names) for lines in lists]

    def share(part: int) -> list[int]:
        totals = [0] * len(blocks)
        for tally in tallies(money.plan, part, parts):
            worth = _Worth(money, tally, blocks)
            totals = [total + sum(worth.value(0, (), chosen)) for total, chosen in zip(totals, blocks)]
        return totals

    sums = [sum(column) for column in zip(*in_threads(share, parts, count))]
    return [Fraction(total, money.plan.deals * money.scale) for total in sums]


Block = tuple[Line, ...]


class _Worth(Solved):
    """One tally under several strategies; what later lines are worth is found once for all that share them."""

    def __init__(self, money: Money, tally: Tally, lists: Sequence[tuple[Block, ...]]) -> None:
        self.found: dict[tuple[int, Path, tuple[Block, ...]], array[int]] = {}
        self.chosen: dict[tuple[int, Path, Block], bytearray] = {}
        self.money, self.plan, self.tally, self.best = money, money.plan, tally, {}
        self.views = [View(self.plan, level.stage) for level in tally.levels]
        self.rows = [
            traits_of(view, tally, place, [c.trait for blocks in lists for line in blocks[place] for c in line.conditions])
            for place, view in enumerate(self.views)
        ]

    def choice(self, place: int, history: Path, block: Block) -> bytearray:
        """Return the number of the action taken at every information set of a level after one history."""
        key = place, history, block
        if key not in self.chosen:
            view, names = self.views[place], [action.name for action in self.plan.actions(history)]
            met = matched(self.rows[place], view.width, open_lines(block, stakes_so_far(self.plan, history)))
            self.chosen[key] = met.translate(bytes(names.index(block[i].action) if i < len(block) else 0 for i in range(256)))
        return self.chosen[key]

    def value(self, place: int, history: Path, blocks: tuple[Block, ...]) -> array[int]:
        """Return the value of every information set of a level after one history, scaled; blocks: from this level on."""
        key = place, history, blocks
        if key not in self.found:
            level, choice = self.tally.levels[place], self.choice(place, history, blocks[0])
            self.found[key] = value = zeros("q", len(level))
            for number, path in enumerate(self._ends(level, history)):
                if place + 1 < len(self.tally.levels) and not path[-1][1].ends:
                    self.best[place + 1, path_key(path)] = self.value(place + 1, path, blocks[1:]), bytearray(), bytearray()
                kernel.pick(self.worth(place, path), choice, number, value)
        return self.found[key]


class Walk:
    """Which line is met at every information set of a tally, and in how many ways the strategy comes there.

    lines_met, choices: (place, history's key) -> numbers of lines and of actions. ways: (place, history) -> numbers.
    """

    def __init__(self, plan: Plan, tally: Tally, lines: Lines) -> None:
        self.plan, self.tally, self.lines = plan, tally, lines
        self.lines_met: dict[tuple[int, tuple[str, ...]], bytearray] = {}
        self.choices: dict[tuple[int, tuple[str, ...]], bytearray] = {}
        self.ways: dict[tuple[int, Path], array[int]] = {(0, ()): array("q", [1]) * len(tally.levels[0])}
        for place in range(len(tally.levels)):
            view = View(plan, tally.levels[place].stage)
            block = lines.blocks[plan.decisions[view.stage.number].name]
            rows = traits_of(view, tally, place, [condition.trait for line in block for condition in line.conditions])
            for history in plan.histories(view.stage):
                self._decide(place, view, rows, history)

    def _decide(self, place: int, view: View, rows: array[int], history: Path) -> None:
        plan, key = self.plan, path_key(history)
        decision = plan.decisions[view.stage.number].name
        block, wagered = self.lines.blocks[decision], stakes_so_far(plan, history)
        found = matched(rows, view.width, open_lines(block, wagered))
        self._verify(place, found, history, decision)
        names = [action.name for action in plan.actions(history)]
        table = bytes(names.index(block[i].action) if i < len(block) else 0 for i in range(256))
        self.lines_met[place, key] = found
        self.choices[place, key] = choice = found.translate(table)
        self.ways |= following(plan, self.tally, place, history, self.ways[place, history], choice)

    def _verify(self, place: int, found: bytearray, history: Path, decision: str) -> None:
        ways, at = self.ways[place, history], found.find(UNDECIDED)
        while at >= 0:
            if ways[at]:
                cards = " / ".join(map(cards_text, state_of(self.tally.levels[place], at)))
                after = f" after {', '.join(path_key(history))}" if history else ""
                whose, last = self.lines.name or "strategy", self.lines.blocks[decision][-1].place
                where = f"{whose}, after {last}" if last else whose
                hint = "end with a line 'ACTION: otherwise'"
                raise CombinError(f"{where}: no line says what to do at {decision!r}{after} with {cards}; {hint}")
            at = found.find(UNDECIDED, at + 1)
