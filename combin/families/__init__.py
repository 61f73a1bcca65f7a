"""Families of game: each hands out a stream of decisions under a policy, as blocks to be folded."""

from __future__ import annotations

from combin.counting import Plan
from combin.families.block import Family
from combin.families.board import SHARED_BOARDS
from combin.families.split import HIGH_LOW
from combin.families.tally import TALLIES

FAMILIES: tuple[Family, ...] = (HIGH_LOW, SHARED_BOARDS, TALLIES)


def family_of(plan: Plan) -> Family:
    """Return the family of a plan: the first that it fits, of which tallies are the last."""
    return next(family for family in FAMILIES if family.fits(plan))
