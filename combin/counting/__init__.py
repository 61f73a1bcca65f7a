"""Counting knows cards and no money: from a plan to tallies, integer counts of deals.

There are several ways to count, which give the same integers; the shape of the plan picks one of
those that `combin.families.methods` lists.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from combin import cache, patience
from combin.counting import memory
from combin.counting.keeping import keeping, shared
from combin.counting.levels import place_of
from combin.counting.memory import Keep
from combin.counting.plan import Plan
from combin.counting.tally import CountTally, Level, Tally, zeros
from combin.errors import refuse
from combin.families.methods import method_of
from combin.rules.facts import Fact
from combin.telling import go_on


def prepare(plan: Plan) -> None:
    """Find what all shares ask, before there are threads that would each find it.

    Raises CombinError as `tallies` does.
    """
    _verify(plan)
    go_on(f"{plan.game.slug}, bet {plan.bet.key!r}, counts {plan.deals:,} deals")
    method_of(plan).prepare(plan)


def tallies(plan: Plan, part: int = 0, parts: int = 1) -> Iterator[Tally]:
    """Yield the tallies of one share of the work; the shares `part` = 0 .. `parts` - 1 add up to
    the whole.

    Raises CombinError for a game whose deals are too many to count, or whose information sets take
    too much memory.
    """
    _verify(plan)
    method = method_of(plan)
    if parts == 1 and cache.folder:  # as they are counted when solved
        many = method.shares(plan, os.cpu_count() or 1)
        return (one for at in range(many) for one in shared(plan, at, many, method.tallies))
    return shared(plan, part, parts, method.tallies)


def _verify(plan: Plan) -> None:
    """Raise CombinError where a plan cannot be counted."""
    refuse(
        plan.deals >= 2**63 and not method_of(plan).counts_any(plan),
        f"{plan.game.slug}: {plan.deals} deals are more than 63 bits can count",
    )
    verify_memory(plan)
    if "time" not in plan.found:
        method = method_of(plan)
        patience.verify(plan, method.seconds(plan), method.how, cost(plan))
        plan.found["time"] = True


def verify_memory(plan: Plan, keep: Keep = Keep.NOTHING) -> None:
    """Raise CombinError where counting a bet takes more memory than there is; what fits is not
    asked again.

    keep: what is kept of the tallies.
    """
    if keep not in plan.fits:
        memory.verify(plan, method_of(plan).memory(plan, keep))
        plan.fits.add(keep)


def cost(plan: Plan) -> str:
    """Return in words what a bet takes to count when nothing of it is kept."""
    return memory.told(plan, method_of(plan).memory(plan, Keep.NOTHING))


def facts_number(plan: Plan, cards: Mapping[str, int], facts: tuple[Fact, ...]) -> int:
    """Return the joint number of facts that the given cards decide; cards: zone -> mask."""
    return method_of(plan).number(plan, cards, facts)


def nearby(plan: Plan, level: Level) -> Tally | None:
    """Return a tally that has the one information set of `level` and takes less than all of them
    to count; None where there is none.
    """
    if level.stage is plan.stages[-1]:
        return method_of(plan).tally_of(plan, level)
    return method_of(plan).around(plan, method_of(plan).relabelled(plan, level.states))


def around(plan: Plan, level: Level) -> tuple[Tally, int]:
    """Return a tally that has the information set of `level` (one, of a stage that is not the
    last), and its place there.
    """
    state = method_of(plan).relabelled(plan, level.states)
    stage = plan.stages.index(level.stage)
    near = method_of(plan).around(plan, state)
    for tally in [near] if near else tallies(plan):
        place = place_of(tally.levels[stage], state)
        if place is not None:
            return tally, place
    raise ArithmeticError(
        f"{plan.game.slug}, {plan.bet.key}: no tally has an information set that can be seen"
    )


__all__ = [
    "CountTally",
    "Keep",
    "Level",
    "Plan",
    "Tally",
    "around",
    "cost",
    "facts_number",
    "keeping",
    "method_of",
    "nearby",
    "prepare",
    "tallies",
    "verify_memory",
    "zeros",
]
