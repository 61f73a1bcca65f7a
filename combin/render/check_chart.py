"""Draws a check of a log: each outcome's distance from what is expected, and the running mean
within its envelope.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.cards.model import typeset
from combin.render.cards.typesetting import ending_of, printed
from combin.render.check import sentence
from combin.version import version

if TYPE_CHECKING:
    from combin.checker.fits import Cell
    from combin.checker.picture import Picture

PLACES = 6  # decimals of a number that only places a mark
FURTHEST = Fraction(
    6
)  # standard deviations; what lies further is drawn at the edge, with its number beside it


@dataclass(frozen=True)
class CheckChart:
    """Everything drawn, as text and decimals.

    rows: (outcome, seen, expected, standard deviations away, the same cut to the scale, whether
        within). curve: (rounds, mean,
    lower and upper end of the envelope). mean: the exact one. labels: the rounds, and the mean in
    words.
    """

    title: str
    subtitle: str
    rows: tuple[tuple[str, ...], ...]
    reach: str
    furthest: str
    curve: tuple[tuple[str, ...], ...]
    mean: str
    labels: tuple[str, ...]
    readings: tuple[str, ...]
    source: str
    version: str
    command: str


def draw(found: Picture, command: str, path: str) -> bytes:
    """Return the picture as the bytes of the file that `path` names by its ending."""
    return printed("check.typ", model_of(found, command), ending_of(path))


def model_of(found: Picture, command: str) -> CheckChart:
    """Return the plain data that the template draws."""
    verdict = found.verdict
    game, exact = verdict.law.game, verdict.law.result.expected_value
    rows = tuple(_row(mark.cell, mark.away, found.reach) for mark in found.marks)
    curve = tuple(
        (
            str(rounds),
            *(number.decimal(value, PLACES) for value in (mean, exact - half, exact + half)),
        )
        for rounds, mean, half in found.curve
    )
    readings = [f"{choice.name}: {game.chosen[choice.name]}." for choice in game.choices]
    readings += [
        f"{address}: {number.plain(pay)}, replaced." for address, pay in game.priced.items()
    ]
    readings += [
        f"Log: {verdict.log.path}, SHA-256 {verdict.digest}; strategy: {verdict.law.name}; bet: "
        f"{verdict.law.plan.bet.key}."
    ]
    mean = f"exact mean {number.decimal(exact, PLACES)}, units of one {verdict.law.result.wager}"
    labels = number.counted(verdict.rounds, "round"), mean
    return CheckChart(
        typeset(game.title),
        typeset(sentence(verdict)),
        rows,
        number.decimal(found.reach, PLACES),
        number.decimal(FURTHEST, 0),
        curve,
        number.decimal(exact, PLACES),
        tuple(map(typeset, labels)),
        tuple(map(typeset, readings)),
        typeset(game.source),
        f"combin {version()}",
        command,
    )


def _row(cell: Cell, away: Fraction, reach: Fraction) -> tuple[str, ...]:
    actions, outcome, net = cell.label
    words = [" / ".join(actions)] if actions else []
    words += [outcome] if outcome else []
    words += [typeset(number.signed(net))] if net is not None else []
    cut = max(-FURTHEST, min(FURTHEST, away))
    return (
        typeset(" · ".join(words)),
        number.grouped(cell.observed),
        number.decimal(cell.expected, 1),
        typeset(number.decimal(away, 1)),
        number.decimal(cut, PLACES),
        "in" if abs(away) <= reach else "out",
    )
