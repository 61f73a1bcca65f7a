"""How the cards of a bet are dealt, by its family."""

from __future__ import annotations

from combin.counting import Plan
from combin.rounds.dealing import Dealing


def dealing_of(plan: Plan) -> Dealing:
    """Return how rounds of a bet are dealt; a family is imported only for a game of it, for others
    start sooner without.
    """
    if plan.is_split:
        from combin.families.split.rounds import SplitDealing

        return SplitDealing(plan)
    if plan.game.from_shoe:
        from combin.families.shoe.rounds import ShoeDealing

        return ShoeDealing(plan)
    if plan.draw:
        from combin.families.draw.rounds import DrawDealing

        return DrawDealing(plan)
    return Dealing(plan)
