"""How what is decided at a bet is compared with the reference, by its family."""

from __future__ import annotations

from combin.counting import Plan
from combin.proof.comparing import Comparing


def comparing_of(plan: Plan) -> Comparing:
    """Return what compares the information sets of a bet."""
    if plan.is_split:
        from combin.families.split.proof import ComparingSettings

        return ComparingSettings(plan)
    if plan.draw:
        from combin.families.draw.proof import ComparingHolds

        return ComparingHolds(plan)
    return Comparing(plan)
