"""What judges the logs of a bet, by its family."""

from __future__ import annotations

from combin.checker.judging import Judging
from combin.counting import Plan


def judging_of(plan: Plan) -> Judging:
    """Return what judges logs of a bet; a family is imported only for a game of it, for others
    start sooner without.
    """
    if plan.is_split:
        from combin.families.split.judging import SplitJudging

        return SplitJudging(plan)
    if plan.game.from_shoe:
        from combin.families.shoe.judging import ShoeJudging

        return ShoeJudging(plan)
    if plan.draw:
        from combin.families.draw.judging import DrawJudging

        return DrawJudging(plan)
    return Judging(plan)
