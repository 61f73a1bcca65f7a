"""The edge with perfect information: the player sees every card before his first decision."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

from combin.counting import Plan, tallies, zeros
from combin.families.listed import family_of
from combin.rules.facts import Fact, FactValues, Path, Settler
from combin.solving.executor import Progress, Workers, counted
from combin.solving.induction import occurring


class _Laid(Plan):
    """The deals of another plan and the facts that settle it, with nothing to be decided."""

    def __init__(self, plan: Plan) -> None:
        self._asked = plan.facts
        super().__init__(replace(plan.game, play=plan.game.deals), plan.bet)

    def _open(self, decision: int) -> tuple[Fact, ...]:
        return self._asked


def foreseen(
    plan: Plan,
    threads: Workers = None,
    progress: Progress | None = None,
    among: Callable[[list[Fraction]], Fraction] = max,
) -> Fraction | None:
    """Return the house edge when the player sees every card before he first decides; None where
    the counts of a bet do not tell it: from a shoe, and with a draw.

    Every deal then has its best sequence of actions, which depends on the facts of the deal alone:
    the deals are counted by their facts, as for the game as it is. Raises CombinError where that
    cannot be counted.
    among: what a decision is worth by its actions; the mean is that of actions taken at random.
    """
    if plan.holds or not family_of(plan).of_one_pack:
        return None
    laid = _Laid(plan) if family_of(plan).whole else plan
    facts = (*laid.stages[-1].known, *laid.columns) if laid.stages else laid.columns
    if not set(plan.facts) <= set(facts):
        return None
    deals = zeros("q", plan.size(facts))
    for share in counted(laid, partial(_facts_counted, laid), threads, progress):
        for more in share:
            deals = array("q", map(int.__add__, deals, more))
    total = sum(deals)
    # Cards that are alike at the last decision are one set there, in whatever order they came.
    if not total or plan.deals % total:
        raise ArithmeticError(f"{plan.game.slug}: {total} deals, and there are {plan.deals}")
    settler, worth, ends = Settler(plan.bet), Fraction(0), {*plan.paths}

    def value(path: Path, values: FactValues) -> Fraction:
        if path in ends:
            return settler.settle(path, values).net
        return among([value(one, values) for one in plan.offered_after(path, values)])

    for count, values in zip(deals, plan.all_values(facts)):
        if count:
            worth += count * value((), values)
    return -worth / total


def _facts_counted(plan: Plan, part: int, parts: int) -> list[array[int]]:
    """Return the deals of one share by the joint number of their facts, tally by tally."""
    return [occurring(plan, tally)[-1] for tally in tallies(plan, part, parts)]
