"""The models of charts of exact figures: grids of starting hands, the distribution of a round, many
rounds, strategies, ladders and sweeps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
    PlayedList,
)
from combin.records import dataclass
from combin.render import number
from combin.render.axis import evenly, round_between
from combin.render.cards.felt import MINUS, spoken, typeset
from combin.render.cards.model import Look, in_force, kept, looks
from combin.render.cards.typesetting import printed, ready, write_file
from combin.render.sensitivity import points_note
from combin.render.strategy import notes_of
from combin.rules.game import Game
from combin.rules.words import HOLD, HOLD_NONE

if TYPE_CHECKING:
    from combin.sensitivity import PayPoints, Sweep
    from combin.solving.ahead import Standing
    from combin.strategies import Line

PLACES = 6  # decimals of a number that only places a shade, a point or a bar
ROOM = 40  # letters for the names of the hands beside a bar
WIDE = 7  # powers of ten on the scale of a law, beyond which only every other one is written
MOST_BARS = 54  # of results of a round, beyond which the rarest are counted and not shown
POWERS = tuple(Fraction(10) ** power for power in range(-12, 3))  # places on a scale of costs
SQUARE = "suited above the diagonal, offsuit below"


@dataclass(frozen=True)
class Square:
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
class ChartPoint:
    """One bar, step or place on a curve.

    label: what it stands for.
    text: its value, printed.
    share: the decimal that places it.
    name: what happens there.
    rarity: how rare it is, printed.
    """

    label: str
    text: str
    share: str
    name: str = ""
    rarity: str = ""


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
    size: its width in millimetres.
    """

    title: str
    subtitle: str
    source: str
    readings: tuple[str, ...]
    command: str
    version: str
    notes: tuple[str, ...] = ()
    size: str = "160"


@dataclass(frozen=True, kw_only=True)
class SquareModel(Model):
    """The square of starting hands.

    cells: row by row.
    looks: the actions taken, for the legend.
    values: all decimals that shade cells, for the scale.
    caption: stands right of the legend.
    """

    kind: str = "square"
    cells: tuple[Square, ...]
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
    cells: tuple[Square, ...]
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
    points: tuple[ChartPoint, ...]
    ticks: tuple[Tick, ...]
    reach: str


@dataclass(frozen=True)
class StandingColumn:
    """How a player stands after some rounds.

    rounds: printed.
    shares: the decimals of the chances to be ahead, even and behind, which place the parts of the
        column.
    texts: the same, printed.
    """

    rounds: str
    shares: tuple[str, str, str]
    texts: tuple[str, str, str]


@dataclass(frozen=True, kw_only=True)
class RoundsModel(Model):
    """Columns of the chances to be ahead, even and behind after more and more rounds.

    columns: one a number of rounds.
    parts: the names of the parts of a column.
    headers, table: the figures written under the chart.
    """

    kind: str = "rounds"
    columns: tuple[StandingColumn, ...]
    parts: tuple[str, str, str] = ("ahead", "even", "behind")
    headers: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]

    @property
    def points(self) -> tuple[ChartPoint, ...]:
        """The chances to be ahead."""
        return tuple(ChartPoint(one.rounds, one.texts[0], one.shares[0]) for one in self.columns)


@dataclass(frozen=True)
class ChartLine:
    """A line of a strategy.

    look: of its action.
    phrase: where it is the first that fits.
    share: the decimal of how often it decides.
    text: the same, printed.
    """

    look: Look
    phrase: str
    share: str
    text: str


@dataclass(frozen=True)
class DecisionLines:
    """The lines of one decision.

    name: of the decision.
    ways: its lines in order.
    """

    name: str
    ways: tuple[ChartLine, ...]


@dataclass(frozen=True, kw_only=True)
class StrategyModel(Model):
    """The lines of a strategy, and how often each decides.

    decisions: in the order of the play.
    """

    kind: str = "strategy"
    decisions: tuple[DecisionLines, ...]

    @property
    def points(self) -> tuple[ChartPoint, ...]:
        """The lines, each with its share of all deals."""
        return tuple(
            ChartPoint(f"{way.look.name}: {way.phrase}", way.text, way.share)
            for decision in self.decisions
            for way in decision.ways
        )


@dataclass(frozen=True, kw_only=True)
class LadderModel(Model):
    """Steps of lines against cost.

    points: one a list.
    ticks: on the scale of costs.
    """

    kind: str = "ladder"
    points: tuple[ChartPoint, ...]
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
    points: tuple[ChartPoint, ...]
    ticks: tuple[Tick, ...]
    table: tuple[tuple[str, str], ...]
    labels: tuple[str, str, str]


ChartModel = (
    SquareModel | MatrixModel | LawModel | RoundsModel | StrategyModel | LadderModel | SweepModel
)


def render(model: ChartModel, ending: str = "svg") -> bytes:
    """Return the chart as the bytes of a ``pdf``, ``svg`` or ``png`` file; an SVG says in words
    what it shows.
    """
    return printed("chart.typ", model, ending, described(model) if ending == "svg" else "")


def described(model: ChartModel) -> str:
    """Return in words what a chart shows, for those who cannot see it."""
    match model:
        case SquareModel() | MatrixModel():
            marks = [
                _said(cell.label, cell.text or cell.mark) for cell in model.cells if cell.label
            ]
        case RoundsModel():
            marks = [
                _said(f"{one.rounds} rounds", *map(" ".join, zip(model.parts, one.texts)))
                for one in model.columns
            ]
        case LawModel() | StrategyModel() | LadderModel() | SweepModel():
            marks = [
                _said(" ".join(filter(None, (point.label, point.name))), point.text, point.rarity)
                for point in model.points
            ]
        case _:
            assert_never(model)
    return " ".join([f"{model.subtitle}.", *model.notes, "; ".join(filter(None, marks))])


def _said(what: str, *figures: str) -> str:
    return f"{what}: {', '.join(filter(None, figures))}" if any(figures) else ""


@dataclass(frozen=True)
class Frame:
    """What all charts of a game share.

    game: the rules.
    command: draws the chart again.
    version: what computed it.
    bet: the bet that is drawn; the game itself if not given.
    title: stands above the chart; the game's if not given.
    size: the width in millimetres.
    """

    game: Game
    command: str
    version: str
    bet: str = ""
    title: str = ""
    size: Fraction = Fraction(160)

    def about(self, subtitle: str, *notes: str) -> dict[str, Any]:
        """Return the fields that every model has."""
        side = self.bet if self.bet != self.game.bet_keys[0] else ""
        return {
            "title": typeset(self.title or self.game.title),
            "subtitle": f"{spoken(side)}: {subtitle[:1].lower()}{subtitle[1:]}"
            if side
            else subtitle,
            "size": number.decimal(self.size, 2),
            "source": typeset(self.game.source),
            "readings": in_force(self.game, self.bet or self.game.bet_keys[0]),
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
        case PlayedList():
            return strategy(frame, figures)
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
    return SquareModel(
        **frame.about(f"Optimal play of each starting hand: {found.hands[0].decision}"),
        cells=tuple(
            Square(hand.label, "", "0", marked[hand.best].tone, marked[hand.best].mark)
            for hand in found.hands
        ),
        looks=tuple(look for name, look in marked.items() if name in taken),
        caption=SQUARE,
    )


def values(frame: Frame, found: HandValues) -> SquareModel:
    """Return the square of what each starting hand is worth."""
    cells = tuple(
        Square(hand.label, _signed(hand.value, 3), number.decimal(hand.value, PLACES))
        for hand in found.hands
    )
    wins = sum(hand.value > 0 for hand in found.hands)
    about = frame.about(
        f"Expected value of each starting hand, in units of one {frame.game.unit(found.unit)}",
        f"Blue and bold with a plus: positive expected value ({wins} of {len(cells)} hands). "
        "Orange with a minus: negative.",
    )
    return SquareModel(
        **about, cells=cells, values=tuple(cell.value for cell in cells), caption=SQUARE
    )


def match_ups(frame: Frame, found: MatchUps) -> MatrixModel:
    """Return the shades of what raising gains with ace-king, by the next two cards and the
    up card.
    """
    bold, ending = found.bold, found.ending
    cells = []
    for match in found.matches:
        if match.gain is None:
            cells.append(Square("", "", ""))
            continue
        star = "" if match.always or match.never else "*"
        cells.append(Square("", _signed(match.gain, 3) + star, number.decimal(match.gain, PLACES)))
    about = frame.about(
        f"Ace-king without a pair: gain of {bold} over {ending}",
        f"In units of one {frame.game.unit(found.unit)}, averaged over suits and fifth cards.",
        f"Blue and bold with a plus: {bold}. Orange with a minus: {ending}. A star: it depends on "
        "the suits or the fifth card.",
    )
    return MatrixModel(
        **about,
        cells=tuple(cells),
        rows=tuple(dict.fromkeys(f"A K {' '.join(match.kickers)}" for match in found.matches)),
        columns=tuple(dict.fromkeys(match.up for match in found.matches)),
        labels=("you hold", typeset("the dealer's up card")),
        values=tuple(cell.value for cell in cells if cell.value),
    )


# --- The law of a round, and of many -----------------------------------------------------------


def law(frame: Frame, found: Law) -> LawModel:
    """Return the bars of the net results of one round, on a scale of powers of ten; of very many
    those of the likeliest.
    """
    likeliest = sorted(found.chances, key=lambda chance: (-chance.probability, -chance.net))
    shown = set(likeliest[:MOST_BARS])
    least = min(chance.probability for chance in shown)
    depth = next(power for power in count(1) if least * 10**power > 1)
    step = 2 if depth > WIDE else 1
    note = (
        f"Logarithmic scale, a factor of {number.grouped(10**step)} per step. Mean "
        f"{_signed(found.mean, 6)}, standard deviation {number.root(found.variance, 6)}."
    )
    if rarer := likeliest[MOST_BARS:]:
        together = number.one_in(sum((chance.probability for chance in rarer), Fraction(0)))
        results = number.counted(len(rarer), "rarer result")
        note += f" {results}, together 1 in {together}, not shown."
    unit = frame.game.unit(found.unit)
    return LawModel(
        **frame.about(f"Net result of one round, in units of one {unit}", note),
        points=tuple(
            ChartPoint(
                typeset(number.signed(one.net)),
                number.percent(one.probability, number.places_for(one.probability * 100, 3, 2)),
                number.decimal(one.probability, 20),
                typeset(_hands(found.names.get(one.net, ()))),
                f"1 in {number.one_in(one.probability)}",
            )
            for one in reversed(found.chances)
            if one in shown
        ),
        ticks=tuple(Tick(str(power), "") for power in range(0, depth + 1, step)),
        reach=str(depth),
    )


def _hands(names: Sequence[str]) -> str:
    """Return the names of the outcomes that come to the same, as many as there is room for, the
    commonest first; nothing where there is room for none.
    """
    told: list[str] = []
    for name in map(spoken, names):
        if len(", ".join([*told, name])) <= ROOM:
            told.append(name if not told else name[:1].lower() + name[1:])
    more = len(names) - len(told)
    return ", ".join([*told, f"{more} more"] if told and more else told)


def rounds(frame: Frame, found: LongRun) -> RoundsModel:
    """Return the chances to be ahead, even and behind after more and more rounds."""
    unit = frame.game.unit(found.unit)
    notes = [f"Rounds of one {unit} each under optimal play; every digit is correct."]
    if found.is_even:
        notes = ["Every round has the same result."]
    elif found.telling is not None:
        whole = number.grouped(ceil(found.telling))
        side = "loss" if found.standings[0].mean < 0 else "win"
        notes.append(
            f"N0: after {whole} rounds the expected {side} equals one standard deviation of the "
            "result."
        )
    return RoundsModel(
        **frame.about("Probability of being ahead after many rounds", *notes),
        columns=tuple(map(_column, found.standings)),
        headers=("rounds", "ahead", "even", "behind", "mean result", "standard deviation"),
        table=tuple(
            (
                number.grouped(one.rounds),
                *_chances(one, 2),
                _signed(one.mean, 3),
                number.root(one.variance, 3),
            )
            for one in found.standings
        ),
    )


def _chances(one: Standing, places: int) -> tuple[str, str, str]:
    """Return the chances to be ahead, even and behind in hundredths."""
    ahead, even, behind = (number.percent(chance, places) for chance in one.chances)
    return ahead, even, behind


def _column(one: Standing) -> StandingColumn:
    ahead, even, behind = (number.decimal(chance, PLACES) for chance in one.chances)
    return StandingColumn(number.grouped(one.rounds), (ahead, even, behind), _chances(one, 0))


# --- Strategies --------------------------------------------------------------------------------


def strategy(frame: Frame, found: PlayedList) -> StrategyModel:
    """Return the lines of a strategy, each with how often it decides."""
    priced = found.priced
    marked = looks(frame.game)
    edge = number.percent(priced.result.house_edge, 4)
    wager = frame.game.unit(priced.result.wager)
    cost = (
        f"costs {number.cost(priced.cost)} of one {wager} against optimal play"
        if priced.cost
        else "is perfect"
    )
    held = any(line.action == HOLD for listed in found.decisions.values() for line, _ in listed)
    about = frame.about(
        f"Strategy: {'hold the cards of' if held else 'play'} the first line that fits",
        f"Beside each line: the share of deals in which it is used. The list {cost}; its house "
        f"edge is {edge} of one {wager}.",
        *map(typeset, notes_of(line for listed in found.decisions.values() for line, _ in listed)),
    )
    return StrategyModel(
        **about,
        decisions=tuple(
            DecisionLines(
                spoken(name),
                tuple(_way(marked, place, *way) for place, way in enumerate(listed, 1)),
            )
            for name, listed in found.decisions.items()
        ),
    )


def _way(marked: Mapping[str, Look], place: int, line: Line, share: Fraction) -> ChartLine:
    """Return a line of a strategy; one that says what to hold has its number as its mark."""
    look = marked[line.action]
    phrase = ", ".join(condition.phrase for condition in line.conditions) or "otherwise"
    if line.action in (HOLD, HOLD_NONE):
        look = replace(look, name=str(place))
        phrase = "otherwise discard all" if line.action == HOLD_NONE else phrase
    text = number.percent(share, number.places_for(share * 100, 2, 1) if share else 0)
    return ChartLine(look, kept(typeset(phrase)), number.decimal(share, PLACES), text)


# --- Ladders -----------------------------------------------------------------------------------


def ladder(frame: Frame, found: Costs) -> LadderModel:
    """Return the steps of lines against cost."""
    about = frame.about(
        f"Strategy length against cost, in percent of one {frame.game.unit(found.unit)}",
        "The best lists found, each with its exact cost against optimal play. Logarithmic scale, "
        "a factor of ten per step.",
    )
    return LadderModel(
        **about,
        points=tuple(
            ChartPoint(
                str(lines),
                number.percent(cost, number.places_for(cost * 100, 2, 2)) if cost else "perfect",
                number.decimal(cost, 20),
            )
            for lines, cost in found.rungs
        ),
        ticks=tuple(
            Tick(
                number.decimal(tick, 12), number.percent(tick, number.places_for(tick * 100, 1, 0))
            )
            for tick in POWERS
        ),
    )


# --- Sweeps ------------------------------------------------------------------------------------

SHOWN = 40  # breakpoints that are marked; more would run into each other
DRAWN = 400  # pieces that are drawn one by one


def sweep_chart(found: Sweep, command: str) -> SweepModel:
    """Return the edge as one pay moves, with its breakpoints; command: that draws it again."""
    places = [found.low, *(piece.end for piece in found.pieces)]
    if len(found.pieces) > DRAWN:
        places = evenly(found.low, found.high, DRAWN)
    changes = len(found.breakpoints)
    note = "One straight line: optimal play does not change."
    if changes:
        dots = "each marked with a dot" if changes <= SHOWN else "too many to mark"
        note = f"Optimal play changes at {number.counted(changes, 'breakpoint')}; {dots}."
    marked = set(found.breakpoints) if changes <= SHOWN else set()
    return _edges_chart(found, command, {place: -found.at(place) for place in places}, marked, note)


def points_chart(found: PayPoints, command: str) -> SweepModel:
    """Return the edge at single values of a pay, straight lines between them; command: that draws
    it again.
    """
    edges = {one.pay: -one.value for one in found.found}
    return _edges_chart(found, command, edges, set(edges), points_note(found))


def _edges_chart(
    found: Sweep | PayPoints,
    command: str,
    edges: dict[Fraction, Fraction],
    marked: set[Fraction],
    note: str,
) -> SweepModel:
    """Return the edge at some pays with straight lines between them; marked: the breakpoints."""
    frame = Frame(found.game, command, f"combin {found.version}", found.bet)
    about = frame.about(
        f"House edge under optimal play against {found.pay}, in percent of one "
        f"{found.game.unit(found.wager)}",
        note,
    )
    ticks = round_between(min(edges.values()), max(edges.values()))
    places = PLACES
    if len(ticks) > 1:
        places = number.places_for((ticks[1] - ticks[0]) * 100, 1, 0)
    return SweepModel(
        **about,
        points=tuple(
            ChartPoint(
                number.decimal(pay, 12), "break" if pay in marked else "", number.decimal(edge, 12)
            )
            for pay, edge in edges.items()
        ),
        ticks=tuple(Tick(number.decimal(edge, 12), number.percent(edge, places)) for edge in ticks),
        table=tuple(
            (number.decimal(pay, 12), number.plain(pay))
            for pay in round_between(found.low, found.high)
        ),
        labels=(
            found.pay,
            (number.decimal(found.today, 12) if found.low <= found.today <= found.high else ""),
            f"today {number.plain(found.today)}",
        ),
    )


__all__ = [
    "ChartModel",
    "Frame",
    "chart",
    "points_chart",
    "ready",
    "render",
    "sweep_chart",
    "write_file",
]
