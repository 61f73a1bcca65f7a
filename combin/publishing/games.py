"""The games that have a report, and what is made of each: the folder of its report, its pages."""

from __future__ import annotations

from collections.abc import Mapping

from combin.counting import keeping
from combin.errors import CombinError, refuse
from combin.families.reporting import reporting
from combin.games import FORMER, names
from combin.publishing.folder import Folder, Wanted, is_kept
from combin.render.site import Site

REPORT, SITE = "report", "site"  # what is made of a game where both are


def reported() -> list[str]:
    """Return the names of the games that have a report, in alphabetical order."""
    return [name for name in sorted([*names(), *FORMER]) if not reporting(name).unreported]


def verify_reported(name: str) -> None:
    """Raise CombinError where a game has no report: it has rules of which none is made so far."""
    refuse(
        rule := reporting(name).unreported,
        f"{name}: a report is not available for rules with {rule} yet",
    )


def paged() -> list[str]:
    """Return the names of the games that have a page on the site, in alphabetical order."""
    return [name for name in reported() if not reporting(name).beyond]


def verify_paged(name: str) -> None:
    """Raise CombinError where a game has no page: it has rules that no page knows so far."""
    if beyond := reporting(name).beyond:
        raise CombinError(f"{name}: a page is not available for rules with {beyond[0]} yet")


def folder_of(name: str, *found: object) -> Folder:
    """Return a game's entry in the index and the files of its folder, from what was found of it."""
    return _folder(name, found, is_kept)


def whole_folder_of(name: str, *found: object) -> Folder:
    """Return what `folder_of` does, and the files that are no part of the short report."""
    return _folder(name, found, bool)


def _folder(name: str, found: tuple[object, ...], wanted: Wanted) -> Folder:
    of_game = reporting(name)
    with keeping():
        report = of_game.report(*found)
        return of_game.folder(report, of_game.files(report, wanted))


def visited(about: Site, name: str, *found: object) -> Folder:
    """Return what the overview and the search say of a game, and the files of its folder on the
    site, from what was found of it.
    """
    of_game = reporting(name)
    with keeping():
        report = of_game.report(*found)
        return of_game.visited(about, report, of_game.files(report, bool))


def both(about: Site, name: str, *found: object) -> Folder:
    """Return what `whole_folder_of` does, under REPORT, and where a game has a page what `visited`
    does, under SITE.
    """
    of_game = reporting(name)
    with keeping():
        report = of_game.report(*found)
        files = of_game.files(report, bool)
        parts = {REPORT: of_game.folder(report, files)}
        if not of_game.beyond:
            parts[SITE] = of_game.visited(about, report, files)
    return (
        {which: entry for which, (entry, _) in parts.items()},
        {
            f"{which}/{path}": file
            for which, (_, made) in parts.items()
            for path, file in made.items()
        },
    )


def part(made: Mapping[str, Folder], which: str) -> dict[str, Folder]:
    """Return what `both` made of some games, of one of the two; no page where a game has none."""
    return {
        name: (
            known[which],
            {
                path.removeprefix(f"{which}/"): content
                for path, content in files.items()
                if path.startswith(f"{which}/")
            },
        )
        for name, (known, files) in made.items()
        if which in known
    }
