"""Game protection: the edge with the best play when the player sees cards that are meant to be
hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from combin.counting import Plan
from combin.errors import CombinError
from combin.results import Result
from combin.rules.exposed import OTHERS, exposed
from combin.rules.game import Game
from combin.rules.words import Deal, Decide, Draw, Part
from combin.solving.executor import Workers
from combin.solving.solve import solve
from combin.version import version

Tell = Callable[[str, int], None]  # a zone and how many of its cards are seen next; empty: done


@dataclass(frozen=True)
class Exposure:
    """What it is worth to see some cards.

    zone: whose they are; empty where none is seen.
    cards: how many.
    edge: the house edge with the best play; None where it was not counted.
    why: then the reason.
    """

    zone: str
    cards: int
    edge: Fraction | None
    why: str = ""


@dataclass(frozen=True, repr=False)
class Protection(Result):
    """The edge of a bet for each number of cards that the player sees.

    game, bet: as resolved, and its key.
    wager: one unit of it divides the expected loss.
    exposures: the game as it should be first, then zone by zone.
    version: of combin.
    """

    game: Game
    bet: str
    wager: str
    exposures: tuple[Exposure, ...]
    version: str

    def _written(self, form: str) -> str:
        from combin.render.protection import protection_text

        return protection_text(self, form)

    def _headline(self) -> str:
        return f"{self.game.slug}: {self.bet}, {len(self.exposures) - 1} ways to see cards"


def protect(
    game: Game,
    bet: str = "base",
    seen: Mapping[str, int] | None = None,
    threads: Workers = None,
    tell: Tell | None = None,
) -> Protection:
    """Return the edge of a bet of a resolved game for each number of cards that the player sees.

    seen: zone -> up to how many of its cards; by default every zone that the bet settles by and
        that is dealt after the first decision, all of its cards.
    tell: called before each count.
    Raises CombinError where nothing is decided, or for a zone that cannot be asked for. What cannot
    be counted is listed with the reason.
    """
    plan = Plan(game, game.bet(bet))
    if not plan.decisions:
        raise CombinError(
            f"{game.slug}: nothing is decided in bet {plan.bet.key!r}, so seeing gains nothing"
        )
    asked = dict(seen) if seen else _hidden(plan)
    for zone, count in asked.items():
        exposed(game, {zone: count})  # it refuses what cannot be seen
    found = [_exposure(game, bet, "", 0, threads)]
    for zone, most in asked.items():
        for count in range(1, most + 1):
            if tell:
                tell(zone, count)
            found.append(_exposure(game, bet, zone, count, threads))
    if tell:
        tell("", 0)
    return Protection(game, plan.bet.key, plan.bet.base, tuple(found), version())


def _hidden(plan: Plan) -> dict[str, int]:
    """Return zone -> its cards, for those dealt after the first decision that the bet looks at."""
    used = {zone for group in plan.groups for zone in group.zones}
    found, decided = dict[str, int](), False
    for step in plan.game.play:
        match step:
            case Decide() | Part():
                decided = True
            case Deal(zone, cards):
                if decided and zone in used:
                    found[zone] = cards
            case Draw():
                pass
            case _:
                assert_never(step)
    return found


def _exposure(game: Game, bet: str, zone: str, count: int, threads: Workers) -> Exposure:
    there = exposed(game, {zone: count}) if zone else game
    try:
        return Exposure(zone, count, solve(there, [bet], threads)[bet].house_edge)
    except CombinError as error:
        return Exposure(zone, count, None, str(error))


__all__ = ["OTHERS", "Exposure", "Protection", "protect"]
