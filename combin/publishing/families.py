"""What publishing asks a game's family: what its report says, and the files of that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from combin.counting import keeping
from combin.errors import CombinError
from combin.families.count_up.house import house_of
from combin.games import names, sheet_of
from combin.publishing import count_up as counting_up
from combin.publishing import dealt
from combin.publishing import folder as dealt_folder
from combin.publishing.folder import Files, Folder, Wanted, is_kept
from combin.records import dataclass
from combin.render.site import Site
from combin.rules.count_up import CountUpSheet
from combin.rules.game import Game

REPORT, SITE = "report", "site"  # what is made of a game where both are


@dataclass(frozen=True)
class Family:
    """What is asked of a game.

    weight: by its name, how much there is to see; what has most is started first.
    work: by its name, parts of what its report says that a process each finds.
    report: by its name and what the work found, what its report says.
    files: those that are wanted of the folder of a report, but for its page.
    folder: its entry in the index and the files of its folder, with the page.
    visited: what the overview says of it and the files of its folder on the site; is given what all
        pages say, its name, its report and the files of that.
    """

    weight: Callable[[str], int]
    work: tuple[Callable[[str], tuple[Any, ...]], ...]
    report: Callable[..., Any]
    files: Callable[[Any, Wanted], Files]
    folder: Callable[[Any, Files], Folder]
    visited: Callable[[Site, str, Any, Files], Folder]


DEALT = Family(
    dealt.weight,
    (),  # what is counted for one part is at hand for the next
    dealt.report,
    dealt_folder.files_of,
    dealt_folder.with_page,
    dealt.visited,
)
COUNTING_UP = Family(
    counting_up.weight,
    counting_up.WORK,
    counting_up.report,
    counting_up.files_of,
    counting_up.with_page,
    counting_up.visited,
)


def family_of(name: str) -> Family:
    """Return the family of a game, by its name or the path of its file."""
    return COUNTING_UP if isinstance(sheet_of(name), CountUpSheet) else DEALT


def reported() -> list[str]:
    """Return the names of the games that have a report, in alphabetical order."""
    return [name for name in names() if not _beyond(name)]


def verify_reported(name: str) -> None:
    """Raise CombinError where a game has no report: it counts up by rules beyond blackjack's, of
    which a report knows nothing so far.
    """
    if beyond := _beyond(name):
        raise CombinError(f"{name}: a report is not available for rules with {beyond[0]} yet")


def _beyond(name: str) -> tuple[str, ...]:
    game = sheet_of(name).resolve()
    if isinstance(game, Game):
        return ()
    return (*house_of(game).beyond, *(("two hands",) if game.switch else ()))


def folder_of(name: str, *found: Any) -> Folder:
    """Return a game's entry in the index and the files of its folder, from what was found of it."""
    return _folder(name, found, is_kept)


def whole_folder_of(name: str, *found: Any) -> Folder:
    """Return what `folder_of` does, and the files that are no part of the short report."""
    return _folder(name, found, bool)


def _folder(name: str, found: tuple[Any, ...], wanted: Wanted) -> Folder:
    family = family_of(name)
    with keeping():
        report = family.report(name, *found)
        return family.folder(report, family.files(report, wanted))


def visited(about: Site, name: str, *found: Any) -> Folder:
    """Return what the overview and the search say of a game, and the files of its folder on the
    site, from what was found of it.
    """
    family = family_of(name)
    with keeping():
        report = family.report(name, *found)
        return family.visited(about, name, report, family.files(report, bool))


def both(about: Site, name: str, *found: Any) -> Folder:
    """Return what `whole_folder_of` and `visited` do, under REPORT and SITE."""
    family = family_of(name)
    with keeping():
        report = family.report(name, *found)
        files = family.files(report, bool)
        entry, told = family.folder(report, files)
        known, shown = family.visited(about, name, report, files)
    return {REPORT: entry, SITE: known}, {**_under(REPORT, told), **_under(SITE, shown)}


def part(made: Mapping[str, Folder], which: str) -> dict[str, Folder]:
    """Return what `both` made of some games, of one of the two."""
    found = {}
    for name, (known, files) in made.items():
        inside = {
            path.removeprefix(f"{which}/"): content
            for path, content in files.items()
            if path.startswith(f"{which}/")
        }
        found[name] = known[which], inside
    return found


def _under(which: str, files: Files) -> Files:
    return {f"{which}/{path}": content for path, content in files.items()}
