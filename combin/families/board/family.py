"""The families of shared boards: large ones, streamed street by street, and small ones."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from combin.counting import Plan
from combin.counting.plan import Stage
from combin.counting.widths import Choices
from combin.families.block import Answer, Block, F, Policy, Start, Table
from combin.families.board.forward import played
from combin.families.board.solving import StreetPlay, board_best, prepared
from combin.families.board.stream import PolicyOnBoards, known, needs, on_street
from combin.families.tallies import TALLIES, Tallies
from combin.families.usual import Usual
from combin.rules.facts import Path
from combin.solving.executor import Progress, Workers
from combin.solving.induction import Root
from combin.solving.payoffs import Payoffs

if TYPE_CHECKING:
    from combin.dossier.board_examples import Place
    from combin.dossier.examples import Cards
    from combin.strategies.lines import Lines
    from combin.strategies.losses import Losses


class OnStreets(Usual):
    """Games on a board that player and opponent share: decided street by street."""

    whole = together = True

    def happens(
        self,
        asked: Sequence[Payoffs],
        part: int = 0,
        parts: int = 1,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> list[Root]:
        return [played(payoffs, workers, progress)[1] for payoffs in asked]

    def occurring(self, payoffs: Payoffs) -> Iterator[tuple[Root, Sequence[array[int]]]]:
        best, root = played(payoffs)
        yield root, best.occurring()

    def table(
        self,
        payoffs: Payoffs,
        policy: Policy | None = None,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Table:
        assert policy is None, "lists of lines are read for each round"
        return _Table(*played(payoffs, workers, progress))


class SmallBoards(OnStreets, Tallies):
    """Such games with so few information sets that they are kept: lists are priced in tallies."""


class SharedBoards(OnStreets):
    """Such games with too many information sets to keep."""

    keeps = False
    takes_long = True

    def starts(self, payoffs: Payoffs) -> Iterator[Start]:
        yield from map(Start._make, board_best(payoffs).starting)

    def decided(self, payoffs: Payoffs) -> Iterator[Block]:
        return TALLIES.decided(payoffs)

    def answers(self, payoffs: Payoffs, number: int, cards: Mapping[str, int]) -> Iterator[Answer]:
        return TALLIES.answers(payoffs, number, cards)

    def times(self, payoffs: Payoffs) -> int:
        return prepared(payoffs).times

    def each(
        self,
        payoffs: Payoffs,
        policies: Sequence[Policy],
        fold: Callable[[], F],
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Iterator[list[F]]:
        best = prepared(payoffs, workers, needs(payoffs.plan, len(policies)))
        taken = known(payoffs, policies, workers)
        followed = [PolicyOnBoards(payoffs, policy, workers, taken) for policy in policies]
        best.decide_rows()
        for at, one in enumerate(followed):
            for made in one.rows(best, fold):
                yield [made if here == at else fold() for here in range(len(policies))]

        yield from best.noted(partial(on_street, best, followed, fold), progress)

    def outcomes(
        self, payoffs: Payoffs, policies: Sequence[Policy], workers: Workers = None
    ) -> Iterator[Root]:
        taken = known(payoffs, policies, workers)
        for policy in policies:
            yield PolicyOnBoards(payoffs, policy, workers, taken).forward.carry()

    def followed(
        self,
        payoffs: Payoffs,
        policies: Sequence[Policy],
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> tuple[int, list[Root]]:
        roots = list(self.outcomes(payoffs, policies, workers))
        return board_best(payoffs, workers, progress).value, roots

    def losses(
        self, payoffs: Payoffs, more: Sequence[set[int]], fine: bool, progress: Progress | None
    ) -> Losses:
        from combin.families.board.losses import add_up
        from combin.strategies.losses import empty

        found = empty(payoffs, more, fine)
        add_up(found, progress=progress)
        return found

    def middle_hands(self, plan: Plan, lines: Lines, wanted: set[Place]) -> dict[Place, Cards]:
        from combin.dossier.examples import middle_on_boards

        return middle_on_boards(plan, lines, wanted)


class _Table:
    """A `Table` of the best play, street by street."""

    def __init__(self, play: StreetPlay, root: Root) -> None:
        self.root, self._play = root, play

    def places(
        self, stage: Stage, states: array[int], nodes: array[int], live: bytes
    ) -> array[int]:
        return self._play.places(stage.number, states)

    def actions(self, history: Path) -> Choices:
        return self._play.actions(history)


SHARED_BOARDS, SMALL_BOARDS = SharedBoards(), SmallBoards()
