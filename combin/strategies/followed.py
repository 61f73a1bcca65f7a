"""What a list answers where player and opponent share a board: on every holding of a street, and on
every row of the showdowns where the whole board is seen.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial

from combin.counting import zeros
from combin.counting.plan import Stage
from combin.counting.streets import BOARD, HOLDINGS, ROWS
from combin.errors import CombinError
from combin.kernels import faces
from combin.rules.facts import Path
from combin.solving.executor import Workers, in_order
from combin.solving.streets import StreetPlay
from combin.strategies.lines import (
    Block,
    Lines,
    action_names,
    action_table,
    left_undecided,
    open_lines,
    traits_asked,
)
from combin.strategies.matching import matched, traits_seen
from combin.strategies.vocabulary import View, stakes_so_far

BOARDS = 64  # whose holdings are looked at together
TEXTURES = 256  # whose rows are looked at together
STATE = 2  # card sets of a state: the player's, and the board's

# The lines met at a decision, by its number and the lines asked, and then by history.
Known = dict[tuple[int, Block], dict[Path, bytearray]]
Span = tuple[int, int]  # the places of a decision from one on, and up to another


class Seats:
    """The places of one decision: where each information set, or all that decide alike, stands.

    view: what is seen there.
    seen: how many cards of the board.
    masks: the boards, where not all of the board is seen.
    """

    def __init__(self, play: StreetPlay, stage: Stage) -> None:
        self.view = View(play.plan, stage)
        self.seen = play.rows.shared.seen[stage.number]
        self.deck = play.deck
        partly = 0 < self.seen < BOARD
        self.masks = play.rows.boards(self.seen).masks if partly else array("Q", [0])

    def __len__(self) -> int:
        return ROWS if self.seen == BOARD else HOLDINGS * len(self.masks)

    def spans(self) -> list[Span]:
        """Return the blocks of boards, or of textures, that are looked at together."""
        whole = self.seen == BOARD
        count, step = (faces.TEXTURES, TEXTURES) if whole else (len(self.masks), BOARDS)
        return [(begin, min(begin + step, count)) for begin in range(0, count, step)]

    def first(self, number: int) -> int:
        """Return the first place of a board or of a texture."""
        return faces.first_row(number) if self.seen == BOARD else HOLDINGS * number

    def states(self, begin: int, end: int) -> array[int]:
        """Return the player's two cards and those of the board at each place from one board or
        texture up to another; zeros where there is nothing.
        """
        found = zeros("Q", STATE * (self.first(end) - self.first(begin)))
        if self.seen == BOARD:
            faces.states(self.deck, begin, end, found)
        else:
            faces.holdings(self.deck, self.masks[begin:end], found)
        return found

    def traits(self, begin: int, end: int, columns: Sequence[int]) -> array[int]:
        """Return a row of traits for each place, as `traits_of` does."""
        states = self.states(begin, end)
        if not self.seen:
            return traits_seen(self.view, 1, states[::STATE], columns)
        return traits_seen(self.view, STATE, states, columns)

    def cards(self, place: int) -> list[int]:
        """Return the card sets at a place."""
        begin, end = next(span for span in reversed(self.spans()) if self.first(span[0]) <= place)
        at = STATE * (place - self.first(begin))
        found = self.states(begin, end)[at : at + STATE]
        return [*found[: STATE if self.seen else 1]]


class Followed:
    """What a list answers at every place of every decision.

    lines_met: history -> the numbers of the lines met.
    actions: history -> the numbers of the actions taken.
    """

    def __init__(
        self, play: StreetPlay, lines: Lines, workers: Workers, known: Known | None = None
    ) -> None:
        """known: what was found for other lists of the same bet; is added to."""
        self.plan, self.lines, self.workers = play.plan, lines, workers
        self.known = {} if known is None else known
        self.seats = [Seats(play, stage) for stage in self.plan.stages]
        self.lines_met: dict[Path, bytearray] = {}
        self.actions: dict[Path, bytearray] = {}
        for stage, seats in zip(self.plan.stages, self.seats):
            self._decide(stage, seats)

    def _decide(self, stage: Stage, seats: Seats) -> None:
        block = self.lines.blocks[self.plan.decisions[stage.number].name]
        if (stage.number, block) not in self.known:
            self.known[stage.number, block] = self._met(stage, seats, block)
        met = self.known[stage.number, block]
        for history in self.plan.histories(stage):
            self.lines_met[history] = met.get(history) or bytearray(len(seats))
            self.actions[history] = self.lines_met[history]
            if history in met:
                table = action_table(block, action_names(self.plan, history))
                self.actions[history] = met[history].translate(table)

    def _met(self, stage: Stage, seats: Seats, block: Block) -> dict[Path, bytearray]:
        """Return the lines met at a decision, by history."""
        found = {history: bytearray() for history in self.plan.deciding(stage)}
        work = partial(_met, seats, block, [*found])
        for several in in_order(work, seats.spans(), self.workers):
            for history, met in zip(found, several):
                found[history] += met
        return found

    def undecided(self, history: Path, place: int) -> CombinError:
        """Return the error for a place that the list comes to and leaves undecided."""
        seats = self.seats[len(history) - self.plan.stages[0].number]
        return left_undecided(self.lines, self.plan, history, seats.cards(place))


def _met(seats: Seats, block: Block, histories: Sequence[Path], span: Span) -> list[bytearray]:
    """Return for each history the line met at each place of some boards or textures."""
    plan, width = seats.view.plan, seats.view.width
    traits = seats.traits(*span, sorted(traits_asked([block])))
    found: dict[tuple[int, ...], bytearray] = {}
    met = []
    for history in histories:
        lines = list(open_lines(block, stakes_so_far(plan, history)))
        key = tuple(number for number, _ in lines)
        if key not in found:
            found[key] = matched(traits, width, lines)
        met.append(found[key])
    return met
