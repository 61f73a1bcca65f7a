"""Writes the site: an overview, a page for each game with an editable paytable, and the guides.

It is files that open from a disk; nothing in them asks for anything elsewhere.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from combin.errors import CombinError
from combin.games import sheet_of
from combin.publishing.families import family_of, reported, verify_reported
from combin.publishing.finished import FinishedGames
from combin.publishing.folder import Files, Folder
from combin.publishing.functions import functions
from combin.publishing.publish import Published, Tell, drawn_by, made, written
from combin.render import site as pages
from combin.render.site import FRONT, Row, Site
from combin.version import version

PACKAGE = Path(__file__).parents[1]
# Of the guides, those for a visitor.
FIRST = (
    "edges", "why-exact", "comparison", "verifying", "site", "strategies", "designing",
    "checking", "logs", "adding-a-game",
)  # fmt: skip


def site(folder: str, games: Sequence[str] = (), tell: Tell = lambda text: None) -> Published:
    """Write the site into a folder.

    games: names, or paths of the user's own files; by default all that come with combin.
    tell: shows a line of progress.
    Raises CombinError for an unknown game, for two of one slug, where typst or markdown-it-py is
    missing, or where the folder cannot be written.
    """
    wanted = list(dict.fromkeys(games)) or reported()
    _verify_different(wanted)
    pages.html_of("")  # both complain before anything is made
    drawn_by()
    about = _about(_guides())
    kept = FinishedGames(folder, visited, {"signed": about.signed, **about.guides})
    files = written(folder, lambda: _files(wanted, tell, kept))
    kept.forget(wanted)
    return Published(folder, len(files))


def _verify_different(games: Sequence[str]) -> None:
    """Raise CombinError where two games would share a folder, or there is no such game."""
    found: dict[str, str] = {}
    for name in games:
        slug = sheet_of(name).slug
        verify_reported(name)
        if slug in found:
            raise CombinError(f"{found[slug]} and {name} are both called {slug!r}: rename one")
        found[slug] = name


def visited(name: str, *found: Any) -> Folder:
    """Return what the overview and the search say of a game, and the files of its folder."""
    return family_of(name).visited(_about(_guides()), name, *found)


def _files(games: Sequence[str], tell: Tell, kept: FinishedGames) -> Files:
    """Return path -> content of all files of the site."""
    guides = _guides()
    about = _about(guides)
    shown: list[Shown] = []
    files: Files = {name: pages.asset(name).encode() for name in pages.ASSETS}
    rows: list[Row] = []
    for name, (known, inside) in made(games, visited, tell, kept).items():
        place = f"games/{sheet_of(name).slug}"
        files |= {f"{place}/{path}": content for path, content in inside.items()}
        shown.append((f"{place}/{FRONT}", known["title"], inside[FRONT].decode()))
        rows += known["rows"]
    shown = [(FRONT, "Exact house edges", pages.overview(about, rows)), *shown]
    shown += _told(about, guides)
    files |= {path: page.encode() for path, _, page in shown}
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
    """Yield the pages of the guides."""

    def linked(target: str) -> str:
        """Return where a link leads: to another guide, or nowhere."""
        name, mark, place = target.partition("#")
        if not name or "://" in name:
            return target
        there = name.removesuffix(".md") in guides and name.endswith(".md")
        return f"{name.removesuffix('.md')}.html{mark}{place}" if there else ""

    for name, (title, text) in guides.items():
        body = pages.html_of(text, linked)
        yield _guide(name), title, about.page(title, body, 1, kind="guide")


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
