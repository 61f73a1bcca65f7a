"""What a user asked for by name, and what takes its place if he did not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combin.logs.simulate import Simulated
    from combin.sensitivity import Formula


def named_pays(found: Formula) -> tuple[str, ...]:
    """Return the pays that a formula was asked to move; none where they are all those of the
    paytables, as by default.
    """
    from combin.sensitivity import table_pays

    free = found.region.free
    usual = tuple(table_pays(found.game, found.game.bet(found.bet)))
    return () if free == usual else free


def strategy_played(found: Simulated) -> str:
    """Return how simulated rounds were played: the strategy as it was named, or the best play."""
    from combin.families.listed import family_of
    from combin.logs.schema import OPTIMAL

    if found.asked:
        return found.asked
    return OPTIMAL if family_of(found.plan).decides(found.plan) else "nothing to decide"
