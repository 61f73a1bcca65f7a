"""What a log of a bet must have, and what judges its rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from combin.checker.law import LawCheck, counted_law
from combin.counting import Plan
from combin.logs.schema import AnyCell
from combin.rounds.zones import zones_of

if TYPE_CHECKING:
    from combin.checker.cards import Cards
    from combin.checker.played import PlayChecker, Replays
    from combin.checker.possible import Findings
    from combin.logs.mapping import Source
    from combin.logs.read import Log
    from combin.rounds import Strategy
    from combin.rules import Way
    from combin.solving.payoffs import Payoffs
    from combin.strategies import Lines


class Judging:
    """Logs of a game that deals each zone a set of cards of one pack. A family that deals otherwise
    has a class of its own, which it names (`Family.judging`).

    plan: of the bet.
    columns: what a log may have beside the columns of all games.
    at_once: how many rows are judged together, at least; 0 for as many as are read at a time.
    reads_first: whether a log is read before its law is counted, as that takes long.
    takes_ranks: whether ranks without suits settle a round.
    """

    columns: Sequence[str] = ()
    at_once: int = 0
    reads_first = False
    takes_ranks: bool = False

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def needed(self) -> list[str]:
        """Return the columns of cards without which no round is settled."""
        return [deal.zone for deal in zones_of(self.plan)]

    def lacking(self, zones: Sequence[str], there: Collection[str]) -> Iterator[str]:
        """Yield what a log with cards lacks, beside `needed`.

        zones: its columns of cards. there: all of its columns.
        """
        yield from ()

    def sources(
        self, log: Log, free: Sequence[str], sample: Mapping[str, Sequence[AnyCell]]
    ) -> list[dict[str, Source]]:
        """Return what columns of cards may be made of where they are not one zone each; nothing
        where that is all there is.

        log: with the columns known by name. free: those of the file that nothing is made of yet.
        """
        return []

    def tell_first(self, rules: LawCheck) -> None:
        """Tell what is counted and takes long, where `reads_first`; rules: not counted yet."""

    def law(self, payoffs: Payoffs, lines: Lines | Way | None, name: str) -> LawCheck:
        """Return the law that a log is compared with; lines: the strategy played, None for the best
        one.
        """
        return counted_law(self, payoffs, lines, name)

    def strategy(self, lines: Lines | Way | None) -> Strategy:
        """Return who decides as the strategy of a law does."""
        from combin.rounds import best_play, in_lines  # rows without cards need no player

        return in_lines(self.plan, lines) if lines else best_play(self.plan)

    def cards(self, log: Log, law: LawCheck, findings: Findings) -> Cards:
        """Return what reads the cards of a log."""
        from combin.checker.cards import Cards  # only a log with cards needs it

        return Cards(log, law, findings)

    def play(self, law: LawCheck) -> Replays | None:
        """Return what looks at what the player did; None where nothing was up to him."""
        return self.decisions(law) if law.plan.decisions else None

    def decisions(self, law: LawCheck) -> PlayChecker:
        """Return what looks at the decisions."""
        from combin.checker.played import PlayChecker  # only a log with cards needs it

        return PlayChecker(law)
