"""The first page of the site: the games by family, and every bet in a table that is sorted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from combin.dossier.recommended import recommended
from combin.dossier.report import Report
from combin.dossier.settings import decides
from combin.render.number import cost, decimal, exact, percent, root
from combin.render.page import unit_words
from combin.render.site.layout import Row, Site, cell, plain, table
from combin.render.site.markdown import anchor
from combin.rules import Draw
from combin.rules.game import Game

if TYPE_CHECKING:
    from combin.solving.result import BetResult
    from combin.strategies import Ladder

UNKNOWN = "-"  # the distribution where a pair is split again: found only where it is asked for
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


def family(game: Game) -> str:
    """Return the heading that a game whose deals are counted stands under."""
    if game.bets[0].for_one and any(isinstance(step, Draw) for step in game.play):
        return "Video poker"
    has_decks = max(game.deck.copies.values()) > 1
    return "Baccarat and shoe games" if has_decks else "Poker against the dealer"


def tile(game: Game, rows: Sequence[Row], has_card: bool) -> str:
    """Return a link to a game: its card, its name and the edge of its first bet, from its rows."""
    picture = '<img src="{}/card.svg" alt="Strategy card" loading="lazy">' if has_card else ""
    place, edge = f"games/{game.slug}", f"{plain(rows[0][2])} of one {plain(rows[0][3])}"
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
<p>Click a column head to sort. Hit frequency is the probability of a net win. The strategy is the
shortest good list of lines found; its cost is against optimal play.</p>
{table(HEADERS, rows, "sorted")}</details>"""
    return site.page("Exact house edges", body, 0, ["sorted.js"], "overview")
