"""Deals the rounds of a bet whose cards are dealt zone by zone, for a log of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from combin.counting import Plan
from combin.errors import refuse
from combin.families.contract import RoundDealer
from combin.families.listed import family_of
from combin.logs.schema import OPTIMAL
from combin.logs.write import Cell, LogLayout, LogWriter
from combin.rounds import RoundBatch, Simulation, Strategy, best_play, in_lines
from combin.rounds.settle import End
from combin.rules import Way
from combin.rules.house_ways import HOUSE_WAYS
from combin.solving.executor import Progress, Workers
from combin.solving.result import BetResult
from combin.strategies import always, list_or_way


class ZoneDealer(RoundDealer):
    """Deals zone by zone, with a fresh pack for each round.

    workers: how many play at the same time, or the executor that counts what is exact.
    """

    def __init__(
        self,
        simulation: Simulation,
        form: str,
        workers: Workers = None,
        played: str = OPTIMAL,
        strategy: str | None = OPTIMAL,
    ) -> None:
        self.simulation, self.form, self.workers = simulation, form, workers
        self.layout = LogLayout(simulation, form)
        self.chip, self.played, self.strategy = self.layout.chip, played, strategy
        self._counts = [0] * len(simulation.ends)

    def play(self, rounds: int, seed: int, log: LogWriter) -> Iterator[tuple[bytes, int]]:
        tallied = self.form == "tally"
        make: Callable[[RoundBatch], object] = (lambda _: None) if tallied else log.make
        for made, found in self.simulation.play(rounds, seed, self.workers, make):
            self._counts = list(map(int.__add__, self._counts, found))
            yield b"" if tallied else log.piece(made), sum(self._counts)

    def tally(self) -> Sequence[Sequence[Cell]]:
        return sorted([*end, count] for end, count in zip(self.layout.cells, self._counts) if count)

    @property
    def ends(self) -> dict[End, int]:
        return dict(zip(self.simulation.ends, self._counts))

    def law(self) -> BetResult:
        return self.simulation.strategy.law(self.workers)


def zone_dealer(
    plan: Plan, form: str, strategy: str | None, workers: Workers, shares: Progress | None
) -> ZoneDealer:
    """Return who deals a bet; strategy: as the user names it. shares: called while it is solved."""
    decides = family_of(plan).decides(plan)
    if strategy is None or strategy == OPTIMAL:
        player = best_play(plan, workers, shares)
        logged = OPTIMAL if decides else None
        played = strategy or logged or "nothing to decide"
    else:
        player, logged = _named(plan, strategy, decides)
        played = strategy
    return ZoneDealer(Simulation(plan, player, told=form == "full"), form, workers, played, logged)


def _named(plan: Plan, strategy: str, decides: bool) -> tuple[Strategy, str | None]:
    game, key = plan.game, plan.bet.key
    refuse(
        not decides or (plan.decisions and not plan.stages),
        f"{game.slug}: bet {key!r} leaves nothing to decide before all cards are known, so it "
        "has no strategies",
    )
    lines = list_or_way(strategy, game, key)
    if isinstance(lines, Way):
        return in_lines(plan, lines), lines.name if lines in HOUSE_WAYS.values() else None
    actions = {line.action for block in lines.blocks.values() for line in block}
    first = min(actions)
    simple = len(actions) == 1 and lines == always(game, first, key)
    return in_lines(plan, lines), first if simple else str(lines).strip()
