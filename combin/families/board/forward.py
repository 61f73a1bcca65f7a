"""The forward pass with a shared board: how often each row of the showdowns is reached after which
actions.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from operator import add

from combin.counting import zeros
from combin.counting.levels import States
from combin.counting.mmap_arrays import zeros_in_pages
from combin.families.board.counting import BOARD, FIELDS, HOLDINGS, SHARES, WORDS
from combin.families.board.solving import Street, StreetPlay, Values, blocks_of, prepared
from combin.kernels import streets, turns
from combin.records import dataclass
from combin.rules.facts import Path, path_key
from combin.solving.executor import Progress, Workers, at_once, in_order
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs

GROUP = 16  # blocks from which rows are counted at a time
SWEEPS = 4  # threads that count rows at the same time, each of them on all boards

Ties = Counter[tuple[int | None, str]]


@dataclass(frozen=True)
class Going:
    """What goes on from some boards of the lowest street.

    boards: those boards.
    often: how often each holding goes on, FIELDS paths in a word.
    closed: the deals of the paths that no fact settles.
    ties: as of a root.
    """

    boards: States
    often: list[array[int]]
    closed: Counter[Path]
    ties: Ties


@dataclass(frozen=True)
class Swept:
    """What the sweep of the lowest street meets.

    met: how often each row is met, FIELDS paths in WORDS words.
    closed, ties: as of what goes on.
    """

    met: list[memoryview]
    closed: Counter[Path]
    ties: Ties


class Forward:
    """The way forward through one play of a bet, in which everything is decided.

    play: what was decided.
    ties: how often actions that are worth the same are met above the lowest street.
    arrived: by the number of a decision above the lowest street, how often it is come to.
    above: how often every holding comes to each path on each board of the street above the lowest.
    """

    def __init__(self, play: StreetPlay) -> None:
        self.play = play
        self.plan, self.rows, self.deck, self.workers = (
            play.plan,
            play.rows,
            play.deck,
            play.workers,
        )
        self.ties: Ties = Counter()
        self.arrived: dict[int | None, Values] = {}
        # The boards of the street above the lowest, none where there is none.
        self.before = array("Q")
        # How often every holding comes to each path on each board of that street, or on no board.
        self.above: Values = {(): self.play.only.held}
        for street in [self.play.holdings, *self.play.streets[:0:-1]]:
            boards = street.boards
            ways = self._ways(boards, self.above)
            self.arrived[street.number] = dict(ways)
            self._meet_ties(street, 0, boards, ways, self.ties)
            self.above = self._taken(street, 0, len(boards.masks), ways)
            self.before = array("Q", filter(None, boards.masks))

    def carry(
        self,
        swept_by: Callable[[Swept], None] | None = None,
        progress: Progress | None = None,
    ) -> Root:
        """Return what happens under what was decided; swept_by: is told the sweep."""
        root, times = Root(ties=Counter(self.ties)), self.play.times
        swept = self._sweep(progress)
        for path, deals in self._deals(swept):
            root.counts[path_key(path)] = array("q", (number // times for number in deals))
        if swept_by:
            swept_by(swept)
        root.ties += swept.ties
        root.ties[self.play.last, "deals"] += self._tied_deals(swept)
        del swept  # what comes now needs room as well
        if root.ties[self.play.last, "deals"]:
            # In how many situations with the whole board seen there is a tie.
            found, before = 0, self.play.streets[0].boards.masks
            boards = self.rows.every_board(BOARD).masks
            shares = [boards[part::SHARES] for part in range(SHARES)]
            for key, one in self.play.on_board.items():
                if one.tied:
                    often, tied = self.going_on(key), turns.flagged_situations
                    flags, stay = one.tied, self.play.stay
                    work = partial(
                        tied, self.deck, flags=flags, before=before, often=often, stay=stay
                    )
                    found += sum(in_order(work, shares, self.workers))
            root.ties[self.play.last, "situations"] = found
        for number, what in root.ties:
            if what == "deals":
                root.ties[number, what] //= times
        return root

    def _tied_deals(self, swept: Swept) -> int:
        """Return how many deals come to a tie where the whole board is seen."""
        deals = 0
        for place, key in enumerate(self.keys):
            if key in self.play.on_board and self.play.on_board[key].tied:
                met, tied = swept.met[place // FIELDS], memoryview(self.play.on_board[key].tied)
                for side in self.play.sides:
                    deals += side.rows.flagged(met[side.words], place % FIELDS, tied[side.here])
        return deals

    def arriving(self, history: Path, boards: States) -> array[int]:
        """Return how often each holding comes to a decision after a history, on some boards of its
        street. Of a street that is not the lowest, all boards are asked.
        """
        number = len(history)
        if number == self.play.streets[0].number:
            return self._ways(boards, {history: self.above[history]})[history]
        return self.arrived[number][history]

    def going_on(self, history: Path) -> array[int]:
        """Return how often each holding goes on from the lowest street's boards with a history."""
        street = self.play.streets[0]
        above = {path: often for path, often in self.above.items() if history[: len(path)] == path}
        ways = self._ways(street.boards, above)
        return self._taken(street, 0, len(street.boards.masks), ways)[history]

    def _taken(self, street: Street, at: int, boards: int, ways: Values) -> Values:
        """Return how often each path is come to when a street's actions are taken.

        at, boards: the first board, and how many.
        """
        taken = {path: often for path, often in ways.items() if path not in street.actions}
        for history in filter(ways.__contains__, street.actions):
            here = street.actions[history][at * HOLDINGS : (at + boards) * HOLDINGS]
            for number, path in enumerate(self.plan.after(history)):
                taken[path] = zeros("Q", len(here))
                streets.mark(ways[history], here, number, 0, taken[path])
        return taken

    @cached_property
    def keys(self) -> list[Path]:
        """The paths, as far as the lowest street sees them, whose rows have to be counted."""
        every = (*self.play.on_board, *self.play.plain)
        return [key for key in every if not self._is_closed(key) and self._is_reached(key)]

    def _is_reached(self, key: Path) -> bool:
        """Return True if any holding sets out on a path before the lowest street."""
        return any(any(often) for path, often in self.above.items() if key[: len(path)] == path)

    def _is_closed(self, key: Path) -> bool:
        """Return True if no fact settles what a path comes to."""
        return key in self.play.plain and not self.play.payoffs.facts(self.play.plain[key])

    def _sweep(self, progress: Progress | None) -> Swept:
        """Go forward from the boards of the lowest street."""
        words = range(-(-len(self.keys) // FIELDS))
        size = WORDS * len(self.play.sides)
        swept = Swept([zeros_in_pages("Q", size) for _ in words], Counter(), Counter())
        blocks, parts = blocks_of(self.play.streets[0].boards), min(at_once(self.workers), SWEEPS)
        for at in range(0, len(blocks), GROUP):
            group = [*in_order(self._going, blocks[at : at + GROUP], self.workers)]
            for going in group:
                swept.closed.update(going.closed)
                swept.ties.update(going.ties)
            meet = partial(self._meet_rows, group, swept.met, parts)
            for _ in in_order(meet, range(parts), self.workers):
                pass
            if progress:
                progress(self.plan.bet.key, min(at + GROUP, len(blocks)), len(blocks))
        for met in swept.met:
            plain = met[self.play.sides[0].words]
            for side in self.play.sides:
                here = met[side.words]
                less = partial(streets.less_suited, self.rows.deck, here, plain, parts=parts)
                for _ in in_order(less, range(parts), self.workers):
                    pass
        return swept

    def _going(self, block: tuple[int, States]) -> Going:
        """Return what goes on from some boards of the lowest street."""
        (at, boards), street = block, self.play.streets[0]
        going = Going(boards, [], Counter(), Counter())
        ways = self._ways(boards, self.above)
        self._meet_ties(street, at, boards, ways, going.ties)
        taken = self._taken(street, at, len(boards.masks), ways)
        for key in filter(self._is_closed, self.play.plain):
            deals = streets.total(self.deck, boards.masks, boards.weights, taken[key])
            going.closed[key] = deals * self.play.completions(self.play.sizes[0])
        for first in range(0, len(self.keys), FIELDS):
            often = zeros("Q", len(boards.masks) * HOLDINGS)
            for place, key in enumerate(self.keys[first : first + FIELDS]):
                streets.mark(taken[key], bytearray(), 0, place, often)
            going.often.append(often)
        return going

    def _meet_rows(
        self, group: Sequence[Going], met: Sequence[memoryview], parts: int, part: int
    ) -> None:
        """Add to `met` how often each row of one share is met from some boards of the lowest
        street.
        """
        for going in group:
            masks, weights = going.boards.masks, going.boards.weights
            for often, rows in zip(going.often, met):
                for side in self.play.sides:
                    here, seen = rows[side.words], self.rows.seen
                    streets.scatter(
                        self.rows.deck, masks, weights, often, here, part, parts, seen, side.suits
                    )

    def _ways(self, boards: States, above: Values) -> Values:
        """Return how often holdings come to some boards of a street, by history.

        above: how often they come to the boards of the street above, of some paths or all.
        """
        if not self.before:
            return {path: often * len(boards.masks) for path, often in above.items()}
        ways = {path: zeros("Q", len(boards.masks) * HOLDINGS) for path in above}
        for path, often in above.items():
            turns.pull(boards.masks, self.before, often, ways[path], self.play.stay)
        return ways

    def _deals(self, swept: Swept) -> Iterator[tuple[Path, array[int]]]:
        """Yield every path and its deals by the facts that settle it."""
        for place, key in enumerate(self.keys):
            one = self.play.on_board.get(key)
            paths = one.paths if one else (self.play.plain[key],)
            chosen = memoryview(one.chosen if one and len(paths) > 1 else b"")
            deals = self._tally(swept.met[place // FIELDS], place % FIELDS, chosen, len(paths))
            for number, path in enumerate(paths):
                begin = number * self.rows.joint
                here = deals[begin : begin + self.rows.joint]
                yield path, self.play.of_facts(self.play.payoffs.facts(path), here)
        for key, number in swept.closed.items():
            yield self.play.plain[key], array("q", [number])
        for key in filter(lambda key: not self._is_reached(key), self.play.plain):
            path = self.play.plain[key]
            yield path, zeros("q", self.plan.size(self.play.payoffs.facts(path)))

    def _tally(self, met: memoryview, place: int, chosen: memoryview, paths: int) -> array[int]:
        """Return the deals of all rows by path, known number and column (`ShowdownRows.tally`)."""
        deals = zeros("q", paths * self.rows.joint)
        for side in self.play.sides:
            here = met[side.words], place, chosen[side.here], paths
            work = partial(side.rows.tally, *here, parts=SHARES)
            for share in in_order(work, range(SHARES), self.workers):
                deals = array("q", map(add, deals, share))
        return deals

    def _meet_ties(self, street: Street, at: int, boards: States, ways: Values, ties: Ties) -> None:
        """Add how often actions that are worth the same are met on some boards of a street."""
        for history in street.actions:
            if tied := street.tied.get((history, at)):
                met = zeros("Q", len(tied))
                streets.mark(ways[history], tied, 1, 0, met)
                number = len(history)
                situations = turns.situations(self.deck, boards.masks, met, self.play.stay)
                ties[number, "situations"] += situations
                size = boards.masks[0].bit_count()
                deals = streets.total(self.deck, boards.masks, boards.weights, met)
                ties[number, "deals"] += deals * self.play.completions(size)


def part_of(progress: Progress | None, part: int, parts: int) -> Progress | None:
    """Return what is told of one part of a work, of parts that take about as long."""
    if progress is None:
        return None
    return lambda key, done, total: progress(key, part * total + done, parts * total)


def played(
    payoffs: Payoffs, workers: Workers = None, progress: Progress | None = None
) -> tuple[StreetPlay, Root]:
    """Return the best play of a bet, and what happens under it."""
    found = prepared(payoffs, workers)
    found.fold(part_of(progress, 0, 2))
    return found, Forward(found).carry(progress=part_of(progress, 1, 2))


def play(
    asked: Sequence[Payoffs], workers: Workers, progress: Progress | None = None
) -> list[Root]:
    """Return what happens under the best play for each of some payoffs, whose plans count alike."""
    return [played(payoffs, workers, progress)[1] for payoffs in asked]
