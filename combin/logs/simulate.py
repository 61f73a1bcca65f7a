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
from typing import TYPE_CHECKING, BinaryIO

from combin.errors import CombinError
from combin.exact import whole_number
from combin.files import whole
from combin.logs import schema
from combin.logs.write import LogWriter, new_log
from combin.records import dataclass
from combin.results import Result
from combin.version import version

if TYPE_CHECKING:
    from combin.families.contract import RoundDealer
    from combin.rounds.settle import End
    from combin.rules.game import Game
    from combin.solving.result import BetResult
    from combin.subject import Subject

MOST_ROUNDS, MOST_SEEDS = 10**15, 2**64

Progress = Callable[[int, int], None]  # rounds played so far, rounds in all


@dataclass(frozen=True, repr=False)
class Simulated(Result):
    """The result of a simulation.

    game, bet: the rules, and the key of the bet.
    dealer: who dealt the rounds.
    seed: plays the same rounds again.
    ends: each way a round can end -> how many rounds did.
    asked: the strategy as the user named it.
    form: of the log.
    path: of the log; None for standard output.
    cut: the cards behind the cut card of a shoe; None where every round is dealt from all cards.
    """

    game: Game
    bet: str
    dealer: RoundDealer
    seed: int
    ends: dict[End, int]
    asked: str | None = None
    form: str = "full"
    path: str | None = None
    cut: int | None = None

    @property
    def rounds(self) -> int:
        """How many were played."""
        return sum(self.ends.values())

    @property
    def mean(self) -> Fraction:
        """The mean net of a round, in units."""
        return sum((end.net * count for end, count in self.ends.items()), Fraction(0)) / self.rounds

    @property
    def mean_wager(self) -> Fraction:
        """The mean of the units staked."""
        staked = (end.staked * count for end, count in self.ends.items())
        return sum(staked, Fraction(0)) / self.rounds

    @property
    def variance(self) -> Fraction:
        """That of the net of one round, as these rounds show it."""
        squares = (end.net**2 * count for end, count in self.ends.items())
        return sum(squares, Fraction(0)) / self.rounds - self.mean**2

    def law(self) -> BetResult | str:
        """Return the exact figures, or why they are not counted."""
        try:
            return self.dealer.law()
        except CombinError as error:
            return str(error)


def simulate(
    asked: Subject,
    path: str | None,
    rounds: int,
    seed: int | None = None,
    form: str | None = None,
    strategy: str | None = None,
    cut: int | None = None,
    progress: Progress | None = None,
) -> Simulated:
    """Play a bet, write the log, and return what the rounds came to.

    path: of the log; None for standard output, as CSV.
    seed: by default a fresh one.
    form: which columns the log has, one of `schema.FORMS`; by default all, with every card.
    strategy: as a user names it; by default the best play.
    cut: how many cards stay behind the cut card of a shoe, from which rounds are dealt on.
    progress: called while it is played.
    """
    game, ending = asked.game, ".csv" if path is None else schema.ending(path)
    form = form or "full"
    schema.columns(form)  # refuses an unknown form
    rounds = whole_number(rounds, "rounds", 1, MOST_ROUNDS)
    fresh = int.from_bytes(os.urandom(8))
    seed = whole_number(fresh if seed is None else seed, "seed", 0, MOST_SEEDS - 1)
    dealer = asked.dealer(form, strategy, cut)
    rules = schema.facts_of(game, asked.bet, dealer.chip)
    by = f"combin {version()}"
    facts = replace(rules, strategy=dealer.strategy, seed=seed, rounds=rounds, by=by)
    with _place_of(path) as file:
        log = new_log(ending, dealer.layout, {**facts.entries(), **dealer.facts})
        save(dealer, log, file, rounds, seed, progress)
    return Simulated(game, asked.bet, dealer, seed, dealer.ends, strategy, form, path, cut)


@contextmanager
def _place_of(path: str | None) -> Iterator[BinaryIO]:
    if path is not None:
        with whole(path) as file:
            yield file
        return
    sys.stdout.flush()
    yield sys.stdout.buffer
    sys.stdout.buffer.flush()


def save(
    dealer: RoundDealer,
    log: LogWriter,
    file: BinaryIO,
    rounds: int,
    seed: int,
    progress: Progress | None = None,
) -> None:
    """Play some rounds, and write them.

    progress: called now and then with the rounds played and their number.
    """
    file.write(log.begin())
    for piece, played in dealer.play(rounds, seed, log):
        file.write(piece)
        if progress:
            progress(played, rounds)
    if dealer.form == "tally":
        file.write(log.rows(dealer.tally()))
    file.write(log.end())
