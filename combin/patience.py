"""How long a bet takes to count: said before it is counted, and refused where it is very long and
nobody asked for that.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from combin.errors import refuse
from combin.telling import note

if TYPE_CHECKING:
    from combin.counting.plan import Plan

SAID, MOST = 10, 600  # seconds of a count that is said before, and of one that has to be asked for

_is_wanted = False


def want_long(wanted: bool) -> None:
    """Say whether what is asked next may take more than ten minutes."""
    global _is_wanted
    _is_wanted = wanted


def verify(plan: Plan, seconds: int, how: str, cost: str) -> None:
    """Say before what a bet takes that is counted for ten seconds or more; raise CombinError where
    it takes more than ten minutes and that was not asked for.

    seconds: of processor time. how: it is counted. cost: in memory, in words.
    """
    left = seconds // (os.cpu_count() or 1)
    about = f"{left} s" if left < MOST else f"{left // 60:,} minutes"
    what = f"{plan.game.slug}, bet {plan.bet.key!r}: {plan.deals:,} deals"
    others = "; --bet asks for others" * (len(plan.game.bets) > 1)
    refuse(
        left >= MOST and not _is_wanted,
        f"{what}, too many to be counted {how} in ten minutes: it would take about {about}; "
        "--long (long=True) counts them all the same. Faster: fewer cards that no one sees, or "
        f"two hands of two cards that share a board{others}",
    )
    if left >= SAID:
        note(f"{what} are counted {how}, about {about}, {cost}{others}")
