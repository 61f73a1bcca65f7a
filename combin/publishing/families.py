"""What publishing asks a game's family: the number of steps, the findings, and the files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combin.errors import CombinError
from combin.families.count_up.house import house_of
from combin.games import count_up, every_name
from combin.publishing import count_up as counting_up
from combin.publishing import dealt
from combin.publishing import folder as dealt_folder
from combin.publishing.folder import Folder
from combin.records import dataclass


@dataclass(frozen=True)
class Family:
    """What is asked; each is given the name of a game.

    weight: how much there is to see; what has most is started first.
    work: what its pages are made of, found by a process each; gives a part of what follows it.
    told: in words, what was found.
    folder: its entry in the index and the files of its report, from what was found; with `every`
        also those that are no part of the short report.
    visited: what the overview says of it and the files of its folder on the site; is given what all
        pages say first.
    """

    weight: Callable[[str], int]
    work: tuple[Callable[[str], tuple[Any, ...]], ...]
    told: Callable[..., str]
    folder: Callable[..., Folder]
    visited: Callable[..., Folder]


DEALT = Family(dealt.weight, (dealt.found,), dealt.told, dealt_folder.folder_of, dealt.visited)
COUNTING_UP = Family(
    counting_up.weight,
    counting_up.WORK,
    counting_up.told,
    counting_up.folder_of,
    counting_up.visited,
)


def family_of(name: str) -> Family:
    """Return the family of a game, by its name or the path of its file."""
    return DEALT if count_up(name) is None else COUNTING_UP


def reported() -> list[str]:
    """Return the names of the games that have a report, in alphabetical order."""
    return [name for name in every_name() if not _beyond(name)]


def verify_reported(name: str) -> None:
    """Raise CombinError where a game has no report: it counts up by rules beyond blackjack's, of
    which a report knows nothing so far.
    """
    if beyond := _beyond(name):
        raise CombinError(f"{name}: a report is not available for rules with {beyond[0]} yet")


def _beyond(name: str) -> tuple[str, ...]:
    sheet = count_up(name)
    if sheet is None:
        return ()
    game = sheet.resolve()
    return (*house_of(game).beyond, *(("two hands",) if game.switch else ()))


def folder_of(name: str, *found: Any) -> Folder:
    """Return a game's entry in the index and the files of its folder, from what was found of it."""
    return family_of(name).folder(name, *found)


def whole_folder_of(name: str, *found: Any) -> Folder:
    """Return what `folder_of` does, and the files that are no part of the short report."""
    return family_of(name).folder(name, *found, every=True)
