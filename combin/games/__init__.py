"""The games that come with combin: a page of text each, found by its name.

The name `three-card-poker` belongs to the file `three-card-poker.game` of this folder; there is
nothing to register. Names in `FORMER` have no file: they are bets that are part of another game
now.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

from combin.arguments import path
from combin.errors import CombinError, nearest, refuse
from combin.rules.game import Game, Sheet
from combin.rules.loader import load
from combin.spelling import meant, phrases

FOLDER = os.path.dirname(os.path.abspath(__file__))
ENDING = ".game"
# Bets that were a game of their own: its name -> the game that they are part of, and their title.
FORMER = {"blackjack-side-bets": ("blackjack", "Blackjack side bets")}
# Those that most people know: the site begins with them.
FAMOUS = (
    "blackjack", "baccarat", "ultimate-texas-holdem", "three-card-poker", "jacks-or-better",
    "pai-gow-poker", "let-it-ride", "casino-war",
)  # fmt: skip
MOST = 12  # words of a game and its settings
# What people call them, beside their names.
GAMES = {
    "bj": "blackjack",
    "21": "blackjack",
    "sp21": "spanish-21",
    "bac": "baccarat",
    "mini baccarat": "baccarat",
    "punto banco": "baccarat",
    "war": "casino-war",
    "switch": "blackjack-switch",
    "ms stud": "mississippi-stud",
    "tri card poker": "three-card-poker",
    "3cp": "three-card-poker",
    "4cp": "four-card-poker",
    "u3cp": "ultimate-three-card-poker",
    "let em ride": "let-it-ride",
}
HOLDEM = ("casino-holdem", "heads-up-holdem", "texas-holdem-bonus", "ultimate-texas-holdem")
SEVERAL = {  # what people say of several games
    "texas": ("texas-holdem-bonus", "ultimate-texas-holdem"),
    "holdem": HOLDEM,
    "texas holdem": HOLDEM,
    "poker": ("caribbean-stud", "jacks-or-better", "three-card-poker", "ultimate-texas-holdem"),
    "stud": ("caribbean-stud", "mississippi-stud"),
    "video poker": ("bonus-poker", "deuces-wild", "double-double-bonus", "jacks-or-better"),
}
CARDLESS = ("bingo", "craps", "dice", "keno", "roulette", "sic bo", "slots", "wheel of fortune")


class Ready(NamedTuple):
    """A game as a command has it, in the place of its name: its choices and pays are set, and one
    of the user's own is recounted.

    name: as the user called it.
    game: the rules.
    options: argument of a function -> the option that gives it, for what is refused.
    """

    name: str
    game: Game
    options: Mapping[str, str]


def names() -> list[str]:
    """Return the names of the built-in games, in alphabetical order."""
    return list(_names())


@cache
def _names() -> tuple[str, ...]:
    files = (entry for entry in os.listdir(FOLDER) if entry.endswith(ENDING))
    return tuple(sorted(entry.removesuffix(ENDING) for entry in files))


def is_path(name: str | os.PathLike[str]) -> bool:
    """Return whether `name` points at a file of the user's rather than at a built-in game; a path
    object always does, and `jacks 8/5` does not.
    """
    ends = not isinstance(name, str) or name.endswith((ENDING, ".py"))
    return ends or (" " not in str(name) and ("/" in str(name) or os.sep in str(name)))


def is_own(given: str | os.PathLike[str] | Sheet, game: Game) -> bool:
    """Return whether a game that was asked for is the user's own: from a file of his, or put
    together in Python.

    given: the name, path or rules by which he asked. game: what they came to.
    """
    if not isinstance(given, Sheet):
        return is_path(given)
    if game.slug not in (*names(), *FORMER):
        return True
    try:
        shipped = sheet_of(game.slug).resolve(game.chosen).with_pays(game.priced)
    except CombinError:
        return True
    return game not in (shipped, shipped.settling(*game.bet_keys[1:]))


def sheet_of(name: str | os.PathLike[str]) -> Sheet:
    """Return the built-in game that a name means (`spelling.meant`), or the game in the file it
    points at (``./my.game``), with its choices open.

    A path object is always that of a file. Raises CombinError, naming the nearest known name, for
    anything else.
    """
    if is_path(name):
        return load(path(name, "a game that is neither named nor a Game"))
    found = shipped_slug(str(name))
    refuse(
        found is None and "=" in str(name),
        f"{name!r} is a setting, and no game; `combin edges` lists all settings of a game, and "
        f"`combin solve GAME {name}` takes one",
    )
    refuse(
        found is None and str(name).casefold() in CARDLESS,
        f"{name!r} is played without cards; combin counts card games, `combin list` names all",
    )
    if found is None:
        files = [f"{name}{ending}" for ending in (ENDING, ".py")]
        near = nearest(str(name), names(), listed=False)
        for file in filter(os.path.isfile, files):
            near = f" (did you mean the file {file!r}?)"
        raise CombinError(
            f"no game is called {name!r}{near}; `combin list` names all, and a file of yours ends "
            f"in {ENDING}"
        )
    return _former(found) if found in FORMER else _shipped(found)


def dealt_sheet(name: str | os.PathLike[str]) -> Sheet:
    """Return the rules of the bets of a game whose deals are counted; raises CombinError for a
    game without any, too.
    """
    sheet = sheet_of(name)
    if sheet.dealt is None:
        raise CombinError(f"{sheet.slug}: this is not available for blackjack games")
    return sheet.dealt


def file_of(slug: str) -> str:
    """Return the path of the page of a built-in game."""
    return os.path.join(FOLDER, slug + ENDING)


@cache
def _shipped(slug: str) -> Sheet:
    return load(file_of(slug), proved=True)


@cache
def _former(slug: str) -> Sheet:
    """Return bets that were a game of their own, the first of them its main bet."""
    game, title = FORMER[slug]
    sheet = dealt_sheet(game)
    _, first, *others = sheet.bets
    return replace(sheet, slug=slug, title=title, bets=(replace(first, key="base"), *others))


def shipped_slug(name: str) -> str | None:
    """Return which built-in game a name means, None where it means none."""
    known = [*names(), *FORMER]
    also = [*GAMES.items(), *((f"{slug}-poker", slug) for slug in known)]
    also += [(said, slug) for said, slugs in SEVERAL.items() for slug in slugs]
    slug = meant(name, known, "the game", also, short=True)
    return slug if slug in known else None


def parted(name: str) -> tuple[str, list[str]]:
    """Return a game and the words of its settings, ``jacks-or-better`` and ``8/5`` for ``jacks
    8/5``; a name without any as it is.
    """
    words = name.replace(",", " ").split()[:MOST]
    if shipped_slug(name) or any(is_path(one) and os.path.exists(one) for one in (name, *words)):
        return name, []  # a file is read by who asked for it, a pipe but once
    runs = combinations(range(len(words) + 1), 2)
    for start, end in sorted(runs, key=lambda run: run[0] - run[1]):  # the longest first
        with suppress(CombinError):  # no game, or several
            sheet = sheet_of(" ".join(words[start:end]))
            parts = words[:start], words[end:]
            said = [" ".join(one) for part in parts for one in phrases(part, sheet.settings_meant)]
            if all(map(sheet.settings_meant, said)):
                return sheet.slug, said
    return name, []
