"""Cards and charts of a game: their models are made at once, the pictures when they are shown or
written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import asdict
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from combin.arguments import path as a_path
from combin.errors import CombinError, refuse
from combin.exact import parse_number
from combin.publishing.plate import Plate
from combin.records import dataclass
from combin.render import cards, charts
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
from combin.render.tables import answer
from combin.results import Result, columns

if TYPE_CHECKING:
    from combin.subject import StrategyFormat, Subject, Tell


class OwnModel(Protocol):
    """A data class that a family has for all that is printed, and that draws itself."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def drawn(self, ending: str) -> bytes: ...

    def rows(self) -> Iterator[tuple[str, ...]]: ...


@dataclass(frozen=True, repr=False)
class Drawing(Result):
    """A card or a chart.

    title: what it shows.
    model: everything printed on it, as text; a family may have a model of its own.
    form: of a card, its format; of a chart, nothing.
    """

    title: str
    model: CardModel | ChartModel | OwnModel
    form: str = ""

    def drawn(self, ending: str = "svg") -> bytes:
        """Return it as the bytes of a ``pdf``, ``svg`` or ``png`` file; raises CombinError where
        typst is not installed.
        """
        if isinstance(self.model, CardModel):
            return cards.render(self.model, self.form, ending)
        if isinstance(self.model, charts.Model):
            return charts.render(self.model, ending)
        return self.model.drawn(ending)

    def write(self, path: str) -> None:
        """Write it into a .pdf, .svg or .png file."""
        cards.write_file(path, self.drawn(cards.ending_of(path)))

    def write_sides(self, path: str) -> list[str]:
        """Write each side of a card into a .svg or .png file, ``card-1.png`` and so on for
        ``card.png``, and return where they are; raises CombinError for a chart or a .pdf.
        """
        ending = cards.ending_of_sides(path)
        if not isinstance(self.model, CardModel):
            raise CombinError(f"{self.title} has no sides")
        pictures = cards.sides(self.model, self.form, ending)
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
    one: Subject,
    form: str = "wallet",
    most: int | None = None,
    strategy: str | None = None,
    name: str = "",
    path: str = "card.pdf",
    imprint: Imprint = NO_IMPRINT,
    dialect: str = "",
    tell: Tell = lambda text: None,
) -> Drawing:
    """Return the strategy card of a game, asked of its main bet.

    most: lines of the list on it, by default as many as fit.
    strategy: as a user names it, in place of the best list or chart.
    name: the game as the user called it.
    path: where the card goes, for the command that prints it again.
    imprint: what the user adds.
    dialect: whose words the phrases are in, ``wizard`` or ``rules``; empty for combin's own.
    tell: called with what is done next; with nothing once all is done.
    Raises CombinError for an unknown format or dialect, and where `most` and `strategy` are both
    given.
    """
    refuse(most is not None and strategy is not None, "lines and strategy contradict each other")
    by = one.strategies(lines=most, dialect=dialect)
    words = ["--format", form] if form != "wallet" else []
    words += ["--lines", str(most)] if most is not None else []
    words += ["--strategy", strategy] if strategy is not None else []
    words += ["--dialect", dialect] if dialect else []
    asked = cards.Request(name, path, [*words, *imprint.words()], imprint=imprint, dialect=dialect)
    model = _printer(by).card(by, form, most, strategy, asked, tell)
    tell("")
    return Drawing(f"a card of {one.game.title}, {form}", model, form)


def chart(
    one: Subject,
    kind: str,
    name: str = "",
    path: str = "chart.svg",
    title: str = "",
    size: str = "160mm",
    tell: Tell = lambda text: None,
) -> Drawing:
    """Return one kind of chart of a bet.

    title: stands above it, by default the game's.
    size: how wide it is.
    name, path, tell: as for `card`.
    """
    game, by, about = one.game, one.strategies(), Plate(title, width_of(size), name, path)
    model = _printer(by).chart(by, kind, about, tell)
    tell("")
    side = f", {one.bet}" if one.bet != game.bet_keys[0] else ""
    return Drawing(title or f"{kind} of {game.title}{side}", model)


class Printer(Protocol):
    """A module that prints the strategies of a format."""

    def card(
        self,
        by: Any,
        form: str,
        most: int | None,
        strategy: str | None,
        asked: cards.Request,
        tell: Tell,
    ) -> CardModel: ...

    def chart(self, by: Any, kind: str, plate: Plate, tell: Tell) -> ChartModel | OwnModel: ...


def _printer(by: StrategyFormat) -> Printer:
    printer: Any = import_module(by.printer)
    found: Printer = printer
    return found


def width_of(size: str) -> Fraction:
    """Return the millimetres of a length such as ``120mm``, ``12cm`` or ``120``; raises
    CombinError where they are not from 40 to 1,000.
    """
    length, unit = (size[:-2], size[-2:]) if size[-2:] in ("mm", "cm") else (size, "mm")
    found = parse_number(length.strip(), "--size, before its mm or cm,")
    wide = 10 * found if unit == "cm" else found
    refuse(not 40 <= wide <= 1000, f"--size is from 40mm to 1000mm, not {size}")
    return wide


def _rows(model: CardModel | ChartModel | OwnModel) -> Iterator[tuple[str, ...]]:
    """Yield what is drawn, one mark a row: the lines of a card, the cells or points of a chart."""
    match model:
        case CardModel():
            yield ("decision", "action", "phrase")
            for block in model.blocks:
                yield from ((block.name, line.action, line.phrase) for line in block.lines)
            for chart in (*model.charts, *model.behind):
                yield from ((cell, letter, "") for cell, letter in chart.cells())
        case SquareModel() | MatrixModel():
            yield ("label", "text", "value")
            yield from ((cell.label, cell.text, cell.value) for cell in model.cells)
        case LawModel() | RoundsModel() | StrategyModel() | LadderModel() | SweepModel():
            yield ("label", "text", "share")
            yield from ((point.label, point.text, point.share) for point in model.points)
        case _:
            yield from model.rows()
