"""Writes the site: an overview, a page for each game with an editable paytable, and the guides.

It is files that open from a disk; nothing in them asks for anything elsewhere.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from combin.games import FAMOUS, sheet_of
from combin.publishing import games as of_games
from combin.publishing.finished import PACKAGE, FinishedGames
from combin.publishing.folder import Files, Folder
from combin.publishing.functions import functions
from combin.publishing.games import REPORT, SITE, paged, part, reported, verify_paged
from combin.publishing.publish import (
    Published,
    drawn_by,
    made,
    put,
    verify_different,
    written,
)
from combin.render import site as pages
from combin.render.cards.typesetting import FONTS
from combin.render.site import FRONT, Row, Site
from combin.subject import Tell
from combin.version import version

# The guides in the order of docs/README.md; after them those for people who change combin.
FIRST = (
    "README", "first-ten-minutes",
    "edges", "strategies", "cards", "blackjack", "counting-cards", "site",
    "adding-a-game", "rules-beside-pages", "designing", "print",
    "checking", "logs",
    "why-exact", "comparison", "verifying", "protection", "python", "machines",
    "rules-language", "functions", "glossary", "installing",
)  # fmt: skip


def site(folder: str, games: Sequence[str] = (), tell: Tell = lambda text: None) -> Published:
    """Write the site into a folder.

    games: names, or paths of the user's own files; by default all that come with combin.
    tell: shows a line of progress.
    Raises CombinError for an unknown game, for two of one slug, where typst or markdown-it-py is
    missing, or where the folder cannot be written.
    """
    for name in games:
        verify_paged(name)
    wanted, kept = _asked(folder, games or paged(), visited)
    files = written(folder, lambda: _files(made(wanted, visited, tell, kept)))
    kept.forget(wanted)
    return Published(folder, len(files))


def site_and_reports(
    folder: str, reports: str, tell: Tell = lambda text: None
) -> tuple[Published, Published]:
    """Write the site of all games that come with combin, and their reports with all that goes with
    them; what is counted for the one is not counted again for the other.

    folder, reports: where the site goes, and where the reports do.
    Others, and what is raised, as for `site`.
    """
    wanted, kept = _asked(folder, reported(), _both)
    told: list[Published] = []

    def files() -> Files:
        found = made(wanted, _both, tell, kept)
        told.append(put(reports, lambda: part(found, REPORT), (), tell, every=True))
        return _files(part(found, SITE))

    shown = written(folder, files)
    kept.forget(wanted)
    return Published(folder, len(shown)), told[0]


def _asked(
    folder: str, games: Sequence[str], make: Callable[..., Folder]
) -> tuple[list[str], FinishedGames]:
    """Return the games that are asked for, and those of a run that was stopped; it complains before
    anything is made.
    """
    wanted = list(dict.fromkeys(games))
    verify_different(wanted)
    pages.html_of("")
    drawn_by()
    about = _about(_guides())
    return wanted, FinishedGames(folder, make, {"signed": about.signed, **about.guides})


def visited(name: str, *found: object) -> Folder:
    """Return what the overview and the search say of a game, and the files of its folder."""
    return of_games.visited(_about(_guides()), name, *found)


def _both(name: str, *found: object) -> Folder:
    """Return what `visited` does, and the whole report of a game."""
    return of_games.both(_about(_guides()), name, *found)


def _files(games: Mapping[str, Folder]) -> Files:
    guides = _guides()
    about = _about(guides)
    shown: list[Shown] = []
    files: Files = {name: pages.asset(name).encode() for name in pages.ASSETS}
    rows: list[Row] = []
    for name, (known, inside) in games.items():
        place = f"games/{sheet_of(name).slug}"
        files |= {f"{place}/{path}": content for path, content in inside.items()}
        shown.append((f"{place}/{FRONT}", known["title"], inside[FRONT].decode()))
        rows += known["rows"]
    tiles, families = (
        {name: known[what] for name, (known, _) in games.items()} for what in ("tile", "family")
    )
    shown = [
        (FRONT, "Exact house edges", pages.overview(about, FAMOUS, tiles, families, rows)),
        *shown,
    ]
    shown += _told(about, guides)
    files |= {path: page.encode() for path, _, page in shown}
    files |= {font.name: font.read_bytes() for font in Path(FONTS).iterdir()}
    files["search-data.js"] = pages.contents(shown).encode()
    return files


Shown = tuple[str, str, str]  # path, title and HTML of a page


# --- Guides --------------------------------------------------------------------------------------


def _guides() -> dict[str, tuple[str, str]]:
    """Return name -> title and Markdown of the guides, those for a visitor first, with the page of
    the Python functions.
    """
    inside, beside = PACKAGE / "guides", PACKAGE.parent / "docs"  # of a wheel, of a checkout
    place = inside if inside.is_dir() else beside
    found = {path.stem: path.read_text(encoding="utf-8") for path in sorted(place.glob("*.md"))}
    found["functions"] = functions()
    first = [name for name in FIRST if name in found]
    others = [name for name in found if name not in FIRST]
    return {name: (pages.title_of(found[name]), found[name]) for name in [*first, *others]}


def _about(guides: Mapping[str, tuple[str, str]]) -> Site:
    return Site(signature(), {title: _guide(name) for name, (title, _) in guides.items()})


def _guide(name: str) -> str:
    return f"guides/{name}.html"


def _told(about: Site, guides: Mapping[str, tuple[str, str]]) -> Iterator[Shown]:
    def linked(target: str) -> str:
        """Return where a link leads: to another guide, or nowhere."""
        name, mark, place = target.partition("#")
        if not name or "://" in name:
            return target
        there = name.removesuffix(".md") in guides and name.endswith(".md")
        return f"{name.removesuffix('.md')}.html{mark}{place}" if there else ""

    for name, (title, text) in guides.items():
        yield _guide(name), title, about.page(title, pages.html_of(text, linked), 1, kind="guide")


def signature() -> str:
    """Return by what the site is made: the version, and the commit where combin is a checkout."""
    around = PACKAGE.parent
    if not (around / ".git").exists():  # what is installed may stand inside somebody's repository
        return f"combin {version()}"
    asked = ["git", "-C", str(around), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        found = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return f"combin {version()}"
    return f"combin {version()}, commit {found}"
