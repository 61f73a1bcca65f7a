"""Reads a game file: a page of text, which holds no code.

A file from a stranger can be wrong but not harmful: what is wrong is refused with line and column,
and sizes are bounded.
"""

from __future__ import annotations

import re
from dataclasses import replace

from combin.errors import CombinError, Faults, refuse
from combin.rules import Choice, Part, Pick
from combin.rules.game import Sheet
from combin.rules.text.page import Page
from combin.rules.text.ways import way_of
from combin.rules.ways import Way
from combin.rules.words import MOST_PARTED
from combin.texts import text_of

MAX_BYTES = 200_000  # the longest that ships has 10,000
MAX_PATHS = 10_000  # ways through all decisions
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# Of choices and their values, which name files and stand in `--set NAME=VALUE`.
WORD = re.compile(r"\w[\w.+-]*")
MISFITS = (
    TypeError,
    ValueError,
    AttributeError,
    LookupError,
    RecursionError,
    ArithmeticError,
    StopIteration,
)  # what rules that do not fit together can raise


def load(path: str, proved: bool = False) -> Sheet:
    """Return the sheet that a file states, its choices open; every value of every choice has been
    tried.

    proved: the file comes with combin, whose tests try them all; it is not done again.
    Raises CombinError, with line and column, for anything that is not a game.
    """
    file = str(path)
    refuse(
        file.endswith(".py"),
        f"{file}: a game is a page of text; `combin convert {file}` writes that of a game in "
        "Python",
    )
    page = Page(_read(file), file)
    sheet = page.sheet()
    if proved:
        return sheet
    try:
        _verify(sheet)
    except CombinError as error:
        raise page.placed(error) from None
    except MISFITS as error:
        raise CombinError(f"{file}: the rules do not fit together ({error})") from None
    return replace(sheet, path=file)


def verify_strictly(path: str) -> None:
    """Raise CombinError for what a game file tells and nothing refers to, and for a wager that
    stands in several settlements without a name; all at once.
    """
    page = Page(_read(path), path)
    if faults := page.unused(page.sheet()):
        raise Faults([str(fault) for fault in faults])


def load_way(path: str) -> Way:
    """Return the way to set hands that a file states: ``WAY mine``, and a row a line under it.
    Raises CombinError, with line and column.
    """
    return way_of(_read(path), path)


def _read(file: str) -> str:
    """Return the text of a game file, which is read again by others: no pipe."""
    return text_of(file, MAX_BYTES, piped=False)


# --- From values to a game that fits together --------------------------------------------------


def _verify(sheet: Sheet) -> None:
    """Check that the rules fit together under every value of every choice."""
    refuse(
        not NAME.fullmatch(sheet.slug),
        f"the slug is lower-case letters and digits with hyphens, not {sheet.slug!r}",
    )
    refuse(
        _paths(sheet.play) > MAX_PATHS,
        f"the decisions can be taken in more than {MAX_PATHS:,} ways",
    )
    for choice in sheet.choices:
        for word in (choice.name, *(choice.values if isinstance(choice, Choice) else ())):
            refuse(
                not WORD.fullmatch(word),
                f"choice {choice.name!r}: its name and values are words of letters, digits, "
                f"- . and +, not {word!r}",
            )
    sheet.resolve({})
    for choice in sheet.choices:
        amounts = [] if isinstance(choice, Choice) else [choice.least, choice.least + 1]
        for value in map(str, amounts or choice.tried):
            try:
                sheet.resolve({choice.name: value})
            except CombinError as error:
                raise CombinError(f"{error} (with {choice.name}={value})") from None
    if sheet.dealt and sheet.dealt is not sheet:
        _verify(sheet.dealt)


def _paths(play: object) -> int:
    """Return a bound on the ways through the decisions of a play, whatever is chosen."""
    if isinstance(play, Pick):
        return max(map(_paths, play.values.values()), default=1)
    if isinstance(play, tuple):
        ways = 1
        for part in play:
            ways = min(ways * _paths(part), MAX_PATHS + 1)
        return ways
    return 2**MOST_PARTED if isinstance(play, Part) else _width(getattr(play, "actions", None))


def _width(actions: object) -> int:
    if isinstance(actions, Pick):
        return max(map(_width, actions.values.values()), default=1)
    return len(actions) if isinstance(actions, tuple) else 1
