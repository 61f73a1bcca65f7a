"""The first page of the site: every bet of every game in one table that can be sorted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from combin.dossier.recommended import recommended
from combin.dossier.report import Report
from combin.dossier.settings import decides
from combin.render.edges import bet_name
from combin.render.number import cost, decimal, exact, percent, root
from combin.render.page import unit_words
from combin.render.site.layout import Row, Site, cell, table
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.strategies import Ladder

SORTED = 15  # digits that a column is sorted by


HEADERS = (
    "game",
    "bet",
    "house edge",
    "divided by",
    "element of risk",
    "standard deviation",
    "hit frequency",
    "lines of the list",
    "it loses",
)


def rows(found: Report) -> Iterator[Row]:
    """Yield what the overview says of a game, a row a bet."""
    game, main = found.game, found.game.bets[0].key
    for key, bet in found.solution.bets.items():
        lines, lost = _lines(game, key, found.ladder)
        yield (
            cell(f'<a href="games/{game.slug}/index.html">{escape(game.title)}</a>', game.title),
            cell(escape(bet_name(key, main))),
            figure(bet.house_edge, f"{percent(bet.house_edge, 4)}"),
            cell(escape(unit_words(bet, game))),
            figure(bet.element_of_risk, percent(bet.element_of_risk, 4)),
            cell(root(bet.variance, 4), root(bet.variance, SORTED)),
            figure(bet.hits, percent(bet.hits, 2)),
            cell(lines),
            cell(lost),
        )


def figure(value: Fraction, text: str) -> str:
    """Return a cell that its column is sorted by exactly."""
    return f'<td data-by="{decimal(value, SORTED)}" title="{exact(value)}">{text}</td>'


def _lines(game: Game, key: str, ladder: Ladder | None) -> tuple[str, str]:
    """Return the length of the shortest good list and what it loses, or why there is none."""
    if not decides(game, key):
        return "nothing to decide", ""
    if ladder is None or ladder.bet != key:
        return "none searched for", ""
    best = recommended(ladder)
    return str(len(best.lines)), cost(best.cost)


def overview(site: Site, rows: Iterable[Row]) -> str:
    """Return the first page of the site; rows: of all games."""
    body = f"""<h1 id="exact-house-edges">Exact house edges</h1>
<p>Every figure is an exact fraction, under the best play and with each choice at its default; a
minus means that the player has the edge. A column's heading sorts by it. Hit frequency is how often
a round is won. The list is the shortest that is worth playing by, and loses so much against the
best play; combin strategy prints it. A game's page has its rules, its strategy and its paytables,
and finds the edge of a paytable of your own.</p>
{table(HEADERS, rows, "sorted")}"""
    return site.page("Exact house edges", body, 0, ["sorted.js"], "overview")
