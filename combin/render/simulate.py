"""Lays out what a simulation came to, beside what is exact; it does not judge."""

from __future__ import annotations

from fractions import Fraction

from combin.render import number
from combin.rules import Game
from combin.solution import BetResult


def summary(game: Game, key: str, played: str, rounds: int, mean: Fraction, law: BetResult | str, again: str) -> str:
    """Return the lines that end a simulation.

    played: how. mean: of the net result, in units. law: what is exact, or why it is not known. again: the command.
    """
    lines = [
        f"{game.slug}, bet {key}, {played}: {number.grouped(rounds)} rounds",
        f"mean net of a round     {number.decimal(mean, 6)} of one {game.bet(key).base}",
    ]
    if isinstance(law, BetResult):
        error = number.root(number.ratio(law.variance, rounds), 6)
        lines.append(f"exact expected value    {number.decimal(law.expected_value, 6)} ({number.exact(law.expected_value)})")
        lines.append(f"standard deviation of the mean of so many rounds: {error}")
    else:
        lines.append(f"exact expected value    not counted: {law}")
    return "\n".join([*lines, f"Again: {again}", ""])
