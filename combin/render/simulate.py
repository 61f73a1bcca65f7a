"""Lays out what a simulation came to, beside what is exact; it does not judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.logs.schema import OPTIMAL
from combin.render import number
from combin.render.tables import at_meter
from combin.solving.result import BetResult

if TYPE_CHECKING:
    from combin.logs.simulate import Simulated


def summary(found: Simulated, strategy: str | None, law: BetResult | str, again: str) -> str:
    """Return the lines that end a simulation.

    strategy: as the user named it. law: what is exact, or why it is not known. again: the command.
    """
    plan = found.plan
    played = strategy or (OPTIMAL if plan.decisions else "nothing to decide")
    lines = [
        f"{plan.game.slug}, bet {plan.bet.key}, {played}: {number.counted(found.rounds, 'round')}",
        f"mean net of a round     {number.decimal(found.mean, 6)} of one {plan.bet.base}",
    ]
    if isinstance(law, BetResult):
        error = number.root(number.ratio(law.variance, found.rounds), 6)
        exact = f"{number.decimal(law.expected_value, 6)} ({number.exact(law.expected_value)})"
        lines.append(f"exact expected value    {exact}{at_meter(plan.game.meters(plan.bet.key))}")
        lines.append(f"standard deviation of the mean of so many rounds: {error}")
    else:
        lines.append(f"exact expected value    not counted: {law}")
    return "\n".join([*lines, f"Again: {again}", ""])
