"""Charts of exact results: squares of starting hands, shades, the law of a round, long runs, and
ladders of lines.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from combin.errors import CombinError, nearest
from combin.render import number
from combin.render.cards.model import MINUS, Look, in_force, looks, typeset
from combin.render.cards.typesetting import ending_of, printed, write_file
from combin.render.tables import command_of
from combin.rules.game import Game
from combin.version import version

if TYPE_CHECKING:
    from combin.sensitivity import Sweep
    from combin.solving.measures import Chance, Hand, MatchUp, Run
    from combin.solving.result import BetResult, Solution

PLACES = 6  # decimals of a number that only places a shade, a point or a bar
WIDE = 7  # powers of ten on the scale of a law, beyond which only every other one is written
ROUNDS = tuple(10**power for power in range(8))
POWERS = tuple(Fraction(10) ** power for power in range(-12, 3))  # places on a scale of costs
STEPS = (
    10,
    12,
    15,
    18,
    22,
    27,
    33,
    40,
    50,
    60,
    70,
    82,
)  # points of a curve between two powers of ten, in tenths


@dataclass(frozen=True)
class Cell:
    """One cell: label, printed value, value that shades it (a decimal; empty: no such cell), tone
    of an action, corner mark.
    """

    label: str
    text: str
    value: str
    tone: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Point:
    """One bar, step or place on a curve: its label, its printed value, and the decimal that places
    it.
    """

    label: str
    text: str
    share: str


@dataclass(frozen=True)
class Tick:
    """A place on an axis, and what is written there."""

    value: str
    text: str


@dataclass(frozen=True)
class ChartModel:
    """Everything drawn on a chart, as text and decimals.

    kind: square, matrix, law, rounds, ladder or sweep. caption: stands right of the legend. notes:
        sentences under the chart.
    readings: the choices in force. values: all decimals that shade cells, for the scale. ticks: on
        the axis; of a `law` the
    powers of ten that are written. reach: half the height of `rounds`, or the powers of ten that a
        `law` spans.
    """

    kind: str
    title: str
    subtitle: str
    source: str
    readings: tuple[str, ...]
    command: str
    version: str
    cells: tuple[Cell, ...] = ()
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    points: tuple[Point, ...] = ()
    ticks: tuple[Tick, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    headers: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    looks: tuple[Look, ...] = ()
    values: tuple[str, ...] = ()
    mean: str = "0"
    reach: str = "1"
    caption: str = ""
    notes: tuple[str, ...] = ()


def render(model: ChartModel, ending: str = "svg") -> bytes:
    """Return the chart as the bytes of a ``pdf``, ``svg`` or ``png`` file."""
    return printed("chart.typ", model, ending)


# --- What is drawn of which game ---------------------------------------------------------------


GRIDS = ("actions", "values", "match-ups")  # kinds for which all situations are gone through


def kinds(game: Game) -> list[str]:
    """Return the kinds of chart that this resolved game has; a ladder only where its lines are
    known.
    """
    from combin.solving.measures import has_match_ups, has_starting_hands

    squares = (
        (["actions"] if game.decisions else []) + ["values"] if has_starting_hands(game) else []
    )
    return [*squares, *(["match-ups"] if has_match_ups(game) else []), "law", "rounds", "ladder"]


def verify_kind(game: Game, kind: str) -> str:
    """Return `kind`; raises CombinError, naming what this game has, if it has no such chart."""
    if kind not in kinds(game):
        raise CombinError(f"{game.slug} has no chart {kind!r}{nearest(kind, kinds(game))}")
    return kind


def chart_for(
    game: Game,
    kind: str,
    solution: Solution | None = None,
    ladder: Sequence[tuple[int, Fraction]] = (),
    name: str = "",
    path: str = "chart.svg",
) -> ChartModel:
    """Return one kind of chart of a resolved game, counting and solving what it needs.

    solution: to save solving again; it signs the chart, too. ladder: (number of lines, exact cost),
        for the kind ``ladder``.
    name: the game as the user called it; path: where the chart goes, for the command that draws it
        again.
    """
    verify_kind(game, kind)
    signed = f"combin {solution.version if solution else version()}"
    frame = _Frame(
        game, command_of("chart", game, [kind, "-o", os.path.basename(path)], name), signed
    )
    makers: dict[str, Callable[[], ChartModel]] = {
        "actions": lambda: actions(frame, _hands(game)),
        "values": lambda: values(frame, _hands(game)),
        "match-ups": lambda: match_ups(frame, _match_ups(game)),
        "law": lambda: law(frame, _base(game, solution)),
        "rounds": lambda: rounds(frame, _base(game, solution)),
        "ladder": lambda: ladder_of(frame, _base(game, solution).wager, ladder),
    }
    return makers[kind]()


def _base(game: Game, solution: Solution | None) -> BetResult:
    key = game.bets[0].key
    if solution is None:
        from combin.solving.solve import solve

        solution = solve(game, [key])
    return solution.bets[key]


@lru_cache(maxsize=1)  # two squares are drawn of the same hands
def _hands(game: Game) -> list[Hand]:
    from combin.solving.measures import starting_hands

    return starting_hands(game, game.bets[0].key)


def _match_ups(game: Game) -> list[MatchUp]:
    from combin.solving.measures import match_ups

    return list(match_ups(game, bet=game.bets[0].key))


@dataclass(frozen=True)
class _Frame:
    """What all charts of a game share."""

    game: Game
    command: str
    version: str
    bet: str = ""  # the game itself if not given

    def chart(self, kind: str, subtitle: str, **parts: Any) -> ChartModel:
        game = self.game
        source, readings = typeset(game.source), in_force(game, self.bet or game.bets[0].key)
        return ChartModel(
            kind,
            typeset(game.title),
            subtitle,
            source,
            readings,
            self.command,
            self.version,
            **parts,
        )


def _signed(value: Fraction, places: int) -> str:
    """Return `value` with its sign, also where no digit of it is left: a shade says the same to
    those who see it.
    """
    return ("+" if value > 0 else MINUS if value < 0 else "") + number.decimal(abs(value), places)


# --- Squares and shades ------------------------------------------------------------------------


def actions(frame: _Frame, hands: Sequence[Hand]) -> ChartModel:
    """Return the square of what to do with each starting hand."""
    found = looks(frame.game)
    cells = tuple(
        Cell(hand.label, "", "0", found[hand.best].tone, found[hand.best].mark) for hand in hands
    )
    used = tuple(look for look in found.values() if any(hand.best == look.name for hand in hands))
    subtitle = f"The best play with each starting hand: {hands[0].decision}"
    return frame.chart(
        "square",
        subtitle,
        cells=cells,
        looks=used,
        caption="suited above the diagonal, offsuit below",
    )


def values(frame: _Frame, hands: Sequence[Hand]) -> ChartModel:
    """Return the square of what each starting hand is worth."""
    cells = tuple(
        Cell(hand.label, _signed(hand.value, 3), number.decimal(hand.value, PLACES))
        for hand in hands
    )
    unit = frame.game.bets[0].base
    wins = sum(hand.value > 0 for hand in hands)
    note = (
        f"Blue, bold and a plus: the hand wins on average ({wins} of {len(hands)}); orange and "
        "a minus: it loses."
    )
    return frame.chart(
        "square",
        f"Expected result of each starting hand, in units of one {unit}",
        cells=cells,
        values=tuple(cell.value for cell in cells),
        caption="suited above the diagonal, offsuit below",
        notes=(note,),
    )


def match_ups(frame: _Frame, found: Sequence[MatchUp]) -> ChartModel:
    """Return the shades of what raising gains with ace-king, by the next two cards and the
    up card.
    """
    columns = tuple(dict.fromkeys(match.up for match in found))
    rows = tuple(dict.fromkeys(f"A K {' '.join(match.kickers)}" for match in found))
    cells = tuple(_gain(match) for match in found)
    bold = max(frame.game.decisions[0].actions, key=lambda a: sum(a.adds.values())).name
    ending = next(a.name for a in frame.game.decisions[0].actions if a.ends)
    return frame.chart(
        "matrix",
        f"Ace-king without a pair: what {bold} gains over {ending}",
        cells=cells,
        rows=rows,
        columns=columns,
        values=tuple(cell.value for cell in cells if cell.value),
        labels=("you hold", typeset("the dealer's up card")),
        notes=(
            f"In units of one {frame.game.bets[0].base}, the mean over suits and fifth cards.",
            f"Blue, bold and a plus: {bold}; orange and a minus: {ending}. A star: suits or the "
            "fifth card decide.",
        ),
    )


def _gain(match: MatchUp) -> Cell:
    if match.gain is None:
        return Cell("", "", "")
    mixed = not match.always and not match.never
    return Cell(
        "", _signed(match.gain, 3) + ("*" if mixed else ""), number.decimal(match.gain, PLACES)
    )


# --- The law of a round, and of many -----------------------------------------------------------


def law(frame: _Frame, result: BetResult) -> ChartModel:
    """Return the bars of the net results of one round, on a scale of powers of ten."""
    from combin.solving.measures import law as law_of

    chances = law_of(result)
    points = tuple(_chance(chance) for chance in reversed(chances))
    least = min(chance.probability for chance in chances)
    depth = next(power for power in count(1) if least * 10**power > 1)
    step = 2 if depth > WIDE else 1
    return frame.chart(
        "law",
        f"Net result of one round, in units of one {result.wager}",
        points=points,
        ticks=tuple(Tick(str(power), "") for power in range(0, depth + 1, step)),
        reach=str(depth),
        notes=(
            f"Each step of the scale is {number.grouped(10**step)} times rarer. Mean "
            f"{_signed(result.expected_value, 6)}, "
            f"standard deviation {number.root(result.variance, 6)}.",
        ),
    )


def _chance(chance: Chance) -> Point:
    hundredths = chance.probability * 100
    digits = number.places_for(hundredths, 3, 2)
    text = number.percent(chance.probability, digits)
    return Point(typeset(number.signed(chance.net)), text, number.decimal(chance.probability, 20))


def rounds(frame: _Frame, result: BetResult) -> ChartModel:
    """Return how the average result of many rounds narrows around its mean."""
    from combin.solving.measures import runs, telling_rounds

    marks = [number.ratio(step * power, 10) for power in ROUNDS[:-1] for step in STEPS]
    curve = [int(mark) for mark in marks if mark.denominator == 1] + [ROUNDS[-1]]
    points = tuple(
        Point(str(run.rounds), "", number.root(run.variance, 8))
        for run in runs(result, sorted(set(curve)))
    )
    telling = telling_rounds(result)
    shown = next((n for n in ROUNDS if telling is None or 50 * n >= telling), ROUNDS[-1])
    (wide,) = runs(result, [shown])
    reach = Fraction(number.root(4 * wide.variance, PLACES)) or Fraction(
        1
    )  # where every round comes to the same
    return frame.chart(
        "rounds",
        f"How the average result per round narrows, in units of one {result.wager}",
        points=points,
        mean=number.decimal(result.expected_value, 8),
        reach=number.decimal(reach, 8),
        ticks=tuple(_ticks(result.expected_value, reach)),
        headers=("rounds", "standard deviation", "one below the mean", "one above"),
        table=tuple(_run_row(run) for run in runs(result, ROUNDS)),
        labels=("even", f"mean {_signed(result.expected_value, 6)}"),
        notes=tuple(_run_notes(result, telling)),
    )


def _ticks(mean: Fraction, reach: Fraction) -> Iterable[Tick]:
    """Yield round numbers on the axis from `mean` - `reach` to `mean` + `reach`, four at least."""
    steps = [
        Fraction(digit) * Fraction(10) ** power
        for power in range(18, -9, -1)
        for digit in (5, 2, 1)
    ]
    step = next(step for step in steps if 2 * step <= reach)
    places = number.places_for(step, 1, 0)
    for at in range(ceil((mean - reach) * step**-1), floor((mean + reach) * step**-1) + 1):
        yield Tick(number.decimal(at * step, 8), _signed(at * step, places))


def _run_row(run: Run) -> tuple[str, ...]:
    deviation = Fraction(number.root(run.variance, 12))
    low, high = (_signed(run.mean + sign * deviation, 6) for sign in (-1, 1))
    return str(run.rounds), number.grouped(run.rounds), number.root(run.variance, 6), low, high


def _run_notes(result: BetResult, telling: Fraction | None) -> Iterable[str]:
    if not result.variance:
        yield "Every round comes to the same."
        return
    yield (
        "The dark band reaches one standard deviation from the mean, the light one two; wider "
        "bands leave the picture."
    )
    if telling is not None:
        whole = number.grouped(ceil(telling))
        side = "loss" if result.expected_value < 0 else "win"
        yield (
            f"From {whole} rounds on, the mean {side} is no smaller than one standard deviation "
            "of the average."
        )


# --- Ladders -----------------------------------------------------------------------------------


def ladder_of(frame: _Frame, wager: str, rungs: Sequence[tuple[int, Fraction]]) -> ChartModel:
    """Return the steps of lines against cost; rungs: (number of lines, exact cost in units)."""
    if not rungs:
        raise CombinError(f"{frame.game.slug}: no ladder of lines is known to draw")
    points = tuple(
        Point(str(lines), _cost(cost), number.decimal(cost, 20)) for lines, cost in rungs
    )
    ticks = tuple(Tick(number.decimal(tick, 12), _tick_text(tick)) for tick in POWERS)
    return frame.chart(
        "ladder",
        f"What a list of so many lines costs, in percent of one {wager}",
        points=points,
        ticks=ticks,
        notes=(
            "The best lists found, each with its exact cost against the best strategy; a step of "
            "the scale is ten times less.",
        ),
    )


# --- Sweeps ------------------------------------------------------------------------------------

SHOWN = 40  # breakpoints that are marked; more would run into each other
DRAWN = 400  # pieces that are drawn one by one


def sweep_chart(found: Sweep, command: str) -> ChartModel:
    """Return the edge as one pay moves, with its breakpoints; command: that draws it again."""
    frame = _Frame(found.game, command, f"combin {found.version}", found.bet)
    if len(found.pieces) <= DRAWN:
        drawn = [found.low, *(piece.end for piece in found.pieces)]
    else:
        drawn = [
            found.low + step * number.ratio(found.high - found.low, DRAWN)
            for step in range(DRAWN + 1)
        ]
    edges = {place: -found.at(place) for place in drawn}
    marked = set(found.breakpoints) if len(found.breakpoints) <= SHOWN else set()
    points = tuple(
        Point(
            number.decimal(place, 12), "break" if place in marked else "", number.decimal(edge, 12)
        )
        for place, edge in edges.items()
    )
    ticks = _round_between(min(edges.values()), max(edges.values()))
    places = number.places_for((ticks[1] - ticks[0]) * 100, 1, 0) if len(ticks) > 1 else PLACES
    today = number.decimal(found.today, 12) if found.low <= found.today <= found.high else ""
    told = f"{number.counted(len(found.breakpoints), 'breakpoint')}, where the best play changes"
    dots = "each marked with a dot" if marked else "too many to be marked"
    return frame.chart(
        "sweep",
        f"House edge under the best play as {found.pay} moves, in percent of one {found.wager}",
        points=points,
        ticks=tuple(Tick(number.decimal(tick, 12), number.percent(tick, places)) for tick in ticks),
        table=tuple(
            (number.decimal(tick, 12), number.plain(tick))
            for tick in _round_between(found.low, found.high)
        ),
        labels=(found.pay, today, f"today {number.plain(found.today)}"),
        notes=(
            (
                f"{told}; {dots}."
                if found.breakpoints
                else "One straight line: the best play does not change."
            ),
        ),
    )


def _round_between(low: Fraction, high: Fraction) -> list[Fraction]:
    """Return round numbers from `low` to `high`, five to about ten; one where both are the same."""
    steps = [
        Fraction(digit) * Fraction(10) ** power
        for power in range(18, -12, -1)
        for digit in (5, 2, 1)
    ]
    step = next((step for step in steps if 5 * step <= high - low), None)
    return (
        [step * at for at in range(ceil(low * step**-1), floor(high * step**-1) + 1)]
        if step
        else [low]
    )


def _tick_text(tick: Fraction) -> str:
    return number.percent(tick, number.places_for(tick * 100, 1, 0))


def _cost(cost: Fraction) -> str:
    return "exact" if cost == 0 else number.percent(cost, number.places_for(cost * 100, 2, 2))


__all__ = [
    "ChartModel",
    "chart_for",
    "ending_of",
    "kinds",
    "render",
    "sweep_chart",
    "verify_kind",
    "write_file",
]
