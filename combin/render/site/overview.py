"""The first page of the site: every bet of every game in one table that can be sorted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from combin.dossier.recommended import recommended
from combin.dossier.report import Report
from combin.dossier.settings import decides
from combin.render.number import cost, decimal, exact, percent, root
from combin.render.page import unit_words
from combin.render.site.layout import Row, Site, cell, table
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.solving.result import BetResult
    from combin.strategies import Ladder

UNKNOWN = "unknown"  # the distribution where a pair is split again
SORTED = 15  # digits that a column is sorted by


HEADERS = (
    "game",
    "bet",
    "house edge",
    "per",
    "element of risk",
    "standard deviation",
    "hit frequency",
    "strategy lines",
    "strategy cost",
)


def rows(found: Report) -> Iterator[Row]:
    """Yield what the overview says of a game, a row a bet."""
    game = found.game
    base = game.bets[0].key
    for key, bet in found.solution.bets.items():
        lines = _lines(game, key, found.ladder, key == base and bool(found.unsearched))
        yield bet_row(game, bet, unit_words(bet, game).removeprefix("one "), *lines)


def bet_row(game: Game, bet: BetResult, unit: str, lines: str, lost: str) -> Row:
    """Return what the overview says of a bet.

    unit: what its edge is divided by. lines, lost: the length of a strategy, and what it loses.
    """
    square, hits = bet.variance, bet.hit_frequency
    return (
        cell(f'<a href="games/{game.slug}/index.html">{escape(game.title)}</a>', game.title),
        cell(escape(game.called(game.shown(bet.key)))),
        figure(bet.house_edge, percent(bet.house_edge, 4)),
        cell(escape(unit)),
        figure(bet.element_of_risk, percent(bet.element_of_risk, 4)),
        cell(UNKNOWN) if square is None else cell(root(square, 4), root(square, SORTED)),
        cell(UNKNOWN) if hits is None else figure(hits, percent(hits, 2)),
        cell(lines),
        cell(lost),
    )


def figure(value: Fraction, text: str) -> str:
    """Return a cell that its column is sorted by exactly."""
    return f'<td data-by="{decimal(value, SORTED)}" title="{exact(value)}">{text}</td>'


def _lines(game: Game, key: str, ladder: Ladder | None, unsearched: bool) -> tuple[str, str]:
    """Return the length of the shortest good list and what it loses, or why there is none.

    unsearched: whether the bet has decisions of which no list is searched for.
    """
    searched = ladder is not None and ladder.bet == key
    if not (searched or unsearched or decides(game, key)):
        return "no decisions", ""
    if ladder is None or not searched:
        return "none searched for", ""
    best = recommended(ladder)
    return str(len(best.lines)), cost(best.cost)


def overview(site: Site, rows: Iterable[Row]) -> str:
    """Return the first page of the site; rows: of all games."""
    body = f"""<h1 id="exact-house-edges">Exact house edges</h1>
<p>Exact house edges under optimal play, with every choice at its default; only the printed digits
are rounded. A negative edge favours the player. Click a column head to sort. Hit frequency is the
probability of a net win. The strategy is the shortest good list of lines found; its cost is against
optimal play. Each game's page has its rules, strategy and paytables, and computes the edge of your
own paytable.</p>
{table(HEADERS, rows, "sorted")}"""
    return site.page("Exact house edges", body, 0, ["sorted.js"], "overview")
