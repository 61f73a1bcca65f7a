"""Formats the index of the published reports: the answers at a glance, then every bet under every
choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from combin.dossier.recommended import recommended
from combin.dossier.report import Report
from combin.render import edges, number
from combin.render.markdown import link, placed
from combin.render.number import counted
from combin.render.page import MARKDOWN, Blocks
from combin.render.tables import Heading, Table, filled, layout
from combin.rules.glossary import NONE


def entry(found: Report, files: Sequence[str]) -> dict[str, Any]:
    """Return what the index says of a game."""
    said = {
        "title": found.game.title,
        "source": found.game.source,
        "bets": edges.data(found.settings),
        "files": list(files),
    }
    if found.game.names:
        said["names"] = dict(found.game.names)
    if found.unsearched:
        said["unsearched"] = str(found.unsearched)
    if found.ladder:
        best = recommended(found.ladder)
        said["lines"] = {"lines": str(len(best.lines)), "cost": number.exact(best.cost)}
    return said


def index(games: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the index of all games: the answers at a glance, then every bet under every choice."""
    return placed(layout(_blocks(games), MARKDOWN))


def _blocks(games: Mapping[str, Mapping[str, Any]]) -> Blocks:
    yield from (Heading("Exact house edges"), "")
    yield (
        "House edges under optimal play. Every figure is an exact fraction; only the printed "
        "digits are rounded."
    )
    data = link("index.json", "index.json")
    yield f"A negative edge favours the player. All figures as data: {data}."
    rows = []
    for slug, game in games.items():
        main, [base, *_] = next(iter(game["bets"].items()))
        title = link(game["title"], f"{slug}/README.md")
        card = link("card", f"{slug}/card.pdf") if "card.pdf" in game["files"] else ""
        edge = number.percent(Fraction(base["house_edge"]), 4)
        rows.append((title, edge, edges.unit_words(main, base), _lines_words(game), card))
    yield Table(
        ("game", "house edge", "per", "strategy", "print"),
        ("left", "right", "left", "left", "left"),
        rows,
    )
    for slug, game in games.items():
        yield from ("", Heading(link(game["title"], f"{slug}/README.md"), 2), "")
        yield filled(
            Table(edges.HEADERS, edges.ALIGNS, edges.table(game["bets"], game.get("names", NONE)))
        )


def _lines_words(game: Mapping[str, Any]) -> str:
    if "unsearched" in game:
        return "no list searched for"
    if "chart" in game:
        return f"chart, costs {number.cost(Fraction(game['chart']['cost']))}"
    if "lines" not in game:
        return "no decisions"
    lines, cost = game["lines"]["lines"], Fraction(game["lines"]["cost"])
    text = counted(int(lines), "line")
    return f"{text}, cost {number.cost(cost)}" if cost else f"{text}, perfect"


# The few lines that stand where a visitor enters the folder.
README = (
    "# Reports\n\nPublished results, a folder for each game: [the index](index.md). They are "
    "written by `combin publish`\n"
    "and checked by `combin publish --check`; nothing here is edited by hand.\n\n"
    "`combin publish --all` also writes the strategies, cards and charts for every choice, "
    "shorter lists and further charts.\n"
    "Only their hashes are kept here, in `all.sha256`; "
    "`combin publish --check --all` compares them.\n"
)
