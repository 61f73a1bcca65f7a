"""Counts a shared board street by street: who holds what, without money.

An opponent's holding is never dealt. Every holding of the player is set against all others on each
texture of the board, and the rows of counts that come of it are added up over the boards that a
flop or a turn can become.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from math import comb
from typing import TypeAlias, assert_never, cast

from combin.cards import lanes_of
from combin.counting import memory
from combin.counting.levels import States, states
from combin.counting.matchup import Matchup, matchups
from combin.counting.memory import Need, most_sets
from combin.counting.mmap_arrays import zeros_in_pages
from combin.counting.plan import Group, Plan
from combin.counting.program import program
from combin.counting.tally import zeros
from combin.kernels import pairs, sets, showdowns, streets, walk
from combin.ranking import pattern_of
from combin.records import dataclass
from combin.rules import Hand
from combin.rules.facts import Fact, Lead, Order, PaidLine, Under

HOLE, FLOP, TURN, BOARD = 2, 3, 4, 5  # cards
ROWS: int = showdowns.ROW_COUNT
HOLDINGS: int = streets.HOLDING_COUNT
MOST_KNOWN = 256  # joint values of the facts about the player's hand
MOST_COLUMNS = 64  # joint values of the others
MOST_CUTS = 32  # strengths at which a fact about the opponent changes
MOST_KEPT = 1_000_000  # information sets of a decision that are kept at the same time
WORDS: int = showdowns.WORD_COUNT  # that say how often each row is met
FIELDS: int = showdowns.FIELD_COUNT  # counts in them

SHARES = 16  # of the rows, so that all threads work until the end

Run: TypeAlias = "Callable[[Callable[[int], None], Iterable[int]], Iterable[None]]"


@dataclass(frozen=True)
class SharedBoard:
    """The two hands of a bet that share a board.

    player: the hand of which the player sees two cards before any decision.
    opponent: the hand whose two cards stay hidden.
    zones: those of the player's two cards, of the board, of the opponent's two cards.
    seen: how many cards of the board are seen at each decision.
    known: the facts that the player's hand decides alone.
    columns: the facts that look at the opponent's hand.
    shown: the zone of the one card of the opponent's that the player sees, or none.
    held: the facts that the player's two cards decide alone.
    size: how many cards the board has.
    """

    player: Hand
    opponent: Hand
    zones: tuple[frozenset[str], ...]
    seen: tuple[int, ...]
    known: tuple[Fact, ...]
    columns: tuple[Fact, ...]
    shown: frozenset[str] = frozenset()
    held: tuple[Fact, ...] = ()
    size: int = BOARD

    @property
    def has_streets(self) -> bool:
        """Whether the best play is found street by street: on a board of five, of which every
        decision sees more than the one before it.
        """
        return bool(self.seen) and self.size == BOARD and len({*self.seen}) == len(self.seen)


def shared_board(plan: Plan) -> SharedBoard | None:
    """Return the two hands of a plan that share a board, or None for any other plan."""
    found = _shared_board(plan)
    return None if found is None or found.shown else found


def exposed_board(plan: Plan) -> SharedBoard | None:
    """Return the two hands of a plan that share a board, one card of the opponent's being seen
    before the first decision; None for any other plan.
    """
    found = _shared_board(plan)
    fits = found and found.shown and found.has_streets and not found.held and plan.offers_all
    return found if fits else None


def _shared_board(plan: Plan) -> SharedBoard | None:
    """Return the two hands of a plan that share a board, whether a card is seen or not."""
    if plan.informed is not None or plan.game.from_shoe:
        return None
    deck = plan.game.deck
    if deck.jokers or len(set(lanes_of(deck.mask))) != 1:  # suits of other ranks
        return None
    held = tuple(fact for fact in plan.facts if _is_held(plan, fact))
    for hands in matchups(plan, (fact for fact in plan.facts if fact not in held)):
        found = _between(plan, hands, held)
        # The kernels have room for the facts.
        if found and (
            plan.size(found.known) <= MOST_KNOWN
            and plan.size(found.columns) <= MOST_COLUMNS
            and sum(map(_cuts, found.columns)) <= MOST_CUTS
        ):
            return found
    return None


def _is_held(plan: Plan, fact: Fact) -> bool:
    """Return True if a fact is decided by the two cards seen at the first decision alone."""
    zones = {zone for name in fact.hands for zone in plan.game.hand(name).zones}
    first = (group for group in plan.groups if group.stage == 0 and group.size == HOLE)
    return bool(plan.stages) and any(zones.issubset(group.zones) for group in first)


def _between(plan: Plan, hands: Matchup, held: tuple[Fact, ...]) -> SharedBoard | None:
    """Return these hands as two that share a board, None where they do not."""
    player, opponent, board = hands.player, hands.opponent, hands.shared
    if player.must_use or opponent.must_use or player.ranking != opponent.ranking:
        return None
    ranking, size = player.by_families(), sum(group.size for group in board)
    # A board of five without three cards of a suit makes no flush.
    patterns = map(pattern_of, ranking.families)
    if size == BOARD and any(pattern.suited for pattern in patterns if pattern):
        return None
    if ranking.of_longest_flush or ranking.wild or not 1 <= size <= BOARD:
        return None
    hidden = [group for group in hands.theirs if group.stage or len(hands.theirs) == 1]
    shown = [group for group in hands.theirs if group not in hidden]
    if len(hands.own) != 1 or len(hidden) != 1 or len(shown) > 1 or hands.rest:
        return None
    [own] = hands.own
    if (own.size, sum(group.size for group in hands.theirs)) != (HOLE, HOLE):
        return None
    if size == BOARD != ranking.size:
        return None
    if own.stage or hidden[0].stage != len(plan.decisions):
        return None
    known = tuple(fact for fact in plan.facts if fact.hands == (player.name,))
    return SharedBoard(
        player,
        opponent,
        tuple(frozenset(_zones(groups)) for groups in (hands.own, board, hidden)),
        tuple(
            sum(group.size for group in board if group.stage <= number)
            for number in range(len(plan.decisions))
        ),
        known,
        tuple(fact for fact in plan.facts if fact not in (*known, *held)),
        frozenset(_zones(shown)),
        held,
        size,
    )


def _zones(groups: Sequence[Group]) -> Iterator[str]:
    for group in groups:
        yield from group.zones


def _cuts(fact: Fact) -> int:
    """Return at how many strengths of the opponent's hand a fact changes by itself."""
    match fact:
        case PaidLine(_, lines) | Lead(_, _, lines):
            return len(lines)
        case Under():
            return 1
        case Order():
            return 0
        case _:
            assert_never(fact)


class ShowdownRows:
    """The rows of one bet: for every texture of the board and every holding, what the facts about
    the player's hand come to and how many opponents' holdings lead to each column.

    It keeps no plan: a plan keeps it, and 100 MB would outlive both until somebody looks for rings.

    shared: the two hands.
    deck: its cards, as a mask.
    seen: the card of the opponent's that is seen, as a mask of the first suit; 0 for none.
    columns: how many columns a row has.
    joint: how many joint values all facts have.
    """

    def __init__(
        self,
        plan: Plan,
        shared: SharedBoard,
        are_kept: bool,
        seen: int = 0,
        inside: bool = False,
    ) -> None:
        """inside: whether the seen card is of the flush suit of boards that have one."""
        self.shared, self.deck, self.seen = shared, plan.game.deck.mask, seen
        self.columns = plan.size(shared.columns)
        self.joint = plan.size(shared.known) * self.columns
        known, columns = programs(plan, shared)
        kept = ROWS if are_kept else 0
        self._numbers = zeros_in_pages("B", kept)
        self._counts = zeros_in_pages("H", kept * self.columns)
        self._rows = showdowns.Showdowns(
            self.deck, known, columns, self._numbers, self._counts, seen.bit_length() - 1, inside
        )
        self._boards: dict[int, States] = {}
        self._column, self._width = columns_of(plan, shared), plan.size(plan.columns)

    def fill(self, part: int, parts: int) -> None:
        """Fill one share of the rows; shares may be filled at the same time, all of them first."""
        self._rows.fill(part, parts)

    def sums(self, part: int, parts: int) -> array[int]:
        """Return the deals of one share of the textures in each of the plan's columns; no rows are
        kept.
        """
        joint, sums = zeros("q", self.joint), zeros("q", self._width)
        self._rows.sums(part, parts, joint)
        for column, deals in zip(self._column, joint):
            if deals:
                sums[column] += deals
        return sums

    def boards(self, size: int) -> States:
        """Return the boards of a street, ascending, up to a relabelling of the suits."""
        if size not in self._boards:
            found = self.every_board(size)
            order = sorted(zip(found.masks, found.weights))
            self._boards[size] = States(
                array("Q", (mask for mask, _ in order)), array("q", (weight for _, weight in order))
            )
        return self._boards[size]

    def every_board(self, size: int) -> States:
        """Return the boards of a street up to a relabelling of the suits; beside a seen card up to
        those that leave it as it is, and weights count the boards beside that card.
        """
        given = [self.seen] if self.seen else []
        sizes = array("q", [*map(int.bit_count, given), size])
        masks, weights = walk.states(self.deck, sizes, array("Q", given), -1)
        if not given:
            return States(masks, weights)
        suits = sum(map(bool, lanes_of(self.deck)))  # of which the seen card can be
        return States(masks[1::2], array("q", (weight // suits for weight in weights)))

    def opponents(self) -> int:
        """Return how many holdings the opponent can have when all other cards lie."""
        shown = self.seen.bit_count()
        return comb(self.deck.bit_count() - shown - HOLE - BOARD, HOLE - shown)

    def worth(
        self,
        pays: array[int],
        paths: int,
        values: memoryview,
        chosen: memoryview,
        tied: memoryview,
        part: int,
        parts: int,
    ) -> None:
        """Write what the best of some paths is worth on each row of one share, over all opponents,
        which path it is, and whether another is worth as much.

        pays: by path, known number and column; paths: how many, those preferred first.
        values (OUT): 32 bits a row.
        chosen, tied (OUT): a byte a row, none for a single path.
        Raises OverflowError where a value passes 32 bits.
        """
        begin, end = ROWS * part // parts, ROWS * (part + 1) // parts
        showdowns.worth(self._rows, pays, paths, begin, end, values, chosen, tied)

    def values(self, pays: Iterable[int], here: slice) -> array[int]:
        """Return what one path is worth on some rows, over all opponents; pays: as for `worth`."""
        found = zeros("i", here.stop - here.start)
        showdowns.values(self._rows, array("q", pays), here.start, found)
        return found

    @cached_property
    def by_texture(self) -> tuple[array[int], States]:
        """The first row of every whole board, ascending, and the boards in this order."""
        every = self.boards(BOARD)
        first = zeros("i", len(every.masks))
        sets.first_rows(every.masks, first)
        order = sorted(range(len(first)), key=first.__getitem__)
        masks = array("Q", (every.masks[at] for at in order))
        weights = array("q", (every.weights[at] for at in order))
        return array("i", (first[at] for at in order)), States(masks, weights)

    def tally(
        self, met: memoryview, place: int, chosen: memoryview, paths: int, part: int, parts: int
    ) -> array[int]:
        """Return the deals of one share of the rows by path, known number and column.

        met: how often each row is met, FIELDS counts in WORDS words. place: which of them.
        chosen: the path taken on each row, empty for a single one.
        """
        deals = zeros("q", paths * self.joint)
        begin, end = ROWS * part // parts, ROWS * (part + 1) // parts
        showdowns.tally(self._rows, met, place, chosen, paths, begin, end, deals)
        return deals

    def flagged(self, met: memoryview, place: int, flags: memoryview) -> int:
        """Return how many deals lead to rows with a flag; met, place: as for `tally`."""
        return showdowns.flagged(met, place, flags) * self.opponents()

    def rows(self, states: array[int]) -> array[int]:
        """Return the row of each state: the player's two cards, and the whole board."""
        found = zeros("i", len(states) // 2)
        showdowns.rows(self._rows, states, found)
        return found

    def occurring(self) -> array[int]:
        """Return for each known number and column 1 where a row has it, else 0."""
        deals = self.tally(memoryview(array("Q", [1]) * WORDS), 0, memoryview(b""), 1, 0, 1)
        return array("q", (int(number > 0) for number in deals))

    def count(self, roles: int, states: array[int], weights: array[int]) -> array[int]:
        """Return weight x the opponents' holdings in each of the plan's columns, for every state
        and all boards that it can become.

        states: the player's two cards, and if there are two roles those of the board.
        """
        counts = zeros("q", self._width * len(weights))
        showdowns.count(self._rows, roles, states, weights, self._column, counts)
        return counts


class BoardPairs:
    """The rows of one bet on a board of fewer than five cards: for every board and every holding,
    what the facts about the player's hand come to and how many opponents' holdings lead to each
    column.
    """

    def __init__(self, plan: Plan, shared: SharedBoard) -> None:
        boards = array("Q", sorted(states(plan, [shared.size]).masks))
        size = len(boards) * HOLDINGS
        numbers = zeros_in_pages("B", size)
        counts = zeros_in_pages("H", size * plan.size(shared.columns))
        deck = plan.game.deck.mask
        self._rows = pairs.PairRows(deck, boards, *programs(plan, shared), numbers, counts)
        self._column, self._width = columns_of(plan, shared), plan.size(plan.columns)
        self._holes, self.fill = states(plan, [HOLE]), self._rows.fill

    def count(self, roles: int, states: array[int], weights: array[int]) -> array[int]:
        """Return what `ShowdownRows.count` does."""
        counts = zeros("q", self._width * len(weights))
        pairs.count(self._rows, roles, states, weights, self._column, counts)
        return counts

    def sums(self, part: int, parts: int) -> array[int]:
        """Return the deals of one share of the holdings in each of the plan's columns."""
        holes, weights = self._holes.masks[part::parts], self._holes.weights[part::parts]
        return added(self.count(1, holes, weights), self._width)


def added(counts: array[int], width: int) -> array[int]:
    """Return the sum of rows of counts."""
    return array("q", (sum(counts[column::width]) for column in range(width)))


def programs(plan: Plan, shared: SharedBoard) -> tuple[array[int], array[int]]:
    """Return the programs of the facts about the player's hand alone, and of those that look at the
    opponent's. The kernels never look at cards by parts: they have the strengths of both hands.
    """
    hands = shared.player.name, shared.opponent.name
    own, board, hidden = shared.zones
    return (
        program(plan, [own | board], shared.known, hands[:1]),
        program(plan, [own | board, hidden | shared.shown | board], shared.columns, hands),
    )


def columns_of(plan: Plan, shared: SharedBoard) -> array[int]:
    """Return the plan's column of each joint number of a row's facts."""
    every = plan.all_values((*shared.known, *shared.columns))
    return array("i", (plan.number(plan.columns, values) for values in every))


def shared_board_of(plan: Plan) -> SharedBoard:
    """Return the two hands of a plan that is known to have a shared board."""
    found = _shared_board(plan)
    assert found, "the method was chosen because two hands share a board"
    return found


@dataclass(frozen=True)
class TextureRows:
    """The rows of some textures of the board.

    rows: of all textures, of which these are read.
    number: of the side; the rows of all sides come one after the other.
    suits: which flush suits these textures have, a bit each; a fifth for those without one.
    """

    rows: ShowdownRows
    number: int = 0
    suits: int = 31

    @property
    def here(self) -> slice:
        """Where its rows stand among those of all sides."""
        return slice(ROWS * self.number, ROWS * (self.number + 1))

    @property
    def words(self) -> slice:
        """Where the words stand that say how often each of them is met."""
        return slice(WORDS * self.number, WORDS * (self.number + 1))


def sides_beside(plan: Plan, seen: int, run: Run = map) -> list[TextureRows]:
    """Return the rows beside a seen card of the opponent's, filled: of boards whose flush suit it
    is not of, or which have none, and of boards whose flush suit is its own.

    seen: a card of the first suit, as a mask. run: as for `showdowns_of`.
    """
    shared, sides = shared_board_of(plan), []
    for number, suits in enumerate((0b11110, 0b00001)):
        rows = ShowdownRows(plan, shared, True, seen, bool(number))
        for _ in run(partial(rows.fill, parts=SHARES), range(SHARES)):
            pass
        sides.append(TextureRows(rows, number, suits))
    return sides


def row_needs(plan: Plan, shared: SharedBoard) -> Need:
    """Return what the rows of a bet take."""
    rows = ROWS
    if shared.size < BOARD:
        rows = memory.information_sets(plan.game.deck, [shared.size]) * HOLDINGS
    return Need("the showdowns", rows * (2 * plan.size(shared.columns) + 1))


def rows_of(plan: Plan) -> ShowdownRows | BoardPairs:
    """Return the rows of a plan without decisions, all filled, to be added up."""
    shared = shared_board_of(plan)
    memory.verify(plan, [row_needs(plan, shared)])
    if shared.size < BOARD:
        return showdowns_of(plan)
    found = ShowdownRows(plan, shared, True)
    for part in range(SHARES):
        found.fill(part, SHARES)
    return found


def showdowns_of(plan: Plan, run: Run = map) -> ShowdownRows:
    """Return the rows of a plan, filled where something is decided; they are found once and kept
    with it.

    run: calls a function with each number of a share, as `map` does.
    """
    if "showdowns" not in plan.found:
        shared, decides = shared_board_of(plan), bool(plan.stages)
        small = shared.size < BOARD
        # Without a decision rows of a board of five are only added up.
        found = BoardPairs(plan, shared) if small else ShowdownRows(plan, shared, decides)
        for _ in run(partial(found.fill, parts=SHARES), range(SHARES if decides or small else 0)):
            pass
        plan.found["showdowns"] = found
    return cast(ShowdownRows, plan.found["showdowns"])


def has_streets(plan: Plan) -> bool:
    """Return True if something is decided before a shared board of five is complete, or on it,
    whatever the player holds.
    """
    found = shared_board(plan)
    return bool(found and found.has_streets and not found.held and plan.offers_all)


def has_classes(plan: Plan) -> bool:
    """Return True if so, but what is decided or paid depends on the player's two cards alone."""
    found = shared_board(plan)
    return bool(found and found.has_streets and not has_streets(plan))


def is_large(plan: Plan) -> bool:
    """Return True if a bet on a shared board has too many information sets to be kept."""
    return has_streets(plan) and most_sets(plan) > MOST_KEPT
