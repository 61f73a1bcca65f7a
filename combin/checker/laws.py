"""The laws that logs are compared with, each found by what judges the logs of its family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.checker.law import LawCheck, allowed
from combin.counting import Plan
from combin.families.listed import family_of
from combin.logs.schema import OPTIMAL
from combin.rules import Way
from combin.rules.game import Game
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult

if TYPE_CHECKING:
    from combin.strategies import Lines


def law_of(game: Game, key: str, lines: Lines | Way | None = None, name: str = OPTIMAL) -> LawCheck:
    """Return the law that a log of a bet of a resolved game is compared with; lines: the strategy
    played, None for the best one.
    """
    payoffs = Payoffs(Plan(game, game.bet(key)))
    return family_of(payoffs.plan).judging(payoffs.plan).law(payoffs, lines, name)


def uncounted(game: Game, key: str, lines: Lines | Way | None, name: str) -> LawCheck:
    """Return the rules of a bet without its law, for what is asked of single rounds: nothing is
    counted.
    """
    payoffs = Payoffs(Plan(game, game.bet(key)))
    nothing = BetResult(key, payoffs.plan.bet.base, 0, ())
    judging = family_of(payoffs.plan).judging(payoffs.plan)
    return LawCheck(judging, payoffs, nothing, allowed(payoffs), lines, name)
