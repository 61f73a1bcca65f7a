"""The games that have a report, and what is made of each: the folder of its report, its pages."""

from __future__ import annotations

from collections.abc import Mapping

from combin.counting import keeping
from combin.errors import CombinError
from combin.families.reporting import reporting
from combin.games import FORMER, names
from combin.publishing.folder import Files, Folder, Wanted, is_kept
from combin.render.site import Site

REPORT, SITE = "report", "site"  # what is made of a game where both are


def reported() -> list[str]:
    """Return the names of the games that have a report, in alphabetical order."""
    return [name for name in sorted([*names(), *FORMER]) if not reporting(name).beyond]


def verify_reported(name: str) -> None:
    """Raise CombinError where a game has no report: it has rules of which none is made so far."""
    if beyond := reporting(name).beyond:
        raise CombinError(f"{name}: a report is not available for rules with {beyond[0]} yet")


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
    """Return what `whole_folder_of` and `visited` do, under REPORT and SITE."""
    of_game = reporting(name)
    with keeping():
        report = of_game.report(*found)
        files = of_game.files(report, bool)
        entry, told = of_game.folder(report, files)
        known, shown = of_game.visited(about, report, files)
    return {REPORT: entry, SITE: known}, {**_under(REPORT, told), **_under(SITE, shown)}


def part(made: Mapping[str, Folder], which: str) -> dict[str, Folder]:
    """Return what `both` made of some games, of one of the two."""
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
    }


def _under(which: str, files: Files) -> Files:
    return {f"{which}/{path}": content for path, content in files.items()}
