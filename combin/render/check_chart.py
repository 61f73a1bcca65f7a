"""The chart of a check: each outcome's deviation from its expected count, and the running mean
within its envelope.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.records import dataclass
from combin.render import number
from combin.render.cards.felt import typeset
from combin.render.cards.typesetting import ending_of, printed
from combin.render.check import sentence
from combin.version import version

if TYPE_CHECKING:
    from combin.checker import Verdict
    from combin.checker.fits import Bin
    from combin.checker.picture import Picture

PLACES = 6  # decimals of a number that only places a mark
FURTHEST = Fraction(6)  # standard deviations; what lies further is drawn at the edge


@dataclass(frozen=True)
class CheckChart:
    """Everything drawn, as text and decimals.

    rows: (outcome, seen, expected, standard deviations away, the same cut to the scale, ``in`` or
        ``out`` of reach).
    reach: standard deviations that a correct log rarely passes.
    furthest: standard deviations at the edge of the scale.
    curve: (rounds, mean, lower end and upper end of the envelope).
    mean: the exact one.
    labels: the rounds, and the mean in words.
    readings: the choices, the pays replaced, and the log.
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
    unit = game.unit(verdict.law.result.wager)
    return CheckChart(
        title=typeset(game.title),
        subtitle=typeset(sentence(verdict)),
        rows=tuple(_row(mark.cell, mark.away, found.reach) for mark in found.marks),
        reach=number.decimal(found.reach, PLACES),
        furthest=number.decimal(FURTHEST, 0),
        curve=tuple(
            (str(rounds), *(number.decimal(end, PLACES) for end in (mean, mean_low, mean_high)))
            for rounds, mean, half in found.curve
            for mean_low, mean_high in [(exact - half, exact + half)]
        ),
        mean=number.decimal(exact, PLACES),
        labels=(
            number.counted(verdict.rounds, "round"),
            typeset(f"exact mean {number.decimal(exact, PLACES)}, units of one {unit}"),
        ),
        readings=tuple(map(typeset, _readings(verdict))),
        source=typeset(game.source),
        version=f"combin {version()}",
        command=command,
    )


def _readings(verdict: Verdict) -> Iterator[str]:
    law = verdict.law
    yield from (f"{choice.name}: {law.game.chosen[choice.name]}." for choice in law.game.choices)
    for address, pay in law.game.priced.items():
        yield f"{address}: changed to {number.plain(pay)}."
    yield (
        f"Log: {verdict.log.path}, SHA-256 {verdict.digest}; strategy: {law.name}; bet: {law.key}."
    )


def _row(cell: Bin, away: Fraction, reach: Fraction) -> tuple[str, ...]:
    """Return an outcome, how often it was seen and expected, how far that is away in standard
    deviations, the same cut to the scale, and whether it is within reach.
    """
    return (
        typeset(" · ".join(_words(cell))),
        number.grouped(cell.observed),
        number.decimal(cell.expected, 1),
        typeset(number.decimal(away, 1)),
        number.decimal(max(-FURTHEST, min(FURTHEST, away)), PLACES),
        "in" if abs(away) <= reach else "out",
    )


def _words(cell: Bin) -> Iterator[str]:
    actions, outcome, net = cell.label
    if actions:
        yield " / ".join(actions)
    if outcome:
        yield outcome
    if net is not None:
        yield typeset(number.signed(net))
