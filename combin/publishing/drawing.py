"""Cards and charts of a game: their models are made at once, the pictures when they are shown or
written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING, assert_never

from combin.arguments import path as a_path
from combin.arguments import text
from combin.dossier.charts import figures_of, verify_kind
from combin.dossier.found import found, prove
from combin.dossier.recommended import recommended
from combin.dossier.settings import decides
from combin.dossier.shipped import shipped_counts, solved
from combin.errors import CombinError
from combin.exact import parse_number
from combin.publishing.strategy_cards import card_of, card_of_named
from combin.records import dataclass
from combin.render import cards, charts, number, totals
from combin.render.cards import NO_IMPRINT, CardModel, Imprint
from combin.render.charts import (
    ChartModel,
    LadderModel,
    LawModel,
    MatrixModel,
    RoundsModel,
    SquareModel,
    StrategyModel,
    SweepModel,
)
from combin.render.tables import answer, bet_words, command_of
from combin.render.totals import TotalsModel
from combin.results import Result, columns
from combin.rules.game import Game
from combin.strategies import price, verify_dialect, verify_listed
from combin.version import version

if TYPE_CHECKING:
    from combin.solving.result import Solution
    from combin.strategies import Priced

WIDTH = Fraction(160)  # of a chart, in millimetres

Tell = Callable[[str], None]  # shows what is done next; empty: done


@dataclass(frozen=True, repr=False)
class Drawing(Result):
    """A card or a chart.

    title: what it shows.
    model: everything printed on it, as text; of a game that counts up, a `TotalsModel`.
    form: of a card, its format; of a chart, nothing.
    """

    title: str
    model: CardModel | ChartModel | TotalsModel
    form: str = ""

    def drawn(self, ending: str = "svg") -> bytes:
        """Return it as the bytes of a ``pdf``, ``svg`` or ``png`` file; raises CombinError where
        typst is not installed.
        """
        if isinstance(self.model, TotalsModel):
            return totals.render(self.model, ending)
        if isinstance(self.model, CardModel):
            return cards.render(self.model, self.form, ending)
        return charts.render(self.model, ending)

    def write(self, path: str) -> None:
        """Write it into a .pdf, .svg or .png file."""
        cards.write_file(path, self.drawn(cards.ending_of(path)))

    def write_sides(self, path: str) -> list[str]:
        """Write each side of a card into a .svg or .png file, ``card-1.png`` and so on for
        ``card.png``, and return where they are; raises CombinError for a chart or a .pdf.
        """
        ending = cards.ending_of_sides(path)
        match self.model:
            case CardModel():
                pictures = cards.sides(self.model, self.form, ending)
            case TotalsModel() if self.form:
                pictures = totals.drawn_sides(self.model, ending)
            case _:
                raise CombinError(f"{self.title} has no sides")
        paths = cards.side_paths(path, len(pictures))
        for place, picture in zip(paths, pictures):
            cards.write_file(place, picture)
        return paths

    def _repr_svg_(self) -> str:
        return self.drawn().decode()

    _columns = columns(words="decision,action,phrase,label,text,value,share")

    def _written(self, form: str) -> str:
        if form == "html":
            return self._repr_svg_()
        return answer(form, [self._headline()], _rows(self.model), lambda: asdict(self.model))

    def _headline(self) -> str:
        return self.title


def imprint_of(footer: object, author: object, url: object, bleed: object) -> Imprint:
    """Return what a caller adds to a card; raises CombinError for what is no text."""
    return Imprint(
        text(footer, "footer"), text(author, "author"), text(url, "url"), text(bleed, "bleed")
    )


def written(
    path: str | os.PathLike[str] | None, usual: str, draw: Callable[[str], Drawing]
) -> Drawing:
    """Return a drawing, written if a path is given.

    usual: the file that its command names otherwise.
    """
    if path is None:
        return draw(usual)
    place = a_path(path)
    cards.ready(place)
    found = draw(place)
    found.write(place)
    return found


def card(
    game: Game,
    form: str = "wallet",
    most: int | None = None,
    strategy: str | None = None,
    name: str = "",
    path: str = "card.pdf",
    imprint: Imprint = NO_IMPRINT,
    dialect: str = "",
    tell: Tell = lambda text: None,
) -> Drawing:
    """Return the strategy card of a resolved game.

    most: lines of the list on it, by default as many as fit.
    strategy: as a user names it, in place of the best list.
    name: the game as the user called it.
    path: where the card goes, for the command that prints it again.
    imprint: what the user adds.
    dialect: whose words the phrases are in, ``wizard`` or ``rules``; empty for combin's own.
    tell: called with what is done next; with nothing once all is done.
    Raises CombinError for an unknown format or dialect, and where `most` and `strategy` are both
    given.
    """
    cards.verify_format(form, imprint)
    if dialect:
        verify_dialect(dialect)
    if most is not None and strategy is not None:
        raise CombinError("lines and strategy contradict each other")
    words = ["--format", form] if form != "wallet" else []
    words += ["--lines", str(most)] if most is not None else []
    words += ["--strategy", strategy] if strategy is not None else []
    words += ["--dialect", dialect] if dialect else []
    options = [*words, *imprint.words()]
    asked = cards.Request(name, path, options, imprint=imprint, dialect=dialect)
    tell(f"{game.slug}: solving")
    solution = solved(game)
    tell(f"{game.slug}: looking for lines" if strategy is None else f"{game.slug}: pricing")
    if strategy is None:
        model = card_of(solution, form, most, asked)
    else:
        model = card_of_named(solution, strategy, form, asked)
    tell("")
    return Drawing(f"a card of {game.title}, {form}", model, form)


def chart(
    game: Game,
    kind: str,
    name: str = "",
    path: str = "chart.svg",
    bet: str = "",
    title: str = "",
    size: str = "160mm",
    tell: Tell = lambda text: None,
) -> Drawing:
    """Return one kind of chart of a bet of a resolved game, by default of the game itself.

    title: stands above it, by default the game's.
    size: how wide it is.
    name, path, tell: as for `card`.
    """
    wide = width_of(size)
    key = game.bet(bet or game.bets[0].key).key
    verify_kind(game, kind, key)
    tell(f"{game.slug}: looking for lines" if kind in ("ladder", "strategy") else "")
    rungs = _rungs(game, key) if kind == "ladder" else []
    priced = _priced(game, key) if kind == "strategy" else None
    tell(f"{game.slug}: counting")
    model = chart_model(game, kind, None, rungs, name, path, key, priced, title, wide)
    tell("")
    side = f", {key}" if key != game.bets[0].key else ""
    return Drawing(title or f"{kind} of {game.title}{side}", model)


def width_of(size: str) -> Fraction:
    """Return the millimetres of a length such as ``120mm``, ``12cm`` or ``120``; raises
    CombinError where they are not from 40 to 1,000.
    """
    length, unit = (size[:-2], size[-2:]) if size[-2:] in ("mm", "cm") else (size, "mm")
    found = parse_number(length.strip(), "--size, before its mm or cm,")
    wide = 10 * found if unit == "cm" else found
    if not 40 <= wide <= 1000:
        raise CombinError(f"--size is from 40mm to 1000mm, not {size}")
    return wide


def chart_model(
    game: Game,
    kind: str,
    solution: Solution | None = None,
    ladder: Sequence[tuple[int, Fraction]] = (),
    name: str = "",
    path: str = "chart.svg",
    bet: str = "",
    priced: Priced | None = None,
    title: str = "",
    size: Fraction = WIDTH,
) -> ChartModel:
    """Return the model of one kind of chart, counting and solving what it needs.

    solution: to save solving again; it signs the chart, too.
    ladder: (number of lines, exact cost), for the kind ``ladder``.
    priced: the list to play by, for the kind ``strategy``.
    Others as for `chart`.
    """
    key = bet or game.bets[0].key
    figures = figures_of(game, kind, solution, ladder, key, priced)
    words = [kind, *bet_words(key)]
    words += ["--title", title] if title else []
    words += ["--size", f"{number.plain(size)}mm"] if size != WIDTH else []
    command = command_of("chart", game, [*words, "-o", os.path.basename(path)], name)
    signed = f"combin {solution.version if solution else version()}"
    return charts.chart(charts.Frame(game, command, signed, key, title, size), figures)


def _rungs(game: Game, key: str) -> list[tuple[int, Fraction]]:
    _verify_lines(game, key)
    ladder = found(game, key)
    if ladder.shipped:
        prove(ladder, ladder.rungs)
    return [(len(rung.lines), rung.cost) for rung in ladder.rungs]


def _priced(game: Game, key: str) -> Priced:
    """Return the list to play a bet by, and how often each of its lines decides."""
    _verify_lines(game, key)
    lines, counts = recommended(found(game, key)).lines, shipped_counts(game, key)
    return counts.priced(lines) if counts else price(game, lines, key)


def _verify_lines(game: Game, key: str) -> None:
    verify_listed(game, key)
    if not decides(game, key):
        raise CombinError(f"{game.slug}, {key}: nothing is decided, so there are no lines to draw")


def _rows(model: CardModel | ChartModel | TotalsModel) -> Iterator[tuple[str, ...]]:
    """Yield what is drawn, one mark a row: the lines of a card, the cells or points of a chart."""
    match model:
        case CardModel():
            yield ("decision", "action", "phrase")
            for block in model.blocks:
                yield from ((block.name, line.action, line.phrase) for line in block.lines)
        case SquareModel() | MatrixModel():
            yield ("label", "text", "value")
            yield from ((cell.label, cell.text, cell.value) for cell in model.cells)
        case LawModel() | RoundsModel() | StrategyModel() | LadderModel() | SweepModel():
            yield ("label", "text", "share")
            yield from ((point.label, point.text, point.share) for point in model.points)
        case TotalsModel():
            yield from totals.model_rows(model)
        case _:
            assert_never(model)
