"""The games that come with combin: one declarative file each, discovered by name and read as data.

The name `three-card-poker` belongs to the file `three_card_poker.py` of this folder; there is
nothing to register. Games that count up, as blackjack, have a folder of their own in it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from combin.arguments import path
from combin.errors import CombinError, nearest
from combin.rules.choosing import Choosing, Resolved
from combin.rules.count_up import CountUpGame, CountUpSheet
from combin.rules.game import Game
from combin.rules.loader import load
from combin.rules.game import Sheet
from combin.spelling import meant

FOLDER = os.path.dirname(os.path.abspath(__file__))
COUNT_UP = os.path.join(FOLDER, "count_up")


class Ready(NamedTuple):
    """A game as a command has it, in the place of its name: its choices and pays are set, and one of the user's own is recounted.

    name: as the user called it.
    game: the rules.
    options: argument of a function -> the option that gives it, for what is refused.
    """

    name: str
    game: Game | CountUpGame
    options: Mapping[str, str]


def names() -> list[str]:
    """Return the names of the built-in games, in alphabetical order; not of those that count up."""
    return list(_names_in(FOLDER))


def count_up_names() -> list[str]:
    """Return the names of the built-in games that count up, in alphabetical order."""
    return list(_names_in(COUNT_UP))


def every_name() -> list[str]:
    """Return the names of the built-in games of both families, in alphabetical order."""
    return sorted([*names(), *count_up_names()])


@cache
def _names_in(folder: str) -> tuple[str, ...]:
    stems = [entry[:-3] for entry in os.listdir(folder) if entry.endswith(".py") and not entry.startswith("_")]
    return tuple(sorted(stem.replace("_", "-") for stem in stems))


def is_path(name: str | os.PathLike[str]) -> bool:
    """Return whether `name` points at a file of the user's rather than at a built-in game; a path
    object always does.
    """
    return not isinstance(name, str) or name.endswith(".py") or "/" in name or os.sep in name


def is_own(given: str | os.PathLike[str] | Choosing, game: Resolved) -> bool:
    """Return whether a game that was asked for is the user's own: from a file of his, or put together in Python.

    given: the name, path or rules by which he asked. game: what they came to.
    """
    if not isinstance(given, Choosing):
        return is_path(given)
    if game.slug not in every_name():
        return True
    try:
        shipped = sheet_of(game.slug).resolve(game.chosen).with_pays(game.priced)
    except CombinError:
        return True
    return shipped != game


def find(name: str | os.PathLike[str]) -> Sheet:
    """Return the built-in game that a name means (`spelling.meant`), or the game in the file it points at
    (``./my_game.py``), with its choices open.

    A path object is always that of a file. Raises CombinError, naming the nearest known name, for
    anything else, and for a game that counts up: of it only some questions are answered.
    """
    if not isinstance(name, str):
        return dealt(load(path(name, "a game that is neither named nor a Game")))
    if is_path(name):
        return dealt(load(name))
    found = shipped_slug(name)
    if found is None:
        if sheet := count_up(name):
            return dealt(sheet)
        file = f"{name}.py"
        near = f" (did you mean the file {file!r}?)" if os.path.isfile(file) else nearest(name, [*names(), *count_up_names()], listed=False)
        raise CombinError(f"no game is called {name!r}{near}; `combin list` names all, and a file of yours ends in .py")
    return dealt(_shipped(FOLDER, found))


def count_up(name: str | os.PathLike[str]) -> CountUpSheet | None:
    """Return the game that counts up which a name means, or that a file states; None where it is no such game."""
    if is_path(name):
        if not isinstance(load(path(name, "a game that is neither named nor a Game"), proved=True), CountUpSheet):
            return None
        sheet = load(path(name))
    else:
        found = meant(str(name), count_up_names(), "the game")
        if found not in count_up_names():
            return None
        sheet = _shipped(COUNT_UP, found)
    return sheet if isinstance(sheet, CountUpSheet) else None


def counting(game: object) -> CountUpSheet | None:
    """Return the game that counts up which a name, a path or rules mean; None where it is another."""
    if isinstance(game, Ready):
        return count_up(game.name) if isinstance(game.game, CountUpGame) else None
    if isinstance(game, (Sheet, CountUpSheet)):
        return game if isinstance(game, CountUpSheet) else None
    return count_up(game) if isinstance(game, (str, os.PathLike)) else None


# What is not asked of games that count up, and why.
NEVER = {
    "count": "only the pay of a natural can vary, and formula has the value for every pay",
    "design": "only the pay of a natural can vary, and target finds it for an edge",
    "plays": "several plays of one hand are for video poker",
    "shard": "shards are of deals that are counted, and its hands are not dealt one by one",
    "executor": "an executor is used for the main game under model=full-memory alone",
}


def refused(slug: str, what: str) -> CombinError:
    """Return what is said of a question, or a part of one, that games which count up do not answer."""
    if reason := NEVER.get(what.removeprefix("--")):
        return CombinError(f"{slug}: {reason}")
    return CombinError(f"{slug}: {what} is not available for blackjack games")


def sheet_of(name: str | os.PathLike[str]) -> Sheet | CountUpSheet:
    """Return the game of either family that a name or a path means, with its choices open; raises CombinError as `find` does."""
    return count_up(name) or find(name)


@cache
def _shipped(folder: str, slug: str) -> Sheet | CountUpSheet:
    return load(os.path.join(folder, slug.replace("-", "_") + ".py"), proved=True)


def dealt(sheet: Sheet | CountUpSheet) -> Sheet:
    """Return a sheet of a game whose deals are counted; raises CombinError for one that counts up."""
    if isinstance(sheet, CountUpSheet):
        raise refused(sheet.slug, "this question")
    return sheet


def shipped_slug(name: str) -> str | None:
    """Return which built-in game a name means, None where it means none, or one that counts up."""
    if meant(name, count_up_names(), "the game") in count_up_names():
        return None
    slug = meant(name, names(), "the game", {f"{slug}-poker": slug for slug in names()}, short=True)
    return slug if slug in names() else None


def every_shipped_slug(name: str) -> str | None:
    """Return which built-in game of either family a name means, None where it means none."""
    counting = meant(name, count_up_names(), "the game")
    return counting if counting in count_up_names() else shipped_slug(name)
