"""What is published of a game, whatever its family: the folder of its report, and that of its pages
on the site.

The report itself is short: text, one card, the charts one looks at. Cards and lines of every
setting, shorter lists and further charts are made where they are asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from fnmatch import fnmatchcase
from typing import Any, Generic, Protocol, TypeVar

from combin.games import sheet_of
from combin.render.site import Site, bet_row, family, tile
from combin.solving.result import Solution

Files = dict[str, bytes]
PAGE = "README.md"
Entry = dict[str, Any]  # of a game in the index
Folder = tuple[Entry, Files]  # a game's entry in the index, and its files


class Reported(Protocol):
    """What a report says of each bet."""

    @property
    def solution(self) -> Solution: ...


R = TypeVar("R", bound=Reported)


# What is no part of the short report, by its name in a game's folder.
FURTHER = (
    "*/*",
    "sweep-*",
    *("rounds.svg", "values.svg", "match-ups.svg"),
    *("exact.pdf", "rack.pdf", "first-hands.csv"),
)

Wanted = Callable[[str], bool]  # whether a file of that name is to be made


def is_further(name: str) -> bool:
    """Return whether a file of a game's folder is no part of the short report."""
    return any(fnmatchcase(name, pattern) for pattern in FURTHER)


def is_kept(name: str) -> bool:
    """Return whether a file of a game's folder is part of the short report."""
    return not is_further(name)


class Reporting(ABC, Generic[R]):
    """What is published of a game; each family makes a report of its own.

    name: of the game, or the path of its file. sheet: its rules, the choices open.
    work: parts of what its report says that a process each finds, by the name.
    beyond: the rules for which no page of the site is made so far; unreported: that of which no
    report is made either. heading: what its games stand under on the site, if they have one alone.
    """

    work: tuple[Callable[[str], tuple[object, ...]], ...] = ()
    beyond: tuple[str, ...] = ()
    unreported = ""
    heading = ""

    def __init__(self, name: str) -> None:
        self.name, self.sheet = name, sheet_of(name)

    @abstractmethod
    def weight(self) -> int:
        """Return how much there is to see; what has most is started first."""

    @abstractmethod
    def report(self, *found: object) -> R:
        """Return what the report says, from what the work found."""

    @abstractmethod
    def files(self, report: R, wanted: Wanted) -> Files:
        """Return the files of the folder of a report that are wanted, but for its page."""

    @abstractmethod
    def page(self, report: R, beside: Collection[str]) -> str:
        """Return the page of a report; beside: the files that stand there, too."""

    @abstractmethod
    def entry(self, report: R, kept: list[str]) -> Entry:
        """Return what the index says of a game; kept: the files of its folder."""

    @abstractmethod
    def shown(self, about: Site, report: R, text: str) -> Files:
        """Return the page of the site and its scripts; text: the page of the report."""

    @abstractmethod
    def played(self, report: R, key: str) -> tuple[str, str]:
        """Return what the overview of the site says of how a bet is played: the length of a
        strategy, and what it loses.
        """

    def folder(self, report: R, files: Files) -> Folder:
        """Return the entry in the index, and the files of the folder with its page."""
        kept = [*filter(is_kept, files), PAGE]
        told = self.page(report, kept).encode()
        return self.entry(report, sorted(kept)), {**files, PAGE: told}

    def visited(self, about: Site, report: R, beside: Files) -> Folder:
        """Return what the overview and the search say of a game, and the files of its folder on the
        site; beside: those of its report.
        """
        files = beside | self.shown(about, report, self.page(report, beside.keys()))
        game, bets = self.sheet.resolve(), report.solution.bets
        return {
            "title": game.title,
            "family": self.heading or family(game),
            "tile": tile(game, bets[game.bets[0].key], "card.svg" in files),
            "rows": [bet_row(game, bet, *self.played(report, key)) for key, bet in bets.items()],
        }, files
