"""The zones that a bet is about, in the order in which their cards are dealt."""

from __future__ import annotations

from typing import assert_never

from combin.counting import Plan
from combin.rules import Deal, Decide, Draw, Part, Split, Turns


def zones_of(plan: Plan) -> list[Deal]:
    """Return the deals that a bet is about, in the order of the play: seen at its decisions, or
    part of its hands; of a draw as many cards as it may take.
    """
    read = {zone for group in plan.groups for zone in group.zones}
    found = []
    for step in plan.game.play:
        match step:
            case Deal(zone):
                found += [step] if zone in read else []
            case Draw(zone):
                found += [Deal(zone, plan.game.sizes[zone])] if zone in read else []
            case Decide() | Part() | Split() | Turns():
                pass
            case _:
                assert_never(step)
    return found
