"""Plays a bet many times at random and writes the log of it, as `combin simulate` and
`combin.simulate` are asked to.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from typing import BinaryIO

from combin.counting import Plan
from combin.errors import CombinError
from combin.exact import whole_number
from combin.families.listed import family_of
from combin.files import whole
from combin.logs import schema
from combin.logs.write import LogLayout, LogWriter, new_log
from combin.records import dataclass
from combin.results import Result, columns
from combin.rounds import RoundBatch, Simulation, Strategy, best_play, in_lines
from combin.rounds.settle import End
from combin.rules import Way
from combin.rules.game import Game
from combin.rules.house_ways import HOUSE_WAYS
from combin.solving.executor import Progress as Shares
from combin.solving.executor import Workers
from combin.solving.result import BetResult
from combin.strategies import always, list_or_way
from combin.version import version

MOST_ROUNDS, MOST_SEEDS = 10**15, 2**64

Progress = Callable[[int, int], None]  # rounds played so far, rounds in all


@dataclass(frozen=True, repr=False)
class Simulated(Result):
    """The result of a simulation.

    plan: of the bet.
    strategy: how it was played.
    seed: plays the same rounds again.
    ends: each way a round can end -> how many rounds did.
    asked: the strategy as the user named it.
    form: of the log.
    path: of the log; None for standard output.
    """

    plan: Plan
    strategy: Strategy
    seed: int
    ends: dict[End, int]
    asked: str | None = None
    form: str = "full"
    path: str | None = None

    @property
    def rounds(self) -> int:
        """How many were played."""
        return sum(self.ends.values())

    @property
    def mean(self) -> Fraction:
        """The mean net of a round, in units."""
        return sum((end.net * count for end, count in self.ends.items()), Fraction(0)) / self.rounds

    def law(self, threads: Workers = None) -> BetResult | str:
        """Return the exact figures, or why they are not counted."""
        try:
            return self.strategy.law(threads)
        except CombinError as error:
            return str(error)

    _columns = columns(words="actions,outcome", counts="rounds", units="net,staked")


def simulate(
    game: Game,
    key: str,
    path: str | None,
    rounds: int,
    seed: int | None = None,
    form: str | None = None,
    strategy: str | None = None,
    threads: Workers = None,
    shares: Shares | None = None,
    progress: Progress | None = None,
) -> Simulated:
    """Play a bet of a resolved game, write the log, and return what the rounds came to.

    path: of the log; None for standard output, as CSV.
    seed: by default a fresh one.
    form: which columns the log has, one of `schema.FORMS`; by default all, with every card.
    strategy: as a user names it; by default the best play.
    threads: how many work at the same time, or the executor that counts what is exact.
    shares: called while the bet is solved.
    progress: called while it is played.
    """
    ending = ".csv" if path is None else schema.ending(path)
    form = form or "full"
    schema.columns(form)  # refuses an unknown form
    rounds = whole_number(rounds, "rounds", 1, MOST_ROUNDS)
    fresh = int.from_bytes(os.urandom(8))
    seed = whole_number(fresh if seed is None else seed, "seed", 0, MOST_SEEDS - 1)
    plan = Plan(game, game.bet(key))
    player, called = _player(plan, strategy, threads, shares)
    simulation = Simulation(plan, player, told=form == "full")
    layout = LogLayout(simulation, form)
    facts = schema.facts_of(game, plan.bet.key, layout.chip)
    facts = replace(facts, strategy=called, seed=seed, rounds=rounds, by=f"combin {version()}")
    with place_of(path) as file:
        log = new_log(ending, layout, facts.entries())
        counts = save(simulation, layout, log, file, rounds, seed, threads, progress)
    return Simulated(plan, player, seed, dict(zip(simulation.ends, counts)), strategy, form, path)


def _player(
    plan: Plan, strategy: str | None, threads: Workers, shares: Shares | None
) -> tuple[Strategy, str | None]:
    """Return the strategy that the user names, and what the log says of it."""
    game, key, decides = plan.game, plan.bet.key, family_of(plan).decides(plan)
    if strategy is None or strategy == schema.OPTIMAL:
        return best_play(plan, threads, shares), schema.OPTIMAL if decides else None
    if not decides or (plan.decisions and not plan.stages):
        raise CombinError(
            f"{game.slug}: bet {key!r} leaves nothing to decide before all cards are known, so it "
            "has no strategies"
        )
    lines = list_or_way(strategy, game, key)
    if isinstance(lines, Way):
        return in_lines(plan, lines), lines.name if lines in HOUSE_WAYS.values() else None
    actions: set[str] = set()
    for block in lines.blocks.values():
        actions.update(line.action for line in block)
    first = min(actions)
    simple = len(actions) == 1 and lines == always(game, first, key)
    return in_lines(plan, lines), first if simple else str(lines).strip()


@contextmanager
def place_of(path: str | None) -> Iterator[BinaryIO]:
    """Give the file to write, or the stream of bytes of standard output."""
    if path is not None:
        with whole(path) as file:
            yield file
        return
    sys.stdout.flush()
    yield sys.stdout.buffer
    sys.stdout.buffer.flush()


def save(
    simulation: Simulation,
    layout: LogLayout,
    log: LogWriter,
    file: BinaryIO,
    rounds: int,
    seed: int,
    threads: Workers,
    progress: Progress | None = None,
) -> list[int]:
    """Play some rounds, write them, and return how many came to each end of the simulation.

    progress: called now and then with the rounds played and their number.
    """
    tallied = layout.form == "tally"
    make: Callable[[RoundBatch], object] = (lambda _: None) if tallied else log.make
    counts = [0] * len(simulation.ends)
    file.write(log.begin())
    for made, found in simulation.play(rounds, seed, threads, make):
        counts = list(map(int.__add__, counts, found))
        if not tallied:
            file.write(log.piece(made))
        if progress:
            progress(sum(counts), rounds)
    if tallied:
        file.write(log.rows(layout.tally(counts)))
    file.write(log.end())
    return counts
