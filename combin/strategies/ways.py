"""A player's own way to split his hands: read, and priced against the best setting of each."""

from __future__ import annotations

import os
from dataclasses import replace
from fractions import Fraction

from combin.counting import Plan
from combin.counting.compared import compared
from combin.errors import CombinError, nearest
from combin.records import dataclass
from combin.results import Result, columns
from combin.rules import FOXWOODS, TRUMP_PLAZA, Way
from combin.rules.game import Game
from combin.rules.loader import load_way
from combin.solving.executor import Progress, Workers
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult
from combin.solving.solve import results
from combin.spelling import meant

HOUSE_WAYS = {way.name: way for way in (FOXWOODS, TRUMP_PLAZA)}


@dataclass(frozen=True, repr=False)
class PricedWay(Result):
    """A way to split hands and its exact price.

    game: as resolved.
    way: by which the player sets every hand.
    result: what happens then.
    optimum: the expected value of the best setting of each hand, in units.
    """

    game: Game
    way: Way
    result: BetResult
    optimum: Fraction

    @property
    def cost(self) -> Fraction:
        """What the way loses against the best settings, in units; never negative."""
        return self.optimum - self.result.expected_value

    _columns = columns(words="way", ratio="house_edge", units="expected_value,best_play,cost")


def is_split(game: Game, key: str) -> bool:
    """Return whether a bet is on hands that are split, for which a way is the strategy."""
    return Plan(game, game.bet(key)).is_split


def way_told(game: Game, key: str) -> Way:
    """Return the way that a card of a bet on split hands tells: the one that the player's hands are
    set by, or that of the dealer's, where the player sets his own as he likes.
    """
    sides = compared(Plan(game, game.bet(key))).sides
    way = sides.player.by or sides.dealer.by
    if not way:
        raise CombinError(f"{game.slug}: no house way that a card could tell")
    return way


def verify_listed(game: Game, key: str) -> None:
    """Raise CombinError for a bet on hands that are split, for which there are no lines."""
    Plan(game, game.bet(key)).verify_unsplit()


def named_way(words: str) -> Way:
    """Return the way that a file or the name of a house way stands for."""
    way = meant(words, HOUSE_WAYS, "the way")
    if way in HOUSE_WAYS:
        return HOUSE_WAYS[way]
    if not os.path.exists(words):
        raise CombinError(f"{words!r} is no file and no house way{nearest(words, HOUSE_WAYS)}")
    return load_way(words)


def price_way(
    game: Game,
    way: Way,
    bet: str = "base",
    threads: Workers = None,
    progress: Progress | None = None,
) -> PricedWay:
    """Return the exact price of a way for a bet on hands that are split.

    Raises CombinError, with an example, for a way that leaves a hand unset or sets its low hand
    above its high hand.
    """
    result, best = (set_by(game, by, bet, threads, progress) for by in (way, None))
    return PricedWay(game, way, result, best.expected_value)


def set_by(
    game: Game,
    way: Way | None,
    bet: str = "base",
    threads: Workers = None,
    progress: Progress | None = None,
) -> BetResult:
    """Return what a bet comes to where the player sets every hand by a way; None for the best
    setting of each.
    """
    [result] = results([_splitting(game, bet, way)], threads, progress)
    return result


def _splitting(game: Game, key: str, way: Way | None) -> Payoffs:
    """Return the payoffs of a bet where the player splits by a way, or as he likes."""
    split = compared(Plan(game, game.bet(key))).sides.player
    play = tuple(replace(step, by=way) if step == split else step for step in game.play)
    return Payoffs(Plan(replace(game, play=play), game.bet(key)))
