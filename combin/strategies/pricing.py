"""The exact price of a strategy in lines: its value, what it costs against the optimum, and where
it errs.

The cost is found twice: as the difference of two values, and as the sum, over all situations
reached, of what the chosen action is worth less than the best one. The two must be equal to the
last integer.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from combin.cards import cards_text
from combin.counting import Keep, Plan, Tally, tallies, verify_memory, zeros
from combin.counting.plan import Stage
from combin.counting.streets import is_large
from combin.errors import CombinError
from combin.kernels import losses as kernel
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules.facts import Path
from combin.rules.game import Game
from combin.solving.executor import Progress, Workers, counted
from combin.solving.induction import Decision, Folded, Root, carry, given, reach
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult
from combin.solving.solve import result_of
from combin.strategies import by_streets, hold_prices
from combin.strategies.hold_words import words_of
from combin.strategies.lines import (
    Block,
    Line,
    Lines,
    action_names,
    action_table,
    holds,
    left_undecided,
    open_lines,
    traits_asked,
    with_passing,
)
from combin.strategies.matching import matched, traits_of
from combin.strategies.sums import Case, MistakeKind, Sums
from combin.strategies.vocabulary import View, stakes_so_far

UNDECIDED = 255


@dataclass(frozen=True)
class Mistake:
    """Situations in which one line takes one action where another is worth more.

    decision, line: where the mistake is made, and the line that makes it.
    chosen, best: the names of the two actions.
    situations: information sets, suits relabelled.
    deals: how many of the walked deals come there under the strategy.
    cost: what the mistakes take off the expected value, in units.
    sample: the cards of the situation that costs most.
    wagered: units staked before it.
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
    """How often a line decides.

    decision, line: the line, and where it stands.
    deals: the walked deals that it decides; 0 where no situation that the strategy comes to reaches
        it.
    """

    decision: str
    line: Line
    deals: int


@dataclass(frozen=True, repr=False)
class Priced(Result):
    """A strategy in lines and its exact price.

    game: as resolved.
    lines: the strategy.
    result: what happens under the strategy.
    optimum: the expected value of the best play, in units.
    mistakes: the most expensive first.
    uses: one a line.
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

    _columns = columns(
        words="decision,line,chosen,best,sample",
        counts="situations,deals",
        units="wagered,cost,list_expected_value,list_average_wager",
        squared_units="list_variance",
        ratio="list_house_edge,list_element_of_risk,list_hit_frequency",
    )

    def _written(self, form: str) -> str:
        from combin.render.strategy import price_text

        return price_text(self, form)

    def _headline(self) -> str:
        from combin.render.number import cost

        edge = self.result.edge_words()
        return (
            f"{self.game.slug}: {self.lines.bet} {edge}, cost {cost(self.cost)}, "
            f"{len(self.mistakes)} kinds of mistake"
        )


def price(
    game: Game,
    lines: Lines,
    bet: str = "base",
    threads: Workers = None,
    progress: Progress | None = None,
) -> Priced:
    """Return the exact price of a strategy for a bet of a resolved game.

    threads: how many count at the same time, or the executor that counts; the answer does not
        depend on it.
    Raises CombinError for a strategy of another game, or one that comes to a situation and leaves
    it undecided.
    """
    if (lines.game, lines.bet) != (game.slug, bet):
        raise CombinError(
            f"a strategy for {lines.game}, bet {lines.bet!r}, not for {game.slug}, bet {bet!r}"
        )
    return priced(Payoffs(Plan(game, game.bet(bet))), [lines], threads, progress)[0]


def priced(
    payoffs: Payoffs,
    lists: Sequence[Lines],
    threads: Workers = None,
    progress: Progress | None = None,
) -> list[Priced]:
    """Return what `price` does for several strategies, under the same payoffs; the deals are
    counted once for all of them.
    """
    verify_size(payoffs)
    if is_large(payoffs.plan):
        sums = by_streets.priced(payoffs, lists, threads, progress)
    else:
        verify_memory(payoffs.plan, Keep.VALUES)
        sums = _summed(payoffs, lists, threads, progress)
    return [_priced(payoffs, lines, total) for lines, total in zip(lists, sums)]


def _summed(
    payoffs: Payoffs, lists: Sequence[Lines], threads: Workers, progress: Progress | None = None
) -> list[Sums]:
    """Return what is added up over all deals under each of some lists."""
    work = hold_prices.priced_share if holds(payoffs.plan) else _priced_share
    sums = [Sums() for _ in lists]
    for share in counted(payoffs.plan, partial(work, payoffs, lists), threads, progress):
        for total, more in zip(sums, share):
            total.add(more)
    return sums


def played(asked: Sequence[Payoffs], lines: Lines, threads: Workers = None) -> list[BetResult]:
    """Return what a strategy comes to under each of several payoffs whose plans count alike; they
    are counted once.

    Raises CombinError where the strategy comes to a situation and leaves it undecided.
    """
    root = Root()
    for payoffs in asked:
        verify_size(payoffs)
    if is_large(asked[0].plan):
        root = by_streets.played(asked[0], lines, threads)
        return [result_of(payoffs, root) for payoffs in asked]
    if holds(asked[0].plan):
        (sums,) = _summed(asked[0], [lines], threads)
        return [result_of(payoffs, sums.root) for payoffs in asked]
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
    return payoffs.fold(tally, given(Answers(payoffs.plan, tally, lines).actions))


def verify_size(payoffs: Payoffs) -> None:
    """Raise CombinError where the sums over all deals could pass 63 bits."""
    largest = Fraction(0)
    for table in payoffs.tables.values():
        for _, result in table:
            largest = max(largest, abs(result.net))
    if 2 * payoffs.plan.deals * largest * payoffs.scale >= 2**63:
        raise CombinError(
            f"{payoffs.plan.game.slug}: its deals times these pays pass 63 bits; use smaller or "
            "rounder pays"
        )


def _priced_share(payoffs: Payoffs, lists: Sequence[Lines], part: int, parts: int) -> list[Sums]:
    sums = [Sums() for _ in lists]
    for tally in tallies(payoffs.plan, part, parts):
        folded = payoffs.fold(tally, keep=True)
        for total, lines in zip(sums, lists):
            _take(total, payoffs, folded, lines)
    return sums


def _take(sums: Sums, payoffs: Payoffs, folded: Folded, lines: Lines) -> None:
    """Add one tally; folded: under the best play, every action's value kept."""
    if not folded.decisions:
        sums.root.add(carry(folded))
        return
    answers = Answers(payoffs.plan, folded.tally, lines)
    own = payoffs.fold(folded.tally, given(answers.actions))
    sums.best += sum(folded[()].worth[0])
    sums.own += sum(own[()].worth[0])
    sums.root.add(carry(own))
    for history in folded.decided:
        place = folded[history].place
        for number, deals in enumerate(_deals_of_lines(answers, folded, history)):
            if deals:
                sums.uses[place, number] += deals
        for case, kind in _mistaken(answers, folded, history):
            sums.kinds.setdefault(case, MistakeKind()).add(kind)


def _deals_of_lines(answers: Answers, folded: Folded, history: Path) -> array[int]:
    """Return for each number of a line the deals that it decides after a history."""
    found = zeros("q", 256)
    deals = folded.deals(folded[history].place)
    lines = array("i", list(answers.lines_met[history]))
    kernel.total(deals, answers.ways[history], lines, 1, 0, found)
    return found


def _mistaken(
    answers: Answers, folded: Folded, history: Path
) -> Iterator[tuple[Case, MistakeKind]]:
    """Yield the mistakes made after a history, case by case."""
    decision = folded[history]
    wagered = stakes_so_far(folded.plan, history)
    level = folded.tally.levels[decision.place]
    count = len(decision.paths)
    cases = 256 * count * count  # a line, the action chosen, the best one
    sums = zeros("q", 4 * cases)
    worst = zeros("q", cases)
    _err(answers, folded, history, sums, worst)
    for number in range(cases):
        sets, deals, loss, largest = sums[4 * number : 4 * number + 4]
        if sets:
            line, actions = divmod(number, count * count)
            sample = level.state(worst[number])
            kind = MistakeKind(sets, deals, loss, largest, sample, wagered)
            yield Case(decision.place, line, *divmod(actions, count)), kind


def _err(
    answers: Answers, folded: Folded, history: Path, sums: array[int], worst: array[int]
) -> None:
    """Add up the mistakes of every case after a history.

    sums: for each case its information sets, deals, loss and largest loss.
    worst: for each case the place of the information set that loses most.
    """
    decision = folded[history]
    ways = answers.ways[history]
    chosen = answers.actions[history]
    level = folded.tally.levels[decision.place]
    deals = folded.deals(decision.place)
    cases = zeros("i", len(level))
    met = answers.lines_met[history]
    kernel.kinds(met, chosen, decision.action, ways, len(decision.paths), cases)
    (best,) = decision.worth
    sets = kernel.Sets(level.states, level.roles, ways, deals, best, chosen, cases)
    for action, (value,) in enumerate(decision.values):
        kernel.err(sets, value, action, sums, worst)


def _priced(payoffs: Payoffs, lines: Lines, sums: Sums) -> Priced:
    plan = payoffs.plan
    unit = plan.deals * payoffs.scale
    lost = sum(kind.loss for kind in sums.kinds.values())
    result = result_of(payoffs, sums.root)
    optimum = Fraction(sums.best, unit) if plan.stages else result.expected_value
    if lost != sums.best - sums.own or result.expected_value != optimum - Fraction(lost, unit):
        raise ArithmeticError(
            f"{plan.game.slug}: the mistakes of a strategy do not add up to its cost"
        )
    mistakes = tuple(_mistakes(plan, lines, sums, unit))
    uses = tuple(_uses(plan, lines, sums))
    return Priced(plan.game, lines, result, optimum, mistakes, uses)


def _mistakes(plan: Plan, lines: Lines, sums: Sums, unit: int) -> Iterator[Mistake]:
    """Yield the mistakes, the most expensive first; unit: what one unit of a loss is scaled to."""
    for case, kind in sorted(sums.kinds.items(), key=lambda item: (-item[1].loss, item[0])):
        stage = plan.stages[case.place]
        decision = plan.decisions[stage.number].name
        names = _names(plan, stage)
        yield Mistake(
            decision,
            lines.blocks[decision][case.line],
            names[case.chosen],
            names[case.best],
            kind.sets,
            kind.deals,
            Fraction(kind.loss, unit),
            " / ".join(map(cards_text, kind.sample)),
            kind.wagered,
        )


def _names(plan: Plan, stage: Stage) -> list[str]:
    """Return the actions at a stage, which are the same after every history; of a draw what can be
    held.
    """
    if holds(plan):
        return [f"hold {name}" for name in hold_prices.names_of(words_of(plan))]
    return action_names(plan, plan.deciding(stage)[0])


def _uses(plan: Plan, lines: Lines, sums: Sums) -> Iterator[Use]:
    for place, stage in enumerate(plan.stages):
        name = plan.decisions[stage.number].name
        for number, line in enumerate(lines.blocks[name]):
            yield Use(name, line, sums.uses[place, number])


# --- Several strategies at once ----------------------------------------------------------------

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
        return by_streets.compared(payoffs, lists, threads, progress)
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
        self.actions: dict[tuple[Path, Block], bytearray] = {}
        self.decided: dict[tuple[Path, Blocks], Decision] = {}  # by history and the blocks from it

    def value(self, number: int) -> int:
        """Return what a strategy is worth in this tally, scaled."""
        blocks = self.lists[number]
        known: dict[Path, Decision] = {}
        actions: dict[Path, bytearray] = {}
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

    def _actions(self, place: int, history: Path, block: Block) -> bytearray:
        key = history, block
        if key not in self.actions:
            known = self.tally.levels[place].known
            traits = self.traits[place]
            _, self.actions[key] = _followed(self.views[place], known, traits, history, block)
        return self.actions[key]


def opening(plan: Plan, tally: Tally, lines: Lines) -> list[str]:
    """Return the action that a strategy takes at every information set of a tally's first level."""
    view = View(plan, tally.levels[0].stage)
    block = lines.blocks[plan.decisions[view.stage.number].name]
    names = action_names(plan, ())
    known = tally.levels[0].known
    traits = traits_of(view, tally, 0, traits_asked([block]))
    _, actions = _followed(view, known, traits, (), block)
    return [names[number] for number in actions]


def _followed(
    view: View, known: array[int], traits: array[int], history: Path, block: Block
) -> tuple[bytearray, bytearray]:
    """Return for every information set after a history the number of the line met, UNDECIDED for
    none, and that of its action; known, traits: as for `lines_met`.
    """
    block = with_passing(view.plan, history, block)
    met = lines_met(view, known, traits, history, block)
    return met, met.translate(action_table(block, action_names(view.plan, history)))


def lines_met(
    view: View, known: array[int], traits: array[int], history: Path, block: Block
) -> bytearray:
    """Return for every information set after a history the number of the first line that holds and
    whose action is offered, UNDECIDED for none.

    known: the joint number of the facts known at each. traits: a row for each.
    """
    lines = list(open_lines(block, stakes_so_far(view.plan, history)))
    offers = {path[-1][1].name: view.plan.offered(path) for path in view.plan.after(history)}
    passed = {number for number, _ in lines if offers.get(block[number].action)}
    if not passed:
        return matched(traits, view.width, lines)
    # The lines that some cards pass over are left out for those cards.
    left_out: dict[int, frozenset[int]] = {}
    for number in set(known):
        closed = (line for line in passed if not offers[block[line].action][number])
        left_out[number] = frozenset(closed)
    found: dict[frozenset[int], bytearray] = {}
    for closed_lines in set(left_out.values()):
        open_ones = [line for line in lines if line[0] not in closed_lines]
        found[closed_lines] = matched(traits, view.width, open_ones)
    return bytearray(found[left_out[number]][at] for at, number in enumerate(known))


class Answers:
    """What a strategy answers at every information set of a tally.

    lines_met: history -> the numbers of the lines met.
    actions: history -> the numbers of the actions taken.
    ways: history -> in how many ways the strategy comes there.
    Raises CombinError where the strategy comes to an information set and leaves it undecided.
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
        plan = self.plan
        view = View(self.plan, self.tally.levels[place].stage)
        block = self.lines.blocks[plan.decisions[view.stage.number].name]
        traits = traits_of(view, self.tally, place, traits_asked([block]))
        for history in plan.histories(view.stage):
            if plan.waits(history):
                size = len(self.tally.levels[place])
                self.lines_met[history] = bytearray(size)
                self.actions[history] = bytearray(size)
                continue
            known = self.tally.levels[place].known
            met, actions = _followed(view, known, traits, history, block)
            self.lines_met[history], self.actions[history] = met, actions

    def _verify(self, history: Path, ways: array[int]) -> None:
        found = self.lines_met[history]
        at = found.find(UNDECIDED)
        while at >= 0:
            if ways[at]:
                raise self._undecided(history, at)
            at = found.find(UNDECIDED, at + 1)

    def _undecided(self, history: Path, at: int) -> CombinError:
        place = len(history) - self.tally.levels[0].stage.number
        cards = self.tally.levels[place].state(at)
        return left_undecided(self.lines, self.plan, history, cards)
