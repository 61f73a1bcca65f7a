"""The exact price of a strategy in lines: its value, what it costs against the optimum, and where
it errs.

The cost is found twice: as the difference of two values, and as the sum over all situations reached
    of what the chosen action
is worth less than the best one; the two must be equal to the last integer.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from combin.cards import cards_text
from combin.counting import Keep, Plan, Tally, tallies, verify_memory, zeros
from combin.errors import CombinError
from combin.kernels import losses as kernel
from combin.results import Result
from combin.rules.facts import Path, path_key
from combin.rules.game import Game
from combin.solving.executor import Workers, counted
from combin.solving.induction import Decision, Folded, Root, carry, given, reach
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult
from combin.solving.solve import result_of
from combin.strategies.cells import matched, state_of, traits_of
from combin.strategies.lines import Line, Lines, open_lines
from combin.strategies.vocabulary import View, stakes_so_far

UNDECIDED = 255


@dataclass(frozen=True)
class Mistake:
    """Situations in which one line takes one action where another is worth more.

    situations: information sets, suits relabelled. deals: how many of the walked deals come there
        under the strategy. cost:
    what they take off the expected value, in units. sample: the cards of the one that costs most.
    wagered: units staked before.
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
    """How many of the walked deals are decided by a line; 0: no situation that the strategy comes
    to reaches it.
    """

    decision: str
    line: Line
    deals: int


@dataclass(frozen=True, repr=False)
class Priced(Result):
    """A strategy in lines and its exact price.

    game: as resolved. result: what happens under the strategy. optimum: the expected value of the
        best play, in units.
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

    def _written(self, form: str) -> str:
        from combin.render.strategy import price_text

        return price_text(self, form)

    def _headline(self) -> str:
        from combin.render.number import cost, percent

        edge = percent(self.result.house_edge, 4)
        return (
            f"{self.game.slug}: {self.lines.bet} {edge}, cost {cost(self.cost)}, "
            f"{len(self.mistakes)} kinds of mistake"
        )


def price(game: Game, lines: Lines, bet: str = "base", threads: Workers = None) -> Priced:
    """Return the exact price of a strategy for a bet of a resolved game.

    threads: how many count at the same time, or the executor that does; the answer does not depend
        on it.
    Raises CombinError for a strategy of another game, or one that leaves a situation that it comes
    to undecided.
    """
    if (lines.game, lines.bet) != (game.slug, bet):
        raise CombinError(
            f"a strategy for {lines.game}, bet {lines.bet!r}, not for {game.slug}, bet {bet!r}"
        )
    return priced(Payoffs(Plan(game, game.bet(bet))), [lines], threads)[0]


def priced(payoffs: Payoffs, lists: Sequence[Lines], threads: Workers = None) -> list[Priced]:
    """Return what `price` does for several strategies, for payoffs at hand; the cards are gone
    through once for all of them.
    """
    verify_size(payoffs)
    verify_memory(payoffs.plan, Keep.VALUES)
    sums = [_Sums() for _ in lists]
    for share in counted(payoffs.plan, partial(_priced_share, payoffs, lists), threads):
        for total, more in zip(sums, share):
            total.add(more)
    return [_priced(payoffs, lines, total) for lines, total in zip(lists, sums)]


def played(asked: Sequence[Payoffs], lines: Lines, threads: Workers = None) -> list[BetResult]:
    """Return what a strategy comes to under each of several payoffs whose plans count alike; they
    are counted once.

    Raises CombinError where the strategy leaves a situation that it comes to undecided.
    """
    root = Root()
    for payoffs in asked:
        verify_size(payoffs)
    for share in counted(asked[0].plan, partial(_played_share, asked[0], lines), threads):
        root.add(share)
    return [result_of(payoffs, root) for payoffs in asked]


def _played_share(payoffs: Payoffs, lines: Lines, part: int, parts: int) -> Root:
    root = Root()
    for tally in tallies(payoffs.plan, part, parts):
        root.add(carry(followed(payoffs, tally, lines)))
    return root


def followed(payoffs: Payoffs, tally: Tally, lines: Lines) -> Folded:
    """Return a tally decided as a strategy says."""
    return payoffs.fold(tally, given(Walk(payoffs.plan, tally, lines).actions))


def verify_size(payoffs: Payoffs) -> None:
    """Raise CombinError where the sums over all deals could pass 63 bits."""
    largest = max(abs(result.net) for table in payoffs.tables.values() for _, result in table)
    if 2 * payoffs.plan.deals * largest * payoffs.scale >= 2**63:
        raise CombinError(
            f"{payoffs.plan.game.slug}: its deals times these pays pass 63 bits; use smaller or "
            "rounder pays"
        )


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
        if (-other.largest, other.sample, other.wagered) < (
            -self.largest,
            self.sample,
            self.wagered,
        ):
            self.largest, self.sample, self.wagered = other.largest, other.sample, other.wagered
        self.sets, self.deals, self.loss = (
            self.sets + other.sets,
            self.deals + other.deals,
            self.loss + other.loss,
        )


@dataclass
class _Sums:
    """What is added up over the tallies of a bet under one strategy.

    best, own: the values of the best play and of the strategy, scaled. root: what happens under the
        strategy. uses: place of
    the level and number of the line -> deals. kinds: mistakes by place, line, the action chosen and
    the best one.
    """

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


def _priced_share(payoffs: Payoffs, lists: Sequence[Lines], part: int, parts: int) -> list[_Sums]:
    sums = [_Sums() for _ in lists]
    for tally in tallies(payoffs.plan, part, parts):
        folded = payoffs.fold(tally, keep=True)
        for total, lines in zip(sums, lists):
            _take(total, payoffs, folded, lines)
    return sums


def _take(sums: _Sums, payoffs: Payoffs, folded: Folded, lines: Lines) -> None:
    """Add one tally; folded: under the best play, every action's value kept."""
    if not folded.decisions:
        sums.root.add(carry(folded))
        return
    walk = Walk(payoffs.plan, folded.tally, lines)
    own = payoffs.fold(folded.tally, given(walk.actions))
    sums.best += sum(folded[()].worth[0])
    sums.own += sum(own[()].worth[0])
    sums.root.add(carry(own))
    for history in folded.decisions:
        _use(sums, walk, folded, history)


def _use(sums: _Sums, walk: Walk, folded: Folded, history: Path) -> None:
    """Add which lines decide after one history, and the mistakes they make."""
    decision = folded[history]
    place, actions, (best,) = decision.place, len(decision.paths), decision.worth
    ways, deals, found, chosen = (
        walk.ways[history],
        folded.deals(place),
        walk.lines_met[history],
        walk.actions[history],
    )
    cells = array("i", list(found))
    used = zeros("q", 256)
    kernel.total(deals, ways, cells, 1, 0, used)
    for number, count in enumerate(used):
        if count:
            sums.uses[place, number] = sums.uses.get((place, number), 0) + count
    level, size = folded.tally.levels[place], 256 * actions * actions
    totals, where = zeros("q", 4 * size), zeros("q", size)
    kernel.kinds(found, chosen, decision.action, ways, actions, cells)
    there = kernel.Sets(level.states, level.roles, ways, deals, best, chosen, cells)
    for action, (value,) in enumerate(decision.values):
        kernel.err(there, value, action, totals, where)
    wagered = stakes_so_far(folded.plan, history)
    for cell in range(size):
        if totals[4 * cell]:
            line, rest = divmod(cell, actions * actions)
            sets, met, loss, largest = totals[4 * cell : 4 * cell + 4]
            kind = _Kind(sets, met, loss, largest, state_of(level, where[cell]), wagered)
            sums.kinds.setdefault((place, line, *divmod(rest, actions)), _Kind()).add(kind)


def _priced(payoffs: Payoffs, lines: Lines, sums: _Sums) -> Priced:
    plan = payoffs.plan
    unit = plan.deals * payoffs.scale
    lost = sum(kind.loss for kind in sums.kinds.values())
    result = result_of(payoffs, sums.root)
    optimum = Fraction(sums.best, unit) if plan.stages else result.expected_value
    if lost != sums.best - sums.own or result.expected_value != optimum - Fraction(lost, unit):
        raise ArithmeticError(
            f"{plan.game.slug}: the mistakes of a strategy do not add up to its cost"
        )
    mistakes, uses = tuple(_mistakes(plan, lines, sums, unit)), tuple(_uses(plan, lines, sums))
    return Priced(plan.game, lines, result, optimum, mistakes, uses)


def _mistakes(plan: Plan, lines: Lines, sums: _Sums, unit: int) -> Iterator[Mistake]:
    for (place, line, chosen, best), kind in sorted(
        sums.kinds.items(), key=lambda item: (-item[1].loss, item[0])
    ):
        decision = plan.decisions[plan.stages[place].number]
        names = [action.name for action in plan.actions(plan.histories(plan.stages[place])[0])]
        block = lines.blocks[decision.name]
        yield Mistake(
            decision.name,
            block[line],
            names[chosen],
            names[best],
            kind.sets,
            kind.deals,
            Fraction(kind.loss, unit),
            " / ".join(map(cards_text, kind.sample)),
            kind.wagered,
        )


def _uses(plan: Plan, lines: Lines, sums: _Sums) -> Iterator[Use]:
    for place, stage in enumerate(plan.stages):
        name = plan.decisions[stage.number].name
        for number, line in enumerate(lines.blocks[name]):
            yield Use(name, line, sums.uses.get((place, number), 0))


# --- Several strategies at once ----------------------------------------------------------------

Block = tuple[Line, ...]
Blocks = tuple[Block, ...]  # the lines of a strategy, one block a level


def compared(payoffs: Payoffs, lists: Sequence[Lines], threads: Workers = None) -> list[Fraction]:
    """Return the expected value of each of some strategies, in units; all situations are gone
    through once for all of them.
    """
    verify_size(payoffs)
    plan = payoffs.plan
    names = [plan.decisions[stage.number].name for stage in plan.stages]
    blocks = [tuple(lines.blocks[name] for name in names) for lines in lists]
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
        self.rows = [
            traits_of(
                view,
                tally,
                place,
                [c.trait for blocks in lists for line in blocks[place] for c in line.conditions],
            )
            for place, view in enumerate(self.views)
        ]
        numbers: dict[
            Block | Blocks, int
        ] = {}  # of different blocks, and of different endings of strategies
        self.blocks = [
            [numbers.setdefault(block, len(numbers)) for block in blocks] for blocks in lists
        ]
        self.endings = [
            [numbers.setdefault(blocks[place:], len(numbers)) for place in range(len(blocks))]
            for blocks in lists
        ]
        self.actions: dict[tuple[Path, int], bytearray] = {}  # by history and block
        self.decided: dict[tuple[Path, int], Decision] = {}  # by history and ending

    def value(self, number: int) -> int:
        """Return what a strategy is worth in this tally, scaled."""
        endings = self.endings[number]
        known, actions = dict[Path, Decision](), dict[Path, bytearray]()
        for place, level in enumerate(self.tally.levels):
            for history in self.plan.histories(level.stage):
                if decision := self.decided.get((history, endings[place])):
                    known[history] = decision
                else:
                    actions[history] = self._actions(place, history, number)
        folded = self.payoffs.fold(self.tally, given(actions), known=known)
        for history in actions:
            self.decided[history, endings[folded[history].place]] = folded[history]
        return sum(folded[()].worth[0])

    def _actions(self, place: int, history: Path, number: int) -> bytearray:
        key, block = (history, self.blocks[number][place]), self.lists[number][place]
        if key not in self.actions:
            self.actions[key] = _followed(
                self.views[place], self.tally.levels[place].known, self.rows[place], history, block
            )[1]
        return self.actions[key]


def opening(plan: Plan, tally: Tally, lines: Lines) -> list[str]:
    """Return the action that a strategy takes at every information set of a tally's first level."""
    view = View(plan, tally.levels[0].stage)
    block = lines.blocks[plan.decisions[view.stage.number].name]
    names = [action.name for action in plan.actions(())]
    rows = _rows(view, tally, 0, block)
    _, chosen = _followed(view, tally.levels[0].known, rows, (), block)
    return [names[number] for number in chosen]


def _rows(view: View, tally: Tally, place: int, block: Block) -> array[int]:
    """Return the traits that the lines of a decision ask for, a row for each information set of a
    level.
    """
    return traits_of(
        view, tally, place, [condition.trait for line in block for condition in line.conditions]
    )


def _followed(
    view: View, known: array[int], rows: array[int], history: Path, block: Block
) -> tuple[bytearray, bytearray]:
    """Return the numbers of the line met, UNDECIDED for none, and of its action at every
    information set after a history.

    known: the joint number of the facts known at each of them.
    """
    met = lines_met(view, known, rows, history, block)
    names = [action.name for action in view.plan.actions(history)]
    return met, met.translate(
        bytes(names.index(block[i].action) if i < len(block) else 0 for i in range(256))
    )


def lines_met(
    view: View, known: array[int], rows: array[int], history: Path, block: Block
) -> bytearray:
    """Return the number of the first line that holds, and whose action is offered, at every
    information set after a history; UNDECIDED for none. As for `_followed`.
    """
    lines = list(open_lines(block, stakes_so_far(view.plan, history)))
    offers = {
        path[-1][1].name: by_facts
        for path in view.plan.after(history)
        if (by_facts := view.plan.offered(path))
    }
    passed = {
        number for number, _ in lines if block[number].action in offers
    }  # lines that some cards pass over
    if not passed:
        return matched(rows, view.width, lines)
    facts = range(len(next(iter(offers.values()))))
    closed = [
        frozenset(n for n in passed if not offers[block[n].action][number]) for number in facts
    ]
    found = {
        left_out: matched(rows, view.width, [line for line in lines if line[0] not in left_out])
        for left_out in {closed[number] for number in known}
    }
    return bytearray(found[closed[number]][at] for at, number in enumerate(known))


class Walk:
    """Which line is met at every information set of a tally, and in how many ways the strategy
    comes there.

    lines_met, actions, ways: history -> numbers of lines, of actions, and of ways.
    Raises CombinError where the strategy leaves an information set that it comes to undecided.
    """

    def __init__(self, plan: Plan, tally: Tally, lines: Lines) -> None:
        self.plan, self.tally, self.lines = plan, tally, lines
        self.lines_met: dict[Path, bytearray] = {}
        self.actions: dict[Path, bytearray] = {}
        for place in range(len(tally.levels)):
            self._decide(place)
        self.ways = dict(reach(plan, tally, self.actions))
        for history, ways in self.ways.items():
            self._verify(history, ways)

    def _decide(self, place: int) -> None:
        plan, view = self.plan, View(self.plan, self.tally.levels[place].stage)
        block = self.lines.blocks[plan.decisions[view.stage.number].name]
        rows = _rows(view, self.tally, place, block)
        for history in plan.histories(view.stage):
            self.lines_met[history], self.actions[history] = _followed(
                view, self.tally.levels[place].known, rows, history, block
            )

    def _verify(self, history: Path, ways: array[int]) -> None:
        found = self.lines_met[history]
        at = found.find(UNDECIDED)
        while at >= 0:
            if ways[at]:
                raise self._undecided(history, at)
            at = found.find(UNDECIDED, at + 1)

    def _undecided(self, history: Path, at: int) -> CombinError:
        place = len(history) - self.tally.levels[0].stage.number
        decision, cards = (
            self.plan.decisions[len(history)].name,
            state_of(self.tally.levels[place], at),
        )
        after = f" after {', '.join(path_key(history))}" if history else ""
        whose, last = self.lines.name or "strategy", self.lines.blocks[decision][-1].place
        where = f"{whose}, after {last}" if last else whose
        hint = "end with a line 'ACTION: otherwise'"
        seen = " / ".join(map(cards_text, cards))
        return CombinError(
            f"{where}: no line says what to do at {decision!r}{after} with {seen}; {hint}"
        )
