"""Lays out charts of exact figures: squares of starting hands, shades, the law of a round, long
runs, ladders of lines, and sweeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil
from typing import TYPE_CHECKING, Any, assert_never

from combin.dossier.charts import (
    Costs,
    Figures,
    HandActions,
    HandValues,
    Law,
    LongRun,
    MatchUps,
)
from combin.render import number
from combin.render.axis import evenly, multiples, round_step
from combin.render.cards.felt import MINUS, typeset
from combin.render.cards.model import Look, in_force, looks
from combin.render.cards.typesetting import ending_of, printed, write_file
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.sensitivity import Sweep
    from combin.solving.measures import Chance, MatchUp, Run

PLACES = 6  # decimals of a number that only places a shade, a point or a bar
WIDE = 7  # powers of ten on the scale of a law, beyond which only every other one is written
POWERS = tuple(Fraction(10) ** power for power in range(-12, 3))  # places on a scale of costs
SQUARE = "suited above the diagonal, offsuit below"


@dataclass(frozen=True)
class Cell:
    """One cell of a square or a matrix.

    label: the hand.
    text: its value, printed.
    value: what shades it, a decimal; empty where there is no such cell.
    tone: of the action taken.
    mark: in the corner.
    """

    label: str
    text: str
    value: str
    tone: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Point:
    """One bar, step or place on a curve.

    label: what it stands for.
    text: its value, printed.
    share: the decimal that places it.
    """

    label: str
    text: str
    share: str


@dataclass(frozen=True)
class Tick:
    """A place on an axis.

    value: the decimal that places it.
    text: what is written there.
    """

    value: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Model:
    """What every chart has, as text.

    title: the game.
    subtitle: what is drawn.
    source: of the rules.
    readings: the choices in force.
    command: draws the chart again.
    version: what computed it.
    notes: sentences under the chart.
    """

    title: str
    subtitle: str
    source: str
    readings: tuple[str, ...]
    command: str
    version: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SquareModel(Model):
    """The square of starting hands.

    cells: row by row.
    looks: the actions taken, for the legend.
    values: all decimals that shade cells, for the scale.
    caption: stands right of the legend.
    """

    kind: str = "square"
    cells: tuple[Cell, ...]
    looks: tuple[Look, ...] = ()
    values: tuple[str, ...] = ()
    caption: str


@dataclass(frozen=True, kw_only=True)
class MatrixModel(Model):
    """Shades by row and column.

    cells: row by row.
    rows, columns: their names.
    labels: of the rows and of the columns.
    values: all decimals that shade cells, for the scale.
    """

    kind: str = "matrix"
    cells: tuple[Cell, ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    labels: tuple[str, str]
    values: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class LawModel(Model):
    """Bars of the net results of one round.

    points: one a result, the largest first.
    ticks: the powers of ten that are written.
    reach: how many powers of ten the scale spans.
    """

    kind: str = "law"
    points: tuple[Point, ...]
    ticks: tuple[Tick, ...]
    reach: str


@dataclass(frozen=True, kw_only=True)
class RoundsModel(Model):
    """The bands in which the average of many rounds lies.

    points: the standard deviation by rounds.
    mean: of a round, a decimal.
    reach: half the height of the chart, a decimal.
    ticks: on the upright axis.
    headers, table: the figures written under the chart; a row begins with its place on the axis.
    labels: of the line of zero and of the mean.
    """

    kind: str = "rounds"
    points: tuple[Point, ...]
    mean: str
    reach: str
    ticks: tuple[Tick, ...]
    headers: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]
    labels: tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class LadderModel(Model):
    """Steps of lines against cost.

    points: one a list.
    ticks: on the scale of costs.
    """

    kind: str = "ladder"
    points: tuple[Point, ...]
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, kw_only=True)
class SweepModel(Model):
    """The house edge as one pay moves.

    points: of the line; a breakpoint's text is not empty.
    ticks: on the axis of edges.
    table: on the axis of the pay: the decimal that places a number, and the number.
    labels: the pay, the decimal that places today's, and today's in words.
    """

    kind: str = "sweep"
    points: tuple[Point, ...]
    ticks: tuple[Tick, ...]
    table: tuple[tuple[str, str], ...]
    labels: tuple[str, str, str]


ChartModel = SquareModel | MatrixModel | LawModel | RoundsModel | LadderModel | SweepModel


def render(model: ChartModel, ending: str = "svg") -> bytes:
    """Return the chart as the bytes of a ``pdf``, ``svg`` or ``png`` file."""
    return printed("chart.typ", model, ending)


@dataclass(frozen=True)
class Frame:
    """What all charts of a game share.

    game: the rules.
    command: draws the chart again.
    version: what computed it.
    bet: whose choices are named; the game itself if not given.
    """

    game: Game
    command: str
    version: str
    bet: str = ""

    def about(self, subtitle: str, *notes: str) -> dict[str, Any]:
        """Return the fields that every model has."""
        return {
            "title": typeset(self.game.title),
            "subtitle": subtitle,
            "source": typeset(self.game.source),
            "readings": in_force(self.game, self.bet or self.game.bets[0].key),
            "command": self.command,
            "version": self.version,
            "notes": notes,
        }


def chart(frame: Frame, figures: Figures) -> ChartModel:
    """Return the chart of some figures."""
    match figures:
        case HandActions():
            return actions(frame, figures)
        case HandValues():
            return values(frame, figures)
        case MatchUps():
            return match_ups(frame, figures)
        case Law():
            return law(frame, figures)
        case LongRun():
            return rounds(frame, figures)
        case Costs():
            return ladder(frame, figures)
        case _:
            assert_never(figures)


def _signed(value: Fraction, places: int) -> str:
    """Return `value` with its sign, even where no digit of it is left, as the shade has one too."""
    sign = "+" if value > 0 else MINUS if value < 0 else ""
    return sign + number.decimal(abs(value), places)


# --- Squares and shades ------------------------------------------------------------------------


def actions(frame: Frame, found: HandActions) -> SquareModel:
    """Return the square of what to do with each starting hand."""
    marked = looks(frame.game)
    taken = {hand.best for hand in found.hands}
    cells = []
    for hand in found.hands:
        look = marked[hand.best]
        cells.append(Cell(hand.label, "", "0", look.tone, look.mark))
    about = frame.about(f"The best play with each starting hand: {found.hands[0].decision}")
    used = tuple(look for look in marked.values() if look.name in taken)
    return SquareModel(**about, cells=tuple(cells), looks=used, caption=SQUARE)


def values(frame: Frame, found: HandValues) -> SquareModel:
    """Return the square of what each starting hand is worth."""
    cells = tuple(
        Cell(hand.label, _signed(hand.value, 3), number.decimal(hand.value, PLACES))
        for hand in found.hands
    )
    wins = sum(hand.value > 0 for hand in found.hands)
    about = frame.about(
        f"Expected result of each starting hand, in units of one {found.unit}",
        f"Blue, bold and a plus: the hand wins on average ({wins} of {len(cells)}); orange and "
        "a minus: it loses.",
    )
    shades = tuple(cell.value for cell in cells)
    return SquareModel(**about, cells=cells, values=shades, caption=SQUARE)


def match_ups(frame: Frame, found: MatchUps) -> MatrixModel:
    """Return the shades of what raising gains with ace-king, by the next two cards and the
    up card.
    """
    bold, ending = found.bold, found.ending
    cells = tuple(_gain(match) for match in found.matches)
    about = frame.about(
        f"Ace-king without a pair: what {bold} gains over {ending}",
        f"In units of one {found.unit}, the mean over suits and fifth cards.",
        f"Blue, bold and a plus: {bold}; orange and a minus: {ending}. A star: suits or the "
        "fifth card decide.",
    )
    return MatrixModel(
        **about,
        cells=cells,
        rows=tuple(dict.fromkeys(f"A K {' '.join(match.kickers)}" for match in found.matches)),
        columns=tuple(dict.fromkeys(match.up for match in found.matches)),
        labels=("you hold", typeset("the dealer's up card")),
        values=tuple(cell.value for cell in cells if cell.value),
    )


def _gain(match: MatchUp) -> Cell:
    if match.gain is None:
        return Cell("", "", "")
    star = "" if match.always or match.never else "*"
    return Cell("", _signed(match.gain, 3) + star, number.decimal(match.gain, PLACES))


# --- The law of a round, and of many -----------------------------------------------------------


def law(frame: Frame, found: Law) -> LawModel:
    """Return the bars of the net results of one round, on a scale of powers of ten."""
    least = min(chance.probability for chance in found.chances)
    depth = next(power for power in count(1) if least * 10**power > 1)
    step = 2 if depth > WIDE else 1
    about = frame.about(
        f"Net result of one round, in units of one {found.unit}",
        f"Each step of the scale is {number.grouped(10**step)} times rarer. Mean "
        f"{_signed(found.mean, 6)}, "
        f"standard deviation {number.root(found.variance, 6)}.",
    )
    return LawModel(
        **about,
        points=tuple(_bar(chance) for chance in reversed(found.chances)),
        ticks=tuple(Tick(str(power), "") for power in range(0, depth + 1, step)),
        reach=str(depth),
    )


def _bar(chance: Chance) -> Point:
    digits = number.places_for(chance.probability * 100, 3, 2)
    text = number.percent(chance.probability, digits)
    return Point(typeset(number.signed(chance.net)), text, number.decimal(chance.probability, 20))


def rounds(frame: Frame, found: LongRun) -> RoundsModel:
    """Return how the average result of many rounds narrows around its mean."""
    reach = _reach(found)
    about = frame.about(
        f"How the average result per round narrows, in units of one {found.unit}",
        *_run_notes(found),
    )
    return RoundsModel(
        **about,
        points=tuple(
            Point(str(run.rounds), "", number.root(run.variance, 8)) for run in found.curve
        ),
        mean=number.decimal(found.mean, 8),
        reach=number.decimal(reach, 8),
        ticks=tuple(_ticks(found.mean, reach)),
        headers=("rounds", "standard deviation", "one below the mean", "one above"),
        table=tuple(_run_row(run) for run in found.runs),
        labels=("even", f"mean {_signed(found.mean, 6)}"),
    )


def _reach(found: LongRun) -> Fraction:
    """Return half the height of the chart: two standard deviations of a run that is long enough for
    the mean to stand off zero.
    """
    wide = found.runs[-1]
    for run in found.runs:
        if found.telling is None or 50 * run.rounds >= found.telling:
            wide = run
            break
    return Fraction(number.root(4 * wide.variance, PLACES)) or Fraction(1)


def _ticks(mean: Fraction, reach: Fraction) -> Iterator[Tick]:
    """Yield round numbers on the axis from `mean` - `reach` to `mean` + `reach`, four at least."""
    step = round_step(number.ratio(reach, 2))
    places = number.places_for(step, 1, 0)
    for at in multiples(step, mean - reach, mean + reach):
        yield Tick(number.decimal(at, 8), _signed(at, places))


def _run_row(run: Run) -> tuple[str, ...]:
    deviation = Fraction(number.root(run.variance, 12))
    low, high = _signed(run.mean - deviation, 6), _signed(run.mean + deviation, 6)
    return str(run.rounds), number.grouped(run.rounds), number.root(run.variance, 6), low, high


def _run_notes(found: LongRun) -> Iterator[str]:
    if found.is_even:
        yield "Every round comes to the same."
        return
    yield (
        "The dark band reaches one standard deviation from the mean, the light one two; wider "
        "bands leave the picture."
    )
    if found.telling is not None:
        whole = number.grouped(ceil(found.telling))
        side = "loss" if found.mean < 0 else "win"
        yield (
            f"From {whole} rounds on, the mean {side} is no smaller than one standard deviation "
            "of the average."
        )


# --- Ladders -----------------------------------------------------------------------------------


def ladder(frame: Frame, found: Costs) -> LadderModel:
    """Return the steps of lines against cost."""
    about = frame.about(
        f"What a list of so many lines costs, in percent of one {found.unit}",
        "The best lists found, each with its exact cost against the best strategy; a step of "
        "the scale is ten times less.",
    )
    return LadderModel(
        **about,
        points=tuple(
            Point(str(lines), _cost(cost), number.decimal(cost, 20)) for lines, cost in found.rungs
        ),
        ticks=tuple(Tick(number.decimal(tick, 12), _tick_text(tick)) for tick in POWERS),
    )


def _tick_text(tick: Fraction) -> str:
    return number.percent(tick, number.places_for(tick * 100, 1, 0))


def _cost(cost: Fraction) -> str:
    return "exact" if cost == 0 else number.percent(cost, number.places_for(cost * 100, 2, 2))


# --- Sweeps ------------------------------------------------------------------------------------

SHOWN = 40  # breakpoints that are marked; more would run into each other
DRAWN = 400  # pieces that are drawn one by one


def sweep_chart(found: Sweep, command: str) -> SweepModel:
    """Return the edge as one pay moves, with its breakpoints; command: that draws it again."""
    frame = Frame(found.game, command, f"combin {found.version}", found.bet)
    edges = {place: -found.at(place) for place in _places(found)}
    about = frame.about(
        f"House edge under the best play as {found.pay} moves, in percent of one {found.wager}",
        _sweep_note(found),
    )
    return SweepModel(
        **about,
        points=tuple(_sweep_points(found, edges)),
        ticks=tuple(_edge_ticks(min(edges.values()), max(edges.values()))),
        table=tuple(
            (number.decimal(pay, 12), number.plain(pay))
            for pay in _round_between(found.low, found.high)
        ),
        labels=(found.pay, _todays_place(found), f"today {number.plain(found.today)}"),
    )


def _are_marked(found: Sweep) -> bool:
    return len(found.breakpoints) <= SHOWN


def _places(found: Sweep) -> Sequence[Fraction]:
    """Return the pays between which the line is drawn straight."""
    if len(found.pieces) > DRAWN:
        return evenly(found.low, found.high, DRAWN)
    return [found.low, *(piece.end for piece in found.pieces)]


def _sweep_points(found: Sweep, edges: dict[Fraction, Fraction]) -> Iterator[Point]:
    marked = set(found.breakpoints) if _are_marked(found) else set()
    for pay, edge in edges.items():
        mark = "break" if pay in marked else ""
        yield Point(number.decimal(pay, 12), mark, number.decimal(edge, 12))


def _sweep_note(found: Sweep) -> str:
    if not found.breakpoints:
        return "One straight line: the best play does not change."
    changes = f"{number.counted(len(found.breakpoints), 'breakpoint')}, where the best play changes"
    dots = "each marked with a dot" if _are_marked(found) else "too many to be marked"
    return f"{changes}; {dots}."


def _todays_place(found: Sweep) -> str:
    """Return the decimal that places today's pay; empty where it is off the axis."""
    return number.decimal(found.today, 12) if found.low <= found.today <= found.high else ""


def _edge_ticks(low: Fraction, high: Fraction) -> Iterator[Tick]:
    edges = _round_between(low, high)
    places = PLACES
    if len(edges) > 1:
        places = number.places_for((edges[1] - edges[0]) * 100, 1, 0)
    for edge in edges:
        yield Tick(number.decimal(edge, 12), number.percent(edge, places))


def _round_between(low: Fraction, high: Fraction) -> list[Fraction]:
    """Return round numbers from `low` to `high`, five to about ten; one where both are the same."""
    if low == high:
        return [low]
    return multiples(round_step(number.ratio(high - low, 5)), low, high)


__all__ = [
    "ChartModel",
    "Frame",
    "chart",
    "ending_of",
    "render",
    "sweep_chart",
    "write_file",
]
