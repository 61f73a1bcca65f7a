"""What every action loses in every class of a decision where player and opponent share a board: the
best play is found street by street, and found again while each street's losses are added up.
"""

from __future__ import annotations

from array import array
from functools import partial

from combin.counting import memory, zeros
from combin.counting.streets import FIELDS
from combin.families.board import BoardIndex, Span
from combin.kernels import cells as kernel
from combin.kernels import mistakes
from combin.records import dataclass
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers, in_order
from combin.solving.forward import Forward, Swept
from combin.solving.streets import BoardChoice, StreetPlay, prepared
from combin.strategies.losses import Losses
from combin.strategies.matching import described
from combin.strategies.vocabulary import View


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
    again = prepared(losses.payoffs, workers)
    for pieces in again.noted(adding.noted, progress):
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
        self.views = [View(losses.plan, stage) for stage in losses.plan.stages]

    def take(self, swept: Swept) -> None:
        """Add the rows that a sweep meets."""
        for history in self.best.closing:
            place = self.forward.keys.index(history)
            met = swept.met[place // FIELDS]
            field = place % FIELDS
            work = partial(self._on_rows, history, met, field)
            for piece in in_order(work, self._places(history).spans(), self.workers):
                self.add(piece)

    def _places(self, history: Path) -> BoardIndex:
        return self.places[len(history) - self.losses.plan.stages[0].number]

    def _on_rows(self, history: Path, met: memoryview, field: int, span: Span) -> StreetLosses:
        traits, number = self._numbered(history, span)
        begin, end = map(self._places(history).first, span)
        values = self.best.values_on_rows(history, slice(begin, end))
        sums = zeros("q", len(traits) * (len(values) + 1))
        deals = self.best.rows.opponents()
        mistakes.lose_on_rows(met, field, values, begin, number, deals, sums)
        return StreetLosses(history, traits.rows(), sums)

    def noted(self, choices: list[BoardChoice]) -> list[StreetLosses]:
        """Return the losses on some boards of a street."""
        return [*map(self._on_street, choices)]

    def _on_street(self, choice: BoardChoice) -> StreetLosses:
        history, boards = choice.history, choice.boards
        begin = choice.at
        traits, number = self._numbered(history, (begin, begin + len(boards.masks)))
        sums = zeros("q", len(traits) * (len(choice.values) + 1))
        often = self.forward.arriving(history, boards)
        deals = self.best.completions(self._places(history).seen)
        mistakes.lose_on_street(
            self.best.deck, boards.masks, boards.weights, often, choice.values, number, deals, sums
        )
        return StreetLosses(history, traits.rows(), sums)

    def add(self, piece: StreetLosses) -> None:
        """Add some losses to the others."""
        self.losses.add_piece(piece.history, piece.traits, piece.sums)

    def _numbered(self, history: Path, span: Span) -> tuple[Found, array[int]]:
        """Return the classes met at the places of some boards or textures, and the class of each
        place.
        """
        losses = self.losses
        place = len(history) - losses.plan.stages[0].number
        columns = losses.columns[place]
        cuts = losses.cuts[place]
        level, view = self._places(history).level(*span), self.views[place]
        traits = described(view, level, columns)
        kept = zeros("i", len(level) * len(columns))
        number = zeros("i", len(level))
        kernel.reduce(traits, view.width, array("i", columns), cuts, kept)
        found = Found(len(columns))
        found.cells.number(kept, number)
        return found, number


class Found:
    """Classes met, numbered as they come."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.cells = kernel.Cells(width)

    def __len__(self) -> int:
        return len(self.cells)

    def rows(self) -> array[int]:
        """Return the traits of the classes, a row a class."""
        found = zeros("i", self.width * len(self))
        self.cells.written(found)
        return found
