"""Optimal play with a shared board, by backward induction street by street.

Where the whole board is seen, an action is chosen on each row of the showdowns: boards of one
texture decide alike. On a flop or a turn it is chosen for each of the 1,326 holdings, before the
flop for each kind of them. What is paid whatever is decided later is added up as it is, and of
those pays only as many as do not follow from the others (`Basis`). `Forward` goes the other way.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import cache, partial
from math import comb
from operator import mul
from typing import Any

from combin.counting import Plan, memory, zeros
from combin.counting.levels import States, joint_numbers
from combin.counting.memory import Need, information_sets, sets_around
from combin.counting.mmap_arrays import zeros_in_pages
from combin.families.board.counting import (
    BOARD,
    FIELDS,
    FLOP,
    HOLDINGS,
    HOLE,
    ROWS,
    SHARES,
    WORDS,
    TextureRows,
    shared_board_of,
    showdowns_of,
)
from combin.kernels import streets, turns
from combin.kernels.memory import give_back
from combin.records import dataclass
from combin.rules.facts import Fact, FactValues, Path, holds
from combin.solving.basis import Basis, Table
from combin.solving.executor import Progress, Workers, in_order
from combin.solving.induction import Offers, best
from combin.solving.payoffs import Payoffs

BLOCK = 32  # boards of a street that are decided at a time

Values = dict[Path, "array[int]"]  # path so far -> a number for each holding on each board
NO_BOARD = States(array("Q", [0]), array("q", [1]))


@dataclass(frozen=True)
class HoldingClass:
    """Holdings for which the facts about the player's two cards alone come to the same.

    values: of those facts.
    held: 1 for each of these holdings, 0 for the others.
    """

    values: FactValues
    held: array[int]


@dataclass(frozen=True)
class BoardDecision:
    """What is chosen after one history where the whole board is seen.

    paths: the history with each action, those preferred first.
    worth: of the best, on each row.
    chosen: its number on each row.
    tied: 1 where another is worth as much.
    """

    paths: tuple[Path, ...]
    worth: memoryview
    chosen: bytearray
    tied: bytearray


@dataclass(frozen=True)
class Street:
    """A street on which something is decided, or from which on boards are added up.

    boards: of the street, up to a relabelling of the suits.
    number: of the decision, None for none.
    actions: history -> the action of each holding on each board.
    tied: history and first board of a block -> 1 where another action is worth as much; blocks
        without any are left out.
    """

    boards: States
    number: int | None
    actions: dict[Path, bytearray] = field(default_factory=dict)
    tied: dict[tuple[Path, int], bytearray] = field(default_factory=dict)


def blocks_of(boards: States) -> list[tuple[int, States]]:
    """Return some boards in blocks, each with the place of its first board."""
    masks, weights = boards.masks, boards.weights
    places = range(0, len(masks), BLOCK)
    return [(at, States(masks[at : at + BLOCK], weights[at : at + BLOCK])) for at in places]


@dataclass(frozen=True)
class Decided:
    """What is decided on some boards of a street.

    worth: of what is chosen, by the path before it.
    actions: as of a street.
    tied: history -> 1 where another action is worth as much; without histories that have no tie.
    note: what was noted, see `StreetPlay.noted`; None for nothing.
    """

    worth: Values
    actions: dict[Path, bytearray]
    tied: dict[Path, bytearray]
    note: Any = None


@dataclass(frozen=True)
class BoardChoice:
    """What was chosen after one history on some boards of a street.

    boards: of the street; before any card of the board is seen one without cards.
    at: the place of the first of them.
    history: the actions taken before.
    values: what each action is worth to each holding on each board, scaled; those preferred first.
    taken: the number of the action chosen.
    """

    boards: States
    at: int
    history: Path
    values: list[array[int]]
    taken: bytearray


@dataclass(frozen=True)
class BoardBest:
    """What the best play of a bet on a shared board is worth.

    value: over all deals, scaled.
    starting: of each kind of holding before any card of the board is seen an example, as a mask, in
        how many deals it is held, and what each action is worth, in units.
    """

    value: int
    starting: tuple[tuple[int, int, dict[str, Fraction]], ...]


Note = Callable[[list[BoardChoice]], Any]


class StreetPlay:
    """One bet under its payoffs, on showdowns that are filled already; beside one seen card of the
    opponent's, if there is one.

    deck: the cards that can be held or dealt, as a mask.
    stay: how many suits are not relabelled: that of a seen card, the first.
    before: the number of the decision before any card of the board is seen, None for none.
    last: of the one where all are seen.
    sizes, streets: how many cards of the board the streets between them see, the lowest first.
    on_board: what is chosen where all is seen, by history.
    plain: the other paths, as far as the lowest street sees them -> whole.
    """

    def __init__(
        self,
        payoffs: Payoffs,
        sides: Sequence[TextureRows],
        workers: Workers,
        only: HoldingClass | None = None,
    ) -> None:
        """only: the holdings that are decided; by default all."""
        rows = sides[0].rows
        self.only = only or HoldingClass({}, array("Q", [1]) * HOLDINGS)
        self.payoffs, self.rows, self.sides, self.workers = payoffs, rows, sides, workers
        self.plan, self.deck, self.stay = payoffs.plan, rows.deck & ~rows.seen, int(rows.seen > 0)
        self.kinds = holding_kinds(self.stay)
        seen = dict(enumerate(rows.shared.seen))
        self.before = next((number for number, cards in seen.items() if cards == 0), None)
        self.last = next((number for number, cards in seen.items() if cards == BOARD), None)
        on = {cards: number for number, cards in seen.items() if 0 < cards < BOARD}
        # From a board of three cards or more to the first that is decided on, card by card.
        self.sizes = [*range(max([FLOP, *on]), min(on, default=FLOP) - 1, -1)]
        self.streets = [Street(rows.boards(size), on.get(size)) for size in self.sizes]
        self.tables = {path: self._table(path) for path in self.plan.paths}
        self.holdings = Street(NO_BOARD, self.before)
        self.on_board: dict[Path, BoardDecision] = {}
        # The paths on whose end nothing is decided where the whole board is seen: path as far as
        # the lowest street sees it -> the whole path.
        self.plain: dict[Path, Path] = {}
        for path in self.plan.paths:
            if path[: self.last] not in self.closing:
                self.plain[path[: self.last]] = path
        self.note: Note | None = None

    def _table(self, path: Path) -> Table:
        """Return what a path pays by the known facts and the columns of a row."""
        facts = (*self.rows.shared.known, *self.rows.shared.columns)
        settle, scale = self.payoffs.settler.settle, self.payoffs.scale
        every = self.plan.all_values(facts)
        nets = [settle(path, {**values, **self.only.values}).net for values in every]
        return tuple(int(net * scale) for net in nets)

    def _tables_after(self, history: Path) -> list[Table]:
        """Return what each action pays after a history where the whole board is seen; one that is
        not offered pays less there than any other.
        """
        paths, shared = self.plan.after(history), self.rows.shared
        tables = [self.tables[path] for path in paths]
        if self.plan.offers_all:
            return tables
        least = min(map(min, tables)) - 1
        every = [
            {**values, **self.only.values}
            for values in self.plan.all_values((*shared.known, *shared.columns))
        ]
        return [
            tuple(
                pay if holds(path[-1][1].when, values) else least
                for pay, values in zip(table, every)
            )
            for path, table in zip(paths, tables)
        ]

    def _offers(self, paths: Sequence[Path], places: int) -> Offers:
        """Return where each action is offered before the whole board is seen: to all of these
        holdings or to none.
        """
        whens = (path[-1][1].when for path in paths)
        return tuple(b"" if holds(when, self.only.values) else bytes(places) for when in whens)

    def _rows_worth(self, tables: list[Table]) -> tuple[memoryview, bytearray, bytearray]:
        """Return what the best of some paths is worth on every row, which it is, and where another
        is worth as much.
        """
        pays = array("q", [pay for table in tables for pay in table])
        size = ROWS * len(self.sides)
        worth = zeros_in_pages("i", size)
        chosen, tied = bytearray(size if len(tables) > 1 else 0), bytearray()
        tied.extend(chosen)
        for side in self.sides:
            taken, equal = (memoryview(of)[side.here] for of in (chosen, tied))
            here = worth[side.here]
            work = partial(side.rows.worth, pays, len(tables), here, taken, equal, parts=SHARES)
            for _ in in_order(work, range(SHARES), self.workers):
                pass
        return worth, chosen, tied

    @property
    def closing(self) -> list[Path]:
        """The histories after which something is decided where the whole board is seen."""
        return [] if self.last is None else self.plan.deciding(self.plan.stages[self.last])

    def decide_rows(self) -> None:
        """Decide where the whole board is seen."""
        for history in self.closing:
            paths = self.plan.after(history)
            found = self._rows_worth(self._tables_after(history))
            self.on_board[history] = BoardDecision(paths, *found)

    def values_on_rows(self, history: Path, here: slice) -> list[array[int]]:
        """Return what each action after a history is worth on some rows."""
        return [self.rows.values(self.tables[path], here) for path in self.plan.after(history)]

    def completions(self, size: int) -> int:
        """Return in how many ways all other cards can lie, a holding and some cards of the board
        being seen. Streets after the first are dealt one after the other.
        """
        left, ways = self.deck.bit_count() - HOLE, self.rows.opponents()
        dealt = [0, *reversed(self.sizes), BOARD]
        for before, after in zip(dealt, dealt[1:]):
            if before >= size:
                ways *= comb(left - before, after - before)
        return ways

    # --- Back --------------------------------------------------------------------------------

    def fold(self, progress: Progress | None = None) -> None:
        """Decide every street, the lowest first, and then the holdings before any board."""
        for _ in self.noted(None, progress):
            pass

    def noted(self, note: Note | None, progress: Progress | None = None) -> Iterator[Any]:
        """Do what `fold` does, and yield what `note` makes of the choices on some boards, after
        every history; it is told of several at the same time.
        """
        if not self.on_board:
            self.decide_rows()
        self.note = note
        self.basis = Basis(self.tables[path] for path in self.plain.values())
        self.summed = [self._rows_worth([table])[0] for table in self.basis.tables]
        for worth in self._gathered():
            for side in self.sides:
                work = partial(streets.beyond_plain, self.rows.deck, worth[side.here], parts=SHARES)
                for _ in in_order(work, range(SHARES), self.workers):
                    pass
        values = yield from self._fold_lowest(progress)
        self.summed = []  # nothing asks again what rows are worth, and the way forward needs room
        for one in self.on_board.values():
            one.worth.release()
            if 1 not in one.tied:
                del one.tied[:]
        for at, street in enumerate(self.streets[1:], 2):
            values = yield from self._fold_street(street, _before(self.streets[at:]), values)
        yield from self._decide_holdings(values)
        del values
        give_back()

    def _gathered(self) -> list[memoryview]:
        """Return what rows are worth: by the best of each decision, and in each table summed."""
        return [*(one.worth for one in self.on_board.values()), *self.summed]

    def _fold_lowest(self, progress: Progress | None) -> Generator[object, None, Values]:
        """Decide the lowest street, block by block; return what the street above is worth."""
        lowest, *above = self.streets
        before, values = _before(above), Values()
        blocks = blocks_of(lowest.boards)
        for done, decided in enumerate(in_order(self._lowest, blocks, self.workers), 1):
            at, boards = blocks[done - 1]
            self._keep(lowest, at, boards, decided)
            if decided.note is not None:
                yield decided.note
            self._move(boards, decided.worth, before, values)
            if progress:
                progress(self.plan.bet.key, done, len(blocks))
        return values

    def _fold_street(
        self, street: Street, before: array[int], values: Values
    ) -> Generator[object, None, Values]:
        """Decide a street above the lowest; return what the street above it is worth. before: as
        for `_move`.
        """
        for sums in values.values():
            turns.settle(street.boards.masks, sums, self.stay)
        decided = self._decided(street, 0, street.boards, values)
        self._keep(street, 0, street.boards, decided)
        if decided.note is not None:
            yield decided.note
        found: Values = {}
        self._move(street.boards, decided.worth, before, found)
        return found

    def follow(self, actions: Mapping[Path, bytearray]) -> None:
        """Take what is given: history -> the number of the action at every place."""
        for street in (self.holdings, *self.streets):
            if street.number is not None:
                for history in self.plan.histories(self.plan.stages[street.number]):
                    street.actions[history] = actions[history]
        for history in self.closing:
            self.on_board[history] = BoardDecision(
                self.plan.after(history), memoryview(b""), actions[history], bytearray()
            )

    def _lowest(self, block: tuple[int, States]) -> Decided:
        at, boards = block
        size = len(boards.masks) * HOLDINGS
        kinds = self._gathered()
        sums = [zeros("q", size) for _ in kinds]
        for side in self.sides:
            here = [worth[side.here] for worth in kinds]
            streets.gather(self.rows.deck, boards.masks, here, sums, self.rows.seen, side.suits)
        values: Values = dict(zip(self.on_board, sums))
        plain = sums[len(self.on_board) :]
        for key, path in self.plain.items():
            mixed = self.basis.mixed(self.tables[path])
            constant, times = mixed.constant * self.completions(self.sizes[0]), mixed.times
            value = values[key] = zeros("q", size)
            streets.mix(
                self.deck, boards.masks, plain, array("q", times), constant, mixed.divisor, value
            )
        return self._decided(self.streets[0], at, boards, values)

    def _decided(self, street: Street, at: int, boards: States, values: Values) -> Decided:
        """Return what is decided on some boards, the first of them being number `at`.

        values: what each path is worth there.
        """
        if street.number is None:
            return Decided(values, {}, {})
        worth = {path: value for path, value in values.items() if len(path) <= street.number}
        decided, choices = Decided(worth, {}, {}), []
        for history in self.plan.histories(self.plan.stages[street.number]):
            paths = self.plan.after(history)
            offers = self._offers(paths, len(values[paths[0]]))
            taken = best(history, offers, ([values[path]] for path in paths))
            worth[history] = taken.worth[0]
            decided.actions[history] = bytearray(taken.action)
            # Holdings that meet a board are worth nothing, whatever they do: no tie.
            met = zeros("Q", len(taken.tied))
            streets.mark(array("Q", [1]) * len(taken.tied), taken.tied, 1, 0, met)
            if streets.total(self.deck, boards.masks, boards.weights, met) > 0:
                decided.tied[history] = taken.tied
            if self.note and not self.plan.waits(history):
                every = [values[path] for path in paths]
                choices.append(BoardChoice(boards, at, history, every, decided.actions[history]))
        return replace(decided, note=self.note(choices)) if self.note and choices else decided

    def _keep(self, street: Street, at: int, boards: States, decided: Decided) -> None:
        """Keep what is decided on some boards of a street, the first of them being number `at`."""
        for history, actions in decided.actions.items():
            street.actions.setdefault(history, bytearray()).extend(actions)
        for history, tied in decided.tied.items():
            street.tied[history, at] = tied

    def _move(self, boards: States, worth: Values, before: array[int], sums: Values) -> None:
        """Add what boards are worth to the street before, or to the holdings where there is none.

        before: the boards of the street before. sums: what is added to.
        """
        for path, value in worth.items():
            there = sums.get(path)
            if there is None:
                there = sums[path] = zeros("q", max(len(before), 1) * HOLDINGS)
            if before:
                turns.push(boards.masks, boards.weights, value, before, there, self.stay)
            else:
                streets.pooled(boards.weights, value, there)

    def _decide_holdings(self, values: Values) -> Iterator[object]:
        """Choose for every kind of holding, before any card of the board is seen; yield what was
        noted.
        """
        held = self.only.held
        values = {path: array("q", map(mul, value, held)) for path, value in values.items()}
        if self.before is None:
            [self.value] = map(sum, values.values())
            return
        paths = self.plan.after(())
        self.first: dict[Path, array[int]] = {}
        for path in paths:
            sums = self.first[path] = zeros("q", max(self.kinds) + 1)
            for kind, value in zip(self.kinds, values[path]):
                sums[kind] += value
        offers = self._offers(paths, max(self.kinds) + 1)
        taken = best((), offers, ([self.first[path]] for path in paths))
        self.value = sum(taken.worth[0])
        self.holdings.actions[()] = bytearray(taken.action[kind] for kind in self.kinds)
        if 1 in taken.tied:
            self.holdings.tied[(), 0] = bytearray(taken.tied[kind] for kind in self.kinds)
        if not self.note:
            return
        # A holding's own sum is that of the boards kept; all of its kind together have all boards.
        many = Counter(self.kinds)
        every = [
            array("q", (self.first[path][kind] // many[kind] for kind in self.kinds))
            for path in paths
        ]
        yield self.note([BoardChoice(NO_BOARD, 0, (), every, self.holdings.actions[()])])

    # --- What was decided --------------------------------------------------------------------

    def starting_hands(self) -> Iterator[tuple[int, int, dict[str, Fraction]]]:
        """Yield for each kind of holding an example, as a mask, in how many deals it is held, and
        what each action is worth, in units; before any card of the board is seen.
        """
        each, counts = self.completions(0), Counter(self.kinds)
        examples = dict(zip(self.kinds, _masks()))
        for kind, count in counts.items():
            worth = {
                path[-1][1].name: Fraction(values[kind], count * each * self.payoffs.scale)
                for path, values in self.first.items()
            }
            yield examples[kind], count * each, worth

    @property
    def times(self) -> int:
        """How often each deal is met: where no decision parts the board, in each way to take a flop
        from it.
        """
        cards = len(self.plan.game.deck) if self.stay else 1  # of which one is the seen card
        return comb(self.deck.bit_count(), HOLE) * self.completions(0) * cards // self.plan.deals

    def occurring(self) -> list[array[int]]:
        """Return which joint numbers of facts some deal has, 1 for each: level by level of those
        known there, then of all that settle.
        """
        found = self.rows.occurring()
        every = (*self.payoffs.known, *self.plan.columns)
        facts = [*(stage.known for stage in self.plan.stages), every]
        return [self.of_facts(some, found) for some in facts]

    def places(self, number: int, states: array[int]) -> array[int]:
        """Return where each state of a decision stands in what was chosen there.

        states: the player's two cards, and the cards of the board that are seen, if any.
        """
        size = self.rows.shared.seen[number]
        if size == BOARD:
            return self.rows.rows(states)
        boards = self.rows.boards(size).masks if size else array("Q")
        found = zeros("i", len(states) // (2 if size else 1))
        turns.places(states, boards, found)
        return found

    def actions(self, history: Path) -> bytearray:
        """Return the action taken after a history, by place."""
        if history in self.on_board:
            return self.on_board[history].chosen
        [found] = [
            s.actions[history] for s in (self.holdings, *self.streets) if history in s.actions
        ]
        return found

    def of_facts(self, facts: tuple[Fact, ...], deals: array[int]) -> array[int]:
        """Return deals by the joint number of some facts; they come by that of all."""
        plan, shared = self.plan, self.rows.shared
        found = zeros("q", plan.size(facts))
        for values, number in zip(plan.all_values((*shared.known, *shared.columns)), deals):
            found[plan.number(facts, {**values, **self.only.values})] += number
        return found


def _before(above: Sequence[Street]) -> array[int]:
    """Return the boards of the first of some streets; none where there is none."""
    return above[0].boards.masks if above else array("Q")


def holding_classes(plan: Plan) -> list[HoldingClass]:
    """Return the holdings by what the facts about the player's two cards alone come to."""
    shared, found = shared_board_of(plan), dict[int, HoldingClass]()
    masks = array("Q", _masks())
    for at, number in enumerate(joint_numbers(plan, [shared.zones[0]], masks, shared.held)):
        if not masks[at] & ~plan.game.deck.mask:
            values = plan.values(shared.held, number)
            found.setdefault(number, HoldingClass(values, zeros("Q", HOLDINGS))).held[at] = 1
    return [*found.values()]


def _masks() -> Iterator[int]:
    """Yield the cards of every holding, by its number."""
    cards = [1 << 16 * suit + rank for suit in range(4) for rank in range(13)]
    for number, first in enumerate(cards):
        yield from (first | second for second in cards[:number])


@cache
def holding_kinds(stay: int) -> list[int]:
    """Return the kind of every holding: the ranks of its cards, which of them are of a suit that is
    not relabelled, and whether they are suited.

    stay: how many such suits there are, the first ones.
    """
    found: dict[tuple[object, ...], int] = {}
    kinds = []
    for first in range(52):
        for second in range(first):
            cards = sorted((card % 13, card // 13 < stay) for card in (first, second))
            kinds.append(found.setdefault((*cards, first // 13 == second // 13), len(found)))
    return kinds


def prepared(payoffs: Payoffs, workers: Workers = None, more: Iterable[Need] = ()) -> StreetPlay:
    """Return the play of a bet, in which nothing is decided yet; more: other needs of memory."""
    memory.verify(payoffs.plan, [*needs_of(payoffs.plan), *more])
    rows = showdowns_of(payoffs.plan, partial(in_order, workers=workers))
    return StreetPlay(payoffs, [TextureRows(rows)], workers)


def board_best(
    payoffs: Payoffs, workers: Workers = None, progress: Progress | None = None
) -> BoardBest:
    """Return what the best play of a bet is worth; it is found once and kept with the payoffs."""
    found: BoardBest | None = payoffs.found.get("best")
    if found is None:
        play = prepared(payoffs, workers)
        play.fold(progress)
        starting = () if play.before is None else tuple(play.starting_hands())
        found = BoardBest(play.value // play.times, starting)
        payoffs.found["best"] = found
    return found


def needs_of(plan: Plan) -> Iterator[Need]:
    """Yield what finding the best play street by street takes, beside one seen card where there is
    one.
    """
    shared, words = shared_board_of(plan), -(-len(plan.paths) // FIELDS)
    sides = 1 + len(shared.shown)
    yield Need("the showdowns", sides * ROWS * (2 * plan.size(shared.columns) + 1))
    size = sides * max(4 * ROWS * len(plan.paths), 8 * WORDS * words)
    yield Need("what showdowns are worth, and then how often met", size)
    deck = plan.game.deck
    for stage, seen in zip(plan.stages, shared.seen):
        if 0 < seen < BOARD:
            boards = information_sets(deck, [seen])
            if shared.shown:
                boards = sets_around(deck, [1 << deck.mask.bit_length() - 1], [seen])
            size = boards * HOLDINGS * (8 + 2 * len(plan.histories(stage)))
            yield Need(f"the holdings at {plan.decisions[stage.number].name!r}", size)
