"""Families of game: each hands out a stream of decisions under a policy, as blocks to be folded."""

from __future__ import annotations

from combin.counting import Plan
from combin.errors import CombinError
from combin.families.block import Family
from combin.families.board import SHARED_BOARDS
from combin.families.tally import TALLIES

FAMILIES: tuple[Family, ...] = (SHARED_BOARDS, TALLIES)


def family_of(plan: Plan) -> Family:
    """Return the family of a plan: the first that it fits.

    Raises CombinError for hands that are split, which hand out no blocks so far.
    """
    for family in FAMILIES:
        if family.fits(plan):
            return family
    raise CombinError(
        f"{plan.game.slug}, {plan.bet.key}: hands that are split are set by a house way, not by "
        "lines"
    )
