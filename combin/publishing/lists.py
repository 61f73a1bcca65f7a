"""Cards and charts of bets whose strategies are lists or house ways: finds what they show."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.dossier.charts import figures_of, verify_kind
from combin.dossier.found import found, prove
from combin.dossier.recommended import Lists, recommended
from combin.dossier.settings import decides
from combin.dossier.shipped import shipped_counts, solved
from combin.errors import refuse
from combin.publishing.plate import PLAIN, Plate
from combin.publishing.strategy_cards import card_of, card_of_named
from combin.render import cards, charts
from combin.render.cards import CardModel, Request
from combin.render.charts import ChartModel
from combin.rules.game import Game
from combin.strategies import price, verify_dialect, verify_listed
from combin.version import version

if TYPE_CHECKING:
    from combin.families.set_hands.ways import Ways
    from combin.solving.result import Solution
    from combin.strategies import Priced
    from combin.subject import Tell


def card(
    by: Lists | Ways, form: str, most: int | None, strategy: str | None, asked: Request, tell: Tell
) -> CardModel:
    """Return what is printed on a card; the arguments are those of `drawing.card`."""
    game = by.game
    cards.verify_format(form, asked.imprint)
    if asked.dialect:
        verify_dialect(asked.dialect)
    tell(f"{game.slug}: solving")
    solution = solved(game)
    if strategy is None:
        tell(f"{game.slug}: looking for lines")
        return card_of(solution, form, most, asked)
    tell(f"{game.slug}: pricing")
    return card_of_named(solution, strategy, form, asked)


def chart(by: Lists | Ways, kind: str, plate: Plate, tell: Tell) -> ChartModel:
    """Return what a chart shows; the arguments are those of `drawing.chart`."""
    game = by.game
    verify_kind(game, kind, by.bet)
    rungs: list[tuple[int, Fraction]] = []
    priced = None
    if kind in ("ladder", "strategy"):
        tell(f"{game.slug}: looking for lines")
        verify_listed(game, by.bet)
        refuse(
            not decides(game, by.bet),
            f"{game.slug}, {by.bet}: nothing is decided, so there are no lines to draw",
        )
        ladder = found(game, by.bet)
        if kind == "strategy":
            lines, counts = recommended(ladder).lines, shipped_counts(game, by.bet)
            priced = counts.priced(lines) if counts else price(game, lines, by.bet)
        else:
            if ladder.shipped:
                prove(ladder, ladder.rungs)
            rungs = [(len(rung.lines), rung.cost) for rung in ladder.rungs]
    tell(f"{game.slug}: counting")
    return chart_model(game, kind, None, rungs, plate, by.bet, priced)


def chart_model(
    game: Game,
    kind: str,
    solution: Solution | None = None,
    ladder: Sequence[tuple[int, Fraction]] = (),
    plate: Plate = PLAIN,
    bet: str = "",
    priced: Priced | None = None,
) -> ChartModel:
    """Return the model of one kind of chart, counting and solving what it needs.

    solution: to save solving again; it signs the chart, too.
    ladder: (number of lines, exact cost), for the kind ``ladder``.
    bet: by default the game itself.
    priced: the list to play by, for the kind ``strategy``.
    """
    key = bet or game.bets[0].key
    figures = figures_of(game, kind, solution, ladder, key, priced)
    signed = f"combin {solution.version if solution else version()}"
    command = plate.command(game, kind, key)
    return charts.chart(charts.Frame(game, command, signed, key, plate.title, plate.size), figures)
