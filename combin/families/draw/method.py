"""Counts a hand whose discards are replaced, by inclusion and exclusion over the discards."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property
from math import comb
from operator import mul

from combin.counting import memory
from combin.counting.levels import levels, sliced
from combin.counting.memory import HALF, NUMBER, Keep, Need
from combin.counting.methods.method import Method
from combin.counting.plan import Plan
from combin.counting.program import program
from combin.counting.tally import Level, Tally, zeros
from combin.counting.widths import Choices
from combin.errors import refuse
from combin.kernels import draws as kernel
from combin.recent import found_once
from combin.records import dataclass
from combin.rules import Hold
from combin.rules.facts import Path

MOST_COLUMNS = 256  # a hand's column is a byte
MOST_KNOWN = 12  # pays for which the values of all holds are at hand


class Holdings:
    """How many hands of a deck contain some cards, by the column that they lead to.

    plan: of a bet on one hand, drawn to once.
    size: how many cards the hand has.
    columns: how many columns there are.
    times: for each number of cards kept, by how much the ways to draw are multiplied, so that all
        holds have as many deals; 0 where so many cannot be kept.
    """

    def __init__(self, plan: Plan) -> None:
        draw = plan.draw
        assert draw, "the method was chosen because there is a draw"
        self.deck = plan.game.deck.mask
        self.size = plan.groups[0].size
        self.columns = plan.size(plan.columns)
        zones = [zone for group in plan.groups for zone in group.zones]
        self._program = program(plan, [zones], plan.columns)
        self._cards = len(plan.game.deck)
        ways = {self.size - count: plan.ways_to_draw(draw, count) for count in draw.drawn}
        self.times = array(
            "q",
            (plan.ways(draw) // ways[kept] if kept in ways else 0 for kept in range(self.size + 1)),
        )
        self._sums: dict[bytes, array[int]] = {}

    @cached_property
    def _found(self) -> tuple[bytearray, array[int]]:
        """The column of every hand, and a row of counts for each smaller set of cards."""
        smaller = sum(comb(self._cards, cards) for cards in range(self.size))
        final = bytearray(comb(self._cards, self.size))
        held = zeros("I", smaller * self.columns)
        kernel.holdings(self.deck, self.size, self._program, final, held)
        return final, held

    @cached_property
    def _counts(self) -> kernel.HoldCounts:
        return kernel.HoldCounts(self.deck, self.size, self.columns, *self._found)

    @property
    def hands(self) -> array[int]:
        """How many hands the deck has, by column."""
        return self._found[1][: self.columns]

    def column_of(self, place: int) -> int:
        """Return the column of a hand, by its place among all in colexicographic order."""
        return self._found[0][place]

    def find(self) -> None:
        """Find what is asked later, before there are threads that would each find it."""
        assert self._found

    def values(self, states: array[int], weights: array[int], pays: array[int]) -> array[int]:
        """Return what each hold is worth at each hand, in the order of the holds' numbers."""
        _, held = self._found
        key = pays.tobytes()
        sums = self._sums.get(key)  # other threads may ask with other pays
        if sums is None:
            sums = zeros("q", len(held) // self.columns)
            kernel.sums(self.columns, held, pays, sums)
            self._sums = {key: sums}
        value = zeros("q", len(states) << self.size)
        self._counts.values(states, weights, sums, pays, self.times, value)
        return value

    def counts(self, states: array[int], hold: Hold) -> array[int]:
        """Return a row of counts for each hand after one hold, its weight left out."""
        count = zeros("q", len(states) * self.columns)
        self._counts.counts(states, self.times[hold.kept.bit_count()], hold.kept, count)
        return count

    def happen(
        self,
        level: Level,
        ways: array[int],
        hold: Hold,
        choice: Choices,
        number: int,
        tally: array[int],
    ) -> None:
        """Add ways x counts of the hands where action `number`, which is the hold, is chosen."""
        times = self.times[hold.kept.bit_count()]
        self._counts.happen(
            level.states, level.weights, ways, times, hold.kept, choice, number, tally
        )


@dataclass(frozen=True)
class Drawn(Tally):
    """Counts of deals that depend on the action: the cards drawn are those that were not thrown.

    holdings: from which they are found.
    """

    holdings: Holdings

    def worth(self, path: Path, pays: array[int]) -> array[int]:
        states, size = self.levels[0].states, self.holdings.size
        values = self._kept(pays)
        begin = _hold(path).kept * len(states)
        assert len(values) == len(states) << size
        return values[begin : begin + len(states)]

    def _kept(self, pays: array[int]) -> array[int]:
        """Return the values of all holds; those asked last are at hand, for a formula asks hold by
        hold what each of its terms adds.
        """
        known: dict[bytes, array[int]] = self.found.get("values", {})
        key = pays.tobytes()
        values = known.get(key)
        if values is None:
            (level,) = self.levels
            values = self.holdings.values(level.states, level.weights, pays)
            recent = list(known.items())[1 - MOST_KNOWN :]
            # Other threads may read what is known: it is replaced, and never changed.
            self.found["values"] = dict([*recent, (key, values)])
        return values

    def happen(
        self, path: Path, ways: array[int], choice: Choices, number: int, ends: array[int]
    ) -> None:
        self.holdings.happen(self.levels[0], ways, _hold(path), choice, number, ends)

    def occur(self, ends: array[int]) -> None:
        """Add the hands of the deck: what is drawn may complete every one of them."""
        for column, hands in enumerate(self.holdings.hands):
            ends[column] += hands

    def rows(self, path: Path, places: list[int]) -> array[int]:
        (level,) = self.levels
        counts = self.holdings.counts(array("Q", (level.states[at] for at in places)), _hold(path))
        weights = array("q", map(level.weights.__getitem__, places))
        for begin in range(self.columns):
            column = slice(begin, None, self.columns)
            counts[column] = array("q", map(mul, weights, counts[column]))
        return counts


def _hold(path: Path) -> Hold:
    action = path[-1][1]
    assert isinstance(action, Hold), "the decision parts the hand"
    return action


class Draws(Method):
    """Counts a hand of n cards of which some are thrown and replaced.

    With N[S][c] the hands of n cards that contain the cards S and lead to column c, those that hold
    H and none of the cards D that were thrown number

        sum over T within D of (-1)^|T| N[H + T][c].

    Every hold is brought to the same number of deals. It fits a plan in which one hand is dealt,
    parted once and filled up again, and whose facts are about its cards alone.
    """

    pools = False

    def fits(self, plan: Plan) -> bool:
        return plan.draw is not None and bool(plan.stages)

    def prepare(self, plan: Plan) -> None:
        holdings_of(plan).find()

    def tallies(self, plan: Plan, part: int, parts: int) -> Iterator[Tally]:
        (whole,) = levels(plan)
        yield self.tally_of(plan, sliced(whole, part, parts))

    def tally_of(self, plan: Plan, level: Level) -> Tally:
        found = holdings_of(plan)
        return Drawn((level,), found.columns, found)

    def memory(self, plan: Plan, keep: Keep) -> Iterator[Need]:
        columns, cards = plan.size(plan.columns), len(plan.game.deck)
        refuse(
            columns > MOST_COLUMNS,
            f"{plan.game.slug}, bet {plan.bet.key!r}: {columns} joint outcomes are more than "
            f"the {MOST_COLUMNS} that a draw is counted with",
        )
        size = plan.groups[0].size
        smaller = sum(comb(cards, some) for some in range(size))
        table = smaller * (HALF * columns + NUMBER) + comb(cards, size)
        yield Need("the hands that contain some cards", table)
        known = MOST_KNOWN if keep is Keep.ALL else 1
        values = known * NUMBER * memory.all_sets(plan, plan.stages[0]) << size
        yield Need("the values of all holds", values)
        yield from memory.of_stages(plan, keep, memory.all_sets)


@found_once
def holdings_of(plan: Plan) -> Holdings:
    """Return the holdings of a plan; they are found once and kept with it."""
    return Holdings(plan)


DRAWS = Draws()
