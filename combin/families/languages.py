"""In what the strategies of a bet are written, by its family: in lines, in the words of one family
alone, or as a house way. A family is imported only for a game of it: others start sooner without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.counting import Plan
from combin.counting.plan import Stage
from combin.rules import Way
from combin.rules.game import Game
from combin.solving.executor import Progress, Workers

if TYPE_CHECKING:
    from combin.families.block import Policy
    from combin.families.shoe.vocabulary import FromShoe
    from combin.families.split.ways import PricedWay
    from combin.solving.result import BetResult
    from combin.strategies.languages import Language


def own_language(plan: Plan) -> Language | None:
    """Return the language that the family of a bet has for its lists alone; None where lines are
    conditions on the cards seen.
    """
    if plan.draw and plan.stages:
        from combin.families.draw.holds.language import HOLDS

        return HOLDS
    return None


def words_of_shoe(plan: Plan, stage: Stage) -> FromShoe | None:
    """Return what lines say of cards from a shoe; None where the cards are those of one pack."""
    if not plan.game.from_shoe:
        return None
    from combin.families.shoe.vocabulary import seen_from_shoe

    places: dict[str, int] = {}
    for place, role in enumerate(stage.roles):
        places |= dict.fromkeys(role.zones, place)
    return seen_from_shoe(plan.game.hands, places)


def named_way(words: str) -> Way:
    """Return the way that a file or the name of a house way stands for."""
    from combin.families.split.ways import named_way

    return named_way(words)


def way_told(game: Game, key: str) -> Way:
    """Return the way that a card of a bet on split hands tells."""
    from combin.families.split.ways import way_told

    return way_told(game, key)


def set_by(game: Game, way: Way, bet: str = "base") -> BetResult:
    """Return what a bet on split hands comes to where the player sets his hands by a way."""
    from combin.families.split.ways import set_by

    return set_by(game, way, bet)


def price_way(
    game: Game,
    way: Way,
    bet: str = "base",
    threads: Workers = None,
    progress: Progress | None = None,
) -> PricedWay:
    """Return the exact price of a way for a bet on hands that are split."""
    from combin.families.split.ways import price_way

    return price_way(game, way, bet, threads, progress)


def policy_of_way(plan: Plan, way: Way) -> Policy:
    """Return a way as a policy."""
    from combin.families.split.ways import ByWay

    return ByWay(plan, way)
