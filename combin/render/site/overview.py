"""The first page of the site: the games by family, and every bet in a table that is sorted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from combin.dossier.recommended import recommended
from combin.dossier.report import Report
from combin.dossier.settings import decides
from combin.render.number import cost, decimal, exact, percent, root
from combin.render.page import unit_words
from combin.render.site.layout import Row, Site, cell, table
from combin.render.site.markdown import anchor
from combin.rules import Draw
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.solving.result import BetResult

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


def bet_row(game: Game, bet: BetResult, lines: str, lost: str) -> Row:
    """Return what the overview says of a bet; lines, lost: the length of a strategy, and what it
    loses.
    """
    square, hits = bet.variance, bet.hit_frequency
    return (
        cell(f'<a href="games/{game.slug}/index.html">{escape(game.title)}</a>', game.title),
        cell(escape(game.called(game.shown(bet.key)))),
        figure(bet.house_edge, percent(bet.house_edge, 4)),
        cell(escape(unit_words(bet, game).removeprefix("one "))),
        figure(bet.element_of_risk, percent(bet.element_of_risk, 4)),
        cell("") if square is None else cell(root(square, 4), root(square, SORTED)),
        cell("") if hits is None else figure(hits, percent(hits, 2)),
        cell(lines),
        cell(lost),
    )


def figure(value: Fraction, text: str) -> str:
    """Return a cell that its column is sorted by exactly."""
    return f'<td data-by="{decimal(value, SORTED)}" title="{exact(value)}">{text}</td>'


def strategy(found: Report, key: str) -> tuple[str, str]:
    """Return the length of the shortest good list of a bet and what it loses, or why there is
    none.
    """
    game, ladder = found.game, found.ladder
    if ladder is not None and ladder.bet == key:
        best = recommended(ladder)
        return str(len(best.lines)), cost(best.cost)
    unsearched = key == game.bets[0].key and found.unsearched
    return "none searched for" if unsearched or decides(game, key) else "no decisions", ""


def family(game: Game) -> str:
    """Return the heading that a game whose deals are counted stands under."""
    if game.bets[0].for_one and any(isinstance(step, Draw) for step in game.play):
        return "Video poker"
    has_decks = max(game.deck.copies.values()) > 1
    return "Baccarat and shoe games" if has_decks else "Poker against the dealer"


def tile(game: Game, base: BetResult, has_card: bool) -> str:
    """Return a link to a game: its card, its name and the edge of its first bet."""
    picture = '<img src="{}/card.svg" alt="Strategy card" loading="lazy">' if has_card else ""
    place = f"games/{game.slug}"
    edge = escape(f"{percent(base.house_edge, 4)} of {unit_words(base, game)}")
    return (
        f'<li><a href="{place}/index.html">{picture.format(place)}<b>{escape(game.title)}</b> '
        f"<span>{edge}</span></a></li>"
    )


def overview(
    site: Site,
    first: Iterable[str],
    tiles: Mapping[str, str],
    families: Mapping[str, str],
    rows: Iterable[Row],
) -> str:
    """Return the first page of the site.

    first: the games that most people know. tiles, families: of all, by their names. rows: of all
    bets.
    """
    groups: dict[str, list[str]] = {"Start here": [tiles[name] for name in first if name in tiles]}
    for name in sorted(families, key=families.__getitem__):
        groups.setdefault(families[name], []).append(tiles[name])
    listed = "".join(
        f'<h2 id="{anchor(name)}">{name}</h2><ul class="tiles">{"".join(some)}</ul>'
        for name, some in groups.items()
        if some
    )
    body = f"""<h1 id="exact-house-edges">Exact house edges</h1>
<p>Exact house edges under optimal play, with every choice at its default; only the printed digits
are rounded. A negative edge favours the player. Each game's page has its rules, strategy and
paytables, and computes the edge of your own paytable.</p>
{listed}
<details class="part"><summary><h2 id="every-bet">Every bet, side bets included</h2></summary>
<p>Click a column head to sort. Hit frequency is the probability of a net win; it is not
found where split hands are free or paid by their suits. The strategy is the
shortest good list of lines found; its cost is against optimal play.</p>
{table(HEADERS, rows, "sorted")}</details>"""
    return site.page("Exact house edges", body, 0, ["sorted.js"], "overview")
