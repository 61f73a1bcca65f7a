"""The loss of every action in every class of a decision with a shared board: optimal play is found
street by street, and again while the losses of each street are added up.
"""

from __future__ import annotations

from array import array
from functools import partial

from combin.counting import memory, zeros
from combin.families.block import ONCE
from combin.families.board.counting import FIELDS
from combin.families.board.forward import Forward, Swept
from combin.families.board.solving import BoardChoice, StreetPlay, prepared
from combin.families.board.stream import BoardIndex, Span
from combin.kernels import cells as kernel
from combin.kernels import sets
from combin.records import dataclass
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers, in_order
from combin.strategies.losses import Losses, lose, rows_of
from combin.strategies.matching import traits_seen


@dataclass(frozen=True)
class StreetLosses:
    """The losses of some share of one decision.

    history: the actions taken before.
    traits: of the classes met, a row a class.
    sums: of each class the loss of every action, then the deals that come there.
    """

    history: Path
    traits: array[int]
    sums: array[int]


def add_up(losses: Losses, workers: Workers = None, progress: Progress | None = None) -> None:
    """Add up the losses of a bet over all its deals."""
    best = prepared(losses.payoffs, workers)
    best.fold(progress)
    adding = _Adding(losses, best, workers)
    adding.forward.carry(adding.take)
    for pieces in prepared(losses.payoffs, workers).noted(adding.noted, progress):
        for piece in pieces:
            adding.add(piece)
    losses.divide(best.times)
    losses.best = best.value // best.times
    losses.sets = [memory.all_sets(losses.plan, stage) for stage in losses.plan.stages]


class _Adding:
    """Adds up losses along the best play."""

    def __init__(self, losses: Losses, best: StreetPlay, workers: Workers) -> None:
        self.losses, self.best, self.workers = losses, best, workers
        self.forward = Forward(best)
        self.places = [BoardIndex(best, stage) for stage in losses.plan.stages]

    def take(self, swept: Swept) -> None:
        """Add the rows that a sweep meets."""
        for history in self.best.closing:
            place = self.forward.keys.index(history)
            work = partial(self._on_rows, history, swept.met[place // FIELDS], place % FIELDS)
            for piece in in_order(work, self._places(history).spans(), self.workers):
                self.add(piece)

    def _places(self, history: Path) -> BoardIndex:
        return self.places[len(history) - self.losses.plan.stages[0].number]

    def _on_rows(self, history: Path, met: memoryview, field: int, span: Span) -> StreetLosses:
        begin, end = map(self._places(history).first, span)
        values = self.best.values_on_rows(history, slice(begin, end))
        piece, number = self._empty(history, span, len(values))
        reach = zeros("q", end - begin)
        sets.met(met, field, begin, reach)
        lose(ONCE, reach, self.best.rows.opponents(), values, number, piece.sums)
        return piece

    def noted(self, choices: list[BoardChoice]) -> list[StreetLosses]:
        """Return the losses on some boards of a street."""
        return [*map(self._on_street, choices)]

    def _on_street(self, choice: BoardChoice) -> StreetLosses:
        history, boards, values = choice.history, choice.boards, choice.values
        span = choice.at, choice.at + len(boards.masks)
        piece, number = self._empty(history, span, len(values))
        often = self.forward.arriving(history, boards)
        times = zeros("q", len(number))
        sets.times(self.best.deck, boards.masks, boards.weights, times)
        deals = self.best.completions(self._places(history).seen)
        lose(times, memoryview(often).cast("B").cast("q"), deals, values, number, piece.sums)
        return piece

    def add(self, piece: StreetLosses) -> None:
        """Add some losses to the others."""
        self.losses.add_piece(piece.history, piece.traits, piece.sums)

    def _empty(self, history: Path, span: Span, actions: int) -> tuple[StreetLosses, array[int]]:
        """Return losses, to which nothing is added yet, of the classes met at the places of some
        boards or textures, and the class of each place.
        """
        losses = self.losses
        place = len(history) - losses.plan.stages[0].number
        level, columns = self._places(history).level(*span), losses.columns[place]
        classes = kernel.Cells(len(columns))
        traits = traits_seen(losses.views[place], level.roles, level.states, columns)
        number = losses.numbered(place, traits, classes)
        sums = zeros("q", len(classes) * (actions + 1))
        return StreetLosses(history, rows_of(classes, len(columns)), sums), number
