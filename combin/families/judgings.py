"""What judges the logs of a bet, by its family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.checker.judging import Judging
from combin.counting import Plan
from combin.rules.count_up import CountUpSheet
from combin.rules.game import Sheet

if TYPE_CHECKING:
    from combin.checker.opened import AskedLog


def file_of(sheet: Sheet | CountUpSheet) -> type[AskedLog] | None:
    """Return what reads logs of a game, None for a game that is dealt."""
    if isinstance(sheet, CountUpSheet):
        from combin.families.count_up.judging.check import HandsFile

        return HandsFile
    return None


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
